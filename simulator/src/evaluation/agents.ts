// The endpoints about agents: resolve, list, get.
import { HttpError, json, type Route, type RouteRequest } from '../router.ts'
import { integerQuery, objectBody, requiredStrings } from '../validation.ts'
import type { Agent } from './agent.ts'
import { defaultInputs } from './results.ts'
import type { Dialect } from './server-version.ts'
import type { Workspace } from './workspace.ts'

/** Older servers list agents as an array, the others as an object with `items`. */
export type ListShape = 'items' | 'array'

export function agentRoutes(workspace: Workspace, listShape: ListShape): Route[] {
  const { dialect } = workspace
  return [
    { method: 'GET', path: '/agents', handle: list },
    { method: 'POST', path: '/agents/resolve', handle: resolve },
    { method: 'GET', path: '/agents/{agent_uuid}', handle: get },
  ]

  function list({ query }: RouteRequest) {
    const search = (query.get('q') ?? '').toLowerCase()
    const limit = integerQuery(query, 'limit', 1)
    const offset = integerQuery(query, 'offset', 0) ?? 0
    const found = workspace.agents.filter(({ name }) => name.toLowerCase().includes(search))
    const page = found.slice(offset, limit === null ? undefined : offset + limit)
    const items = page.map((agent) => listEntry(agent, dialect))
    return json(listShape === 'array' ? items : { items, total: found.length, limit, offset })
  }

  function resolve({ body }: RouteRequest) {
    const names = [...new Set(requiredStrings(objectBody(body), 'names'))]
    const found = names.map((name) => [name, workspace.agentByName(name)?.uuid] as const)
    return json({
      resolved: Object.fromEntries(found.filter(([, uuid]) => uuid !== undefined)),
      not_found: found.filter(([, uuid]) => uuid === undefined).map(([name]) => name),
    })
  }

  function get(request: RouteRequest) {
    const agent = findAgent(workspace, request)
    return json({
      ...identity(agent, dialect),
      ...(dialect.version === 'newer' && { interaction_type: agent.interactionType }),
      config: { agent_url: agent.url, default_inputs: defaultInputs },
    })
  }
}

/** The agent of the path's `agent_uuid`. */
export function findAgent(workspace: Workspace, { param }: RouteRequest): Agent {
  const agent = workspace.agentById(param('agent_uuid'))
  if (agent === undefined) throw new HttpError(404, { detail: 'Agent not found' })
  if (agent.scenario.refusal === 'other-workspace')
    throw new HttpError(403, { detail: 'This resource belongs to a different workspace' })
  return agent
}

function listEntry(agent: Agent, dialect: Dialect) {
  if (dialect.version === 'older') return { uuid: agent.uuid, name: agent.name }
  if (dialect.version === 'current') return identity(agent, dialect)
  return {
    ...identity(agent, dialect),
    interaction_type: agent.interactionType,
    connection_verified: agent.scenario.refusal !== 'not-verified',
    has_default_inputs: true,
  }
}

function identity(agent: Agent, { time }: Dialect) {
  return {
    uuid: agent.uuid,
    name: agent.name,
    type: 'connection',
    created_at: time(agent.createdAt),
    updated_at: time(agent.createdAt),
  }
}
