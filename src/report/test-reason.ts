// Why one test failed, in plain, untrusted text: in a line for log and annotations, whole for JUnit.
import type { EvaluatorResult, TestResult } from '../gate/results.ts'

/** The words of the judge that said no; else the test's own reasoning; else of a judge that rated it. */
export function firstReason({ evaluators, reasoning }: TestResult): string | null {
  const saidNo = evaluators.find((judge) => judge.match === false && judge.reasoning !== null)
  const rated = evaluators.find((judge) => judge.match === null && judge.reasoning !== null)
  return saidNo?.reasoning ?? reasoning ?? rated?.reasoning ?? null
}

/** All that is known of it, a line for each part. */
export function wholeReason({ reasoning, evaluators, toolCalls, reply }: TestResult): string {
  return [
    ...(reasoning === null ? [] : [reasoning]),
    ...evaluators.map(judgeLine),
    ...toolCalls.map((call) => `Called ${call.tool}(${call.arguments ?? ''})`),
    ...(reply === null ? [] : [`Reply: ${reply}`]),
  ].join('\n')
}

function judgeLine(judge: EvaluatorResult): string {
  const name = judge.evaluator ?? 'Evaluator'
  const reason = judge.reasoning === null ? '' : `: ${judge.reasoning}`
  return `${name} ${verdictWords(judge)}${reason}`
}

function verdictWords({ match, score, scaleMax, valueName }: EvaluatorResult): string {
  if (match !== null) return match ? 'passed' : 'failed'
  if (score === null) return 'gave no verdict'
  const of = scaleMax === null ? '' : ` of ${scaleMax}`
  return `gave ${score}${of}${valueName === null ? '' : ` ("${valueName}")`}`
}
