// Tests against the same agent without the change: which of them run again, and what becomes of them.

import type { CallOptions } from '../../client/index.ts'
import { isAccepted, type Problem } from '../../schema.ts'
import { failuresNotAccepted } from '../accept.ts'
import { hasFailed, hasPassed } from '../cause.ts'
import { type AgentRun, contradictory, type Where } from '../model.ts'
import {
  type AttemptedTest,
  type NotRunAgain,
  sampled,
  type Tests,
  testsToRetry,
  tooFewAttempts,
  whyNotRunAgain,
} from '../runs/attempts.ts'
import type { TestRunner } from '../runs/launch.ts'
import { isOwn, isOwnDue, ownOutcome } from '../runs/own-tests.ts'
import { type Judged, nothingCompared, tooManyFailures, unansweredOfMany } from '../runs/retries.ts'
import { canRun, type Judgement, type NextRound, oneOfMany, runRounds, withFinal } from '../runs/rounds.ts'
import { linkedTests } from '../select/linked-tests.ts'
import { type GateService, serviceError, statusOf, until } from '../service.ts'
import {
  afterRounds,
  type ControlledJob,
  dueTests,
  isBlocked,
  isSilent,
  outcomeOf,
  startJob,
} from './rule.ts'

const othersBroke = { why: 'blocked', problem: null, url: null } as const

/** Mode `gate-if-worse` with controls: every failing test against the same agent without the change (rule.ts). */
export async function judgeByControl(runs: readonly AgentRun[], runner: TestRunner): Promise<Judged> {
  const isOneOfMany = unansweredOfMany(runs)
  const { effects, deadline } = runner
  const isNotItsDoing = ({ run, test }: AttemptedTest) => isAsAtBase(run) && !isOwn(test)
  const compared = runs.filter((run) => !isAsAtBase(run))
  const wrong = await wrongControls(compared, effects.service, until(deadline, effects))
  const given = testsToRetry(runs, runner.runUrl)
  const refusal = (test: AttemptedTest) =>
    (test.test.outcome === 'failed' && wrong.get(test.run.agent.uuid)) ||
    (isOneOfMany(test) ? tooManyFailures : null)
  const failing = [...given.values()]
    .filter((each) => each.test.outcome === 'failed' && !isOwn(each.test) && !isNotItsDoing(each))
    .filter((each) => canRun(each) && refusal(each) === null)
    .map((test) => ({ id: test.id, ...sampled(test) }))
  const answered = compared
    .flatMap(({ run }) => run?.tests ?? [])
    .filter((test) => !isAccepted(test) && !isOwn(test) && (hasPassed(test) || hasFailed(test)))
  const start = startJob(failing, answered.length)
  const jobOf = (tests: Tests) =>
    afterRounds(
      start,
      [...tests.values()].flatMap(({ attempts }) => attempts),
    )
  const nextRound: NextRound = (tests) => {
    // Tests without an answer run once by themselves, if they can.
    const others = [...tests.values()].filter(({ id }) => !start.tests.has(id))
    const isOver = (each: AttemptedTest) => each.test.outcome === 'failed' && isNotItsDoing(each)
    const alone = others.filter((each) => each.attempts.length === 1 && !isOwn(each.test) && !isOver(each))
    // The control only says whether they fail without the change, too.
    const own = others.filter((test) => isOwn(test.test) && isOwnDue(test.attempts, 0))
    return new Map<string, Where | NotRunAgain>([
      ...dueTests(jobOf(tests)),
      ...alone.map((test) => [test.id, refusal(test) ?? 'candidate'] as const),
      ...own.map((test) => [test.id, refusal(test) ?? 'both'] as const),
    ])
  }
  const tests = await runRounds(given, nextRound, runner)
  const job = jobOf(tests)
  const hasBroken = [...job.tests.values()].some((test) => outcomeOf(job, test) === 'broke')
  const blocksTogether = isBlocked(job) && !hasBroken
  const judge = (test: AttemptedTest): Judgement =>
    isNotItsDoing(test)
      ? { outcome: 'failed-on-control', earlier: null }
      : controlJudgement(test, job, hasBroken)
  return {
    ...nothingCompared,
    runs: runs.map((each) => withFinal(each, tests, judge)),
    sample: sampleFound(job, blocksTogether),
  }
}

/** @param hasBroken whether any test of the job broke */
function controlJudgement(test: AttemptedTest, job: ControlledJob, hasBroken: boolean): Judgement {
  const tooFew = tooFewAttempts(test)
  const undecided = { outcome: 'undecided', earlier: null, undecided: tooFew } as const
  if (isOwn(test.test) && ownOutcome(test.attempts, 0, 'undecided') === 'failed')
    return { outcome: 'failed', earlier: null }
  if (isOwn(test.test)) return undecided
  const attempts = job.tests.get(test.id)
  if (attempts === undefined) return undecided
  const outcome = outcomeOf(job, attempts)
  if (outcome !== 'undecided') return { outcome, earlier: null }
  // If all together block, none is judged by itself.
  if (isBlocked(job) && !hasBroken) return { outcome: 'failed', earlier: null, undecided: oneOfMany }
  if (whyNotRunAgain(test) !== null) return undecided
  if (hasBroken) return { ...undecided, undecided: othersBroke, whyNotRunAgain: othersBroke }
  if (isSilent(job, attempts, 'candidate'))
    return { ...undecided, undecided: { ...tooFew, why: 'candidate-silent' } }
  if (attempts.controlFailed + attempts.controlPassed === 0) return undecided
  return { ...undecided, undecided: { why: 'fails-on-both', problem: null, url: null } }
}

/** @param blocks whether its votes fail the job, though no test broke */
function sampleFound({ sample }: ControlledJob, blocks: boolean): Judged['sample'] {
  return (
    sample && { tests: sample.ids.length, rounds: sample.rounds, roundsWorse: sample.roundsWorse, blocks }
  )
}

function isAsAtBase({ copy }: AgentRun): boolean {
  return copy?.keys.every(({ origin }) => origin === 'base') === true
}

/** By the IDs of agents, why their failing tests cannot be compared. Each control is asked once for its tests. */
async function wrongControls(
  runs: readonly AgentRun[],
  service: Pick<GateService, 'agents'>,
  options: CallOptions,
): Promise<ReadonlyMap<string, NotRunAgain>> {
  const found = new Map<string, NotRunAgain>()
  const lists = new Map<string, Awaited<ReturnType<typeof linkedTests>>>()
  for (const { agent, control, copy, run } of runs) {
    const add = (problem: Problem) => found.set(agent.uuid, { why: 'control', problem, url: null })
    // A test that fails may have failed there.
    if (copy?.base?.problem) add({ kind: 'base-unknown', reason: copy.base.problem })
    const failing = run === null ? [] : failuresNotAccepted(run)
    // Tests of copies and of files run on both by their IDs.
    const isOnBoth = copy !== null || failing.every(({ source }) => source !== null)
    if (control === null || isOnBoth) continue
    const list = lists.get(control.uuid) ?? (await linkedTests(control, service, options))
    lists.set(control.uuid, list)
    if (!list.ok) {
      // Older servers do not list them.
      if (statusOf(list.error) !== 404) add({ kind: 'not-launched', error: serviceError(list.error) })
      continue
    }
    const { uuids, isComplete } = list.value
    if (failing.some(({ uuid }) => uuid !== null && uuids.has(uuid))) continue
    add(isComplete ? { kind: 'wrong-control' } : contradictory)
  }
  return found
}
