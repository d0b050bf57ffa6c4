// The service's answer for a run → our types, and whether an ended run can be judged by it.
import type { TestRun } from '../client/index.ts'
import { readTest } from './read-test.ts'
import type { Counts, InconclusiveReason, RunResult, TestResult, TestStatus } from './results.ts'

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
  }
}

/** The run as one read tells it. */
export function readRun(run: TestRun, durationMs: number): RunResult {
  const tests = testsOf(run)
  const { passed = null, failed = null } = run
  const total = Math.max(run.total_tests ?? 0, linkedTests(run), (passed ?? 0) + (failed ?? 0), tests.length)
  const counts: Counts = {
    total,
    passed: passed ?? countOf(tests, 'passed'),
    failed: failed ?? countOf(tests, 'failed'),
  }
  return {
    taskId: run.task_id,
    status: run.status,
    counts: tests.length === 0 && passed === null && failed === null ? null : counts,
    plannedTests: total || null,
    tests,
    detailsError: null,
    p95LatencyMs: run.latency_ms?.p95 ?? null,
    meanCostUsd: run.cost?.mean ?? null,
    meanTokens: run.total_tokens?.mean ?? null,
    shareToken: run.is_public === true ? (run.share_token ?? null) : null,
    durationMs,
  }
}

/**
 * Why a run that has ended is inconclusive, whatever its tests say; null if it is not.
 * @param result of the same read
 * @param hasAllRows false if only the rows of failing tests were asked for
 */
export function whyInconclusive(
  run: TestRun,
  { counts, tests, status }: RunResult,
  hasAllRows: boolean,
): InconclusiveReason | null {
  if (progressOf(run) === 'going' || contradicts(run, counts, tests, hasAllRows))
    return { kind: 'contradictory' }
  if (status === 'failed') return { kind: 'run-failed' }
  if (status === 'cancelled') return { kind: 'run-cancelled' }
  if (status !== 'done') return { kind: 'unknown-status', status }
  if (run.error === true) return { kind: 'run-error' }
  if (run.aborted === true || run.stopped_early === true) return { kind: 'stopped-early' }
  const isCounted = (run.passed ?? null) !== null && (run.failed ?? null) !== null
  if (counts === null || (!isCounted && !(hasAllRows && tests.length > 0))) return { kind: 'no-counts' }
  if (counts.total === 0) return { kind: 'no-tests' }
  const results = Math.max(tests.length, counts.passed + counts.failed + withoutVerdict(run, tests))
  const notRun = linkedTests(run) - results
  return notRun > 0 ? { kind: 'tests-not-run', notRun, total: counts.total } : null
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
  if (countOf(tests, 'failed') > failed || withoutVerdict(run, tests) > total - passed - failed) return true
  const lists = hasAllRows && tests.length > 0
  return lists && (countOf(tests, 'failed') !== failed || countOf(tests, 'passed') !== passed)
}

function withoutVerdict({ unanswered_tests }: TestRun, tests: readonly TestResult[]): number {
  const rows = tests.filter(({ status }) => status !== 'passed' && status !== 'failed')
  return Math.max(unanswered_tests ?? 0, rows.length)
}

function linkedTests({ test_uuids }: TestRun): number {
  return new Set(test_uuids).size
}

export function countOf(tests: readonly { readonly status: TestStatus }[], status: TestStatus): number {
  return tests.filter((test) => test.status === status).length
}

/** The run with what a full read of its failing tests tells of them. */
export function withDetails(run: RunResult, details: TestRun): RunResult {
  const waiting = Map.groupBy(
    testsOf(details).filter(({ status }) => status === 'failed'),
    keyOf,
  )
  const tests = run.tests.map((test) => {
    const detailed = test.status === 'failed' ? waiting.get(keyOf(test))?.shift() : undefined
    return detailed === undefined ? test : { ...detailed, id: test.id, uuid: test.uuid }
  })
  return { ...run, tests }
}

/** The rows of a read have no ID on some servers; within a run, tests are told apart by name. */
function keyOf({ uuid, id, name }: TestResult): string {
  return uuid ?? (id.startsWith(NAME_ID) ? `${NAME_ID}${name}` : id)
}

const NAME_ID = 'name:'

function testsOf(run: TestRun): TestResult[] {
  const evaluators = new Map(run.evaluators?.map((evaluator) => [evaluator.uuid, evaluator]))
  const uuids = new Set(run.test_uuids)
  const seen = new Map<string, number>()
  return (run.results ?? []).map((row) => {
    const test = readTest(row, uuids, evaluators)
    const id = row.test_case_id || row.test_uuid || `${NAME_ID}${test.name ?? ''}`
    const count = (seen.get(id) ?? 0) + 1
    seen.set(id, count)
    // One ID cannot run one of several tests alone.
    return count === 1 ? { id, ...test } : { id: `${id}#${count}`, ...test, uuid: null }
  })
}
