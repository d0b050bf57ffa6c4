// Decides whether an earlier run belongs to the baseline.
import type { EarlierRun } from '../client/index.ts'
import { fromServiceTime } from '../client/timestamps.ts'
import type { BaselineRun, PassRate } from './results.ts'

/** What is asked for. Servers that ignore it send other runs, too. */
export const FINISHED_TEST_RUNS = { type: 'llm-unit-test', status: 'done' } as const
const OTHER_STATUSES: ReadonlySet<string> = new Set(['queued', 'in_progress', 'failed', 'cancelled'])
/** How far the clocks of the service and of this machine may differ. Time zones differ by more. */
const CLOCK_DIFFERENCE_MS = 14 * 60_000

/** Which runs count. Times in milliseconds since 1970. */
export interface RunFilter {
  readonly now: number
  /** Runs that started at this time or later do not count: they may hold the change. */
  readonly cutOff: number
  /** The runs of this job. */
  readonly ownRuns: { has(taskId: string): boolean }
}

/** An earlier run, with whether each test of this job's run passed in it; undefined if it does not tell. */
export interface EarlierTests {
  readonly run: BaselineRun
  readonly passed: readonly (boolean | undefined)[]
}

/** `excluded`: not part of the baseline. `unusable`: it might be, but it cannot be read. */
export type JudgedRun =
  | ({ readonly kind: 'baseline' } & EarlierTests)
  | { readonly kind: 'excluded' }
  | { readonly kind: 'unusable'; readonly why: string }

const excluded = { kind: 'excluded' } as const
const unusable = (why: string) => ({ kind: 'unusable', why }) as const

/** @param keys of the tests of this job's run */
export function judgeRun(run: EarlierRun, filter: RunFilter, keys: readonly string[]): JudgedRun {
  if (filter.ownRuns.has(run.uuid) || isOtherRun(run)) return excluded
  const createdAt = fromServiceTime(run.created_at)?.getTime()
  if (createdAt === undefined) return unusable('unknown start time')
  if (createdAt > filter.now + CLOCK_DIFFERENCE_MS) return unusable('start time in the future')
  if (createdAt >= filter.cutOff) return excluded
  if (run.status !== FINISHED_TEST_RUNS.status) return unusable('unknown status')
  if ((run.type ?? FINISHED_TEST_RUNS.type) !== FINISHED_TEST_RUNS.type) return unusable('unknown type')
  const { total_tests: total, passed, failed } = run
  if (total == null || passed == null || failed == null) return unusable('no counts')
  if (passed + failed < total || passed + failed === 0) return excluded
  const rows = run.results ?? []
  const having = (outcome: boolean) =>
    rows.reduce((count, row) => count + (row.passed === outcome ? 1 : 0), 0)
  if (rows.length !== total || having(true) !== passed || having(false) !== failed)
    return unusable('tests that contradict the counts')
  const outcomes = testOutcomes(rows)
  const passedNow = keys.map((key) => outcomes.get(key))
  const covered = passedNow.filter((each) => each !== undefined).length
  // Less is a retry, or was started by hand.
  if (covered * 2 < keys.length || covered < Math.min(2, keys.length))
    return rows.some(({ name }) => !name?.trim()) ? unusable('tests without a name') : excluded
  const [p95LatencyMs, meanCostUsd] = [run.latency_ms?.p95 ?? null, run.cost?.mean ?? null]
  return {
    kind: 'baseline',
    run: { taskId: run.uuid, createdAt, ...passRateOf(outcomes), p95LatencyMs, meanCostUsd },
    passed: passedNow,
  }
}

/** Whether it is a benchmark, or did not run all tests to an end. */
function isOtherRun(run: EarlierRun): boolean {
  return (
    OTHER_STATUSES.has(run.status) ||
    run.type === 'llm-benchmark' ||
    run.error === true ||
    run.aborted === true ||
    run.stopped_early === true ||
    (run.unanswered_tests ?? 0) > 0
  )
}

export function passRateOf(passed: ReadonlyMap<string, boolean>): PassRate {
  let passing = 0
  for (const each of passed.values()) if (each) passing += 1
  return { passed: passing, total: passed.size }
}

/** Whether each test passed, by {@link testKeys}; tests without a verdict are left out. */
export function testOutcomes(
  tests: readonly {
    readonly name?: string | null | undefined
    readonly passed?: boolean | null | undefined
  }[],
): ReadonlyMap<string, boolean> {
  const keys = testKeys(tests)
  const outcomes = new Map<string, boolean>()
  for (const [index, { passed }] of tests.entries())
    if (typeof passed === 'boolean') outcomes.set(keys[index] ?? '', passed)
  return outcomes
}

/** What tests are matched by across runs: the name; of several with the same name, their order. */
export function testKeys(tests: readonly { readonly name?: string | null | undefined }[]): string[] {
  const seen = new Map<string, number>()
  return tests.map(({ name }) => {
    const count = (seen.get(name ?? '') ?? 0) + 1
    seen.set(name ?? '', count)
    return `${count} ${name ?? ''}`
  })
}
