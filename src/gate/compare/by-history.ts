// Tests against their own earlier runs: which of them run again, and what becomes of them.

import { isAccepted } from '../accept.ts'
import type { TestRunner } from '../launch.ts'
import type { Comparison, FirstRun, RetrySkipped, TestBaseline, TestHistory, TestResult } from '../model.ts'
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
  retry,
  type Tests,
  testsToRetry,
} from '../rounds.ts'
import { roundsOf, type Settle, settled, tooManyFailures, unansweredOfMany } from './by-retries.ts'
import {
  type Baseline,
  baselineOf,
  classifyFailure,
  countFailures,
  type FailureCount,
  MAX_ROUNDS,
  testsToCountAgain,
  todayOf,
} from './history-rule.ts'
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
