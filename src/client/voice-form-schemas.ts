// The voice-form service's agents and workspaces. Only IDs are strict; the specification leaves most fields open.
import * as z from 'zod/mini'
import {
  anyObject,
  boolean,
  identifier,
  lenient,
  list,
  listOrEmpty,
  number,
  open,
  openEnum,
  text,
} from './schema.ts'

/** The key's role: services of different ages name different ones. */
const role = openEnum<'owner' | 'admin' | 'member' | 'limited'>()
/** Seen as a number, not specified. */
const version = lenient(z.union([z.number(), z.string()]))

const agentRowFields = open({
  /** Agent ID. */
  id: identifier,
  title: text,
  question_count: number,
  /** Unix seconds with a fraction: see `fromUnixSeconds`. */
  updated_at: number,
  conversation_count: number,
  status: text,
  workspace_id: text,
  /** The key's role in the workspace. */
  workspace_role: role,
})

/** An entry of the list of agents. */
export interface AgentRow extends z.infer<typeof agentRowFields> {}
export const agentRow: z.ZodMiniType<AgentRow> = agentRowFields

const createdAgentFields = open({
  /** ID of the new draft. */
  id: identifier,
  workspace_id: text,
})

/** An agent that was just created. */
export interface CreatedAgent extends z.infer<typeof createdAgentFields> {}
export const createdAgent: z.ZodMiniType<CreatedAgent> = createdAgentFields

const savedAgentFields = open({ id: identifier, status: text, version })

/** An agent that was replaced and published. */
export interface SavedAgent extends z.infer<typeof savedAgentFields> {}
export const savedAgent: z.ZodMiniType<SavedAgent> = savedAgentFields

/** The kind of answer that a question takes; a service may add others. */
export type ResponseType = 'string' | 'number' | 'date' | 'boolean' | 'single-select' | 'multi-select'

const storedQuestionFields = open({
  /** Sent as `question`. */
  label: text,
  /** Sent as `response_type`. */
  type: openEnum<ResponseType>(),
  /** Key of the answer in the form data. */
  name: text,
  required: boolean,
  options: list(z.unknown()),
  number_format: openEnum<'integer' | 'decimal'>(),
  boolean_labels: lenient(open({ true: text, false: text })),
  script: text,
  skip_message: text,
  advanced_instructions: text,
  end_call_values: list(z.unknown()),
  /** The branch that the question belongs to. */
  branch_id: text,
  validation: lenient(open({ type: text, rules: z.optional(z.unknown()) })),
  retry_config: lenient(
    open({
      allow_retries: boolean,
      until_answered: boolean,
      max_retries: number,
      retry_messages: list(z.string()),
      exhausted_action: text,
    }),
  ),
})

/** A question in the stored format. */
export interface StoredQuestion extends z.infer<typeof storedQuestionFields> {}
const storedQuestion: z.ZodMiniType<StoredQuestion> = storedQuestionFields

const storedBranchFields = open({
  id: text,
  condition: lenient(open({ field: text, equals: boolean, present: boolean })),
})

/** A branch in the stored format, which is that of create and update. */
export interface StoredBranch extends z.infer<typeof storedBranchFields> {}
const storedBranch: z.ZodMiniType<StoredBranch> = storedBranchFields

const storedAgentFields = open({
  title: text,
  questions: list(storedQuestion),
  branches: list(storedBranch),
  /** Sent as `description`. */
  context: text,
  /** Sent as `ai_instructions`. */
  instructions: text,
  agent_persona: text,
  user_persona: text,
  language: text,
  agent_speaks_first: boolean,
  ask_questions_one_by_one: boolean,
  mute_user_while_agent_speaking: boolean,
  send_hearing_acknowledgements: boolean,
  hearing_acknowledgement_mode: openEnum<'fixed' | 'llm'>(),
  hearing_acknowledgement_phrases: list(z.string()),
  scripts: lenient(open({ intro: text, outro: text, outro_incomplete: text })),
})

/** An agent in the stored format, in which some fields have other names than on create and update. */
export interface StoredAgent extends z.infer<typeof storedAgentFields> {
  /** Other fields are kept and sent as they are. */
  [field: string]: unknown
}
export const storedAgent: z.ZodMiniType<StoredAgent> = storedAgentFields

const configuredAgentFields = open({
  id: identifier,
  status: text,
  /** In the stored format. */
  config: lenient(storedAgent),
  version,
})

/** An agent whose stored configuration was replaced. */
export interface ConfiguredAgent extends z.infer<typeof configuredAgentFields> {}
export const configuredAgent: z.ZodMiniType<ConfiguredAgent> = configuredAgentFields

const publicAgentFields = open({
  id: text,
  title: text,
  questions: listOrEmpty(anyObject),
  agent_speaks_first: boolean,
})

/** What anybody may see of an agent. */
export interface PublicAgent extends z.infer<typeof publicAgentFields> {}
export const publicAgent: z.ZodMiniType<PublicAgent> = publicAgentFields

const workspaceFields = open({
  /** Workspace ID. */
  id: identifier,
  name: text,
  owner_email: text,
  is_personal: boolean,
  /** The key's role. */
  role,
  agent_count: number,
})

/** A workspace that the key can see. */
export interface Workspace extends z.infer<typeof workspaceFields> {}
export const workspace: z.ZodMiniType<Workspace> = workspaceFields
