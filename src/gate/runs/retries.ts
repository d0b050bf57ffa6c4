// Tests without a comparison: how often each runs again. The judges by history and by control share the limits.
import { isAccepted } from '../../schema.ts'
import type { TestOutcome } from '../cause.ts'
import type { AgentRun, FoundOverAll } from '../model.ts'
import {
  type AttemptedTest,
  anyPassed,
  hasAnswer,
  type NotRunAgain,
  publishedAttempts,
  type Tests,
  testsToRetry,
} from './attempts.ts'
import type { TestRunner } from './launch.ts'
import { isWrittenBack } from './proof.ts'
import { type NextRound, runRounds } from './rounds.ts'

export interface Judged extends FoundOverAll {
  /** With the final results of the tests that were run again. */
  readonly runs: readonly AgentRun[]
}

export const nothingCompared: FoundOverAll = { compared: null, count: null, sample: null, passRate: null }
export const tooManyFailures: NotRunAgain = { why: 'too-many-failures', problem: null, url: null }

/**
 * Modes `gate` and `report`: a test that passes a retry is flaky.
 * @param retries how often a failing test is run again
 */
export function retriedTests(runs: readonly AgentRun[], retries: number, runner: TestRunner): Promise<Tests> {
  const mostFailed = agentsOfWhichMost(runs, ['failed', ...WITHOUT_VERDICT])
  const nextRound: NextRound = (tests) => {
    const due = [...tests.values()].filter((test) => !anyPassed(test.attempts) && isDueAgain(test, retries))
    const where = ({ run }: AttemptedTest) => (mostFailed.has(run.agent.uuid) ? tooManyFailures : 'candidate')
    return new Map(due.map((test) => [test.id, where(test)]))
  }
  return runRounds(testsToRetry(runs, runner.runUrl), nextRound, runner)
}

/** A retry whose launch was not confirmed is repeated, this often at most. */
export const MOST_LOST_RETRIES = 2

/** Whether it ran less often than it may. An unanswered one runs once more also without retries. */
export function isDueAgain({ test, attempts }: AttemptedTest, retries: number): boolean {
  const mayHaveFailed = hasAnswer(attempts) || test.error?.kind === 'unread'
  const made = publishedAttempts(attempts)
  const lost = made.filter(({ taskId }) => taskId === null).length
  const most = mayHaveFailed ? retries : Math.max(1, retries)
  return made.length <= most + Math.min(lost, MOST_LOST_RETRIES)
}

const WITHOUT_VERDICT = ['unanswered', 'not-run'] as const

/** If most tests fail, running them again does not help; one or two cost little. */
function agentsOfWhichMost(runs: readonly AgentRun[], outcomes: readonly TestOutcome[]): ReadonlySet<string> {
  const most = runs.filter(({ run }) => {
    const tests = run?.tests.filter((test) => !isAccepted(test)) ?? []
    // Those that were written back are as their files have them now.
    const some = tests.filter((test) => outcomes.includes(test.outcome) && !isWrittenBack(test)).length
    const withoutRow = Math.max(0, (run?.plannedTests ?? 0) - (run?.tests.length ?? 0))
    return some >= 3 && some * 2 > tests.length + withoutRow
  })
  return new Set(most.map(({ agent }) => agent.uuid))
}

/** Whether a test is one of so many without an answer. */
export function unansweredOfMany(runs: readonly AgentRun[]): (test: AttemptedTest) => boolean {
  const agents = agentsOfWhichMost(runs, WITHOUT_VERDICT)
  return ({ run, test }) => test.outcome === 'unanswered' && agents.has(run.agent.uuid)
}
