// Does a row of a run show the test that its file has? Servers show what was asked in full reads.
import type { TestCaseResult } from '../client/index.ts'
import { canonicalForm, contentOf, type LooseContent, plainText, type TestContent } from './content.ts'

export type ShownTest = Pick<TestCaseResult, 'test_case' | 'judge_results'>

/** Whether a row shows what was asked at all. */
export function isShown({ test_case: testCase }: Pick<ShownTest, 'test_case'>): boolean {
  return (turnsIn(testCase) ?? member(testCase, 'input') ?? null) !== null
}

/**
 * Whether a row that shows what was asked shows another test than its file. What it lacks, the test does not have.
 * @param isJudged whether it has a verdict, and with it the IDs of the evaluators
 */
export function differs(content: TestContent, shown: ShownTest, isJudged: boolean): boolean {
  try {
    const found = contentIn(shown, content, isJudged)
    return found === null || canonicalForm(found) !== canonicalForm(content)
  } catch (error) {
    // Nested deeper than the stack.
    if (error instanceof RangeError) return true
    throw error
  }
}

/** Null for what no file can say. */
function contentIn(shown: ShownTest, wanted: TestContent, isJudged: boolean): TestContent | null {
  const { test_case: testCase, judge_results: results } = shown
  const turns = (turnsIn(testCase) ?? []).map(contentTurn)
  const input = plainText(member(testCase, 'input')) ?? null
  const evaluation = member(testCase, 'evaluation')
  const calls = itemsOf(member(evaluation, 'tool_calls')).map(expectedCall)
  const language = member(member(testCase, 'settings'), 'language') ?? null
  const inputs = member(testCase, 'inputs') ?? null
  if ((member(evaluation, 'type') ?? 'response') !== wanted.type) return null
  if (!turns.every(isObject) || !calls.every(isKnown)) return null
  if (!isTextOrNull(input) || !isTextOrNull(language) || !(inputs === null || isObject(inputs))) return null
  const { type } = wanted
  const evaluators = type === 'tool_call' ? [] : evaluatorsIn(evaluation, results ?? [], wanted, isJudged)
  const asked = askedOnce(turns, input, wanted)
  return contentOf({ ...asked, type, tool_calls: calls, evaluators, language, inputs })
}

/** Undefined if there are none; what is no list counts as a turn that no file has. */
function turnsIn(testCase: unknown): readonly unknown[] | undefined {
  const given = member(testCase, 'history') ?? member(testCase, 'messages') ?? undefined
  return given === undefined || Array.isArray(given) ? given : [given]
}

/** Null for what is no turn. */
function contentTurn(turn: unknown): object | null {
  const role = member(turn, 'role') ?? 'user'
  return isObject(turn) && typeof role === 'string'
    ? { ...turn, role, content: plainText(turn['content']) }
    : null
}

/** The tool tests of an agent that takes one input are shown with it and as a turn. */
function askedOnce(history: readonly object[], input: string | null, wanted: TestContent): LooseContent {
  const last = history.at(-1)
  if (input === null || member(last, 'role') !== 'user' || member(last, 'content') !== input)
    return { history, input }
  return wanted.input === undefined ? { history } : { history: history.slice(0, -1), input }
}

type ExpectedCall = NonNullable<LooseContent['tool_calls']>[number]

/** Null for what is no expected call. */
function expectedCall(call: unknown): ExpectedCall | null {
  const [tool, given] = [member(call, 'tool'), member(call, 'arguments') ?? null]
  if (typeof tool !== 'string' || !(given === null || isObject(given))) return null
  return { tool, arguments: given, accept_any_arguments: member(call, 'accept_any_arguments') === true }
}

/** Criteria name evaluators by names, which change; the results have their IDs, in the same order, if the row has a verdict. */
function evaluatorsIn(
  evaluation: unknown,
  results: NonNullable<ShownTest['judge_results']>,
  { evaluators = [] }: TestContent,
  isJudged: boolean,
): NonNullable<LooseContent['evaluators']> {
  const given = member(evaluation, 'criteria')
  // Some servers show texts alone, or nothing.
  const criteria = Array.isArray(given) && given.every(isObject) ? given : null
  if (isJudged || results.length > 0) {
    const judges = results.map(({ evaluator_uuid, variable_values }, i) => {
      const values = criteria === null ? variable_values : member(criteria[i], 'arguments')
      return { evaluator_uuid: evaluator_uuid ?? '', variable_values: isObject(values) ? values : null }
    })
    const unjudged = criteria?.slice(results.length) ?? []
    return [...judges, ...unjudged.map(() => ({ evaluator_uuid: '' }))]
  }
  // Without a verdict, their values tell which is which.
  const left = [...evaluators]
  return (criteria ?? []).map((criterion) => {
    const values = member(criterion, 'arguments')
    const shown = isObject(values) ? values : null
    const at = left.findIndex((each) => valuesForm(each.variable_values) === valuesForm(shown))
    const [found] = at === -1 ? [] : left.splice(at, 1)
    return found ?? { evaluator_uuid: '', variable_values: shown }
  })
}

const valuesForm = (values: Readonly<Record<string, unknown>> | null | undefined) =>
  canonicalForm(contentOf({ evaluators: [{ evaluator_uuid: '', variable_values: values }] }))

export const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const isKnown = <Value>(value: Value | null): value is Value => value !== null

const isTextOrNull = (value: unknown): value is string | null => value === null || typeof value === 'string'

export function itemsOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}

/** Undefined of anything but an object. */
export function member(value: unknown, key: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined
}
