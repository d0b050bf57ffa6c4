// The voice-form service's lists: one plain array, one page, or page after page.
import * as z from 'zod/mini'
import type { CallOptions, Caller } from './caller.ts'
import { type Parser, parserOf } from './parse.ts'
import { open } from './schema-parts.ts'
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

type Query = Readonly<Record<string, QueryValue>>

export interface ListRoute<Row> {
  /** The whole list as a plain array: `query` holds neither `limit` nor `cursor`. */
  list(path: string, query: Query, options: CallOptions): Promise<Row[]>
  page(path: string, query: Query, options: CallOptions): Promise<Page<Row>>
  /** Rows page by page, to a null `next_cursor`. A cursor that comes a second time is a {@link ContractError}. */
  walk(
    path: string,
    query: Query & WalkStart,
    options: CallOptions,
  ): AsyncGenerator<Row, void, undefined>
}

const DEFAULT_LIMIT = 50

export function listRoute<Row>({ call }: Pick<Caller, 'call'>, row: z.ZodMiniType<Row>): ListRoute<Row> {
  const parseList = parserOf(z.array(row))
  const parsePage: Parser<Page<Row>> = parserOf(
    open({ data: z.array(row), next_cursor: z.nullable(z.union([z.string(), z.number()])) }),
  )

  return {
    list(path, query, options) {
      return call('read', { method: 'GET', path, query, parse: parseList }, options)
    },

    page(path, query, options) {
      return call('read', { method: 'GET', path, query, parse: parsePage }, options)
    },

    async *walk(path, { limit = DEFAULT_LIMIT, cursor: first, ...filter }, options) {
      const used = new Set<string>()
      const parse = unused(used, parsePage)
      for (let cursor: Cursor | null | undefined = first; cursor !== null; ) {
        if (cursor !== undefined) used.add(String(cursor))
        const query = { ...filter, limit, cursor }
        const page: Page<Row> = await call('read', { method: 'GET', path, query, parse }, options)
        yield* page.data
        cursor = page.next_cursor
      }
    },
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
