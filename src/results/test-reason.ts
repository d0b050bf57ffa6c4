// Why a test failed, as plain, untrusted text: in lines, or everything.
import type { EvaluatorResult, ResultsTest, ToolCall } from './schema.ts'

/**
 * The reasoning of the first failing evaluator, or of the test itself. For tool calls, the lines of the service's comparison
 * that name a difference, if it has any.
 */
export function reasonLines({ evaluators, reasoning, expectedToolCalls }: ResultsTest): readonly string[] {
  const withReason = evaluators.filter((each) => each.reasoning?.trim())
  const failing = withReason.find((each) => each.passed === false)
  const rating = withReason.find((each) => each.passed === null)
  const reason = failing?.reasoning ?? reasoning ?? rating?.reasoning ?? null
  if (reason === null) return []
  if (expectedToolCalls.length === 0) return [reason]
  const lines = reason.split('\n').filter((line) => line.trim())
  const different = lines.filter((line) => line.trimStart().startsWith('❌'))
  return different.length > 0 ? different : lines
}

/** Everything known about it, one part per line. */
export function wholeReason(test: ResultsTest): string {
  const { question, criteria, expectedToolCalls, reasoning, evaluators, toolCalls, reply } = test
  return [
    ...question.map(({ role, content }) => `${role}: ${content}`),
    ...criteria.map((each) => `Expected: ${each}`),
    ...expectedToolCalls.map((call) => `Expected call: ${callText(call)}`),
    ...(reasoning === null ? [] : [reasoning]),
    ...evaluators.map(evaluatorLine),
    ...toolCalls.map((call) => `Called: ${callText(call)}`),
    ...(reply === null ? [] : [`Replied: ${reply}`]),
  ].join('\n')
}

export function callText({ tool, arguments: given }: ToolCall): string {
  return `${tool}(${given ?? ''})`
}

/** `2 of 5, "Poor"`; null for an evaluator without a score. Scales that do not start at 0 or 1 are spelled out. */
export function ratingText({ score, scaleMin, scaleMax, valueName }: EvaluatorResult): string | null {
  if (score === null) return null
  const usual = scaleMin === null || scaleMin === 0 || scaleMin === 1
  const scale =
    scaleMax === null ? '' : usual ? ` of ${scaleMax}` : ` on a scale from ${scaleMin} to ${scaleMax}`
  return `${score}${scale}${valueName === null ? '' : `, "${valueName}"`}`
}

function evaluatorLine(result: EvaluatorResult): string {
  const rating = ratingText(result)
  const verdict = { true: 'passed', false: 'failed', null: rating === null ? 'gave no result' : 'gave' }
  const said = [verdict[`${result.passed}`], rating].filter(Boolean).join(' ')
  return `${result.evaluator ?? 'Evaluator'} ${said}${result.reasoning === null ? '' : `: ${result.reasoning}`}`
}
