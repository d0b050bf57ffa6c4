// The endpoints about agents.
import { stableUuid } from '../ids.ts'
import { HttpError, json, type Route, type RouteRequest } from '../router.ts'
import { objectBody } from '../validation.ts'
import { fromAgentBody, fromConfig } from './agent-format.ts'
import { type Conversation, workspaces } from './data.ts'
import { list } from './paging.ts'
import { findAgent, type State, type VoiceAgent } from './state.ts'

export function agentRoutes(state: State): Route[] {
  const { agents, now } = state
  return [
    { method: 'GET', path: '/api/v1/agents', handle: listAgents },
    { method: 'POST', path: '/api/v1/agents', handle: create },
    { method: 'GET', path: '/api/v1/agents/{agent_id}', handle: (request) => json(agentOf(request).config) },
    {
      method: 'PUT',
      path: '/api/v1/agents/{agent_id}',
      handle: (request) => publish(request, fromAgentBody),
    },
    {
      method: 'PUT',
      path: '/api/v1/agents/{agent_id}/config',
      handle: (request) => publish(request, fromConfig),
    },
    { method: 'GET', path: '/api/v1/agents/{agent_id}/public', handle: getPublic, open: true },
  ]

  function agentOf({ param }: RouteRequest) {
    return findAgent(state, param('agent_id'))
  }

  function listAgents({ query }: RouteRequest) {
    const conversations = state.conversations()
    return list(
      [...agents.values()].map((agent) => agentRow(agent, conversations)),
      query,
    )
  }

  function create({ body }: RouteRequest) {
    const sent = objectBody(body)
    const workspaceId = sent['workspace_id'] ?? workspaces[0].id
    const workspace = workspaces.find((each) => each.id === workspaceId)
    if (workspace === undefined) throw new HttpError(404, { error: 'Workspace not found' })
    const id = stableUuid(`voice agent ${agents.size}, created`)
    const config = fromAgentBody(sent)
    agents.set(id, { id, workspaceId: workspace.id, config, status: 'draft', version: 1, updatedAt: now() })
    return json({ id, workspace_id: workspace.id })
  }

  function publish(request: RouteRequest, read: typeof fromConfig) {
    const agent = agentOf(request)
    const sent = objectBody(request.body)
    if (read === fromAgentBody && (sent['workspace_id'] ?? null) !== null)
      throw new HttpError(400, {
        validation_issues: [
          { field: 'workspace_id', message: 'Only a new agent can be put into a workspace.' },
        ],
      })
    const config = read(sent)
    const { id } = agent
    const version = agent.version + 1
    agents.set(id, { ...agent, config, status: 'published', version, updatedAt: now() })
    return json({ id, status: 'updated', ...(read === fromConfig && { config }), version })
  }

  function getPublic(request: RouteRequest) {
    const { id, config } = agentOf(request)
    const { title, questions, agent_speaks_first = true } = config
    return json({ id, title, questions, agent_speaks_first })
  }
}

function agentRow(
  { id, config, status, updatedAt, workspaceId }: VoiceAgent,
  conversations: readonly Conversation[],
) {
  return {
    id,
    title: config.title,
    question_count: config.questions.length,
    updated_at: updatedAt,
    conversation_count: conversations.filter(({ agentId }) => agentId === id).length,
    status,
    workspace_id: workspaceId,
    workspace_role: workspaces.find((each) => each.id === workspaceId)?.role,
  }
}
