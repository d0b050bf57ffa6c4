// What a test asks and how it is judged, read here alone, out of whatever has it: a row of a run, a test of the service, a file.
// Whether two are the same is asked twice. For the proof of a run it is strict: what a row lacks, its test does not have. Beside
// earlier runs, servers of different ages write a test in different forms, and what cannot be understood is no difference.
import { createHash } from 'node:crypto'
import type { TestCaseResult, TestMessage } from '../client/index.ts'
import { isMapping } from '../inputs/names.ts'
import type { ResultsTest } from '../schema.ts'
import type { TestDefinition, TestType } from './schema.ts'

type Json = Readonly<Record<string, unknown>>

/** What shows it in a row of a run. */
export type Shown = Pick<TestCaseResult, 'test_case' | 'judge_results'>

/** As it stands where it was found. Null: it lacks that. */
export interface Definition {
  readonly type: unknown
  readonly turns: unknown
  readonly input: unknown
  readonly inputs: unknown
  readonly settings: unknown
  readonly calls: unknown
  readonly criteria: unknown
  /** They name evaluators by their IDs, in the order of the criteria. */
  readonly results: NonNullable<Shown['judge_results']>
}

/** As the service runs and judges it. */
export function definitionIn({ test_case: config, judge_results: results }: Shown): Definition {
  const evaluation = field(config, 'evaluation')
  return {
    type: field(evaluation, 'type') ?? null,
    turns: field(config, 'history') ?? field(config, 'messages') ?? null,
    input: plainText(field(config, 'input')) ?? null,
    inputs: field(config, 'inputs') ?? null,
    settings: field(config, 'settings') ?? null,
    calls: field(evaluation, 'tool_calls') ?? null,
    criteria: field(evaluation, 'criteria') ?? null,
    results: results ?? [],
  }
}

/** As a row shows it, also one of an older server, which may show beside `evaluation` what the service has in it. */
export function definitionOf(row: Shown): Definition {
  const definition = definitionIn(row)
  const calls = definition.calls ?? field(row.test_case, 'tool_calls') ?? null
  const criteria = definition.criteria ?? field(row.test_case, 'criteria') ?? null
  return { ...definition, calls, criteria }
}

/** As a file has it, with the names of evaluators for their IDs. */
export function definitionOfFile(test: TestDefinition): Definition {
  const { type = 'response', language, inputs = null } = test
  const evaluators = evaluatorsOf(test)
  return {
    type,
    turns: field(test, 'history') ?? null,
    input: field(test, 'input') ?? null,
    inputs,
    settings: { language },
    calls: field(test, 'tool_calls') ?? null,
    criteria: evaluators.map(({ variable_values = null }) => ({ arguments: variable_values })),
    results: evaluators.map(({ name }) => ({ evaluator_uuid: name })),
  }
}

export const evaluatorsOf = (test: TestDefinition) => (test.type === 'tool_call' ? [] : test.evaluators)

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
export function canonicalForm(content: TestContent): string {
  return JSON.stringify(sorted(content))
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted)
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).map(([key, each]) => [key, sorted(each)] as const)
  return Object.fromEntries(entries.sort(([a], [b]) => (a < b ? -1 : 1)))
}

/** The same text for tests of which files say the same, with evaluators by name: one that was made again has another ID. */
export function formOf(test: TestDefinition): string {
  const named = evaluatorsOf(test).map(({ name, ...each }) => ({ ...each, evaluator_uuid: name }))
  return canonicalForm(contentOf({ ...test, evaluators: named }))
}

/** Ends in 16 hexadecimal digits, which tell apart what files say. They prove nothing: authors can find two texts with the same ones. */
export function serviceName(test: TestDefinition): string {
  return `${test.name} · ${createHash('sha256').update(formOf(test)).digest('hex').slice(0, 16)}`
}

/** A text in which names on the service are those that people know. It may have been cut within one. */
export function plainNames(text: string): string {
  return text.replace(/ · (?:[0-9a-f]{16}\b|[0-9a-f]{0,15}(?=…$))/g, '')
}

/**
 * Whether a row that shows what was asked shows the test of this file. What it lacks, the test does not have.
 * @param isJudged whether it has a verdict, and with it the IDs of the evaluators
 */
export function sameDefinition(wanted: TestContent, shown: Shown, isJudged: boolean): boolean {
  try {
    const found = contentIn(definitionIn(shown), wanted, isJudged)
    return found !== null && canonicalForm(found) === canonicalForm(wanted)
  } catch (error) {
    return unlessTooDeep(error, false)
  }
}

/** Null for what no file can say. */
function contentIn(definition: Definition, wanted: TestContent, isJudged: boolean): TestContent | null {
  const { input, inputs } = definition
  // What is no list is a turn that no file has.
  const given = definition.turns ?? []
  const turns = (Array.isArray(given) ? given : [given]).map(contentTurn)
  const calls = listOf(definition.calls).map(expectedCall)
  const language = field(definition.settings, 'language') ?? null
  if ((definition.type ?? 'response') !== wanted.type) return null
  if (!turns.every(isMapping) || !calls.every((call) => call !== null)) return null
  if (!isTextOrNull(input) || !isTextOrNull(language) || !(inputs === null || isMapping(inputs))) return null
  const { type } = wanted
  const evaluators = type === 'tool_call' ? [] : evaluatorsIn(definition, wanted, isJudged)
  const asked = askedOnce(turns, input, wanted)
  return contentOf({ ...asked, type, tool_calls: calls, evaluators, language, inputs })
}

/** Null for what is no turn. */
function contentTurn(turn: unknown): object | null {
  const role = field(turn, 'role') ?? 'user'
  return isMapping(turn) && typeof role === 'string'
    ? { ...turn, role, content: plainText(turn['content']) }
    : null
}

/** The tool tests of an agent that takes one input are shown with it and as a turn. */
function askedOnce(history: readonly object[], input: string | null, wanted: TestContent): LooseContent {
  const last = history.at(-1)
  if (input === null || field(last, 'role') !== 'user' || field(last, 'content') !== input)
    return { history, input }
  return wanted.input === undefined ? { history } : { history: history.slice(0, -1), input }
}

/** Null for what is no expected call. */
function expectedCall(call: unknown): LooseCall | null {
  const [tool, given] = [field(call, 'tool'), field(call, 'arguments') ?? null]
  if (typeof tool !== 'string' || !(given === null || isMapping(given))) return null
  return { tool, arguments: given, accept_any_arguments: field(call, 'accept_any_arguments') === true }
}

/** Criteria name evaluators by names, which change; the results have their IDs, in the same order, if the row has a verdict. */
function evaluatorsIn(
  { criteria: given, results }: Definition,
  { evaluators = [] }: TestContent,
  isJudged: boolean,
): LooseEvaluator[] {
  // Some servers show texts alone, or nothing.
  const criteria = Array.isArray(given) && given.every(isMapping) ? given : null
  if (isJudged || results.length > 0) {
    const judges = results.map(({ evaluator_uuid, variable_values }, i) => {
      const values = criteria === null ? variable_values : field(criteria[i], 'arguments')
      return { evaluator_uuid: evaluator_uuid ?? '', variable_values: isMapping(values) ? values : null }
    })
    const unjudged = criteria?.slice(results.length) ?? []
    return [...judges, ...unjudged.map(() => ({ evaluator_uuid: '' }))]
  }
  // Without a verdict, their values tell which is which.
  const left = [...evaluators]
  return (criteria ?? []).map((criterion) => {
    const values = field(criterion, 'arguments')
    const shown = isMapping(values) ? values : null
    const at = left.findIndex((each) => valuesForm(each.variable_values) === valuesForm(shown))
    const [found] = at === -1 ? [] : left.splice(at, 1)
    return found ?? { evaluator_uuid: '', variable_values: shown }
  })
}

const valuesForm = (values: Json | null | undefined) =>
  canonicalForm(contentOf({ evaluators: [{ evaluator_uuid: '', variable_values: values }] }))

type Edit = ResultsTest['edits'][number]

/** One thing that a test asks or expects. */
interface Part {
  readonly what: Edit['what']
  /** The same text for the same thing in another form. */
  readonly value: string
  readonly shown: string
}

/** What was expected by one evaluator. */
interface ComparedCriterion {
  readonly uuid: string | null
  /** Null if the server does not tell. */
  readonly given: string | null
  readonly texts: readonly string[]
}

/** What can be compared with another form. */
interface Compared {
  /** By their keys; settings have one each. */
  readonly parts: ReadonlyMap<string, Part>
  /** Null if there are none, or the server does not tell. */
  readonly criteria: readonly ComparedCriterion[] | null
  /** Whether these are texts, as older servers write them, without the evaluators that take none. */
  readonly isText: boolean
}

/** The definition of a test and the keys that its server uses, as all rows of the same read show. */
export interface DefinitionRead {
  /** Null if the read has none. */
  readonly definition: Definition | null
  readonly keys: ReadonlySet<string>
}

/** @returns none if either cannot be understood */
export function editsBetween(before: DefinitionRead, now: DefinitionRead): Edit[] {
  const then = before.definition && comparedOf(before.definition)
  const today = now.definition && comparedOf(now.definition)
  if (then === null || today === null) return []
  const keys = [...new Set([...then.parts.keys(), ...today.parts.keys()])]
  const edits = keys.flatMap((key): Edit[] => {
    const [was, is] = [then.parts.get(key), today.parts.get(key)]
    const what = (was ?? is)?.what
    const isSame = was !== undefined && is !== undefined && was.value === is.value
    // What one read shows in no row is unknown to its server.
    const isUnknown = (was === undefined && !before.keys.has(key)) || (is === undefined && !now.keys.has(key))
    const isOptional = what === 'input' || what === 'settings'
    if (what === undefined || isSame || isUnknown) return []
    return (was && is) || isOptional ? [{ what, before: was?.shown ?? null, now: is?.shown ?? null }] : []
  })
  const [expected, expects] = [then.criteria, today.criteria]
  if (expected === null || expects === null || haveSameCriteria(then, today)) return edits
  return [...edits, { what: 'criteria', before: criteriaText(expected), now: criteriaText(expects) }]
}

/** @param rows of one read */
export function keysOf(definitions: Iterable<Definition>): ReadonlySet<string> {
  return new Set([...definitions].flatMap((definition) => [...(comparedOf(definition)?.parts.keys() ?? [])]))
}

const KNOWN_TYPES: ReadonlySet<unknown> = new Set(['response', 'tool_call', 'conversation', 'general'])

/** Null if it does not show what was asked. */
function comparedOf(definition: Definition): Compared | null {
  try {
    const { type, criteria, results } = definition
    const turns = listOf(definition.turns).map(turnOf)
    const input = part('input', normalized(definition.input))
    if (turns.length === 0 && input === null) return null
    const calls = listOf(definition.calls).map(expectedCallKey)
    const settings = Object.entries(objectOf(definition.settings)).map(
      ([name, value]) => [`settings ${name}`, part('settings', normalized(value), `${name}: `)] as const,
    )
    const parts: (readonly [string, Part | null])[] = [
      ['type', KNOWN_TYPES.has(type) ? part('type', type) : null],
      ['question', turns.length === 0 ? null : questionOf(turns)],
      ['input', input],
      ['inputs', part('input', normalized(definition.inputs))],
      ...settings,
      ['tool-calls', calls.length === 0 ? null : expectedCallsOf(calls)],
    ]
    const items = Array.isArray(criteria) ? criteria : [criteria].filter((each) => each !== null)
    return {
      parts: new Map(parts.flatMap(([key, value]) => (value === null ? [] : [[key, value] as const]))),
      criteria: items.length === 0 ? null : comparedCriteria(items, results),
      isText: items.some((each) => typeof each === 'string'),
    }
  } catch (error) {
    return unlessTooDeep(error, null)
  }
}

/** Null for what is absent or empty. @param value as {@link normalized} gives it */
function part(what: Edit['what'], value: unknown, before = ''): Part | null {
  if (value === null) return null
  const text = JSON.stringify(value)
  return { what, value: text, shown: before + (typeof value === 'string' ? value : text) }
}

interface ComparedTurn {
  readonly role: string
  readonly content: unknown
  readonly calls: readonly string[]
}

/** Null for another form, in which nothing is said. */
function turnOf(turn: unknown): ComparedTurn | null {
  const role = field(turn, 'role') ?? 'user'
  const content = normalized(field(turn, 'content'))
  const calls = listOf(field(turn, 'tool_calls')).map((call) => {
    const called = field(call, 'function') ?? call
    const tool = field(called, 'name') ?? field(called, 'tool')
    return callKey(String(tool), normalized(field(called, 'arguments')))
  })
  if (typeof role !== 'string' || (content === null && calls.length === 0)) return null
  return { role, content, calls }
}

function questionOf(turns: readonly (ComparedTurn | null)[]): Part | null {
  const known = turns.flatMap((turn) => turn ?? [])
  if (known.length < turns.length) return null
  const textOfTurn = ({ role, content, calls }: ComparedTurn) => {
    const said = content === null ? [] : [typeof content === 'string' ? content : JSON.stringify(content)]
    const text = [...said, ...calls].join(' ')
    return turns.length === 1 && role === 'user' ? text : `${role}: ${text}`
  }
  return { what: 'question', value: JSON.stringify(known), shown: known.map(textOfTurn).join('\n') }
}

/** A tool by name, with null for any arguments. Plain values are compared exactly. Null stands for another form. */
function expectedCallKey(call: unknown): string | null {
  const tool = field(call, 'tool') ?? field(call, 'name')
  if (typeof tool !== 'string') return null
  const given = normalized(field(call, 'arguments'))
  if (given === null || field(call, 'accept_any_arguments') === true) return callKey(tool, null)
  const matched = Object.entries(objectOf(given)).map(([name, value]) => {
    const isExact = field(value, 'match_type') === 'exact'
    return [name, isExact ? field(value, 'value') : value] as const
  })
  return callKey(tool, normalized(Object.fromEntries(matched)))
}

function callKey(tool: string, given: unknown): string {
  return given === null ? tool : `${tool} ${JSON.stringify(given)}`
}

/** The service compares calls by name, whatever their order. */
function expectedCallsOf(calls: readonly (string | null)[]): Part | null {
  const known = calls.flatMap((call) => call ?? [])
  if (known.length < calls.length) return null
  return { what: 'tool-calls', value: JSON.stringify(known.toSorted()), shown: known.join('\n') }
}

/** Names of evaluators change, their IDs do not; those stand in the results, in the same order. */
function comparedCriteria(items: readonly unknown[], results: Definition['results']): ComparedCriterion[] {
  const isPaired = items.length === results.length
  return items.map((item, index) => {
    const result = isPaired ? results[index] : undefined
    const text = typeof item === 'string' ? normalized(item) : null
    const given = text ?? normalized(field(item, 'arguments')) ?? normalized(result?.variable_values)
    const values = typeof given === 'object' && given !== null ? Object.values(given) : [given]
    return {
      uuid: result?.evaluator_uuid ?? null,
      given: given === null ? null : JSON.stringify(given),
      texts: values.flatMap((value) => (value === null ? [] : String(value))),
    }
  })
}

function haveSameCriteria(then: Compared, today: Compared): boolean {
  const [before, now] = [then.criteria ?? [], today.criteria ?? []]
  if (then.isText || today.isText) {
    const [one = [], other = []] = [before, now].map((each) => each.flatMap(({ texts }) => texts))
    const isOtherForm = then.isText !== today.isText && one.length !== other.length
    return isOtherForm || JSON.stringify(one) === JSON.stringify(other)
  }
  if (before.length !== now.length) return false
  const isKnown = [...before, ...now].every(({ uuid }) => uuid !== null)
  const keyOf = ({ uuid, given }: ComparedCriterion) => `${uuid} ${given}`
  const inOrder = (criteria: readonly ComparedCriterion[]) =>
    isKnown ? criteria.toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1)) : criteria
  const others = inOrder(now)
  return inOrder(before).every(({ uuid, given }, index) => {
    const other = others[index]
    const isSame = (one: string | null, another: string | null = null) =>
      one === null || another === null || one === another
    return isSame(uuid, other?.uuid) && isSame(given, other?.given)
  })
}

function criteriaText(criteria: readonly ComparedCriterion[]): string {
  return criteria.flatMap(({ texts }) => texts).join('\n')
}

/** The same value for the same thing: text of an object as the object, nothing for what is null or empty, keys in order. */
function normalized(value: unknown): unknown {
  const given = plainText(value)
  if (typeof given === 'string') {
    const text = given.trim()
    const parsed = parsedObject(text)
    return parsed === undefined ? text || null : parsed
  }
  if (Array.isArray(given)) return given.length === 0 ? null : given.map(normalized)
  if (typeof given !== 'object' || given === null) return given ?? null
  const entries = Object.entries(given).map(([key, value]) => [key, normalized(value)] as const)
  const told = entries.filter(([, value]) => value !== null).sort(([a], [b]) => (a < b ? -1 : 1))
  return told.length === 0 ? null : Object.fromEntries(told)
}

/** Undefined unless it is an object or a list as text. */
function parsedObject(text: string): unknown {
  if (!/^[{[]/.test(text)) return undefined
  try {
    return normalized(JSON.parse(text))
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}

function objectOf(value: unknown): object {
  const object = normalized(value)
  return typeof object === 'object' && object !== null ? object : {}
}

/** @returns `otherwise` for what is nested deeper than the stack */
function unlessTooDeep<Value>(error: unknown, otherwise: Value): Value {
  if (error instanceof RangeError) return otherwise
  throw error
}

const isTextOrNull = (value: unknown): value is string | null => value === null || typeof value === 'string'

export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}

/** Undefined of anything but an object. */
export function field(value: unknown, key: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined
}
