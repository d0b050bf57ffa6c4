// The voice-form service's calls: how they begin, what they collected. As strict and as lenient as its agents.
import * as z from 'zod/mini'
import { anyObject, identifier, nullish, open, openEnum } from './schema.ts'

const ofConversation = {
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
  /** An object on current servers. */
  cost: nullish(z.union([z.number(), anyObject])),
  /** The service's own shape. */
  transcript: z.optional(z.unknown()),
}

const conversationFields = open(ofConversation)

/** A conversation of an agent. */
export interface Conversation extends z.infer<typeof conversationFields> {}
export const conversation: z.ZodMiniType<Conversation> = conversationFields

/** A conversation of an agent, asked for without its transcript: the key is absent. */
export interface ConversationWithoutTranscript extends Omit<Conversation, 'transcript'> {}

const workspaceConversationFields = open({
  ...ofConversation,
  agent_id: identifier,
  agent_title: nullish(z.string()),
})

/** A line of the list of conversations over all agents. */
export interface WorkspaceConversation extends z.infer<typeof workspaceConversationFields> {}
export const workspaceConversation: z.ZodMiniType<WorkspaceConversation> = workspaceConversationFields

const formAnswersFields = open({
  /** The answers by the names of their questions; absent before the first save. */
  form_data: nullish(anyObject),
  /** Absent before the first save. */
  form_status: z.optional(z.unknown()),
})

/** The answers that a conversation has collected. */
export interface FormAnswers extends z.infer<typeof formAnswersFields> {}
export const formAnswers: z.ZodMiniType<FormAnswers> = formAnswersFields

const signallingAnswerFields = open({
  /** Session description. */
  sdp: nullish(z.string()),
  /** `answer`. */
  type: nullish(z.string()),
})

/** The service's side of WebRTC signalling. */
export interface SignallingAnswer extends z.infer<typeof signallingAnswerFields> {}
export const signallingAnswer: z.ZodMiniType<SignallingAnswer> = signallingAnswerFields
