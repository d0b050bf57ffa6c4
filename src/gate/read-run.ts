// The service's answer for a run → our types. Keeps only what reports show.
import type { JudgeResult, TestCaseResult, TestRun, TestRunEvaluator } from '../client/index.ts'
import { emptyList, mapped, readTestCase, toolCall } from './read-test-case.ts'
import type { EvaluatorResult, RunResult, TestResult, TestStatus } from './results.ts'

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

/** The run's own fields; rows and counts are collected over all reads (run-evidence.ts). */
export function runFields(run: TestRun): Partial<RunResult> {
  return {
    status: run.status,
    p95LatencyMs: run.latency_ms?.p95 ?? null,
    meanCostUsd: run.cost?.mean ?? null,
    meanTokens: run.total_tokens?.mean ?? null,
    shareToken: run.is_public === true ? (run.share_token ?? null) : null,
  }
}

/** What one read told of a test. */
export type TestRow = Omit<TestResult, 'attempts' | 'retrySkipped' | 'baseline'>

/** @param known rows of an earlier read of the same run, with mostly the same texts */
export function testRows(run: TestRun, known: readonly TestResult[] = []): TestRow[] {
  const evaluators = new Map(run.evaluators?.map((evaluator) => [evaluator.uuid, evaluator]))
  const uuids = new Set<string | null | undefined>(run.test_uuids)
  const intern = createIntern(known.flatMap(({ id, name }) => [id, name]))
  const internText = (text: string) => intern(text) ?? text
  return (run.results ?? []).map((row) => {
    const { question, criteria, expectedToolCalls } = readTestCase(row.test_case, internText)
    return {
      id: intern(row.test_case_id ?? row.test_uuid),
      uuid: intern([row.test_uuid, row.test_case_id].find((id) => uuids.has(id))),
      // A blank name is no name.
      name: row.name?.trim() ? intern(row.name) : null,
      status: testStatus(row),
      reasoning: intern(row.reasoning),
      reply: intern(row.output?.response),
      toolCalls: mapped(row.output?.tool_calls ?? [], (call) =>
        toolCall(call.tool ?? 'unnamed tool', call.arguments),
      ),
      evaluators: evaluatorResults(row, evaluators, intern),
      latencyMs: row.latency_ms ?? null,
      cost: row.cost ?? null,
      question,
      criteria,
      expectedToolCalls,
    }
  })
}

/** A test by its first row. Each field by name: objects that are spread into take more memory. */
export function testOf(row: TestRow): TestResult {
  return {
    id: row.id,
    uuid: row.uuid,
    name: row.name,
    status: row.status,
    reasoning: row.reasoning,
    reply: row.reply,
    toolCalls: row.toolCalls,
    evaluators: row.evaluators,
    latencyMs: row.latencyMs,
    cost: row.cost,
    question: row.question,
    criteria: row.criteria,
    expectedToolCalls: row.expectedToolCalls,
    attempts: emptyList,
    retrySkipped: null,
    baseline: null,
  }
}

/** If `unanswered` or `not_run` is set, `passed` does not count. */
function testStatus(row: TestCaseResult): TestStatus {
  if (row.not_run === true) return 'not-run'
  if (row.unanswered === true) return 'unanswered'
  if (row.passed === true) return 'passed'
  return row.passed === false ? 'failed' : 'pending'
}

/** Keeps equal texts once: a test repeats the reasoning of its evaluator. */
function createIntern(known: readonly (string | null)[]): (text: string | null | undefined) => string | null {
  const copies = new Map(known.map((text) => [text, text]))
  return (text) => {
    if (text == null) return null
    const copy = copies.get(text) ?? text
    copies.set(copy, copy)
    return copy
  }
}

function evaluatorResults(
  row: TestCaseResult,
  evaluators: ReadonlyMap<string | null | undefined, TestRunEvaluator>,
  intern: (text: string | null | undefined) => string | null,
): readonly EvaluatorResult[] {
  const results = row.judge_results ?? []
  const passed = ratingsPassed(row, results)
  return mapped(results, (result) => {
    const evaluator = evaluators.get(result.evaluator_uuid)
    return {
      evaluator: evaluator?.name ?? null,
      passed: result.match ?? (typeof result.score === 'number' ? passed : null),
      score: result.score ?? null,
      scaleMin: evaluator?.scale_min ?? null,
      scaleMax: evaluator?.scale_max ?? null,
      valueName: intern(result.value_name),
      reasoning: intern(result.reasoning),
    }
  })
}

/** The service gives ratings no verdict of their own, but a test passes if every evaluator passes it. */
function ratingsPassed(row: TestCaseResult, results: readonly JudgeResult[]): boolean | null {
  const status = testStatus(row)
  if (status !== 'failed') return status === 'passed' ? true : null
  const suspects = results.filter(({ match }) => match !== true)
  const isOnlySuspect = suspects.length === 1 && readTestCase(row.test_case).expectedToolCalls.length === 0
  return isOnlySuspect ? false : null
}
