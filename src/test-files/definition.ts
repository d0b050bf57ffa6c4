// What a test asks and how it is judged, read here alone, out of whatever has it: a row of a run, a test of the service, a file.
// Two are compared part by part, by one of two rules for a part that is absent: within a job it is empty; beside earlier runs, which
// servers of other ages may show in other forms, it is not known.
import { createHash } from 'node:crypto'
import type { JudgeResult, TestCaseResult, TestMessage } from '../client/index.ts'
import { isMapping } from '../inputs/names.ts'
import type { ResultsTest } from '../schema.ts'
import type { TestDefinition, TestType } from './schema.ts'

type Json = Readonly<Record<string, unknown>>

/** What shows it in a row of a run. */
export type Shown = Pick<TestCaseResult, 'test_case' | 'judge_results'>

/** In one form, whatever has it. Null: nothing shows that. What has a form that nobody knows stands in the lists as it is. */
export interface Definition {
  readonly type: unknown
  /** Each with a role, and its content as a text if all its parts are. */
  readonly turns: readonly unknown[] | null
  readonly input: unknown
  readonly inputs: unknown
  readonly language: unknown
  /** Each with its tool, and null for any arguments. */
  readonly calls: readonly unknown[]
  /** Older servers show texts. */
  readonly criteria: readonly unknown[]
  /** In the order of the criteria. These name evaluators by names, which change, and the results by IDs. */
  readonly results: readonly JudgeResult[]
}

/** As a row shows it, or the configuration of a test. */
export function definitionOf({ test_case: config, judge_results }: Shown): Definition {
  const evaluation = field(config, 'evaluation')
  const turns = field(config, 'history') ?? field(config, 'messages') ?? null
  const criteria = field(evaluation, 'criteria') ?? []
  return {
    type: field(evaluation, 'type') ?? null,
    turns: turns === null ? null : itemsOf(turns).map(turnOf),
    input: plainText(field(config, 'input')) ?? null,
    inputs: field(config, 'inputs') ?? null,
    language: field(field(config, 'settings'), 'language') ?? null,
    calls: itemsOf(field(evaluation, 'tool_calls') ?? []).map(callOf),
    criteria: typeof criteria === 'string' ? [criteria] : itemsOf(criteria),
    results: judge_results ?? [],
  }
}

function turnOf(turn: unknown): unknown {
  if (!isMapping(turn)) return turn
  return { ...turn, role: turn['role'] ?? 'user', content: plainText(turn['content']) }
}

function callOf(call: unknown): unknown {
  if (!isMapping(call)) return call
  const { tool, arguments: given, accept_any_arguments: any, ...others } = call
  return { ...others, tool, arguments: any === true ? null : (given ?? null) }
}

export const evaluatorsOf = (test: TestDefinition) => (test.type === 'tool_call' ? [] : test.evaluators)

/** An evaluator that a test uses twice has the first characters of an ID after its name. Null for a name of another form. */
export function evaluatorName(shown: unknown): string | null {
  return typeof shown === 'string' ? shown.replace(/-[0-9a-f]{8}$/, '') : null
}

/** Whether it shows what was asked at all. */
export function isShown({ turns, input }: Definition): boolean {
  return turns !== null || input !== null
}

type Loose<Value> = { readonly [Key in keyof Value]?: Value[Key] | null | undefined }

/** Content in which null and empty mean the same as absent. */
export interface LooseContent extends Loose<Pick<TestContent, 'type' | 'input' | 'language' | 'inputs'>> {
  readonly history?: readonly object[] | null | undefined
  readonly tool_calls?: readonly LooseCall[] | null | undefined
  readonly evaluators?: readonly LooseEvaluator[] | null | undefined
}

type LooseCall = { readonly tool: string } & Loose<{ arguments: Json; accept_any_arguments: boolean }>

type LooseEvaluator = { readonly evaluator_uuid: string } & Loose<{ variable_values: Json }>

/** The content of a test, as it is sent; evaluators in the order of their IDs. */
export interface TestContent {
  readonly type: TestType
  readonly history?: readonly TestMessage[]
  readonly input?: string
  readonly tool_calls?: readonly { readonly tool: string; readonly arguments: Json | null }[]
  readonly evaluators?: readonly { readonly evaluator_uuid: string; readonly variable_values?: Json }[]
  readonly language?: string
  readonly inputs?: Json
}

/** Drops what changes nothing: absent values, nulls in messages and in values of variables. Elsewhere, a null is a value. */
export function contentOf(given: LooseContent): TestContent {
  const { type, history, input, tool_calls, evaluators = [], language, inputs } = given
  const judges = (evaluators ?? []).map(({ evaluator_uuid, variable_values }) => {
    const values = withoutNulls(variable_values ?? {})
    return { evaluator_uuid, ...(hasKeys(values) && { variable_values: values }) }
  })
  return {
    type: type ?? 'response',
    ...(history && history.length > 0 && { history: history.map(contentMessage) }),
    ...(typeof input === 'string' && { input }),
    ...(type === 'tool_call' && {
      // Any arguments are right without them, and the service shows that as null.
      tool_calls: (tool_calls ?? []).map(({ tool, arguments: expected, accept_any_arguments: any }) => ({
        tool,
        arguments: any ? null : (expected ?? null),
      })),
    }),
    ...(judges.length > 0 && {
      evaluators: judges.sort((a, b) => (a.evaluator_uuid < b.evaluator_uuid ? -1 : 1)),
    }),
    ...(language && { language }),
    ...(inputs && hasKeys(inputs) && { inputs }),
  }
}

/** The text of what some servers show as a part of a message, or as a list of parts; else as it is. */
export function plainText(value: unknown): unknown {
  const parts: readonly unknown[] = Array.isArray(value) ? value : [value]
  const texts = parts.flatMap((part) => {
    const { type, text } = Object(part)
    return type === 'text' && typeof text === 'string' ? text : []
  })
  return parts.length > 0 && texts.length === parts.length ? texts.join('') : value
}

const contentMessage = (message: object): TestMessage => {
  const role: unknown = Reflect.get(message, 'role')
  return { ...withoutNulls(message), role: typeof role === 'string' ? role : 'user' }
}

const hasKeys = (value: object) => Object.keys(value).length > 0

const withoutNulls = (value: object): Json =>
  Object.fromEntries(Object.entries(value).filter(([, each]) => each !== null && each !== undefined))

/** The same text for the same content, whatever the order of its keys. */
export function canonicalForm(content: object): string {
  return JSON.stringify(sorted(content))
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted)
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).map(([key, each]) => [key, sorted(each)] as const)
  return Object.fromEntries(entries.sort(([a], [b]) => (a < b ? -1 : 1)))
}

/** With evaluators by name: one that was made again has another ID. */
export function contentOfFile(test: TestDefinition): TestContent {
  const named = evaluatorsOf(test).map(({ name, ...each }) => ({ ...each, evaluator_uuid: name }))
  return contentOf({ ...test, evaluators: named })
}

/** The same text for tests of which files say the same. */
export function formOf(test: TestDefinition): string {
  return canonicalForm(contentOfFile(test))
}

/** The name of a file's test on the service: it ends in 16 hexadecimal digits, which tell apart what files say. They prove nothing: authors can find two texts with the same ones. */
export function serviceName(test: TestDefinition): string {
  return `${test.name} · ${createHash('sha256').update(formOf(test)).digest('hex').slice(0, 16)}`
}

/** A text with the names that people know in place of those on the service. The text may have been cut within one. */
export function plainNames(text: string): string {
  return text.replace(/ · (?:[0-9a-f]{16}\b|[0-9a-f]{0,15}(?=…$))/g, '')
}

/** The configuration of a test with this content. */
export function configOf({ type, history, input, tool_calls, language, inputs }: TestContent) {
  const settings = language === undefined ? undefined : { language }
  return { history, input, evaluation: { type, tool_calls }, settings, inputs }
}

/** As the row of a run shows it. */
export function shownOf(content: TestContent): Shown {
  const { evaluation, ...config } = configOf(content)
  const { evaluators = [] } = content
  const criteria = evaluators.map(({ variable_values }) => ({ arguments: variable_values }))
  return { test_case: { ...config, evaluation: { ...evaluation, criteria } }, judge_results: [...evaluators] }
}

/**
 * Whether a row that shows what was asked shows the test of this file.
 * @param isJudged whether it has a verdict, and with it the IDs of the evaluators
 */
export function sameDefinition(wanted: TestContent, shown: Shown, isJudged: boolean): boolean {
  const [asked, found] = [definitionOf(shownOf(wanted)), definitionOf(shown)]
  if (isJudged && found.results.length < asked.results.length) return false
  return asksSame(asked, found)
}

/** Whether two attempts of one job asked the same. */
export function asksSame(first: Definition, again: Definition): boolean {
  return editsBetween(first, again, { absent: 'empty', evaluators: 'by ID' })?.length === 0
}

type Edit = ResultsTest['edits'][number]

/** One thing that a test asks or expects. */
interface Part {
  readonly what: Edit['what']
  /** What is the same within a job. */
  readonly exact: string
  /** What is the same beside earlier runs; null for a form that nobody knows. */
  readonly alike: string | null
  readonly shown: string
}

interface Rule {
  /** What a part is that one of both does not show. */
  readonly absent: 'empty' | 'unknown'
  /** Files name their evaluators, so that one of the same name is the same. Linked tests use them by ID. */
  readonly evaluators: 'by name' | 'by ID'
}

/** @returns null if they cannot be compared */
export function editsBetween(before: Definition, now: Definition, rule: Rule): Edit[] | null {
  try {
    // Without a verdict, values tell which evaluator is which.
    const hasIds = before.results.length > 0 && now.results.length > 0
    const idOf = ({ name, uuid }: Judge) => (rule.evaluators === 'by name' ? name : hasIds ? uuid : null)
    const [then, today] = [partsOf(before, idOf), partsOf(now, idOf)]
    const isAlike = (was: Part | undefined, is: Part | undefined) =>
      rule.absent === 'empty' ? was?.exact === is?.exact : !was?.alike || !is?.alike || was.alike === is.alike
    if (rule.absent === 'unknown' && !(then.has('question') && today.has('question'))) return null
    return [...new Set([...then.keys(), ...today.keys()])].flatMap((key): Edit[] => {
      const [was, is] = [then.get(key), today.get(key)]
      const what = (was ?? is)?.what
      if (what === undefined || isAlike(was, is)) return []
      return [{ what, before: was?.shown ?? null, now: is?.shown ?? null }]
    })
  } catch (error) {
    // Nested deeper than the stack.
    if (error instanceof RangeError) return null
    throw error
  }
}

/** By their keys, without those that it does not show. @param idOf what tells evaluators apart */
function partsOf(
  { type: given, turns, input, inputs, language, calls, criteria, results }: Definition,
  idOf: (judge: Judge) => string | null,
): ReadonlyMap<string, Part> {
  const type = given ?? 'response'
  const question = questionOf(turns, input)
  const judges = type === 'tool_call' ? [] : judgesOf(criteria, results)
  const texts = judges.length > 0 ? [] : criteria.filter((each) => typeof each === 'string')
  const values = judges.map((judge) => judge.values)
  const pairs = judges.map((judge) => [idOf(judge), judge.values])
  const parts = {
    type: part('type', type, [KNOWN_TYPES.has(given) ? `${given}` : null]),
    question: part('question', question.map(withoutNullsIn), [questionText(question)]),
    inputs: part('input', inputs, [isMapping(inputs) ? canonicalForm(inputs) : null]),
    language: part('settings', language, [typeof language === 'string' ? `language: ${language}` : null]),
    calls: part('tool-calls', type === 'tool_call' ? calls.map(askedCall) : [], calls.map(callText)),
    criteria: part('criteria', sortedForms(values), values.flatMap(valueTexts)),
    texts: part('criteria', sortedForms(texts), texts),
    evaluators: part(
      'evaluators',
      sortedForms(pairs),
      judges.map(({ name, uuid }) => name ?? uuid),
      judges.map(idOf),
    ),
  }
  return new Map(
    Object.entries(parts).flatMap(([key, each]) => (each === null ? [] : [[key, each] as const])),
  )
}

const KNOWN_TYPES: ReadonlySet<unknown> = new Set<TestType>([
  'response',
  'tool_call',
  'conversation',
  'general',
])

/**
 * @param lines as people read it; null for a form that nobody knows
 * @param keys what is the same beside earlier runs, in any order
 * @returns null for what is absent or empty
 */
function part(
  what: Edit['what'],
  value: unknown,
  lines: readonly (string | null)[],
  keys: readonly (string | null)[] = lines,
): Part | null {
  if (value === null || value === '' || (!hasKeys(Object(value)) && typeof value === 'object')) return null
  const alike = keys.includes(null) ? null : keys.toSorted().join('\n')
  return { what, exact: canonicalForm([value]), alike, shown: lines.join('\n') }
}

/** The turns. An input is one of the user, also where it is shown again as one. */
function questionOf(turns: Definition['turns'], input: unknown): readonly unknown[] {
  const all = turns ?? []
  const last = all.at(-1)
  const isTurn = field(last, 'role') === 'user' && field(last, 'content') === input
  return input === null || isTurn ? all : [...all, { role: 'user', content: input }]
}

function questionText(turns: readonly unknown[]): string | null {
  const texts = turns.map((turn) => {
    const [role, content] = [field(turn, 'role'), field(turn, 'content') ?? null]
    const calls = listOf(field(turn, 'tool_calls')).map((call) => {
      const called = field(call, 'function')
      return `${field(called, 'name')} ${plainForm(field(called, 'arguments'))}`
    })
    const text = [...(content === null ? [] : [plainForm(content)]), ...calls].join(' ')
    if (typeof role !== 'string' || text === '') return null
    return turns.length === 1 && role === 'user' ? text : `${role}: ${text}`
  })
  return texts.includes(null) ? null : texts.join('\n')
}

/** Without what no file can say. */
function askedCall(call: unknown): unknown {
  return isMapping(call) ? { tool: call['tool'], arguments: call['arguments'] } : call
}

function callText(call: unknown): string | null {
  const [tool, given] = [field(call, 'tool'), field(call, 'arguments') ?? null]
  if (typeof tool !== 'string' || !(given === null || isMapping(given))) return null
  return given === null ? tool : `${tool} ${canonicalForm(given)}`
}

/** An evaluator of a test, with the values of its variables. */
interface Judge {
  readonly name: string | null
  readonly uuid: string | null
  readonly values: unknown
}

/** Where criteria are texts, or more or fewer than the results, these alone tell. */
function judgesOf(criteria: Definition['criteria'], results: Definition['results']): Judge[] {
  const named = criteria.every(isMapping) ? criteria : []
  const isPaired = results.length === 0 || results.length === named.length
  return Array.from({ length: Math.max(named.length, results.length) }, (_, at) => {
    const [criterion, result] = [isPaired ? named[at] : undefined, results[at]]
    return {
      name: evaluatorName(criterion?.['name']),
      uuid: result?.evaluator_uuid ?? null,
      values: withoutNullsIn(criterion?.['arguments'] ?? result?.variable_values ?? {}),
    }
  })
}

const valueTexts = (values: unknown) => (isMapping(values) ? Object.values(values).map(plainForm) : [])

const sortedForms = (values: readonly unknown[]) =>
  values.map((value) => JSON.stringify(sorted(value))).sort()

const plainForm = (value: unknown) =>
  typeof value === 'string' ? value.trim() : JSON.stringify(sorted(value))

const withoutNullsIn = (value: unknown) => (isMapping(value) ? withoutNulls(value) : value)

/** What is no list is one thing of a form that nobody knows. */
const itemsOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [null])

export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}

/** Undefined of anything but an object. */
export function field(value: unknown, key: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined
}
