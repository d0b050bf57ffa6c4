// Tests against their own earlier runs: which of them run again, and what becomes of them.

import { isAccepted } from '../../schema.ts'
import type { JudgedTest, TestOutcome } from '../cause.ts'
import type { AgentRun, TestHistory, TestRecord } from '../model.ts'
import type { TestRunner } from '../runs/launch.ts'
import { isOwn, isOwnDue, ownOutcome } from '../runs/own-tests.ts'
import {
  type Judged,
  nothingCompared,
  retriesOf,
  tooManyFailures,
  unansweredOfMany,
} from '../runs/retries.ts'
import {
  afterFirst,
  anyFailed,
  canRun,
  countsOf,
  hasAnswer,
  idOf,
  type Judgement,
  type NextRound,
  type NotRunAgain,
  oneOfMany,
  type RetriedTest,
  runRounds,
  type Statuses,
  type Tests,
  testsToRetry,
  tooFewAttempts,
  type Undecided,
  withFinal,
} from '../runs/rounds.ts'
import { countFailures, type FailureCount, testsToCountAgain } from './failure-count.ts'
import { doubtOf, judgeFailure, MAX_ROUNDS, todayOf, unbroken } from './rule.ts'
import { isEdited } from './what-passed.ts'

/**
 * Mode `gate-if-worse`: every test against its own history (rule.ts).
 * @param retries how often a failing test is run again at least
 */
export async function judgeByHistory(
  firstRuns: readonly AgentRun[],
  retries: number,
  runner: TestRunner,
): Promise<Judged> {
  const { all, counted } = comparedTests(firstRuns)
  const count = countFailures(counted, all)
  const recount = count.isTooMany ? await countAgain(counted, all, runner) : null
  const blocks = recount?.count?.isTooMany === true
  const isOneOfMany = unansweredOfMany(firstRuns)
  const decideAfter = (tests: Tests) => deciderOf(counted, (id) => tests.get(id)?.attempts ?? [], retries)
  const isDue = (test: RetriedTest, decide: Decider) => {
    if (isOwn(test.test)) return isOwnDue(test, retries)
    const made = test.attempts.length
    return hasAnswer(test.attempts)
      ? made <= MAX_ROUNDS && decide(test).decision === 'retry'
      : made <= retriesOf(retries, test)
  }
  const where = (test: RetriedTest) =>
    recount?.refusal ?? (isOneOfMany(test) ? tooManyFailures : ('candidate' as const))
  const nextRound: NextRound = (tests) => {
    const decide = decideAfter(tests)
    const due = [...tests.values()].filter((test) => isDue(test, decide))
    return new Map(due.map((test) => [test.id, where(test)]))
  }
  const given = new Map(testsToRetry(firstRuns, runner.runUrl))
  if (recount !== null && recount.count !== null)
    for (const [id, test] of recount.tests) if (given.has(id)) given.set(id, test)
  const { tests } = await runRounds(given, nextRound, runner)
  const decide = decideAfter(tests)
  const judge = (test: RetriedTest): Judgement => {
    const undecided = tooFewAttempts(test)
    // If all together block, none is judged by itself.
    const otherwise = blocks ? 'failed' : 'undecided'
    if (isOwn(test.test)) {
      const outcome = ownOutcome(test, retries, otherwise)
      const { earlier = null } = recordOf(test) ?? {}
      return { outcome, earlier, undecided: outcome === 'undecided' ? undecided : null }
    }
    const judgement = judgementOf(test, decide(test), () => otherwise, undecided)
    // So many at once may be this change, however often each of them failed before.
    if (recount === null || recount.count !== null || !EXCUSES.has(judgement.outcome)) return judgement
    const noRecount = tooFewAttempts({ whyNotRunAgain: recount.refusal, silence: null })
    return { ...judgement, outcome: 'undecided', undecided: noRecount }
  }
  const known = counted.filter(isKnown)
  return {
    ...nothingCompared,
    runs: firstRuns.map((each) => withFinal(each, tests, judge, recount?.tests)),
    compared: {
      tests: all.filter(isKnown).length,
      now: { passed: known.filter(({ hasFailed }) => !hasFailed).length, total: known.length },
      before: {
        passed: all.reduce((sum, { runs, failures }) => sum + runs - failures, 0),
        total: all.reduce((sum, { runs }) => sum + runs, 0),
      },
    },
    count: { ...count, again: recount?.count ?? null, blocks },
  }
}

/**
 * Modes `gate` and `report`: what the rule says of the failing tests with the attempts there are. Nobody counts how many fail at once.
 * @param firstRuns with what they are compared with
 * @param judged the same runs with their retries
 */
export function judgeBeside(
  firstRuns: readonly AgentRun[],
  judged: readonly AgentRun[],
  retries: number,
): AgentRun[] {
  const made = new Map(
    judged.flatMap(({ agent, run }) =>
      (run?.tests ?? []).map((test) => [idOf(agent, test), test.attempts] as const),
    ),
  )
  const decide = deciderOf(comparedTests(firstRuns).counted, (id) => made.get(id) ?? [], retries)
  return firstRuns.map((first, index) => {
    const { run = null, ...others } = judged[index] ?? first
    // Without any, nobody can say that a test is new.
    const { earlier = [], withoutResult = 0 } = first.baseline ?? {}
    const hasEarlierRuns = isCompared(first) && earlier.length + withoutResult > 0
    const tests = run?.tests.map((test): JudgedTest => {
      const attempts = test.attempts.length > 0 ? test.attempts : [{ status: 'failed' as const }]
      const isFlaky = test.outcome === 'flaky' && anyFailed(attempts)
      if (!hasEarlierRuns || isAccepted(test) || !(test.outcome === 'failed' || isFlaky)) return test
      const known = { run: first, test, attempts }
      if (isOwn(test)) return { ...test, earlier: recordOf(known)?.earlier ?? null }
      const tooFew = tooFewAttempts({ ...test, silence: null })
      const judgement = judgementOf(known, decide(known), unbroken, tooFew)
      return { ...test, ...judgement, ...(isFlaky && { outcome: 'flaky', undecided: null }) }
    })
    const { baseline, editedAt = null } = first
    return { ...others, run: run && { ...run, tests: tests ?? [] }, baseline, editedAt }
  })
}

type AttemptedTest = Pick<RetriedTest, 'run' | 'test'> & { readonly attempts: Statuses }
type Decider = ReturnType<typeof deciderOf>

/** @param attemptsOf those of a test that ran again, by its ID; else empty */
function deciderOf(counted: readonly CountedTest[], attemptsOf: (id: string) => Statuses, retries: number) {
  const known = counted.filter(isKnown)
  const ids = new Set(known.map(({ id }) => id))
  const today = todayOf(
    known.map((test) => {
      const again = attemptsOf(test.id)
      const once = { failed: Number(test.hasFailed), passed: !test.hasFailed }
      return { ...test, ...(again.length > 0 ? countsOf(again) : once) }
    }),
  )
  /** What the rule says of a failing test, and if that is only perhaps a change, why. */
  return (test: AttemptedTest) => {
    const counts = { ...historyOf(test), ...countsOf(test.attempts) }
    const decision = judgeFailure(counts, ids.has(idOf(test.run.agent, test.test)), today, retries)
    return { decision, doubt: doubtOf(counts, decision, today) }
  }
}

function isKnown({ runs }: Pick<TestHistory, 'runs'>): boolean {
  return runs > 0
}

const notCompared: Undecided = { why: 'not-compared', problem: null, url: null }

/**
 * @param otherwise what becomes of a test on which the rule does not decide
 * @param tooFew why it could not run often enough, if its earlier runs are no reason
 */
function judgementOf(
  test: AttemptedTest,
  { decision, doubt }: ReturnType<Decider>,
  otherwise: (test: Omit<TestHistory, 'isNew'>) => TestOutcome,
  tooFew: Undecided,
): Judgement {
  const record = recordOf(test)
  if (record === undefined) return { outcome: 'undecided', earlier: null, undecided: notCompared }
  const { earlier } = record
  if (isEdited(record) || (decision === 'new' && earlier.earlierForm !== null))
    return { outcome: 'edited', earlier }
  if (decision === 'new') {
    const { earlier: runs = [], withoutResult = 0 } = test.run.baseline ?? {}
    // Only runs with results can tell that a test is new.
    if (runs.some(({ isLater }) => !isLater)) return { outcome: 'new', earlier }
    if (withoutResult === 0) return { outcome: 'not-compared', earlier }
    return { outcome: 'undecided', earlier, undecided: whyUndecided(earlier, tooFew) }
  }
  const isUndecided = decision === 'retry' || decision === 'undecided'
  const outcome = isUndecided ? otherwise(earlier) : decision
  const isPerhaps = outcome === 'broke' || outcome === 'passed-before'
  const open = outcome === 'undecided' ? whyUndecided(earlier, tooFew) : null
  const undecided = outcome === 'failed' ? oneOfMany : open
  return { outcome, earlier: { ...earlier, doubt: isPerhaps ? doubt : null }, undecided }
}

/** Why a test did not run again says more than its earlier runs. */
function whyUndecided({ runs, mayBeErrors }: TestRecord['earlier'], tooFew: Undecided): Undecided {
  if (tooFew.why !== 'too-few-answers') return tooFew
  if (runs === 0) return { why: 'no-earlier-results', problem: null, url: null }
  return mayBeErrors ? { why: 'perhaps-errors', problem: null, url: null } : tooFew
}

const EXCUSES: ReadonlySet<TestOutcome> = new Set(['failed-before', 'fails-now-and-then', 'passed-before'])

interface Recount {
  /** The sample, with one more attempt of each. */
  readonly tests: Tests
  /** Null if the round could not run: then its attempts count for nothing. */
  readonly count: FailureCount | null
  /** Why no test runs again after that, if none does. */
  readonly refusal: NotRunAgain | null
}

/** Too many tests failed: a sample of all runs once more, whatever became of each, and is counted. */
async function countAgain(
  counted: readonly CountedTest[],
  all: readonly TestHistory[],
  runner: TestRunner,
): Promise<Recount> {
  const runnable = counted.filter(canRun)
  const sample = testsToCountAgain(runnable)
  const nextRound: NextRound = (tests) => {
    const due = [...tests.values()].filter((test) => test.attempts.length <= retriesOf(1, test))
    return new Map(due.map(({ id }) => [id, 'candidate']))
  }
  const started = sample.map(({ id, run, test }) => [id, afterFirst(run, test, runner.runUrl)] as const)
  const { tests } = await runRounds(new Map(started), nextRound, runner)
  const answered = sample.flatMap((test) => {
    const attempts = tests.get(test.id)?.attempts.slice(1) ?? []
    return hasAnswer(attempts) ? { ...test, hasFailed: anyFailed(attempts) } : []
  })
  const count = countFailures(answered, all)
  if (count.isTooMany) return { tests, count, refusal: tooManyFailures }
  const lost = [...tests.values()].find(
    ({ whyNotRunAgain, attempts }) => whyNotRunAgain !== null || attempts.at(-1)?.taskId === null,
  )
  if (lost === undefined && answered.length > 0) return { tests, count, refusal: null }
  const unanswered = sample.length - answered.length
  const problem = { kind: 'unfinished-tests', tests: unanswered, whose: null } as const
  const noResult = { why: 'no-result', problem, url: null } as const
  const refusal = lost?.whyNotRunAgain ?? noResult
  // Only one test is the edited one.
  return { tests, count: null, refusal: refusal.problem?.kind === 'edited' ? noResult : refusal }
}

const nothingKnown: TestHistory = { failures: 0, runs: 0, isNew: false, mayBeErrors: false }

function recordOf({ run, test }: Pick<RetriedTest, 'run' | 'test'>): TestRecord | undefined {
  return run.baseline?.histories.get(test.id)
}

/** An edited test is a new one. */
function historyOf(test: Pick<RetriedTest, 'run' | 'test'>): TestHistory {
  const record = recordOf(test)
  if (record === undefined) return nothingKnown
  return isEdited(record) ? { ...nothingKnown, isNew: true } : { ...record.earlier, isNew: record.isNew }
}

function isCompared({ run, baseline }: AgentRun): boolean {
  return run !== null && baseline !== null && baseline.problem === null
}

/** A test that can be compared, and whose first attempt was answered. */
interface CountedTest extends TestHistory {
  readonly run: AgentRun
  readonly test: JudgedTest
  readonly id: string
  /** The agent's ID. */
  readonly agent: string
  readonly name: string
  readonly hasFailed: boolean
}

/** The first attempts of all tests that can be compared, with their histories. Accepted tests and the pull request's own are left out. */
function comparedTests(runs: readonly AgentRun[]): {
  readonly all: readonly TestHistory[]
  readonly counted: readonly CountedTest[]
} {
  const compared = runs.filter(isCompared).flatMap((run) => {
    const tests = run.run?.tests.filter((test) => !isAccepted(test) && !isOwn(test)) ?? []
    return tests.map((test) => ({
      ...historyOf({ run, test }),
      run,
      test,
      id: idOf(run.agent, test),
      agent: run.agent.uuid,
      name: test.name ?? test.id,
      hasFailed: test.outcome === 'failed',
    }))
  })
  const counted = compared.filter(({ test, hasFailed }) => hasFailed || test.outcome === 'passed')
  return { all: compared, counted }
}
