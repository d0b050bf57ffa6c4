// Reads the run history of an agent: its runs page by page, and of one run the rows of its tests.
import type { CallOptions, EarlierRun, TestCaseResult } from '../../client/index.ts'
import type { AgentRef, ServiceError } from '../../schema.ts'
import type { EvaluatorVersions } from '../model.ts'
import { versionsOf } from '../same-question.ts'
import { type GateService, serviceError } from '../service.ts'
import { serviceName } from './keys.ts'

/** What is asked for: runs that failed have no results, but their tests are not new. Servers that ignore it send other runs, too. */
export const TEST_RUNS = { type: 'llm-unit-test' } as const
export const PAGE_SIZE = 50
/** At most so many runs before the cut-off, and so many later ones, are read for what failed in them; the same for what passed. */
export const MAX_READS = 10

/** How earlier runs are read. */
export interface HistoryReader {
  readonly service: Pick<GateService, 'runs'>
  /** Asked for before each request. */
  readonly options: () => CallOptions
}

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

export interface EarlierRows {
  /** By their IDs. */
  readonly evaluators: EvaluatorVersions
  /** In the order of the run. */
  readonly named: (name: string) => readonly TestCaseResult[]
}

/** Null if they cannot be read. */
export async function readRows(
  taskId: string,
  rows: 'all' | 'failing',
  { service, options }: HistoryReader,
): Promise<EarlierRows | null> {
  const read = await service.runs.get(taskId, { ...options(), only_failed: rows === 'failing' })
  if (!read.ok) return null
  const byName = Map.groupBy(read.value.results ?? [], serviceName)
  return { evaluators: versionsOf(read.value), named: (name) => byName.get(name) ?? [] }
}
