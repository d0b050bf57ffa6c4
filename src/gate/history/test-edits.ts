// Does a test ask or expect something else than before? Two definitions of it, each as a run shows it, which servers of different
// ages write in different forms. What cannot be understood is no difference: a server's update must not edit all tests.

import type { TestCaseResult } from '../../client/index.ts'
import type { ResultsTest } from '../../schema.ts'
import { plainText } from '../../test-files/content.ts'
import { field, listOf } from '../runs/read-test.ts'

export type Row = Pick<TestCaseResult, 'test_case' | 'judge_results'>
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

export interface Definition {
  /** By their keys; settings have one each. */
  readonly parts: ReadonlyMap<string, Part>
  /** Null if there are none, or the server does not tell. */
  readonly criteria: readonly ComparedCriterion[] | null
  /** Whether these are texts, as older servers write them, without the evaluators that take none. */
  readonly isText: boolean
}

/** The definition of a test and the keys that its server uses, as all rows of the same read show. */
export interface DefinitionRead {
  readonly definition: Definition | null
  readonly keys: ReadonlySet<string>
}

/** @returns none if either cannot be understood */
export function editsBetween(before: DefinitionRead, now: DefinitionRead): Edit[] {
  if (before.definition === null || now.definition === null) return []
  const [then, today] = [before.definition, now.definition]
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
export function keysOf(definitions: Iterable<Definition | null>): ReadonlySet<string> {
  return new Set([...definitions].flatMap((definition) => [...(definition?.parts.keys() ?? [])]))
}

const KNOWN_TYPES: ReadonlySet<unknown> = new Set(['response', 'tool_call', 'conversation', 'general'])

/** Null if the row does not show what was asked. */
export function definitionOf({ test_case: testCase, judge_results: results }: Row): Definition | null {
  try {
    const evaluation = field(testCase, 'evaluation')
    const type = field(evaluation, 'type')
    const turns = listOf(field(testCase, 'history') ?? field(testCase, 'messages')).map(turnOf)
    const input = part('input', normalized(field(testCase, 'input')))
    if (turns.length === 0 && input === null) return null
    const calls = listOf(field(evaluation, 'tool_calls') ?? field(testCase, 'tool_calls')).map(
      expectedCallKey,
    )
    const settings = Object.entries(objectOf(field(testCase, 'settings'))).map(
      ([name, value]) => [`settings ${name}`, part('settings', normalized(value), `${name}: `)] as const,
    )
    const parts: (readonly [string, Part | null])[] = [
      ['type', KNOWN_TYPES.has(type) ? part('type', type) : null],
      ['question', turns.length === 0 ? null : questionOf(turns)],
      ['input', input],
      ['inputs', part('input', normalized(field(testCase, 'inputs')))],
      ...settings,
      ['tool-calls', calls.length === 0 ? null : expectedCallsOf(calls)],
    ]
    const given = field(evaluation, 'criteria') ?? field(testCase, 'criteria')
    const items = Array.isArray(given) ? given : [given].filter((each) => each != null)
    return {
      parts: new Map(parts.flatMap(([key, value]) => (value === null ? [] : [[key, value] as const]))),
      criteria: items.length === 0 ? null : comparedCriteria(items, results ?? []),
      isText: items.some((each) => typeof each === 'string'),
    }
  } catch (error) {
    // Nested deeper than the stack.
    if (error instanceof RangeError) return null
    throw error
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

type JudgeResults = NonNullable<Row['judge_results']>

/** Names of evaluators change, their IDs do not; those stand in the results, in the same order. */
function comparedCriteria(items: readonly unknown[], results: JudgeResults): ComparedCriterion[] {
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

function haveSameCriteria(then: Definition, today: Definition): boolean {
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
