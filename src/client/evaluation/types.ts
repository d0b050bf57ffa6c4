// The evaluation service's records as the client returns them, and the bodies that it sends. Fields that are optional and
// nullable may be missing on some servers. Times are UTC without a time zone: see `fromServiceTime`.
import type { OpenEnum } from '../core/parser.ts'

/** What an agent and its entry in the list have in common. */
export interface AgentFields {
  /** Agent ID, 36 characters. */
  uuid: string
  /** Unique in the workspace, case-sensitive, not trimmed. Empty if the service leaves it out. */
  name: string
  /** `agent`: built inside the service; `connection`: an existing external agent connected to the service. */
  type?: OpenEnum<'agent' | 'connection'> | null | undefined
  /** `conversation`: answers within an ongoing conversation; `general`: one input, one plain output. Newer servers. */
  interaction_type?: OpenEnum<'conversation' | 'general'> | null | undefined
}

/** One agent of the workspace's list. Older servers send `uuid` and `name` only. */
export interface AgentListEntry extends AgentFields {
  /** UTC without a time zone, as `2026-11-20 22:42:02`: see `fromServiceTime`. */
  created_at?: string | null | undefined
  updated_at?: string | null | undefined
  /** Newer servers. Null if the agent has no connection to verify. */
  connection_verified?: boolean | null | undefined
  /** Newer servers. Whether the agent has extra request fields that are sent with each test case. */
  has_default_inputs?: boolean | undefined
}

/** An agent under evaluation. */
export interface Agent extends AgentFields {
  /** UTC without a time zone, as `2026-11-20 22:42:02`: see `fromServiceTime`. */
  created_at: string
  /** Moves with the configuration and with a successful verification, not with the linking of tests. */
  updated_at: string
  /** As it is stored, with every secret in clear. */
  config?: AgentConfig | null | undefined
}

/** What an agent consists of: its prompt and model, or its address and headers. It is not validated. */
export interface AgentConfig extends Record<string, unknown> {
  /** Extra request fields that are sent to the agent with each test case, which may override them. */
  default_inputs?: Record<string, unknown> | null | undefined
}

export interface AgentUpdate {
  /** Unique in the workspace. */
  readonly name?: string | undefined
  /** Replaces the whole configuration; the agent's connection then has to be verified again. */
  readonly config?: object | undefined
}

/** What the service found when it sent a message to the agent. */
export interface VerifiedConnection {
  success: boolean
  /** Why it failed, with the agent's address and words of its answer. */
  error?: string | null | undefined
  sample_response?: Record<string, unknown> | null | undefined
}

export interface AgentTest {
  uuid: string
  name: string
  type?: OpenEnum<TestType> | null | undefined
  /** Null if the test is not configured; a run leaves it out then. */
  config?: Record<string, unknown> | null | undefined
  /** UTC without a time zone, as `2026-11-20 22:42:02`: see `fromServiceTime`. */
  created_at?: string | null | undefined
  updated_at?: string | null | undefined
}

export interface ItemPage<Item> {
  items: Item[]
  /** How many there are in all, over every page. */
  total?: number | null | undefined
  limit?: number | null | undefined
  offset?: number | null | undefined
}

export interface ResolvedAgents {
  /** The ID of the agent for each name that was found. */
  resolved: Record<string, string>
  /** Names without an agent, without duplicates, in the order asked. */
  not_found: string[]
}

/** The statuses that are known; a service may add others. */
export type TaskStatus = 'queued' | 'in_progress' | 'done' | 'failed' | 'cancelled'

export interface LaunchedRun {
  /** Test run job ID, 36 characters, for `runs.get` and `runs.wait`. */
  task_id: string
  /** `queued`, or `in_progress` if a slot was free. */
  status?: OpenEnum<TaskStatus> | null | undefined
  /** Older servers send it, like the next one; only null has been seen. */
  dataset_id?: unknown
  dataset_name?: unknown
}

export interface BatchRun {
  agent_name: string
  agent_uuid: string
  task_id: string
  status?: OpenEnum<TaskStatus> | null | undefined
}

/** An agent for which a batch started no run. */
export interface SkippedAgent {
  agent_name: string
  agent_uuid?: string | null | undefined
  reason?: OpenEnum<'no_linked_tests' | 'connection_not_verified' | 'over_row_limit'> | null | undefined
}

export interface LaunchedBatch {
  runs: BatchRun[]
  skipped: SkippedAgent[]
}

/** Percentiles over the cases of a run; `count` says how many were measured. */
export type Percentiles = { [Key in 'p50' | 'p95' | 'p99' | 'count']?: number | null | undefined }

/** Mean and extremes over the cases of a run; `count` says how many were measured. */
export type Spread = { [Key in 'mean' | 'min' | 'max' | 'count']?: number | null | undefined }

/** What a run and its entry in the history have in common. Older servers leave out those without a comment. */
export interface RunFields {
  name?: string | null | undefined
  /** Number of test cases; null until the first one is done. The end may leave out tests without a configuration. */
  total_tests?: number | null | undefined
  /** Cases that passed. While the run is in progress, null or those so far. */
  passed?: number | null | undefined
  /** Cases that failed, likewise. `passed + failed` may be less than `total_tests`. */
  failed?: number | null | undefined
  /** Response latency over the run, in milliseconds. */
  latency_ms?: Percentiles | null | undefined
  /** Cost of a case over the run, in US dollars. */
  cost?: Spread | null | undefined
  /** Tokens of a case over the run. */
  total_tokens?: Spread | null | undefined
  /** True if the run failed; this may be so for a run that is `done`. */
  error: boolean
  is_public: boolean
  /** For the public address of a shared run. */
  share_token?: string | null | undefined
  aborted?: boolean | undefined
  /** Newer servers: the run ended before all cases had run. */
  stopped_early?: boolean | undefined
  /** Newer servers: cases without a response of the agent or of a judge. */
  unanswered_tests?: number | null | undefined
  evaluator_summary?: unknown
  /** Set for a benchmark; its content is not specified. */
  model_results?: unknown
}

/**
 * A run's status and results (`TestRunStatusResponse`). Which fields are null depends on the status. While it is queued,
 * `results` has placeholders with only a `name`; `test_uuids` are in run order.
 */
export interface TestRun extends RunFields {
  task_id: string
  status: OpenEnum<TaskStatus>
  test_uuids?: string[] | null | undefined
  /** The evaluators used; `evaluator_uuid` of `judge_results` refers to them. */
  evaluators?: TestRunEvaluator[] | null | undefined
  results?: TestCaseResult[] | null | undefined
}

export interface TestRunEvaluator {
  /** Evaluator ID: `evaluator_uuid` of `judge_results`. */
  uuid?: string | null | undefined
  name?: string | null | undefined
  description?: string | null | undefined
  /** `binary`: a pass/fail verdict; `rating`: a numeric score. */
  output_type?: OpenEnum<'binary' | 'rating'> | null | undefined
  /** The rubric; null in a compact response. */
  output_config?: Rubric | null | undefined
  scale_min?: number | null | undefined
  scale_max?: number | null | undefined
  version_number?: number | null | undefined
}

export interface Rubric {
  scale?: RubricStep[] | null | undefined
}

/** One verdict that an evaluator may give. */
export interface RubricStep {
  value?: unknown
  name?: string | null | undefined
  description?: string | null | undefined
  color?: string | null | undefined
}

export interface TestCaseResult {
  /** ID of the case; on current servers the ID of its test. */
  test_case_id?: string | null | undefined
  name?: string | null | undefined
  /** Null while the case is pending. Not a verdict if `unanswered` is true. */
  passed?: boolean | null | undefined
  /** The judge's reasoning, or the tool-call diff of a tool-call test; null in a compact response. */
  reasoning?: string | null | undefined
  /** The agent's output; null in a compact response. */
  output?: TestOutput | null | undefined
  /** The definition that was run, such as `history` or `input`; null in a compact response. */
  test_case?: Record<string, unknown> | null | undefined
  /** Extra request fields sent to the agent: its `default_inputs` with the overrides of the test case. */
  inputs?: Record<string, unknown> | null | undefined
  /** One verdict per evaluator; null for a tool-call case and in a compact response. */
  judge_results?: JudgeResult[] | null | undefined
  /** The agent's response time, in milliseconds. */
  latency_ms?: number | null | undefined
  /** In US dollars. */
  cost?: number | null | undefined
  /** Newer servers: the test's ID. */
  test_uuid?: string | null | undefined
  /** Newer servers. */
  test_type?: string | null | undefined
  /** Newer servers: the agent or a judge could not be reached, so `passed` is not a verdict. */
  unanswered?: boolean | undefined
  /** Newer servers: the run stopped before this case. */
  not_run?: boolean | undefined
}

export interface TestOutput {
  /** The reply; null for a tool-call case. */
  response?: string | null | undefined
  tool_calls?: ToolCallOutput[] | null | undefined
}

export interface ToolCallOutput {
  tool: string
  arguments?: Record<string, unknown> | null | undefined
  /** What the tool returned, if the agent ran it and reported the result. */
  output?: unknown
}

export interface JudgeResult {
  evaluator_uuid?: string | null | undefined
  reasoning?: string | null | undefined
  /** The verdict of a binary evaluator. */
  match?: boolean | null | undefined
  /** The score of a rating evaluator. */
  score?: number | null | undefined
  /** Readable label of the verdict, from the run's rubric. */
  value_name?: string | null | undefined
  /** Values of the `{{variable}}` placeholders in the evaluator's prompt, by name. */
  variable_values?: Record<string, unknown> | null | undefined
}

export interface EarlierRun extends RunFields {
  /** The run's ID: its `task_id`. */
  uuid: string
  status: OpenEnum<TaskStatus>
  type?: OpenEnum<'llm-unit-test' | 'llm-benchmark'> | null | undefined
  /** UTC without a time zone, as `2026-11-20 22:42:02`: see `fromServiceTime`. */
  created_at?: string | null | undefined
  updated_at?: string | null | undefined
  /** Their names. */
  evaluators?: string[] | null | undefined
  results?: Pick<TestCaseResult, 'name' | 'passed'>[] | null | undefined
}

/** A page of an agent's run history, newest first. Entries that cannot be read are left out. */
export interface EarlierRunPage extends ItemPage<EarlierRun> {
  /** How many entries were left out; absent if none were. */
  unreadable?: number
}

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
  /** UTC without a time zone, as `2026-11-20 22:42:02`: see `fromServiceTime`. */
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

/** A `{{variable}}` in an evaluator's prompt. */
export interface PromptVariable {
  name: string
  description?: string | null | undefined
  default?: string | null | undefined
}
