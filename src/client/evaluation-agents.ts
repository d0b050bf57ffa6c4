// The evaluation service's agents: list, read, resolve names.
import { ContractError, type RequestLine } from './errors.ts'
import {
  type Agent,
  type AgentListEntry,
  type AgentPage,
  agent,
  agentPage,
  type ResolvedAgents,
  resolvedAgents,
} from './evaluation-agent-schemas.ts'
import type { CallOptions } from './options.ts'
import type { Requester, ResponsePromise } from './requester.ts'
import { issueAt, type Parser, parserOf } from './schema.ts'

export interface ListAgentsOptions extends CallOptions {
  /** Only agents whose name contains this; older servers ignore it. */
  readonly q?: string | undefined
}

export interface EvaluationAgents {
  /**
   * Every agent of the key's workspace, newest first, whether the service sends one list or pages. A list that is
   * shorter than the service says, or has more than 100,000 agents, is a {@link ContractError}.
   *
   * A 403 is about the key here, like a 401. Specification: `GET /agents`.
   * @throws {@link ClientError}
   * @example
   * for (const { uuid, name } of await client.listAgents({ q: 'support' })) console.log(uuid, name)
   */
  listAgents(options?: ListAgentsOptions): Promise<AgentListEntry[]>

  /**
   * One agent with its configuration. An unknown ID is a 404.
   *
   * Specification: `GET /agents/{agent_uuid}`.
   * @throws {@link ClientError}
   * @example
   * const { name, type, config } = await client.getAgent(agentUuid)
   * console.log(name, type, config)
   */
  getAgent(agentUuid: string, options?: CallOptions): ResponsePromise<Agent>

  /**
   * Resolves names to IDs. Names match exactly, including case and spaces. Unknown names are in `not_found`; they are
   * not an error.
   *
   * Specification: `POST /agents/resolve`.
   * @throws {@link ClientError}
   * @example
   * const { resolved, not_found } = await client.resolveAgents(['Support bot', 'Sales bot'])
   * console.log(resolved['Support bot'], not_found)
   */
  resolveAgents(names: readonly string[], options?: CallOptions): ResponsePromise<ResolvedAgents>
}

const MAX_AGENTS = 100_000

export function agentMethods({
  send,
  lineOf,
  clock,
}: Pick<Requester, 'send' | 'lineOf' | 'clock'>): EvaluationAgents {
  return {
    async listAgents({ q, timeoutMs = Number.POSITIVE_INFINITY, ...options } = {}) {
      const end = clock.now() + timeoutMs
      const agents = new Map<string, AgentListEntry>()
      for (let offset = 0; ; ) {
        const query = { q, offset: offset === 0 ? undefined : offset }
        const request = { method: 'GET', path: ['agents'], query, parse: parsePage } as const
        const page = await send(request, { ...options, timeoutMs: end - clock.now() })
        const knownBefore = agents.size
        // An agent that is created meanwhile shifts the pages, so that another one is sent twice.
        for (const entry of page.items) agents.set(entry.uuid, entry)
        offset += page.items.length
        if (agents.size > MAX_AGENTS)
          throw listError(lineOf(request), `the service lists more than ${MAX_AGENTS} agents`)
        if (isLast(page, agents.size)) return [...agents.values()]
        if (agents.size === knownBefore) throw listError(lineOf(request), shortList(agents.size, page.total))
      }
    },

    getAgent(agentUuid, options) {
      return send({ method: 'GET', path: ['agents', agentUuid], parse: parseAgent }, options)
    },

    resolveAgents(names, options) {
      const body = { names }
      const path = ['agents', 'resolve']
      return send({ method: 'POST', path, body, retry: 'read', parse: parseResolved }, options)
    },
  }
}

/** A page as long as its limit has a successor, unless the total says otherwise. */
function isLast({ items, total, limit }: AgentPage, distinct: number): boolean {
  if (typeof total === 'number') return distinct >= total
  return typeof limit !== 'number' || limit === 0 || items.length < limit
}

function shortList(distinct: number, total: number | null | undefined): string {
  return typeof total === 'number'
    ? `the service says that there are ${total} agents, but sent only ${distinct}`
    : 'the service sends the same page of agents again'
}

function listError(line: RequestLine, what: string): ContractError {
  return new ContractError(line, what, { transient: false, issues: [issueAt([], what)] })
}

const parseAgent = parserOf(agent)
const parseResolved = parserOf(resolvedAgents)
const parseEnvelope = parserOf(agentPage)

/** Older servers answer with the bare array, newer ones with a page around it. */
const parsePage: Parser<AgentPage> = (body) => parseEnvelope(Array.isArray(body) ? { items: body } : body)
