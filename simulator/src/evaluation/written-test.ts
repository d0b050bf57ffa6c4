// Tests that were written through the interface: what they ask, how they are judged, and how agents behave in them.
import { isObject } from '../validation.ts'
import { evaluators } from './evaluators.ts'
import { fixtureCases } from './fixtures/index.ts'
import type { ExpectedCall, TestCase } from './fixtures/test-case.ts'
import type { Test, TestType, WrittenTest } from './test.ts'

type Json = Readonly<Record<string, unknown>>

/** As runs have it. */
export function runnable(written: WrittenTest): Test & { readonly written: WrittenTest } {
  const { uuid: id, name, index } = written
  const plainName = name.replace(/ · [0-9a-f]{16}$/, '')
  return { id, name, plainName, index, case: caseOf(written, plainName), written }
}

/** As a row shows what was asked. */
export function writtenDefinition(written: WrittenTest, criteria: unknown) {
  const { type, config } = written
  const { input, inputs, settings } = config ?? {}
  const tool_calls = toolCallsOf(written).map(
    ({ tool, arguments: given = null, accept_any_arguments: any }) => ({
      tool,
      arguments: any ? null : given,
    }),
  )
  return {
    ...(config?.['history'] !== undefined && { history: shownHistory(config['history']) }),
    ...(input !== undefined && { input }),
    evaluation: type === 'tool_call' ? { type, tool_calls } : { type, criteria },
    ...(inputs !== undefined && { inputs }),
    ...(settings !== undefined && { settings }),
  }
}

/** What is no list of turns is shown as it is. */
const shownHistory = (history: unknown) =>
  Array.isArray(history) ? history.map((turn) => (isObject(turn) ? withoutNulls(turn) : turn)) : history

const withoutNulls = (turn: Json) =>
  Object.fromEntries(Object.entries(turn).filter(([, value]) => value !== null))

/** Whether the test is sent as one plain input. */
export const isGeneral = ({ type, config }: WrittenTest) =>
  type === 'general' || (type === 'tool_call' && config?.['input'] !== undefined)

function toolCallsOf({ config }: WrittenTest): readonly Json[] {
  const calls: unknown = Object(config?.['evaluation']).tool_calls
  return Array.isArray(calls) ? calls.filter(isObject) : []
}

export function turnsOf({ config }: WrittenTest): readonly Json[] {
  const turns = config?.['history']
  return Array.isArray(turns) ? turns.filter(isObject) : []
}

/** Agents behave as in the test of their own that has the same name; else they do right, if their prompt says how. */
function caseOf(written: WrittenTest, name: string): TestCase {
  const message = String(turnsOf(written).at(-1)?.['content'] ?? written.config?.['input'] ?? '')
  const known = fixtureCases.find((each) => each.name === name)
  if (written.type === 'tool_call') {
    const [{ tool = 'none', arguments: given = null } = {}] = toolCallsOf(written)
    const expectedCall: ExpectedCall = { tool: String(tool), arguments: isObject(given) ? given : null }
    const rightCall = {
      tool: expectedCall.tool,
      arguments: Object(fittingValue(expectedCall.arguments ?? {})),
    }
    const wrongCall = known?.kind === 'tool-call' ? known.wrongCall : null
    return { kind: 'tool-call', name, message, expectedCall, rightCall, wrongCall }
  }
  // What the judge gets: nothing of a variable that its prompt does not have.
  const expectations = written.evaluators
    .flatMap(({ name: evaluator, values }) =>
      evaluators[evaluator].variables.map((each) => values?.[each.name] ?? each.default ?? ''),
    )
    .map((value) => String(value).replace(/\.$/, ''))
  const promptWords = /"([^"]+)"/.exec(expectations.join('\n'))?.[1]
  const expected = expectations[0] || 'what the evaluators ask for'
  const generic = {
    expectation: `meets this: ${expected}`,
    reply: 'Certainly. This is the reply that the test expects.',
    wrongReply: 'I am not sure about that.',
    failureReason: `The reply does not meet this: ${expected}.`,
    ...(promptWords !== undefined && { promptWords }),
  }
  return { ...(known?.kind === 'reply' ? known : generic), kind: 'reply', name, message }
}

/** A value that fits what is expected, which may be matchers. */
function fittingValue(expected: unknown): unknown {
  if (!isObject(expected)) return expected
  switch (expected['match_type']) {
    case 'exact':
      return expected['value']
    case 'llm_judge':
      return String(expected['criteria'])
    case 'any':
      return 'anything'
    default:
      return Object.fromEntries(Object.entries(expected).map(([key, each]) => [key, fittingValue(each)]))
  }
}

/** Why it has no verdict, whatever an agent does. */
export function defectOf({
  type,
  config,
  evaluators: uses,
}: WrittenTest): 'unconfigured' | 'no-evaluators' | 'no-history' | null {
  if (config === null || Object.keys(config).length === 0) return 'unconfigured'
  if ('history' in config && !Array.isArray(config['history'])) return 'no-history'
  return type !== 'tool_call' && uses.length === 0 ? 'no-evaluators' : null
}

/** Whether a launch can read it: one without an evaluation crashes it. */
export function isReadable({ config }: WrittenTest): boolean {
  const { evaluation = {} } = config ?? {}
  return isObject(evaluation)
}

/** Whether runs can have it: inputs of another form fail the whole run. */
export function isRunnable({ config }: WrittenTest): boolean {
  const { inputs = null } = config ?? {}
  return inputs === null || isObject(inputs)
}

/** The evaluators that a test may have. */
export const evaluatorTypeOf = (type: TestType) =>
  type === 'conversation' ? 'conversation' : type === 'general' ? 'llm-general' : 'llm'
