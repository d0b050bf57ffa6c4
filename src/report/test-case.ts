// One failing test: what its evaluators said, how its tool calls differ, what the agent replied.
import type { EvaluatorResult, TestResult, ToolCall } from '../gate/results.ts'
import { count, dollars, latency } from './units.ts'
import { blockText, codeSpan, evaluatorName, fence, inlineText, testName } from './untrusted-markdown.ts'

const REASON_LENGTH = 700
const REPLY_LENGTH = 500
const CALL_LENGTH = 300
const CALLS_SHOWN = 5
const EVALUATORS_SHOWN = 10

/** The name as a heading, with how it changed since the earlier run, its latency and its cost. */
export function testHeading(test: TestResult, change: string | null): string {
  const measures = [
    change,
    test.latencyMs === null ? null : latency(test.latencyMs),
    test.cost === null ? null : dollars(test.cost),
  ].filter((measure) => measure !== null)
  return `\n#### ${testName(test)}${measures.length === 0 ? '' : ` <sub dir="ltr">${measures.join(' · ')}</sub>`}\n`
}

/** The test's own reasoning unless an evaluator says the same, and every evaluator's verdict. */
export function* testReasons(test: TestResult): Iterable<string> {
  const { reasoning } = test
  if (reasoning !== null && !test.evaluators.some((evaluator) => evaluator.reasoning === reasoning))
    yield isDifference(reasoning) ? difference(reasoning) : `\n${cutBlock(reasoning, REASON_LENGTH)}\n`
  const shown = test.evaluators.slice(0, EVALUATORS_SHOWN)
  if (shown.length > 0) yield '\n'
  for (const evaluator of shown) yield `- ${evaluatorLine(evaluator)}\n`
  if (test.evaluators.length > shown.length)
    yield `- … and ${count(test.evaluators.length - shown.length)} more evaluators\n`
}

/** The agent's reply, and the tools it called unless the reasoning already shows them. */
export function* testReply(test: TestResult): Iterable<string> {
  const calls = unshownCalls(test)
  if (calls.length > 0)
    yield `\nCalled ${calls.slice(0, CALLS_SHOWN).map(callSpan).join(', ')}${moreCalls(calls)}\n`
  if (test.reply !== null && test.reply.trim() !== '')
    yield `\n> **Reply:** ${cutBlock(test.reply, REPLY_LENGTH)}\n`
}

/** Whether `testReply` has anything to show. */
export function hasReply(test: TestResult): boolean {
  return (test.reply !== null && test.reply.trim() !== '') || unshownCalls(test).length > 0
}

function evaluatorLine(evaluator: EvaluatorResult): string {
  const verdict = `**${evaluatorName(evaluator)}**: ${evaluatorVerdict(evaluator)}`
  // Reasons for a pass are seldom needed; the run has them.
  if (evaluator.reasoning === null || evaluator.match === true) return verdict
  return `${verdict}. ${cutBlock(evaluator.reasoning, REASON_LENGTH)}`
}

function evaluatorVerdict(evaluator: EvaluatorResult): string {
  if (evaluator.match !== null) return evaluator.match ? '✅ pass' : '❌ fail'
  if (evaluator.score === null) return 'no verdict'
  return evaluator.valueName === null
    ? ratingText(evaluator.score, evaluator)
    : `${ratingText(evaluator.score, evaluator)}, "${inlineText(evaluator.valueName, 60)}"`
}

/** `2 of 5` for the usual scales, which start at 0 or 1; other scales are spelled out. */
function ratingText(score: number, { scaleMin, scaleMax }: EvaluatorResult): string {
  if (scaleMax === null) return `${score}`
  if (scaleMin === null || scaleMin === 0 || scaleMin === 1) return `${score} of ${scaleMax}`
  return `${score} on a scale from ${scaleMin} to ${scaleMax}`
}

/** The service explains a failed tool-call test with lines that start with `-` and `+`. */
function isDifference(reasoning: string): boolean {
  return /^[-+] /m.test(reasoning)
}

function difference(reasoning: string): string {
  const { markdown, leftOut } = fence(reasoning, 'diff', REASON_LENGTH)
  return `\n${markdown}\n${leftOut > 0 ? `${cutNote(leftOut).trim()}\n` : ''}`
}

function cutBlock(text: string, maxLength: number): string {
  const { markdown, leftOut } = blockText(text, maxLength)
  return `${markdown}${cutNote(leftOut)}`
}

function cutNote(leftOut: number): string {
  return leftOut > 0 ? ` *(cut: ${count(leftOut)} more characters)*` : ''
}

function unshownCalls({ toolCalls, reasoning }: TestResult): readonly ToolCall[] {
  return toolCalls.filter((call) => !reasoning?.includes(call.arguments ?? call.tool))
}

function callSpan(call: ToolCall): string {
  return codeSpan(`${call.tool}(${call.arguments ?? ''})`, CALL_LENGTH)
}

function moreCalls(calls: readonly ToolCall[]): string {
  return calls.length > CALLS_SHOWN ? ` and ${count(calls.length - CALLS_SHOWN)} more` : ''
}
