// What a test asks and how it is judged, in one form for files, the service and its rows; its hash, and its name on the service.
import { createHash } from 'node:crypto'
import type { EvaluatorListEntry, TestCaseResult, TestMessage } from '../client/index.ts'
import type { Problem, TestChanges, TestSource } from '../schema.ts'
import type { TestDefinition, TestType } from './schema.ts'

type Json = Readonly<Record<string, unknown>>

/** As far as it is known: null and empty mean the same as absent. */
export interface LooseContent {
  readonly type?: TestType | null | undefined
  readonly history?: readonly object[] | null | undefined
  readonly input?: string | null | undefined
  readonly tool_calls?: readonly LooseCall[] | null | undefined
  readonly evaluators?: readonly LooseEvaluator[] | null | undefined
  readonly language?: string | null | undefined
  readonly inputs?: Json | null | undefined
}

interface LooseCall {
  readonly tool: string
  readonly arguments?: Json | null | undefined
  readonly accept_any_arguments?: boolean | null | undefined
}

interface LooseEvaluator {
  readonly evaluator_uuid: string
  readonly variable_values?: Json | null | undefined
}

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

/** A test as its file has it. */
export interface WantedTest {
  readonly name: string
  /** Its name on the service. */
  readonly serviceName: string
  readonly content: TestContent
  /** Whether this, as a row with or without a verdict shows it, is another test. */
  readonly differs: (shown: Pick<TestCaseResult, 'test_case' | 'judge_results'>, isJudged: boolean) => boolean
  readonly source: Pick<TestSource, 'file' | 'line' | 'change' | 'committed'>
}

/** A test of one of the two sets. `file`: its path in the repository. */
export interface SetTest {
  readonly test: TestDefinition
  readonly file: string
  readonly line: number
}

/** What became of a test between two sets. */
export type SetChange =
  | { readonly what: 'added'; readonly before: null; readonly now: SetTest }
  | { readonly what: 'edited' | 'renamed'; readonly before: SetTest; readonly now: SetTest }
  | { readonly what: 'removed'; readonly before: SetTest; readonly now: null }

/** `commit`: at which the test has its place, for a removed one the base. */
export type PlacedChange = SetChange & { readonly commit: string }

/** The input `tests`. */
export interface TestsPlan {
  /** The agents that run tests of files, and nothing else. */
  readonly agentNames: readonly string[]
  /** What the tests are, once the evaluators are known; or what is wrong with them. */
  readonly wantedTests: (
    evaluators: readonly EvaluatorListEntry[],
  ) => ReadonlyMap<string, readonly WantedTest[]> | Extract<Problem, { kind: 'wrong-tests' }>
  /** What the pull request does to them. `reason`: why that is not known. */
  readonly changes: Pick<TestChanges, 'reason' | 'isGroup'> & {
    readonly tests: readonly (PlacedChange & { readonly agent: string })[]
  }
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
  const evaluators = test.type === 'tool_call' ? [] : test.evaluators
  const named = evaluators.map(({ name, ...each }) => ({ ...each, evaluator_uuid: name }))
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
