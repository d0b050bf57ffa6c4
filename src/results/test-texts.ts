// Why a test failed, as plain, untrusted text: in lines, or everything; and the replies to show of it.
import type { EvaluatorResult, ResultsTest, ToolCall } from '../schema.ts'

/**
 * What the first failing evaluator says, a rating with its score, or the test itself. For tool calls, the lines of the service's
 * comparison that name a difference, if it has any.
 */
export function reasonLines({ evaluators, reasoning, expectedToolCalls }: ResultsTest): readonly string[] {
  const failing = evaluators.find(
    (each) => each.passed === false && (each.reasoning?.trim() || each.score !== null),
  )
  const rating = evaluators.find((each) => each.passed === null && each.score !== null)
  const evaluator = failing ?? (reasoning?.trim() ? null : rating) ?? null
  if (evaluator !== null) {
    const score = ratingText(evaluator)
    const said = [
      score === null ? null : `${evaluator.evaluator ?? 'Evaluator'} ${score}`,
      evaluator.reasoning?.trim(),
    ]
    return [said.filter(Boolean).join(': ')]
  }
  const reason = reasoning?.trim() ? reasoning : null
  if (reason === null) return []
  return expectedToolCalls.length === 0 ? [reason] : differences(reason)
}

/** The lines of the service's comparison of tool calls that name a difference, if it has any. */
export function differences(reason: string): readonly string[] {
  const lines = reason.split('\n').filter((line) => line.trim())
  const different = lines.filter((line) => line.trimStart().startsWith('❌'))
  return different.length > 0 ? different : lines
}

/** Everything known about it, one part per line. */
export function wholeReason(test: ResultsTest): string {
  const { question, expectedToolCalls, evaluators, toolCalls, reply } = test
  const own = ownReason(test)
  return [
    ...question.map(({ role, content }) => `${role}: ${content}`),
    ...toolCalls.map((call) => `Called: ${callText(call)}`),
    ...(reply === null ? [] : [`Replied: ${reply}`]),
    ...expectations(test).map((each) => `Expected: ${each}`),
    ...expectedToolCalls.map((call) => `Expected call: ${callText(call)}`),
    ...(own === null ? [] : [own]),
    ...evaluators.map(evaluatorText),
  ].join('\n')
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

/** With `details: none`, only their kinds are known. */
export function shownEdits({ edits }: Pick<ResultsTest, 'edits'>): ResultsTest['edits'] {
  return edits.filter(({ before, now }) => before !== null || now !== null)
}

/** `refund(order: "7", why: says that it was late, n: anything)` */
export function callText({ tool, arguments: given }: ToolCall): string {
  const texts = given === null ? [] : argumentTexts(given)
  return `${tool}(${texts?.map(([name, text]) => `${name}: ${text}`).join(', ') ?? given})`
}

/** The arguments of a call by name; those that are no object, as one. */
export function argumentsOf({ arguments: given }: ToolCall): ReadonlyMap<string, string> {
  return new Map(given === null ? [] : (argumentTexts(given) ?? [['arguments', given]]))
}

/** Null unless they are an object. */
function argumentTexts(json: string): [name: string, text: string][] | null {
  try {
    const value: unknown = JSON.parse(json)
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return null
    return Object.entries(value).map(([name, each]: [string, unknown]) => [name, matcherText(each)])
  } catch {
    return null
  }
}

/** An expected argument is a value, or says how it is compared. */
function matcherText(expected: unknown): string {
  const matcher: { match_type?: unknown; value?: unknown; criteria?: unknown } = Object(expected)
  switch (matcher.match_type) {
    case 'exact':
      return JSON.stringify(matcher.value) ?? 'nothing'
    case 'llm_judge':
      return typeof matcher.criteria === 'string' ? matcher.criteria : 'anything that the evaluator accepts'
    case 'any':
      return 'anything'
    default:
      return JSON.stringify(expected)
  }
}

/** `2 of 5, "Poor"`; null for an evaluator without a score. Scales that do not start at 0 or 1 are spelled out. */
export function ratingText({ score, scaleMin, scaleMax, valueName }: EvaluatorResult): string | null {
  if (score === null) return null
  const usual = scaleMin === null || scaleMin === 0 || scaleMin === 1
  const scale =
    scaleMax === null ? '' : usual ? ` of ${scaleMax}` : ` on a scale from ${scaleMin} to ${scaleMax}`
  return `${score}${scale}${valueName === null ? '' : `, "${valueName}"`}`
}

function evaluatorText(result: EvaluatorResult): string {
  const rating = ratingText(result)
  const verdict = { true: 'passed', false: 'failed', null: rating === null ? 'gave no result' : 'gave' }
  const said = [verdict[`${result.passed}`], rating].filter(Boolean).join(' ')
  return `${result.evaluator ?? 'Evaluator'} ${said}${result.reasoning === null ? '' : `: ${result.reasoning}`}`
}

/**
 * The replies to show of a test: the failing one, and beside it the last passing one of the control, else of an earlier run, else of
 * another attempt.
 */
export function beforeAndNow({ reply, attempts, control, earlier }: ResultsTest) {
  const passing = (of: ResultsTest['attempts']) =>
    of.findLast((attempt) => attempt.status === 'passed' && attempt.reply?.trim())?.reply ?? null
  const failing = attempts.findLast((attempt) => attempt.status === 'failed' && attempt.reply?.trim())
  const ofControl = passing(control?.attempts ?? [])
  const ofItself = passing(attempts) ?? (earlier?.lastPassed?.reply?.trim() ? earlier.lastPassed.reply : null)
  const before =
    ofControl !== null
      ? { whose: control?.name ?? null, reply: ofControl }
      : ofItself !== null
        ? { whose: null, reply: ofItself }
        : null
  return { before, now: failing?.reply ?? (reply?.trim() ? reply : null) }
}

/** Attempts without an answer are not counted. */
export function tally(attempts: ResultsTest['attempts'] = []) {
  const having = (status: string) => attempts.filter((each) => each.status === status).length
  const failed = having('failed')
  const passed = having('passed')
  return { failed, passed, answered: failed + passed }
}
