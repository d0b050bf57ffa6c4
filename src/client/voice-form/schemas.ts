// Schemas of the voice-form service's responses. Only IDs and the SDP are strict.
import * as z from 'zod/mini'
import * as s from '../core/schema.ts'
import type * as types from './types.ts'

const textOrObject = z.union([s.string, s.anyObject])

export const agentRow = s.record<types.AgentRow>({
  id: s.identifier,
  title: s.name,
  ...s.all(s.number, 'question_count', 'conversation_count', 'updated_at'),
  ...s.all(s.text, 'status', 'workspace_id', 'workspace_role'),
})

export const createdAgent = s.record<types.CreatedAgent>({ id: s.identifier, workspace_id: s.text })

const ofSavedAgent = {
  id: s.identifier,
  status: s.text,
  version: s.lenient<number | string>(z.union([z.number(), z.string()])),
}
export const savedAgent = s.record<types.SavedAgent>(ofSavedAgent)

const storedQuestion = s.record<types.StoredQuestion>({
  ...s.all(s.text, 'label', 'type', 'name', 'number_format', 'branch_id'),
  ...s.all(s.text, 'script', 'skip_message', 'advanced_instructions'),
  required: s.boolean,
  ...s.all(s.list(s.anything), 'options', 'end_call_values'),
  boolean_labels: s.lenient(
    s.record<NonNullable<types.QuestionSettings['boolean_labels']>>(s.all(s.text, 'true', 'false')),
  ),
  validation: s.lenient(
    s.record<NonNullable<types.QuestionSettings['validation']>>({ type: s.text, rules: s.anything }),
  ),
  retry_config: s.lenient(
    s.record<types.RetryConfig>({
      ...s.all(s.boolean, 'allow_retries', 'until_answered'),
      max_retries: s.number,
      retry_messages: s.list(s.string),
      exhausted_action: s.text,
    }),
  ),
})

const branchCondition = s.record<types.BranchCondition>({
  field: s.text,
  ...s.all(s.boolean, 'equals', 'present'),
})

export const storedAgent = s.record<types.StoredAgent>({
  questions: s.list(s.orText('label', storedQuestion)),
  branches: s.list(s.record<types.Branch>({ id: s.text, condition: s.lenient(branchCondition) })),
  ...s.all(s.text, 'title', 'context', 'instructions', 'agent_persona', 'user_persona', 'language'),
  ...s.all(s.boolean, 'agent_speaks_first', 'ask_questions_one_by_one', 'mute_user_while_agent_speaking'),
  send_hearing_acknowledgements: s.boolean,
  hearing_acknowledgement_mode: s.text,
  hearing_acknowledgement_phrases: s.list(s.string),
  scripts: s.lenient(s.record<types.Scripts>(s.all(s.text, 'intro', 'outro', 'outro_incomplete'))),
})

export const configuredAgent = s.record<types.ConfiguredAgent>({
  ...ofSavedAgent,
  config: s.lenient(storedAgent),
})

export const publicAgent = s.record<types.PublicAgent>({
  id: s.text,
  title: s.name,
  questions: s.listOrEmpty<string | Record<string, unknown>>(textOrObject),
  agent_speaks_first: s.boolean,
})

const form_status = s.lenient<types.FormStatus>(textOrObject)

const ofConversation = {
  conversation_id: s.identifier,
  form_status,
  ...s.all(s.text, 'status', 'source', 'caller_number'),
  ...s.all(s.object, 'form_data', 'cost'),
  ...s.all(s.number, 'created_at', 'filled_fields', 'total_fields', 'duration_secs'),
  ...s.all(s.boolean, 'has_recording', 'has_transcript', 'is_ended'),
  transcript: s.lenient<NonNullable<types.Conversation['transcript']>>(
    z.union([textOrObject, z.array(textOrObject)]),
  ),
}
export const conversation = s.record<types.Conversation>(ofConversation)

export const workspaceConversation = s.record<types.WorkspaceConversation>({
  ...ofConversation,
  agent_id: s.identifier,
  agent_title: s.name,
})

export const formAnswers = s.record<types.FormAnswers>({ form_data: s.object, form_status })

export const signallingAnswer = s.record<types.SignallingAnswer>({
  sdp: s.string,
  type: z.catch(z.enum(['answer', 'offer', 'pranswer', 'rollback']), 'answer'),
  pc_id: s.text,
  request_data: s.object,
})

export const workspace = s.record<types.Workspace>({
  id: s.identifier,
  name: s.name,
  ...s.all(s.text, 'owner_email', 'role'),
  is_personal: s.boolean,
  agent_count: s.number,
})
