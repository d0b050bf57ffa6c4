// Whether a row of a run shows the test of a file: every form in which servers show it is the same test, every change another.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  contentOf,
  definitionIn,
  isShown,
  type Shown,
  sameDefinition,
  type TestContent,
} from '../../src/test-files/definition.ts'
import { loose, tests } from './generated-tests.ts'

const contents = tests.map((given) => contentOf(loose(given)))

/** How a server shows what it was sent. */
const forms = fc.record({
  turns: fc.constantFrom('history', 'messages'),
  withNulls: fc.boolean(),
  hasVerdict: fc.boolean(),
  criteria: fc.constantFrom('shown', 'null', 'texts'),
  texts: fc.constantFrom('texts', 'parts', 'lists of parts'),
  isAskedTwice: fc.boolean(),
})
type Form = typeof forms extends fc.Arbitrary<infer Value> ? Value : never

const whole: Form = {
  turns: 'history',
  withNulls: false,
  hasVerdict: true,
  criteria: 'shown',
  texts: 'texts',
  isAskedTwice: false,
}

function shownAs(
  { type, history, input, tool_calls, evaluators = [], language, inputs }: TestContent,
  form: Form,
): Shown {
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
  const textOf = (text: string) => {
    const part = { type: 'text', text }
    return form.texts === 'texts' ? text : form.texts === 'parts' ? part : [part]
  }
  const turns = (history ?? []).map((turn) => ({
    ...nulls,
    ...turn,
    ...(typeof turn.content === 'string' && { content: textOf(turn.content) }),
  }))
  const last = history?.at(-1)
  // As the tool tests of an agent that takes one input.
  const both = form.isAskedTwice && last?.role === 'user' && last.content
  const testCase = {
    ...(history && { [form.turns]: turns }),
    ...(both && { input: last.content }),
    ...(input !== undefined && { input: textOf(input) }),
    ...(input !== undefined && form.isAskedTwice && { history: [{ role: 'user', content: input }] }),
    evaluation: type === 'tool_call' ? { type, tool_calls: calls } : { type, criteria },
    ...(language === undefined
      ? form.withNulls && { settings: { language: null } }
      : { settings: { language } }),
    ...(inputs && { inputs }),
  }
  const results = evaluators.map(({ evaluator_uuid, variable_values = null }) => ({
    evaluator_uuid,
    variable_values,
  }))
  return { test_case: testCase, judge_results: type !== 'tool_call' && form.hasVerdict ? results : null }
}

/** Without a verdict, only criteria name the evaluators. */
const shownBy = ({ hasVerdict, criteria, ...form }: Form): Form => ({
  ...form,
  hasVerdict,
  criteria: hasVerdict ? criteria : 'shown',
})

test('every form of a row shows the test', () => {
  fc.assert(
    fc.property(contents, forms.map(shownBy), (content, form) => {
      const row = shownAs(content, form)
      expect([isShown(definitionIn(row)), sameDefinition(content, row, form.hasVerdict)]).toEqual([
        true,
        true,
      ])
    }),
  )
})

test.each([null, {}, { history: null, input: null }, { name: 'A', evaluation: null }])(
  '%j shows nothing',
  (testCase) => {
    expect(isShown(definitionIn({ test_case: testCase }))).toBe(false)
  },
)

const book = contentOf({
  type: 'tool_call',
  history: [{ role: 'user', content: 'Hi' }],
  tool_calls: [{ tool: 'book', arguments: null }],
})
const bookCase = {
  history: [{ role: 'user', content: 'Hi' }],
  evaluation: { type: 'tool_call', tool_calls: [{ tool: 'book' }] },
}

test.each<[string, object]>([
  ['a key of inputs', { inputs: { mock: true } }],
  ['inputs that are a text', { inputs: 'k' }],
  ['a language', { settings: { language: 'de' } }],
  ['a language that is a number', { settings: { language: 1 } }],
  ['another input', { input: 'Hello' }],
  ['a history that is a text', { history: 'Hi' }],
  ['a turn that is no object', { history: [...bookCase.history, 'Hello'] }],
  ['a role that is a number', { history: [{ role: 1, content: 'Hi' }] }],
  ['a part that is no text', { history: [{ role: 'user', content: [{ type: 'image', text: 'Hi' }] }] }],
  ['no history', { history: [], input: 'Hi' }],
  ['no evaluation', { evaluation: null }],
  ['another type', { evaluation: { type: 'rating', tool_calls: [{ tool: 'book' }] } }],
  ['no expected calls', { evaluation: { type: 'tool_call' } }],
  [
    'arguments that are a text',
    { evaluation: { type: 'tool_call', tool_calls: [{ tool: 'book', arguments: '{}' }] } },
  ],
  ['a call without a tool', { evaluation: { type: 'tool_call', tool_calls: [{}, { tool: 'book' }] } }],
])('%s is another test', (_, change) => {
  const row = (testCase: object) => ({ test_case: { ...testCase }, judge_results: null })
  expect(sameDefinition(book, row(bookCase), true)).toBe(true)
  expect(sameDefinition(book, row({ ...bookCase, ...change }), true)).toBe(false)
})

test('a verdict by nobody is one on another test, and so is one that is nested deeper than the stack', () => {
  const content = contentOf({ input: 'Hi', type: 'general', evaluators: [{ evaluator_uuid: 'a' }] })
  const evaluation = { type: 'general', criteria: [{ name: 'A' }] }
  const row = { test_case: { input: 'Hi', evaluation }, judge_results: null }
  expect([sameDefinition(content, row, false), sameDefinition(content, row, true)]).toEqual([true, false])
  let inputs: object = {}
  for (let depth = 0; depth < 100_000; depth += 1) inputs = { inputs }
  expect(sameDefinition(content, { ...row, test_case: { ...row.test_case, inputs } }, false)).toBe(false)
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
      const row = shownAs(changed ?? content, shownBy(shown))
      expect(sameDefinition(content, row, shownBy(shown).hasVerdict)).toBe(false)
    }),
  )
})
