// The voice-form service's lists: one plain array, one page, or page after page.
import * as z from 'zod/mini'
import type { CallOptions, Requester } from './requester.ts'
import { open, type Parser, parserOf } from './schema.ts'
import type { QueryValue } from './transport.ts'

/** Where a page begins, as a page's `next_cursor` names it. Opaque: nothing is to be read from it. */
export type Cursor = string | number

/** A page of a list. */
export interface Page<Row> {
  readonly data: Row[]
  /** Null on the last page. */
  readonly next_cursor: Cursor | null
}

/** What makes the service answer with a page: a size, a beginning, or both. */
export type PageStart =
  | { readonly limit: number; readonly cursor?: Cursor | undefined }
  | { readonly limit?: number | undefined; readonly cursor: Cursor }

export interface WalkStart {
  /** Rows on a page; 50 where it is not set. */
  readonly limit?: number | undefined
  /** Where to begin; at the first row where it is not set. */
  readonly cursor?: Cursor | undefined
}

/** Only rows written last in this time, in unix seconds with a fraction: see `toUnixSeconds`. */
export interface TimeFilter extends CallOptions {
  readonly since?: number | undefined
  readonly until?: number | undefined
}

/**
 * A list in its three forms. Cursors are positions: a row that is added or removed between two pages makes another
 * come twice or be skipped.
 *
 * Specification: "Pagination".
 */
export interface PagedList<Row> {
  /**
   * Every row, at once.
   * @throws {@link ClientError}
   */
  list(options?: TimeFilter): Promise<Row[]>

  /**
   * One page. Between two pages a row may come twice or be skipped.
   * @throws {@link ClientError}
   */
  page(options: PageStart & TimeFilter): Promise<Page<Row>>

  /**
   * Row by row to the last one, reading pages as they are needed. A row may come twice or be skipped where rows were
   * added or removed meanwhile. A cursor that comes a second time is a {@link ContractError}, and is not followed.
   * @throws {@link ClientError}
   */
  iterate(options?: WalkStart & TimeFilter): AsyncGenerator<Row, void, undefined>
}

type Query = Readonly<Record<string, QueryValue>>

export interface ListRoute<Row> {
  list(path: string, query: Query, options: CallOptions): Promise<Row[]>
  page(path: string, query: Query, options: CallOptions): Promise<Page<Row>>
  walk(path: string, query: Query & WalkStart, options: CallOptions): AsyncGenerator<Row, void, undefined>
}

const DEFAULT_LIMIT = 50

export function listRoute<Row>({ send }: Pick<Requester, 'send'>, row: z.ZodMiniType<Row>): ListRoute<Row> {
  const parseList = parserOf(z.array(row))
  const parsePage: Parser<Page<Row>> = parserOf(
    open({ data: z.array(row), next_cursor: z.nullable(z.union([z.string(), z.number()])) }),
  )

  return {
    list: (path, query, options) => send('read', { method: 'GET', path, query, parse: parseList }, options),

    page: (path, query, options) => send('read', { method: 'GET', path, query, parse: parsePage }, options),

    async *walk(path, { limit = DEFAULT_LIMIT, cursor: first, ...filter }, options) {
      const used = new Set<string>()
      const parse = unused(used, parsePage)
      for (let cursor: Cursor | null | undefined = first; cursor !== null; ) {
        if (cursor !== undefined) used.add(String(cursor))
        const query = { ...filter, limit, cursor }
        const page: Page<Row> = await send('read', { method: 'GET', path, query, parse }, options)
        yield* page.data
        cursor = page.next_cursor
      }
    },
  }
}

export function pagedList<Row>(
  requester: Pick<Requester, 'send'>,
  path: string,
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

/** Following a cursor twice would give the same rows for ever. */
function unused<Row>(used: ReadonlySet<string>, parsePage: Parser<Page<Row>>): Parser<Page<Row>> {
  return (answer) => {
    const page = parsePage(answer)
    if (!page.ok || page.value.next_cursor === null || !used.has(String(page.value.next_cursor))) return page
    return { ok: false, issues: [{ path: 'next_cursor', message: 'a cursor that was followed already' }] }
  }
}
