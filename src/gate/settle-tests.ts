// From first attempts to settled results: which tests each mode retries, and their final results.
import type { ComparableBaseline } from './baseline.ts'
import {
  classify,
  classOf,
  comparisonOf,
  countFirstFailures,
  hasAnswer,
  historiesOf,
  historyOfAll,
} from './compare.ts'
import type { Comparison, TestBaseline, TestResult } from './results.ts'
import {
  attemptsOf,
  type RetriedAgent,
  type RetriedTest,
  type RetryEffects,
  retryTests,
  settle,
} from './retry-tests.ts'
import type { TestRun } from './run-tests.ts'

export interface FirstRun extends TestRun, RetriedAgent {
  /** Null unless the mode compares and the run can be compared. */
  readonly baseline: ComparableBaseline | null
}

export interface Settled {
  /** The final results of the retried tests, by their first attempts. */
  readonly settled: ReadonlyMap<TestResult, TestResult>
  readonly comparison: Comparison | null
}

const tooManyFailures = { kind: 'too-many-failures' } as const
const hasPassed = ({ retries }: RetriedTest) => retries.some(({ status }) => status === 'passed')

/** Modes `gate` and `report`: a test that passes a retry is flaky. */
export async function settleByRetries(
  first: readonly FirstRun[],
  retries: number,
  effects: RetryEffects,
): Promise<Settled> {
  const settled = new Map<TestResult, TestResult>()
  if (retries === 0) return { settled, comparison: null }
  for (const { run, retried } of first) {
    const failing = retried.filter((test) => test.first.status === 'failed').length
    if (failing * 2 > (run?.counts?.total ?? 0)) for (const test of retried) test.skipped = tooManyFailures
  }
  await retryTests(first, (test, round) => round <= retries && !hasPassed(test), effects)
  for (const { retried } of first) for (const test of retried) settled.set(test.first, settle(test))
  return { settled, comparison: null }
}

/** Mode `gate-if-worse`: every test against its own history (regression.ts). */
export async function settleByBaseline(
  first: readonly FirstRun[],
  retries: number,
  effects: RetryEffects,
): Promise<Settled> {
  const compared = first.flatMap(({ run, baseline }) =>
    run === null || baseline === null ? [] : [{ tests: run.tests, baseline }],
  )
  const all = historyOfAll(compared)
  const { blocks } = countFirstFailures(compared, all)
  if (blocks) for (const test of first.flatMap(({ retried }) => retried)) test.skipped = tooManyFailures
  const histories = historiesOf(compared)
  const historyOf = (test: RetriedTest) => histories.get(test.first) ?? { failures: 0, runs: 0 }
  const decide = (test: RetriedTest) => classify(historyOf(test), attemptsOf(test), all, retries)
  const wants = (test: RetriedTest, round: number) =>
    hasAnswer(attemptsOf(test)) ? round <= retries + 2 && decide(test) === 'retry' : round <= retries
  await retryTests(first, wants, effects)

  const settled = new Map<TestResult, TestResult>()
  const classes: TestBaseline['class'][] = []
  for (const test of first.flatMap(({ retried }) => retried)) {
    const failureClass = classOf(historyOf(test), attemptsOf(test), all, retries)
    classes.push(failureClass)
    settled.set(test.first, { ...settle(test), baseline: { class: failureClass, ...historyOf(test) } })
  }
  return { settled, comparison: comparisonOf(compared, all, classes) }
}
