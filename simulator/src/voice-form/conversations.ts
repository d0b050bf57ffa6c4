// The endpoints about conversations: lists, the start of a call, and its answers.
import { stableUuid } from '../ids.ts'
import { HttpError, json, type Route, type RouteRequest } from '../router.ts'
import { booleanQuery, isObject, objectBody, requiredString } from '../validation.ts'
import type { StoredAgent } from './agent-format.ts'
import { type Conversation, isByPhone } from './data.ts'
import { formStatus, normalizeUpdates } from './form-data.ts'
import { envelope, inPeriod, list } from './paging.ts'
import { findAgent, type State } from './state.ts'

/** Whether a query asks for this value, or for none. */
const asks = (query: URLSearchParams, name: string, value: string) => (query.get(name) ?? value) === value

export function conversationRoutes(state: State): Route[] {
  function select(query: URLSearchParams, isAsked: (conversation: Conversation) => boolean) {
    const found = state.conversations().filter((each) => {
      return isAsked(each) && asks(query, 'status', each.status) && asks(query, 'source', each.source)
    })
    return inPeriod(found, query, ({ created_at }) => created_at)
  }

  return [
    {
      method: 'GET',
      path: '/api/v1/agents/{agent_id}/conversations',
      handle({ param, query }) {
        const { id } = findAgent(state, param('agent_id'))
        const withTranscript = booleanQuery(query, 'include_transcript') !== false
        const rows = select(query, ({ agentId }) => agentId === id).map((each) => {
          const { transcript, ...row } = conversationRow(state, each)
          return withTranscript ? { ...row, transcript } : row
        })
        return list(rows, query)
      },
    },
    {
      method: 'GET',
      path: '/api/v1/conversations',
      handle({ query }) {
        const found = select(query, ({ agentId }) => {
          const { workspaceId } = findAgent(state, agentId)
          return asks(query, 'workspace_id', workspaceId) && asks(query, 'agent_id', agentId)
        })
        const rows = found.map((each) => {
          const { transcript: _, ...row } = conversationRow(state, each)
          const { title } = findAgent(state, each.agentId).config
          return { ...row, agent_id: each.agentId, agent_title: title }
        })
        return envelope(rows, query)
      },
    },
  ]
}

function conversationRow(state: State, { agentId, ...conversation }: Conversation) {
  const { questions } = findAgent(state, agentId).config
  const { form_data, source, status, transcript } = conversation
  const isOver = status !== 'in_progress'
  return {
    ...conversation,
    form_status: formStatus(questions, conversation),
    filled_fields: Object.values(form_data).filter((answer) => answer !== null).length,
    total_fields: questions.length,
    has_recording: isByPhone(source),
    has_transcript: transcript.length > 0,
    has_events: isOver,
    has_metrics: isOver,
    avg_ack_latency_secs: isOver ? 0.4 : null,
    avg_ack_to_reply_secs: isOver ? 1.2 : null,
  }
}

/** The open routes of a call: its start and its answers. */
export function callRoutes(state: State): Route[] {
  const form = '/api/v1/agents/{agent_id}/conversations/{conversation_id}/form_data'
  const data = '/api/v1/data/{agent_id}/{conversation_id}'
  return [
    { method: 'POST', path: '/offer', handle: offer, open: true },
    { method: 'PATCH', path: form, handle: update, open: true },
    { method: 'GET', path: data, handle: read, open: true },
  ]

  function find({ param }: RouteRequest) {
    const { id, config } = findAgent(state, param('agent_id'))
    const conversation = state
      .conversations()
      .find((each) => each.agentId === id && each.conversation_id === param('conversation_id'))
    return { questions: config.questions, conversation }
  }

  function answers(conversation: Conversation, questions: StoredAgent['questions']) {
    return json({ form_data: conversation.form_data, form_status: formStatus(questions, conversation) })
  }

  function offer({ body }: RouteRequest) {
    const sent = objectBody(body)
    requiredString(sent, 'sdp')
    const request = isObject(sent['request_data']) ? sent['request_data'] : {}
    const agentId = String(request['agentId'] ?? '')
    if (agentId !== '') startConversation(state, findAgent(state, agentId).id, request['conversation_id'])
    const answer = {
      sdp: 'v=0\r\ns=simulated call\r\n',
      type: 'answer',
      pc_id: stableUuid(`call ${agentId}`),
    }
    return json({ ...answer, ...('request_data' in sent && { request_data: sent['request_data'] }) })
  }

  function update(request: RouteRequest) {
    const { questions, conversation } = find(request)
    if (conversation === undefined) throw new HttpError(404, { error: 'Conversation not found' })
    const { updates } = objectBody(request.body)
    const normalized = normalizeUpdates(questions, isObject(updates) ? updates : {})
    // The time of the last write, whatever the field is called.
    const saved = {
      ...conversation,
      form_data: { ...conversation.form_data, ...normalized },
      created_at: state.now(),
    }
    state.save(saved)
    return answers(saved, questions)
  }

  /** Empty before the first save. */
  function read(request: RouteRequest) {
    const { questions, conversation } = find(request)
    const isSaved = conversation !== undefined && Object.keys(conversation.form_data).length > 0
    return isSaved ? answers(conversation, questions) : json({})
  }
}

function startConversation(state: State, agentId: string, id: unknown) {
  state.save({
    conversation_id: typeof id === 'string' ? id : stableUuid(`call ${state.conversations().length}`),
    agentId,
    status: 'in_progress',
    form_data: {},
    source: 'web',
    caller_number: null,
    duration_secs: null,
    cost: null,
    transcript: [],
    created_at: state.now(),
  })
}
