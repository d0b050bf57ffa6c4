// This job against its baseline, test by test. Pure; the rule itself is in regression.ts.
import type { ComparableBaseline } from './baseline.ts'
import { type Baseline, baselineOf, classifyFailure, countFailures, type TestHistory } from './regression.ts'
import type { Attempt, Comparison, PassRate, TestBaseline, TestResult } from './results.ts'

/** The first attempts of one agent, and its baseline. */
export interface ComparedAgent {
  readonly tests: readonly TestResult[]
  readonly baseline: ComparableBaseline
}

interface ComparedTest extends TestHistory {
  readonly test: TestResult
  readonly failed: boolean
}

function* testsOf(agents: readonly ComparedAgent[]): Generator<ComparedTest> {
  for (const { tests, baseline } of agents)
    for (const [index, test] of tests.entries()) {
      const { failures, runs } = baseline.histories[index] ?? { failures: 0, runs: 0 }
      yield { test, failures, runs, failed: test.status === 'failed' }
    }
}

/** How all tests together did before. */
export function historyOfAll(agents: readonly ComparedAgent[]): Baseline {
  return baselineOf(testsOf(agents))
}

/** The histories of the tests that did not pass. */
export function historiesOf(agents: readonly ComparedAgent[]): ReadonlyMap<TestResult, TestHistory> {
  const histories = new Map<TestResult, TestHistory>()
  for (const { test, failures, runs } of testsOf(agents))
    if (test.status !== 'passed') histories.set(test, { failures, runs })
  return histories
}

/** All first attempts together against the history: many small breaks at once. */
export function countFirstFailures(agents: readonly ComparedAgent[], all: Baseline) {
  function* answered() {
    for (const each of testsOf(agents)) if (each.failed || each.test.status === 'passed') yield each
  }
  return countFailures(answered(), all)
}

/** Whether to run a test again that did not pass its first attempt, or what became of it. */
export function classify(
  history: TestHistory,
  attempts: readonly Pick<Attempt, 'status'>[],
  all: Baseline,
  retries: number,
): ReturnType<typeof classifyFailure> {
  const failed = attempts.filter(({ status }) => status === 'failed').length
  const passed = attempts.some(({ status }) => status === 'passed')
  return classifyFailure(history, { failed, passed }, all, retries)
}

/** What became of a test that did not pass its first attempt, once it is run no more. */
export function classOf(
  history: TestHistory,
  attempts: readonly Pick<Attempt, 'status'>[],
  all: Baseline,
  retries: number,
): TestBaseline['class'] {
  const decision = hasAnswer(attempts) ? classify(history, attempts, all, retries) : 'retry'
  return decision === 'retry' ? 'undetermined' : decision
}

export function hasAnswer(attempts: readonly Pick<Attempt, 'status'>[]): boolean {
  return attempts.some(({ status }) => status === 'passed' || status === 'failed')
}

/** @param classes of the tests that did not pass their first attempt */
export function comparisonOf(
  agents: readonly ComparedAgent[],
  all: Baseline,
  classes: readonly TestBaseline['class'][],
): Comparison {
  const counts = { broken: 0, 'known-failure': 0, new: 0, flaky: 0, unreliable: 0, undetermined: 0 }
  for (const each of classes) counts[each] += 1
  return {
    agents: agents.map(({ baseline: { agent, runs, error } }) => ({ agent, runs, error })),
    comparedTests: all.comparedTests,
    now: passRateNow(agents),
    before: { passed: all.runs - all.failures, total: all.runs },
    classes: counts,
    failureCount: countFirstFailures(agents, all),
  }
}

function passRateNow(agents: readonly ComparedAgent[]): PassRate {
  const now = { passed: 0, total: 0 }
  for (const { test, runs } of testsOf(agents)) {
    if (runs === 0) continue
    now.total += 1
    if (test.status === 'passed') now.passed += 1
  }
  return now
}
