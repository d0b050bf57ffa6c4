// One failing test on a page: its judges' verdicts, the difference of tool calls, what the agent replied.
import type { EvaluatorResult, TestResult, ToolCall } from '../gate/results.ts'
import { evaluatorName, testName } from './names.ts'
import type { News } from './news.ts'
import { count, dollars, latency } from './units.ts'
import { blockText, codeSpan, fence, inlineText } from './untrusted-markdown.ts'

const REASON_LENGTH = 700
const REPLY_LENGTH = 500
const CALL_LENGTH = 300
const CALLS_SHOWN = 5
const JUDGES_SHOWN = 10

/** The name as a heading, and beside it what is new about its failing, latency and cost of the case. */
export function testHeading(test: TestResult, news: News | null): string {
  const measures = [
    news,
    test.latencyMs === null ? null : latency(test.latencyMs),
    test.cost === null ? null : dollars(test.cost),
  ].filter((measure) => measure !== null)
  return `\n#### ${testName(test)}${measures.length === 0 ? '' : ` <sub dir="ltr">${measures.join(' · ')}</sub>`}\n`
}

/** The test's own reasoning where no judge says the same, and every judge's verdict. */
export function* testReasons(test: TestResult): Iterable<string> {
  const { reasoning } = test
  if (reasoning !== null && !test.evaluators.some((judge) => judge.reasoning === reasoning))
    yield isDifference(reasoning) ? difference(reasoning) : `\n${cutBlock(reasoning, REASON_LENGTH)}\n`
  const judges = test.evaluators.slice(0, JUDGES_SHOWN)
  if (judges.length > 0) yield '\n'
  for (const judge of judges) yield `- ${judgeLine(judge)}\n`
  if (test.evaluators.length > judges.length)
    yield `- … and ${count(test.evaluators.length - judges.length)} more evaluators\n`
}

/** What the agent said and which tools it called, where the reasoning does not show it already. */
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

function judgeLine(judge: EvaluatorResult): string {
  const verdict = `**${evaluatorName(judge)}**: ${judgeWords(judge)}`
  // Why a judge was content is seldom asked, and stands in the run.
  if (judge.reasoning === null || judge.match === true) return verdict
  return `${verdict}. ${cutBlock(judge.reasoning, REASON_LENGTH)}`
}

function judgeWords(judge: EvaluatorResult): string {
  if (judge.match !== null) return judge.match ? '✅ pass' : '❌ fail'
  if (judge.score === null) return 'no verdict'
  return judge.valueName === null
    ? ratingWords(judge.score, judge)
    : `${ratingWords(judge.score, judge)}, "${inlineText(judge.valueName, 60)}"`
}

/** `2 of 5`, also for the usual scales that begin at 0 or 1; others are spelt out. */
function ratingWords(score: number, { scaleMin, scaleMax }: EvaluatorResult): string {
  if (scaleMax === null) return `${score}`
  if (scaleMin === null || scaleMin === 0 || scaleMin === 1) return `${score} of ${scaleMax}`
  return `${score} on a scale from ${scaleMin} to ${scaleMax}`
}

/** The service explains a failed tool-call test by lines that begin with `-` and `+`. */
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
