// One row of the service's answer → our type of a test. Servers differ in what they send, so everything but the verdict is
// optional.
import type { JudgeResult, TestCaseResult, TestRunEvaluator } from '../../client/index.ts'
import type { EvaluatorResult, ToolCall } from '../../schema.ts'
import { type Definition, definitionOf, evaluatorName, field } from '../../test-files/definition.ts'
import type { JudgedTest } from '../cause.ts'
import { testErrorOf } from './test-errors.ts'

type EvaluatorsById = ReadonlyMap<string | null | undefined, TestRunEvaluator>

/**
 * @param uuids the IDs of the run's tests, one of which the row may have
 * @param isFull whether the row has all texts, which tell errors from failures
 */
export function readTest(
  row: TestCaseResult,
  uuids: ReadonlySet<string>,
  evaluators: EvaluatorsById,
  isFull = false,
): Omit<JudgedTest, 'id'> {
  const told = toldOutcome(row)
  const definition = definitionOf(row)
  const error = isFull || told === 'unanswered' || told === 'not-run' ? testErrorOf(row) : null
  const outcomeOfError = error?.kind === 'not-run' ? 'not-run' : 'unanswered'
  const outcome = error === null ? told : outcomeOfError
  return {
    uuid: [row.test_uuid, row.test_case_id].find((id) => id != null && uuids.has(id)) ?? null,
    // A blank name is no name.
    name: row.name?.trim() ? row.name : null,
    source: null,
    outcome,
    accepted: null,
    error,
    reasoning: error === null ? (row.reasoning ?? null) : error.message || null,
    reply: row.output?.response ?? null,
    toolCalls: (row.output?.tool_calls ?? []).map((call) =>
      toolCall(call.tool || 'unnamed tool', call.arguments),
    ),
    evaluators: evaluatorResults(row, evaluators),
    latencyMs: measured(row.latency_ms),
    costUsd: measured(row.cost),
    question: shownQuestion(definition),
    expectedToolCalls: expectedToolCalls(definition),
    criteria: criteriaOf(definition, evaluators),
    attempts: [],
    control: null,
    earlier: null,
    edits: [],
    editedEvaluators: [],
    whyNotRunAgain: null,
    undecided: null,
  }
}

/** Clocks that differ make a latency negative; reporters refuse a whole JUnit file for it. */
export function measured(value: number | null | undefined): number | null {
  return value != null && value >= 0 ? value : null
}

/** If `unanswered` or `not_run` is set, `passed` does not count. */
export function toldOutcome(row: TestCaseResult): 'passed' | 'failed' | 'unanswered' | 'not-run' | 'pending' {
  if (row.not_run === true) return 'not-run'
  if (row.unanswered === true) return 'unanswered'
  if (row.passed === true) return 'passed'
  return row.passed === false ? 'failed' : 'pending'
}

function evaluatorResults(row: TestCaseResult, evaluators: EvaluatorsById): EvaluatorResult[] {
  const results = row.judge_results ?? []
  const passed = ratingsPassed(row, results)
  return results.map((result) => {
    const evaluator = evaluators.get(result.evaluator_uuid)
    return {
      evaluator: evaluator?.name ?? null,
      uuid: result.evaluator_uuid ?? null,
      version: evaluator?.version_number ?? null,
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
  const told = toldOutcome(row)
  if (told !== 'failed') return told === 'passed' ? true : null
  const suspects = results.filter(({ match }) => match !== true)
  const isOnlySuspect = suspects.length === 1 && expectedToolCalls(definitionOf(row)).length === 0
  return isOnlySuspect ? false : null
}

type Criterion = JudgedTest['criteria'][number]

/** The turns, else the input. */
function shownQuestion({ turns, input }: Definition): JudgedTest['question'] {
  const messages = (turns ?? []).flatMap((turn) => {
    const [role, content] = [field(turn, 'role'), field(turn, 'content')]
    if (typeof content !== 'string' || content.trim() === '') return []
    return [{ role: typeof role === 'string' ? role : 'user', content }]
  })
  return messages.length === 0 && typeof input === 'string' ? [{ role: 'user', content: input }] : messages
}

function expectedToolCalls({ calls }: Definition): ToolCall[] {
  return calls.flatMap((call) => {
    const tool = field(call, 'tool')
    return typeof tool === 'string' ? toolCall(tool, field(call, 'arguments')) : []
  })
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

/** What each evaluator was to check: its arguments, which stand in the test case, and again in its result. */
function criteriaOf({ criteria, results }: Definition, evaluators: EvaluatorsById): Criterion[] {
  const shown = criteria.length > 0 ? criteria : results
  return shown.flatMap((criterion, index): Criterion | [] => {
    if (typeof criterion === 'string') return { evaluator: null, text: criterion }
    const result = results[index]
    const [values, description, name] = ['arguments', 'description', 'name'].map((key) =>
      field(criterion, key),
    )
    const text =
      argumentsText(values ?? result?.variable_values) || (typeof description === 'string' ? description : '')
    const evaluator = evaluators.get(result?.evaluator_uuid)?.name ?? evaluatorName(name)
    return text === '' ? [] : { evaluator, text }
  })
}

/** `Names the 30 days.`, or `tone: friendly; length: 2` of several arguments. */
function argumentsText(given: unknown): string {
  const entries = typeof given === 'object' && given !== null ? Object.entries(given) : []
  const texts = entries.map(([name, value]: [string, unknown]) => {
    const text = typeof value === 'string' ? value : JSON.stringify(value)
    return entries.length === 1 ? text : `${name}: ${text}`
  })
  return texts.join('; ')
}
