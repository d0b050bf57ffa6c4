// What there is to read of a test, as plain, untrusted text, by parts; and the replies to show of it.
import type { EvaluatorResult, ResultsAttempt, ResultsTest } from '../schema.ts'
import { grouped } from './format.ts'
import { capitalized, shortened } from './sentence.ts'
import { callText } from './tool-calls.ts'

/** The lines of the service's comparison of tool calls that name a difference, if it has any. */
export function differences(reason: string): readonly string[] {
  const lines = reason.split('\n').filter((line) => line.trim())
  const different = lines.filter((line) => line.trimStart().startsWith('❌'))
  return different.length > 0 ? different : lines
}

/** The reason of the test itself; null if its evaluators give theirs, which do not say how tool calls differ. */
export function ownReason({ reasoning, evaluators, expectedToolCalls }: ResultsTest): string | null {
  const isSaid = evaluators.some((each) =>
    expectedToolCalls.length === 0 ? each.reasoning?.trim() : each.reasoning === reasoning,
  )
  return reasoning?.trim() && !isSaid ? reasoning : null
}

/** Where the last message of the user stands, which the reply answers; of none of a user, the last one. */
export function lastQuestion({ question }: Pick<ResultsTest, 'question'>): number {
  const asked = question.findLastIndex(({ role }) => isUser(role))
  return asked < 0 ? question.length - 1 : asked
}

export function isUser(role: string): boolean {
  return /^(?:user|human|customer)$/i.test(role)
}

/** What was expected, a line per criterion; of several, each by its evaluator. */
export function expectations({ criteria }: ResultsTest): readonly string[] {
  return criteria.map(({ evaluator, text }) =>
    evaluator === null || criteria.length === 1 ? text : `${evaluator}: ${text}`,
  )
}

/** What an edit changed, of one test or of several, and that it did. */
export const editNames: Readonly<
  Record<ResultsTest['edits'][number]['what'], Readonly<Record<'one' | 'several' | 'edited', string>>>
> = {
  type: { one: 'its type', several: 'their types', edited: 'its type was edited' },
  question: { one: 'what it asks', several: 'what they ask', edited: 'its question was edited' },
  input: { one: 'what it asks', several: 'what they ask', edited: 'its question was edited' },
  settings: { one: 'its settings', several: 'their settings', edited: 'its settings were edited' },
  criteria: { one: 'what it expects', several: 'what they expect', edited: 'what it expects was edited' },
  evaluators: { one: 'its evaluators', several: 'their evaluators', edited: 'its evaluators were edited' },
  'tool-calls': {
    one: 'the calls that it expects',
    several: 'the calls that they expect',
    edited: 'the calls that it expects were edited',
  },
}

/** With `details: none`, only their kinds are known. */
export function shownEdits({ edits }: Pick<ResultsTest, 'edits'>): ResultsTest['edits'] {
  return edits.filter(({ before, now }) => before !== null || now !== null)
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

/** Attempts without an answer are not counted. */
export function tally(attempts: ResultsTest['attempts'] = []) {
  const having = (status: string) => attempts.filter((each) => each.status === status).length
  const failed = having('failed')
  const passed = having('passed')
  return { failed, passed, answered: failed + passed }
}

/** A text below, or behind, its title. Both are untrusted. */
export type TitledText = readonly [title: string, text: string]

/** Everything known of a test. */
export function allTexts(test: ResultsTest): readonly TitledText[] {
  const { question, reply, toolCalls, expectedToolCalls, evaluators, attempts, control, earlier, edits } =
    test
  const hasCalls = toolCalls.length + expectedToolCalls.length > 0
  const ofControl = `Without the change (${short(control?.name)}), attempt`
  const said = new Set(evaluators.map(({ reasoning }) => reasoning?.trim()))
  const unsaid = attempts.map((each) =>
    said.has(each.reasoning?.trim()) ? { ...each, reasoning: null } : each,
  )
  return withText([
    ...question.map(
      ({ role, content }, index) =>
        [`Asked (message ${index + 1} of ${question.length}, ${short(role)})`, content] as const,
    ),
    ['Expected', expectations(test).join('\n')],
    ['Expected calls', expectedToolCalls.map(callText).join('\n')],
    ['Replied when it last passed', earlier?.lastPassed?.reply],
    ...attemptTexts(ofControl, control?.attempts ?? []),
    ...(attempts.length > 1 ? attemptTexts('Attempt', unsaid) : [['Replied', reply] as const]),
    ['Called', hasCalls ? toolCalls.map(callText).join('\n') || 'No tool was called.' : null],
    ['Why it failed', ownReason(test)],
    ...evaluators.map(evaluatorText),
    ...edits.flatMap(({ what, before, now }): MaybeText[] => [
      [`${capitalized(editNames[what].one)} changed: before`, before],
      [`${capitalized(editNames[what].one)} changed: now`, now],
    ]),
  ])
}

const NAME_LENGTH = 80

function short(name: string | null | undefined): string {
  return shortened(name ?? '', NAME_LENGTH)
}

type MaybeText = readonly [title: string, text: string | null | undefined]

function withText(texts: readonly MaybeText[]): readonly TitledText[] {
  return texts.flatMap(([title, text]) => (text?.trim() ? [[title, text] as const] : []))
}

function evaluatorText(result: EvaluatorResult): MaybeText {
  const passedOrFailed = result.passed ? 'passed' : 'failed'
  const verdict = result.passed === null ? 'rated' : passedOrFailed
  const said = [verdict, ratingText(result)].filter(Boolean).join(' ')
  const reason = result.reasoning?.trim() || '(no reason)'
  return [`Evaluator ${short(result.evaluator ?? 'without a name')}: ${said}`, reason]
}

/** Equal ones once, and each reason once. */
function attemptTexts(name: string, attempts: readonly ResultsAttempt[]): MaybeText[] {
  const numbered = attempts.map((attempt, index) => ({ ...attempt, number: index + 1 }))
  const same = grouped(numbered, ({ status, reply, reasoning }) => JSON.stringify([status, reply, reasoning]))
  const reasons = same.map(([{ reasoning }]) => reasoning)
  return same.flatMap((equal, index): MaybeText[] => {
    const [{ status, reply, reasoning }] = equal
    const numbers = equal.map(({ number }) => number).join(', ')
    const title = `${name}${equal.length > 1 ? 's' : ''} ${numbers} (${status})`
    if (reply === null && reasoning === null) return [[title, '(no reply)']]
    return [
      [`${title}: replied`, reply],
      [`${title}: why`, reasons.indexOf(reasoning) === index ? reasoning : null],
    ]
  })
}
