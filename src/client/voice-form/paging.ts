// Reads the voice-form service's lists.
import * as z from 'zod/mini'
import { type CallOptions, endOf } from '../core/options.ts'
import { type Cursor, iterateRows, type Page } from '../core/paging.ts'
import type { Parser } from '../core/parser.ts'
import type { Requester } from '../core/requester.ts'
import { nullish, parserOf, record, type Schema, strictList } from '../core/schema.ts'
import type { Path, QueryValue } from '../core/transport.ts'
import type { PagedList, PageOptions } from './types.ts'

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
