// What each run of an agent's history is worth: whether it is a run of its own, whether it can be compared with, and whether it may hold
// the change. Pure functions, shared by the gate and the simulation.
import { fromServiceTime } from '../../client/core/timestamps.ts'
import type { EarlierRun } from '../../client/index.ts'
import type { CutOffs } from './cut-offs.ts'
import { formless, passRateOf, serviceName, type TestOutcomes, testOutcomes } from './keys.ts'
import { TEST_RUNS } from './reads.ts'

const OTHER_STATUSES: ReadonlySet<string> = new Set(['queued', 'in_progress', 'cancelled'])
const HOUR_MS = 3_600_000
export const MAX_RUNS = 10
/** A cut-off that GitHub does not give itself counts only if so many comparable runs are older. */
const ENOUGH_OLDER = 5

export interface ListedRun {
  /**
   * Why it cannot be compared with; null if it can. `unfinished`: it did not run all tests to an end, so it has no result, but its tests are
   * not new. `unreadable`: it might be comparable, but does not say enough.
   */
  readonly notUsed: 'unfinished' | 'other-tests' | 'unreadable' | null
  readonly taskId: string
  /** In milliseconds since 1970; NaN if that cannot be read. */
  readonly startedAt: number
  readonly passed: TestOutcomes
}

export function hasEnded({ status }: Pick<EarlierRun, 'status'>): boolean {
  return !OTHER_STATUSES.has(status)
}

/** Null for what is no run of tests, or has no end. @param keys of the tests that it should have most of */
export function listedRun(run: EarlierRun, keys: readonly string[]): ListedRun | null {
  if (!hasEnded(run) || run.type === 'llm-benchmark') return null
  const startedAt = fromServiceTime(run.created_at)?.getTime() ?? Number.NaN
  const passed = testOutcomes(run.results ?? [])
  const notUsed = Number.isNaN(startedAt) ? 'unreadable' : whyNotUsed(run, passed, keys)
  return { notUsed, taskId: run.uuid, startedAt, passed }
}

function whyNotUsed(run: EarlierRun, outcomes: TestOutcomes, keys: readonly string[]): ListedRun['notUsed'] {
  const { total_tests: total, passed, failed, status, type } = run
  if (isUnfinished(run)) return 'unfinished'
  const isTestRun = status === 'done' && (type ?? TEST_RUNS.type) === TEST_RUNS.type
  if (!isTestRun || total == null || passed == null || failed == null) return 'unreadable'
  if (passed + failed < total || passed + failed === 0) return 'unfinished'
  const rate = passRateOf(outcomes)
  if (rate.total !== total || rate.passed !== passed) return 'unreadable'
  if (coversMost(outcomes, keys)) return null
  // It was started by hand, or its tests are others; unless the service gives no names.
  return run.results?.some((test) => serviceName(test) === '') ? 'unreadable' : 'other-tests'
}

/** Whether a run has more than half of these tests. */
function coversMost(outcomes: TestOutcomes, keys: readonly string[]): boolean {
  // An edit of half the suite leaves a baseline.
  const covered = new Set([...outcomes.keys()].map(formless))
  const missing = keys.filter((key) => !covered.has(formless(key))).length
  return missing === 0 || missing * 2 < keys.length
}

function isUnfinished({ status, error, aborted, stopped_early, unanswered_tests }: EarlierRun): boolean {
  return status === 'failed' || Boolean(error || aborted || stopped_early || unanswered_tests)
}

/** @param listed newest first */
function withoutRetries(listed: readonly ListedRun[]): ListedRun[] {
  return listed.filter((run, index) => {
    const within = listed.slice(index + 1).filter(({ startedAt }) => run.startedAt - startedAt <= HOUR_MS)
    return !within.some((first) => isRetryOf(run, first))
  })
}

/** It has a part of the other's tests; or the same, if all of those failed. */
function isRetryOf(run: ListedRun, first: ListedRun): boolean {
  const keys = [...run.passed.keys()]
  const isPart = keys.length > 0 && keys.every((key) => first.passed.has(key))
  return isPart && (keys.length < first.passed.size || ![...first.passed.values()].includes(true))
}

/**
 * The runs of a history, newest first, on both sides of the cut-off that counts.
 * @param failing the keys of failing tests: older runs with one that none of the newest has count, too
 */
export function runsAround(
  listed: readonly ListedRun[],
  { times, latest, startedAt }: CutOffs,
  failing: readonly string[],
) {
  const runs = withoutRetries(listed)
  const comparable = runs.filter(({ notUsed }) => notUsed === null)
  const before = (time: number) => comparable.filter((run) => run.startedAt < time)
  const certain = times.at(-1) ?? Number.POSITIVE_INFINITY
  const leastOlder = Math.min(ENOUGH_OLDER, before(certain).length)
  const earliestFirst = times.toSorted((a, b) => a - b)
  const cutOff = earliestFirst.find((time) => before(time).length >= leastOlder) ?? certain
  const newest = before(cutOff).slice(0, MAX_RUNS)
  const lacking = failing.filter((key) => !newest.some(({ passed }) => passed.has(key)))
  const older = before(cutOff)
    .slice(MAX_RUNS)
    .filter(({ passed }) => lacking.some((key) => passed.has(key)))
    .slice(0, MAX_RUNS)
  const isFound = lacking.every((key) => older.some(({ passed }) => passed.has(key)))
  const since = (time: number) => runs.filter((run) => run.startedAt >= time)
  const notUsed = (why: ListedRun['notUsed']) =>
    runs.filter((run) => run.notUsed === why && !(run.startedAt >= cutOff))
  return {
    before: [...newest, ...older],
    /** Those that may hold the change. */
    later: comparable
      .filter((run) => run.startedAt >= cutOff && run.startedAt < startedAt)
      .slice(0, MAX_RUNS),
    /** Whether older ones would change nothing. */
    isEnough: cutOff === (earliestFirst[0] ?? certain) && newest.length === MAX_RUNS && isFound,
    isMost: before(certain).length >= MAX_RUNS,
    unfinished: notUsed('unfinished'),
    otherRuns: notUsed('other-tests').length,
    unreadable: notUsed('unreadable').length,
    tooRecent: since(cutOff).length,
    /** Too recent by one of two clocks. */
    unclear: since(certain).filter((run) => run.startedAt < latest).length,
  }
}
