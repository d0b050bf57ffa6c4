// The evaluation service's agents.
import * as z from 'zod/mini'
import {
  boolean,
  count,
  flag,
  identifier,
  listOrEmpty,
  nullish,
  object,
  open,
  openEnum,
  strictList,
  text,
} from './schema.ts'

const ofAgent = {
  /** Agent ID, 36 characters. */
  uuid: identifier,
  /** Unique in the workspace, case-sensitive, not trimmed. */
  name: text,
  /** `agent`: built inside the service; `connection`: an existing external agent connected to the service. */
  type: openEnum<'agent' | 'connection'>(),
  /** `conversation`: answers within an ongoing conversation; `general`: one input, one plain output. Newer servers. */
  interaction_type: openEnum<'conversation' | 'general'>(),
  /** UTC without a time zone: see `fromServiceTime`. */
  created_at: text,
  /** UTC without a time zone: see `fromServiceTime`. */
  updated_at: text,
}

const agentListEntryFields = open({
  ...ofAgent,
  /** Newer servers. Null if the agent has no connection to verify. */
  connection_verified: boolean,
  /** Newer servers. Whether the agent has extra request fields that are sent with each test case. */
  has_default_inputs: flag,
})

/** One agent of the workspace's list. Older servers send `uuid` and `name` only. */
export interface AgentListEntry extends z.infer<typeof agentListEntryFields> {}
export const agentListEntry: z.ZodMiniType<AgentListEntry> = agentListEntryFields

/** A page of the list. A missing agent would be a missing test run, so every entry has to be readable. */
export const agentPage = open({
  items: strictList(agentListEntry),
  total: nullish(count),
  limit: nullish(count),
})
export type AgentPage = z.infer<typeof agentPage>

const agentFields = open({
  ...ofAgent,
  /** The agent's configuration; its content is not specified. */
  config: object,
})

/** An agent under evaluation. */
export interface Agent extends z.infer<typeof agentFields> {}
export const agent: z.ZodMiniType<Agent> = agentFields

const resolvedAgentsFields = open({
  /** The ID of the agent for each name that was found. */
  resolved: z.record(z.string(), identifier),
  /** Names without an agent, without duplicates, in the order asked. */
  not_found: listOrEmpty(z.string()),
})

/** Names and their agents. */
export interface ResolvedAgents extends z.infer<typeof resolvedAgentsFields> {}
export const resolvedAgents: z.ZodMiniType<ResolvedAgents> = resolvedAgentsFields
