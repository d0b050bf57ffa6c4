// Tests against the same agent without the change: which of them run again, and what becomes of them.

import type { CallOptions } from '../../client/index.ts'
import { isAccepted } from '../accept.ts'
import { linkedTests } from '../linked-tests.ts'
import { type AgentRun, contradictory, type RetrySkipped, type TestBaseline } from '../model.ts'
import { countOf } from '../read-run.ts'
import {
  canRun,
  hasFailed,
  hasPassed,
  type Plan,
  type RetriedTest,
  runRounds,
  testsToRetry,
} from '../rounds.ts'
import { type GateService, serviceError, statusOf, until } from '../service.ts'
import { type Judge, judged, tooManyFailures, unansweredOfMany } from './by-retries.ts'
import {
  afterRound,
  type ControlledJob,
  classOf,
  dueTests,
  type FailingTest,
  startJob,
} from './control-rule.ts'
/** Mode `gate-if-worse` with controls: every failing test against the same agent without the change (control-rule.ts). */
export const judgeByControl: Judge = async (runs, _, runner) => {
  const isOneOfMany = unansweredOfMany(runs)
  const { effects, deadline } = runner
  const wrong = await wrongControls(runs, effects.service, until(deadline, effects))
  const given = testsToRetry(runs)
  const refusal = (test: RetriedTest) =>
    (test.test.status === 'failed' && wrong.get(test.run.agent.uuid)) ||
    (isOneOfMany(test) ? tooManyFailures : null)
  const failing = [...given.values()].filter(
    (test) => test.test.status === 'failed' && canRun(test) && refusal(test) === null,
  )
  const answered = runs.flatMap(({ run }) => run?.tests ?? []).filter((test) => !isAccepted(test))
  let job: ControlledJob = startJob(
    failing.map(failingTest),
    countOf(answered, 'passed') + countOf(answered, 'failed'),
  )
  let dueNext = dueTests(job)
  const nextRound: Plan['nextRound'] = (test, round) => {
    // Tests without an answer run once by themselves, if they can.
    const isAlone = round === 1 && !job.tests.has(test.id)
    return isAlone ? (refusal(test) ?? 'candidate') : (dueNext.get(test.id) ?? null)
  }
  const plan: Plan = {
    nextRound,
    isPaired: true,
    afterRound: (answers) => {
      job = afterRound(job, answers)
      dueNext = dueTests(job)
    },
  }
  const tests = await runRounds(given, plan, runner)
  const classOfTest = (test: RetriedTest): TestBaseline['class'] => {
    const state = job.tests.get(test.id)
    if (state === undefined) return hasPassed(test.attempts) ? 'flaky' : 'undetermined'
    const became = classOf(state, job.requiredMargin)
    return became === 'failed-on-control' ? 'failed-before' : became
  }
  const baselineOfTest = (test: RetriedTest): TestBaseline | null =>
    hasFailed(test.attempts) ? { class: classOfTest(test), failures: 0, runs: 0 } : null
  const { sample } = job
  return judged(runs, tests, baselineOfTest, {
    compared: null,
    count: null,
    sample: sample && {
      tests: sample.ids.length,
      rounds: sample.rounds,
      roundsWorse: sample.roundsWorse,
      blocks: sample.blocks,
    },
  })
}

function failingTest({ id, run, test }: RetriedTest): FailingTest {
  return { id, agent: run.agent.uuid, name: test.name ?? test.id }
}

/** By the IDs of agents, why their failing tests cannot be compared. Each control is asked once for its tests. */
async function wrongControls(
  runs: readonly AgentRun[],
  service: Pick<GateService, 'listTests'>,
  options: CallOptions,
): Promise<ReadonlyMap<string, RetrySkipped>> {
  const found = new Map<string, RetrySkipped>()
  const lists = new Map<string, Awaited<ReturnType<typeof linkedTests>>>()
  for (const { agent, control, run } of runs) {
    const failing = run?.tests.filter((test) => test.status === 'failed' && !isAccepted(test)) ?? []
    if (control === null || failing.length === 0) continue
    const list = lists.get(control.uuid) ?? (await linkedTests(control, service, options))
    lists.set(control.uuid, list)
    if (list.ok) {
      const { uuids, isComplete } = list.value
      if (failing.some(({ uuid }) => uuid !== null && uuids.has(uuid))) continue
      const unknown = { kind: 'control', control, reason: contradictory, run: null } as const
      found.set(agent.uuid, isComplete ? { kind: 'wrong-control', control } : unknown)
    } else if (statusOf(list.error) !== 404) {
      // Older servers do not list them.
      const reason = { kind: 'not-launched', error: serviceError(list.error) } as const
      found.set(agent.uuid, { kind: 'control', control, reason, run: null })
    }
  }
  return found
}
