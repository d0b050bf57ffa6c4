// The voice-form service's client: its groups of methods. Those of calls are in ts.
import type { ApiKey, CallOptions, ClientOptions } from '../core/options.ts'
import { type EscapeHatch, requestMethod } from '../core/request.ts'
import { createRequester, type Requester, type ResponsePromise } from '../core/requester.ts'
import { parserAbout, parserOf } from '../core/schema.ts'
import { listRows } from './paging.ts'
import * as schemas from './schemas.ts'
import type * as types from './types.ts'

export interface VoiceFormClientOptions extends ClientOptions {
  /**
   * Sent as `Authorization: Bearer`, to `baseUrl` and nowhere else, and not to the four open routes. 8 to 1,024 visible
   * ASCII characters. Without a key only the open routes work. Never put a key into a web page.
   */
  readonly apiKey?: ApiKey | undefined
}

export interface VoiceFormClient extends EscapeHatch {
  readonly agents: VoiceFormAgents
  readonly conversations: VoiceFormConversations
  readonly formData: VoiceFormFormData
  readonly sessions: VoiceFormSessions
  readonly workspaces: VoiceFormWorkspaces
}

/**
 * A client of the voice-form service. Its methods reject with a {@link ClientError}; mistakes of the calling program,
 * such as an ID that cannot be one (empty, `.` or `..`), are a TypeError.
 * @throws {TypeError} if an option cannot be used
 */
export function createVoiceFormClient(options: VoiceFormClientOptions): VoiceFormClient {
  const apiKey = options.apiKey
  const header = apiKey === undefined ? null : { name: 'Authorization', scheme: 'Bearer', key: apiKey }
  const requester = createRequester(options, header)
  return {
    agents: agentMethods(requester),
    conversations: conversationMethods(requester),
    formData: formDataMethods(requester),
    sessions: sessionMethods(requester),
    workspaces: {
      list: (page) => listRows(requester, { path: WORKSPACES, row: schemas.workspace }, page),
    },
    ...requestMethod(requester),
  }
}

export interface VoiceFormWorkspaces {
  /**
   * Every workspace that the key can see.
   * @example
   * for await (const workspace of client.workspaces.list()) console.log(workspace.name, workspace.role)
   */
  list(options?: types.PageOptions): types.RowList<types.Workspace>
}

export interface VoiceFormAgents {
  /**
   * Every agent that the key can see. An agent's `updated_at` is in unix seconds.
   * @example
   * for await (const agent of client.agents.list({ limit: 100 })) console.log(agent.id, agent.title)
   * const { data, next_cursor } = await client.agents.list({ limit: 20 }).page()
   * console.log(data.length, next_cursor)
   */
  list(options?: types.PageOptions): types.RowList<types.AgentRow>

  /**
   * Every conversation of one agent, with its answers by the names of their questions. Times are in unix seconds.
   * @example
   * const conversations = client.agents.listConversations(agentId, { include_transcript: false })
   * for await (const call of conversations) console.log(call.conversation_id, call.form_data)
   */
  listConversations(
    agentId: string,
    options: NoTranscript,
  ): types.RowList<types.ConversationWithoutTranscript>
  listConversations(agentId: string, options?: AgentConversationOptions): types.RowList<types.Conversation>

  /**
   * Creates a draft, and gives its ID. A rejected save is a {@link ValidationError} with every issue, and nothing is saved. Not
   * retried once it may have been received.
   * @example
   * const questions = [{ question: 'How old are you?', response_type: 'number', name: 'age' }]
   * const { id } = await client.agents.create({ title: 'Intake', questions })
   * console.log(id)
   */
  create(body: types.CreateAgentBody, options?: CallOptions): ResponsePromise<types.CreatedAgent>

  /**
   * The agent in the stored format, in which some fields have other names than on create: the body of `updateConfig`.
   * @example
   * const stored = await client.agents.get(agentId)
   * for (const question of stored.questions ?? []) console.log(question.label, question.type)
   */
  get(agentId: string, options?: CallOptions): ResponsePromise<types.StoredAgent>

  /**
   * Replaces the whole agent and publishes it. A rejected save is a {@link ValidationError} with every issue, and
   * nothing is saved. Not retried once it may have been received.
   * @example
   * const { version } = await client.agents.update(agentId, { title: 'Intake', questions: [] })
   * console.log(version)
   */
  update(agentId: string, body: types.AgentBody, options?: CallOptions): ResponsePromise<types.SavedAgent>

  /**
   * Replaces the agent by one in the stored format, as `get` reads it. A rejected save is a {@link ValidationError}. Not retried once it may have been received.
   * @example
   * const stored = await client.agents.get(agentId)
   * await client.agents.updateConfig(agentId, { ...stored, title: 'Intake 2' })
   */
  updateConfig(
    agentId: string,
    config: types.Sendable<types.StoredAgent>,
    options?: CallOptions,
  ): ResponsePromise<types.ConfiguredAgent>

  /**
   * The agent's title and questions, which anybody may read. Open: called without the key.
   * @example
   * const { title, questions } = await client.agents.getPublic(agentId)
   * console.log(title, questions.length)
   */
  getPublic(agentId: string, options?: CallOptions): ResponsePromise<types.PublicAgent>
}

export interface ConversationFilter extends types.PageOptions {
  readonly status?: types.ConversationStatus | undefined
  /** Such as `web` or `phone`. */
  readonly source?: string | undefined
}

export interface AgentConversationOptions extends ConversationFilter {
  /** False leaves `transcript` out of every conversation. Default: true. */
  readonly include_transcript?: boolean | undefined
}

/** Options of answers without transcripts. */
export type NoTranscript = AgentConversationOptions & { readonly include_transcript: false }

export interface WorkspaceFilter extends ConversationFilter {
  readonly workspace_id?: string | undefined
  readonly agent_id?: string | undefined
}

export interface VoiceFormConversations {
  /**
   * The conversations of all agents, on pages of 1 to 200. Whether they have transcripts is the service's choice.
   * @example
   * const since = toUnixSeconds(new Date('2026-11-01'))
   * const conversations = client.conversations.list({ since, status: 'complete' })
   * for await (const { agent_title, duration_secs } of conversations) console.log(agent_title, duration_secs)
   */
  list(options?: WorkspaceFilter): types.RowList<types.WorkspaceConversation>
}

export interface VoiceFormSessions {
  /**
   * WebRTC signalling: starts a call, and gives the answer (SDP) for `setRemoteDescription`. Open: called without the key. Not retried once it may have been received.
   * @example
   * const answer = await client.sessions.start({ sdp: offerSdp, type: 'offer', request_data: { agentId } })
   * console.log(answer.type, answer.sdp)
   */
  start(offer: types.Offer, options?: CallOptions): ResponsePromise<types.SignallingAnswer>
}

/**
 * The answers of one conversation. Both routes are open, and the key is not sent: anybody who knows the two IDs can read
 * and overwrite the answers of a live call.
 */
export interface VoiceFormFormData {
  /**
   * The answers so far; an empty object before the first save.
   * @example
   * const { form_data } = await client.formData.get(agentId, conversationId)
   * console.log(form_data)
   */
  get(agentId: string, conversationId: string, options?: CallOptions): ResponsePromise<types.FormAnswers>

  /**
   * Changes answers of a live call. A rejected change is a {@link ValidationError} with one issue per field. Not
   * retried once it may have been received.
   * @example
   * await client.formData.update(agentId, conversationId, { updates: { age: 42 } })
   */
  update(
    agentId: string,
    conversationId: string,
    body: types.FormDataBody,
    options?: CallOptions,
  ): ResponsePromise<types.FormAnswers>
}

const AGENTS = ['api', 'v1', 'agents']
const WORKSPACES = ['api', 'v1', 'workspaces']

function agentMethods(requester: Requester): VoiceFormAgents {
  const { send } = requester
  return {
    list: (page) => listRows(requester, { path: AGENTS, row: schemas.agentRow }, page),

    listConversations: (agentId: string, options?: AgentConversationOptions) =>
      listConversations(requester, agentId, options),

    create(body, options) {
      const parse = parserOf(schemas.createdAgent)
      return send({ method: 'POST', path: AGENTS, body, parse }, options)
    },

    get: (agentId, options) =>
      send({ method: 'GET', path: [...AGENTS, { agentId }], parse: parserOf(schemas.storedAgent) }, options),

    update(agentId, body, options) {
      const path = [...AGENTS, { agentId }]
      const parse = parserAbout(schemas.savedAgent, 'id', [agentId])
      return send({ method: 'PUT', path, body, parse }, options)
    },

    updateConfig(agentId, body, options) {
      const path = [...AGENTS, { agentId }, 'config']
      const parse = parserAbout(schemas.configuredAgent, 'id', [agentId])
      return send({ method: 'PUT', path, body, parse }, options)
    },

    getPublic(agentId, options) {
      const path = [...AGENTS, { agentId }, 'public']
      const parse = parserAbout(schemas.publicAgent, 'id', [agentId])
      return send({ method: 'GET', path, open: true, parse }, options)
    },
  }
}

/** The conversations of one agent. */
function listConversations(
  requester: Requester,
  agentId: string,
  { include_transcript = true, status, source, ...options }: AgentConversationOptions = {},
) {
  const path = ['api', 'v1', 'agents', { agentId }, 'conversations']
  // Always sent, because services of different ages have different defaults.
  const filter = { include_transcript, status, source }
  return listRows(requester, { path, row: schemas.conversation, filter }, options)
}

function conversationMethods(requester: Requester): VoiceFormConversations {
  return {
    list({ workspace_id, agent_id, status, source, ...options } = {}) {
      const filter = { workspace_id, agent_id, status, source }
      const path = ['api', 'v1', 'conversations']
      return listRows(requester, { path, row: schemas.workspaceConversation, filter }, options)
    },
  }
}

function sessionMethods({ send }: Requester): VoiceFormSessions {
  return {
    start(body, options) {
      const parse = parserOf(schemas.signallingAnswer)
      return send({ method: 'POST', path: ['offer'], body, open: true, parse }, options)
    },
  }
}

function formDataMethods({ send }: Requester): VoiceFormFormData {
  return {
    get(agentId, conversationId, options) {
      const path = ['api', 'v1', 'data', { agentId }, { conversationId }]
      return send({ method: 'GET', path, open: true, parse: parserOf(schemas.formAnswers) }, options)
    },

    update(agentId, conversationId, body, options) {
      const path = ['api', 'v1', 'agents', { agentId }, 'conversations', { conversationId }, 'form_data']
      const parse = parserOf(schemas.formAnswers)
      return send({ method: 'PATCH', path, body, open: true, parse }, options)
    },
  }
}
