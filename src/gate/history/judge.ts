// Tests against their own earlier runs: which of them run again, and what becomes of them.

import { isAccepted } from '../../schema.ts'
import type { TestOutcome } from '../cause.ts'
import type { AgentRun, TestHistory, TestRecord } from '../model.ts'
import {
  type AttemptedTest,
  countsOf,
  firstAttempts,
  hasAnswer,
  mayFail,
  type NotRunAgain,
  publishedAttempts,
  sampled,
  type Tests,
  tooFewAttempts,
  type Undecided,
  undecidedBy,
  whyNotRunAgain,
} from '../runs/attempts.ts'
import type { TestRunner } from '../runs/launch.ts'
import { isOwn, isOwnDue, ownOutcome } from '../runs/own-tests.ts'
import {
  isDueAgain,
  type Judged,
  nothingCompared,
  retriedTests,
  tooManyFailures,
  unansweredOfMany,
} from '../runs/retries.ts'
import { canRun, type Judgement, type NextRound, oneOfMany, runRounds, withFinal } from '../runs/rounds.ts'
import { hasNoHistory } from './baseline.ts'
import { countFailures, type FailureCount, testsToCountAgain } from './failure-count.ts'
import { type Attempted, doubtOf, judgeFailure, MAX_ROUNDS, todayOf, unbroken } from './rule.ts'
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
  const firsts = firstAttempts(firstRuns, runner.runUrl)
  const compared = firsts.filter(isComparable)
  const all = compared.map(historyOf)
  const answered = compared.filter(({ attempts }) => hasAnswer(attempts))
  const count = countFailures(answered.map(countedOf), all)
  const recount = count.isTooMany ? await countAgain(answered, all, runner) : null
  const blocks = recount?.count?.isTooMany === true
  const isOneOfMany = unansweredOfMany(firstRuns)
  const isDue = (test: AttemptedTest, decide: Decider) => {
    const { attempts } = test
    if (isOwn(test.test)) return isOwnDue(attempts, retries)
    if (!hasAnswer(attempts)) return isDueAgain(test, retries)
    return publishedAttempts(attempts).length <= MAX_ROUNDS && decide(test).decision === 'retry'
  }
  const where = (test: AttemptedTest) =>
    recount?.refusal ?? (isOneOfMany(test) ? tooManyFailures : ('candidate' as const))
  const nextRound: NextRound = (tests) => {
    const decide = deciderOf(answered, tests, retries)
    const due = [...tests.values()].filter((test) => isDue(test, decide))
    return new Map(due.map((test) => [test.id, where(test)]))
  }
  const given = firsts.flatMap((test): [string, AttemptedTest][] => {
    return mayFail(test.test) ? [[test.id, recount?.tests.get(test.id) ?? test]] : []
  })
  const tests = await runRounds(new Map(given), nextRound, runner)
  const decide = deciderOf(answered, tests, retries)
  const judge = (test: AttemptedTest): Judgement => {
    const undecided = tooFewAttempts(test)
    // If all together block, none is judged by itself.
    const otherwise = blocks ? 'failed' : 'undecided'
    if (isOwn(test.test)) {
      const outcome = ownOutcome(test.attempts, retries, otherwise)
      const { earlier = null } = recordOf(test) ?? {}
      return { outcome, earlier, undecided: outcome === 'undecided' ? undecided : null }
    }
    const judgement = historyJudgement(test, decide(test), () => otherwise, undecided)
    // So many at once may be this change, however often each of them failed before.
    if (recount === null || recount.count !== null || !EXCUSES.has(judgement.outcome)) return judgement
    return { ...judgement, outcome: 'undecided', undecided: undecidedBy(recount.refusal) }
  }
  const known = answered.filter(isKnown)
  const shown = new Map([...(recount?.tests ?? []), ...tests])
  return {
    ...nothingCompared,
    runs: firstRuns.map((each) => withFinal(each, shown, judge)),
    compared: {
      tests: compared.filter(isKnown).length,
      now: { passed: known.filter(({ test }) => test.outcome === 'passed').length, total: known.length },
      before: {
        passed: all.reduce((sum, { runs, failures }) => sum + runs - failures, 0),
        total: all.reduce((sum, { runs }) => sum + runs, 0),
      },
    },
    count: { ...count, again: recount?.count ?? null, blocks },
  }
}

/**
 * Modes `gate` and `report`: what the rule says of a failing test with the attempts there are. Nobody counts how many fail at once.
 * @param retries how often a failing test is run again
 */
export async function judgeBeside(
  firstRuns: readonly AgentRun[],
  retries: number,
  runner: TestRunner,
): Promise<Judged> {
  const tests = await retriedTests(firstRuns, retries, runner)
  if (firstRuns.some(({ baseline }) => hasNoHistory(baseline))) runner.effects.emit({ type: 'no-history' })
  const compared = firstAttempts(firstRuns, runner.runUrl).filter(isComparable)
  const answered = compared.filter(({ attempts }) => hasAnswer(attempts))
  const decide = deciderOf(answered, tests, retries)
  const judge = (test: AttemptedTest): Judgement => {
    // Without any, nobody can say that a test is new.
    const { earlier = [], withoutResult = 0 } = test.run.baseline ?? {}
    if (earlier.length + withoutResult === 0) return { outcome: 'failed', earlier: null }
    if (isOwn(test.test)) return { outcome: 'failed', earlier: recordOf(test)?.earlier ?? null }
    return historyJudgement(test, decide(test), unbroken, tooFewAttempts(test))
  }
  const failed = new Set(
    [...tests.values()].flatMap((test) => (countsOf(test.attempts).failed > 0 ? test.run : [])),
  )
  const runs = firstRuns.map((each) => {
    const isShown = failed.has(each) && !hasNoHistory(each.baseline)
    return { ...withFinal(each, tests, judge), baseline: isShown ? each.baseline : null }
  })
  return { ...nothingCompared, runs }
}

type Decider = ReturnType<typeof deciderOf>

/**
 * @param answered all compared tests whose first attempt was answered
 * @param again those that ran again
 */
function deciderOf(answered: readonly AttemptedTest[], again: Tests, retries: number) {
  const latest = answered.filter(isKnown).map((test) => again.get(test.id) ?? test)
  const today = todayOf(latest.map(countedOf))
  /** What the rule says of a failing test, and if that is only perhaps a change, why. */
  return (test: AttemptedTest) => {
    const counts = countedOf(test)
    const isCounted = test.attempts[0]?.answer !== 'unanswered'
    const decision = judgeFailure(counts, isCounted, today, retries)
    return { decision, doubt: doubtOf(counts, decision, today) }
  }
}

function countedOf(test: AttemptedTest): Attempted {
  return { ...historyOf(test), ...countsOf(test.attempts) }
}

function isKnown(test: AttemptedTest): boolean {
  return historyOf(test).runs > 0
}

const notCompared: Undecided = { why: 'not-compared', problem: null, url: null }

/**
 * @param otherwise what becomes of a test on which the rule does not decide
 * @param tooFew why it could not run often enough, if its earlier runs are no reason
 */
function historyJudgement(
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
  /** Null if the round could not run: then it has no attempts. */
  readonly count: FailureCount | null
  /** Why no test runs again after that, if none does. */
  readonly refusal: NotRunAgain | null
}

/** Too many tests failed: a sample of all runs once more, whatever became of each, and is counted. */
async function countAgain(
  answered: readonly AttemptedTest[],
  all: readonly TestHistory[],
  runner: TestRunner,
): Promise<Recount> {
  const runnable = answered.filter(canRun).map((test) => ({ ...historyOf(test), ...sampled(test), test }))
  const sample = testsToCountAgain(runnable).map(({ test }) => test)
  const nextRound: NextRound = (tests) => {
    const due = [...tests.values()].filter((test) => isDueAgain(test, 1))
    return new Map(due.map(({ id }) => [id, 'candidate']))
  }
  const given = new Map(sample.map((test) => [test.id, test]))
  const tests = await runRounds(given, nextRound, runner)
  const again = [...tests.values()].flatMap((test) => {
    const attempts = test.attempts.slice(1)
    return hasAnswer(attempts) ? countedOf({ ...test, attempts }) : []
  })
  const count = countFailures(again, all)
  if (count.isTooMany) return { tests, count, refusal: tooManyFailures }
  const isLost = (test: AttemptedTest) => publishedAttempts(test.attempts).at(-1)?.taskId === null
  const lost = [...tests.values()].find((test) => whyNotRunAgain(test) !== null || isLost(test))
  if (lost === undefined && again.length > 0) return { tests, count, refusal: null }
  const unanswered = sample.length - again.length
  const problem = { kind: 'unfinished-tests', tests: unanswered, whose: null } as const
  const noResult = { why: 'no-result', problem, url: null } as const
  const refusal = (lost && whyNotRunAgain(lost)) ?? noResult
  // Only one test is the edited one.
  const why = refusal.problem?.kind === 'edited' ? noResult : refusal
  return { tests: given, count: null, refusal: why }
}

const nothingKnown: TestHistory = { failures: 0, runs: 0, isNew: false, mayBeErrors: false }

function recordOf({ run, test }: AttemptedTest): TestRecord | undefined {
  return run.baseline?.histories.get(test.id)
}

/** An edited test is a new one. */
function historyOf(test: AttemptedTest): TestHistory {
  const record = recordOf(test)
  if (record === undefined) return nothingKnown
  return isEdited(record) ? { ...nothingKnown, isNew: true } : { ...record.earlier, isNew: record.isNew }
}

function isCompared({ run, baseline }: AgentRun): boolean {
  return run !== null && baseline !== null && baseline.problem === null
}

/** Accepted tests and the pull request's own are left out. */
function isComparable({ run, test }: AttemptedTest): boolean {
  return isCompared(run) && !isAccepted(test) && !isOwn(test)
}
