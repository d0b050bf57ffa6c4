// The voice-form service's calls: how they begin, and what they collect. Only IDs are strict.
import * as z from 'zod/mini'
import { anyObject, identifier, lenient, number, object, open, openEnum, text } from './schema.ts'

/** Turns, or a text; the specification leaves the form open. */
const transcript = lenient(z.union([z.string(), z.array(anyObject), anyObject]))

/** The state of each answer by the name of its question, or one state for all. */
const formStatus = lenient(z.union([z.string(), anyObject]))

const ofConversation = {
  conversation_id: identifier,
  status: openEnum<'complete' | 'screened_out' | 'failed' | 'in_progress'>(),
  /** The answers by the names of their questions. */
  form_data: object,
  form_status: formStatus,
  filled_fields: number,
  total_fields: number,
  /** Time of the last write, in unix seconds with a fraction: see `fromUnixSeconds`. */
  created_at: number,
  /** In seconds. */
  duration_secs: number,
  source: text,
  caller_number: text,
  /** What the call cost, by item; its content is not specified. */
  cost: object,
  transcript,
}

/** Whether a conversation has something, such as a recording; an odd value becomes null. */
interface Possessions {
  [name: `has_${string}`]: boolean | null
}

function withPossessions<Row extends object>(row: Row): Row & Possessions {
  const odd = Object.entries(row).filter(
    ([name, value]) => name.startsWith('has_') && typeof value !== 'boolean',
  )
  return { ...row, ...Object.fromEntries(odd.map(([name]) => [name, null])) }
}

const conversationFields = open(ofConversation)

/** A conversation of an agent. */
export interface Conversation extends z.infer<typeof conversationFields>, Possessions {}
export const conversation: z.ZodMiniType<Conversation> = z.pipe(
  conversationFields,
  z.transform(withPossessions<z.infer<typeof conversationFields>>),
)

/** A conversation of an agent that was asked for without its transcript: the key is absent. */
export interface ConversationWithoutTranscript extends Omit<Conversation, 'transcript'> {}

const workspaceConversationFields = open({
  ...ofConversation,
  agent_id: identifier,
  agent_title: text,
})

/** An entry of the list of conversations of all agents. */
export interface WorkspaceConversation extends z.infer<typeof workspaceConversationFields>, Possessions {}
export const workspaceConversation: z.ZodMiniType<WorkspaceConversation> = z.pipe(
  workspaceConversationFields,
  z.transform(withPossessions<z.infer<typeof workspaceConversationFields>>),
)

const formAnswersFields = open({
  /** The answers by the names of their questions; absent before the first save. */
  form_data: object,
  /** Absent before the first save. */
  form_status: formStatus,
})

/** The answers that a conversation has collected. */
export interface FormAnswers extends z.infer<typeof formAnswersFields> {}
export const formAnswers: z.ZodMiniType<FormAnswers> = formAnswersFields

const signallingAnswerFields = open({
  /** Session description. */
  sdp: text,
  /** `answer`. */
  type: text,
  /** ID of the peer connection. */
  pc_id: text,
  request_data: object,
})

/** The service's side of WebRTC signalling. */
export interface SignallingAnswer extends z.infer<typeof signallingAnswerFields> {}
export const signallingAnswer: z.ZodMiniType<SignallingAnswer> = signallingAnswerFields
