// One row of the service's answer → our type of a test. Servers differ in what they send, so everything but the verdict is
// optional.
import type { JudgeResult, TestCaseResult, TestRunEvaluator } from '../client/index.ts'
import type { EvaluatorResult, TestResult, TestStatus, ToolCall, Turn } from './results.ts'

export type Evaluators = ReadonlyMap<string | null | undefined, TestRunEvaluator>

/** @param uuids the IDs of the run's tests, one of which the row may have */
export function readTest(
  row: TestCaseResult,
  uuids: ReadonlySet<string>,
  evaluators: Evaluators,
): Omit<TestResult, 'id'> {
  return {
    uuid: [row.test_uuid, row.test_case_id].find((id) => id != null && uuids.has(id)) ?? null,
    // A blank name is no name.
    name: row.name?.trim() ? row.name : null,
    status: testStatus(row),
    reasoning: row.reasoning ?? null,
    reply: row.output?.response ?? null,
    toolCalls: (row.output?.tool_calls ?? []).map((call) =>
      toolCall(call.tool || 'unnamed tool', call.arguments),
    ),
    evaluators: evaluatorResults(row, evaluators),
    latencyMs: row.latency_ms ?? null,
    cost: row.cost ?? null,
    ...readTestCase(row.test_case),
    attempts: [],
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

function evaluatorResults(row: TestCaseResult, evaluators: Evaluators): EvaluatorResult[] {
  const results = row.judge_results ?? []
  const passed = ratingsPassed(row, results)
  return results.map((result) => {
    const evaluator = evaluators.get(result.evaluator_uuid)
    return {
      evaluator: evaluator?.name ?? null,
      passed: result.match ?? (typeof result.score === 'number' ? passed : null),
      score: result.score ?? null,
      scaleMin: evaluator?.scale_min ?? null,
      scaleMax: evaluator?.scale_max ?? null,
      valueName: result.value_name ?? null,
      reasoning: result.reasoning ?? null,
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

type TestCase = Pick<TestResult, 'question' | 'criteria' | 'expectedToolCalls'>

/** What an agent was asked (`history` or `messages`, else `input`), and what was expected of it. */
export function readTestCase(testCase: unknown): TestCase {
  const evaluation = field(testCase, 'evaluation')
  return {
    question: turnsOf(testCase),
    criteria: [field(evaluation, 'criteria'), field(testCase, 'criteria')].flatMap(textsOf),
    expectedToolCalls: expectedCalls(field(evaluation, 'tool_calls') ?? field(testCase, 'tool_calls')),
  }
}

/** Arguments as compact JSON, as they came if they are text already. */
function toolCall(tool: string, given: unknown): ToolCall {
  if (given === null || given === undefined) return { tool, arguments: null }
  try {
    return { tool, arguments: typeof given === 'string' ? given : JSON.stringify(given) }
  } catch {
    // Nested deeper than the serializer's stack.
    return { tool, arguments: '"arguments nested too deeply to show"' }
  }
}

function turnsOf(testCase: unknown): Turn[] {
  const turns = listOf(field(testCase, 'history') ?? field(testCase, 'messages')).flatMap((turn) => {
    const content = field(turn, 'content')
    const role = field(turn, 'role')
    return typeof content === 'string' && content.trim() !== ''
      ? [{ role: typeof role === 'string' ? role : 'user', content }]
      : []
  })
  const input = field(testCase, 'input')
  if (turns.length > 0 || typeof input !== 'string') return turns
  return [{ role: 'user', content: input }]
}

function expectedCalls(calls: unknown): ToolCall[] {
  return listOf(calls).flatMap((call) => {
    const tool = field(call, 'tool') ?? field(call, 'name')
    return typeof tool === 'string' ? [toolCall(tool, field(call, 'arguments'))] : []
  })
}

function textsOf(value: unknown): readonly string[] {
  const texts = typeof value === 'string' ? [value] : listOf(value)
  return texts
    .map((text) => (typeof text === 'string' ? text : (field(text, 'description') ?? field(text, 'name'))))
    .filter((text) => typeof text === 'string')
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}

function field(value: unknown, key: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined
}
