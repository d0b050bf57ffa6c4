// The voice-form service: agents, conversations, collected answers, workspaces and offers.
import { createRouter, HttpError, type Route, type RouteRequest } from '../router.ts'
import { agentRoutes } from './agents.ts'
import { callRoutes, conversationRoutes } from './conversations.ts'
import { type SimulatedVoiceAgent, workspaces } from './data.ts'
import { list } from './paging.ts'
import { createState, type State } from './state.ts'

const invalidKey = new HttpError(401, { detail: 'Invalid or revoked API key' })
const keyErrors = {
  wrong: invalidKey,
  'wrong-bearer': invalidKey,
  missing: new HttpError(401, { detail: 'Not authenticated' }),
}

/** @param now the clock, in milliseconds since 1970 */
export function createVoiceFormService(described: readonly SimulatedVoiceAgent[], now: () => number) {
  const state = createState(described, now)
  const routes = [
    ...agentRoutes(state),
    ...conversationRoutes(state),
    ...callRoutes(state),
    workspaceRoute(state),
  ]
  const agents = [...state.agents.values()].map(({ id, config: { title } }) => ({ id, title }))
  return { agents, respond: createRouter(routes, keyErrors) }
}

function workspaceRoute({ agents }: State): Route {
  const handle = ({ query }: RouteRequest) => {
    const rows = workspaces.map((workspace) => ({
      ...workspace,
      agent_count: [...agents.values()].filter(({ workspaceId }) => workspaceId === workspace.id).length,
    }))
    return list(rows, query)
  }
  return { method: 'GET', path: '/api/v1/workspaces', handle }
}
