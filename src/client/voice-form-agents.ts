// The voice-form service's agents.
import type { CallOptions } from './options.ts'
import { type PagedList, pagedList } from './paging.ts'
import type { Requester, ResponsePromise } from './requester.ts'
import { parserOf } from './schema.ts'
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

/** Every agent that the key can see (`GET /api/v1/agents`), and the operations on one of them. */
export interface VoiceFormAgents extends PagedList<AgentRow> {
  /**
   * Creates a draft. A rejected save is a {@link ValidationError} with every issue, and nothing is saved. Not retried
   * once the service may have received it.
   *
   * Specification: "Agent (create/update body)", `POST /api/v1/agents`.
   * @throws {@link ClientError}
   * @example
   * const questions = [{ question: 'How old are you?', response_type: 'number', name: 'age' }]
   * const { id } = await client.agents.create({ title: 'Intake', questions })
   * console.log(id)
   */
  create(body: CreateAgentBody, options?: CallOptions): ResponsePromise<CreatedAgent>

  /**
   * The agent in the stored format, in which some fields have other names than on create: the body of `updateConfig`.
   *
   * Specification: "Endpoints", `GET /api/v1/agents/{agent_id}`.
   * @throws {@link ClientError}
   * @example
   * const stored = await client.agents.get(agentId)
   * for (const question of stored.questions ?? []) console.log(question.label, question.type)
   */
  get(agentId: string, options?: CallOptions): ResponsePromise<StoredAgent>

  /**
   * Replaces the whole agent and publishes it. A rejected save is a {@link ValidationError} with every issue, and
   * nothing is saved. Not retried once the service may have received it.
   *
   * Specification: "Agent (create/update body)", `PUT /api/v1/agents/{agent_id}`.
   * @throws {@link ClientError}
   * @example
   * const { version } = await client.agents.update(agentId, { title: 'Intake', questions: [] })
   * console.log(version)
   */
  update(agentId: string, body: AgentBody, options?: CallOptions): ResponsePromise<SavedAgent>

  /**
   * Replaces the agent by one in the stored format, as `get` reads it. Not retried once the service may have received
   * it.
   *
   * Specification: "Endpoints", `PUT /api/v1/agents/{agent_id}/config`.
   * @throws {@link ClientError}
   * @example
   * const stored = await client.agents.get(agentId)
   * await client.agents.updateConfig(agentId, { ...stored, title: 'Intake 2' })
   */
  updateConfig(agentId: string, config: StoredAgent, options?: CallOptions): ResponsePromise<ConfiguredAgent>

  /**
   * The agent's title and questions, which anybody may read. Open: called without the key.
   *
   * Specification: "Endpoints", `GET /api/v1/agents/{agent_id}/public`.
   * @throws {@link ClientError}
   * @example
   * const { title, questions } = await client.agents.getPublic(agentId)
   * console.log(title, questions.length)
   */
  getPublic(agentId: string, options?: CallOptions): ResponsePromise<PublicAgent>
}

const AGENTS = ['api', 'v1', 'agents']

export function agentMethods(requester: Pick<Requester, 'send' | 'lineOf'>): VoiceFormAgents {
  const { send } = requester

  return {
    ...pagedList(requester, AGENTS, agentRow),

    create: (body, options) => send({ method: 'POST', path: AGENTS, body, parse: parseCreated }, options),

    get: (agentId, options) =>
      send({ method: 'GET', path: [...AGENTS, agentId], parse: parseStored }, options),

    update: (agentId, body, options) =>
      send({ method: 'PUT', path: [...AGENTS, agentId], body, parse: parseSaved }, options),

    updateConfig(agentId, body, options) {
      const path = [...AGENTS, agentId, 'config']
      return send({ method: 'PUT', path, body, parse: parseConfigured }, options)
    },

    getPublic(agentId, options) {
      const path = [...AGENTS, agentId, 'public']
      return send({ method: 'GET', path, open: true, parse: parsePublic }, options)
    },
  }
}

const parseCreated = parserOf(createdAgent)
const parseStored = parserOf(storedAgent)
const parseSaved = parserOf(savedAgent)
const parseConfigured = parserOf(configuredAgent)
const parsePublic = parserOf(publicAgent)
