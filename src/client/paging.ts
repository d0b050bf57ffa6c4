// Lists that come in pages: one array, one page, or row after row.
import * as z from 'zod/mini'
import { ContractError, type RequestLine } from './errors.ts'
import type { CallOptions } from './options.ts'
import type { Requester, ResponsePromise } from './requester.ts'
import { issueAt, nullish, open, type Parser, parserOf, strictList } from './schema.ts'
import type { QueryValue } from './transport.ts'

/** The start of a page, as `next_cursor` of the page before names it. Opaque. */
export type Cursor = string | number

/** A page of a list. */
export interface Page<Row> {
  readonly data: Row[]
  /** Null on the last page. */
  readonly next_cursor: Cursor | null
}

/** A page is asked for by its size, its start, or both. */
export type PageStart =
  | { readonly limit: number; readonly cursor?: Cursor | undefined }
  | { readonly limit?: number | undefined; readonly cursor: Cursor }

export interface WalkStart {
  /** Rows per page. Default: 50. */
  readonly limit?: number | undefined
  /** Where to start. Default: at the first row. */
  readonly cursor?: Cursor | undefined
}

/** Only rows last written in this period, in unix seconds with a fraction: see `toUnixSeconds`. */
export interface TimeFilter extends CallOptions {
  readonly since?: number | undefined
  readonly until?: number | undefined
}

/** Rows of all pages; a page is read when its first row is needed. Each page has the timeout of a call. */
export interface RowIterator<Row> extends AsyncGenerator<Row, void, undefined> {
  /** The remaining rows as an array, at most `limit` of them. */
  toArray(options?: { readonly limit?: number | undefined }): Promise<Row[]>
}

/**
 * A list in its three forms. Cursors are positions: if a row is added or removed between two pages, another row appears
 * twice or is skipped.
 *
 * Specification: "Pagination".
 */
export interface PagedList<Row> {
  /**
   * Every row.
   * @throws {@link ClientError}
   * @example
   * for (const agent of await client.agents.list()) console.log(agent.id, agent.title)
   * for (const workspace of await client.workspaces.list()) console.log(workspace.name, workspace.role)
   */
  list(options?: TimeFilter): Promise<Row[]>

  /**
   * One page. Between two pages, a row may appear twice or be skipped.
   * @throws {@link ClientError}
   * @example
   * const { data, next_cursor } = await client.agents.page({ limit: 20 })
   * console.log(data.length, next_cursor)
   * console.log((await client.workspaces.page({ limit: 5 })).data.length)
   */
  page(options: PageStart & TimeFilter): ResponsePromise<Page<Row>>

  /**
   * Row after row; pages are read as they are needed. If rows are added or removed meanwhile, a row may appear twice or
   * be skipped. A server that repeats a page or a cursor is a {@link ContractError}.
   * @throws {@link ClientError}
   * @example
   * for await (const agent of client.agents.iterate({ limit: 100 })) console.log(agent.title)
   * const workspaces = await client.workspaces.iterate().toArray({ limit: 10 })
   * console.log(workspaces.length)
   */
  iterate(options?: WalkStart & TimeFilter): RowIterator<Row>
}

type Query = Readonly<Record<string, QueryValue>>

export interface ListRoute<Row> {
  list(path: readonly string[], query: Query, options: CallOptions): Promise<Row[]>
  page(path: readonly string[], query: Query, options: CallOptions): ResponsePromise<Page<Row>>
  walk(path: readonly string[], query: Query & WalkStart, options: CallOptions): RowIterator<Row>
}

const DEFAULT_LIMIT = 50
/** A longer list is a server that never ends. */
export const MAX_PAGES = 10_000

export function listRoute<Row>(
  { send, lineOf }: Pick<Requester, 'send' | 'lineOf'>,
  row: z.ZodMiniType<Row>,
): ListRoute<Row> {
  const parsePage = pageParser(row)

  const page: ListRoute<Row>['page'] = (path, query, options) =>
    send({ method: 'GET', path, query, parse: parsePage }, options)

  const walk: ListRoute<Row>['walk'] = (path, { cursor: first, ...query }, options) =>
    rowIterator(async function* () {
      const line = lineOf({ method: 'GET', path })
      const guard = repetitionGuard(line)
      for (let cursor: Cursor | null | undefined = first; cursor !== null; ) {
        const found: Page<Row> = await page(path, { ...query, cursor }, options)
        guard(cursor, found)
        yield* found.data
        cursor = found.next_cursor
      }
    })

  return {
    page,
    walk: (path, { limit = DEFAULT_LIMIT, ...query }, options) => walk(path, { limit, ...query }, options),
    list: (path, query, options) => walk(path, query, options).toArray(),
  }
}

export function pagedList<Row>(
  requester: Pick<Requester, 'send' | 'lineOf'>,
  path: readonly string[],
  row: z.ZodMiniType<Row>,
): PagedList<Row> {
  const route = listRoute(requester, row)
  return {
    list: ({ since, until, ...options } = {}) => route.list(path, { since, until }, options),
    page: ({ limit, cursor, since, until, ...options }) =>
      route.page(path, { limit, cursor, since, until }, options),
    iterate: ({ limit, cursor, since, until, ...options } = {}) =>
      route.walk(path, { limit, cursor, since, until }, options),
  }
}

/** Without page size and cursor most lists come as a plain array; either form is accepted for either question. */
function pageParser<Row>(row: z.ZodMiniType<Row>): Parser<Page<Row>> {
  const cursor = nullish(z.union([z.string(), z.number()]))
  const parse = parserOf(open({ data: strictList(row), next_cursor: cursor }))
  return (body) => {
    const page = parse(Array.isArray(body) ? { data: body } : body)
    return page.ok
      ? { ok: true, value: { ...page.value, next_cursor: page.value.next_cursor ?? null } }
      : page
  }
}

/** Throws if a server repeats a cursor or a page, or never ends. */
export function repetitionGuard(line: RequestLine) {
  const cursors = new Set<string>()
  let previous: string | null = null
  return <Row>(cursor: Cursor | undefined, { data, next_cursor: next }: Page<Row>): void => {
    if (cursor !== undefined) cursors.add(String(cursor))
    const rows = data.length === 0 ? null : JSON.stringify(data)
    const issue =
      next !== null && cursors.has(String(next))
        ? 'a cursor that was used already'
        : rows !== null && rows === previous
          ? 'the same page again'
          : cursors.size >= MAX_PAGES
            ? `more than ${MAX_PAGES} pages`
            : null
    if (issue !== null)
      throw new ContractError(line, `the list does not end: ${issue}`, {
        transient: false,
        issues: [issueAt(['next_cursor'], issue)],
      })
    previous = rows
  }
}

/** Adds `toArray` to a generator. */
export function rowIterator<Row>(start: () => AsyncGenerator<Row, void, undefined>): RowIterator<Row> {
  const rows = start()
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
