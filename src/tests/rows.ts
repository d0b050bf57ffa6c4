// Does a row of a run show the test that its file has? Servers show what was asked in full reads.
import type { TestCaseResult } from '../client/index.ts'
import { canonicalForm, contentOf, type LooseContent, type TestContent } from './content.ts'

export type ShownTest = Pick<TestCaseResult, 'test_case' | 'judge_results'>

/** Whether a row shows another test than its file. What it does not show is no difference. */
export function differs(
  content: TestContent,
  { test_case: testCase, judge_results: results }: ShownTest,
): boolean {
  const given = member(testCase, 'history') ?? member(testCase, 'messages')
  const input = member(testCase, 'input')
  if (!Array.isArray(given) && typeof input !== 'string') return false
  const evaluation = member(testCase, 'evaluation')
  const shown: LooseContent = {
    ...content,
    // Tests of an agent that takes one input are shown with both.
    ...(content.history && { history: itemsOf(given).filter(isObject) }),
    ...(content.input !== undefined && { input: typeof input === 'string' ? input : null }),
    ...(isObject(evaluation) && {
      type: typeIn(evaluation) ?? content.type,
      ...(content.type === 'tool_call'
        ? { tool_calls: callsIn(evaluation) ?? content.tool_calls }
        : { evaluators: evaluatorsIn(evaluation, results ?? [], content) }),
    }),
    ...languageIn(testCase),
    ...(content.inputs && inputsIn(testCase, content.inputs)),
  }
  return canonicalForm(contentOf(shown)) !== canonicalForm(content)
}

export const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const TYPES = ['response', 'tool_call', 'conversation', 'general'] as const

function typeIn(evaluation: unknown): TestContent['type'] | undefined {
  return TYPES.find((type) => type === member(evaluation, 'type'))
}

/** Undefined if they are not shown. */
function callsIn(evaluation: unknown): LooseContent['tool_calls'] {
  const calls = member(evaluation, 'tool_calls')
  if (!Array.isArray(calls)) return undefined
  return calls.map((call) => {
    const given = member(call, 'arguments')
    return { tool: String(member(call, 'tool')), arguments: isObject(given) ? given : null }
  })
}

/** Criteria name evaluators by names, which change; the results have their IDs, in the same order, if the row has a verdict. */
function evaluatorsIn(
  evaluation: unknown,
  results: NonNullable<ShownTest['judge_results']>,
  { evaluators = [] }: TestContent,
): NonNullable<LooseContent['evaluators']> {
  const given = member(evaluation, 'criteria')
  const criteria = Array.isArray(given) ? given : results
  // Older servers show texts alone; and a row without criteria and verdict shows no evaluators.
  if (!criteria.every(isObject) || (!Array.isArray(given) && results.length === 0)) return evaluators
  const shown = criteria.map((criterion, i) => {
    const values = member(criterion, criterion === results[i] ? 'variable_values' : 'arguments')
    return { values: isObject(values) ? values : null, uuid: results[i]?.evaluator_uuid }
  })
  if (results.length === criteria.length)
    return shown.map(({ uuid, values }) => ({ evaluator_uuid: uuid ?? '', variable_values: values }))
  // Without a verdict, their values tell which is which.
  const left = [...evaluators]
  return shown.map(({ values }) => {
    const at = left.findIndex((each) => valuesForm(each.variable_values) === valuesForm(values))
    const [found] = at === -1 ? [] : left.splice(at, 1)
    return found ?? { evaluator_uuid: '', variable_values: values }
  })
}

const valuesForm = (values: Readonly<Record<string, unknown>> | null | undefined) =>
  canonicalForm(contentOf({ evaluators: [{ evaluator_uuid: '', variable_values: values }] }))

function languageIn(testCase: unknown): Pick<LooseContent, 'language'> {
  const settings = member(testCase, 'settings')
  const language = member(settings, 'language')
  return isObject(settings) ? { language: typeof language === 'string' ? language : null } : {}
}

/** A row has the agent's default inputs, too. */
function inputsIn(testCase: unknown, wanted: object): Pick<LooseContent, 'inputs'> {
  const shown = member(testCase, 'inputs')
  if (!isObject(shown)) return {}
  return { inputs: Object.fromEntries(Object.entries(shown).filter(([key]) => Object.hasOwn(wanted, key))) }
}

export function itemsOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}

/** Undefined of anything but an object. */
export function member(value: unknown, key: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined
}
