// One failing test in one agent: what was asked, replied and expected, and what the evaluators said.
import type { TestCase } from '../results/overview.ts'
import type { EvaluatorResult, ResultsTest, ToolCall } from '../results/schema.ts'
import {
  callText,
  evaluatorChanges,
  expectations,
  ownReason,
  ratingText,
  reasonLines,
} from '../results/test-reason.ts'
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
  yield* conversation(test, parts)
  if (parts.question) yield* expectation(test)
  yield* reasons(test)
  for (const change of evaluatorChanges(test))
    yield `\n⚠️ ${inlineText(capitalized(change), REASON_LENGTH)}. This may be why it broke.\n`
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

/** Asked and replied, as a quote, so that earlier turns are indented below their test. */
function* conversation(
  { question, reply, toolCalls }: ResultsTest,
  parts: { readonly question: boolean; readonly reply: boolean },
): Iterable<string> {
  const lastUser = question.findLastIndex(({ role }) => role === 'user')
  const asked = lastUser < 0 ? question.length - 1 : lastUser
  const turn = question[asked]
  const lines = [
    ...(parts.question && turn !== undefined
      ? [...earlierTurns(question.slice(0, asked)), `**Asked:** ${cutBlock(turn.content, TURN_LENGTH)}`]
      : []),
    ...(parts.reply && toolCalls.length > 0 ? [`**Called:** ${callSpans(toolCalls)}`] : []),
    ...(parts.reply && reply?.trim() ? [`**Replied:** ${cutBlock(reply, TURN_LENGTH)}`] : []),
  ]
  if (lines.length > 0) yield `\n> ${lines.join('\n>\n> ')}\n`
}

function earlierTurns(turns: readonly ResultsTest['question'][number][]): string[] {
  if (turns.length === 0) return []
  const left = turns.length - TURNS_SHOWN
  return [
    `<details>\n> <summary>${counted(turns.length, 'earlier turn')}</summary>`,
    ...(left > 0 ? [`… ${count(left)} before these`] : []),
    ...turns
      .slice(-TURNS_SHOWN)
      .map(({ role, content }) => `**${roleNames.get(role) ?? 'Other'}:** ${cutBlock(content, TURN_LENGTH)}`),
    '</details>',
  ]
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

function* reasons(test: ResultsTest): Iterable<string> {
  const own = ownReason(test)
  if (own !== null) yield `\n**Why:** ${cutBlock(own, REASON_LENGTH)}\n`
  else if (test.evaluators.length > 0) yield '\n**Why:**\n'
  yield* evaluatorLines(test.evaluators)
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

function cutBlock(text: string, maxLength: number): string {
  const { markdown, leftOut } = blockText(text, maxLength)
  return leftOut > 0 ? `${markdown} *(cut: ${counted(leftOut, 'more character')})*` : markdown
}

function callSpans(calls: readonly ToolCall[]): string {
  return firstFew(calls, ITEMS_SHOWN, (call) => codeSpan(callText(call), CALL_LENGTH)).join(', ')
}
