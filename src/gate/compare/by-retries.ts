// Tests without a comparison: how often each runs again. The judges by history and by control share the limits.
import { countTests } from '../../results/schema.ts'
import { isAccepted } from '../accept.ts'
import type { TestRunner } from '../launch.ts'
import type { Comparison, FirstRun, RetrySkipped, TestBaseline, TestStatus } from '../model.ts'
import {
  hasAnswer,
  hasPassed,
  type Plan,
  type RetriedTest,
  retry,
  type Tests,
  testsToRetry,
  withFinal,
} from '../rounds.ts'
import { wasUnread } from '../test-errors.ts'

export interface Settled {
  /** With the final results of the tests that were run again. */
  readonly runs: readonly FirstRun[]
  readonly comparison: Comparison | null
}

/** `retries`: how often a failing test is run again; without a meaning beside a control. */
export type Settle = (first: readonly FirstRun[], retries: number, runner: TestRunner) => Promise<Settled>

export const tooManyFailures: RetrySkipped = { kind: 'too-many-failures' }

/** Modes `gate` and `report`: a test that passes a retry is flaky. */
export const settleByRetries: Settle = async (first, retries, runner) => {
  const mostFailed = agentsOfWhichMost(first, ['failed', ...OPEN])
  const due: Plan['due'] = (test, round) => {
    if (hasPassed(test.attempts) || round > roundsOf(retries, test)) return null
    return mostFailed.has(test.of.agent.uuid) ? tooManyFailures : 'candidate'
  }
  const tests = await retry(testsToRetry(first), { due }, runner)
  return { runs: first.map((each) => withFinal(each, tests, () => null)), comparison: null }
}

/** So many retries are repeated whose responses are lost. */
export const MOST_LOST_RETRIES = 2

/** Unanswered tests are run once more also without retries. */
export function roundsOf(retries: number, { first, attempts }: RetriedTest): number {
  const lost = attempts.filter(({ taskId }) => taskId === null).length
  const mayHaveFailed = hasAnswer(attempts) || wasUnread(first)
  return (mayHaveFailed ? retries : Math.max(1, retries)) + Math.min(lost, MOST_LOST_RETRIES)
}

const OPEN = ['unanswered', 'not-run'] as const

/** If most tests fail, running them again does not help; one or two cost little. */
function agentsOfWhichMost(first: readonly FirstRun[], statuses: readonly TestStatus[]): ReadonlySet<string> {
  const most = first.filter(({ run }) => {
    const tests = run?.tests.filter((test) => !isAccepted(test)) ?? []
    const some = tests.filter(({ status }) => statuses.includes(status)).length
    const accepted = (run?.tests.length ?? 0) - tests.length
    return some >= 3 && some * 2 > (run === null ? 0 : countTests(run).total) - accepted
  })
  return new Set(most.map(({ agent }) => agent.uuid))
}

/** Whether a test is one of so many without an answer. */
export function unansweredOfMany(first: readonly FirstRun[]): (test: RetriedTest) => boolean {
  const agents = agentsOfWhichMost(first, OPEN)
  return ({ of, first: { status } }) => status === 'unanswered' && agents.has(of.agent.uuid)
}

export function settled(
  first: readonly FirstRun[],
  tests: Tests,
  baselineOfTest: (test: RetriedTest) => TestBaseline | null,
  comparison: Omit<Comparison, 'classes'>,
): Settled {
  const classes = { broken: 0, 'failed-before': 0, new: 0, flaky: 0, undetermined: 0 }
  for (const test of tests.values()) {
    const baseline = baselineOfTest(test)
    if (baseline !== null) classes[baseline.class] += 1
  }
  const runs = first.map((each) => withFinal(each, tests, baselineOfTest))
  return { runs, comparison: { ...comparison, classes } }
}
