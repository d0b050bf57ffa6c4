// The voice-form service's calls: their start, conversations, and the answers they collected.
import type { CallOptions } from '../core/options.ts'
import type { Requester, ResponsePromise } from '../core/requester.ts'
import { parserOf } from '../core/schema.ts'
import { listRows } from './paging.ts'
import * as schemas from './schemas.ts'
import type * as types from './types.ts'

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
   * WebRTC signalling: starts a call. Open: called without the key. Not retried once it may have been received.
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

/** The conversations of one agent. */
export function listConversations(
  requester: Requester,
  agentId: string,
  { include_transcript = true, status, source, ...options }: AgentConversationOptions = {},
) {
  const path = ['api', 'v1', 'agents', { agentId }, 'conversations']
  // Always sent, because services of different ages have different defaults.
  const filter = { include_transcript, status, source }
  return listRows(requester, { path, row: schemas.conversation, filter }, options)
}

export function conversationMethods(requester: Requester): VoiceFormConversations {
  return {
    list({ workspace_id, agent_id, status, source, ...options } = {}) {
      const filter = { workspace_id, agent_id, status, source }
      const path = ['api', 'v1', 'conversations']
      return listRows(requester, { path, row: schemas.workspaceConversation, filter }, options)
    },
  }
}

export function sessionMethods({ send }: Requester): VoiceFormSessions {
  return {
    start(body, options) {
      const parse = parserOf(schemas.signallingAnswer)
      return send({ method: 'POST', path: ['offer'], body, open: true, parse }, options)
    },
  }
}

export function formDataMethods({ send }: Requester): VoiceFormFormData {
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
