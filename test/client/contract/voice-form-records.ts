// What the voice-form service of the tests knows, and its rules for lists and saves.

import { type Json, Refused } from './json-service.ts'

/** A minute ago, in unix seconds. */
const STARTED = Math.floor(Date.now() / 1000) - 59.75

const questions = [{ label: 'How old are you?', type: 'number', name: 'age', required: true }]

const workspaces = ['Personal', 'Clinic', 'Garage'].map((name, i) => ({
  id: `w-${i + 1}`,
  name,
  owner_email: 'ada@acme.test',
  is_personal: i === 0,
  role: i === 0 ? 'owner' : 'member',
  agent_count: 3 - i,
}))

/** One begins each minute, the newest first. */
const conversations = Array.from({ length: 5 }, (_, i) => ({
  conversation_id: `c-${i + 1}`,
  status: i === 0 ? 'in_progress' : 'complete',
  form_data: i === 0 ? {} : { age: 30 + i },
  form_status: 'ok',
  filled_fields: i === 0 ? 0 : 1,
  total_fields: 1,
  created_at: STARTED - i * 60,
  duration_secs: i === 0 ? null : 61.5,
  source: 'web',
  caller_number: null,
  cost: { llm: 0.015, speech: 0.005 },
  transcript: [{ role: 'agent', text: 'How old are you?' }],
}))

export function createRecords() {
  const agents = new Map<string, Json>(
    ['Intake', 'Survey', 'Callback'].map((title, i) => [`agent-${i + 1}`, { title, questions }]),
  )
  return { agents, answers: new Map<string, Json>(), conversations, workspaces }
}

export function agentRow([id, agent]: readonly [string, Json]) {
  return {
    id,
    title: agent['title'],
    question_count: 1,
    updated_at: STARTED,
    conversation_count: conversations.length,
    status: 'published',
    workspace_id: 'w-1',
    workspace_role: 'owner',
  }
}

/** The envelope: `cursor` is the position of its first row. */
export function paged(rows: readonly Json[], query: URLSearchParams) {
  const first = Number(query.get('cursor') ?? 0)
  const limit = Number(query.get('limit') ?? 50)
  const last = first + limit
  return { data: shown(rows, query).slice(first, last), next_cursor: last < rows.length ? last : null }
}

/** The plain array, or the envelope where `limit` or `cursor` is given. */
export function listed(rows: readonly Json[], query: URLSearchParams) {
  return query.has('limit') || query.has('cursor') ? paged(rows, query) : shown(rows, query)
}

function shown(rows: readonly Json[], query: URLSearchParams): Json[] {
  const since = Number(query.get('since') ?? 0)
  const until = Number(query.get('until') ?? Number.POSITIVE_INFINITY)
  const inTime = rows.filter((row) => {
    const at = Number(row['created_at'] ?? since)
    return at >= since && at <= until
  })
  if (query.get('include_transcript') !== 'false') return inTime
  return inTime.map(({ transcript: _, ...row }) => row)
}

/** The stored form of what a create or an update sends; refused with every issue at once. */
export function storedOf(body: Json): Json {
  const { description, ai_instructions, questions: asked, ...rest } = body
  const scripts = Object(body['scripts'])
  const validation_issues = [
    ...(body['title'] === '' ? [{ field: 'title', message: 'must not be empty' }] : []),
    ...('outro_incomplete' in scripts && !('outro' in scripts)
      ? [{ field: 'scripts.outro_incomplete', message: 'needs scripts.outro' }]
      : []),
  ]
  if (validation_issues.length > 0) throw new Refused(400, { validation_issues })
  const stored = (Array.isArray(asked) ? asked : []).map(({ question, response_type, ...other }) => ({
    label: question,
    type: response_type,
    ...other,
  }))
  return { ...rest, questions: stored, context: description ?? '', instructions: ai_instructions ?? '' }
}
