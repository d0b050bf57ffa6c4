// What a test asks and how it is judged, read here alone, out of whatever has it: a row of a run, a test of the service, a file.
// Whether two are the same is asked twice. For the proof of a run it is strict: what a row lacks, its test does not have. Beside
// earlier runs, servers of different ages write a test in different forms, and what cannot be understood is no difference.
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
  readonly settings: unknown
  /** Each with its tool, and null for any arguments. */
  readonly calls: readonly unknown[]
  /** Null for another form. */
  readonly criteria: readonly (AskedCriterion | null)[]
  readonly results: readonly JudgeResult[]
}

interface AskedCriterion extends Json {
  /** All that an older server shows of it. */
  readonly text: string | null
  /** What its evaluator found. Criteria name evaluators by names, which change, and the results by IDs, in the same order. */
  readonly result: JudgeResult | null
}

/**
 * As a row shows it, or the configuration of a test.
 * @param servers older ones may show calls and criteria beside `evaluation`, and tools by name. To the others that means nothing.
 */
export function definitionOf(
  { test_case: config, judge_results }: Shown,
  servers: 'all' | 'current' = 'all',
): Definition {
  const evaluation = field(config, 'evaluation')
  const beside = servers === 'all' ? config : null
  const turns = field(config, 'history') ?? field(config, 'messages') ?? null
  const calls = field(evaluation, 'tool_calls') ?? field(beside, 'tool_calls') ?? []
  const criteria = field(evaluation, 'criteria') ?? field(beside, 'criteria') ?? []
  const items = typeof criteria === 'string' ? [criteria] : itemsOf(criteria)
  const results = judge_results ?? []
  return {
    type: field(evaluation, 'type') ?? null,
    turns: turns === null ? null : itemsOf(turns).map(turnOf),
    input: plainText(field(config, 'input')) ?? null,
    inputs: field(config, 'inputs') ?? null,
    settings: field(config, 'settings') ?? null,
    calls: itemsOf(calls).map((call) => callOf(call, servers)),
    criteria: items.map((each, i) => criterionOf(each, items.length === results.length ? results[i] : null)),
    results,
  }
}

function turnOf(turn: unknown): unknown {
  if (!isMapping(turn)) return turn
  return { ...turn, role: turn['role'] ?? 'user', content: plainText(turn['content']) }
}

function callOf(call: unknown, servers: 'all' | 'current'): unknown {
  if (!isMapping(call)) return call
  const { tool, arguments: given, accept_any_arguments: any, ...others } = call
  const named = servers === 'all' ? call['name'] : undefined
  return { ...others, tool: tool ?? named, arguments: any === true ? null : (given ?? null) }
}

function criterionOf(criterion: unknown, result: JudgeResult | null = null): AskedCriterion | null {
  if (typeof criterion === 'string') return { text: criterion, result }
  return isMapping(criterion) ? { ...criterion, text: null, result } : null
}

/** As a file has it, with the names of evaluators for their IDs. */
export function definitionOfFile(test: TestDefinition): Definition {
  const { type = 'response', language, inputs } = test
  const evaluators = evaluatorsOf(test)
  const criteria = evaluators.map(({ variable_values }) => ({ arguments: variable_values }))
  const evaluation = { type, tool_calls: field(test, 'tool_calls'), criteria }
  const history = field(test, 'history')
  const config = { history, input: field(test, 'input'), inputs, settings: { language }, evaluation }
  const results = evaluators.map(({ name }) => ({ evaluator_uuid: name }))
  return definitionOf({ test_case: config, judge_results: results })
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
    const found = contentIn(definitionOf(shown, 'current'), wanted, isJudged)
    return found !== null && canonicalForm(found) === canonicalForm(wanted)
  } catch (error) {
    return unlessTooDeep(error, false)
  }
}

/** Null for what no file can say. */
function contentIn(definition: Definition, wanted: TestContent, isJudged: boolean): TestContent | null {
  const { input, inputs, settings, calls } = definition
  const turns = definition.turns ?? []
  const { type } = wanted
  const language = field(settings, 'language') ?? null
  if ((definition.type ?? 'response') !== type) return null
  if (!turns.every(isTurn) || !calls.every(isContentCall)) return null
  if (!isMappingOrNull(inputs) || !isMappingOrNull(settings)) return null
  if (!isTextOrNull(input) || !isTextOrNull(language)) return null
  const evaluators = type === 'tool_call' ? [] : evaluatorsIn(definition, wanted, isJudged)
  const asked = askedOnce(turns, input, wanted)
  return contentOf({ ...asked, type, tool_calls: calls, evaluators, language, inputs })
}

/** The tool tests of an agent that takes one input are shown with it and as a turn. */
function askedOnce(history: readonly object[], input: string | null, wanted: TestContent): LooseContent {
  const last = history.at(-1)
  if (input === null || field(last, 'role') !== 'user' || field(last, 'content') !== input)
    return { history, input }
  return wanted.input === undefined ? { history } : { history: history.slice(0, -1), input }
}

const isTurn = (turn: unknown): turn is Json => typeof field(turn, 'role') === 'string'

const isCall = (call: unknown): call is { tool: string; arguments: unknown } =>
  typeof field(call, 'tool') === 'string'

const isContentCall = (call: unknown): call is LooseCall => isCall(call) && isMappingOrNull(call.arguments)

/** In the order of the results, if the row has a verdict. An empty ID is that of no evaluator. */
function evaluatorsIn(
  { criteria, results }: Definition,
  { evaluators = [] }: TestContent,
  isJudged: boolean,
): LooseEvaluator[] {
  // Some servers show texts alone, or nothing.
  const told = allOf(criteria.map((each) => (each?.text === null ? each : null)))
  const hasResults = isJudged || results.length > 0
  if (told === null && hasResults)
    return results.map(({ evaluator_uuid, ...each }) => ({ ...each, evaluator_uuid: evaluator_uuid ?? '' }))
  // Without a verdict, their values tell which is which.
  const left = [...evaluators]
  return (told ?? []).map(({ arguments: values = null, result }) => {
    if (!isMappingOrNull(values)) return { evaluator_uuid: '' }
    if (hasResults) return { evaluator_uuid: result?.evaluator_uuid ?? '', variable_values: values }
    const at = left.findIndex((each) => valuesForm(each.variable_values) === valuesForm(values))
    const [found] = at === -1 ? [] : left.splice(at, 1)
    return found ?? { evaluator_uuid: '' }
  })
}

const valuesForm = (values: Json | null | undefined) => canonicalForm(withoutNulls(values ?? {}))

type Edit = ResultsTest['edits'][number]

/** One thing that a test asks or expects. */
interface Part {
  readonly what: Edit['what']
  /** The same text for the same thing in another form. */
  readonly value: string | readonly ComparedCriterion[]
  readonly shown: string
}

/** Null: the server does not tell. */
interface ComparedCriterion {
  readonly uuid: string | null
  readonly given: string | null
  readonly texts: readonly string[]
  /** As older servers write all criteria, without those of evaluators that take no values. */
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
  const then = before.definition && partsOf(before.definition)
  const today = now.definition && partsOf(now.definition)
  if (then === null || today === null) return []
  return [...new Set([...then.keys(), ...today.keys()])].flatMap((key): Edit[] => {
    const [was, is] = [then.get(key), today.get(key)]
    const what = (was ?? is)?.what
    const isOptional = what === 'input' || what === 'settings'
    // What one read shows in no row is unknown to its server.
    const isTold = (part: Part | undefined, { keys }: DefinitionRead) => part || (isOptional && keys.has(key))
    if (what === undefined || !isTold(was, before) || !isTold(is, now) || isSamePart(was, is)) return []
    return [{ what, before: was?.shown ?? null, now: is?.shown ?? null }]
  })
}

/** Whether two rows of one job ask the same: what one of them shows, the other has to. */
export function asksSame(first: Shown, again: Shown): boolean {
  const [then, now] = [first, again].map((each) => partsOf(definitionOf(each)))
  const linesOf = (part: Part | undefined) => part?.shown.split('\n').sort().join('\n')
  return [...(then?.keys() ?? []), ...(now?.keys() ?? [])].every((key) => {
    const [was, is] = [then?.get(key), now?.get(key)]
    return isSamePart(was, is) && linesOf(was) === linesOf(is)
  })
}

function isSamePart(was: Part | undefined, is: Part | undefined): boolean {
  return typeof was?.value === 'object' && typeof is?.value === 'object'
    ? areSameCriteria(was.value, is.value)
    : was?.value === is?.value
}

/** @param definitions those of one read */
export function keysOf(definitions: Iterable<Definition>): ReadonlySet<string> {
  return new Set([...definitions].flatMap((definition) => [...(partsOf(definition)?.keys() ?? [])]))
}

const KNOWN_TYPES: ReadonlySet<unknown> = new Set(['response', 'tool_call', 'conversation', 'general'])

/** By their keys; settings have one each. Null if it does not show what was asked. */
function partsOf(definition: Definition): ReadonlyMap<string, Part> | null {
  try {
    const { type, turns, calls, criteria } = definition
    const input = part('input', definition.input)
    if (!turns?.length && input === null) return null
    const settings = Object.entries(objectOf(definition.settings)).map(
      ([name, value]) => [`settings ${name}`, part('settings', value, `${name}: `)] as const,
    )
    const parts: (readonly [string, Part | null])[] = [
      ['type', KNOWN_TYPES.has(type) ? part('type', type) : null],
      ['question', questionPart(turns ?? [])],
      ['input', input],
      ['inputs', part('input', definition.inputs)],
      ...settings,
      ['tool-calls', callsPart(calls)],
      ['criteria', criteriaPart(criteria)],
    ]
    return new Map(parts.flatMap(([key, value]) => (value === null ? [] : [[key, value] as const])))
  } catch (error) {
    return unlessTooDeep(error, null)
  }
}

/** Null for what is absent or empty. */
function part(what: Edit['what'], given: unknown, before = ''): Part | null {
  const value = normalized(given)
  return value === null ? null : { what, value: JSON.stringify(value), shown: before + plainValue(value) }
}

const plainValue = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value))

function questionPart(turns: readonly unknown[]): Part | null {
  const known = allOf(turns.map(comparedTurn))
  if (known === null) return null
  const texts = known.map(({ role, content, calls }) => {
    const text = [...(content === null ? [] : [plainValue(content)]), ...calls].join(' ')
    return turns.length === 1 && role === 'user' ? text : `${role}: ${text}`
  })
  return { what: 'question', value: JSON.stringify(known), shown: texts.join('\n') }
}

/** Null for another form, in which nothing is said. */
function comparedTurn(turn: unknown) {
  const role = field(turn, 'role')
  const content = normalized(field(turn, 'content'))
  const calls = listOf(field(turn, 'tool_calls')).map((call) => {
    const called = field(call, 'function') ?? call
    return comparedText(String(field(called, 'name') ?? field(called, 'tool')), field(called, 'arguments'))
  })
  return typeof role === 'string' && (content !== null || calls.length > 0) ? { role, content, calls } : null
}

/** The service compares calls by name, whatever their order, and plain values exactly. */
function callsPart(calls: readonly unknown[]): Part | null {
  const texts = allOf(calls.map(comparedCall))
  return texts && { what: 'tool-calls', value: JSON.stringify(texts.toSorted()), shown: texts.join('\n') }
}

function comparedCall(call: unknown): string | null {
  if (!isCall(call)) return null
  const matched = Object.entries(objectOf(call.arguments)).map(([name, value]) => {
    const isExact = field(value, 'match_type') === 'exact'
    return [name, isExact ? field(value, 'value') : value] as const
  })
  return comparedText(call.tool, Object.fromEntries(matched))
}

function comparedText(tool: string, given: unknown): string {
  const value = normalized(given)
  return value === null ? tool : `${tool} ${JSON.stringify(value)}`
}

function criteriaPart(criteria: readonly (AskedCriterion | null)[]): Part | null {
  const value = allOf(criteria)?.map(({ text, arguments: asked, result }): ComparedCriterion => {
    const given = normalized(text) ?? normalized(asked) ?? normalized(result?.variable_values)
    const values = typeof given === 'object' && given !== null ? Object.values(given) : [given]
    return {
      uuid: result?.evaluator_uuid ?? null,
      given: given === null ? null : JSON.stringify(given),
      texts: values.flatMap((each) => (each === null ? [] : String(each))),
      isText: text !== null,
    }
  })
  return value ? { what: 'criteria', value, shown: value.flatMap(({ texts }) => texts).join('\n') } : null
}

function areSameCriteria(before: readonly ComparedCriterion[], now: readonly ComparedCriterion[]): boolean {
  const [wereTexts, areTexts] = [before, now].map((each) => each.some(({ isText }) => isText))
  if (wereTexts || areTexts) {
    // Forms may have the values of one criterion in different orders.
    const [one = [], other = []] = [before, now].map((each) => each.flatMap(({ texts }) => texts).sort())
    const isOtherForm = wereTexts !== areTexts && one.length !== other.length
    return isOtherForm || JSON.stringify(one) === JSON.stringify(other)
  }
  if (before.length !== now.length) return false
  const isKnown = [...before, ...now].every(({ uuid }) => uuid !== null)
  const orderOf = ({ uuid, given }: ComparedCriterion) => (isKnown ? `${uuid} ${given}` : `${given}`)
  const inOrder = (criteria: readonly ComparedCriterion[]) =>
    criteria.toSorted((a, b) => (orderOf(a) < orderOf(b) ? -1 : Number(orderOf(a) > orderOf(b))))
  const others = inOrder(now)
  const isEqual = (one: string | null, other: string | null = null) =>
    one === null || other === null || one === other
  return inOrder(before).every(
    ({ uuid, given }, i) => isEqual(uuid, others[i]?.uuid) && isEqual(given, others[i]?.given),
  )
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

/** Null if there are none, or one has a form that nobody knows. */
function allOf<Value>(values: readonly (Value | null)[]): readonly Value[] | null {
  const known = values.filter((value) => value !== null)
  return known.length > 0 && known.length === values.length ? known : null
}

/** @returns `otherwise` for what is nested deeper than the stack */
function unlessTooDeep<Value>(error: unknown, otherwise: Value): Value {
  if (error instanceof RangeError) return otherwise
  throw error
}

const isMappingOrNull = (value: unknown): value is Json | null => value === null || isMapping(value)

const isTextOrNull = (value: unknown): value is string | null => value === null || typeof value === 'string'

/** What is no list is one thing of a form that nobody knows. */
const itemsOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [null])

export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}

/** Undefined of anything but an object. */
export function field(value: unknown, key: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined
}
