// The statistics behind `gate-if-worse`: did a failing test break, or does it fail now and then anyway?
// Pure functions over counts, shared by the gate and the simulation. What they assume and achieve: docs/statistics.md.

/** How one test did in the baseline runs that contain it, over first attempts. Whole numbers, `failures` ≤ `runs`. */
export interface TestHistory {
  readonly failures: number
  /** 0 also for a test that has no verdict in any of them. */
  readonly runs: number
  /** Whether no baseline run contains it. */
  readonly isNew: boolean
}

/** The compared tests of a job, across all its agents: those that at least one baseline run contains. */
export interface Baseline {
  readonly comparedTests: number
  /** Sums over the compared tests. */
  readonly failures: number
  readonly runs: number
}

/** The attempts of one test in this job so far. An attempt without an answer is neither failed nor passed. */
export interface Attempts {
  readonly failed: number
  readonly passed: boolean
}

/**
 * What became of a test that did not pass its first attempt. Only `broken` blocks.
 * - `broken`: failed every attempt, and its history does not explain that
 * - `known-failure`: also failed in more than half of its baseline runs
 * - `new`: in no baseline run
 * - `flaky`: passed a retry
 * - `unreliable`: failed every attempt, but fails too often anyway to say that it got worse
 */
export type FailureClass = 'broken' | 'known-failure' | 'new' | 'flaky' | 'unreliable'

/** First attempts of all compared tests against their history. */
export interface FailureCount {
  /** Tests with enough baseline runs to take part. */
  readonly tests: number
  /** How many of them failed their first attempt. */
  readonly failed: number
  /** How many would fail on average if nothing had changed. */
  readonly expected: number
  /** The probability of `failed` or more if nothing had changed, 0 to 1. */
  readonly probability: number
  /** True if that is too unlikely: the job fails at once, without retries. */
  readonly blocks: boolean
}

/** Retries that a test gets beyond `retries` if it is not broken by then. */
export const EXTRA_RETRIES = 2

/** A test needs this many baseline runs to take part in the count of failures. */
const MIN_RUNS_TO_COUNT = 5

/** The count blocks at this probability or less. */
const COUNT_SIGNIFICANCE = 0.01

/** Sums up the histories of a job's tests; new tests add nothing. */
export function baselineOf(histories: Iterable<Pick<TestHistory, 'failures' | 'runs'>>): Baseline {
  let [comparedTests, failures, runs] = [0, 0, 0]
  for (const history of histories) {
    if (history.runs === 0) continue
    comparedTests += 1
    failures += history.failures
    runs += history.runs
  }
  return { comparedTests, failures, runs }
}

/**
 * Whether to retry a test that did not pass its first attempt, or what became of it. Call it after each round until it
 * stops returning `retry`: that takes at most `retries` + 3 failed attempts.
 *
 * `retries` (0 to 5) is the number of retries that are always made. A test that could still be either broken or
 * unreliable gets up to two more, also with `retries: 0`: with more than two tests a single failure
 * is never enough to block, so without them no single break could be found.
 */
export function classifyFailure(
  test: TestHistory,
  attempts: Attempts,
  baseline: Baseline,
  retries: number,
): FailureClass | 'retry' | 'undetermined' {
  if (test.isNew) return 'new'
  if (2 * test.failures > test.runs) return 'known-failure'
  if (attempts.passed) return 'flaky'
  if (attempts.failed <= retries) return 'retry'
  if (test.runs === 0) return 'undetermined'
  if (isBroken(test, attempts.failed, baseline)) return 'broken'
  return attempts.failed <= retries + EXTRA_RETRIES ? 'retry' : 'unreliable'
}

/**
 * With x failures in h baseline runs and p the failure rate of all compared tests, at least 1/50, the test's chance to
 * fail is estimated as f = (x + 2p) / (h + 2), but at least p: among very many tests, some that fail as often as the others
 * have not failed so far. It is broken if comparedTests × f^attempts ≤ 1/20.
 * In whole numbers, so that the verdict does not hang on rounding: with p = X/H, f = max(X(h + 2), xH + 2X) / (H(h + 2)).
 */
function isBroken(
  { failures, runs }: Pick<TestHistory, 'failures' | 'runs'>,
  attempts: number,
  baseline: Baseline,
): boolean {
  const aboveFloor = 50 * baseline.failures > baseline.runs
  const [allFailures, allRuns] = aboveFloor ? [baseline.failures, baseline.runs] : [1, 50]
  const estimate = Math.max(allFailures * (runs + 2), failures * allRuns + 2 * allFailures)
  const numerator = BigInt(estimate) ** BigInt(attempts)
  const denominator = BigInt(allRuns * (runs + 2)) ** BigInt(attempts)
  return 20n * BigInt(baseline.comparedTests) * numerator <= denominator
}

/**
 * Finds many small breaks at once: counts the failed first attempts of the tests with 5 or more baseline runs, and holds
 * them against each test's chance to fail, (x + 4p) / (h + 4) with p at least 0.005. Known failures take part: their
 * chance is high. With no such test, `probability` is 1.
 * @param tests those that were run; `failed` means that the first attempt was answered, and failed
 */
export function countFailures(
  tests: Iterable<Pick<TestHistory, 'failures' | 'runs'> & { readonly failed: boolean }>,
  baseline: Baseline,
): FailureCount {
  const prior = 4 * Math.max(baseline.failures / Math.max(baseline.runs, 1), 0.005)
  const chances: number[] = []
  let [failed, expected] = [0, 0]
  for (const test of tests) {
    if (test.runs < MIN_RUNS_TO_COUNT) continue
    const chance = (test.failures + prior) / (test.runs + 4)
    chances.push(chance)
    expected += chance
    if (test.failed) failed += 1
  }
  const probability = poissonBinomialTail(chances, failed)
  return { tests: chances.length, failed, expected, probability, blocks: isTooUnlikely(probability) }
}

/** Whether a count of failures of this probability blocks. */
export function isTooUnlikely(probability: number): boolean {
  return probability <= COUNT_SIGNIFICANCE
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
