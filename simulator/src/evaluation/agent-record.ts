// The endpoints about one agent: get, update, verify.
import { crash, HttpError, json, type Route, type RouteRequest } from '../router.ts'
import { isObject, objectBody, optionalObject, optionalString } from '../validation.ts'
import type { Agent } from './agent.ts'
import { withoutFlags } from './agent-config.ts'
import type { Dialect } from './server-version.ts'
import { verify } from './verification.ts'
import type { Workspace } from './workspace.ts'

const agentPath = '/agents/{agent_uuid}'

export function agentRecordRoutes(workspace: Workspace): Route[] {
  const { dialect } = workspace
  const find = (request: RouteRequest) => findAgent(workspace, request)
  return [
    { method: 'GET', path: agentPath, handle: (request) => record(find(request)) },
    { method: 'PUT', path: agentPath, handle: put },
    { method: 'POST', path: `${agentPath}/verify-connection`, handle: verifyConnection },
    { method: 'DELETE', path: agentPath, handle: refuse },
    { method: 'POST', path: `${agentPath}/duplicate`, handle: refuse },
  ]

  function put(request: RouteRequest) {
    const agent = find(request)
    const body = objectBody(request.body)
    const name = optionalString(body, 'name')
    const config = optionalObject(body, 'config')
    if (name === null && config === null) throw new HttpError(400, { detail: 'No fields to update' })
    if (name !== null && (workspace.agentByName(name) ?? agent) !== agent)
      throw new HttpError(409, { detail: 'Agent name already exists' })
    agent.name = name ?? agent.name
    workspace.store(agent, config === null ? agent.config : withoutFlags(config))
    return record(agent)
  }

  function record(agent: Agent) {
    // The service stores half a surrogate pair, and then cannot read the agent.
    if (hasHalfSurrogate(agent.config)) return crash()
    return json({
      ...identity(agent, dialect),
      // Of a connection that was never configured it is null, unlike what the specification says.
      config: agent.config ?? (dialect.version === 'documented' ? {} : null),
    })
  }

  function verifyConnection(request: RouteRequest) {
    const agent = find(request)
    objectBody(request.body)
    return verify(agent, workspace)
  }
}

/** A route that a key cannot use. */
function refuse(): never {
  throw new HttpError(403, { detail: 'Not authenticated' })
}

/** The agent of the path's `agent_uuid`. */
export function findAgent(workspace: Workspace, { param }: RouteRequest): Agent {
  const agent = workspace.agentById(param('agent_uuid'))
  if (agent === undefined) throw new HttpError(404, { detail: 'Agent not found' })
  if (agent.scenario.refusal === 'other-workspace') throw differentWorkspace
  return agent
}

export const differentWorkspace = new HttpError(403, {
  detail: 'This resource belongs to a different workspace',
})

function hasHalfSurrogate(value: unknown): boolean {
  if (typeof value === 'string') return !value.isWellFormed()
  return isObject(value)
    ? Object.entries(value).some((entry) => entry.some(hasHalfSurrogate))
    : Array.isArray(value) && value.some(hasHalfSurrogate)
}

export function identity(
  { uuid, name, type, createdAt, updatedAt, interactionType }: Agent,
  dialect: Dialect,
) {
  const times = { created_at: dialect.time(createdAt), updated_at: dialect.time(updatedAt) }
  return { uuid, name, type, ...times, interaction_type: interactionType }
}
