// Tests against their own earlier runs: which of them run again, and what becomes of them.

import { isAccepted } from '../accept.ts'
import type { TestRunner } from '../launch.ts'
import type { AgentRun, Comparison, RetrySkipped, TestBaseline, TestHistory, TestResult } from '../model.ts'
import { countOf } from '../read-run.ts'
import {
  afterFirst,
  canRun,
  hasAnswer,
  hasFailed,
  hasPassed,
  idOf,
  type Plan,
  type RetriedTest,
  runRounds,
  type Tests,
  testsToRetry,
} from '../rounds.ts'
import { type Judge, judged, retriesOf, tooManyFailures, unansweredOfMany } from './by-retries.ts'
import {
  type BaselineSums,
  baselineSums,
  classifyFailure,
  countFailures,
  type FailureCount,
  MAX_ROUNDS,
  testsToCountAgain,
  todayOf,
} from './history-rule.ts'
/** Mode `gate-if-worse`: every test against its own history (history-rule.ts). */
export const judgeByHistory: Judge = async (firstRuns, retries, runner) => {
  const { all, counted } = comparedTests(firstRuns)
  const { isTooMany, ...count } = countFailures(counted, all)
  const recount = isTooMany ? await countAgain(counted, all, runner) : null
  const today = todayOf(counted, all)
  const isOneOfMany = unansweredOfMany(firstRuns)
  const decide = (test: RetriedTest) => {
    const failed = countOf(test.attempts, 'failed')
    const firstAnswered = hasAnswer(test.attempts.slice(0, 1))
    const soFar = { failed, passed: hasPassed(test.attempts), firstAnswered }
    return classifyFailure(historyOf(test), soFar, all, today, retries)
  }
  const nextRound: Plan['nextRound'] = (test) => {
    const made = test.attempts.length
    const isDue = hasAnswer(test.attempts)
      ? made <= MAX_ROUNDS && decide(test) === 'retry'
      : made <= retriesOf(retries, test)
    if (!isDue) return null
    return recount?.refusal ?? (isOneOfMany(test) ? tooManyFailures : 'candidate')
  }
  const given = new Map(testsToRetry(firstRuns))
  if (recount !== null && recount.count !== null)
    for (const [id, test] of recount.tests) if (given.has(id)) given.set(id, test)
  const tests = await runRounds(given, { nextRound, isPaired: false }, runner)
  const baselineOfTest = (test: RetriedTest): TestBaseline | null => {
    if (!isCompared(test.run) || !hasFailed(test.attempts)) return null
    const { failures, runs, mayBeErrors = false } = historyOf(test)
    const decision = decide(test)
    const known = decision === 'undetermined' && mayBeErrors ? { failures: 0, runs: 0 } : { failures, runs }
    return { class: decision === 'retry' ? 'undetermined' : decision, ...known }
  }
  const known = counted.filter(({ runs }) => runs > 0)
  const { runs, comparison } = judged(firstRuns, tests, baselineOfTest, {
    compared: {
      tests: all.comparedTests,
      now: { passed: known.filter(({ failed }) => !failed).length, total: known.length },
      before: { passed: all.runs - all.failures, total: all.runs },
    },
    count: { ...count, ...againOf(recount) },
    sample: null,
  })
  return { runs: runs.map((each) => withCountedAgain(each, recount, tests)), comparison }
}

function againOf(recount: Recount | null): Pick<NonNullable<Comparison['count']>, 'again' | 'blocks'> {
  if (recount === null || recount.count === null) return { again: null, blocks: false }
  const { isTooMany: blocks, ...again } = recount.count
  return { again, blocks }
}

interface Recount {
  /** The sample, with one more attempt of each. */
  readonly tests: Tests
  /** Null if the round could not run: then its attempts count for nothing. */
  readonly count: FailureCount | null
  /** Why no test runs again after that, if none does. */
  readonly refusal: RetrySkipped | null
}

/** Too many tests failed: a sample of all runs once more, whatever became of each, and is counted. */
async function countAgain(
  counted: readonly CountedTest[],
  all: BaselineSums,
  runner: TestRunner,
): Promise<Recount> {
  const runnable = counted.filter(canRun)
  const sample = testsToCountAgain(runnable)
  const nextRound: Plan['nextRound'] = (test) =>
    test.attempts.length <= retriesOf(1, test) ? 'candidate' : null
  const started = sample.map(({ id, run, test }) => [id, afterFirst(run, test)] as const)
  const tests = await runRounds(new Map(started), { nextRound, isPaired: false }, runner)
  const answered = sample.flatMap((test) => {
    const attempts = tests.get(test.id)?.attempts.slice(1) ?? []
    return hasAnswer(attempts) ? { ...test, failed: hasFailed(attempts) } : []
  })
  const count = countFailures(answered, all)
  if (count.isTooMany) return { tests, count, refusal: tooManyFailures }
  const lost = [...tests.values()].find(
    ({ whyNotRunAgain, attempts }) => whyNotRunAgain !== null || attempts.at(-1)?.taskId === null,
  )
  if (lost === undefined && answered.length > 0) return { tests, count, refusal: null }
  const reason = { kind: 'unfinished-tests', tests: sample.length - answered.length } as const
  return { tests, count: null, refusal: lost?.whyNotRunAgain ?? { kind: 'no-result', reason, run: null } }
}

/** The run with what the attempts cost that only the count is for. */
function withCountedAgain(each: AgentRun, recount: Recount | null, tests: Tests): AgentRun {
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

const nothingKnown: TestHistory = { failures: 0, runs: 0, isNew: false }

function historyOf({ run, test }: Pick<RetriedTest, 'run' | 'test'>): TestHistory {
  return run.baseline?.histories.get(test.id) ?? nothingKnown
}

function isCompared({ run, baseline }: AgentRun): boolean {
  return run !== null && baseline !== null && baseline.error === null
}

/** A test that can be compared, and whose first attempt was answered. */
interface CountedTest extends TestHistory {
  readonly run: AgentRun
  readonly test: TestResult
  readonly id: string
  /** The agent's ID. */
  readonly agent: string
  readonly name: string
  readonly failed: boolean
}

/** The first attempts of all tests that can be compared, with their histories. Accepted tests are left out. */
function comparedTests(runs: readonly AgentRun[]): {
  readonly all: BaselineSums
  readonly counted: readonly CountedTest[]
} {
  const compared = runs.filter(isCompared).flatMap((run) => {
    const tests = run.run?.tests.filter((test) => !isAccepted(test)) ?? []
    return tests.map((test) => ({
      ...historyOf({ run, test }),
      ...{ run, test, id: idOf(run.agent, test), agent: run.agent.uuid, name: test.name ?? test.id },
      ...{ status: test.status, failed: test.status === 'failed' },
    }))
  })
  const counted = compared.filter(({ status }) => status === 'failed' || status === 'passed')
  return { all: baselineSums(compared), counted }
}
