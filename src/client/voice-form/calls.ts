// The voice-form service's calls: conversations, and the answers they collected.
import type { CallOptions } from '../core/options.ts'
import type { Page, RowIterator } from '../core/paging.ts'
import type { Requester, ResponsePromise } from '../core/requester.ts'
import { parserOf } from '../core/schema.ts'
import { listRoute } from './paging.ts'
import { conversation, formAnswers, workspaceConversation } from './schemas.ts'
import type {
  Conversation,
  ConversationStatus,
  ConversationWithoutTranscript,
  FormAnswers,
  FormDataBody,
  PageOptions,
  TimeFilter,
  WorkspaceConversation,
} from './types.ts'

export interface ConversationFilter extends CallOptions, TimeFilter {
  readonly status?: ConversationStatus | undefined
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

/**
 * The conversations of one agent.
 */
export interface VoiceFormAgentConversations {
  /**
   * Every conversation.
   * @example
   * const calls = await client.agentConversations.list(agentId, { include_transcript: false })
   * for (const call of calls) console.log(call.conversation_id, call.form_data)
   */
  list(agentId: string, options: NoTranscript): Promise<ConversationWithoutTranscript[]>
  list(agentId: string, options?: AgentConversationOptions): Promise<Conversation[]>

  /**
   * One page.
   * @example
   * const { data, next_cursor } = await client.agentConversations.page(agentId, { limit: 20, status: 'complete' })
   * console.log(data.length, next_cursor)
   */
  page(
    agentId: string,
    options: PageOptions & NoTranscript,
  ): ResponsePromise<Page<ConversationWithoutTranscript>>
  page(agentId: string, options?: PageOptions & AgentConversationOptions): ResponsePromise<Page<Conversation>>

  /**
   * One by one.
   * @example
   * for await (const call of client.agentConversations.iterate(agentId)) console.log(call.status, call.transcript)
   */
  iterate(agentId: string, options: PageOptions & NoTranscript): RowIterator<ConversationWithoutTranscript>
  iterate(agentId: string, options?: PageOptions & AgentConversationOptions): RowIterator<Conversation>
}

/**
 * The conversations of all agents. Whether they have transcripts is the service's choice.
 */
export interface VoiceFormConversations {
  /**
   * One page of `limit` conversations: 1 to 200, by default 50. This list comes in pages only.
   * @example
   * const { data } = await client.conversations.page({ status: 'complete', limit: 200 })
   * console.log(data.length)
   */
  page(options?: PageOptions & WorkspaceFilter): ResponsePromise<Page<WorkspaceConversation>>

  /**
   * One by one.
   * @example
   * const since = toUnixSeconds(new Date('2026-11-01'))
   * const calls = await client.conversations.iterate({ since }).toArray({ limit: 1000 })
   * for (const call of calls) console.log(call.agent_title, call.duration_secs)
   */
  iterate(options?: PageOptions & WorkspaceFilter): RowIterator<WorkspaceConversation>
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
  get(agentId: string, conversationId: string, options?: CallOptions): ResponsePromise<FormAnswers>

  /**
   * Changes answers of a live call. A rejected change is a {@link ValidationError} with one issue per field. Not
   * retried once it may have been received.
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

export function agentConversationMethods(requester: Requester): VoiceFormAgentConversations {
  const rows = listRoute(requester, conversation)
  const pathOf = (agentId: string) => ['api', 'v1', 'agents', { agentId }, 'conversations']

  // Always sent, because services of different ages have different defaults.
  const split = ({ include_transcript, ...options }: AgentConversationOptions, page: PageOptions = {}) =>
    splitFilter({ include_transcript: include_transcript ?? true, ...page }, options)

  return {
    list: (agentId, options = {}) => rows.list(pathOf(agentId), ...split(options)),
    page: (agentId, { limit, cursor, ...options }: PageOptions & AgentConversationOptions = {}) =>
      rows.page(pathOf(agentId), ...split(options, { limit, cursor })),
    iterate: (agentId, { limit, cursor, ...options }: PageOptions & AgentConversationOptions = {}) =>
      rows.walk(pathOf(agentId), ...split(options, { limit, cursor })),
  }
}

export function conversationMethods(requester: Requester): VoiceFormConversations {
  const rows = listRoute(requester, workspaceConversation)
  const path = ['api', 'v1', 'conversations']
  const split = ({ workspace_id, agent_id, limit, cursor, ...options }: PageOptions & WorkspaceFilter) =>
    splitFilter({ workspace_id, agent_id, limit, cursor }, options)

  return {
    page: (options = {}) => rows.page(path, ...split(options)),
    iterate: (options = {}) => rows.walk(path, ...split(options)),
  }
}

/** The query, and the options of the call. */
function splitFilter<Query extends object>(
  query: Query,
  { since, until, status, source, ...call }: ConversationFilter,
) {
  return [{ ...query, since, until, status, source }, call] as const
}

export function formDataMethods({ send }: Requester): VoiceFormFormData {
  return {
    get(agentId, conversationId, options) {
      const path = ['api', 'v1', 'data', { agentId }, { conversationId }]
      return send({ method: 'GET', path, open: true, parse: parserOf(formAnswers) }, options)
    },

    update(agentId, conversationId, body, options) {
      const path = ['api', 'v1', 'agents', { agentId }, 'conversations', { conversationId }, 'form_data']
      const parse = parserOf(formAnswers)
      return send({ method: 'PATCH', path, body, open: true, parse }, options)
    },
  }
}
