// The voice-form service's calls: how they begin, what they collected. As strict and as lenient as its agents.
import * as z from 'zod/mini'
import { anyObject, identifier, nullish, open, openEnum } from './schema-parts.ts'

const conversationFields = {
  conversation_id: identifier,
  status: nullish(openEnum<'complete' | 'screened_out' | 'failed' | 'in_progress'>()),
  /** The answers by the names of their questions. */
  form_data: nullish(anyObject),
  form_status: z.optional(z.unknown()),
  filled_fields: nullish(z.number()),
  total_fields: nullish(z.number()),
  /** Time of the last write, in unix seconds with a fraction: see `fromUnixSeconds`. */
  created_at: z.number(),
  /** In seconds. */
  duration_secs: nullish(z.number()),
  source: nullish(z.string()),
  caller_number: nullish(z.string()),
  cost: nullish(z.number()),
}

const conversationWithoutTranscript = open(conversationFields)

export const conversation = open({
  ...conversationFields,
  /** The service's own shape. */
  transcript: z.unknown(),
})

export const workspaceConversation = open({
  ...conversationFields,
  agent_id: identifier,
  agent_title: nullish(z.string()),
  /** The service's own shape; absent where it was left out. */
  transcript: z.optional(z.unknown()),
})

export const formAnswers = open({
  /** The answers by the names of their questions; absent before the first save. */
  form_data: nullish(anyObject),
  /** Absent before the first save. */
  form_status: z.optional(z.unknown()),
})

export const signallingAnswer = open({
  /** Session description. */
  sdp: nullish(z.string()),
  /** `answer`. */
  type: nullish(z.string()),
})

/**
 * A conversation of an agent.
 * @interface
 */
export type Conversation = z.infer<typeof conversation>
/**
 * A conversation of an agent, asked for without its transcript.
 * @interface
 */
export type ConversationWithoutTranscript = z.infer<typeof conversationWithoutTranscript>
/**
 * A line of the list of conversations over all agents.
 * @interface
 */
export type WorkspaceConversation = z.infer<typeof workspaceConversation>
/**
 * The answers that a conversation has collected.
 * @interface
 */
export type FormAnswers = z.infer<typeof formAnswers>
/**
 * The service's side of WebRTC signalling.
 * @interface
 */
export type SignallingAnswer = z.infer<typeof signallingAnswer>
