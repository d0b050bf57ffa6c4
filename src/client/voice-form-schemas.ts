// The voice-form service's agents and workspaces. What names a thing is required, everything else may be missing or null: the
// specification leaves most of these fields open.
import * as z from 'zod/mini'
import { anyObject, identifier, nullish, type OpenEnum, open, openEnum } from './schema-parts.ts'

/** Seen as a number, promised nowhere. */
const version = nullish(z.union([z.number(), z.string()]))

export const agentRow = open({
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

export const createdAgent = open({
  /** Of the draft that was made. */
  id: identifier,
  workspace_id: nullish(z.string()),
})

export const savedAgent = open({
  id: identifier,
  status: nullish(z.string()),
  version,
})

type KnownResponseType = 'string' | 'number' | 'date' | 'boolean' | 'single-select' | 'multi-select'

/** What kind of answer a question takes. */
export type ResponseType = OpenEnum<KnownResponseType>

const storedQuestion = open({
  /** Sent as `question`. */
  label: nullish(z.string()),
  /** Sent as `response_type`. */
  type: nullish(openEnum<KnownResponseType>()),
  /** The answer's key in the form data. */
  name: nullish(z.string()),
  required: nullish(z.boolean()),
  /** The branch that the question belongs to. */
  branch_id: nullish(z.string()),
})

export const storedAgent = open({
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

export const configuredAgent = open({
  id: identifier,
  status: nullish(z.string()),
  /** In the stored format. */
  config: nullish(storedAgent),
  version,
})

export const publicAgent = open({
  id: nullish(z.string()),
  title: z.string(),
  questions: z.array(anyObject),
  agent_speaks_first: nullish(z.boolean()),
})

export const workspace = open({
  /** Workspace ID. */
  id: identifier,
  name: z.string(),
  owner_email: nullish(z.string()),
  is_personal: nullish(z.boolean()),
  /** The key's role: `owner`, `admin` or `member`. */
  role: nullish(openEnum<'owner' | 'admin' | 'member'>()),
  agent_count: nullish(z.number()),
})

/**
 * A line of the list of agents.
 * @interface
 */
export type AgentRow = z.infer<typeof agentRow>
/**
 * An agent that was just made.
 * @interface
 */
export type CreatedAgent = z.infer<typeof createdAgent>
/**
 * An agent that was replaced and published.
 * @interface
 */
export type SavedAgent = z.infer<typeof savedAgent>
/**
 * An agent in the stored format, in which some fields have other names than on create and update.
 * @interface
 */
export type StoredAgent = z.infer<typeof storedAgent>
/**
 * An agent whose stored configuration was replaced.
 * @interface
 */
export type ConfiguredAgent = z.infer<typeof configuredAgent>
/**
 * What anybody may see of an agent.
 * @interface
 */
export type PublicAgent = z.infer<typeof publicAgent>
/**
 * A workspace that the key can see.
 * @interface
 */
export type Workspace = z.infer<typeof workspace>
