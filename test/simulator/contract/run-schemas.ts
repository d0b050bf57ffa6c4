// What a run and its entry in the history look like, in polls of servers of each age.
import * as z from 'zod/mini'

export const uuid = z.string().check(z.length(36))
export const time = z.string().check(z.regex(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/))
export const count = z.int().check(z.nonnegative())
export const text = z.string()

/** Fields of the newest servers only. */
export function since<Shape extends z.core.$ZodLooseShape>(newer: boolean, shape: Shape): Partial<Shape> {
  return newer ? shape : {}
}

const percentiles = z.strictObject({ p50: z.number(), p95: z.number(), p99: z.number(), count })
const spread = z.strictObject({ mean: z.number(), min: z.number(), max: z.number(), count })

const totals = (newer: boolean) => ({
  total_tests: z.nullable(count),
  passed: z.nullable(count),
  failed: z.nullable(count),
  latency_ms: z.nullable(percentiles),
  cost: z.nullable(spread),
  total_tokens: z.nullable(spread),
  error: z.boolean(),
  is_public: z.boolean(),
  share_token: z.nullable(text),
  ...since(newer, { unanswered_tests: z.nullable(count), aborted: z.boolean() }),
})

const step = z.strictObject({ value: z.unknown(), name: text, color: text })
export const scale = z.strictObject({ scale: z.array(step) })

const runEvaluator = z.strictObject({
  uuid,
  name: text,
  description: text,
  output_type: z.enum(['binary', 'rating']),
  output_config: z.nullable(scale),
  scale_min: z.nullable(z.number()),
  scale_max: z.nullable(z.number()),
  version_number: z.int().check(z.positive()),
})

const variables = z.record(text, text)
const matcher = z.union([
  z.strictObject({ match_type: z.literal('exact'), value: z.unknown() }),
  z.strictObject({ match_type: z.literal('llm_judge'), criteria: text }),
  z.strictObject({ match_type: z.literal('any') }),
  z.record(text, z.unknown()),
  z.union([text, z.number(), z.boolean()]),
])
const expectedCall = z.strictObject({ tool: text, arguments: z.nullable(z.record(text, matcher)) })
const criterion = z.strictObject({ name: text, arguments: z.optional(variables) })
const turns = z.array(z.strictObject({ role: z.enum(['user', 'assistant']), content: text }))

const testCase = (older: boolean) =>
  z.strictObject({
    name: text,
    input: z.optional(text),
    [older ? 'messages' : 'history']: z.optional(turns),
    evaluation: z.discriminatedUnion('type', [
      z.strictObject({ type: z.literal('tool_call'), tool_calls: z.array(expectedCall) }),
      z.strictObject({
        type: z.literal('response'),
        criteria: older ? z.union([text, z.array(text)]) : z.array(criterion),
      }),
    ]),
    inputs: z.record(text, z.unknown()),
    settings: z.record(text, z.unknown()),
  })

const output = z.strictObject({
  response: z.nullable(text),
  tool_calls: z.array(
    z.strictObject({ tool: text, arguments: z.record(text, z.unknown()), output: z.unknown() }),
  ),
})

const judgeResult = z.strictObject({
  evaluator_uuid: uuid,
  reasoning: text,
  match: z.nullable(z.boolean()),
  score: z.nullable(z.number()),
  value_name: z.nullable(text),
  variable_values: z.nullable(variables),
})

const row = (older: boolean, newer: boolean) =>
  z.strictObject({
    test_case_id: text,
    name: text,
    test_case: z.nullable(testCase(older)),
    inputs: z.nullable(z.record(text, z.unknown())),
    passed: z.nullable(z.boolean()),
    reasoning: z.nullable(text),
    output: z.nullable(output),
    judge_results: z.nullable(z.array(judgeResult)),
    latency_ms: z.nullable(z.number()),
    cost: z.nullable(z.number()),
    ...since(newer, {
      test_uuid: uuid,
      test_type: z.enum(['tool_call', 'response']),
      unanswered: z.boolean(),
      not_run: z.boolean(),
    }),
  })

const placeholder = z.strictObject({ name: text })
const status = z.enum(['queued', 'in_progress', 'done', 'failed', 'cancelled'])

export const run = (older: boolean, newer: boolean) =>
  z.strictObject({
    task_id: uuid,
    status,
    test_uuids: z.array(uuid),
    ...totals(newer),
    evaluators: z.nullable(z.array(runEvaluator)),
    results: z.nullable(z.union([z.array(placeholder), z.array(row(older, newer))])),
    ...since(newer, { name: text, stopped_early: z.boolean() }),
  })

export const historyEntry = (newer: boolean) =>
  z.strictObject({
    uuid,
    name: text,
    status,
    type: z.enum(['llm-unit-test', 'llm-benchmark']),
    created_at: time,
    updated_at: time,
    ...totals(newer),
    results: z.array(z.strictObject({ name: text, passed: z.nullable(z.boolean()) })),
    evaluators: z.array(text),
    model_results: z.null(),
  })
