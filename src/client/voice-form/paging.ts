// Reads the voice-form service's lists, page by page.
import * as z from 'zod/mini'
import { ContractError } from '../core/errors.ts'
import { endOf } from '../core/options.ts'
import { pagedList } from '../core/paging.ts'
import type { Parser } from '../core/parser.ts'
import { issueAt } from '../core/reason.ts'
import type { Requester } from '../core/requester.ts'
import { nullish, parserOf, record, type Schema, strictList } from '../core/schema.ts'
import type { Path, QueryValue } from '../core/transport.ts'
import type { Cursor, Page, PageOptions, RowList } from './types.ts'

const MAX_EMPTY_PAGES = 100

interface ListRequest<Row> {
  readonly path: Path
  readonly row: Schema<Row>
  readonly filter?: Readonly<Record<string, QueryValue>>
}

export function listRows<Row>(
  { send, lineOf, clock }: Requester,
  { path, row, filter }: ListRequest<Row>,
  { limit = 50, cursor: first, since, until, ...options }: PageOptions = {},
): RowList<Row> {
  const parse = pageParser(row)
  const read = (cursor: Cursor | null | undefined, end?: number) => {
    const query = { ...filter, since, until, limit, cursor }
    return send({ method: 'GET', path, query, parse, end }, options)
  }
  const refuse = (issue: string): never => {
    const issues = [issueAt('next_cursor', issue)]
    const what = `the list does not end: ${issue}`
    throw new ContractError(lineOf({ method: 'GET', path }), what, { transient: false, issues })
  }
  async function* rows() {
    const end = endOf(clock, options)
    const cursors = new Set<string>()
    let emptyPages = 0
    for (let cursor: Cursor | null | undefined = first ?? undefined; cursor !== null; ) {
      if (cursors.has(String(cursor))) refuse('a cursor that was used already')
      cursors.add(String(cursor))
      const page: Page<Row> = await read(cursor, end)
      const { data } = page
      emptyPages = data.length > 0 ? 0 : emptyPages + 1
      if (emptyPages === MAX_EMPTY_PAGES) refuse(`${emptyPages} empty pages in a row`)
      yield* data
      cursor = page.next_cursor
    }
  }
  return pagedList(() => read(first), rows)
}

/** Without page size and cursor most lists come as a plain array; either form is accepted for either question. */
function pageParser<Row>(row: Schema<Row>): Parser<Page<Row>> {
  const next_cursor = nullish<Cursor>(z.union([z.string(), z.number()], 'expected text or number'))
  const parse = parserOf(
    record<{ data: Row[]; next_cursor?: Cursor | null | undefined }>({ data: strictList(row), next_cursor }),
  )
  return (body) => {
    const page = parse(Array.isArray(body) ? { data: body } : body)
    return page.ok
      ? { ok: true, value: { ...page.value, next_cursor: page.value.next_cursor ?? null } }
      : page
  }
}
