// The evidence of a test: why it failed, what was expected, asked and replied. All of it is untrusted text.
import type { EvaluatorResult, ResultsTest } from '../schema.ts'
import type { Evidence, Excerpt } from './blocks.ts'
import { counted, firstFew } from './format.ts'
import { capitalized } from './sentence.ts'
import { differingCalls } from './tool-calls.ts'

const ITEMS_SHOWN = 10
const WHY = 'Why it failed'

/**
 * Null if nothing of it is known.
 * @param isWhole with every message of the question, for who has to reproduce it
 */
export function evidenceOf(test: ResultsTest, isWhole = false): Evidence | null {
  const asked = isWhole ? messages(test) : lastMessage(test)
  const replies = repliesOf(test)
  const judged = judgedCriteria(test)
  const why = judged.length > 0 ? judged : [...explained(test), ...expected(test), ...calls(test)]
  // In place of the reply before, which answered another question.
  const reasons = [...why, ...editExcerpts(test)]
  if (asked.length + replies.length + reasons.length === 0) return null
  return { kind: 'evidence', reasons, asked, replies }
}

/** The same as plain text. */
export function evidenceTexts(test: ResultsTest, isWhole = false): readonly string[] {
  const { reasons = [], asked = [], replies = [] } = evidenceOf(test, isWhole) ?? {}
  return [...reasons, ...asked, ...replies].map(excerptText)
}

/** `User, after 2 messages: It is too loud.` */
export function excerptText({ title, about, texts, isCode }: Excerpt): string {
  const name = about === undefined ? title : `${title} (${about})`
  return [name, ...(texts.length === 0 ? [] : [texts.join(isCode ? ', ' : '\n')])].join(': ')
}

function messages({ question }: ResultsTest): Excerpt[] {
  return question.map(({ role, content }, index) => ({
    title: 'Asked',
    about: `message ${index + 1} of ${question.length}, ${role}`,
    texts: [content],
  }))
}

function lastMessage(test: ResultsTest): Excerpt[] {
  const asked = lastQuestion(test)
  const turn = test.question[asked]
  const after = asked > 0 ? `, after ${counted(asked, 'message')}` : ''
  return turn === undefined ? [] : [{ title: `User${after}`, texts: [turn.content] }]
}

/** Where the last message of the user stands, which the reply answers; of none of a user, the last one. */
export function lastQuestion({ question }: Pick<ResultsTest, 'question'>): number {
  const asked = question.findLastIndex(({ role }) => isUser(role))
  return asked < 0 ? question.length - 1 : asked
}

export function isUser(role: string): boolean {
  return /^(?:user|human|customer)$/i.test(role)
}

function repliesOf(test: ResultsTest): Excerpt[] {
  const { before, now } = beforeAndNow(test)
  const failing = (title: string): Excerpt[] =>
    now === null ? [] : [{ title, ...(test.failed && { about: 'failed' }), texts: [now] }]
  if (before === null) return failing('Reply')
  const isOfThisRun = test.attempts.some(({ status, reply }) => status === 'passed' && reply === before.reply)
  const ofItself = isOfThisRun ? 'Another attempt' : 'Before'
  const title = before.whose === null ? ofItself : 'Without the change'
  return [
    { title, about: 'passed', texts: [before.reply] },
    ...failing(before.whose === null ? 'Now' : 'With the change'),
  ]
}

/**
 * The replies to show of a test: the failing one, and beside it the last passing one of the control, else of an earlier run, else of
 * another attempt.
 */
export function beforeAndNow({ reply, attempts, control, earlier }: ResultsTest) {
  const passing = (all: ResultsTest['attempts']) =>
    all.findLast((attempt) => attempt.status === 'passed' && attempt.reply?.trim())?.reply ?? null
  const ofControl = passing(control?.attempts ?? [])
  const ofItself = passing(attempts) ?? (earlier?.lastPassed?.reply?.trim() ? earlier.lastPassed.reply : null)
  const replyBefore = ofControl ?? ofItself
  const whose = ofControl === null ? null : (control?.name ?? null)
  const before = replyBefore === null ? null : { whose, reply: replyBefore }
  return { before, now: reply?.trim() ? reply : null }
}

/** What an edit changed. */
export const editNames: Readonly<Record<ResultsTest['edits'][number]['what'], string>> = {
  type: 'type',
  question: 'question',
  input: 'question',
  settings: 'settings',
  criteria: 'criteria',
  evaluators: 'evaluators',
  'tool-calls': 'expected calls',
}

/** What a test asked or expected before, and now. With `details: none`, only the kinds of edits are known. */
export function editExcerpts({ edits }: Pick<ResultsTest, 'edits'>): Excerpt[] {
  const shown = edits.filter(({ before, now }) => before !== null || now !== null)
  return shown.slice(0, ITEMS_SHOWN).flatMap(({ what, before, now }) => {
    const name = capitalized(editNames[what])
    const [was, isNow] = changedLines(before ?? '', now ?? '')
    return [
      { title: `${name}, before`, texts: [was || 'nothing'] },
      { title: `${name}, now`, texts: [isNow || 'nothing'] },
    ]
  })
}

/** Without the lines that both have at their start and end: a message that did not change. */
function changedLines(before: string, now: string): readonly [string, string] {
  const [linesBefore, linesNow] = [before.split('\n'), now.split('\n')]
  const most = Math.min(linesBefore.length, linesNow.length)
  let start = 0
  while (start < most && linesBefore[start] === linesNow[start]) start += 1
  let end = 0
  while (end < most - start && linesBefore.at(-1 - end) === linesNow.at(-1 - end)) end += 1
  const changed = (lines: string[]) => lines.slice(start, lines.length - end).join('\n')
  return [changed(linesBefore), changed(linesNow)]
}

/** A line per criterion; of several, each by its evaluator. */
export function expected({ criteria }: ResultsTest): Excerpt[] {
  const texts = firstFew(criteria, ITEMS_SHOWN, ({ evaluator, text }) =>
    evaluator === null || criteria.length === 1 ? text : `${evaluator}: ${text}`,
  )
  return texts.length === 0 ? [] : [{ title: 'Expected', texts }]
}

function calls(test: ResultsTest): Excerpt[] {
  const { expected: wanted, called } = differingCalls(test)
  const shown = (title: string, all: readonly string[]): Excerpt[] =>
    all.length === 0 ? [] : [{ title, texts: firstFew(all, ITEMS_SHOWN, (call) => call), isCode: true }]
  return [...shown('Expected calls', wanted), ...shown('Called', called)]
}

/** One for each criterion, where evaluators have one name. */
function judgedCriteria({ criteria, evaluators }: ResultsTest): Excerpt[] {
  const names = new Set(evaluators.map(({ evaluator }) => evaluator))
  if (names.size === evaluators.length || criteria.length !== evaluators.length) return []
  const signs = { true: '✅', false: '❌', null: '➖' } as const
  return evaluators.slice(0, ITEMS_SHOWN).map((each, index) => ({
    title: `${signs[`${each.passed}`]} ${criteria[index]?.text ?? ''}`,
    texts: reasonOf(each),
  }))
}

/** The reason of the test, and those of the evaluators that decided. */
function explained(test: ResultsTest): Excerpt[] {
  const own = ownReason(test)
  const failing = test.evaluators.filter(({ passed }) => passed === false)
  const decided = failing.length > 0 ? failing : test.evaluators.filter(({ passed }) => passed === null)
  return [
    ...(own === null
      ? []
      : [{ title: WHY, texts: [differences(own, test).trimStart().replace(/^❌ /, '')] }]),
    ...decided.slice(0, ITEMS_SHOWN).map(evaluatorExcerpt),
  ]
}

/** The reason of the test itself; null if its evaluators give theirs, which do not say how tool calls differ. */
export function ownReason({ reasoning, evaluators, expectedToolCalls }: ResultsTest): string | null {
  const isSaid = evaluators.some((each) =>
    expectedToolCalls.length === 0 ? each.reasoning?.trim() : each.reasoning === reasoning,
  )
  return reasoning?.trim() && !isSaid ? reasoning : null
}

/** The lines of the service's comparison of tool calls that name a difference; all if none does. */
function differences(reason: string, { expectedToolCalls }: ResultsTest): string {
  const lines = reason.split('\n').filter((line) => line.trimStart().startsWith('❌'))
  return expectedToolCalls.length > 0 && lines.length > 0 ? lines.join('\n') : reason
}

/** The first reason, in a text: `The reply grants a refund.`, `Clarity (2 of 5): Unclear.` */
export function reasonText(test: ResultsTest): string {
  const reasons = explained(test)
  const why = reasons.find(({ title }) => title === WHY)
  const [first] = reasons
  return why?.texts.join() ?? (first === undefined ? '' : excerptText(first))
}

/** `Why it failed (Policy): …`; a rating has its score, and the service decides what passes. */
function evaluatorExcerpt(result: EvaluatorResult): Excerpt {
  const name = result.evaluator ?? 'Evaluator'
  const score = ratingText(result)
  const texts = reasonOf(result)
  if (result.passed === null)
    return { title: name, texts, ...(score && { about: `${score}; the service decides what passes` }) }
  const about = [name, score].filter(Boolean).join(', ')
  return { title: texts.length === 0 ? 'Failed' : WHY, about, texts }
}

function reasonOf({ reasoning }: EvaluatorResult): string[] {
  return reasoning?.trim() ? [reasoning] : []
}

/** `2 of 5, "Poor"`; null for an evaluator without a score. Scales that do not start at 0 or 1 are spelled out. */
export function ratingText({ score, scaleMin, scaleMax, valueName }: EvaluatorResult): string | null {
  if (score === null) return null
  const isUsual = scaleMin === null || scaleMin === 0 || scaleMin === 1
  const scale = isUsual ? ` of ${scaleMax}` : ` on a scale from ${scaleMin} to ${scaleMax}`
  return `${score}${scaleMax === null ? '' : scale}${valueName === null ? '' : `, "${valueName}"`}`
}

/** The attempt that everything shown of a test is of: the last one that failed. Null if it was run once, in its agent's run. */
export function shownAttempt({ attempts }: Pick<ResultsTest, 'attempts'>) {
  const failed = attempts.findLast(({ status }) => status === 'failed')
  return failed ?? attempts.find(({ status }) => status === 'passed') ?? attempts[0] ?? null
}

/** Attempts without an answer are not counted. */
export function tally(attempts: ResultsTest['attempts'] = []) {
  const having = (status: string) => attempts.filter((each) => each.status === status).length
  const failed = having('failed')
  const passed = having('passed')
  return { failed, passed, answered: failed + passed }
}
