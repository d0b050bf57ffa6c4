// The voice-form service's lists: one array, one page, or row after row.
import * as z from 'zod/mini'
import { type CallOptions, endOf } from '../core/options.ts'
import { type Cursor, iterateRows, type Page, type RowIterator } from '../core/paging.ts'
import type { Requester, ResponsePromise } from '../core/requester.ts'
import { nullish, type Parser, parserOf, record, type Schema, strictList } from '../core/schema.ts'
import type { Path, QueryValue } from '../core/transport.ts'

export interface PageOptions {
  /** Rows per page. Default: 50; of `page` the service's, which may be all rows. */
  readonly limit?: number | undefined
  /** Where to start. Default, also for null: at the first row. */
  readonly cursor?: Cursor | null | undefined
}

export interface TimeFilter {
  /** Only rows last written from then on, in unix seconds with a fraction: see `toUnixSeconds`. */
  readonly since?: number | undefined
  /** Only rows last written until then, in unix seconds with a fraction. */
  readonly until?: number | undefined
}

/** A list in its three forms. */
export interface PagedList<Row> {
  /**
   * Every row.
   * @example
   * for (const agent of await client.agents.list()) console.log(agent.id, agent.title)
   * for (const workspace of await client.workspaces.list()) console.log(workspace.name, workspace.role)
   */
  list(options?: TimeFilter & CallOptions): Promise<Row[]>

  /**
   * One page.
   * @example
   * const { data, next_cursor } = await client.agents.page({ limit: 20 })
   * console.log(data.length, next_cursor)
   * console.log((await client.workspaces.page({ limit: 5 })).data.length)
   */
  page(options?: PageOptions & TimeFilter & CallOptions): ResponsePromise<Page<Row>>

  /**
   * Row after row.
   * @example
   * for await (const agent of client.agents.iterate({ limit: 100 })) console.log(agent.title)
   * const workspaces = await client.workspaces.iterate().toArray({ limit: 10 })
   * console.log(workspaces.length)
   */
  iterate(options?: PageOptions & TimeFilter & CallOptions): RowIterator<Row>
}

type Query = Readonly<Record<string, QueryValue>>

export function listRoute<Row>({ send, lineOf, clock }: Requester, row: Schema<Row>) {
  const parse = pageParser(row)
  const page = (path: Path, query: Query, options: CallOptions, end?: number) =>
    send({ method: 'GET', path, query, parse, end }, options)
  const walk = (
    path: Path,
    { cursor: first, ...query }: Query & PageOptions,
    options: CallOptions,
    end?: number,
  ) =>
    iterateRows(
      () => lineOf({ method: 'GET', path }),
      first ?? undefined,
      (cursor) => page(path, { ...query, cursor }, options, end),
    )
  return {
    page,
    walk: (path: Path, { limit = 50, ...query }: Query & PageOptions, options: CallOptions) =>
      walk(path, { ...query, limit }, options),
    list: (path: Path, query: Query, options: CallOptions) =>
      walk(path, query, options, endOf(clock, options)).toArray(),
  }
}

export function pagedList<Row>(requester: Requester, path: Path, row: Schema<Row>): PagedList<Row> {
  const route = listRoute(requester, row)
  return {
    list: ({ since, until, ...options } = {}) => route.list(path, { since, until }, options),
    page: ({ limit, cursor, since, until, ...options } = {}) =>
      route.page(path, { limit, cursor, since, until }, options),
    iterate: ({ limit, cursor, since, until, ...options } = {}) =>
      route.walk(path, { limit, cursor, since, until }, options),
  }
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
