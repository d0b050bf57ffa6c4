// The statistics behind `gate-if-worse`: did a failing test break, or does it fail now and then anyway?
// Pure functions over counts, shared by the gate and the simulation. What they assume and achieve: docs/internals/statistics.md.
import type { TestOutcome } from '../cause.ts'
import type { TestHistory } from '../model.ts'

/** How often tests fail though nothing is wrong, and the share of tests that do where no more is known: it is worth 30 tests. */
const RATES = [0.002, 0.01, 0.03, 0.08, 0.2, 0.4, 0.6, 0.8]
const USUAL_SHARES = [0.5, 0.2, 0.1, 0.08, 0.05, 0.035, 0.02, 0.015]
const USUAL_TESTS = 30
const FITTINGS = 3
/** How many times as often all tests may fail on a day, and the share of such days. */
const FACTORS = [1, 1.5, 2, 3]
const DAYS = [0.6, 0.15, 0.15, 0.1]
/** The chance that a test broke, at least: a change may break many at once, which is no bad day. */
const MAY_HAVE_BROKEN = 0.05

/**
 * A test broke after so many failed attempts, if no more than so many of the compared tests would fail that often by chance. After the
 * first attempts, it runs again only if the most attempts, one in each round, would show that it broke. After few earlier runs, too few
 * breaks would be found without more attempts and more left to chance.
 */
const ENOUGH_RUNS = 10
const AFTER_FEW_RUNS = { attempts: 8, falseAlarms: 0.1, firstAttempts: 3 }
const AFTER_ENOUGH_RUNS = { attempts: 5, falseAlarms: 0.03, firstAttempts: 1 }
export const MAX_ROUNDS = 10

export type EarlierCounts = Pick<TestHistory, 'failures' | 'runs'>

/** A test with its attempts in this job so far. One without an answer is neither failed nor passed. */
export type Attempted<History extends EarlierCounts = TestHistory> = History & {
  readonly failed: number
  /** Once an attempt passed, whatever a further one gives. */
  readonly passed: boolean
}

/** What the compared tests whose first attempt was answered say of all, and of today. */
interface Today {
  readonly tests: number
  /** What share of the tests fails at each of {@link RATES}. */
  readonly shares: readonly number[]
  /** How likely their attempts are on a day with each of {@link FACTORS}, as logarithms. */
  readonly days: readonly number[]
}

/** Call it again after each round. */
export function todayOf(compared: readonly Attempted<EarlierCounts>[]): Today {
  const tests = compared.length
  const histories = alike(compared, ({ failures, runs }) => `${failures} ${runs}`)
  let shares = USUAL_SHARES
  for (let fitting = 0; fitting < FITTINGS; fitting++) {
    const sums = USUAL_SHARES.map((share) => USUAL_TESTS * share)
    for (const { test, size } of histories)
      for (const [at, share] of sharesOf(test, shares).entries()) sums[at] = (sums[at] ?? 0) + size * share
    shares = sums.map((sum) => sum / (USUAL_TESTS + tests))
  }
  const days = DAYS.map(Math.log)
  const attempts = alike(
    compared,
    ({ failures, runs, failed, passed }) => `${failures} ${runs} ${failed} ${passed}`,
  )
  for (const { test, size } of attempts)
    for (const [day, likelihood] of daysOf(test, { tests, shares }).entries())
      days[day] = (days[day] ?? 0) + size * likelihood
  return { tests, shares, days }
}

/** Many tests have the same counts, which are summed up once. */
function alike<T>(tests: readonly T[], key: (test: T) => string) {
  const groups = [...Map.groupBy(tests, key).values()]
  return groups.flatMap((group) => group.slice(0, 1).map((test) => ({ test, size: group.length })))
}

/** How likely a test with this history is to fail at each of {@link RATES}. */
function sharesOf({ failures, runs }: EarlierCounts, shares: readonly number[]): number[] {
  const logs = RATES.map((rate, at) => {
    return Math.log(shares[at] ?? 0) + failures * Math.log(rate) + (runs - failures) * Math.log1p(-rate)
  })
  return asShares(logs)
}

/** Shares from logarithms of likelihoods, which may be too small for numbers. */
function asShares(logs: readonly number[]): number[] {
  const most = Math.max(...logs)
  const sum = logs.reduce((sum, log) => sum + Math.exp(log - most), 0)
  return logs.map((log) => Math.exp(log - most) / sum)
}

/** The chance to fail so often, and then to pass if it did. @param factor of the day */
function chanceOf(failed: number, passed: boolean, shares: readonly number[], factor: number): number {
  return RATES.reduce((sum, usual, at) => {
    const rate = Math.min(1, factor * usual)
    return sum + (shares[at] ?? 0) * rate ** failed * (passed ? 1 - rate : 1)
  }, 0)
}

/** How likely its attempts are on each day, as logarithms. Unless it passed, a test may have broken. */
function daysOf(test: Attempted<EarlierCounts>, { tests, shares }: Omit<Today, 'days'>): number[] {
  const own = sharesOf(test, shares)
  const breaks = test.passed ? 0 : Math.max(MAY_HAVE_BROKEN, 1 / tests)
  return FACTORS.map((factor) => {
    const unchanged = chanceOf(test.failed, test.passed, own, factor)
    return Math.log(Math.max(unchanged + (1 - unchanged) * breaks, Number.MIN_VALUE))
  })
}

/**
 * Whether to retry a test that did not pass its first attempt, or what became of it. Call it after each round until it
 * stops returning `retry`.
 * @param isCounted whether its first attempt was answered, so that it is part of `today`
 * @param retries the least number of retries before a test is broken, 0 to 5
 */
export function judgeFailure(
  test: Attempted,
  isCounted: boolean,
  today: Today,
  retries: number,
): TestOutcome | 'retry' {
  const { failures, runs, failed } = test
  if (test.isNew) return 'new'
  if (2 * failures > runs) return test.mayBeErrors ? 'undecided' : 'failed-before'
  if (test.passed) return 'flaky'
  if (runs === 0) return failed <= retries ? 'retry' : 'undecided'
  const { attempts, falseAlarms, firstAttempts } = neededFor(test)
  const itsDays = isCounted ? daysOf(test, today) : []
  const others = { ...today, days: today.days.map((likelihood, day) => likelihood - (itsDays[day] ?? 0)) }
  const isTooMany = (times: number) => falseAlarmsOf(others, test, times) > falseAlarms
  if (failed >= Math.max(attempts, 1 + retries) && !isTooMany(failed)) return 'broke'
  // A test that failed less often than it seems may still pass.
  const first = test.mayBeErrors ? AFTER_FEW_RUNS.firstAttempts : firstAttempts
  return failed >= first && isTooMany(MAX_ROUNDS) ? unbroken(test) : 'retry'
}

function neededFor({ runs }: EarlierCounts) {
  return runs < ENOUGH_RUNS ? AFTER_FEW_RUNS : AFTER_ENOUGH_RUNS
}

/** How many of the compared tests fail so many times by chance. A test that no other is compared with stands for itself. */
function falseAlarmsOf({ tests, shares, days }: Today, test: EarlierCounts, failed: number): number {
  const own = sharesOf(test, shares)
  const chances = asShares(days).map((day, at) => day * chanceOf(failed, false, own, FACTORS[at] ?? 1))
  return Math.max(1, tests) * chances.reduce((sum, chance) => sum + chance, 0)
}

/** What becomes of a failing test that is not known to be broken. Failures that may be errors excuse nothing. */
export function unbroken({ failures, runs, mayBeErrors = false }: Omit<TestHistory, 'isNew'>) {
  if (runs === 0 || mayBeErrors) return 'undecided'
  return failures === 0 ? 'passed-before' : 'fails-now-and-then'
}

/** Why a test that passed all its earlier runs, or broke, shows only *perhaps* a change. Null if it shows more. */
export function doubtOf(
  test: Attempted,
  decision: ReturnType<typeof judgeFailure>,
  today: Today,
): 'runs' | 'attempts' | 'failures' | 'day' | null {
  const isEnough = test.runs >= ENOUGH_RUNS
  if (decision === 'broke' && !isEnough) return 'runs'
  if (decision === 'broke') return test.failures > 0 ? 'failures' : null
  if (decision === 'retry') return isEnough || test.failed < AFTER_ENOUGH_RUNS.attempts ? 'attempts' : 'runs'
  const onUsualDay = falseAlarmsOf({ ...today, days: [0] }, test, MAX_ROUNDS)
  return onUsualDay <= neededFor(test).falseAlarms ? 'day' : 'runs'
}
