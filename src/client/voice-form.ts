// The voice-form service: its four groups of methods over the shared transport.

import { type PagedList, pagedList } from './paging.ts'
import { type CallOptions, type ClientOptions, createRequester } from './requester.ts'
import { parserOf } from './schema.ts'
import { path } from './transport.ts'
import { agentMethods, type VoiceFormAgents } from './voice-form-agents.ts'
import type { Offer } from './voice-form-bodies.ts'
import { type SignallingAnswer, signallingAnswer } from './voice-form-call-schemas.ts'
import {
  agentConversationMethods,
  conversationMethods,
  formDataMethods,
  type VoiceFormAgentConversations,
  type VoiceFormConversations,
  type VoiceFormFormData,
} from './voice-form-calls.ts'
import { type Workspace, workspace } from './voice-form-schemas.ts'

export interface VoiceFormClientOptions extends ClientOptions {
  /**
   * Sent as `Authorization: Bearer`, to `baseUrl` and nowhere else, and not on the four open routes. Without one only
   * these can be used: the service answers 401 on the others.
   */
  readonly apiKey?: string | undefined
}

export interface VoiceFormClient {
  readonly agents: VoiceFormAgents
  readonly agentConversations: VoiceFormAgentConversations
  readonly conversations: VoiceFormConversations
  readonly formData: VoiceFormFormData
  /** Every workspace that the key can see (`GET /api/v1/workspaces`). */
  readonly workspaces: PagedList<Workspace>

  /**
   * WebRTC signalling: starts a call. Open: called without the key. Never repeated once it may have been received.
   *
   * Specification: "Endpoints", `POST /offer`.
   * @throws {@link ClientError}
   */
  offer(body: Offer, options?: CallOptions): Promise<SignallingAnswer>
}

/**
 * A client of the voice-form service. Its methods reject with a {@link ClientError} and nothing else, but for an
 * ID that cannot be one (empty, `.` or `..`), which is a TypeError.
 *
 * The open routes let anybody who knows an agent's ID read and overwrite the answers of live calls; the service has no
 * access control on them.
 * @throws {TypeError} where `baseUrl` or `apiKey` cannot be used
 */
export function createVoiceFormClient(options: VoiceFormClientOptions): VoiceFormClient {
  const { apiKey } = options
  const header = apiKey === undefined ? null : { name: 'Authorization', scheme: 'Bearer', key: apiKey }
  const requester = createRequester(options, header)
  return {
    agents: agentMethods(requester),
    agentConversations: agentConversationMethods(requester),
    conversations: conversationMethods(requester),
    formData: formDataMethods(requester),
    workspaces: pagedList(requester, path('api', 'v1', 'workspaces'), workspace),
    offer(body, callOptions) {
      const request = { method: 'POST', path: '/offer', body, open: true, parse: parseOffer } as const
      return requester.send('write', request, callOptions)
    },
  }
}

const parseOffer = parserOf(signallingAnswer)
