// A voice-form service of a few records on loopback, as its description has it.
import { type Json, type JsonRoute, type JsonService, Refused, serveJson } from './json-service.ts'
import { agentRow, createRecords, listed, paged, storedOf } from './voice-form-records.ts'

export const voiceFormKey = 'voice-form-key-0123456789'

export function startVoiceForm(): Promise<JsonService> {
  return serveJson(routes(), ({ open, headers }) => {
    if (!open && headers.authorization !== `Bearer ${voiceFormKey}`)
      throw new Refused(401, { detail: 'Invalid or revoked API key' })
  })
}

function routes(): JsonRoute[] {
  const { agents, answers, conversations, workspaces } = createRecords()
  const agentOf = (id: string) => {
    const agent = agents.get(id)
    if (agent === undefined) throw new Refused(404, { error: 'agent not found' })
    return agent
  }
  const save = (id: string, agent: Json) => {
    agentOf(id)
    agents.set(id, agent)
    return { id, status: 'published', version: 2 }
  }

  return [
    {
      on: 'POST /offer',
      open: true,
      answer: ({ body }) => ({ ...body, type: 'answer' }),
    },
    {
      on: 'GET /api/v1/agents',
      answer: ({ query }) => listed([...agents].map(agentRow), query),
    },
    {
      on: 'POST /api/v1/agents',
      answer: ({ body }) => {
        const id = `agent-${agents.size + 1}`
        agents.set(id, storedOf(body))
        return { id, workspace_id: body['workspace_id'] ?? 'w-1' }
      },
    },
    {
      on: 'GET /api/v1/agents/{agent}',
      answer: ({ part }) => agentOf(part('agent')),
    },
    {
      on: 'PUT /api/v1/agents/{agent}',
      answer: ({ part, body }) => save(part('agent'), storedOf(body)),
    },
    {
      on: 'PUT /api/v1/agents/{agent}/config',
      answer: ({ part, body }) => ({ ...save(part('agent'), body), config: body }),
    },
    {
      on: 'GET /api/v1/agents/{agent}/public',
      open: true,
      answer: ({ part }) => {
        const { title, questions } = agentOf(part('agent'))
        return { id: part('agent'), title, questions, agent_speaks_first: true }
      },
    },
    {
      on: 'GET /api/v1/agents/{agent}/conversations',
      answer: ({ part, query }) => {
        agentOf(part('agent'))
        return listed(conversations, query)
      },
    },
    {
      on: 'PATCH /api/v1/agents/{agent}/conversations/{conversation}/form_data',
      open: true,
      answer: ({ part, body }) => {
        const updates = Object(body['updates'])
        const unknown = Object.keys(updates).filter((name) => name !== 'age')
        if (unknown.length > 0)
          throw new Refused(400, {
            error: 'unknown field',
            invalid_fields: Object.fromEntries(unknown.map((field) => [field, 'unknown field'])),
          })
        answers.set(part('conversation'), { form_data: updates, form_status: 'ok' })
        return answers.get(part('conversation'))
      },
    },
    {
      on: 'GET /api/v1/data/{agent}/{conversation}',
      open: true,
      answer: ({ part }) => answers.get(part('conversation')) ?? {},
    },
    {
      on: 'GET /api/v1/conversations',
      answer: ({ query }) => {
        const rows = conversations.map((each) => ({ ...each, agent_id: 'agent-1', agent_title: 'Intake' }))
        return paged(rows, query)
      },
    },
    {
      on: 'GET /api/v1/workspaces',
      answer: ({ query }) => listed(workspaces, query),
    },
  ]
}
