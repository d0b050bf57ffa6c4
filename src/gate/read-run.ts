// The service's answer for a run → our types, and whether an ended run can be judged by it.
import type { TestRun } from '../client/index.ts'
import { readTest } from './read-test.ts'
import {
  type Counts,
  contradictory,
  type InconclusiveReason,
  type RunResult,
  type TestResult,
  type TestStatus,
} from './results.ts'

const GOING = new Set(['queued', 'in_progress'])
const ENDED = new Set(['done', 'failed', 'cancelled'])

export function progressOf({
  status,
  error,
}: Pick<TestRun, 'status' | 'error'>): 'going' | 'ended' | 'unknown' {
  if (ENDED.has(status)) return 'ended'
  if (GOING.has(status)) return 'going'
  return error === true ? 'ended' : 'unknown'
}

/** What is known of a run right after its launch. */
export function launchedRun(taskId: string, status: string): RunResult {
  return {
    taskId,
    status,
    counts: null,
    plannedTests: null,
    tests: [],
    detailsError: null,
    p95LatencyMs: null,
    meanCostUsd: null,
    meanTokens: null,
    shareToken: null,
    durationMs: 0,
    queuedMs: 0,
  }
}

/**
 * The run as one read tells it.
 * @param before as it was seen before a read of its failing tests alone
 */
export function readRun(
  run: TestRun,
  { durationMs, queuedMs }: Pick<RunResult, 'durationMs' | 'queuedMs'>,
  before: readonly TestResult[] = [],
): RunResult {
  const tests = [...new Map([...before, ...testsOf(run)].map((test) => [test.id, test])).values()]
  const { passed = null, failed = null } = run
  const total = Math.max(run.total_tests ?? 0, countLinked(run), (passed ?? 0) + (failed ?? 0), tests.length)
  const counts: Counts = {
    total,
    passed: passed ?? countOf(tests, 'passed'),
    failed: failed ?? countOf(tests, 'failed'),
  }
  return {
    ...launchedRun(run.task_id, run.status),
    counts: tests.length === 0 && passed === null && failed === null ? null : counts,
    plannedTests: total || null,
    tests,
    p95LatencyMs: run.latency_ms?.p95 ?? null,
    meanCostUsd: run.cost?.mean ?? null,
    meanTokens: run.total_tokens?.mean ?? null,
    shareToken: run.is_public === true ? (run.share_token ?? null) : null,
    durationMs,
    queuedMs,
  }
}

/**
 * Why a run that has ended is inconclusive, whatever its tests say; null if it is not.
 * @param result of the same read
 * @param hasAllRows false if only the rows of failing tests were asked for
 * @param testsSeen the most tests that one poll showed
 */
export function whyInconclusive(
  run: TestRun,
  { counts, tests, status }: RunResult,
  hasAllRows: boolean,
  testsSeen: number,
): InconclusiveReason | null {
  if (progressOf(run) === 'going' || contradicts(run, counts, tests, hasAllRows)) return contradictory
  if (status === 'failed' || status === 'cancelled') return { kind: 'run-ended', how: status }
  if (status !== 'done') return { kind: 'contradictory', unknownStatus: status }
  if (run.error === true) return { kind: 'run-ended', how: 'error' }
  if (run.aborted === true || run.stopped_early === true) return { kind: 'run-ended', how: 'stopped' }
  const isCounted = (run.passed ?? null) !== null && (run.failed ?? null) !== null
  if (counts === null || (!isCounted && !(hasAllRows && tests.length > 0))) return contradictory
  const linked = countLinked(run)
  if (counts.total === 0 || (run.total_tests === 0 && tests.length === 0))
    return { kind: 'tests-not-run', notRun: linked, total: linked }
  const results = Math.max(tests.length, counts.passed + counts.failed + unansweredIn(run, tests))
  // Then the number of tests is not known.
  if (testsSeen > Math.max(linked, results)) return contradictory
  const notRun = linked - results
  return notRun > 0 ? { kind: 'tests-not-run', notRun, total: counts.total } : null
}

/** Whether the tests that have results count. The service leaves out tests without a configuration. */
export function isUsable(reason: InconclusiveReason | null): boolean {
  return reason === null || (reason.kind === 'tests-not-run' && reason.notRun < reason.total)
}

/** Whether it is of exactly these tests, as far as it says. */
export function isOf({ test_uuids }: TestRun, asked: readonly string[] | undefined): boolean {
  const uuids = new Set(test_uuids ?? asked)
  return asked === undefined || (uuids.size === asked.length && asked.every((uuid) => uuids.has(uuid)))
}

function contradicts(
  run: TestRun,
  counts: Counts | null,
  tests: readonly TestResult[],
  hasAllRows: boolean,
): boolean {
  if (counts === null) return false
  const { total, passed, failed } = counts
  if (passed + failed > (run.total_tests ?? total)) return true
  if (countOf(tests, 'failed') > failed || unansweredIn(run, tests) > total - passed - failed) return true
  const lists = hasAllRows && tests.length > 0
  return lists && (countOf(tests, 'failed') !== failed || countOf(tests, 'passed') !== passed)
}

function unansweredIn({ unanswered_tests }: TestRun, tests: readonly TestResult[]): number {
  const rows = tests.filter(({ status }) => status !== 'passed' && status !== 'failed')
  return Math.max(unanswered_tests ?? 0, rows.length)
}

function countLinked({ test_uuids }: TestRun): number {
  return new Set(test_uuids).size
}

export function countOf(tests: readonly { readonly status: TestStatus }[], status: TestStatus): number {
  return tests.filter((test) => test.status === status).length
}

/** The run with what a full read tells of the tests that did not pass: their texts, and which of them have no verdict. */
export function withDetails(run: RunResult, details: TestRun): RunResult {
  const rows = (details.results ?? []).filter(
    ({ passed, unanswered, not_run }) => passed === false || unanswered === true || not_run === true,
  )
  const waiting = Map.groupBy(testsOf({ ...details, results: rows }, true), keyOf)
  const tests = run.tests.map((test) => {
    const found = DETAILED.has(test.status) ? waiting.get(keyOf(test))?.shift() : undefined
    if (found === undefined || (test.status !== 'failed' && found.error === null)) return test
    return { ...found, id: test.id, uuid: test.uuid }
  })
  const failed = countOf(run.tests, 'failed') - countOf(tests, 'failed')
  return { ...run, tests, counts: run.counts && { ...run.counts, failed: run.counts.failed - failed } }
}

/**
 * Whether the tests themselves say why the run failed, so that nothing else is wrong with it: servers give up on a run
 * whose tests all end in errors, and stop it if many do.
 */
export function isExplained(reason: InconclusiveReason, { tests, counts }: RunResult): boolean {
  const isGivenUp = reason.kind === 'run-ended' && reason.how !== 'cancelled'
  const isWhole = counts !== null && tests.length >= counts.total
  const isStopped = countOf(tests, 'not-run') > 0 && countOf(tests, 'pending') === 0
  const allErred = tests.length > 0 && tests.every(({ error }) => error !== null)
  return isGivenUp && isWhole && (isStopped || allErred)
}

/** The rows of a read have no ID on some servers; within a run, tests are told apart by name. */
function keyOf({ uuid, id, name }: TestResult): string {
  return uuid ?? (id.startsWith(NAME_ID) ? `${NAME_ID}${name}` : id)
}

const NAME_ID = 'name:'
const DETAILED: ReadonlySet<TestStatus> = new Set(['failed', 'unanswered', 'not-run'])

function testsOf(run: TestRun, isFull = false): TestResult[] {
  const evaluators = new Map(run.evaluators?.map((evaluator) => [evaluator.uuid, evaluator]))
  const uuids = new Set(run.test_uuids)
  const seen = new Map<string, number>()
  return (run.results ?? []).map((row) => {
    const test = readTest(row, uuids, evaluators, isFull)
    const id = row.test_case_id || row.test_uuid || `${NAME_ID}${test.name ?? ''}`
    const count = (seen.get(id) ?? 0) + 1
    seen.set(id, count)
    // One ID cannot run one of several tests alone.
    return count === 1 ? { id, ...test } : { id: `${id}#${count}`, ...test, uuid: null }
  })
}
