// The voice-form service's calls: the conversations they became and the answers they collected.

import { listRoute, type Page, type PageStart, type TimeFilter, type WalkStart } from './paging.ts'
import type { CallOptions, Requester } from './requester.ts'
import { parserOf } from './schema.ts'
import { path } from './transport.ts'
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
  /** False leaves the key `transcript` out of every conversation. */
  readonly includeTranscript: boolean
}

/**
 * The conversations of one agent. Cursors are positions: a conversation that begins between two pages makes another
 * come twice or be skipped.
 *
 * Specification: "Pagination", "Transcript inclusion", `GET /api/v1/agents/{agent_id}/conversations`.
 */
export interface VoiceFormAgentConversations {
  /**
   * Every conversation, at once.
   * @throws {@link ClientError}
   */
  list(agentId: string, options?: WithTranscript): Promise<Conversation[]>
  list(agentId: string, options: MaybeTranscript): Promise<ConversationWithoutTranscript[]>

  /**
   * One page. Between two pages a conversation may come twice or be skipped.
   * @throws {@link ClientError}
   */
  page(agentId: string, options: PageStart & WithTranscript): Promise<Page<Conversation>>
  page(agentId: string, options: PageStart & MaybeTranscript): Promise<Page<ConversationWithoutTranscript>>

  /**
   * One by one to the last, reading pages as they are needed. A conversation may come twice or be skipped where others
   * began meanwhile. A cursor that comes a second time is a {@link ContractError}, and is not followed.
   * @throws {@link ClientError}
   */
  iterate(
    agentId: string,
    options?: WalkStart & WithTranscript,
  ): AsyncGenerator<Conversation, void, undefined>
  iterate(
    agentId: string,
    options: WalkStart & MaybeTranscript,
  ): AsyncGenerator<ConversationWithoutTranscript, void, undefined>
}

export interface ConversationFilter extends TimeFilter {
  readonly workspaceId?: string | undefined
  readonly agentId?: string | undefined
  readonly status?: string | undefined
  readonly source?: string | undefined
}

/**
 * The conversations of all agents. Cursors are positions: a conversation that begins between two pages makes another
 * come twice or be skipped.
 *
 * Specification: "Pagination", `GET /api/v1/conversations`.
 */
export interface VoiceFormConversations {
  /**
   * One page: 50 conversations where `limit` (1 to 200) is not set. This list comes in pages only.
   * @throws {@link ClientError}
   */
  page(options?: WalkStart & ConversationFilter): Promise<Page<WorkspaceConversation>>

  /**
   * One by one to the last, reading pages as they are needed. A conversation may come twice or be skipped where others
   * began meanwhile. A cursor that comes a second time is a {@link ContractError}, and is not followed.
   * @throws {@link ClientError}
   */
  iterate(options?: WalkStart & ConversationFilter): AsyncGenerator<WorkspaceConversation, void, undefined>
}

/**
 * The answers of one conversation. Both routes are open: anybody who knows the two IDs can read and overwrite the
 * answers of a live call, and the key is not sent.
 */
export interface VoiceFormFormData {
  /**
   * The answers so far; an empty object before the first is saved.
   *
   * Specification: "Endpoints", `GET /api/v1/data/{agent_id}/{conversation_id}`.
   * @throws {@link ClientError}
   */
  get(agentId: string, conversationId: string, options?: CallOptions): Promise<FormAnswers>

  /**
   * Changes answers of a live call. A refused change is a {@link ValidationError} that names the fields. Never repeated
   * once it may have been received.
   *
   * Specification: "Endpoints", `PATCH /api/v1/agents/{agent_id}/conversations/{conversation_id}/form_data`.
   * @throws {@link ClientError}
   */
  update(
    agentId: string,
    conversationId: string,
    body: FormDataBody,
    options?: CallOptions,
  ): Promise<FormAnswers>
}

export function agentConversationMethods(requester: Pick<Requester, 'send'>): VoiceFormAgentConversations {
  const rows = listRoute(requester, conversation)
  const pathOf = (agentId: string) => path('api', 'v1', 'agents', agentId, 'conversations')

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

export function conversationMethods(requester: Pick<Requester, 'send'>): VoiceFormConversations {
  const rows = listRoute(requester, workspaceConversation)
  const at = path('api', 'v1', 'conversations')

  return {
    page(options = {}) {
      const { workspaceId: workspace_id, agentId: agent_id, ...others } = options
      const { status, source, since, until, limit, cursor, ...rest } = others
      return rows.page(at, { workspace_id, agent_id, status, source, since, until, limit, cursor }, rest)
    },

    iterate(options = {}) {
      const { workspaceId: workspace_id, agentId: agent_id, ...others } = options
      const { status, source, since, until, limit, cursor, ...rest } = others
      return rows.walk(at, { workspace_id, agent_id, status, source, since, until, limit, cursor }, rest)
    },
  }
}

export function formDataMethods({ send }: Pick<Requester, 'send'>): VoiceFormFormData {
  return {
    get(agentId, conversationId, options) {
      const at = path('api', 'v1', 'data', agentId, conversationId)
      return send('read', { method: 'GET', path: at, open: true, parse: parseAnswers }, options)
    },

    update(agentId, conversationId, body, options) {
      const at = path('api', 'v1', 'agents', agentId, 'conversations', conversationId, 'form_data')
      return send('write', { method: 'PATCH', path: at, body, open: true, parse: parseAnswers }, options)
    },
  }
}

const parseAnswers = parserOf(formAnswers)
