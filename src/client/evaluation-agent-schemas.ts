// The evaluation service's agents, as older and newer servers answer them.
import * as z from 'zod/mini'
import { anyObject, count, flag, identifier, nullish, open, openEnum } from './schema.ts'

/** `agent`: built inside the service; `connection`: an existing agent connected to it. */
const agentType = openEnum<'agent' | 'connection'>()

/** `conversation`: answers within an ongoing conversation; `general`: one input, one plain output. */
const interactionType = openEnum<'conversation' | 'general'>()

const agentListEntryFields = open({
  /** Agent ID, 36 characters. */
  uuid: identifier,
  /** Unique in the workspace, case-sensitive, not trimmed. */
  name: z.string(),
  /** Newer servers, as everything below. `agent` is built inside the service, `connection` is an external one. */
  type: nullish(agentType),
  interaction_type: nullish(interactionType),
  /** UTC, without a zone: see `fromServiceTime`. */
  created_at: nullish(z.string()),
  /** UTC, without a zone: see `fromServiceTime`. */
  updated_at: nullish(z.string()),
  /** Null where the agent has no connection to verify. */
  connection_verified: nullish(z.boolean()),
  /** Whether the agent has extra request fields that are sent on each case. */
  has_default_inputs: flag,
})

/** One agent of the workspace's list. Older servers send `uuid` and `name` only. */
export interface AgentListEntry extends z.infer<typeof agentListEntryFields> {}
export const agentListEntry: z.ZodMiniType<AgentListEntry> = agentListEntryFields

export const agentListArray = z.array(agentListEntry)
export const agentPage = open({ items: agentListArray, total: nullish(count) })
export type AgentPage = z.infer<typeof agentPage>

const agentFields = open({
  /** Agent ID, 36 characters. */
  uuid: identifier,
  name: z.string(),
  /** `agent`: built inside the service; `connection`: an existing external agent connected to the service. */
  type: agentType,
  /** `conversation`: answers within an ongoing conversation; `general`: one input, one plain output. */
  interaction_type: interactionType,
  /** UTC, without a zone: see `fromServiceTime`. */
  created_at: z.string(),
  /** UTC, without a zone: see `fromServiceTime`. */
  updated_at: z.string(),
  /** The agent's configuration, its contents are the service's own. */
  config: nullish(anyObject),
})

/** An agent under evaluation. */
export interface Agent extends z.infer<typeof agentFields> {}
export const agent: z.ZodMiniType<Agent> = agentFields

const resolvedAgentsFields = open({
  /** Each found name with its agent's ID. */
  resolved: z.record(z.string(), identifier),
  /** Names that no agent has, once each, in the order asked; empty when all were found. */
  not_found: z.array(z.string()),
})

/** Names and the agents they belong to. */
export interface ResolvedAgents extends z.infer<typeof resolvedAgentsFields> {}
export const resolvedAgents: z.ZodMiniType<ResolvedAgents> = resolvedAgentsFields
