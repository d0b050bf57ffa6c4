// Request bodies of the voice-form service. Known fields are typed; every other field is sent as it is.
import type { OpenEnum } from './schema.ts'
import type { ResponseType } from './voice-form-schemas.ts'

interface OpenBody {
  /** Sent as it is. */
  readonly [field: string]: unknown
}

/** The agent that an update saves. Its workspace cannot be changed. */
export interface AgentBody extends AgentFields {
  readonly workspace_id?: never
}

interface AgentFields extends OpenBody {
  /** Shown in the dashboard and in conversation records. */
  readonly title: string
  /** Asked in this order. */
  readonly questions: readonly Question[]
  /** Groups of questions that are asked on a condition. Default: none. */
  readonly branches?: readonly Branch[] | null | undefined
  /** Internal, not used by the voice agent. */
  readonly description?: string | null | undefined
  /** Extra instructions, appended to the agent's system prompt. */
  readonly ai_instructions?: string | null | undefined
  /** The agent's character. */
  readonly agent_persona?: string | null | undefined
  /** The expected caller. */
  readonly user_persona?: string | null | undefined
  /** BCP 47 tag of the agent's speech. Default: the workspace's language. */
  readonly language?: string | null | undefined
  /** Whether the agent speaks first. Default: true. False if a telephony prompt plays first. */
  readonly agent_speaks_first?: boolean | null | undefined
  /** Default: true. False allows several questions in a turn. */
  readonly ask_questions_one_by_one?: boolean | null | undefined
  /** Suppresses the caller's audio while the agent speaks. Default: false. */
  readonly mute_user_while_agent_speaking?: boolean | null | undefined
  /** Short acknowledgements while the caller speaks. Default: true. */
  readonly send_hearing_acknowledgements?: boolean | null | undefined
  /** `fixed` (the default) cycles through the phrases, `llm` generates one each time. */
  readonly hearing_acknowledgement_mode?: OpenEnum<'fixed' | 'llm'> | null | undefined
  /** For the mode `fixed`. Default: a built-in list. */
  readonly hearing_acknowledgement_phrases?: readonly string[] | null | undefined
  readonly scripts?: Scripts | null | undefined
}

/** The agent that a create makes. */
export interface CreateAgentBody extends AgentFields {
  /** Default: the personal workspace of the key's creator. */
  readonly workspace_id?: string | null | undefined
}

/** Exact words; the agent improvises those that are missing. */
export interface Scripts extends OpenBody {
  /** Opens the conversation. */
  readonly intro?: string | null | undefined
  /** Closes it after every question was answered. */
  readonly outro?: string | null | undefined
  /** Closes it if it ends before that. Requires `outro`, or the save is rejected. */
  readonly outro_incomplete?: string | null | undefined
}

/** A question as it is sent. */
export interface Question extends OpenBody {
  readonly question: string
  readonly response_type: OpenEnum<ResponseType>
  /** The answer's key in the form data. */
  readonly name?: string | null | undefined
  readonly required?: boolean | null | undefined
  /** For the select types. */
  readonly options?: readonly unknown[] | null | undefined
  readonly number_format?: OpenEnum<'integer' | 'decimal'> | null | undefined
  readonly boolean_labels?:
    | { readonly true?: string | null | undefined; readonly false?: string | null | undefined }
    | null
    | undefined
  readonly script?: string | null | undefined
  readonly skip_message?: string | null | undefined
  readonly advanced_instructions?: string | null | undefined
  /** Answers that end the call. */
  readonly end_call_values?: readonly unknown[] | null | undefined
  /** The branch that the question belongs to. */
  readonly branch_id?: string | null | undefined
  readonly validation?:
    | { readonly type?: string | null | undefined; readonly rules?: unknown }
    | null
    | undefined
  readonly retry_config?: RetryConfig | null | undefined
}

/** Whether and how often the agent asks again after an unusable answer. */
export interface RetryConfig extends OpenBody {
  readonly allow_retries?: boolean | null | undefined
  readonly until_answered?: boolean | null | undefined
  readonly max_retries?: number | null | undefined
  readonly retry_messages?: readonly string[] | null | undefined
  readonly exhausted_action?: string | null | undefined
}

/** Questions that are asked only on a condition on an earlier answer. */
export interface Branch extends OpenBody {
  /** Named by the `branch_id` of its questions. */
  readonly id: string | null | undefined
  /** Either `equals` or `present`. */
  readonly condition:
    | {
        /** The name of the earlier question. */
        readonly field?: string | null | undefined
        readonly equals?: boolean | null | undefined
        readonly present?: boolean | null | undefined
      }
    | null
    | undefined
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
  /** Names the agent, and the conversation to continue. */
  readonly request_data?:
    | {
        readonly agentId?: string | null | undefined
        readonly conversation_id?: string | null | undefined
        readonly [field: string]: unknown
      }
    | null
    | undefined
}
