// The part of the results file that describes one test, and the building blocks of its schemas.
import * as z from 'zod/mini'

/** An object that may have more keys: versions of the same number may add some. Readers drop them. */
export const open = z.object

export const count = z.int().check(z.gte(0))
export const text = z.nullable(z.string())
export const time = z.nullable(z.string()).check(z.describe('ISO 8601, UTC.'))
export const milliseconds = z.number().check(z.gte(0))
export const usd = z.nullable(z.number()).check(z.describe('US dollars; null if the service gave no costs.'))
export const id = z.string().check(z.minLength(1))

const testStatus = z.enum(['passed', 'flaky', 'failed', 'unanswered', 'not-run', 'pending'])
const failureClass = z.enum(['broken', 'known-failure', 'new', 'flaky', 'unreliable', 'undetermined'])

const toolCall = open({
  tool: z.string(),
  arguments: text.check(z.describe('As compact JSON.')),
}).check(z.meta({ id: 'toolCall' }))

const evaluator = open({
  evaluator: text,
  passed: z
    .nullable(z.boolean())
    .check(z.describe('Null for a rating of which the service does not tell whether it passed.')),
  score: z.nullable(z.number()),
  scaleMin: z.nullable(z.number()),
  scaleMax: z.nullable(z.number()),
  valueName: text,
  reasoning: text,
}).check(
  z.meta({
    id: 'evaluatorResult',
    description: 'The result of one evaluator; rating ones give a `score`.',
  }),
)

const attempt = open({
  taskId: id.check(z.describe('The run.')),
  url: z.string(),
  status: testStatus,
  reasoning: text,
  latencyMs: z.nullable(z.number()),
  costUsd: usd,
})

const retrySkipped = open({
  kind: z.enum(['no-id', 'no-time', 'too-many-failures', 'incomplete-run', 'no-history', 'refused', 'lost']),
  message: text,
}).check(z.describe('Why a failing test was not run again although retries were left.'))

const testBaseline = open({ class: failureClass, failures: count, runs: count }).check(
  z.describe(
    'In mode `gate-if-worse`, for tests that failed their first attempt: `failures` of the `runs` baseline runs that contain the test.',
  ),
)

export const testSchema = open({
  id: text,
  uuid: text.check(z.describe('The ID by which the service can run this test alone.')),
  name: text,
  status: testStatus,
  reasoning: text.check(z.describe('The reason of the evaluator, or the difference of tool calls.')),
  reply: text,
  toolCalls: z.array(toolCall),
  evaluators: z.array(evaluator),
  latencyMs: z.nullable(z.number()),
  costUsd: usd,
  question: z
    .array(open({ role: z.string(), content: z.string() }))
    .check(z.describe('What the agent was asked, oldest turn first.')),
  criteria: z.array(z.string()).check(z.describe('What was expected of the reply.')),
  expectedToolCalls: z.array(toolCall),
  attempts: z
    .array(attempt)
    .check(z.describe('All attempts, the first included, oldest first; empty if it was run once.')),
  retrySkipped: z.nullable(retrySkipped),
  baseline: z.nullable(testBaseline),
}).check(z.meta({ id: 'test' }))
