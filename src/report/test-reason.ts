// Why a test failed, as plain, untrusted text: one line for log and annotations, everything for JUnit.
import type { EvaluatorResult, TestResult } from '../gate/results.ts'

/** The reasoning of the first failing evaluator, else of the test itself, else of a rating evaluator. */
export function firstReason({ evaluators, reasoning }: TestResult): string | null {
  const failing = evaluators.find(({ match, reasoning }) => match === false && reasoning !== null)
  const rating = evaluators.find(({ match, reasoning }) => match === null && reasoning !== null)
  return failing?.reasoning ?? reasoning ?? rating?.reasoning ?? null
}

/** Everything known about it, one part per line. */
export function wholeReason({ reasoning, evaluators, toolCalls, reply }: TestResult): string {
  return [
    ...(reasoning === null ? [] : [reasoning]),
    ...evaluators.map(evaluatorLine),
    ...toolCalls.map((call) => `Called ${call.tool}(${call.arguments ?? ''})`),
    ...(reply === null ? [] : [`Reply: ${reply}`]),
  ].join('\n')
}

function evaluatorLine(result: EvaluatorResult): string {
  const reason = result.reasoning === null ? '' : `: ${result.reasoning}`
  return `${result.evaluator ?? 'Evaluator'} ${evaluatorVerdict(result)}${reason}`
}

function evaluatorVerdict({ match, score, scaleMax, valueName }: EvaluatorResult): string {
  if (match !== null) return match ? 'passed' : 'failed'
  if (score === null) return 'gave no verdict'
  const of = scaleMax === null ? '' : ` of ${scaleMax}`
  return `gave ${score}${of}${valueName === null ? '' : ` ("${valueName}")`}`
}
