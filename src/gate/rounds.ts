// Runs tests again, round after round, where the plan of the mode says; nobody else writes attempts. A round is a run per agent,
// and with a control one of the same tests on it.
import { isAccepted } from './accept.ts'
import { startsWithControl } from './compare/control-rule.ts'
import type { GateEvent } from './events.ts'
import type { TestRunner } from './launch.ts'
import {
  type AgentRef,
  type Answer,
  type Attempt,
  contradictory,
  type Due,
  type EndedRun,
  type FirstRun,
  type InconclusiveReason,
  type Launch,
  type RetrySkipped,
  type RoundAnswers,
  type TestBaseline,
  type TestError,
  type TestResult,
  type TestStatus,
} from './model.ts'
import { isUsable } from './read-run.ts'
import { aborted } from './service.ts'
import { isOfAgent } from './test-errors.ts'

/** A test that is run again: one that did not pass its first attempt and is not accepted, or one that is counted again. */
export interface RetriedTest {
  /** Unique in the job. */
  readonly id: string
  readonly of: FirstRun
  readonly first: TestResult
  /** The attempt that reports show: the first one that was answered, else the first. */
  readonly shown: TestResult
  /** The first one included, oldest first. */
  readonly attempts: readonly Attempt[]
  /** Those on the control, in the same rounds. */
  readonly controlAttempts: readonly Attempt[]
  /** An error of the agent: if the test then passes, it is flaky. */
  readonly cause: TestError | null
  /** Why it was not run again although it was due. */
  readonly skipped: RetrySkipped | null
}

/** By their IDs. */
export type Tests = ReadonlyMap<string, RetriedTest>

/** What a mode does with these tests. */
export interface Plan {
  /** Where a test runs in a round, or why it does not although it is due; null if it is not. Rounds count from 1. */
  readonly due: (test: RetriedTest, round: number) => Due | RetrySkipped | null
  /** Told of each round. Such a plan goes on with tests of which an attempt was lost. */
  readonly ended?: (answers: ReadonlyMap<string, RoundAnswers>) => void
}

export function idOf({ uuid }: AgentRef, { id }: Pick<TestResult, 'id'>): string {
  return `${uuid} ${id}`
}

export function testsToRetry(first: readonly FirstRun[]): Tests {
  const tests = first.flatMap((of) =>
    (of.run?.tests ?? []).flatMap((test): RetriedTest[] => {
      // A defective test has no answer until somebody corrects it.
      const isOpen = test.status === 'unanswered' && test.error?.kind !== 'test'
      if (of.run === null || isAccepted(test) || !(test.status === 'failed' || isOpen)) return []
      return [afterFirst(of, test)]
    }),
  )
  return new Map(tests.map((test) => [test.id, test]))
}

export function afterFirst(of: FirstRun, test: TestResult): RetriedTest {
  const attempts = [attemptOf(of.run?.taskId ?? '', test)]
  const known = { first: test, shown: test, attempts, controlAttempts: [], cause: causeOf(test) }
  return { id: idOf(of.agent, test), of, ...known, skipped: null }
}

function causeOf({ status, error }: TestResult): TestError | null {
  return status === 'unanswered' && error !== null && isOfAgent(error) ? error : null
}

export async function retry(tests: Tests, plan: Plan, runner: TestRunner): Promise<Tests> {
  const { clock, emit, signal } = runner.effects
  const state = new Map(tests)
  const made = Math.max(1, ...new Set([...tests.values()].map(({ attempts }) => attempts.length)))
  for (let round = made; ; round += 1) {
    const over = overBy(signal, clock.now() >= runner.deadline)
    const going = new Map<RetriedTest, Due>()
    for (const test of state.values()) {
      const due = test.skipped === null || plan.ended !== undefined ? plan.due(test, round) : null
      if (due === null) continue
      const isDue = typeof due === 'string'
      const skipped = !isDue ? due : canRun(test) ? over : ({ kind: 'not-possible' } as const)
      if (isDue && skipped === null) going.set(test, due)
      else state.set(test.id, { ...test, skipped: test.skipped ?? skipped })
    }
    if (going.size === 0) return state
    const launches = launchesOf(going, round)
    emit(roundEvent(round, launches))
    const runs = await runner.runAll(
      launches,
      async (run, { of, candidate }) => [keyOf(of, candidate !== null), rowsOf(run)] as const,
    )
    const ended = new Map(runs)
    const answers = new Map<string, RoundAnswers>()
    for (const [test, on] of going) {
      const after = withRound(test, on, ended, plan.ended !== undefined)
      state.set(test.id, after.test)
      answers.set(test.id, after.answers)
    }
    // A round that was launched in part counts for nothing.
    if (plan.ended !== undefined && runs.some(([, { reason }]) => reason?.kind === 'max-tests')) return state
    plan.ended?.(answers)
  }
}

interface RetryLaunch extends Launch {
  readonly of: FirstRun
  readonly tests: readonly RetriedTest[]
}

/** That of each agent, and that of its control. */
function launchesOf(going: ReadonlyMap<RetriedTest, Due>, round: number): RetryLaunch[] {
  const byAgent = Map.groupBy(going.keys(), ({ of }) => of)
  return [...byAgent].flatMap(([of, tests]) => {
    const { agent, control, run } = of
    const ofAgent = { agent, candidate: null, testUuids: uuidsOf(tests), of, tests }
    const onBoth = tests.filter((test) => going.get(test) === 'both')
    if (control === null || onBoth.length === 0) return [ofAgent]
    const ofControl = { agent: control, candidate: agent, testUuids: uuidsOf(onBoth), of, tests: onBoth }
    const isControlFirst = startsWithControl(run?.taskId ?? '', round + 1, agent.uuid)
    return isControlFirst ? [ofControl, ofAgent] : [ofAgent, ofControl]
  })
}

function uuidsOf(tests: readonly RetriedTest[]): string[] {
  return tests.flatMap(({ first }) => first.uuid ?? [])
}

export function canRun({ first, of }: Pick<RetriedTest, 'first' | 'of'>): boolean {
  return of.isJudged && first.uuid !== null
}

function overBy(signal: AbortSignal, isTimeUp: boolean): RetrySkipped | null {
  if (signal.aborted) return { kind: 'no-result', reason: aborted(signal), run: null }
  return isTimeUp ? { kind: 'no-time' } : null
}

function roundEvent(round: number, launches: readonly RetryLaunch[]): GateEvent {
  const agents = launches.map(({ agent, tests }) => ({
    agent,
    tests: tests.map(({ first }) => first.name ?? first.id),
  }))
  return { type: 'retry-round', round, agents }
}

/** The runs of a round, with the rows that count, by the tests' IDs. */
type Ended = ReadonlyMap<string, ReturnType<typeof rowsOf>>

function keyOf({ agent }: FirstRun, isControl: boolean): string {
  return `${isControl} ${agent.uuid}`
}

/** A run that leaves some tests out keeps the others. */
function rowsOf({ run, reason }: EndedRun) {
  const rows = (isUsable(reason) && run?.tests.filter(({ status }) => status !== 'pending')) || []
  return { run, reason, rows: new Map(rows.map((row) => [row.uuid, row])) }
}

/** The test after a round. @param goesOn whether a lost attempt is one without an answer */
function withRound(test: RetriedTest, on: Due, ended: Ended, goesOn: boolean) {
  const { of, first, attempts, controlAttempts } = test
  const own = attemptIn(ended.get(keyOf(of, false)), first.uuid, goesOn)
  const other = on === 'both' ? attemptIn(ended.get(keyOf(of, true)), first.uuid, goesOn) : null
  const answers = { candidate: answerOf(own.attempts), control: other && answerOf(other.attempts) }
  const isFirstAnswer = !hasAnswer(attempts) && answers.candidate !== 'unanswered'
  const silent =
    other !== null && of.control !== null && answers.control === 'unanswered'
      ? { kind: 'control' as const, control: of.control, run: other.run, reason: other.reason }
      : null
  const after: RetriedTest = {
    ...test,
    shown: (isFirstAnswer && own.row) || test.shown,
    cause: test.cause ?? (own.row && causeOf(own.row)),
    attempts: [...attempts, ...own.attempts],
    controlAttempts: [...controlAttempts, ...(other?.attempts ?? [])],
    skipped: silent ?? (own.attempts.length === 0 ? skippedBy(own) : null),
  }
  return { test: after, answers }
}

function answerOf(attempts: Attempts): Answer {
  return hasPassed(attempts) ? 'passed' : hasFailed(attempts) ? 'failed' : 'unanswered'
}

/**
 * What a run gave for a test, and why if that is no answer. `attempts`: none if it gave nothing; one without an answer if it may
 * have started and nobody knows, or if the rounds go on.
 */
function attemptIn(ended: ReturnType<typeof rowsOf> | undefined, uuid: string | null, goesOn: boolean) {
  const { run = null, reason = null } = ended ?? {}
  const row = ended?.rows.get(uuid) ?? null
  if (run !== null && row !== null)
    return { row, run, reason: reason ?? unfinished, attempts: [attemptOf(run.taskId, row)] }
  const why = reason ?? contradictory
  const reasoning = whyUnanswered(why)
  const isAttempt = reasoning !== null || (goesOn && run !== null)
  // The run gave no row of the test.
  const [taskId, status] = run === null ? [null, 'unanswered' as const] : [run.taskId, 'pending' as const]
  const attempts: Attempt[] = isAttempt ? [{ ...noAttempt, taskId, status, reasoning }] : []
  return { row, run, reason: why, attempts }
}

const unfinished: InconclusiveReason = { kind: 'unfinished-tests', tests: 1 }
const noAttempt = { reply: null, latencyMs: null, costUsd: null } as const

/** Of a run that may have started, or that does not count. */
function whyUnanswered(reason: InconclusiveReason): string | null {
  if (reason.kind === 'maybe-launched') return `The response to the launch was lost: ${reason.error.message}`
  const isShared = reason.kind === 'override' && reason.why === 'shared'
  return isShared ? 'Another job may have changed the agent during its launch.' : null
}

/** What a retry that gave no result for a test means for it: it keeps what it had. */
function skippedBy({ run, reason }: Pick<ReturnType<typeof attemptIn>, 'run' | 'reason'>): RetrySkipped {
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
function finalStatus({ first, attempts, cause }: RetriedTest): TestStatus {
  if (hasPassed(attempts)) return hasFailed(attempts) || cause !== null ? 'flaky' : 'passed'
  return hasFailed(attempts) ? 'failed' : first.status
}

/** The run with the final results of the tests that did not pass their first attempt. */
export function withFinal(
  each: FirstRun,
  retried: Tests,
  baselineOf: (test: RetriedTest) => TestBaseline | null,
): FirstRun {
  const { agent, control, run } = each
  if (run === null) return each
  const tests = run.tests.map((test): TestResult => {
    const again = retried.get(idOf(agent, test))
    if (again === undefined) return test
    const { attempts, controlAttempts, skipped, shown, cause } = again
    return {
      ...shown,
      id: test.id,
      uuid: test.uuid,
      accepted: test.accepted,
      status: finalStatus(again),
      error: hasPassed(attempts) ? cause : shown.error,
      attempts: attempts.length > 1 ? attempts : [],
      control: control && { name: control.name, attempts: controlAttempts },
      retrySkipped: skipped,
      baseline: baselineOf(again),
    }
  })
  return { ...each, run: { ...run, tests } }
}
