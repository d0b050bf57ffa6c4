// A first launch whose response was lost: the run history tells whether it started a run.
import type { EarlierRun } from '../client/index.ts'
import { fromServiceTime } from '../client/timestamps.ts'
import { FINISHED_TEST_RUNS, type OwnRuns } from './history.ts'
import type { AgentRef } from './results.ts'
import type { Effects, HistoryPage } from './service.ts'

/** When the history is read, in milliseconds after the error: a launch may take effect late. */
const READS_AFTER_MS = [10_000, 20_000] as const
/** The service's times have no more than seconds. */
const ROUNDING_MS = 1_000
const RUNS_READ = 50

/** `not-started`: it is safe to launch once more. `adopted`: the one run that it started. `unknown`: neither is certain. */
export type Lookup =
  | { readonly kind: 'not-started' }
  | { readonly kind: 'adopted'; readonly taskId: string; readonly status: string }
  | { readonly kind: 'unknown' }

const unknown: Lookup = { kind: 'unknown' }

/** What the launch may be mistaken for, or compared with. Times in milliseconds since 1970. */
export interface LostLaunch {
  readonly agent: AgentRef
  /** When it was sent, by this machine's clock. */
  readonly launchedAt: number
  readonly deadline: number
  readonly ownRuns: OwnRuns
}

/**
 * Reads the history twice. Without any run that is new since the launch, nothing was started. A single new one is ours if it
 * has no fewer tests than any complete run before it: it may be somebody's retry otherwise.
 */
export async function lookUpLaunch(lost: LostLaunch, effects: Effects): Promise<Lookup> {
  const { clock, service, signal } = effects
  const failedAt = clock.now()
  let found: readonly EarlierRun[] = []
  let earlier: readonly EarlierRun[] = []
  for (const afterMs of READS_AFTER_MS) {
    if (failedAt + afterMs > lost.deadline) return unknown
    await clock.sleep(failedAt + afterMs - clock.now(), signal)
    if (signal.aborted) return unknown
    const options = { signal, timeoutMs: Math.max(1, lost.deadline - clock.now()), limit: RUNS_READ }
    const history = await service.history(lost.agent.uuid, { ...options, type: FINISHED_TEST_RUNS.type })
    if (!history.ok) return unknown
    const runs = newAndOld(history.value, lost, clock.now())
    if (runs === null || found.some(({ uuid }) => !runs.fresh.some((run) => run.uuid === uuid)))
      return unknown
    found = runs.fresh
    earlier = runs.old
  }
  const [only, ...others] = found
  if (only === undefined) return { kind: 'not-started' }
  const complete = earlier.filter(({ status }) => status === FINISHED_TEST_RUNS.status)
  const suite = Math.max(0, ...complete.map(({ total_tests }) => total_tests ?? 0))
  if (others.length > 0 || suite === 0) return unknown
  if ((await testsOf(only, lost, effects)) < suite) return unknown
  return { kind: 'adopted', taskId: only.uuid, status: only.status }
}

/** Null if it is unknown which runs are new: the service gave no time, or a run in progress looks old. */
function newAndOld(
  { items, unreadable = 0, serviceTime }: HistoryPage,
  { launchedAt, ownRuns }: LostLaunch,
  now: number,
): { readonly fresh: readonly EarlierRun[]; readonly old: readonly EarlierRun[] } | null {
  if (unreadable > 0 || serviceTime === null) return null
  const launchedByService = launchedAt + (serviceTime - now) - ROUNDING_MS
  // Servers may send benchmarks, too.
  const others = items.filter(({ uuid, type }) => !ownRuns.has(uuid) && type !== 'llm-benchmark')
  const timed = others.map((run) => ({
    run,
    createdAt: fromServiceTime(run.created_at)?.getTime() ?? Number.NaN,
  }))
  const isFresh = ({ createdAt }: { readonly createdAt: number }) => createdAt >= launchedByService
  const goesOn = ({ status }: EarlierRun) => status === 'queued' || status === 'in_progress'
  if (timed.some((each) => Number.isNaN(each.createdAt) || (goesOn(each.run) && !isFresh(each)))) return null
  return {
    fresh: timed.filter(isFresh).map(({ run }) => run),
    old: timed.filter((each) => !isFresh(each)).map(({ run }) => run),
  }
}

/** A queued run has no total yet, but the IDs of its tests. None if it cannot be read. */
async function testsOf(
  { uuid, total_tests }: EarlierRun,
  { deadline }: LostLaunch,
  { service, clock, signal }: Effects,
): Promise<number> {
  const options = { signal, timeoutMs: Math.max(1, deadline - clock.now()), compact: true }
  const read = await service.getRun(uuid, options)
  if (!read.ok) return 0
  return Math.max(total_tests ?? 0, read.value.total_tests ?? 0, read.value.test_uuids?.length ?? 0)
}
