// Tests without a comparison: how often each runs again. The judges by history and by control share the limits.
import { countTests } from '../../schema.ts'
import { isAccepted } from '../accept.ts'
import type { TestRunner } from '../launch.ts'
import type { AgentRun, Comparison, RetrySkipped, TestBaseline, TestStatus } from '../model.ts'
import {
  hasAnswer,
  hasPassed,
  type Plan,
  type RetriedTest,
  runRounds,
  type Tests,
  testsToRetry,
  withFinal,
} from '../rounds.ts'
import { wasUnread } from '../test-errors.ts'

export interface Judged {
  /** With the final results of the tests that were run again. */
  readonly runs: readonly AgentRun[]
  readonly comparison: Comparison | null
}

/** `retries`: how often a failing test is run again; without a meaning beside a control. */
export type Judge = (runs: readonly AgentRun[], retries: number, runner: TestRunner) => Promise<Judged>

export const tooManyFailures: RetrySkipped = { kind: 'too-many-failures' }

/** Modes `gate` and `report`: a test that passes a runRounds is flaky. */
export const judgeByRetries: Judge = async (runs, retries, runner) => {
  const mostFailed = agentsOfWhichMost(runs, ['failed', ...WITHOUT_VERDICT])
  const nextRound: Plan['nextRound'] = (test, round) => {
    if (hasPassed(test.attempts) || round > retriesOf(retries, test)) return null
    return mostFailed.has(test.run.agent.uuid) ? tooManyFailures : 'candidate'
  }
  const tests = await runRounds(testsToRetry(runs), { nextRound, isPaired: false }, runner)
  return { runs: runs.map((each) => withFinal(each, tests, () => null)), comparison: null }
}

/** A runRounds whose response was lost is repeated, this often at most. */
export const MOST_LOST_RETRIES = 2

/** How often a test runs again. An unanswered one runs once more also without retries. */
export function retriesOf(retries: number, { test, attempts }: RetriedTest): number {
  const lost = attempts.filter(({ taskId }) => taskId === null).length
  const mayHaveFailed = hasAnswer(attempts) || wasUnread(test)
  return (mayHaveFailed ? retries : Math.max(1, retries)) + Math.min(lost, MOST_LOST_RETRIES)
}

const WITHOUT_VERDICT = ['unanswered', 'not-run'] as const

/** If most tests fail, running them again does not help; one or two cost little. */
function agentsOfWhichMost(runs: readonly AgentRun[], statuses: readonly TestStatus[]): ReadonlySet<string> {
  const most = runs.filter(({ run }) => {
    const tests = run?.tests.filter((test) => !isAccepted(test)) ?? []
    const some = tests.filter(({ status }) => statuses.includes(status)).length
    const accepted = (run?.tests.length ?? 0) - tests.length
    return some >= 3 && some * 2 > (run === null ? 0 : countTests(run).total) - accepted
  })
  return new Set(most.map(({ agent }) => agent.uuid))
}

/** Whether a test is one of so many without an answer. */
export function unansweredOfMany(runs: readonly AgentRun[]): (test: RetriedTest) => boolean {
  const agents = agentsOfWhichMost(runs, WITHOUT_VERDICT)
  return ({ run, test }) => test.status === 'unanswered' && agents.has(run.agent.uuid)
}

export function judged(
  runs: readonly AgentRun[],
  tests: Tests,
  baselineOfTest: (test: RetriedTest) => TestBaseline | null,
  comparison: Omit<Comparison, 'classes'>,
): Judged {
  const classes = { broken: 0, 'failed-before': 0, new: 0, flaky: 0, undetermined: 0 }
  for (const test of tests.values()) {
    const baseline = baselineOfTest(test)
    if (baseline !== null) classes[baseline.class] += 1
  }
  return {
    runs: runs.map((each) => withFinal(each, tests, baselineOfTest)),
    comparison: { ...comparison, classes },
  }
}
