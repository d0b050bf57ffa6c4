// Lists that come in pages, row after row.
import { ContractError, type RequestLine } from './errors.ts'
import { issueAt } from './reason.ts'

/**
 * The start of a page, as `next_cursor` of the page before names it. It is a position: if a row is added or removed between
 * two pages, another one appears twice or is skipped.
 */
export type Cursor = string | number

export interface Page<Row> {
  readonly data: Row[]
  /** Null on the last page. */
  readonly next_cursor: Cursor | null
}

/**
 * Rows of all pages; a page is read when its first row is needed. Each page has the timeout of a call. A server that repeats
 * a page or a cursor, or sends 100 empty pages in a row, is a {@link ContractError}.
 */
export interface RowIterator<Row> extends AsyncGenerator<Row, void, undefined> {
  /** The remaining rows as an array, at most `limit` of them. */
  toArray(options?: { readonly limit?: number | undefined }): Promise<Row[]>
}

const MAX_EMPTY_PAGES = 100

/** Row after row, page after page. Throws if the list does not seem to end. */
export function iterateRows<Row>(
  lineOf: () => RequestLine,
  first: Cursor | undefined,
  read: (cursor: Cursor | undefined) => Promise<Page<Row>>,
): RowIterator<Row> {
  const refuse = (issue: string): never => {
    const issues = [issueAt(['next_cursor'], issue)]
    throw new ContractError(lineOf(), `the list does not end: ${issue}`, { transient: false, issues })
  }
  async function* rowsOfAllPages() {
    const cursors = new Set<string>()
    let previous = ''
    let emptyPages = 0
    for (let cursor: Cursor | null | undefined = first; cursor !== null; ) {
      if (cursors.has(String(cursor))) refuse('a cursor that was used already')
      cursors.add(String(cursor))
      const page: Page<Row> = await read(cursor)
      const { data } = page
      // Rows can hold whole conversations. Two pages with the same rows at both ends are one.
      const ends = JSON.stringify([data.length, data[0], data.at(-1)])
      if (data.length > 0 && ends === previous) refuse('the same page again')
      previous = ends
      emptyPages = data.length > 0 ? 0 : emptyPages + 1
      if (emptyPages === MAX_EMPTY_PAGES) refuse(`${emptyPages} empty pages in a row`)
      yield* data
      cursor = page.next_cursor
    }
  }
  const rows = rowsOfAllPages()
  return Object.assign(rows, {
    async toArray({ limit = Number.POSITIVE_INFINITY }: { readonly limit?: number | undefined } = {}) {
      const array: Row[] = []
      if (limit <= 0) return array
      for await (const row of rows) {
        array.push(row)
        if (array.length >= limit) break
      }
      return array
    },
  })
}
