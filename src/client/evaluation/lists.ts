// Reads the evaluation service's lists, page by page.
import { ContractError } from '../core/errors.ts'
import { type CallOptions, endOf } from '../core/options.ts'
import { type List, pagedList } from '../core/paging.ts'
import type { Parser } from '../core/parser.ts'
import { issueAt } from '../core/reason.ts'
import type { Requester } from '../core/requester.ts'
import type { Path, QueryValue } from '../core/transport.ts'
import type { ItemPage } from './types.ts'

export interface OffsetOptions extends CallOptions {
  /** Items on a page. Default: the service's, which is all of them; of runs 50. */
  readonly limit?: number | undefined
  /** Items to skip. */
  readonly offset?: number | undefined
}

export interface ListOptions extends OffsetOptions {
  /** Only those whose name contains this, in any case; older servers ignore it for agents. */
  readonly q?: string | undefined
}

/** `page()` of it is one answer of the service. */
export type ItemList<Item> = List<Item, ItemPage<Item>>

interface ListRequest<Page> {
  readonly path: Path
  readonly filter?: Readonly<Record<string, QueryValue>>
  readonly parse: Parser<Page>
}

/** Each item once: one that is created meanwhile shifts the pages, so that another one is sent twice. */
export function listItems<
  Item extends { readonly uuid: string },
  Page extends ItemPage<Item> & { readonly unreadable?: number },
>(
  { send, lineOf, clock }: Requester,
  { path, filter, parse }: ListRequest<Page>,
  { q, limit, offset: start = 0, ...options }: ListOptions = {},
): List<Item, Page> {
  const read = (offset: number, end?: number) => {
    const query = { ...filter, q, limit, offset: offset === 0 ? undefined : offset }
    return send({ method: 'GET', path, query, parse, end }, options)
  }
  async function* items() {
    const end = endOf(clock, options)
    const known = new Set<string>()
    let [offset, repeated, total] = [start, 0, Number.POSITIVE_INFINITY]
    for (;;) {
      const page: Page = await read(offset, end)
      const foundBefore = offset - repeated
      for (const item of page.items) {
        if (known.has(item.uuid)) repeated += 1
        else yield item
        known.add(item.uuid)
      }
      const received = page.items.length + (page.unreadable ?? 0)
      offset += received
      total = Math.min(total, page.total ?? total)
      const found = offset - repeated
      // A page as long as its limit has a successor, unless the total says otherwise.
      const isShort = Number.isFinite(total) ? found < total : received === (page.limit || limit)
      if (!isShort) return
      if (found > foundBefore) continue
      const what = `the service lists ${Number.isFinite(total) ? total : 'more'} items, but sent only ${found}`
      const issues = [issueAt('', what)]
      throw new ContractError(lineOf({ method: 'GET', path }), what, { transient: false, issues })
    }
  }
  return pagedList(() => read(start), items)
}
