// The voice-form service's records as the client returns them, and the bodies that it sends. Fields that are optional and
// nullable may be missing on some servers; a field that the types do not have is kept and sent as it is. Times are unix
// seconds with a fraction: see `fromUnixSeconds`.
import type { CallOptions } from '../core/options.ts'
import type { List } from '../core/paging.ts'
import type { OpenEnum } from '../core/parser.ts'

/**
 * The start of a page, as `next_cursor` of the page before names it. It is a position: if a row is added or removed between
 * two pages, another one appears twice or is skipped.
 */
export type Cursor = string | number

export interface Page<Row> {
  readonly data: Row[]
  /** Null on the last page. */
  readonly next_cursor: Cursor | null
}

/** `page()` of it is one answer of the service. */
export type RowList<Row> = List<Row, Page<Row>>

export interface PageOptions extends CallOptions {
  /** Rows on a page. Default: 50. */
  readonly limit?: number | undefined
  /** Where to start. Default, also for null: at the first row. */
  readonly cursor?: Cursor | null | undefined
  /** Only rows last written from then on, in unix seconds with a fraction: see `toUnixSeconds`. */
  readonly since?: number | undefined
  /** Only rows last written until then, in unix seconds with a fraction. */
  readonly until?: number | undefined
}

/** What is read, as it can be sent: lists may be readonly. */
export type Sendable<T> = T extends readonly (infer Entry)[]
  ? readonly Sendable<Entry>[]
  : T extends object
    ? { readonly [Key in keyof T]: Sendable<T[Key]> }
    : T

export interface AgentRow {
  id: string
  title: string
  question_count?: number | null | undefined
  /** In unix seconds. */
  updated_at?: number | null | undefined
  conversation_count?: number | null | undefined
  status?: string | null | undefined
  workspace_id?: string | null | undefined
  /** The key's role in the workspace. */
  workspace_role?: Role | null | undefined
}

/** The key's role: services of different ages name different ones. */
export type Role = OpenEnum<'owner' | 'admin' | 'member' | 'limited'>

export interface CreatedAgent {
  id: string
  workspace_id?: string | null | undefined
}

export interface SavedAgent {
  id: string
  status?: string | null | undefined
  /** Seen as a number, not specified. */
  version?: number | string | null | undefined
}

export interface ConfiguredAgent extends SavedAgent {
  config?: StoredAgent | null | undefined
}

/** What anybody may see of an agent. */
export interface PublicAgent {
  id?: string | null | undefined
  title: string
  questions: (string | Record<string, unknown>)[]
  agent_speaks_first?: boolean | null | undefined
}

/** An agent in the stored format, in which some fields have other names than on create and update. */
export interface StoredAgent extends AgentSettings {
  title?: string | null | undefined
  questions?: StoredQuestion[] | null | undefined
  /** Sent as `description`. */
  context?: string | null | undefined
  /** Sent as `ai_instructions`. */
  instructions?: string | null | undefined
}

/** The fields of an agent that have the same names in both formats. */
export interface AgentSettings {
  /** Groups of questions that are asked on a condition. Default: none. */
  branches?: Branch[] | null | undefined
  agent_persona?: string | null | undefined
  user_persona?: string | null | undefined
  /** BCP 47 tag of the agent's speech. Default: the workspace's language. */
  language?: string | null | undefined
  /** Whether the agent speaks first. Default: true. False if a telephony prompt plays first. */
  agent_speaks_first?: boolean | null | undefined
  /** Default: true. False allows several questions in a turn. */
  ask_questions_one_by_one?: boolean | null | undefined
  /** Suppresses the caller's audio while the agent speaks. Default: false. */
  mute_user_while_agent_speaking?: boolean | null | undefined
  /** Short acknowledgements while the caller speaks. Default: true. */
  send_hearing_acknowledgements?: boolean | null | undefined
  /** `fixed` (the default) cycles through the phrases, `llm` generates one each time. */
  hearing_acknowledgement_mode?: OpenEnum<'fixed' | 'llm'> | null | undefined
  /** For the mode `fixed`. Default: a built-in list. */
  hearing_acknowledgement_phrases?: string[] | null | undefined
  scripts?: Scripts | null | undefined
}

/** Exact words; the agent improvises those that are missing. */
export interface Scripts {
  intro?: string | null | undefined
  /** Closes it after every question was answered. */
  outro?: string | null | undefined
  /** Closes it if it ends before that. Requires `outro`, or the save is rejected. */
  outro_incomplete?: string | null | undefined
}

/** Questions that are asked only on a condition on an earlier answer. */
export interface Branch {
  /** Named by the `branch_id` of its questions. */
  id?: string | null | undefined
  condition?: BranchCondition | null | undefined
}

/** On the answer to the question with the name `field`: either `equals` or `present`. */
export interface BranchCondition {
  field?: string | null | undefined
  equals?: boolean | null | undefined
  present?: boolean | null | undefined
}

/** The kind of answer that a question takes; a service may add others. */
export type ResponseType = 'string' | 'number' | 'date' | 'boolean' | 'single-select' | 'multi-select'

/** A question in the stored format. */
export interface StoredQuestion extends QuestionSettings {
  /** Sent as `question`. */
  label?: string | null | undefined
  /** Sent as `response_type`. */
  type?: OpenEnum<ResponseType> | null | undefined
}

/** The fields of a question that have the same names in both formats. */
export interface QuestionSettings {
  /** The answer's key in the form data. */
  name?: string | null | undefined
  required?: boolean | null | undefined
  options?: unknown[] | null | undefined
  number_format?: OpenEnum<'integer' | 'decimal'> | null | undefined
  boolean_labels?: { true?: string | null | undefined; false?: string | null | undefined } | null | undefined
  script?: string | null | undefined
  skip_message?: string | null | undefined
  advanced_instructions?: string | null | undefined
  /** Answers that end the call. */
  end_call_values?: unknown[] | null | undefined
  branch_id?: string | null | undefined
  validation?: { type?: string | null | undefined; rules?: unknown } | null | undefined
  retry_config?: RetryConfig | null | undefined
}

export interface RetryConfig {
  allow_retries?: boolean | null | undefined
  until_answered?: boolean | null | undefined
  max_retries?: number | null | undefined
  retry_messages?: string[] | null | undefined
  exhausted_action?: string | null | undefined
}

export interface AgentBody extends Sendable<AgentSettings> {
  readonly title: string
  readonly questions: readonly Question[]
  /** Internal, not used by the voice agent. */
  readonly description?: string | null | undefined
  /** Extra instructions, appended to the agent's system prompt. */
  readonly ai_instructions?: string | null | undefined
}

export interface CreateAgentBody extends AgentBody {
  /** Default: the personal workspace of the key's creator. */
  readonly workspace_id?: string | null | undefined
}

export interface Question extends Sendable<QuestionSettings> {
  readonly question: string
  readonly response_type: OpenEnum<ResponseType>
}

/** A conversation of an agent. Servers of different ages leave out different fields. */
export interface Conversation {
  conversation_id: string
  status?: ConversationStatus | null | undefined
  /** The answers by the names of their questions. Of a multi-select question: a list, or one text (`A, B`). */
  form_data?: Record<string, unknown> | null | undefined
  form_status?: FormStatus | null | undefined
  filled_fields?: number | null | undefined
  total_fields?: number | null | undefined
  has_recording?: boolean | null | undefined
  has_transcript?: boolean | null | undefined
  is_ended?: boolean | null | undefined
  /** Time of the last write, in unix seconds. */
  created_at?: number | null | undefined
  duration_secs?: number | null | undefined
  source?: string | null | undefined
  caller_number?: string | null | undefined
  /** What the call cost, by item; its content is not specified. */
  cost?: Record<string, unknown> | null | undefined
  /** Turns, or a text. */
  transcript?: string | Record<string, unknown> | (string | Record<string, unknown>)[] | null | undefined
}

/** A conversation that was asked for with `include_transcript: false`. */
export interface ConversationWithoutTranscript extends Omit<Conversation, 'transcript'> {}

export type ConversationStatus = OpenEnum<'complete' | 'screened_out' | 'failed' | 'in_progress'>

/** The state of each answer by the name of its question, such as `{ phone: 'skipped' }`, or one state for all. */
export type FormStatus = Record<string, unknown> | string

export interface WorkspaceConversation extends Conversation {
  agent_id: string
  agent_title: string
}

export interface FormAnswers {
  /** The answers by the names of their questions; absent before the first save. */
  form_data?: Record<string, unknown> | null | undefined
  form_status?: FormStatus | null | undefined
}

/** New answers of a live call, by the names of their questions. */
export interface FormDataBody {
  readonly updates: object
}

/** The caller's side of WebRTC signalling: what `createOffer()` gives. */
export interface Offer {
  readonly sdp?: string | undefined
  /** `offer`. */
  readonly type: string
  readonly request_data?: OfferData | null | undefined
}

export interface OfferData {
  readonly agentId?: string | null | undefined
  readonly conversation_id?: string | null | undefined
  readonly [field: string]: unknown
}

/** The service's side of WebRTC signalling, for `setRemoteDescription`. */
export interface SignallingAnswer {
  sdp: string
  type: 'answer' | 'offer' | 'pranswer' | 'rollback'
  pc_id?: string | null | undefined
  request_data?: Record<string, unknown> | null | undefined
}

export interface Workspace {
  id: string
  name: string
  owner_email?: string | null | undefined
  is_personal?: boolean | null | undefined
  role?: Role | null | undefined
  agent_count?: number | null | undefined
}
