// Why a test failed, as plain, untrusted text: in lines for log and annotations, everything for JUnit.
import type { EvaluatorResult, TestResult } from '../gate/results.ts'
import { callDifferences, callText, differenceText } from './tool-calls.ts'

/** Long texts are searched only this far. */
const SEARCHED_LENGTH = 10_000

/** The differing tool calls, one per line; else the reasoning of the first failing evaluator or of the test itself. */
export function reasonLines(test: TestResult): readonly string[] {
  const differences = callDifferences(test.expectedToolCalls, test.toolCalls)
  if (differences.length > 0) return differences.map(differenceText)
  const { evaluators, reasoning } = test
  const withReason = evaluators.filter((each) => each.reasoning?.trim())
  const failing = withReason.find((each) => each.passed === false)
  const rating = withReason.find((each) => each.passed === null)
  const reason = failing?.reasoning ?? reasoning ?? rating?.reasoning ?? null
  if (reason === null) return []
  return isDifference(reason) ? reason.slice(0, SEARCHED_LENGTH).split('\n') : [reason]
}

/** Everything known about it, one part per line. */
export function wholeReason(test: TestResult): string {
  const { question, criteria, expectedToolCalls, reasoning, evaluators, toolCalls, reply } = test
  return [
    ...question.map(({ role, content }) => `${role}: ${content}`),
    ...criteria.map((each) => `Expected: ${each}`),
    ...expectedToolCalls.map((call) => `Expected call: ${callText(call)}`),
    ...callDifferences(expectedToolCalls, toolCalls).map(differenceText),
    ...(reasoning === null ? [] : [reasoning]),
    ...evaluators.map(evaluatorLine),
    ...toolCalls.map((call) => `Called: ${callText(call)}`),
    ...(reply === null ? [] : [`Replied: ${reply}`]),
  ].join('\n')
}

/** `2 of 5, "Poor"`; null for an evaluator without a score. Scales that do not start at 0 or 1 are spelled out. */
export function ratingText({ score, scaleMin, scaleMax, valueName }: EvaluatorResult): string | null {
  if (score === null) return null
  const usual = scaleMin === null || scaleMin === 0 || scaleMin === 1
  const scale =
    scaleMax === null ? '' : usual ? ` of ${scaleMax}` : ` on a scale from ${scaleMin} to ${scaleMax}`
  return `${score}${scale}${valueName === null ? '' : `, "${valueName}"`}`
}

/** The service explains a failed tool-call test with lines that start with `-` and `+`. */
export function isDifference(reasoning: string): boolean {
  return /^[-+] /m.test(reasoning.slice(0, SEARCHED_LENGTH))
}

function evaluatorLine(result: EvaluatorResult): string {
  const rating = ratingText(result)
  const verdict = { true: 'passed', false: 'failed', null: rating === null ? 'gave no result' : 'gave' }
  const said = [verdict[`${result.passed}`], rating].filter(Boolean).join(' ')
  return `${result.evaluator ?? 'Evaluator'} ${said}${result.reasoning === null ? '' : `: ${result.reasoning}`}`
}
