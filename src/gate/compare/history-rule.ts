// The statistics behind `gate-if-worse`: did a failing test break, or does it fail now and then anyway?
// Pure functions over counts, shared by the gate and the simulation. What they assume and achieve: docs/internals/statistics.md.
import type { JudgedOutcome, TestHistory } from '../model.ts'
import { type FailingTest, sampleOf } from './control-rule.ts'

/** The compared tests of a job, across all its agents: those that at least one baseline run contains. Accepted ones are not. */
export interface BaselineSums {
  readonly comparedTests: number
  /** Sums over the compared tests. */
  readonly failures: number
  readonly runs: number
}

/** The attempts of one test in this job so far. An attempt without an answer is neither failed nor passed. */
export interface AttemptCounts {
  readonly failed: number
  readonly passed: boolean
  /** Otherwise the test is not part of {@link Today}. */
  readonly firstAnswered: boolean
}

/** The answered first attempts of the compared tests against their history. */
export interface Today {
  readonly failed: number
  /** How many would fail on average if nothing had changed. */
  readonly expected: number
}

export interface FailureCount extends Today {
  /** Tests that take part. */
  readonly tests: number
  /** The probability of `failed` or more if nothing had changed but the day, which may double each chance; 0 to 1. */
  readonly probability: number
  /** That is too unlikely: {@link testsToCountAgain} run once more, and if they are too many again, the job fails. */
  readonly isTooMany: boolean
}

/** The failure rate of all compared tests is taken to be this at least. */
const LEAST_RATE = 0.005

/**
 * How many times as many failures the rule puts down to the day, at most. In a small suite that hardly ever fails, a second
 * broken test is hundreds of times as many.
 */
const WORST_DAY = 3

/** Failures are too many at this probability or less, and if they are this many or more. */
const COUNT_SIGNIFICANCE = 0.01
const MIN_FAILURES = 3
/** So many tests are counted again. */
const COUNTED_AGAIN = 50

/** A test is broken if this many or fewer of the compared tests would fail that often by chance. */
const EXPECTED_FALSE_ALARMS = 0.01
/** So that verdicts do not hang on rounding. */
const ROUNDING = 1 + 1e-9

/** Failed attempts that a verdict takes. `retries` may ask for more than the least. */
export const LEAST_ATTEMPTS = 3
const MOST_ATTEMPTS = 6

/** Rounds of retries that a job has at most. */
export const MAX_ROUNDS = MOST_ATTEMPTS

/** Sums up the histories of a job's tests; new tests add nothing. */
export function baselineSums(histories: Iterable<EarlierCounts>): BaselineSums {
  let [comparedTests, failures, runs] = [0, 0, 0]
  for (const history of histories) {
    if (history.runs === 0) continue
    comparedTests += 1
    failures += history.failures
    runs += history.runs
  }
  return { comparedTests, failures, runs }
}

type EarlierCounts = Pick<TestHistory, 'failures' | 'runs'>

/**
 * Whether to retry a test that did not pass its first attempt, or what became of it. Call it after each round until it
 * stops returning `retry`.
 * @param retries the number of retries that are always made, 0 to 5
 */
export function judgeFailure(
  test: TestHistory,
  attempts: AttemptCounts,
  baseline: BaselineSums,
  today: Today,
  retries: number,
): Exclude<JudgedOutcome, 'failed-on-control' | 'edited' | 'not-compared'> | 'retry' {
  if (test.isNew) return 'new'
  if (2 * test.failures > test.runs) return test.mayBeErrors ? 'undecided' : 'failed-before'
  if (attempts.passed) return 'flaky'
  if (attempts.failed <= retries) return 'retry'
  if (test.runs === 0) return 'undecided'
  if (attempts.failed < LEAST_ATTEMPTS) return 'retry'
  const chance = chanceOfFailures(test, attempts, baseline, today)
  if (baseline.comparedTests * chance <= EXPECTED_FALSE_ALARMS * ROUNDING) return 'broke'
  if (attempts.failed < MOST_ATTEMPTS) return 'retry'
  return test.mayBeErrors ? 'undecided' : 'failed-before'
}

/**
 * The chance of that many failures in a row: the mean of the power over a beta distribution of failure rates. The power of the
 * mean would understate it. Its first parameter grows with how much more often the other tests fail today than expected.
 */
function chanceOfFailures(
  test: EarlierCounts,
  attempts: AttemptCounts,
  baseline: BaselineSums,
  today: Today,
): number {
  const own = attempts.firstAnswered ? { failed: 1, expected: chanceToFail(test, baseline) } : nothing
  const expected = today.expected - own.expected
  const factor = expected > 0 ? Math.min(Math.max(1, (today.failed - own.failed) / expected), WORST_DAY) : 1
  const weight = factor * weightOf(test, baseline)
  let chance = 1
  for (let j = 0; j < attempts.failed; j++) chance *= (weight + j) / (test.runs + 4 + j)
  return chance
}

const nothing: Today = { failed: 0, expected: 0 }

/** As many failures as the test had, and four runs in which it failed as often as all. */
function weightOf({ failures }: EarlierCounts, baseline: BaselineSums): number {
  return failures + 4 * Math.max(baseline.failures / Math.max(baseline.runs, 1), LEAST_RATE)
}

/** The chance of an unchanged test to fail its first attempt. That of a test that often failed is high. */
function chanceToFail(test: EarlierCounts, baseline: BaselineSums): number {
  return weightOf(test, baseline) / (test.runs + 4)
}

/** `failed`: the first attempt was answered, and failed. */
type FirstAttempt = EarlierCounts & { readonly failed: boolean }

/**
 * Finds many small breaks at once: holds the failed attempts against the chances of the tests, doubled. Without compared tests,
 * `probability` is 1.
 * @param tests those whose attempt was answered
 */
export function countFailures(tests: readonly FirstAttempt[], baseline: BaselineSums): FailureCount {
  const { failed, expected, chances } = todayOf(tests, baseline)
  const doubled = chances.map((chance) => Math.min(1, 2 * chance))
  const probability = poissonBinomialTail(doubled, failed)
  const isTooMany = failed >= MIN_FAILURES && probability <= COUNT_SIGNIFICANCE
  return { tests: chances.length, failed, expected, probability, isTooMany }
}

/**
 * The tests whose second attempts {@link countFailures} holds against their chances if too many failed, so that an outage of
 * minutes does not block. Also passing ones: a decline of all tests hardly shows in those that failed once.
 */
export function testsToCountAgain<T extends FirstAttempt & Pick<FailingTest, 'agent' | 'name'>>(
  tests: readonly T[],
): T[] {
  return sampleOf(
    tests.filter(({ runs }) => runs > 0),
    COUNTED_AGAIN,
  )
}

/** With the chance of each. @param tests those whose first attempt was answered */
export function todayOf(tests: readonly FirstAttempt[], baseline: BaselineSums) {
  const compared = tests.filter(({ runs }) => runs > 0)
  const chances = compared.map((test) => chanceToFail(test, baseline))
  const failed = compared.filter((test) => test.failed).length
  return { chances, failed, expected: chances.reduce((sum, chance) => sum + chance, 0) }
}

/**
 * The probability that at least `count` of independent events happen, each with its own chance. Adds one event at a time
 * to the distribution of the number so far, below `count`; what reaches `count` stays there. Sums of positive numbers
 * only, so small results keep their precision. Outer probabilities below 1e-40 are dropped: that keeps 100,000 events
 * fast, and changes the result by far less than rounding does.
 * @param chances 0 to 1
 */
export function poissonBinomialTail(chances: readonly number[], count: number): number {
  if (count <= 0) return 1
  const negligible = 1e-40
  // at[k]: the probability of k events so far; 0 outside low to high.
  const at = new Float64Array(count)
  at[0] = 1
  let [low, high, tail] = [0, 0, 0]
  for (const chance of chances) {
    if (high + 1 < count) high += 1
    else tail += (at[high] ?? 0) * chance
    for (let k = high; k > low; k--) at[k] = (at[k] ?? 0) * (1 - chance) + (at[k - 1] ?? 0) * chance
    at[low] = (at[low] ?? 0) * (1 - chance)
    while (low < high && (at[low] ?? 0) < negligible) at[low++] = 0
    while (low < high && (at[high] ?? 0) < negligible) at[high--] = 0
  }
  return Math.min(tail, 1)
}
