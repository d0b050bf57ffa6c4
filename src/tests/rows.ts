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
        ? { tool_calls: callsIn(evaluation) }
        : { evaluators: evaluatorsIn(evaluation, results ?? [], content) }),
    }),
    ...(content.language !== undefined && languageIn(testCase)),
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

function callsIn(evaluation: unknown): NonNullable<LooseContent['tool_calls']> {
  return itemsOf(member(evaluation, 'tool_calls')).map((call) => {
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
  const criteria = itemsOf(member(evaluation, 'criteria') ?? results)
  const isPaired = results.length === criteria.length
  // Without a verdict, nothing but their number and values counts.
  if (!isPaired && criteria.length === evaluators.length) return evaluators
  return criteria.map((criterion, index) => {
    const result = isPaired ? results[index] : undefined
    const values =
      member(criterion, 'arguments') ?? (isPaired && criterion === result ? result?.variable_values : null)
    return {
      evaluator_uuid: result?.evaluator_uuid ?? '',
      variable_values: isObject(values) ? values : null,
    }
  })
}

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
