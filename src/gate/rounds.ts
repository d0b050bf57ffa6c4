// Runs tests again, round after round, where the plan of a judge says; nobody else writes attempts. A round is a run per agent,
// and with a control one of the same tests on it.
import { isAccepted } from './accept.ts'
import { startsWithControl } from './compare/control-rule.ts'
import type { GateEvent } from './events.ts'
import type { TestRunner } from './launch.ts'
import {
  type AgentRef,
  type AgentRun,
  type Answer,
  type Attempt,
  contradictory,
  type EndedRun,
  type InconclusiveReason,
  type Launch,
  type RetrySkipped,
  type RoundAnswers,
  type TestBaseline,
  type TestError,
  type TestResult,
  type TestStatus,
  type Where,
} from './model.ts'
import { isUsable } from './read-run.ts'
import { aborted } from './service.ts'
import { isOfAgent } from './test-errors.ts'

/** A test that is run again: one that did not pass its first attempt and is not accepted, or one that is counted again. */
export interface RetriedTest {
  /** Unique in the job. */
  readonly id: string
  /** The run of its agent. */
  readonly run: AgentRun
  /** The row of that run. */
  readonly test: TestResult
  /** The attempt that reports show: the first one that was answered, else the first. */
  readonly shownAttempt: TestResult
  /** The first one included, oldest first. */
  readonly attempts: readonly Attempt[]
  /** Those on the control, in the same rounds. */
  readonly controlAttempts: readonly Attempt[]
  /** An error of the agent: if the test then passes, it is flaky. */
  readonly firstError: TestError | null
  /** Why it was not run again although it was due. */
  readonly whyNotRunAgain: RetrySkipped | null
}

/** By their IDs. */
export type Tests = ReadonlyMap<string, RetriedTest>

/** What a judge does with these tests. */
export type Plan = {
  /** Where a test runs in the next round, or why it does not although it is due; null if it is not. Rounds count from 1. */
  readonly nextRound: (test: RetriedTest, round: number) => Where | RetrySkipped | null
} & (
  | { readonly isPaired: false }
  | {
      /** Tests run in pairs with their controls, so that one goes on although an attempt was lost. */
      readonly isPaired: true
      readonly afterRound: (answers: ReadonlyMap<string, RoundAnswers>) => void
    }
)

export function idOf({ uuid }: AgentRef, { id }: Pick<TestResult, 'id'>): string {
  return `${uuid} ${id}`
}

export function testsToRetry(runs: readonly AgentRun[]): Tests {
  const tests = runs.flatMap((agentRun) =>
    (agentRun.run?.tests ?? []).flatMap((test): RetriedTest[] => {
      // A defective test has no answer until somebody corrects it.
      const isOpen = test.status === 'unanswered' && test.error?.kind !== 'test'
      if (agentRun.run === null || isAccepted(test) || !(test.status === 'failed' || isOpen)) return []
      return [afterFirst(agentRun, test)]
    }),
  )
  return new Map(tests.map((test) => [test.id, test]))
}

export function afterFirst(run: AgentRun, test: TestResult): RetriedTest {
  return {
    id: idOf(run.agent, test),
    run,
    test,
    shownAttempt: test,
    attempts: [attemptOf(run.run?.taskId ?? '', test)],
    controlAttempts: [],
    firstError: agentErrorOf(test),
    whyNotRunAgain: null,
  }
}

function agentErrorOf({ status, error }: TestResult): TestError | null {
  return status === 'unanswered' && error !== null && isOfAgent(error) ? error : null
}

/** Runs tests again until none is due. */
export async function runRounds(tests: Tests, plan: Plan, runner: TestRunner): Promise<Tests> {
  const { clock, emit, signal } = runner.effects
  const state = new Map(tests)
  const firstRound = Math.max(1, ...new Set([...tests.values()].map(({ attempts }) => attempts.length)))
  for (let round = firstRound; ; round += 1) {
    const over = overBy(signal, clock.now() >= runner.deadline)
    const going = new Map<RetriedTest, Where>()
    for (const test of state.values()) {
      const where = test.whyNotRunAgain === null || plan.isPaired ? plan.nextRound(test, round) : null
      if (where === null) continue
      const isDue = typeof where === 'string'
      const whyNot = !isDue ? where : canRun(test) ? over : ({ kind: 'not-possible' } as const)
      if (isDue && whyNot === null) going.set(test, where)
      else state.set(test.id, { ...test, whyNotRunAgain: test.whyNotRunAgain ?? whyNot })
    }
    if (going.size === 0) return state
    const launches = launchesOf(going, round)
    emit(roundEvent(round, launches))
    const runs = await runner.runAll(
      launches,
      async (ended, { run, candidate }) => [keyOf(run, candidate !== null), rowsOf(ended)] as const,
    )
    const ended = new Map(runs)
    const answers = new Map<string, RoundAnswers>()
    for (const [test, where] of going) {
      const after = withRound(test, where, ended, plan.isPaired)
      state.set(test.id, after.test)
      answers.set(test.id, after.answers)
    }
    // A round that was launched in part counts for nothing.
    if (plan.isPaired && runs.some(([, { reason }]) => reason?.kind === 'max-tests')) return state
    if (plan.isPaired) plan.afterRound(answers)
  }
}

interface RetryLaunch extends Launch {
  readonly run: AgentRun
  readonly tests: readonly RetriedTest[]
}

/** The launches of a round: one for each agent, and one for its control if tests run there, too. */
function launchesOf(going: ReadonlyMap<RetriedTest, Where>, round: number): RetryLaunch[] {
  const byAgent = Map.groupBy(going.keys(), ({ run }) => run)
  return [...byAgent].flatMap(([run, tests]) => {
    const { agent, control } = run
    const ofAgent = { agent, candidate: null, testUuids: uuidsOf(tests), run, tests }
    const onBoth = tests.filter((test) => going.get(test) === 'both')
    if (control === null || onBoth.length === 0) return [ofAgent]
    const ofControl = { agent: control, candidate: agent, testUuids: uuidsOf(onBoth), run, tests: onBoth }
    const isControlFirst = startsWithControl(run.run?.taskId ?? '', round + 1, agent.uuid)
    return isControlFirst ? [ofControl, ofAgent] : [ofAgent, ofControl]
  })
}

function uuidsOf(tests: readonly RetriedTest[]): string[] {
  return tests.flatMap(({ test }) => test.uuid ?? [])
}

export function canRun({ test, run }: Pick<RetriedTest, 'test' | 'run'>): boolean {
  return run.isJudged && test.uuid !== null
}

function overBy(signal: AbortSignal, isTimeUp: boolean): RetrySkipped | null {
  if (signal.aborted) return { kind: 'no-result', reason: aborted(signal), run: null }
  return isTimeUp ? { kind: 'no-time' } : null
}

function roundEvent(round: number, launches: readonly RetryLaunch[]): GateEvent {
  const agents = launches.map(({ agent, tests }) => ({
    agent,
    tests: tests.map(({ test }) => test.name ?? test.id),
  }))
  return { type: 'retry-round', round, agents }
}

/** The runs of a round, with the rows that count, by the tests' IDs. */
type Ended = ReadonlyMap<string, ReturnType<typeof rowsOf>>

function keyOf({ agent }: AgentRun, isControl: boolean): string {
  return `${isControl} ${agent.uuid}`
}

/** A run that leaves some tests out keeps the others. */
function rowsOf({ run, reason }: EndedRun) {
  const rows = (isUsable(reason) && run?.tests.filter(({ status }) => status !== 'pending')) || []
  return { run, reason, rows: new Map(rows.map((row) => [row.uuid, row])) }
}

/** The test after a round. @param isPaired whether a lost attempt is one without an answer */
function withRound(before: RetriedTest, where: Where, ended: Ended, isPaired: boolean) {
  const { run, test, attempts, controlAttempts } = before
  const own = attemptIn(ended.get(keyOf(run, false)), test.uuid, isPaired)
  const other = where === 'both' ? attemptIn(ended.get(keyOf(run, true)), test.uuid, isPaired) : null
  const answers = { candidate: answerOf(own.attempts), control: other && answerOf(other.attempts) }
  const isFirstAnswer = !hasAnswer(attempts) && answers.candidate !== 'unanswered'
  const noAnswerOfControl =
    other !== null && run.control !== null && answers.control === 'unanswered'
      ? { kind: 'control' as const, control: run.control, run: other.run, reason: other.reason }
      : null
  const after: RetriedTest = {
    ...before,
    shownAttempt: (isFirstAnswer && own.row) || before.shownAttempt,
    firstError: before.firstError ?? (own.row && agentErrorOf(own.row)),
    attempts: [...attempts, ...own.attempts],
    controlAttempts: [...controlAttempts, ...(other?.attempts ?? [])],
    whyNotRunAgain: noAnswerOfControl ?? (own.attempts.length === 0 ? whyNoAttempt(own) : null),
  }
  return { test: after, answers }
}

function answerOf(attempts: Attempts): Answer {
  return hasPassed(attempts) ? 'passed' : hasFailed(attempts) ? 'failed' : 'unanswered'
}

/**
 * What a run gave for a test, and why if that is no answer. `attempts`: none if it gave nothing; one without an answer if it may
 * have started and nobody knows, or if rounds are paired.
 */
function attemptIn(ended: ReturnType<typeof rowsOf> | undefined, uuid: string | null, isPaired: boolean) {
  const { run = null, reason = null } = ended ?? {}
  const row = ended?.rows.get(uuid) ?? null
  if (run !== null && row !== null)
    return { row, run, reason: reason ?? unfinished, attempts: [attemptOf(run.taskId, row)] }
  const why = reason ?? contradictory
  const reasoning = whyUnanswered(why)
  const isAttempt = reasoning !== null || (isPaired && run !== null)
  // The run gave no row of the test.
  const [taskId, status] = run === null ? [null, 'unanswered' as const] : [run.taskId, 'pending' as const]
  const attempts: Attempt[] = isAttempt ? [{ ...noAttempt, taskId, status, reasoning }] : []
  return { row, run, reason: why, attempts }
}

const unfinished: InconclusiveReason = { kind: 'unfinished-tests', tests: 1 }
const noAttempt = { reply: null, latencyMs: null, costUsd: null } as const

/** What to show as the reasoning of an attempt whose run may have started, or does not count. */
function whyUnanswered(reason: InconclusiveReason): string | null {
  if (reason.kind === 'maybe-launched') return `The launch was not confirmed: ${reason.error.message}`
  const isShared = reason.kind === 'override' && reason.why === 'shared'
  return isShared ? 'Another job may have changed the agent during its launch.' : null
}

/** Why a retry gave no attempt of a test, which keeps what it had. */
function whyNoAttempt({ run, reason }: Pick<ReturnType<typeof attemptIn>, 'run' | 'reason'>): RetrySkipped {
  return run === null && reason.kind === 'timed-out'
    ? { kind: 'no-time' }
    : { kind: 'no-result', reason, run }
}

function attemptOf(taskId: string, { status, reasoning, reply, latencyMs, costUsd }: TestResult): Attempt {
  return { taskId, status, reasoning, reply, latencyMs, costUsd }
}

type Attempts = readonly Pick<Attempt, 'status'>[]

export function hasPassed(attempts: Attempts): boolean {
  return attempts.some(({ status }) => status === 'passed')
}

export function hasFailed(attempts: Attempts): boolean {
  return attempts.some(({ status }) => status === 'failed')
}

export function hasAnswer(attempts: Attempts): boolean {
  return hasPassed(attempts) || hasFailed(attempts)
}

/** What the attempts of a test come to. Attempts without an answer count for nothing. */
function finalStatus({ test, attempts, firstError }: RetriedTest): TestStatus {
  if (hasPassed(attempts)) return hasFailed(attempts) || firstError !== null ? 'flaky' : 'passed'
  return hasFailed(attempts) ? 'failed' : test.status
}

/** The run with the final results of the tests that did not pass their first attempt. */
export function withFinal(
  each: AgentRun,
  retried: Tests,
  baselineOf: (test: RetriedTest) => TestBaseline | null,
): AgentRun {
  const { agent, control, run } = each
  if (run === null) return each
  const tests = run.tests.map((test): TestResult => {
    const again = retried.get(idOf(agent, test))
    if (again === undefined) return test
    const { attempts, controlAttempts, whyNotRunAgain, shownAttempt, firstError } = again
    return {
      ...shownAttempt,
      id: test.id,
      uuid: test.uuid,
      accepted: test.accepted,
      status: finalStatus(again),
      error: hasPassed(attempts) ? firstError : shownAttempt.error,
      attempts: attempts.length > 1 ? attempts : [],
      control: control && { name: control.name, attempts: controlAttempts },
      retrySkipped: whyNotRunAgain,
      baseline: baselineOf(again),
    }
  })
  return { ...each, run: { ...run, tests } }
}
