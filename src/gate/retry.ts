// Which tests run again, round after round, one run per agent and round; and what each mode makes of their attempts.
import type { GateEvent } from './events.ts'
import type { Baseline } from './history.ts'
import type { AgentRun, TestRunner } from './launch.ts'
import { countOf } from './read-run.ts'
import type {
  AgentRef,
  Attempt,
  Comparison,
  InconclusiveReason,
  RetrySkipped,
  RunResult,
  TestBaseline,
  TestResult,
  TestStatus,
} from './results.ts'
import { baselineOf, classifyFailure, countFailures, maxRounds, type TestHistory, todayOf } from './rule.ts'
import { abortedBy, type Effects } from './service.ts'

/** The first run of an agent. */
export interface FirstRun extends AgentRun {
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
interface RetriedTest {
  readonly first: TestResult
  /** The attempt that reports show: the first one that was answered, else the first. */
  shown: TestResult
  /** Without runs for a new test, without a usable history, and in modes that do not compare. */
  readonly history: TestHistory
  /** The first one included, oldest first. */
  readonly attempts: Attempt[]
  /** Why it cannot be run again; null if it can. */
  obstacle: RetrySkipped | null
  /** Why it was not run again although it was to be. */
  skipped: RetrySkipped | null
}

interface RetriedAgent {
  readonly agent: AgentRef
  readonly tests: readonly RetriedTest[]
}

export interface Settled {
  /** With the final results of the tests that were run again. */
  readonly runs: readonly FirstRun[]
  readonly comparison: Comparison | null
}

const tooManyFailures = { kind: 'too-many-failures' } as const
const nothingKnown: TestHistory = { failures: 0, runs: 0, isNew: false }

/** Modes `gate` and `report`: a test that passes a retry is flaky. */
export async function settleByRetries(
  first: readonly FirstRun[],
  plan: RetryPlan,
  runner: TestRunner,
  effects: Effects,
): Promise<Settled> {
  const agents = first.map(retriedAgent)
  for (const [index, { tests }] of agents.entries())
    if (tests.length * 2 > (first[index]?.run?.counts?.total ?? 0))
      for (const test of tests) test.obstacle ??= tooManyFailures
  const wants = ({ attempts }: RetriedTest, round: number) =>
    round <= roundsOf(plan, attempts) && !hasPassed(attempts)
  await retry(agents, wants, plan, runner, effects)
  return { runs: withFinal(first, agents, () => null), comparison: null }
}

/** Mode `gate-if-worse`: every test against its own history (rule.ts). */
export async function settleByBaseline(
  first: readonly FirstRun[],
  plan: RetryPlan,
  runner: TestRunner,
  effects: Effects,
): Promise<Settled> {
  const { retries } = plan
  const compared = first.flatMap(comparedTests)
  const all = baselineOf(compared)
  const answered = compared.filter(({ status }) => status === 'failed' || status === 'passed')
  const failureCount = countFailures(answered, all)
  const today = todayOf(answered, all)
  const agents = first.map(retriedAgent)
  for (const [index, { tests }] of agents.entries()) {
    const unanswered = tests.filter((test) => test.first.status === 'unanswered')
    const areMost = unanswered.length * 2 > (first[index]?.run?.counts?.total ?? 0)
    for (const test of failureCount.blocks ? tests : areMost ? unanswered : [])
      test.skipped ??= tooManyFailures
  }
  const decide = ({ history, attempts }: RetriedTest) => {
    const failed = attempts.filter(({ status }) => status === 'failed').length
    return classifyFailure(history, { failed, passed: hasPassed(attempts) }, all, today, retries)
  }
  const wants = (test: RetriedTest, round: number) =>
    hasAnswer(test.attempts)
      ? round <= maxRounds(retries) && decide(test) === 'retry'
      : round <= roundsOf(plan, test.attempts)
  await retry(agents, wants, plan, runner, effects)

  const classes = { broken: 0, 'known-failure': 0, new: 0, flaky: 0, unreliable: 0, undetermined: 0 }
  const isCompared = new Set(first.filter(canBeCompared).map(({ agent }) => agent.uuid))
  const baselineOfTest = (agent: AgentRef, test: RetriedTest): TestBaseline | null => {
    const hasFailed = test.attempts.some(({ status }) => status === 'failed')
    if (!isCompared.has(agent.uuid) || !hasFailed) return null
    const decision = decide(test)
    const { failures, runs } = test.history
    return { class: decision === 'retry' ? 'undetermined' : decision, failures, runs }
  }
  for (const { agent, tests } of agents)
    for (const test of tests) {
      const baseline = baselineOfTest(agent, test)
      if (baseline !== null) classes[baseline.class] += 1
    }
  const known = answered.filter(({ runs }) => runs > 0)
  const passed = known.filter(({ status }) => status === 'passed').length
  return {
    runs: withFinal(first, agents, baselineOfTest),
    comparison: {
      comparedTests: all.comparedTests,
      now: { passed, total: known.length },
      before: { passed: all.runs - all.failures, total: all.runs },
      classes,
      failureCount,
      today,
    },
  }
}

function canBeCompared({ run, baseline }: FirstRun): boolean {
  return run !== null && baseline !== null && baseline.error === null
}

/** The first attempts of an agent's tests with their histories; none if it cannot be compared. */
function comparedTests(first: FirstRun) {
  const { run, baseline } = first
  if (!canBeCompared(first)) return []
  return (run?.tests ?? []).map(({ id, status }) => ({
    ...(baseline?.histories.get(id) ?? nothingKnown),
    status,
    failed: status === 'failed',
  }))
}

function retriedAgent({ agent, run, baseline, notRetried }: FirstRun): RetriedAgent {
  if (run === null) return { agent, tests: [] }
  // A defective test has no answer until somebody corrects it.
  const tests = run.tests.filter(
    ({ status, error }) => status === 'failed' || (status === 'unanswered' && error?.kind !== 'test'),
  )
  return {
    agent,
    tests: tests.map((first) => ({
      first,
      shown: first,
      history: baseline?.histories.get(first.id) ?? nothingKnown,
      attempts: [attemptOf(run.taskId, first)],
      obstacle: obstacleTo(first, notRetried),
      skipped: null,
    })),
  }
}

/** @param wants whether a test is to be run again, after what its attempts have shown; `round` counts from 1 */
async function retry(
  agents: readonly RetriedAgent[],
  wants: (test: RetriedTest, round: number) => boolean,
  { deadline }: RetryPlan,
  runner: TestRunner,
  { clock, emit, signal }: Effects,
): Promise<void> {
  for (let round = 1; ; round += 1) {
    const over = overBy(signal, clock.now() >= deadline)
    const due = agents
      .map(({ agent, tests }) => {
        const wanted = tests.filter((test) => test.skipped === null && wants(test, round))
        for (const test of wanted) test.skipped = test.obstacle ?? over
        return { agent, tests: wanted.filter(({ skipped }) => skipped === null) }
      })
      .filter(({ tests }) => tests.length > 0)
    if (due.length === 0) return
    emit({ type: 'phase', phase: 'retry' })
    emit(roundEvent(round, due))
    const launches = due.map(({ agent, tests }) => ({
      agent,
      testUuids: tests.flatMap(({ first }) => first.uuid ?? []),
    }))
    const ended = await runner.runAll(launches, async (run) => run)
    for (const [index, { tests }] of due.entries()) addAttempts(tests, ended[index])
  }
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

function roundEvent(round: number, due: readonly RetriedAgent[]): GateEvent {
  const agents = due.map(({ agent, tests }) => ({ agent, tests: tests.length }))
  return { type: 'retry-round', round, agents }
}

/** Rows are looked up by the tests' IDs; a test without a row has no answer. */
function addAttempts(tests: readonly RetriedTest[], ended: AgentRun | undefined): void {
  const { run = null, reason = null } = ended ?? {}
  const rows = new Map(reason === null ? run?.tests.map((row) => [row.uuid, row]) : [])
  for (const test of tests) {
    const row = rows.get(test.first.uuid)
    if (run !== null && row !== undefined && row.status !== 'pending') {
      if (!hasAnswer(test.attempts) && hasAnswer([row])) test.shown = row
      test.attempts.push(attemptOf(run.taskId, row))
    } else test.skipped = skippedBy(run, reason)
  }
}

/** What a retry that gave no result for a test means for it: it keeps what it had. */
function skippedBy(run: RunResult | null, reason: InconclusiveReason | null): RetrySkipped {
  if (reason?.kind === 'not-launched-in-time') return { kind: 'no-time' }
  return { kind: run === null ? 'refused' : 'lost', reason: reason ?? { kind: 'contradictory' }, run }
}

function attemptOf(taskId: string, { status, reasoning, reply, latencyMs, cost }: TestResult): Attempt {
  return { taskId, status, reasoning, reply, latencyMs, cost }
}

type Attempts = readonly Pick<Attempt, 'status'>[]

/** Unanswered tests are run once more also without retries. */
function roundsOf({ retries }: RetryPlan, attempts: Attempts): number {
  return hasAnswer(attempts) && attempts[0]?.status === 'failed' ? retries : Math.max(1, retries)
}

function hasPassed(attempts: Attempts): boolean {
  return attempts.some(({ status }) => status === 'passed')
}

function hasAnswer(attempts: Attempts): boolean {
  return attempts.some(({ status }) => status === 'passed' || status === 'failed')
}

/** What the attempts of a test come to, oldest first. Attempts without an answer count for nothing. */
function finalStatus(first: TestStatus, attempts: Attempts): TestStatus {
  const hasFailed = attempts.some(({ status }) => status === 'failed')
  if (hasPassed(attempts)) return hasFailed ? 'flaky' : 'passed'
  return hasFailed ? 'failed' : first
}

/** The runs with the final results of the tests that did not pass their first attempt. */
function withFinal(
  first: readonly FirstRun[],
  agents: readonly RetriedAgent[],
  baselineOf: (agent: AgentRef, test: RetriedTest) => TestBaseline | null,
): FirstRun[] {
  return first.map((each, index) => {
    const { agent, run } = each
    const retried = new Map(agents[index]?.tests.map((test) => [test.first.id, test]))
    if (run === null || retried.size === 0) return each
    const tests = run.tests.map((test) => {
      const again = retried.get(test.id)
      if (again === undefined) return test
      const { attempts, skipped, shown } = again
      return {
        ...shown,
        id: test.id,
        uuid: test.uuid,
        status: finalStatus(test.status, attempts),
        attempts: attempts.length > 1 ? attempts : [],
        retrySkipped: skipped,
        baseline: baselineOf(agent, again),
      }
    })
    return { ...each, run: { ...run, tests, counts: recount(run, tests) } }
  })
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
