// The voice-form service's client: its groups of methods.
import type { ApiKey, CallOptions, ClientOptions } from './options.ts'
import { type PagedList, pagedList } from './paging.ts'
import { type EscapeHatch, requestMethod } from './request.ts'
import { createRequester, type ResponsePromise } from './requester.ts'
import { parserOf } from './schema.ts'
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
   * Sent as `Authorization: Bearer`, to `baseUrl` and nowhere else, and not to the four open routes. 8 to 1,024 visible
   * ASCII characters. Without a key only the open routes work: the service answers 401 on the others. A key is a secret;
   * never put it into a web page.
   */
  readonly apiKey?: ApiKey | undefined
}

export interface VoiceFormClient extends EscapeHatch {
  readonly agents: VoiceFormAgents
  readonly agentConversations: VoiceFormAgentConversations
  readonly conversations: VoiceFormConversations
  readonly formData: VoiceFormFormData
  /** Every workspace that the key can see (`GET /api/v1/workspaces`). */
  readonly workspaces: PagedList<Workspace>

  /**
   * WebRTC signalling: starts a call. Open: called without the key. Not retried once the service may have received it.
   *
   * Specification: "Endpoints", `POST /offer`.
   * @throws {@link ClientError}
   * @example
   * const answer = await client.offer({ sdp: offerSdp, type: 'offer', request_data: { agentId } })
   * console.log(answer.type, answer.sdp)
   */
  offer(body: Offer, options?: CallOptions): ResponsePromise<SignallingAnswer>
}

/**
 * A client of the voice-form service. Its methods reject with a {@link ClientError}; mistakes of the calling program,
 * such as an ID that cannot be one (empty, `.` or `..`), are a TypeError.
 *
 * The open routes let anybody who knows an agent's ID read and overwrite the answers of live calls; the service has no
 * access control on them.
 * @throws {TypeError} if an option cannot be used
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
    workspaces: pagedList(requester, ['api', 'v1', 'workspaces'], workspace),
    ...requestMethod(requester),
    offer(body, callOptions) {
      return requester.send(
        { method: 'POST', path: ['offer'], body, open: true, parse: parseOffer },
        callOptions,
      )
    },
  }
}

const parseOffer = parserOf(signallingAnswer)
