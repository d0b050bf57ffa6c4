// One failing test in one agent: what was asked, what was expected, what the evaluators said, what the agent replied.
import type { TestCase } from '../results/overview.ts'
import type { EvaluatorResult, ResultsTest, ToolCall } from '../results/schema.ts'
import { callText, evaluatorChanges, expectations, ratingText, reasonLines } from '../results/test-reason.ts'
import { count, counted, dollars, firstFew, latency } from '../results/units.ts'
import { capitalized } from '../results/verdict-reasons.ts'
import { blockText, codeSpan, evaluatorName, inlineText, linkTo } from './untrusted-markdown.ts'

const REASON_LENGTH = 700
const TURN_LENGTH = 500
const CALL_LENGTH = 300
const SHORT_REASON_LENGTH = 300
const ITEMS_SHOWN = 10
const TURNS_SHOWN = 10

/** @param parts which parts of the conversation to show; `question` includes what was expected */
export function* caseDetails(
  { test, run, pageUrl }: TestCase,
  parts: { readonly question: boolean; readonly reply: boolean },
): Iterable<string> {
  if (parts.question) {
    yield* question(test)
    yield* expectation(test)
  }
  yield* reasons(test)
  for (const change of evaluatorChanges(test))
    yield `\n⚠️ ${inlineText(capitalized(change), REASON_LENGTH)}. This may be why it broke.\n`
  if (parts.reply) yield* reply(test)
  const { retrySkipped, latencyMs, costUsd } = test
  const facts = [
    pageUrl && linkTo('Open the conversation', pageUrl),
    linkTo('Open run', run.url),
    retrySkipped?.url != null && linkTo('open retry', retrySkipped.url),
    latencyMs !== null && latency(latencyMs),
    costUsd !== null && dollars(costUsd),
  ]
  yield `\n${facts.filter(Boolean).join(' · ')}\n`
}

/** Whether there is more to show than the reasons. */
export function hasConversation(test: ResultsTest): boolean {
  const { question, criteria, expectedToolCalls, toolCalls, reply } = test
  const parts = [question, criteria, expectedToolCalls, toolCalls, reply?.trim() ?? '']
  return parts.some(({ length }) => length > 0)
}

/** The reason in one line of markdown; null if there is none. */
export function shortReason(test: ResultsTest): string | null {
  const [first] = reasonLines(test)
  return first === undefined ? null : inlineText(first, SHORT_REASON_LENGTH)
}

function* question({ question: turns }: ResultsTest): Iterable<string> {
  const lastUser = turns.findLastIndex(({ role }) => role === 'user')
  const asked = lastUser < 0 ? turns.length - 1 : lastUser
  const turn = turns[asked]
  if (turn === undefined) return
  const earlier = turns.slice(0, asked)
  if (earlier.length > 0) {
    yield `\n<details>\n<summary>${counted(earlier.length, 'earlier turn')}</summary>\n`
    if (earlier.length > TURNS_SHOWN) yield `\n… ${count(earlier.length - TURNS_SHOWN)} before these\n`
    for (const each of earlier.slice(-TURNS_SHOWN))
      yield `\n> **${roleNames.get(each.role) ?? 'Other'}:** ${cutBlock(each.content, TURN_LENGTH)}\n`
    yield '\n</details>\n'
  }
  yield `\n> **Asked:** ${cutBlock(turn.content, TURN_LENGTH)}\n`
}

const roleNames: ReadonlyMap<string, string> = new Map([
  ['user', 'User'],
  ['assistant', 'Agent'],
  ['system', 'System'],
  ['tool', 'Tool'],
])

function* expectation(test: ResultsTest): Iterable<string> {
  const { expectedToolCalls } = test
  const expected = expectations(test)
  const [only, ...more] = expected
  if (only !== undefined && more.length === 0) yield `\n**Expected:** ${cutBlock(only, REASON_LENGTH)}\n`
  else if (only !== undefined) {
    yield '\n**Expected:**\n\n'
    for (const each of firstFew(expected, ITEMS_SHOWN, (text) => cutBlock(text, REASON_LENGTH)))
      yield `- ${each}\n`
  }
  if (expectedToolCalls.length > 0) yield `\n**Expected calls:** ${callSpans(expectedToolCalls)}\n`
}

function* reasons({ reasoning, evaluators }: ResultsTest): Iterable<string> {
  const said = evaluators.some((evaluator) => evaluator.reasoning === reasoning)
  if (reasoning?.trim() && !said) yield `\n**Why:** ${cutBlock(reasoning, REASON_LENGTH)}\n`
  yield* evaluatorLines(evaluators)
}

/** Failed ones first, then ratings without a verdict, each with its reasoning; those that passed share a line. */
function* evaluatorLines(evaluators: readonly EvaluatorResult[]): Iterable<string> {
  const having = (passed: boolean | null) => evaluators.filter((each) => each.passed === passed)
  const explained = [...having(false), ...having(null)]
  const passed = having(true)
  if (evaluators.length > 0) yield '\n'
  for (const each of explained.slice(0, ITEMS_SHOWN)) yield `- ${evaluatorLine(each)}\n`
  if (explained.length > ITEMS_SHOWN)
    yield `- … and ${counted(explained.length - ITEMS_SHOWN, 'more evaluator')}\n`
  if (passed.length === 0) return
  const names = firstFew(passed, ITEMS_SHOWN, (each) => `${evaluatorName(each)}${scoreOf(each)}`)
  yield `- ✅ Passed: ${names.join(', ')}\n`
}

function evaluatorLine(evaluator: EvaluatorResult): string {
  const sign = evaluator.passed === false ? '❌ ' : ''
  const line = `${sign}**${evaluatorName(evaluator)}**${scoreOf(evaluator)}`
  return evaluator.reasoning?.trim() ? `${line}: ${cutBlock(evaluator.reasoning, REASON_LENGTH)}` : line
}

function scoreOf(evaluator: EvaluatorResult): string {
  const rating = ratingText(evaluator)
  return rating === null ? '' : ` (${inlineText(rating, 100)})`
}

function* reply({ reply: text, toolCalls }: ResultsTest): Iterable<string> {
  if (toolCalls.length > 0) yield `\n**Called:** ${callSpans(toolCalls)}\n`
  if (text?.trim()) yield `\n> **Replied:** ${cutBlock(text, TURN_LENGTH)}\n`
}

function cutBlock(text: string, maxLength: number): string {
  const { markdown, leftOut } = blockText(text, maxLength)
  return leftOut > 0 ? `${markdown} *(cut: ${counted(leftOut, 'more character')})*` : markdown
}

function callSpans(calls: readonly ToolCall[]): string {
  return firstFew(calls, ITEMS_SHOWN, (call) => codeSpan(callText(call), CALL_LENGTH)).join(', ')
}
