// Whether a row of a run shows the test of a file: every form in which servers show it is the same test, every change another.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { contentOf, type TestContent } from '../../src/tests/content.ts'
import { differs, type ShownTest } from '../../src/tests/rows.ts'
import { loose, tests } from './generated-tests.ts'

const contents = tests.map((given) => contentOf(loose(given)))

/** How a server shows what it was sent. */
const forms = fc.record({
  turns: fc.constantFrom('history', 'messages'),
  withNulls: fc.boolean(),
  hasVerdict: fc.boolean(),
  criteria: fc.constantFrom('shown', 'null', 'texts'),
  defaults: fc.option(
    fc.dictionary(fc.constantFrom('added', 'locale'), fc.string(), { noNullPrototype: true }),
  ),
  withInput: fc.boolean(),
})
type Form = typeof forms extends fc.Arbitrary<infer Value> ? Value : never

const whole: Form = {
  turns: 'history',
  withNulls: false,
  hasVerdict: true,
  criteria: 'shown',
  defaults: null,
  withInput: false,
}

function shownAs(
  { type, history, input, tool_calls, evaluators = [], language, inputs }: TestContent,
  form: Form,
): ShownTest {
  const nulls = form.withNulls ? { name: null, tool_calls: null, tool_call_id: null } : {}
  const criteria = {
    shown: evaluators.map(({ variable_values }, i) => ({
      // A twin has a suffix, and who renamed an evaluator gave all rows another name.
      name: i === 0 ? 'Correctness' : `Correctness-${i}`,
      ...(variable_values && { arguments: variable_values }),
    })),
    null: null,
    texts: evaluators.map(() => 'Is polite.'),
  }[form.criteria]
  const calls = tool_calls?.map(({ tool, arguments: given }) => ({
    tool,
    ...(given === null && form.withNulls ? {} : { arguments: given }),
  }))
  const shownInputs = { ...form.defaults, ...inputs }
  const testCase = {
    ...(history && { [form.turns]: history.map((turn) => ({ ...nulls, ...turn })) }),
    ...(input === undefined ? form.withInput && { input: 'Hi' } : { input }),
    evaluation: type === 'tool_call' ? { type, tool_calls: calls } : { type, criteria },
    ...(language === undefined
      ? form.withNulls && { settings: { language: null } }
      : { settings: { language } }),
    ...((inputs || form.defaults) && { inputs: shownInputs }),
  }
  const results = evaluators.map(({ evaluator_uuid, variable_values = null }) => ({
    evaluator_uuid,
    variable_values,
  }))
  return { test_case: testCase, judge_results: type !== 'tool_call' && form.hasVerdict ? results : null }
}

test('every form of a row shows the test', () => {
  fc.assert(
    fc.property(contents, forms, (content, form) => {
      expect(differs(content, shownAs(content, form))).toBe(false)
    }),
  )
  fc.assert(
    fc.property(
      contents,
      fc.constantFrom(null, {}, { history: null }, { name: 'A', evaluation: null }),
      (content, testCase) => {
        expect(differs(content, { test_case: testCase, judge_results: null })).toBe(false)
      },
    ),
  )
})

/** What somebody makes of a test, each applied where it can be. */
const changes: Readonly<Record<string, (content: TestContent) => TestContent | null>> = {
  'a message': ({ history, ...rest }) => {
    const [first, ...others] = history ?? []
    return first ? { ...rest, history: [{ ...first, content: `${first.content} Please.` }, ...others] } : null
  },
  'a role': ({ history, ...rest }) => {
    const [first, ...others] = history ?? []
    return first
      ? { ...rest, history: [{ ...first, role: first.role === 'user' ? 'tool' : 'user' }, ...others] }
      : null
  },
  'one more message': ({ history, ...rest }) =>
    history ? { ...rest, history: [...history, { role: 'user', content: 'And?' }] } : null,
  'the input': ({ input, ...rest }) => (input === undefined ? null : { ...rest, input: `${input}?` }),
  'a tool': ({ tool_calls, ...rest }) =>
    tool_calls?.length
      ? { ...rest, tool_calls: tool_calls.map((call) => ({ ...call, tool: `${call.tool}2` })) }
      : null,
  'expected arguments': ({ tool_calls, ...rest }) =>
    tool_calls?.length
      ? {
          ...rest,
          tool_calls: tool_calls.map((call) => ({ ...call, arguments: { ...call.arguments, added: null } })),
        }
      : null,
  'one more call': ({ tool_calls, ...rest }) =>
    tool_calls ? { ...rest, tool_calls: [...tool_calls, { tool: 'more', arguments: null }] } : null,
  'no evaluators': ({ evaluators, ...rest }) => (evaluators ? { ...rest } : null),
  'another evaluator': ({ evaluators, ...rest }) =>
    evaluators
      ? { ...rest, evaluators: evaluators.map((each) => ({ ...each, evaluator_uuid: 'another' })) }
      : null,
  'one more evaluator': ({ evaluators, ...rest }) =>
    evaluators ? { ...rest, evaluators: [...evaluators, { evaluator_uuid: 'one more' }] } : null,
  'a value': ({ evaluators, ...rest }) =>
    evaluators
      ? {
          ...rest,
          evaluators: evaluators.map((each) => ({
            ...each,
            variable_values: { ...each.variable_values, added: 'a' },
          })),
        }
      : null,
  'the language': (content) => ({ ...content, language: `${content.language ?? ''}x` }),
  'the value of an input': ({ inputs, ...rest }) =>
    inputs
      ? { ...rest, inputs: Object.fromEntries(Object.keys(inputs).map((key) => [key, ['changed']])) }
      : null,
  'the type': (content) => ({ ...content, type: content.type === 'response' ? 'conversation' : 'response' }),
}

test.each(Object.entries(changes))('%s that was changed is seen', (name, change) => {
  fc.assert(
    fc.property(contents, forms, (content, form) => {
      const changed = change(content)
      fc.pre(changed !== null)
      // Without a verdict, a row has no IDs of evaluators; and old criteria have no values.
      const isWhole = name.includes('evaluator') || name === 'a value'
      const shown = {
        ...form,
        ...(isWhole && { ...whole, hasVerdict: name !== 'a value' || form.hasVerdict }),
      }
      expect(differs(content, shownAs(changed ?? content, shown))).toBe(true)
    }),
  )
})
