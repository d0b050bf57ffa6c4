// What callers of the voice-form service send. Only the known fields are typed; every other is sent as it is.
import type { OpenEnum } from './schema.ts'
import type { ResponseType } from './voice-form-schemas.ts'

interface OpenBody {
  /** Sent as it is, the service decides. */
  readonly [field: string]: unknown
}

/** The agent that a create or an update saves. */
export interface AgentBody extends OpenBody {
  /** Shown in the dashboard and in conversation records. */
  readonly title: string
  /** Asked in this order. */
  readonly questions: readonly Question[]
  /** Groups of questions that are asked on a condition; none where it is left out. */
  readonly branches?: readonly Branch[]
  /** Internal, not used by the voice agent. */
  readonly description?: string
  /** Extra instructions, appended to the agent's system prompt. */
  readonly ai_instructions?: string
  /** The agent's character. */
  readonly agent_persona?: string
  /** The expected caller. */
  readonly user_persona?: string
  /** BCP 47 tag of the agent's speech; the workspace's language where it is left out. */
  readonly language?: string
  /** Whether the agent opens; true where it is left out. False where a telephony prompt plays first. */
  readonly agent_speaks_first?: boolean
  /** True where it is left out; false lets a turn hold several questions. */
  readonly ask_questions_one_by_one?: boolean
  /** Suppresses the caller's audio while the agent speaks; false where it is left out. */
  readonly mute_user_while_agent_speaking?: boolean
  /** Short acknowledgements while the caller speaks; true where it is left out. */
  readonly send_hearing_acknowledgements?: boolean
  /** `fixed` (where it is left out) cycles through the phrases, `llm` makes one up each time. */
  readonly hearing_acknowledgement_mode?: OpenEnum<'fixed' | 'llm'>
  /** For the mode `fixed`; a built-in list where it is left out. */
  readonly hearing_acknowledgement_phrases?: readonly string[]
  readonly scripts?: Scripts
}

/** The agent that a create makes. */
export interface CreateAgentBody extends AgentBody {
  /** The caller's personal workspace where it is left out. */
  readonly workspace_id?: string
}

/** Exact words; the agent improvises where one is left out. */
export interface Scripts extends OpenBody {
  /** Opens the conversation. */
  readonly intro?: string
  /** Closes it after every question was answered. */
  readonly outro?: string
  /** Closes it when it ends before that. Needs `outro`, or the save is refused. */
  readonly outro_incomplete?: string
}

/** A question as it is sent. */
export interface Question extends OpenBody {
  readonly question: string
  readonly response_type: OpenEnum<ResponseType>
  /** The answer's key in the form data. */
  readonly name?: string
  readonly required?: boolean
  /** For the select types. */
  readonly options?: readonly unknown[]
  readonly number_format?: OpenEnum<'integer' | 'decimal'>
  readonly boolean_labels?: { readonly true?: string; readonly false?: string }
  readonly script?: string
  readonly skip_message?: string
  readonly advanced_instructions?: string
  /** Answers that end the call. */
  readonly end_call_values?: readonly unknown[]
  /** The branch that the question belongs to. */
  readonly branch_id?: string
  readonly validation?: { readonly type?: string; readonly rules?: unknown }
  readonly retry_config?: RetryConfig
}

/** How often an unusable answer is asked for again. */
export interface RetryConfig extends OpenBody {
  readonly allow_retries?: boolean
  readonly until_answered?: boolean
  readonly max_retries?: number
  readonly retry_messages?: readonly string[]
  readonly exhausted_action?: string
}

/** Questions that are asked only on a condition on an earlier answer. */
export interface Branch extends OpenBody {
  /** Named by the `branch_id` of its questions. */
  readonly id: string
  readonly condition:
    | { readonly field: string; readonly equals: boolean }
    | { readonly field: string; readonly present: boolean }
}

/** New answers of a live call. */
export interface FormDataBody extends OpenBody {
  /** Answers by the names of their questions. */
  readonly updates: Readonly<Record<string, unknown>>
}

/** The caller's side of WebRTC signalling. */
export interface Offer extends OpenBody {
  /** Session description. */
  readonly sdp: string
  /** `offer`. */
  readonly type: string
  /** Handed on to the call. */
  readonly request_data?: unknown
}
