// The endpoints about agents: resolve, list, get; and the way from an id in a path to its agent.
import type { Agent } from './agent.ts'
import { type Answer, jsonAnswer, Refused } from './answer.ts'
import type { Call } from './call.ts'
import { timestamp } from './ids.ts'
import { integerQuery, objectBody, requiredTexts } from './request-checks.ts'

/** `POST /agents/resolve` */
export function resolveAgents({ body, service }: Call): Answer {
  const names = new Set(requiredTexts(objectBody(body), 'names'))
  const resolved: [string, string][] = []
  const notFound: string[] = []
  for (const name of names) {
    const agent = service.workspace.agentByName(name)
    if (agent === undefined) notFound.push(name)
    else resolved.push([name, agent.uuid])
  }
  return jsonAnswer({ resolved: Object.fromEntries(resolved), not_found: notFound })
}

/** `GET /agents` */
export function listAgents({ query, service }: Call): Answer {
  const wanted = (query.get('q') ?? '').toLowerCase()
  const limit = integerQuery(query, 'limit', 1)
  const offset = integerQuery(query, 'offset', 0) ?? 0
  const found = service.workspace.agents.filter((agent) => agent.name.toLowerCase().includes(wanted))
  const items = found.slice(offset, limit === null ? undefined : offset + limit).map(listEntry)
  return jsonAnswer(service.listShape === 'array' ? items : { items, total: found.length, limit, offset })
}

/** `GET /agents/{agent_uuid}` */
export function getAgent(call: Call): Answer {
  const agent = agentOf(call)
  return jsonAnswer({
    ...listEntry(agent),
    config: { agent_url: `https://agents.example/${agent.uuid}/chat` },
    default_inputs: { channel: 'web', locale: 'en-GB' },
  })
}

/** The agent that the path names. */
export function agentOf({ part, service }: Call): Agent {
  const agent = service.workspace.agentById(part('agent_uuid'))
  if (agent === undefined) throw new Refused(404, 'Agent not found')
  if (agent.scenario.refusal === 'other-workspace') {
    throw new Refused(403, 'This resource belongs to a different workspace')
  }
  return agent
}

function listEntry(agent: Agent) {
  return {
    uuid: agent.uuid,
    name: agent.name,
    type: 'connection',
    interaction_type: 'conversation',
    created_at: timestamp(agent.createdAt),
    updated_at: timestamp(agent.createdAt),
    connection_verified: agent.scenario.refusal !== 'not-verified',
    has_default_inputs: true,
  }
}
