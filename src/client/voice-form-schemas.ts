// The voice-form service's agents and workspaces. What names a thing is required, everything else may be missing or null: the
// specification leaves most of these fields open.
import * as z from 'zod/mini'
import { anyObject, identifier, nullish, open, openEnum } from './schema.ts'

/** Seen as a number, promised nowhere. */
const version = nullish(z.union([z.number(), z.string()]))

const agentRowFields = open({
  /** Agent ID. */
  id: identifier,
  title: z.string(),
  question_count: nullish(z.number()),
  /** Unix seconds with a fraction: see `fromUnixSeconds`. */
  updated_at: nullish(z.number()),
  conversation_count: nullish(z.number()),
  status: nullish(z.string()),
  workspace_id: nullish(z.string()),
  /** The key's role there: `owner`, `admin` or `member`. */
  workspace_role: nullish(z.string()),
})

/** A line of the list of agents. */
export interface AgentRow extends z.infer<typeof agentRowFields> {}
export const agentRow: z.ZodMiniType<AgentRow> = agentRowFields

const createdAgentFields = open({
  /** Of the draft that was made. */
  id: identifier,
  workspace_id: nullish(z.string()),
})

/** An agent that was just made. */
export interface CreatedAgent extends z.infer<typeof createdAgentFields> {}
export const createdAgent: z.ZodMiniType<CreatedAgent> = createdAgentFields

const savedAgentFields = open({
  id: identifier,
  status: nullish(z.string()),
  version,
})

/** An agent that was replaced and published. */
export interface SavedAgent extends z.infer<typeof savedAgentFields> {}
export const savedAgent: z.ZodMiniType<SavedAgent> = savedAgentFields

/** What kind of answer a question takes; a service may add others. */
export type ResponseType = 'string' | 'number' | 'date' | 'boolean' | 'single-select' | 'multi-select'

const storedQuestionFields = open({
  /** Sent as `question`. */
  label: nullish(z.string()),
  /** Sent as `response_type`. */
  type: nullish(openEnum<ResponseType>()),
  /** The answer's key in the form data. */
  name: nullish(z.string()),
  required: nullish(z.boolean()),
  /** The branch that the question belongs to. */
  branch_id: nullish(z.string()),
})

/** A question in the stored format. */
export interface StoredQuestion extends z.infer<typeof storedQuestionFields> {}
export const storedQuestion: z.ZodMiniType<StoredQuestion> = storedQuestionFields

const storedAgentFields = open({
  title: nullish(z.string()),
  questions: nullish(z.array(storedQuestion)),
  branches: nullish(z.array(anyObject)),
  /** Sent as `description`. */
  context: nullish(z.string()),
  /** Sent as `ai_instructions`. */
  instructions: nullish(z.string()),
  agent_persona: nullish(z.string()),
  user_persona: nullish(z.string()),
  language: nullish(z.string()),
  agent_speaks_first: nullish(z.boolean()),
  ask_questions_one_by_one: nullish(z.boolean()),
  mute_user_while_agent_speaking: nullish(z.boolean()),
  send_hearing_acknowledgements: nullish(z.boolean()),
  hearing_acknowledgement_mode: nullish(openEnum<'fixed' | 'llm'>()),
  hearing_acknowledgement_phrases: nullish(z.array(z.string())),
  scripts: nullish(anyObject),
})

/** An agent in the stored format, in which some fields have other names than on create and update. */
export interface StoredAgent extends z.infer<typeof storedAgentFields> {
  /** The service's own, kept and sent as it is. */
  [field: string]: unknown
}
export const storedAgent: z.ZodMiniType<StoredAgent> = storedAgentFields

const configuredAgentFields = open({
  id: identifier,
  status: nullish(z.string()),
  /** In the stored format. */
  config: nullish(storedAgent),
  version,
})

/** An agent whose stored configuration was replaced. */
export interface ConfiguredAgent extends z.infer<typeof configuredAgentFields> {}
export const configuredAgent: z.ZodMiniType<ConfiguredAgent> = configuredAgentFields

const publicAgentFields = open({
  id: nullish(z.string()),
  title: z.string(),
  questions: z.array(anyObject),
  agent_speaks_first: nullish(z.boolean()),
})

/** What anybody may see of an agent. */
export interface PublicAgent extends z.infer<typeof publicAgentFields> {}
export const publicAgent: z.ZodMiniType<PublicAgent> = publicAgentFields

const workspaceFields = open({
  /** Workspace ID. */
  id: identifier,
  name: z.string(),
  owner_email: nullish(z.string()),
  is_personal: nullish(z.boolean()),
  /** The key's role: `owner`, `admin` or `member`. */
  role: nullish(openEnum<'owner' | 'admin' | 'member'>()),
  agent_count: nullish(z.number()),
})

/** A workspace that the key can see. */
export interface Workspace extends z.infer<typeof workspaceFields> {}
export const workspace: z.ZodMiniType<Workspace> = workspaceFields
