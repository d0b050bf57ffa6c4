// What each mode makes of the tests that did not pass their first attempt: which of them run again, and what becomes of them.

import { countTests } from '../schema.ts'
import { isAccepted } from './accept.ts'
import {
  afterRound,
  type ControlledJob,
  classOf,
  dueTests,
  type FailingTest,
  startJob,
} from './control-rule.ts'
import { wasUnread } from './error-row.ts'
import type { TestRunner } from './launch.ts'
import { countOf } from './read-run.ts'
import type { Comparison, RetrySkipped, TestBaseline, TestResult, TestStatus } from './results.ts'
import {
  afterFirst,
  canRun,
  type FirstRun,
  hasAnswer,
  hasFailed,
  hasPassed,
  idOf,
  type Plan,
  type RetriedTest,
  retry,
  type Tests,
  testsToRetry,
  withFinal,
} from './retry.ts'
import {
  type Baseline,
  baselineOf,
  classifyFailure,
  countFailures,
  type FailureCount,
  MAX_ROUNDS,
  type TestHistory,
  testsToCountAgain,
  todayOf,
} from './rule.ts'
import { until } from './service.ts'
import { wrongControls } from './wrong-control.ts'

export interface Settled {
  /** With the final results of the tests that were run again. */
  readonly runs: readonly FirstRun[]
  readonly comparison: Comparison | null
}

/** `retries`: how often a failing test is run again; without a meaning beside a control. */
type Settle = (first: readonly FirstRun[], retries: number, runner: TestRunner) => Promise<Settled>

const tooManyFailures: RetrySkipped = { kind: 'too-many-failures' }

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

/** Mode `gate-if-worse`: every test against its own history (rule.ts). */
export const settleByHistory: Settle = async (first, retries, runner) => {
  const { all, counted } = comparedTests(first)
  const { isTooMany, ...count } = countFailures(counted, all)
  const recount = isTooMany ? await countAgain(counted, all, runner) : null
  const today = todayOf(counted, all)
  const isOneOfMany = unansweredOfMany(first)
  const decide = (test: RetriedTest) => {
    const failed = countOf(test.attempts, 'failed')
    const firstAnswered = hasAnswer(test.attempts.slice(0, 1))
    const soFar = { failed, passed: hasPassed(test.attempts), firstAnswered }
    return classifyFailure(historyOf(test), soFar, all, today, retries)
  }
  const due: Plan['due'] = (test) => {
    const made = test.attempts.length
    const isDue = hasAnswer(test.attempts)
      ? made <= MAX_ROUNDS && decide(test) === 'retry'
      : made <= roundsOf(retries, test)
    if (!isDue) return null
    return recount?.refusal ?? (isOneOfMany(test) ? tooManyFailures : 'candidate')
  }
  const given = new Map(testsToRetry(first))
  if (recount !== null && recount.count !== null)
    for (const [id, test] of recount.tests) if (given.has(id)) given.set(id, test)
  const tests = await retry(given, { due }, runner)
  const baselineOfTest = (test: RetriedTest): TestBaseline | null => {
    if (!isCompared(test.of) || !hasFailed(test.attempts)) return null
    const { failures, runs, mayBeErrors = false } = historyOf(test)
    const decision = decide(test)
    const known = decision === 'undetermined' && mayBeErrors ? { failures: 0, runs: 0 } : { failures, runs }
    return { class: decision === 'retry' ? 'undetermined' : decision, ...known }
  }
  const known = counted.filter(({ runs }) => runs > 0)
  const { runs, comparison } = settled(first, tests, baselineOfTest, {
    compared: {
      tests: all.comparedTests,
      now: { passed: known.filter(({ failed }) => !failed).length, total: known.length },
      before: { passed: all.runs - all.failures, total: all.runs },
    },
    count: { ...count, ...againOf(recount) },
    group: null,
  })
  return { runs: runs.map((each) => withCountedAgain(each, recount, tests)), comparison }
}

function againOf(recount: Recount | null): Pick<NonNullable<Comparison['count']>, 'again' | 'blocks'> {
  if (recount === null || recount.count === null) return { again: null, blocks: false }
  const { isTooMany: blocks, ...again } = recount.count
  return { again, blocks }
}

interface Recount {
  /** With one more attempt of each. */
  readonly tests: Tests
  /** Null if the round could not run: then its attempts count for nothing. */
  readonly count: FailureCount | null
  /** Why no test runs again after that, if none does. */
  readonly refusal: RetrySkipped | null
}

/** Too many tests failed: a sample of all runs once more, whatever became of each, and is counted. */
async function countAgain(
  counted: readonly CountedTest[],
  all: Baseline,
  runner: TestRunner,
): Promise<Recount> {
  const runnable = counted.filter(({ of, test }) => canRun({ of, first: test }))
  const sample = testsToCountAgain(runnable)
  const due: Plan['due'] = (test) => (test.attempts.length <= roundsOf(1, test) ? 'candidate' : null)
  const started = sample.map(({ id, of, test }) => [id, afterFirst(of, test)] as const)
  const tests = await retry(new Map(started), { due }, runner)
  const answered = sample.flatMap((test) => {
    const attempts = tests.get(test.id)?.attempts.slice(1) ?? []
    return hasAnswer(attempts) ? { ...test, failed: hasFailed(attempts) } : []
  })
  const count = countFailures(answered, all)
  if (count.isTooMany) return { tests, count, refusal: tooManyFailures }
  const lost = [...tests.values()].find(
    ({ skipped, attempts }) => skipped !== null || attempts.at(-1)?.taskId === null,
  )
  if (lost === undefined && answered.length > 0) return { tests, count, refusal: null }
  const reason = { kind: 'unfinished-tests', tests: sample.length - answered.length } as const
  return { tests, count: null, refusal: lost?.skipped ?? { kind: 'no-result', reason, run: null } }
}

/** With what the attempts cost that only the count is for. */
function withCountedAgain(each: FirstRun, recount: Recount | null, tests: Tests): FirstRun {
  const { agent, run } = each
  if (run === null || recount === null) return each
  const marked = run.tests.map((test) => {
    const id = idOf(agent, test)
    const isKept = recount.count !== null && tests.has(id)
    const made = isKept ? [] : (recount.tests.get(id)?.attempts.slice(1) ?? [])
    const countedAgain = made.filter(({ taskId }) => taskId !== null)
    return countedAgain.length === 0 ? test : { ...test, countedAgain }
  })
  return { ...each, run: { ...run, tests: marked } }
}

/** Mode `gate-if-worse` with controls: every failing test against the same agent without the change (control-rule.ts). */
export const settleByControl: Settle = async (first, _, runner) => {
  const isOneOfMany = unansweredOfMany(first)
  const { effects, deadline } = runner
  const wrong = await wrongControls(first, effects.service, until(deadline, effects))
  const given = testsToRetry(first)
  const refusal = (test: RetriedTest) =>
    (test.first.status === 'failed' && wrong.get(test.of.agent.uuid)) ||
    (isOneOfMany(test) ? tooManyFailures : null)
  const failing = [...given.values()].filter(
    (test) => test.first.status === 'failed' && canRun(test) && refusal(test) === null,
  )
  const answered = first.flatMap(({ run }) => run?.tests ?? []).filter((test) => !isAccepted(test))
  let job: ControlledJob = startJob(
    failing.map(failingTest),
    countOf(answered, 'passed') + countOf(answered, 'failed'),
  )
  let next = dueTests(job)
  const due: Plan['due'] = (test, round) => {
    // The others run once by themselves, if they can.
    const isAlone = round === 1 && !job.tests.has(test.id)
    return isAlone ? (refusal(test) ?? 'candidate') : (next.get(test.id) ?? null)
  }
  const ended: Plan['ended'] = (answers) => {
    job = afterRound(job, answers)
    next = dueTests(job)
  }
  const tests = await retry(given, { due, ended }, runner)
  const classOfTest = (test: RetriedTest): TestBaseline['class'] => {
    const state = job.tests.get(test.id)
    if (state === undefined) return hasPassed(test.attempts) ? 'flaky' : 'undetermined'
    const became = classOf(state, job.lead)
    return became === 'failed-on-control' ? 'failed-before' : became
  }
  const baselineOfTest = (test: RetriedTest): TestBaseline | null =>
    hasFailed(test.attempts) ? { class: classOfTest(test), failures: 0, runs: 0 } : null
  const { group } = job
  return settled(first, tests, baselineOfTest, {
    compared: null,
    count: null,
    group: group && {
      tests: group.ids.length,
      rounds: group.rounds,
      votes: group.votes,
      blocks: group.blocks,
    },
  })
}

function failingTest({ id, of, first }: RetriedTest): FailingTest {
  return { id, agent: of.agent.uuid, name: first.name ?? first.id }
}

/** So many retries are repeated whose responses are lost. */
export const MOST_LOST_RETRIES = 2

/** Unanswered tests are run once more also without retries. */
function roundsOf(retries: number, { first, attempts }: RetriedTest): number {
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
function unansweredOfMany(first: readonly FirstRun[]): (test: RetriedTest) => boolean {
  const agents = agentsOfWhichMost(first, OPEN)
  return ({ of, first: { status } }) => status === 'unanswered' && agents.has(of.agent.uuid)
}

const nothingKnown: TestHistory = { failures: 0, runs: 0, isNew: false }

function historyOf({ of, first }: Pick<RetriedTest, 'of' | 'first'>): TestHistory {
  return of.baseline?.histories.get(first.id) ?? nothingKnown
}

function isCompared({ run, baseline }: FirstRun): boolean {
  return run !== null && baseline !== null && baseline.error === null
}

/** A test that can be compared, and whose first attempt was answered. */
interface CountedTest extends TestHistory {
  readonly of: FirstRun
  readonly test: TestResult
  readonly id: string
  /** The agent's ID. */
  readonly agent: string
  readonly name: string
  readonly failed: boolean
}

/** The first attempts of all tests that can be compared, with their histories; of accepted ones, nothing. */
function comparedTests(first: readonly FirstRun[]): {
  readonly all: Baseline
  readonly counted: readonly CountedTest[]
} {
  const compared = first.filter(isCompared).flatMap((of) => {
    const { run } = of
    const tests = run?.tests.filter((test) => !isAccepted(test)) ?? []
    return tests.map((test) => ({
      ...historyOf({ of, first: test }),
      ...{ of, test, id: idOf(of.agent, test), agent: of.agent.uuid, name: test.name ?? test.id },
      ...{ status: test.status, failed: test.status === 'failed' },
    }))
  })
  const counted = compared.filter(({ status }) => status === 'failed' || status === 'passed')
  return { all: baselineOf(compared), counted }
}

function settled(
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
