// The two shapes of lists, and the filter by time.
import { json } from '../router.ts'
import { integerQuery, numberQuery } from '../validation.ts'

const DEFAULT_LIMIT = 50
const MAX_LIMIT = 200

/** A page. The cursor is the position of its first row. */
export function envelope(rows: readonly object[], query: URLSearchParams) {
  const limit = integerQuery(query, 'limit', 1, MAX_LIMIT) ?? DEFAULT_LIMIT
  const first = integerQuery(query, 'cursor', 0) ?? 0
  const end = first + limit
  return json({ data: rows.slice(first, end), next_cursor: end < rows.length ? end : null })
}

/** A plain array, or a page if `limit` or `cursor` is given. */
export function list(rows: readonly object[], query: URLSearchParams) {
  return query.has('limit') || query.has('cursor') ? envelope(rows, query) : json(rows)
}

/** Filters by `since` and `until`, in unix seconds. */
export function inPeriod<Row>(
  rows: readonly Row[],
  query: URLSearchParams,
  timeOf: (row: Row) => number,
): Row[] {
  const since = numberQuery(query, 'since') ?? Number.NEGATIVE_INFINITY
  const until = numberQuery(query, 'until') ?? Number.POSITIVE_INFINITY
  return rows.filter((row) => timeOf(row) >= since && timeOf(row) <= until)
}
