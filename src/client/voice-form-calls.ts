// The voice-form service's calls: conversations, and the answers they collected.
import type { CallOptions } from './options.ts'
import {
  listRoute,
  type Page,
  type PageStart,
  type RowIterator,
  type TimeFilter,
  type WalkStart,
} from './paging.ts'
import type { Requester, ResponsePromise } from './requester.ts'
import { parserOf } from './schema.ts'
import type { FormDataBody } from './voice-form-bodies.ts'
import {
  type Conversation,
  type ConversationWithoutTranscript,
  conversation,
  type FormAnswers,
  formAnswers,
  type WorkspaceConversation,
  workspaceConversation,
} from './voice-form-call-schemas.ts'

export interface WithTranscript extends TimeFilter {
  readonly includeTranscript?: true | undefined
}

export interface MaybeTranscript extends TimeFilter {
  /** False leaves `transcript` out of every conversation. */
  readonly includeTranscript: boolean
}

/**
 * The conversations of one agent. Cursors are positions: if a conversation begins between two pages, another one
 * appears twice or is skipped.
 *
 * Specification: "Pagination", "Transcript inclusion", `GET /api/v1/agents/{agent_id}/conversations`.
 */
export interface VoiceFormAgentConversations {
  /**
   * Every conversation.
   * @throws {@link ClientError}
   * @example
   * const calls = await client.agentConversations.list(agentId, { includeTranscript: false })
   * for (const call of calls) console.log(call.conversation_id, call.form_data)
   */
  list(agentId: string, options?: WithTranscript): Promise<Conversation[]>
  list(agentId: string, options: MaybeTranscript): Promise<ConversationWithoutTranscript[]>

  /**
   * One page. Between two pages, a conversation may appear twice or be skipped.
   * @throws {@link ClientError}
   * @example
   * const { data, next_cursor } = await client.agentConversations.page(agentId, { limit: 20 })
   * console.log(data.length, next_cursor)
   */
  page(agentId: string, options: PageStart & WithTranscript): ResponsePromise<Page<Conversation>>
  page(
    agentId: string,
    options: PageStart & MaybeTranscript,
  ): ResponsePromise<Page<ConversationWithoutTranscript>>

  /**
   * One by one; pages are read as they are needed. If conversations begin meanwhile, one may appear twice or be
   * skipped. A server that repeats a page or a cursor is a {@link ContractError}.
   * @throws {@link ClientError}
   * @example
   * for await (const call of client.agentConversations.iterate(agentId)) console.log(call.status, call.transcript)
   */
  iterate(agentId: string, options?: WalkStart & WithTranscript): RowIterator<Conversation>
  iterate(agentId: string, options: WalkStart & MaybeTranscript): RowIterator<ConversationWithoutTranscript>
}

export interface ConversationFilter extends TimeFilter {
  readonly workspaceId?: string | undefined
  readonly agentId?: string | undefined
  readonly status?: string | undefined
  readonly source?: string | undefined
}

/**
 * The conversations of all agents. Cursors are positions: if a conversation begins between two pages, another one
 * appears twice or is skipped.
 *
 * Specification: "Pagination", `GET /api/v1/conversations`.
 */
export interface VoiceFormConversations {
  /**
   * One page of `limit` conversations: 1 to 200, by default 50. This list comes in pages only.
   * @throws {@link ClientError}
   * @example
   * const { data } = await client.conversations.page({ status: 'complete', limit: 200 })
   * console.log(data.length)
   */
  page(options?: WalkStart & ConversationFilter): ResponsePromise<Page<WorkspaceConversation>>

  /**
   * One by one; pages are read as they are needed. If conversations begin meanwhile, one may appear twice or be
   * skipped. A server that repeats a page or a cursor is a {@link ContractError}.
   * @throws {@link ClientError}
   * @example
   * const since = toUnixSeconds(new Date('2026-11-01'))
   * const calls = await client.conversations.iterate({ since }).toArray({ limit: 1000 })
   * for (const call of calls) console.log(call.agent_title, call.duration_secs)
   */
  iterate(options?: WalkStart & ConversationFilter): RowIterator<WorkspaceConversation>
}

/**
 * The answers of one conversation. Both routes are open, and the key is not sent: anybody who knows the two IDs can read
 * and overwrite the answers of a live call.
 */
export interface VoiceFormFormData {
  /**
   * The answers so far; an empty object before the first save.
   *
   * Specification: "Endpoints", `GET /api/v1/data/{agent_id}/{conversation_id}`.
   * @throws {@link ClientError}
   * @example
   * const { form_data } = await client.formData.get(agentId, conversationId)
   * console.log(form_data)
   */
  get(agentId: string, conversationId: string, options?: CallOptions): ResponsePromise<FormAnswers>

  /**
   * Changes answers of a live call. A rejected change is a {@link ValidationError} with one issue per field. Not retried
   * once the service may have received it.
   *
   * Specification: "Endpoints", `PATCH /api/v1/agents/{agent_id}/conversations/{conversation_id}/form_data`.
   * @throws {@link ClientError}
   * @example
   * await client.formData.update(agentId, conversationId, { updates: { age: 42 } })
   */
  update(
    agentId: string,
    conversationId: string,
    body: FormDataBody,
    options?: CallOptions,
  ): ResponsePromise<FormAnswers>
}

export function agentConversationMethods(
  requester: Pick<Requester, 'send' | 'lineOf'>,
): VoiceFormAgentConversations {
  const rows = listRoute(requester, conversation)
  const pathOf = (agentId: string) => ['api', 'v1', 'agents', agentId, 'conversations']

  return {
    list(agentId, options = {}) {
      const { includeTranscript: include_transcript, since, until, ...rest } = options
      return rows.list(pathOf(agentId), { include_transcript, since, until }, rest)
    },

    page(agentId, options) {
      const { includeTranscript: include_transcript, limit, cursor, since, until, ...rest } = options
      return rows.page(pathOf(agentId), { include_transcript, limit, cursor, since, until }, rest)
    },

    iterate(agentId, options = {}) {
      const { includeTranscript: include_transcript, limit, cursor, since, until, ...rest } = options
      return rows.walk(pathOf(agentId), { include_transcript, limit, cursor, since, until }, rest)
    },
  }
}

export function conversationMethods(requester: Pick<Requester, 'send' | 'lineOf'>): VoiceFormConversations {
  const rows = listRoute(requester, workspaceConversation)
  const path = ['api', 'v1', 'conversations']

  return {
    page(options = {}) {
      const { workspaceId: workspace_id, agentId: agent_id, ...others } = options
      const { status, source, since, until, limit, cursor, ...rest } = others
      return rows.page(path, { workspace_id, agent_id, status, source, since, until, limit, cursor }, rest)
    },

    iterate(options = {}) {
      const { workspaceId: workspace_id, agentId: agent_id, ...others } = options
      const { status, source, since, until, limit, cursor, ...rest } = others
      return rows.walk(path, { workspace_id, agent_id, status, source, since, until, limit, cursor }, rest)
    },
  }
}

export function formDataMethods({ send }: Pick<Requester, 'send'>): VoiceFormFormData {
  return {
    get(agentId, conversationId, options) {
      const path = ['api', 'v1', 'data', agentId, conversationId]
      return send({ method: 'GET', path, open: true, parse: parseAnswers }, options)
    },

    update(agentId, conversationId, body, options) {
      const path = ['api', 'v1', 'agents', agentId, 'conversations', conversationId, 'form_data']
      return send({ method: 'PATCH', path, body, open: true, parse: parseAnswers }, options)
    },
  }
}

const parseAnswers = parserOf(formAnswers)
