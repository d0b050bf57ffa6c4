// Tests that do not block for now: the lines of the input `accept`.
import { countTests } from '../schema.ts'
import type { RunResult, TestResult } from './model.ts'

export interface AcceptedTest {
  /** The names of agent and test. */
  readonly agent: string
  readonly test: string
  /** The last day, as `2026-12-03`. */
  readonly until: string
  readonly expired: boolean
}

/**
 * Marks the tests of a first run.
 * @param names of the agent, and of what it is a copy of
 */
export function withAcceptance(
  run: RunResult,
  names: readonly (string | undefined)[],
  lines: readonly AcceptedTest[],
): RunResult {
  const ofAgent = lines.filter(({ agent }) => names.includes(agent))
  const acceptanceOf = (test: TestResult): TestResult['accepted'] => {
    const found = ofAgent.filter((line) => line.test === test.name)
    const line = found.find(({ expired }) => !expired) ?? found[0]
    return line === undefined ? null : { until: line.until, expired: line.expired }
  }
  return { ...run, tests: run.tests.map((test) => ({ ...test, accepted: acceptanceOf(test) })) }
}

export function isAccepted({ accepted }: Pick<TestResult, 'accepted'>): boolean {
  return accepted !== null && !accepted.expired
}

/** How many tests failed that block unless the history excuses them. */
export function failuresNotAccepted({ tests }: Pick<RunResult, 'tests'>): number {
  return tests.filter((test) => test.status === 'failed' && !isAccepted(test)).length
}

/** How many tests have no verdict, those that are accepted left out. */
export function openNotAccepted(run: RunResult): number {
  const { total, passed, failed } = countTests(run)
  const open = run.tests.filter(
    ({ status }) => status !== 'passed' && status !== 'flaky' && status !== 'failed',
  )
  return total - passed - failed - open.filter(isAccepted).length
}
