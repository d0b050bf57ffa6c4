// The part of the evaluation service that the simulator leaves out, a record of each kind: evaluators, annotation, changes of
// agents.
import { type Json, type JsonRoute, type JsonService, Refused, serveJson } from './json-service.ts'

export const recordsKey = 'records-key-0123456789'
export const recordId = '0b8a3a52-7e55-4b0e-9c5a-0d9f3f7d6a11'

const time = '2026-11-20 22:42:02'

const version = {
  uuid: recordId,
  version_number: 1,
  judge_model: 'judge-1',
  created_at: time,
  system_prompt: 'Judge whether the reply is {{tone}}.',
  output_config: { scale: [{ value: 1, name: 'Poor', description: 'Rude.', color: '#c0392b' }] },
  variables: [{ name: 'tone', description: 'What it should be.', default: 'calm' }],
}

const evaluator = {
  uuid: recordId,
  name: 'Tone',
  evaluator_type: 'llm',
  data_type: 'text',
  output_type: 'rating',
  is_default: false,
  is_protected: false,
  created_at: time,
  updated_at: time,
  description: null,
  slug: null,
  source_default_slug: null,
  live_version_id: recordId,
}

/** A compact version keeps the keys; other servers may leave them out. */
const hidden = { system_prompt: null, output_config: null, variables: null }

export function startEvaluationRecords(): Promise<JsonService> {
  return serveJson(routes, ({ headers }) => {
    if (headers['x-api-key'] !== recordsKey) throw new Refused(401, { detail: 'Invalid or revoked API key' })
  })
}

const routes: readonly JsonRoute[] = [
  {
    on: 'PUT /agents/{agent}',
    respond: ({ body }) => ({
      ...{ uuid: recordId, name: 'Bot', type: 'connection', interaction_type: 'conversation', config: null },
      ...{ created_at: time, updated_at: time, ...body },
    }),
  },
  {
    on: 'POST /agents/{agent}/verify-connection',
    respond: () => ({ success: false, error: 'Endpoint returned HTTP 500: down', sample_response: null }),
  },
  {
    on: 'GET /agent-tests/agent/{agent}/tests',
    respond: ({ query }) => {
      const test = { uuid: recordId, type: 'response', config: null, created_at: time, updated_at: time }
      const items = ['Greets', 'Refunds'].map((name) => ({ ...test, name }))
      const [limit, offset] = [query.get('limit'), Number(query.get('offset'))]
      const page = items.slice(offset, offset + Number(limit ?? items.length))
      return { items: page, total: items.length, limit: limit === null ? null : Number(limit), offset }
    },
  },
  {
    on: 'GET /evaluators/{evaluator}',
    respond: ({ part, query }) => {
      if (part('evaluator') !== recordId) throw new Refused(404, { detail: 'Evaluator not found' })
      const versions = [query.get('compact') === 'true' ? { ...version, ...hidden } : version]
      return { ...evaluator, versions }
    },
  },
  {
    on: 'PUT /annotation-tasks/{task}/items',
    respond: ({ body }) => ({ updated_count: listIn(body, 'updates').length }),
  },
  {
    on: 'POST /annotation-tasks/{task}/jobs',
    respond: ({ body }) => {
      if ('evaluator_ids' in body && listIn(body, 'evaluator_ids').length === 0)
        throw new Refused(400, { detail: 'evaluator_ids must not be empty' })
      const jobs = listIn(body, 'annotator_ids').map((annotator_id, i) => ({
        uuid: `job-${i + 1}`,
        public_token: `token-${i + 1}`,
        annotator_id,
        annotator_name: 'Ada',
        item_ids: listIn(body, 'item_ids'),
        item_count: listIn(body, 'item_ids').length,
        evaluator_ids: [recordId],
        status: 'pending',
      }))
      return { jobs, count: jobs.length }
    },
  },
  {
    on: 'PUT /annotators/{annotator}',
    respond: ({ body }) => {
      if (body['name'] === undefined) throw new Refused(400, { detail: 'No fields to update' })
      if (typeof body['name'] !== 'string') throw new Refused(422, { detail: [notAString] })
      if (body['name'] === 'Taken') throw new Refused(409, { detail: 'Annotator name already exists' })
      const measures = { jobs_count: null, current_agreement: null, pair_count: null }
      return { uuid: recordId, name: body['name'], created_at: time, updated_at: time, ...measures }
    },
  },
]

const notAString = { loc: ['body', 'name'], msg: 'Input should be a valid string', type: 'string_type' }

function listIn(body: Json, field: string): readonly unknown[] {
  const list = body[field]
  return Array.isArray(list) ? list : []
}
