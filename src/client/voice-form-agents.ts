// The voice-form service's agents.

import { type PagedList, pagedList } from './paging.ts'
import type { CallOptions, Requester } from './requester.ts'
import { parserOf } from './schema.ts'
import { path } from './transport.ts'
import type { AgentBody, CreateAgentBody } from './voice-form-bodies.ts'
import {
  type AgentRow,
  agentRow,
  type ConfiguredAgent,
  type CreatedAgent,
  configuredAgent,
  createdAgent,
  type PublicAgent,
  publicAgent,
  type SavedAgent,
  type StoredAgent,
  savedAgent,
  storedAgent,
} from './voice-form-schemas.ts'

/** Every agent that the key can see (`GET /api/v1/agents`), and what can be done with one. */
export interface VoiceFormAgents extends PagedList<AgentRow> {
  /**
   * Makes a draft. A refused save is a {@link ValidationError} with every complaint, and nothing is saved. Never
   * repeated once it may have been received.
   *
   * Specification: "Agent (create/update body)", `POST /api/v1/agents`.
   * @throws {@link ClientError}
   */
  create(body: CreateAgentBody, options?: CallOptions): Promise<CreatedAgent>

  /**
   * The agent in the stored format, some of whose fields have other names than on create: what `updateConfig` takes.
   *
   * Specification: "Endpoints", `GET /api/v1/agents/{agent_id}`.
   * @throws {@link ClientError}
   */
  get(agentId: string, options?: CallOptions): Promise<StoredAgent>

  /**
   * Replaces the whole agent and publishes it. A refused save is a {@link ValidationError} with every complaint, and
   * nothing is saved. Never repeated once it may have been received.
   *
   * Specification: "Agent (create/update body)", `PUT /api/v1/agents/{agent_id}`.
   * @throws {@link ClientError}
   */
  update(agentId: string, body: AgentBody, options?: CallOptions): Promise<SavedAgent>

  /**
   * Replaces the agent by one in the stored format, as `get` reads it. Never repeated once it may have been received.
   *
   * Specification: "Endpoints", `PUT /api/v1/agents/{agent_id}/config`.
   * @throws {@link ClientError}
   */
  updateConfig(agentId: string, config: StoredAgent, options?: CallOptions): Promise<ConfiguredAgent>

  /**
   * The agent's title and questions, as anybody may read them. Open: called without the key.
   *
   * Specification: "Endpoints", `GET /api/v1/agents/{agent_id}/public`.
   * @throws {@link ClientError}
   */
  getPublic(agentId: string, options?: CallOptions): Promise<PublicAgent>
}

const AGENTS = path('api', 'v1', 'agents')

export function agentMethods(requester: Pick<Requester, 'send'>): VoiceFormAgents {
  const { send } = requester

  return {
    ...pagedList(requester, AGENTS, agentRow),

    create: (body, options) =>
      send('write', { method: 'POST', path: AGENTS, body, parse: parseCreated }, options),

    get: (agentId, options) =>
      send('read', { method: 'GET', path: AGENTS + path(agentId), parse: parseStored }, options),

    update: (agentId, body, options) =>
      send('write', { method: 'PUT', path: AGENTS + path(agentId), body, parse: parseSaved }, options),

    updateConfig(agentId, body, options) {
      const at = AGENTS + path(agentId, 'config')
      return send('write', { method: 'PUT', path: at, body, parse: parseConfigured }, options)
    },

    getPublic(agentId, options) {
      const at = AGENTS + path(agentId, 'public')
      return send('read', { method: 'GET', path: at, open: true, parse: parsePublic }, options)
    },
  }
}

const parseCreated = parserOf(createdAgent)
const parseStored = parserOf(storedAgent)
const parseSaved = parserOf(savedAgent)
const parseConfigured = parserOf(configuredAgent)
const parsePublic = parserOf(publicAgent)
