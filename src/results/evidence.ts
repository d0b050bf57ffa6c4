// The evidence of a failing test: what was asked, replied and expected, and why it failed. All of it is untrusted text.
import type { EvaluatorResult, ResultsTest } from '../schema.ts'
import type { Evidence, Excerpt } from './blocks.ts'
import { counted, firstFew } from './format.ts'
import { capitalized } from './sentence.ts'
import {
  beforeAndNow,
  differences,
  editNames,
  expectations,
  lastQuestion,
  ownReason,
  ratingText,
  shownEdits,
} from './test-texts.ts'
import { differingCalls } from './tool-calls.ts'

const ITEMS_SHOWN = 10
const WHY = 'Why it failed'

/** Null if nothing of it is known. */
export function evidenceOf(test: ResultsTest): Evidence | null {
  const judged = criteria(test)
  const asked = askedOf(test)
  const replies = repliesOf(test)
  const why = judged.length > 0 ? judged : [...expected(test), ...calls(test), ...explained(test)]
  // In place of the reply before, which answered another question.
  const reasons = [...editExcerpts(test), ...why]
  if (asked.length + replies.length + reasons.length === 0) return null
  return { kind: 'evidence', asked, replies, reasons }
}

function askedOf(test: ResultsTest): Excerpt[] {
  const asked = lastQuestion(test)
  const turn = test.question[asked]
  const after = asked > 0 ? `, after ${counted(asked, 'message')}` : ''
  return turn === undefined ? [] : [{ title: `User${after}`, texts: [turn.content] }]
}

function repliesOf(test: ResultsTest): Excerpt[] {
  const { before, now } = beforeAndNow(test)
  const isOfThisRun = test.attempts.some(
    ({ status, reply }) => status === 'passed' && reply === before?.reply,
  )
  const isOfControl = before !== null && before.whose !== null
  const ofItself = isOfThisRun ? ['Another attempt', 'Now'] : ['Before', 'Now']
  const names = isOfControl ? ['Without the change', 'With the change'] : ofItself
  const [nameBefore = '', name = ''] = before === null ? ['', 'Reply'] : names
  return [
    ...(before === null ? [] : [{ title: nameBefore, about: 'passed', texts: [before.reply] }]),
    ...(now === null ? [] : [{ title: name, about: 'failed', texts: [now] }]),
  ]
}

/** What a test asked or expected before, and now. */
export function editExcerpts(test: Pick<ResultsTest, 'edits'>): Excerpt[] {
  return shownEdits(test)
    .slice(0, ITEMS_SHOWN)
    .flatMap(({ what, before, now }) => {
      const name = capitalized(editNames[what].one)
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
  const shorter = Math.min(linesBefore.length, linesNow.length)
  const firstChanged = linesBefore.findIndex((line, at) => at >= shorter || line !== linesNow[at])
  const start = firstChanged < 0 ? shorter : firstChanged
  const end = linesBefore
    .toReversed()
    .findIndex((line, at) => at >= shorter - start || line !== linesNow.at(-1 - at))
  const cut = (lines: string[]) => lines.slice(start, lines.length - Math.max(0, end)).join('\n')
  return [cut(linesBefore), cut(linesNow)]
}

export function expected(test: ResultsTest): Excerpt[] {
  const texts = firstFew(expectations(test), ITEMS_SHOWN, (text) => text)
  return texts.length === 0 ? [] : [{ title: 'Expected', texts }]
}

function calls(test: ResultsTest): Excerpt[] {
  const { expected: wanted, called } = differingCalls(test)
  const excerpts = [
    { title: 'Expected calls', texts: firstFew(wanted, ITEMS_SHOWN, (call) => call), isCode: true },
    { title: 'Called', texts: firstFew(called, ITEMS_SHOWN, (call) => call), isCode: true },
  ]
  return excerpts.filter(({ texts }) => texts.length > 0)
}

/** One for each criterion, where evaluators have one name. */
function criteria({ criteria: all, evaluators }: ResultsTest): Excerpt[] {
  const names = new Set(evaluators.map(({ evaluator }) => evaluator))
  if (names.size === evaluators.length || all.length !== evaluators.length) return []
  const signs = { true: '✅', false: '❌', null: '➖' } as const
  return evaluators.slice(0, ITEMS_SHOWN).map((each, index) => ({
    title: `${signs[`${each.passed}`]} ${all[index]?.text ?? ''}`,
    texts: reasonOf(each),
  }))
}

/** The reason of the test, and those of the evaluators that decided. */
function explained(test: ResultsTest): Excerpt[] {
  const own = ownReason(test)
  const text = own !== null && test.expectedToolCalls.length > 0 ? differences(own).join('\n') : own
  const failing = test.evaluators.filter(({ passed }) => passed === false)
  const decided = failing.length > 0 ? failing : ratingsOf(test)
  return [
    ...(text === null ? [] : [{ title: WHY, texts: [text.trimStart().replace(/^❌ /, '')] }]),
    ...decided.slice(0, ITEMS_SHOWN).map(evaluatorExcerpt),
    ...(decided.length > ITEMS_SHOWN
      ? [{ title: `… and ${counted(decided.length - ITEMS_SHOWN, 'more evaluator')}`, texts: [] }]
      : []),
  ]
}

/** The first reason, in a text: `The reply grants a refund.`, `Clarity (2 of 5): Unclear.` */
export function reasonText(test: ResultsTest): string {
  const reasons = explained(test)
  const why = reasons.find(({ title }) => title === WHY)
  if (why !== undefined) return why.texts.join()
  const [{ title = '', about, texts = [] } = {}] = reasons
  return [about === undefined ? title : `${title} (${about})`, ...texts].join(': ')
}

/** Ratings beside evaluators that failed the test. */
export function idleRatings(test: ResultsTest): Excerpt[] {
  const isDecided = test.evaluators.some(({ passed }) => passed === false) && criteria(test).length === 0
  return isDecided ? ratingsOf(test).slice(0, ITEMS_SHOWN).map(evaluatorExcerpt) : []
}

function ratingsOf({ evaluators }: ResultsTest): EvaluatorResult[] {
  return evaluators.filter(({ passed }) => passed === null)
}

/** `Why it failed (Policy): …`; a rating has its score, and the service decides what passes. */
function evaluatorExcerpt(result: EvaluatorResult): Excerpt {
  const name = result.evaluator ?? 'Evaluator'
  const score = ratingText(result)
  const texts = reasonOf(result)
  if (result.passed === null)
    return { title: name, texts, ...(score && { about: `${score}; the service decides what passes` }) }
  const whose = [name, score].filter(Boolean).join(', ')
  return { title: texts.length === 0 ? 'Failed' : WHY, about: whose, texts }
}

function reasonOf({ reasoning }: EvaluatorResult): string[] {
  return reasoning?.trim() ? [reasoning] : []
}
