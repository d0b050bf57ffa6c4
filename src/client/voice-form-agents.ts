// The voice-form service's agents.
import type { CallOptions, Caller } from './caller.ts'
import { listRoute, type Page, type PageStart, type WalkStart } from './paging.ts'
import { parserOf } from './parse.ts'
import { path } from './transport.ts'
import type { AgentBody, CreateAgentBody, StoredAgentBody } from './voice-form-bodies.ts'
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

/** Rows by the time of their last write, in unix seconds with a fraction: see `toUnixSeconds`. */
export interface TimeFilter extends CallOptions {
  readonly since?: number | undefined
  readonly until?: number | undefined
}

export interface VoiceFormAgents {
  /**
   * Every agent that the key can see, at once.
   *
   * Specification: "Pagination", `GET /api/v1/agents`.
   * @throws {ClientError}
   */
  list(options?: TimeFilter): Promise<AgentRow[]>

  /**
   * One page. Positions shift when an agent is added between two pages: a row may come twice or be skipped.
   *
   * Specification: "Pagination", `GET /api/v1/agents`.
   * @throws {ClientError}
   */
  page(options: PageStart & TimeFilter): Promise<Page<AgentRow>>

  /**
   * Row by row, reading pages as they are needed. Positions shift when an agent is added between two pages: a row may
   * come twice or be skipped. A cursor that comes a second time is a {@link ContractError}.
   *
   * Specification: "Pagination", `GET /api/v1/agents`.
   * @throws {ClientError}
   */
  iterate(options?: WalkStart & TimeFilter): AsyncGenerator<AgentRow, void, undefined>

  /**
   * Makes a draft. A refused save is a {@link ValidationError} with every complaint, and nothing is saved. Never
   * repeated once it may have been received.
   *
   * Specification: "Agent (create/update body)", `POST /api/v1/agents`.
   * @throws {ClientError}
   */
  create(body: CreateAgentBody, options?: CallOptions): Promise<CreatedAgent>

  /**
   * The agent in the stored format, some of whose fields have other names than on create: what `updateConfig` takes.
   *
   * Specification: "Endpoints", `GET /api/v1/agents/\{agent_id\}`.
   * @throws {ClientError}
   */
  get(agentId: string, options?: CallOptions): Promise<StoredAgent>

  /**
   * Replaces the whole agent and publishes it. A refused save is a {@link ValidationError} with every complaint, and
   * nothing is saved. Never repeated once it may have been received.
   *
   * Specification: "Agent (create/update body)", `PUT /api/v1/agents/\{agent_id\}`.
   * @throws {ClientError}
   */
  update(agentId: string, body: AgentBody, options?: CallOptions): Promise<SavedAgent>

  /**
   * Replaces the agent by one in the stored format, as `get` reads it. Never repeated once it may have been received.
   *
   * Specification: "Endpoints", `PUT /api/v1/agents/\{agent_id\}/config`.
   * @throws {ClientError}
   */
  updateConfig(agentId: string, config: StoredAgentBody, options?: CallOptions): Promise<ConfiguredAgent>

  /**
   * The agent's title and questions, as anybody may read them. Open: called without the key.
   *
   * Specification: "Endpoints", `GET /api/v1/agents/\{agent_id\}/public`.
   * @throws {ClientError}
   */
  getPublic(agentId: string, options?: CallOptions): Promise<PublicAgent>
}

export const AGENTS = path('api', 'v1', 'agents')

export function agentMethods(caller: Pick<Caller, 'call'>): VoiceFormAgents {
  const { call } = caller
  const rows = listRoute(caller, agentRow)

  return {
    list: ({ since, until, ...options } = {}) => rows.list(AGENTS, { since, until }, options),

    page: ({ limit, cursor, since, until, ...options }) =>
      rows.page(AGENTS, { limit, cursor, since, until }, options),

    iterate: ({ limit, cursor, since, until, ...options } = {}) =>
      rows.walk(AGENTS, { limit, cursor, since, until }, options),

    create: (body, options) => call('write', { method: 'POST', path: AGENTS, body, parse: parseCreated }, options),

    get: (agentId, options) =>
      call('read', { method: 'GET', path: AGENTS + path(agentId), parse: parseStored }, options),

    update: (agentId, body, options) =>
      call('write', { method: 'PUT', path: AGENTS + path(agentId), body, parse: parseSaved }, options),

    updateConfig(agentId, body, options) {
      const at = AGENTS + path(agentId, 'config')
      return call('write', { method: 'PUT', path: at, body, parse: parseConfigured }, options)
    },

    getPublic(agentId, options) {
      const at = AGENTS + path(agentId, 'public')
      return call('read', { method: 'GET', path: at, open: true, parse: parsePublic }, options)
    },
  }
}

const parseCreated = parserOf(createdAgent)
const parseStored = parserOf(storedAgent)
const parseSaved = parserOf(savedAgent)
const parseConfigured = parserOf(configuredAgent)
const parsePublic = parserOf(publicAgent)
