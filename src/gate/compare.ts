// This job against its baseline, test by test. Pure; the rule itself is in regression.ts.
import type { ComparableBaseline } from './baseline.ts'
import { type Baseline, baselineOf, classifyFailure, countFailures, type TestHistory } from './regression.ts'
import type { Attempt, Comparison, PassRate, TestBaseline, TestResult } from './results.ts'

/** The first attempts of one agent, and its baseline. */
export interface ComparedAgent {
  readonly tests: readonly TestResult[]
  readonly baseline: ComparableBaseline
}

/** How every test did before, and all of them together. */
export interface Histories {
  readonly byTest: ReadonlyMap<TestResult, TestHistory>
  readonly all: Baseline
}

export function historiesOf(agents: readonly ComparedAgent[]): Histories {
  const byTest = new Map<TestResult, TestHistory>()
  for (const { tests, baseline } of agents)
    for (const [index, test] of tests.entries())
      byTest.set(test, baseline.histories[index] ?? { failures: 0, runs: 0 })
  return { byTest, all: baselineOf(byTest.values()) }
}

/** All first attempts together against the history: many small breaks at once. */
export function countFirstFailures({ byTest, all }: Histories) {
  function* answered() {
    for (const [{ status }, { failures, runs }] of byTest)
      if (status === 'passed' || status === 'failed') yield { failures, runs, failed: status === 'failed' }
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
  histories: Histories,
  classes: readonly TestBaseline['class'][],
): Comparison {
  const counts = { broken: 0, 'known-failure': 0, new: 0, flaky: 0, unreliable: 0, undetermined: 0 }
  for (const each of classes) counts[each] += 1
  const { all } = histories
  return {
    agents: agents.map(({ baseline: { agent, runs, error } }) => ({ agent, runs, error })),
    comparedTests: all.comparedTests,
    now: passRateNow(histories),
    before: { passed: all.runs - all.failures, total: all.runs },
    classes: counts,
    failureCount: countFirstFailures(histories),
  }
}

function passRateNow({ byTest }: Histories): PassRate {
  const now = { passed: 0, total: 0 }
  for (const [{ status }, { runs }] of byTest) {
    if (runs === 0) continue
    now.total += 1
    if (status === 'passed') now.passed += 1
  }
  return now
}
