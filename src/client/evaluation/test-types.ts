// The evaluation service's tests: the records that it answers with, and the bodies that create and change them.
import type { OpenEnum } from '../core/parser.ts'
import type { PromptVariable } from './annotation-types.ts'

/** What is asked of an agent, and how its answer is judged: by evaluators, or as tool calls. */
export type TestType = 'response' | 'tool_call' | 'conversation' | 'general'

export interface Test {
  uuid: string
  /** Unique among the workspace's tests, exactly. */
  name: string
  type?: OpenEnum<TestType> | null | undefined
  /** As it is stored: see {@link TestConfig}. Null if the test is not configured; a run leaves it out then. */
  config?: Record<string, unknown> | null | undefined
  evaluators: TestEvaluator[]
  created_at?: string | null | undefined
  /** Moves with every change, of evaluators, too. */
  updated_at?: string | null | undefined
}

/** An evaluator of a test, with the values of its variables. */
export interface TestEvaluator {
  uuid: string
  name: string
  evaluator_type?: string | null | undefined
  version_number?: number | null | undefined
  /** By name. */
  variable_values?: Record<string, unknown> | null | undefined
  variables?: PromptVariable[] | null | undefined
}

/** One turn of the conversation that a test continues, as agents get it. */
export interface TestMessage {
  readonly role: OpenEnum<'user' | 'assistant' | 'tool'>
  readonly content?: string | null | undefined
  /** Set for the role `tool`, with the call that it answers. */
  readonly name?: string | undefined
  readonly tool_call_id?: string | undefined
  readonly tool_calls?: readonly object[] | undefined
}

export interface ExpectedToolCall {
  readonly tool: string
  /** Plain values, or matchers such as `{ match_type: 'llm_judge', criteria }`. Any arguments are right without it. */
  readonly arguments?: Readonly<Record<string, unknown>> | null | undefined
  readonly accept_any_arguments?: boolean | undefined
}

/** Fields that it does not name are stored, too. */
export interface TestConfig {
  /** The conversation that the agent continues; tests of the type `general` have `input`. */
  readonly history?: readonly TestMessage[] | undefined
  readonly input?: string | undefined
  readonly evaluation?:
    | { readonly type: OpenEnum<TestType>; readonly tool_calls?: readonly ExpectedToolCall[] | undefined }
    | undefined
  readonly settings?: { readonly language?: string | undefined } | undefined
  /** Request fields that replace the agent's `default_inputs`. */
  readonly inputs?: Readonly<Record<string, unknown>> | undefined
  readonly description?: string | null | undefined
}

/** The service checks neither names of variables nor missing values. */
export interface TestEvaluatorBody {
  readonly evaluator_uuid: string
  readonly variable_values?: Readonly<Record<string, unknown>> | undefined
}

export interface TestBody {
  readonly name: string
  readonly type: OpenEnum<TestType>
  readonly config?: TestConfig | undefined
  /** An evaluator that is listed twice counts once, the last time. */
  readonly evaluators?: readonly TestEvaluatorBody[] | undefined
}

/** One of several new tests; the service drops fields that it does not know. */
export interface NewTest {
  readonly name: string
  readonly conversation_history?: readonly TestMessage[] | undefined
  readonly input?: string | undefined
  readonly evaluators?: readonly TestEvaluatorBody[] | undefined
  readonly tool_calls?: readonly ExpectedToolCall[] | undefined
  readonly inputs?: Readonly<Record<string, unknown>> | undefined
}

export interface TestsBody {
  /** All of them have this type. */
  readonly type: OpenEnum<TestType>
  /** 1 to 500. */
  readonly tests: readonly NewTest[]
  /** Agents to link them to. Default: none. */
  readonly agent_uuids?: readonly string[] | undefined
  readonly language?: string | undefined
}

/** What is left out stays as it is. */
export interface TestUpdate {
  readonly name?: string | undefined
  /** Replaces the whole configuration. */
  readonly config?: TestConfig | undefined
  /** Replaces all of them. */
  readonly evaluators?: readonly TestEvaluatorBody[] | undefined
}

export interface CreatedTest {
  uuid: string
  message?: string | null | undefined
}

export interface CreatedTests {
  /** In the order of the request. */
  uuids: string[]
  count: number
  message?: string | null | undefined
  warnings?: unknown
}
