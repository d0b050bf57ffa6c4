// What the service's responses look like on servers of each age: exactly these fields.
import * as z from 'zod/mini'
import type { ServerVersion } from '../../../simulator/src/index.ts'
import { count, historyEntry, run, scale, since, text, time, uuid } from './run-schemas.ts'

const nothing = z.null()

const page = (item: z.ZodMiniType) =>
  z.strictObject({ items: z.array(item), total: count, limit: z.nullable(count), offset: count })

const identity = {
  uuid,
  name: text,
  type: z.enum(['agent', 'connection']),
  created_at: time,
  updated_at: time,
}
const interactionType = z.enum(['conversation', 'general'])

const listed = (older: boolean, newer: boolean) =>
  older
    ? z.strictObject({ uuid, name: text })
    : z.strictObject({
        ...identity,
        ...since(newer, {
          interaction_type: interactionType,
          connection_verified: z.nullable(z.boolean()),
          has_default_inputs: z.boolean(),
        }),
      })

const agent = (newer: boolean) =>
  z.strictObject({
    ...identity,
    ...since(newer, { interaction_type: interactionType }),
    config: z.nullable(z.record(text, z.unknown())),
  })

const linkedTest = z.strictObject({
  uuid,
  name: text,
  type: z.enum(['response', 'tool_call', 'general']),
  config: nothing,
  created_at: time,
  updated_at: time,
})

const evaluatorVersion = z.strictObject({
  uuid,
  version_number: z.int().check(z.positive()),
  judge_model: text,
  created_at: time,
  system_prompt: z.nullable(text),
  output_config: z.nullable(scale),
  variables: z.nullable(z.array(z.strictObject({ name: text, description: text, default: text }))),
})

const evaluator = (newer: boolean) =>
  z.strictObject({
    uuid,
    name: text,
    evaluator_type: z.literal('llm'),
    data_type: z.literal('text'),
    output_type: z.enum(['binary', 'rating']),
    ...since(newer, { is_default: z.boolean(), is_protected: z.boolean() }),
    created_at: time,
    updated_at: time,
    description: text,
    slug: nothing,
    source_default_slug: nothing,
    live_version_id: uuid,
    versions: z.array(evaluatorVersion),
  })

const launched = { agent_name: text, agent_uuid: uuid }

const job = z.strictObject({
  uuid,
  public_token: text,
  annotator_id: uuid,
  annotator_name: text,
  item_ids: z.array(uuid),
  item_count: count,
  evaluator_ids: z.array(uuid),
  status: z.literal('pending'),
})

/** Bodies of status 200, by method and path. */
export function bodiesOf(version: ServerVersion): Readonly<Record<string, z.ZodMiniType>> {
  const [older, newer] = [version === 'older', version === 'newer']
  return {
    'GET /public-api/openapi.json': z.looseObject({ openapi: z.literal('3.1.0') }),
    'GET /agents': z.union([page(listed(older, newer)), z.array(listed(older, newer))]),
    'POST /agents/resolve': z.strictObject({ resolved: z.record(text, uuid), not_found: z.array(text) }),
    'GET /agents/{}': agent(newer),
    'PUT /agents/{}': agent(newer),
    'POST /agents/{}/verify-connection': z.strictObject({
      success: z.boolean(),
      error: z.nullable(text),
      sample_response: z.nullable(z.looseObject({})),
    }),
    'GET /agent-tests/agent/{}/tests': page(linkedTest),
    'POST /agent-tests/agent/{}/run': z.strictObject({
      task_id: uuid,
      status: z.enum(['queued', 'in_progress']),
      ...since(older, { dataset_id: nothing, dataset_name: nothing }),
    }),
    'POST /agent-tests/run': z.strictObject({
      runs: z.array(z.strictObject({ ...launched, task_id: uuid, status: z.literal('queued') })),
      skipped: z.array(
        z.strictObject({ ...launched, reason: z.enum(['no_linked_tests', 'connection_not_verified']) }),
      ),
    }),
    'GET /agent-tests/run/{}': run(older, newer),
    'GET /agent-tests/agent/{}/runs': page(historyEntry(newer)),
    'GET /evaluators/{}': evaluator(newer),
    'PUT /annotation-tasks/{}/items': z.strictObject({ updated_count: count }),
    'POST /annotation-tasks/{}/jobs': z.strictObject({ jobs: z.array(job), count }),
    'PUT /annotators/{}': z.strictObject({
      uuid,
      name: text,
      created_at: time,
      updated_at: time,
      jobs_count: nothing,
      current_agreement: nothing,
      pair_count: nothing,
    }),
  }
}

const detail = (shape: z.ZodMiniType) => z.strictObject({ detail: shape })
const issue = z.strictObject({
  type: text,
  loc: z.array(z.union([text, z.int()])),
  msg: text,
  input: z.unknown(),
  ctx: z.optional(z.record(text, z.unknown())),
})

/** Bodies of errors, by status. */
export const errorBodies: Readonly<Record<number, z.ZodMiniType>> = {
  400: detail(z.union([text, z.strictObject({ error: text, test_uuids: z.array(uuid) })])),
  401: detail(z.literal('Invalid or revoked API key')),
  403: detail(z.enum(['Not authenticated', 'This resource belongs to a different workspace'])),
  404: detail(
    z.union([
      z.literal('Not Found'),
      z.string().check(z.regex(/ not found$/)),
      z.strictObject({ message: text, not_found: z.array(text) }),
    ]),
  ),
  405: detail(z.literal('Method Not Allowed')),
  409: detail(
    z.union([
      z.string().check(z.regex(/ name already exists$/)),
      z.strictObject({ code: text, message: text, conflicting_names: z.array(text) }),
    ]),
  ),
  422: detail(z.array(issue).check(z.minLength(1))),
  500: z.literal('Internal Server Error'),
}
