// The endpoints that list: agents, by name too, and the tests that are linked to one.
import { json, type Route, type RouteRequest } from '../router.ts'
import { objectBody, requiredStrings } from '../validation.ts'
import type { Agent } from './agent.ts'
import { findAgent, identity } from './agent-record.ts'
import { pageOf } from './paging.ts'
import type { Dialect } from './server-version.ts'
import { typeOf } from './suite.ts'
import type { Workspace } from './workspace.ts'

/** Documented servers list agents as an array, the others as an object with `items`. */
export type ListShape = 'items' | 'array'

export function agentRoutes(workspace: Workspace, listShape: ListShape): Route[] {
  const { dialect } = workspace
  return [
    { method: 'GET', path: '/agents', handle: list },
    { method: 'POST', path: '/agents/resolve', handle: resolve },
    { method: 'GET', path: '/agent-tests/agent/{agent_uuid}/tests', handle: listTests },
  ]

  function list({ query }: RouteRequest) {
    const { items, ...rest } = pageOf(query, workspace.agents)
    const entries = items.map((agent) => listEntry(agent, dialect))
    return json(listShape === 'array' ? entries : { items: entries, ...rest })
  }

  function resolve({ body }: RouteRequest) {
    const names = [...new Set(requiredStrings(objectBody(body), 'names'))]
    const found = names.map((name) => [name, workspace.agentByName(name)?.uuid] as const)
    return json({
      resolved: Object.fromEntries(found.filter(([, uuid]) => uuid !== undefined)),
      not_found: found.filter(([, uuid]) => uuid === undefined).map(([name]) => name),
    })
  }

  function listTests(request: RouteRequest) {
    const agent = findAgent(workspace, request)
    const times = { created_at: dialect.time(agent.createdAt), updated_at: dialect.time(agent.createdAt) }
    // Most recently linked first.
    const tests = workspace.tests.linked(agent).reverse()
    const { items, ...rest } = pageOf(
      request.query,
      tests.map(({ test }) => test),
    )
    const entries = items.map((test) => {
      const type = agent.interactionType === 'general' && test.written === null ? 'general' : typeOf(test)
      return { uuid: test.id, name: test.name, type, config: { description: null }, ...times }
    })
    return json({ items: entries, ...rest })
  }
}

function listEntry(agent: Agent, dialect: Dialect) {
  if (dialect.version === 'documented') return { uuid: agent.uuid, name: agent.name }
  return {
    ...identity(agent, dialect),
    connection_verified: agent.config?.['connection_verified'] ?? null,
    has_default_inputs: Object.keys(agent.config?.['default_inputs'] ?? {}).length > 0,
  }
}
