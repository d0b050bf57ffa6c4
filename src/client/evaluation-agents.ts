// The evaluation service's agents: list, read, resolve names.

import {
  type Agent,
  type AgentListEntry,
  type AgentPage,
  agent,
  agentListArray,
  agentPage,
  type ResolvedAgents,
  resolvedAgents,
} from './evaluation-agent-schemas.ts'
import type { CallOptions, Requester } from './requester.ts'
import { type Parser, parserOf } from './schema.ts'
import { path } from './transport.ts'

export interface ListAgentsOptions extends CallOptions {
  /** Only agents whose name contains this; newer servers, older ones list everything. */
  readonly q?: string | undefined
}

export interface EvaluationAgents {
  /**
   * Every agent of the key's workspace, newest first, whether the service sends a list or pages of it.
   *
   * A 403 means the key here, as a 401 does. Specification: `GET /agents`.
   * @throws {@link ClientError}
   */
  listAgents(options?: ListAgentsOptions): Promise<AgentListEntry[]>

  /**
   * One agent with its configuration. An ID that no agent has is a 404.
   *
   * Specification: `GET /agents/{agent_uuid}`.
   * @throws {@link ClientError}
   */
  getAgent(agentUuid: string, options?: CallOptions): Promise<Agent>

  /**
   * Names to IDs, matched exactly (case and spaces count). Names that no agent has come back in `not_found`; they are
   * no error.
   *
   * Specification: `POST /agents/resolve`.
   * @throws {@link ClientError}
   */
  resolveAgents(names: readonly string[], options?: CallOptions): Promise<ResolvedAgents>
}

export function agentMethods({ send }: Pick<Requester, 'send'>): EvaluationAgents {
  return {
    async listAgents({ q, ...options } = {}) {
      const agents = new Map<string, AgentListEntry>()
      for (let received = 0; ; ) {
        const query = { q, offset: received === 0 ? undefined : received }
        const request = { method: 'GET', path: '/agents', query, parse: parseAgentPage } as const
        const { items, total } = await send('read', request, options)
        // An agent created in between shifts the pages, and one would be seen twice.
        for (const each of items) agents.set(each.uuid, each)
        received += items.length
        if (items.length === 0 || received >= (total ?? 0)) return [...agents.values()]
      }
    },

    getAgent(agentUuid, options) {
      return send('read', { method: 'GET', path: path('agents', agentUuid), parse: parseAgent }, options)
    },

    resolveAgents(names, options) {
      const request = {
        method: 'POST',
        path: '/agents/resolve',
        body: { names },
        parse: parseResolved,
      } as const
      return send('read', request, options)
    },
  }
}

const parseArray = parserOf(agentListArray)
const parsePage = parserOf(agentPage)
const parseAgent = parserOf(agent)
const parseResolved = parserOf(resolvedAgents)

/** Older servers answer with the bare array, newer ones with a page around it. */
const parseAgentPage: Parser<AgentPage> = (answer) => {
  if (!Array.isArray(answer)) return parsePage(answer)
  const list = parseArray(answer)
  return list.ok ? { ok: true, value: { items: list.value } } : list
}
