// Runs tests again, round after round: a run per agent, and with a control one of the same tests on it.
import { isAccepted } from './accept.ts'
import { isOfAgent, wasUnread } from './error-row.ts'
import type { GateEvent } from './events.ts'
import type { Baseline } from './history.ts'
import type { AgentRun, Launch, TestRunner } from './launch.ts'
import { countOf } from './read-run.ts'
import type {
  AgentRef,
  Attempt,
  InconclusiveReason,
  RetrySkipped,
  RunResult,
  TestBaseline,
  TestError,
  TestResult,
  TestStatus,
} from './results.ts'
import type { TestHistory } from './rule.ts'
import { abortedBy, type Effects } from './service.ts'

/** The first run of an agent. */
export interface FirstRun extends AgentRun {
  /** The same agent without the change; null in jobs without controls. */
  readonly control: AgentRef | null
  /** Null unless the mode compares and the run can be compared. */
  readonly baseline: Baseline | null
  /** Why none of its tests is run again, if one would be. */
  readonly notRetried: 'incomplete-run' | 'no-history' | null
}

export interface RetryPlan {
  readonly retries: number
  readonly deadline: number
}

/** A test that did not pass its first attempt. */
export interface RetriedTest {
  readonly first: TestResult
  /** The attempt that reports show: the first one that was answered, else the first. */
  shown: TestResult
  /** Without runs for a new test, without a usable history, and in modes that do not compare. */
  readonly history: TestHistory
  /** The first one included, oldest first. */
  readonly attempts: Attempt[]
  /** Those on the control, in the same rounds. */
  readonly controlAttempts: Attempt[]
  /** An error of the agent: if the test then passes, it is flaky. */
  cause: TestError | null
  /** Why it cannot be run again; null if it can. */
  obstacle: RetrySkipped | null
  /** Why it was not run again although it was to be. */
  skipped: RetrySkipped | null
}

export interface RetriedAgent {
  readonly agent: AgentRef
  readonly control: AgentRef | null
  /** Accepted ones are not among them. */
  readonly tests: readonly RetriedTest[]
}

/** How many tests of a run there are, and how many failed or have no result, without accepted ones. */
export function sharesOf({ run }: FirstRun): { total: number; failed: number; open: number } {
  const tests = run?.tests.filter((test) => !isAccepted(test)) ?? []
  const open = countOf(tests, 'unanswered') + countOf(tests, 'not-run')
  const accepted = (run?.tests.length ?? 0) - tests.length
  return { total: (run?.counts?.total ?? 0) - accepted, failed: countOf(tests, 'failed'), open }
}

export const nothingKnown: TestHistory = { failures: 0, runs: 0, isNew: false }

function causeOf({ status, error }: TestResult): TestError | null {
  return status === 'unanswered' && error !== null && isOfAgent(error) ? error : null
}

export function retriedAgent({ agent, control, run, baseline, notRetried }: FirstRun): RetriedAgent {
  if (run === null) return { agent, control, tests: [] }
  // A defective test has no answer until somebody corrects it.
  const tests = run.tests.filter(
    (test) =>
      !isAccepted(test) &&
      (test.status === 'failed' || (test.status === 'unanswered' && test.error?.kind !== 'test')),
  )
  return {
    agent,
    control,
    tests: tests.map((first) => ({
      first,
      shown: first,
      history: baseline?.histories.get(first.id) ?? nothingKnown,
      attempts: [attemptOf(run.taskId, first)],
      controlAttempts: [],
      cause: causeOf(first),
      obstacle: obstacleTo(first, notRetried),
      skipped: null,
    })),
  }
}

/** On which agents a test is to be run in a round, after what its attempts have shown; rounds count from 1. */
export type Wants = (test: RetriedTest, round: number) => 'candidate' | 'both' | null

/** @param ended told of each round that has ended */
export async function retry(
  agents: readonly RetriedAgent[],
  wants: Wants,
  { deadline }: Pick<RetryPlan, 'deadline'>,
  runner: TestRunner,
  { clock, emit, signal }: Effects,
  ended: (round: number) => void = () => {},
): Promise<void> {
  for (let round = 1; ; round += 1) {
    const over = overBy(signal, clock.now() >= deadline)
    const due = agents
      .map((agent) => {
        const wanted = agent.tests.flatMap((test) => {
          const on = test.skipped === null ? wants(test, round) : null
          return on === null ? [] : [{ test, on }]
        })
        for (const { test } of wanted) test.skipped = test.obstacle ?? over
        return { ...agent, wanted: wanted.filter(({ test }) => test.skipped === null) }
      })
      .filter(({ wanted }) => wanted.length > 0)
    if (due.length === 0) return
    const launches = due.flatMap((each) => launchesOf(each, round))
    emit(roundEvent(round, launches))
    const runs = await runner.runAll(
      launches.map(({ agent, candidate, tests }) => ({
        agent,
        candidate,
        testUuids: tests.flatMap(({ first }) => first.uuid ?? []),
      })),
      async (run) => run,
    )
    for (const [index, { agent, candidate, tests }] of launches.entries()) {
      const run = runs[index]
      if (candidate === null) addAttempts(tests, run)
      else addControlAttempts(tests, agent, run)
    }
    ended(round)
  }
}

interface Due extends Omit<RetriedAgent, 'tests'> {
  readonly wanted: readonly { readonly test: RetriedTest; readonly on: 'candidate' | 'both' }[]
}

interface RoundLaunch extends Pick<Launch, 'agent' | 'candidate'> {
  readonly tests: readonly RetriedTest[]
}

/** That of the agent, and that of its control. */
function launchesOf({ agent, control, wanted }: Due, round: number): RoundLaunch[] {
  const onBoth = wanted.filter(({ on }) => on === 'both')
  const ofAgent = { agent, candidate: null, tests: wanted.map(({ test }) => test) }
  if (control === null || onBoth.length === 0) return [ofAgent]
  const ofControl = { agent: control, candidate: agent, tests: onBoth.map(({ test }) => test) }
  // None of them is always the first to meet a service that is slow to start.
  return round % 2 === 0 ? [ofControl, ofAgent] : [ofAgent, ofControl]
}

function obstacleTo({ uuid }: TestResult, notRetried: FirstRun['notRetried']): RetrySkipped | null {
  if (notRetried !== null) return { kind: notRetried }
  return uuid === null ? { kind: 'no-id' } : null
}

function overBy(signal: AbortSignal, isTimeUp: boolean): RetrySkipped | null {
  if (signal.aborted)
    return { kind: 'refused', reason: { kind: 'aborted', by: abortedBy(signal) }, run: null }
  return isTimeUp ? { kind: 'no-time' } : null
}

function roundEvent(round: number, launches: readonly RoundLaunch[]): GateEvent {
  const agents = launches.map(({ agent, tests }) => ({
    agent,
    tests: tests.map(({ first }) => first.name ?? first.id),
  }))
  return { type: 'retry-round', round, agents }
}

function addAttempts(tests: readonly RetriedTest[], ended: AgentRun | undefined): void {
  const { run = null, reason = null } = ended ?? {}
  const rows = rowsOf(run, reason)
  for (const test of tests) {
    const row = rows.get(test.first.uuid)
    if (row !== undefined && !hasAnswer(test.attempts) && hasAnswer([row])) test.shown = row
    if (row !== undefined) test.cause ??= causeOf(row)
    const attempt = attemptFrom(run, reason, row)
    if (attempt === null) test.skipped = skippedBy(run, reason)
    else test.attempts.push(attempt)
  }
}

/** Without a row of the control, the test cannot be judged. */
function addControlAttempts(
  tests: readonly RetriedTest[],
  control: AgentRef,
  ended: AgentRun | undefined,
): void {
  const { run = null, reason = null } = ended ?? {}
  const rows = rowsOf(run, reason)
  for (const test of tests) {
    const attempt = attemptFrom(run, reason, rows.get(test.first.uuid))
    if (attempt !== null) test.controlAttempts.push(attempt)
    else test.skipped ??= { kind: 'control', control, reason: reason ?? { kind: 'contradictory' }, run }
  }
}

/** The rows that count, by the tests' IDs. A run that leaves some tests out keeps the others. */
function rowsOf(run: RunResult | null, reason: InconclusiveReason | null) {
  const isUsable = reason === null || reason.kind === 'tests-not-run'
  const rows = isUsable ? (run?.tests ?? []) : []
  return new Map(rows.filter(({ status }) => status !== 'pending').map((row) => [row.uuid, row]))
}

/** Null if the retry gave no result. If it may have started, or does not count, that was an attempt without an answer. */
function attemptFrom(
  run: RunResult | null,
  reason: InconclusiveReason | null,
  row: TestResult | undefined,
): Attempt | null {
  if (run !== null && row !== undefined) return attemptOf(run.taskId, row)
  const isShared = reason?.kind === 'override' && reason.why === 'shared'
  const lost =
    reason?.kind === 'maybe-launched' ? `The response to the launch was lost: ${reason.error.message}` : null
  const reasoning = isShared ? 'Another job may have changed the agent during its launch.' : lost
  if (reasoning === null) return null
  return { taskId: null, status: 'unanswered', reasoning, reply: null, latencyMs: null, cost: null }
}

/** What a retry that gave no result for a test means for it: it keeps what it had. */
function skippedBy(run: RunResult | null, reason: InconclusiveReason | null): RetrySkipped {
  if (run === null && reason?.kind === 'timed-out') return { kind: 'no-time' }
  return { kind: run === null ? 'refused' : 'lost', reason: reason ?? { kind: 'contradictory' }, run }
}

function attemptOf(taskId: string, { status, reasoning, reply, latencyMs, cost }: TestResult): Attempt {
  return { taskId, status, reasoning, reply, latencyMs, cost }
}

type Attempts = readonly Pick<Attempt, 'status'>[]

/** So many retries are repeated whose responses are lost. */
export const MOST_LOST_RETRIES = 2

/** Unanswered tests are run once more also without retries. */
export function roundsOf({ retries }: RetryPlan, { first, attempts }: RetriedTest): number {
  const lost = attempts.filter(({ taskId }) => taskId === null).length
  const mayHaveFailed = hasAnswer(attempts) || wasUnread(first)
  return (mayHaveFailed ? retries : Math.max(1, retries)) + Math.min(lost, MOST_LOST_RETRIES)
}

export function hasPassed(attempts: Attempts): boolean {
  return attempts.some(({ status }) => status === 'passed')
}

export function hasAnswer(attempts: Attempts): boolean {
  return attempts.some(({ status }) => status === 'passed' || status === 'failed')
}

/** What the attempts of a test come to, oldest first. Attempts without an answer count for nothing. */
function finalStatus({ first, attempts, cause }: RetriedTest): TestStatus {
  const hasFailed = attempts.some(({ status }) => status === 'failed')
  if (hasPassed(attempts)) return hasFailed || cause !== null ? 'flaky' : 'passed'
  return hasFailed ? 'failed' : first.status
}

/** The runs with the final results of the tests that did not pass their first attempt. */
export function withFinal(
  first: readonly FirstRun[],
  agents: readonly RetriedAgent[],
  baselineOf: (agent: AgentRef, test: RetriedTest) => TestBaseline | null,
): FirstRun[] {
  return first.map((each, index) => {
    const { agent, control, run } = each
    const retried = new Map(agents[index]?.tests.map((test) => [test.first.id, test]))
    if (run === null) return each
    const tests = run.tests.map((test) => {
      const again = retried.get(test.id)
      if (again === undefined) return test
      const { attempts, skipped, shown, cause } = again
      return {
        ...shown,
        id: test.id,
        uuid: test.uuid,
        accepted: test.accepted,
        status: finalStatus(again),
        error: hasPassed(attempts) ? cause : shown.error,
        attempts: attempts.length > 1 ? attempts : [],
        control: controlOf(again, control),
        retrySkipped: skipped,
        baseline: baselineOf(agent, again),
      }
    })
    return { ...each, run: { ...run, tests, counts: recount(run, tests) } }
  })
}

function controlOf({ controlAttempts }: RetriedTest, control: AgentRef | null): TestResult['control'] {
  return control === null ? null : { name: control.name, attempts: controlAttempts }
}

function recount({ counts, tests: before }: RunResult, tests: readonly TestResult[]): RunResult['counts'] {
  const gained = (status: TestStatus) => countOf(tests, status) - countOf(before, status)
  return (
    counts && {
      total: counts.total,
      passed: counts.passed + gained('flaky') + gained('passed'),
      failed: counts.failed + gained('failed'),
    }
  )
}
