// The run history of an agent, page by page.
import type { EarlierRun } from '../../client/index.ts'
import type { AgentRef, ServiceError } from '../../schema.ts'
import { serviceError } from '../service.ts'
import type { HistoryReader } from './rows.ts'

/** What is asked for. Servers that ignore it send other runs, too. */
export const FINISHED_TEST_RUNS = { type: 'llm-unit-test', status: 'done' } as const
/** Runs that failed have no results, but their tests are not new. */
export const TEST_RUNS = { type: FINISHED_TEST_RUNS.type } as const
export const PAGE_SIZE = 50

type HistoryPage =
  | { readonly ok: false; readonly error: ServiceError }
  | {
      readonly ok: true
      readonly items: readonly EarlierRun[]
      /** Whether runs are missing so far, which the client could not read or the service left out. */
      readonly isCut: boolean
      /** Runs so far. */
      readonly read: number
      readonly isEnd: boolean
    }

/** The run history of an agent, newest runs first, until its end, an error, or as many runs as asked for. */
export async function* historyPages(
  { uuid }: AgentRef,
  { service, options }: HistoryReader,
  maxRuns: number,
): AsyncGenerator<HistoryPage> {
  let offset = 0
  let isCut = false
  let isEnd = false
  while (!isEnd && offset < maxRuns) {
    const limit = Math.min(PAGE_SIZE, maxRuns - offset)
    const response = await service.runs.list(uuid, { ...options(), ...TEST_RUNS, limit, offset })
    if (!response.ok) return yield { ok: false, error: serviceError(response.error) }
    const { items, total, unreadable: refused = 0 } = response.value
    const received = items.length + refused
    isCut ||= received === 0 ? (total ?? 0) > offset : refused > 0
    offset += received
    // Some services give the size of the page as the total: a full page is never known to be the last.
    isEnd = received === 0 || (received < limit && offset >= (total ?? Number.POSITIVE_INFINITY))
    yield { ok: true, items, isCut, read: offset, isEnd }
  }
}
