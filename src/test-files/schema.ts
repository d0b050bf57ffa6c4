// A file of tests, in the service's own words. Types, errors and schema/tests.v1.json all come from the schema here.
import * as z from 'zod/mini'
import { isMapping } from '../inputs/names.ts'
import { quoted } from '../inputs/values.ts'

const nonBlank = z.string().check(z.regex(/\S/))
const optionalText = z.optional(z.nullable(z.string()))
const mapping = z.record(z.string(), z.unknown())

const message = z
  .strictObject({
    role: z.enum(['user', 'assistant', 'tool']),
    content: optionalText,
    name: optionalText,
    tool_call_id: optionalText,
    tool_calls: z.optional(
      z.nullable(
        z.array(
          z.strictObject({
            id: z.string(),
            type: z.literal('function'),
            function: z.strictObject({ name: z.string(), arguments: z.string() }),
          }),
        ),
      ),
    ),
  })
  .check(
    z.refine(({ content, tool_calls }) => content || tool_calls?.length, {
      message: 'a message needs "content"',
    }),
  )

const fileHistory = z
  .array(message)
  .check(z.minLength(1), z.describe('The conversation that the agent continues.'))

const expectedCallSchema = z.strictObject({
  tool: nonBlank.check(z.describe('The name of the tool.')),
  arguments: z
    .optional(z.nullable(mapping.check(refuseOddMatchers)))
    .check(
      z.describe(
        'Plain values, or { match_type: exact, value }, { match_type: llm_judge, criteria } and { match_type: any }. Without it, any arguments are right.',
      ),
    ),
  accept_any_arguments: z.optional(z.boolean()),
})

const evaluators = z
  .array(
    z.strictObject({
      name: nonBlank.check(z.describe('The name of the evaluator on the service.')),
      variable_values: z
        .optional(z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])))
        .check(z.describe('A value for each variable in the prompt of the evaluator.')),
    }),
  )
  .check(z.minLength(1), refuseTwice, z.describe('Who judges the reply. Each has to pass.'))

const common = {
  name: nonBlank.check(z.describe('Unique among the tests of an agent.')),
  language: z.optional(z.nullable(nonBlank)),
  inputs: z
    .optional(z.nullable(mapping))
    .check(z.describe("Request fields that replace the agent's default inputs.")),
}

const fileToolCall = z
  .strictObject({
    type: z.literal('tool_call'),
    ...common,
    history: z.optional(fileHistory),
    input: z.optional(nonBlank),
    tool_calls: z.array(expectedCallSchema).check(z.describe('The calls that the agent has to make.')),
  })
  .check(
    z.refine((test) => (test.history === undefined) !== (test.input === undefined), {
      message: 'a test of the type tool_call needs either "history" or "input"',
    }),
  )

/** A test as a file has it, with evaluators by name. */
export const fileTestSchema = z.discriminatedUnion('type', [
  z.strictObject({ type: z.optional(z.literal('response')), ...common, history: fileHistory, evaluators }),
  fileToolCall,
  z.strictObject({ type: z.literal('conversation'), ...common, history: fileHistory, evaluators }),
  z.strictObject({ type: z.literal('general'), ...common, input: nonBlank, evaluators }),
])

export type TestDefinition = z.infer<typeof fileTestSchema>
export type TestType = NonNullable<TestDefinition['type']>

export const testFileSchema = z.array(fileTestSchema).check(z.minLength(1))

/** Refuses evaluators of one name: the service would keep the last one. */
function refuseTwice({ value, issues }: z.core.ParsePayload<readonly { readonly name: string }[]>): void {
  const names = value.map(({ name }) => name)
  for (const [i, name] of names.entries())
    if (names.indexOf(name) < i) {
      const message = `the evaluator ${quoted(name)} is there twice. The service would keep the last one. Remove one`
      issues.push({ code: 'custom', message, path: [i], input: value, params: { isOfForm: false } })
    }
}

/** Refuses arguments that say in a wrong way how they are matched, at any depth. */
function refuseOddMatchers({ value, issues }: z.core.ParsePayload<Record<string, unknown>>): void {
  const visit = (input: unknown, path: string[]) => {
    if (!isMapping(input)) return
    const type = input['match_type']
    if (type === undefined) for (const [key, each] of Object.entries(input)) visit(each, [...path, key])
    else if (!isMatcher(input)) issues.push({ code: 'custom', message: MATCHERS, path, input })
  }
  visit(value, [])
}

const MATCHERS =
  'a matcher has to be { match_type: exact, value }, { match_type: llm_judge, criteria } with a text, or { match_type: any }'

function isMatcher(matcher: Readonly<Record<string, unknown>>): boolean {
  const { match_type: type, criteria } = matcher
  if (type === 'exact') return Object.hasOwn(matcher, 'value')
  return type === 'any' || (type === 'llm_judge' && typeof criteria === 'string' && criteria.trim() !== '')
}
