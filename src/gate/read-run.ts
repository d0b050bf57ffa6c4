// The service's words for a run → ours: rows, counts, aggregates. Nothing of the answer is kept but what reports show.
import type { TestCaseResult, TestRun, TestRunEvaluator } from '../client/index.ts'
import type { Counts, EvaluatorResult, RunResult, TestResult, TestStatus } from './results.ts'

/** Counts as the service gave them, null where it gave none; a missing total is the tests that it named or counted. */
export function serviceCounts(run: TestRun): Counts | null {
  const { passed, failed } = run
  if (typeof passed !== 'number' || typeof failed !== 'number') return null
  const total = run.total_tests ?? Math.max(run.test_uuids?.length ?? 0, passed + failed)
  return { total, passed, failed }
}

/** Counts of the rows themselves, null where there are none; a planned test without a row is one without a verdict. */
export function rowCounts({ tests, plannedTests }: Pick<RunResult, 'tests' | 'plannedTests'>): Counts | null {
  if (tests.length === 0) return null
  const having = (status: TestStatus) => tests.filter((test) => test.status === status).length
  const total = Math.max(tests.length, plannedTests ?? 0)
  return { total, passed: having('passed'), failed: having('failed') }
}

export function runResult(run: TestRun, seen: { counts: Counts | null; durationMs: number }): RunResult {
  return {
    taskId: run.task_id,
    status: run.status,
    counts: seen.counts,
    plannedTests: run.total_tests ?? run.test_uuids?.length ?? null,
    tests: testResults(run),
    detailsError: null,
    p95LatencyMs: run.latency_ms?.p95 ?? null,
    meanCostUsd: run.cost?.mean ?? null,
    meanTokens: run.total_tokens?.mean ?? null,
    shareToken: run.is_public === true ? (run.share_token ?? null) : null,
    durationMs: seen.durationMs,
  }
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

export function testResults(run: TestRun): TestResult[] {
  const evaluators = new Map((run.evaluators ?? []).map((evaluator) => [evaluator.uuid, evaluator]))
  const once = singleCopies()
  return (run.results ?? []).map((row) => testResult(row, evaluators, once))
}

type Evaluators = ReadonlyMap<string | null | undefined, TestRunEvaluator>
type Once = (text: string | null | undefined) => string | null

/** A test's reasoning is its judge's once more, and agents and judges repeat themselves: equal texts are kept once. */
function singleCopies(): Once {
  const copies = new Map<string, string>()
  return (text) => {
    if (text === null || text === undefined) return null
    const copy = copies.get(text)
    if (copy === undefined) copies.set(text, text)
    return copy ?? text
  }
}

function testResult(row: TestCaseResult, evaluators: Evaluators, once: Once): TestResult {
  return {
    id: row.test_case_id ?? null,
    name: row.name ?? null,
    status: testStatus(row),
    reasoning: once(row.reasoning),
    reply: once(row.output?.response),
    toolCalls: (row.output?.tool_calls ?? []).map((call) => ({
      tool: call.tool ?? 'unnamed tool',
      arguments: call.arguments ? once(JSON.stringify(call.arguments)) : null,
    })),
    evaluators: judgeVerdicts(row, evaluators, once),
    latencyMs: row.latency_ms ?? null,
    cost: row.cost ?? null,
  }
}

/** `unanswered` and `not_run` go first: `passed` is no verdict beside them. */
export function testStatus(row: TestCaseResult): TestStatus {
  if (row.not_run === true) return 'not-run'
  if (row.unanswered === true) return 'unanswered'
  if (row.passed === true) return 'passed'
  return row.passed === false ? 'failed' : 'pending'
}

function judgeVerdicts(row: TestCaseResult, evaluators: Evaluators, once: Once): EvaluatorResult[] {
  return (row.judge_results ?? []).map((verdict) => {
    const evaluator = evaluators.get(verdict.evaluator_uuid)
    return {
      evaluator: evaluator?.name ?? null,
      match: verdict.match ?? null,
      score: verdict.score ?? null,
      scaleMin: evaluator?.scale_min ?? null,
      scaleMax: evaluator?.scale_max ?? null,
      valueName: once(verdict.value_name),
      reasoning: once(verdict.reasoning),
    }
  })
}
