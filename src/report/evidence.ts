// The tests that the verdict rests on: what was asked, replied and expected, and which evaluators failed the reply.

import { isAlone } from '../results/document.ts'
import { counted, firstFew } from '../results/format.ts'
import { webLink } from '../results/links.ts'
import type { Overview, TestOfAgent } from '../results/overview.ts'
import { errorText } from '../results/problems.ts'
import { asSentence, capitalized, say } from '../results/sentence.ts'
import { AGENTS_NAMED, type Size } from '../results/sizes.ts'
import {
  beforeAndNow,
  differences,
  editNames,
  expectations,
  lastQuestion,
  ownReason,
  ratingText,
  shownEdits,
} from '../results/test-texts.ts'
import { differingCalls } from '../results/tool-calls.ts'
import type { EvaluatorResult, ResultsTest } from '../schema.ts'
import {
  agentName,
  blockText,
  codeSpan,
  evaluatorName,
  inlineText,
  linkTo,
  sentenceText,
  testName,
} from './untrusted-markdown.ts'

const PARAGRAPH_LENGTH = 700
const TURN_LENGTH = 400
const CALL_LENGTH = 300
const ITEMS_SHOWN = 10
/** What two columns of a phone hold without scrolling for long. */
const CELL_LENGTH = 600
const CELL_LINES = 4

/** Folded below its title, the first one open. What a line above says is not the title of its evidence again. */
export function* evidence(overview: Overview, { conversations }: Size): Iterable<string> {
  for (const [index, [first, ...others]] of overview.evidence.slice(0, conversations).entries()) {
    const verdict = first.isToldAbove ? [] : [sentenceText(asSentence(first.text))]
    const details = [...verdict, ...caseDetails(first), ...alsoIn(others)]
    if (isAlone(overview)) return yield* details
    const title = caseTitle(first, others.length, overview)
    const start = `<details${index === 0 ? ' open' : ''}>\n<summary>${title}</summary>`
    yield details.length === 0 ? title : [start, ...details, '</details>'].join('\n\n')
  }
}

/** For a `<summary>`, so no markdown except for text. The lines above have the verdict. */
function caseTitle(
  { agent, runUrl, test, anchor }: TestOfAgent,
  others: number,
  { results, pageUrl }: Overview,
) {
  const isOfOne = others === 0 && results.agents.length > 1
  const parts = [
    `<b>${testName(test)}</b>`,
    others > 0 && `in ${counted(others + 1, 'agent')}`,
    isOfOne && agentName(agent),
    htmlLink('Read the conversation', pageUrl && `${pageUrl}#${anchor}`),
    htmlLink('Open the run', runUrl),
  ]
  return parts.filter(Boolean).join(' · ')
}

function htmlLink(text: string, address: string | null): string {
  const url = webLink(address)
  return url === null ? '' : `<a href="${url}">${text}</a>`
}

/** Tests of one name ask the same, and mostly fail for the same reason. */
function alsoIn(others: readonly TestOfAgent[]): string[] {
  const names = firstFew(others, AGENTS_NAMED, ({ agent, runUrl }) => linkTo(agentName(agent), runUrl))
  return others.length === 0 ? [] : [`Also in ${names.join(', ')}`]
}

function caseDetails({ run: { detailsError }, test }: TestOfAgent): string[] {
  const judged = criterionLines(test)
  const why = judged.length > 0 ? judged : [...expected(test), ...calls(test), ...evaluatorLines(test)]
  const details = [
    ...turns(test),
    // In place of the reply before, which answered another question.
    ...editLines(test),
    ...(why.length > 0 ? [why.join('<br>')] : []),
  ]
  if (details.length > 0 || detailsError === null) return details
  return [
    sentenceText(
      say`Its conversation could not be read: ${{ kind: 'said', text: errorText(detailsError) }}.`,
    ),
  ]
}

/** The last question as a quote; and the replies before and now, side by side if there is space. */
function* turns(test: ResultsTest): Iterable<string> {
  const { question } = test
  const asked = lastQuestion(test)
  const turn = question[asked]
  const after = asked > 0 ? `, after ${counted(asked, 'message')}` : ''
  const user = turn && `**User${after}:** ${cutBlock(turn.content, TURN_LENGTH)}`
  const replies = repliesOf(test)
  if (replies.every(({ reply }) => fitsIntoCell(reply))) {
    if (user !== undefined) yield `> ${user}`
    if (replies.length > 0) yield replyTable(replies)
    return
  }
  const quotes = replies.map(({ name, reply }) => `**${name}:** ${cutBlock(reply, TURN_LENGTH)}`)
  yield `> ${[user ?? [], ...quotes].flat().join('\n>\n> ')}`
}

interface Reply {
  readonly name: string
  readonly status: 'passed' | 'failed'
  readonly reply: string
}

function repliesOf(test: ResultsTest): Reply[] {
  const { before, now } = beforeAndNow(test)
  const isOfThisRun = test.attempts.some(
    ({ status, reply }) => status === 'passed' && reply === before?.reply,
  )
  const earlier = isOfThisRun && before?.whose == null ? 'Another attempt' : 'Before'
  const replies: Reply[] = before === null ? [] : [{ name: earlier, status: 'passed', reply: before.reply }]
  const name = before === null ? 'Reply' : 'Now'
  return now === null ? replies : [...replies, { name, status: 'failed', reply: now }]
}

/** Lists, code and long words make a column of half a phone unreadable. */
function fitsIntoCell(text: string): boolean {
  return text.length <= CELL_LENGTH && text.split('\n').length <= CELL_LINES && !/\S{40}/.test(text)
}

function replyTable(replies: readonly Reply[]): string {
  const cells = replies.map(({ reply }) => blockText(reply, CELL_LENGTH).markdown)
  return [
    row(replies.map(({ name, status }) => `${name}: ${status}`)),
    row(replies.map(() => ':--')),
    row(cells),
  ].join('\n')
}

function row(cells: readonly string[]): string {
  return `| ${cells.join(' | ')} |`
}

/** Without the lines that both have at their start and end: a message that did not change. */
function changedLines(before: string, now: string): readonly [string, string] {
  const [linesBefore, linesNow] = [before.split('\n'), now.split('\n')]
  const shorter = Math.min(linesBefore.length, linesNow.length)
  const firstChanged = linesBefore.findIndex((line, at) => at >= shorter || line !== linesNow[at])
  const start = firstChanged < 0 ? shorter : firstChanged
  const end = linesBefore
    .toReversed()
    .findIndex((line, at) => at >= shorter - start || line !== linesNow.at(-1 - at))
  const cut = (lines: string[]) => lines.slice(start, lines.length - Math.max(0, end)).join('\n')
  return [cut(linesBefore), cut(linesNow)]
}

/** What a test asked or expected before, and now, one below the other. */
export function editLines(test: Pick<ResultsTest, 'edits'>): string[] {
  return firstFew(shownEdits(test), ITEMS_SHOWN, ({ what, before, now }) => {
    const texts = changedLines(before ?? '', now ?? '')
    const [was, isNow] = texts.map((text) => cutBlock(text, TURN_LENGTH) || 'nothing')
    return `**${capitalized(editNames[what].one)} changed.**<br>**Before:** ${was}<br>**Now:** ${isNow}`
  })
}

function* expected(test: ResultsTest): Iterable<string> {
  const texts = expectations(test)
  const [only, ...more] = texts
  if (only !== undefined && more.length === 0) yield `**Expected:** ${cutBlock(only, PARAGRAPH_LENGTH)}`
  else if (only !== undefined)
    yield `**Expected:**<br>${firstFew(texts, ITEMS_SHOWN, (text) => `• ${cutBlock(text, PARAGRAPH_LENGTH)}`).join('<br>')}`
}

function* calls(test: ResultsTest): Iterable<string> {
  const differing = differingCalls(test)
  if (differing.expected.length > 0) yield `**Expected calls:** ${callSpans(differing.expected)}`
  if (differing.called.length > 0) yield `**Called:** ${callSpans(differing.called)}`
}

/** A line for each criterion, where evaluators have one name. */
function criterionLines({ criteria, evaluators }: ResultsTest): string[] {
  const names = new Set(evaluators.map(({ evaluator }) => evaluator))
  if (names.size === evaluators.length || criteria.length !== evaluators.length) return []
  return firstFew(evaluators, ITEMS_SHOWN, (each) => {
    const criterion = criteria[evaluators.indexOf(each)]?.text ?? ''
    const sign = each.passed ? '✅' : '❌'
    const reason = each.reasoning?.trim() ? `: ${cutBlock(each.reasoning, PARAGRAPH_LENGTH)}` : ''
    return `${each.passed === null ? '➖' : sign} *${inlineText(criterion, TURN_LENGTH)}*${reason}`
  })
}

/** Those that failed it, then ratings without a verdict, each with its reasoning. */
function* evaluatorLines(test: ResultsTest): Iterable<string> {
  const own = ownReason(test)
  const text = own !== null && test.expectedToolCalls.length > 0 ? differences(own).join('\n') : own
  if (text !== null)
    yield `**Why it failed:** ${cutBlock(text.trimStart().replace(/^❌ /, ''), PARAGRAPH_LENGTH)}`
  const having = (passed: boolean | null) => test.evaluators.filter((each) => each.passed === passed)
  const explained = [...having(false), ...having(null)]
  const more = (left: number) => `… and ${counted(left, 'more evaluator')}`
  yield* firstFew(explained, ITEMS_SHOWN, evaluatorLine, more)
}

/** `**Why it failed** (Policy): …`; a rating has its score, and the service decides what passes. */
function evaluatorLine(evaluator: EvaluatorResult): string {
  const rating = ratingText(evaluator)
  const name = evaluatorName(evaluator)
  const score = rating === null ? '' : inlineText(rating, 100)
  const why = evaluator.reasoning?.trim() ? `: ${cutBlock(evaluator.reasoning, PARAGRAPH_LENGTH)}` : ''
  if (evaluator.passed === null && score === '') return `**${name}**${why}`
  if (evaluator.passed === null) return `**${name}** (${score}; the service decides what passes)${why}`
  const whose = score === '' ? name : `${name}, ${score}`
  return why === '' ? `**Failed:** ${whose}` : `**Why it failed** (${whose})${why}`
}

function cutBlock(text: string, maxLength: number): string {
  const { markdown, leftOut } = blockText(text, maxLength)
  return leftOut > 0 ? `${markdown} *(${counted(leftOut, 'more character')})*` : markdown
}

function callSpans(calls: readonly string[]): string {
  return firstFew(calls, ITEMS_SHOWN, (call) => codeSpan(call, CALL_LENGTH)).join(', ')
}
