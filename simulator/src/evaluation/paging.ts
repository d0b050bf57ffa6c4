// A page of a list, as the query asks for it.
import { integerQuery, MAX_LIMIT } from '../validation.ts'

/** By `q`, of which the last counts, `limit` and `offset`; everything without `limit`. */
export function pageOf<Named extends { readonly name: string }>(
  query: URLSearchParams,
  all: readonly Named[],
) {
  const search = (query.getAll('q').at(-1) ?? '').toLowerCase()
  const limit = integerQuery(query, 'limit', 1, MAX_LIMIT)
  const offset = integerQuery(query, 'offset', 0) ?? 0
  const found = all.filter(({ name }) => name.toLowerCase().includes(search))
  return {
    items: found.slice(offset, limit === null ? undefined : offset + limit),
    total: found.length,
    limit,
    offset,
  }
}
