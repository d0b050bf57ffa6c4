// What a test asks, in whatever form something shows it. For the proof of a run, a row that does not show all of it shows another
// test; beside earlier runs, what a row does not show is no edit.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { editsOf } from '../../src/gate/same-question.ts'
import {
  contentOf,
  definitionOf,
  editsBetween,
  isShown,
  type Shown,
  sameDefinition,
  type TestContent,
} from '../../src/test-files/definition.ts'
import { sourceIn } from '../fixtures/samples.ts'
import { loose, tests } from './generated-tests.ts'

type Json = Readonly<Record<string, unknown>>

/** The edits of a linked test that was run before. */
function edits(before: Shown, now: Shown) {
  const rule = { absent: 'unknown', evaluators: 'by ID' } as const
  return editsBetween(definitionOf(before), definitionOf(now), rule) ?? []
}

const criterion = (name: string, criteria: string) => ({ name, arguments: { criteria } })
const result = (uuid: string, criteria: string) => ({ evaluator_uuid: uuid, variable_values: { criteria } })
const policy = criterion('Policy', 'Refuses.')
const tone = criterion('Tone-9e9add37', 'Is polite.')
const results = [result('policy', 'Refuses.'), result('tone', 'Is polite.')]
const judged = (...criteria: readonly unknown[]) => ({ evaluation: { type: 'response', criteria } })
const calling = (...calls: readonly unknown[]) => ({ evaluation: { type: 'tool_call', tool_calls: calls } })
const asking = (content: unknown) => ({ history: [{ role: 'user', content }] })
const book = { tool: 'book', arguments: { n: 7 } }
const toolTurns = (args: string) => ({
  history: [
    {
      role: 'assistant',
      content: null,
      tool_calls: [{ id: 'c1', function: { name: 'find', arguments: args } }],
    },
    { role: 'tool', tool_call_id: 'c1', content: '{"found": true}' },
  ],
})

/** Tests as files have them, each with the row that shows it. */
const known = {
  reply: {
    content: contentOf({
      ...asking('Refund me.'),
      evaluators: results,
      inputs: { order: '7' },
      language: 'en',
    }),
    row: {
      test_case: {
        ...asking('Refund me.'),
        ...judged(policy, tone),
        inputs: { order: '7' },
        settings: { language: 'en' },
      },
      judge_results: results,
    },
  },
  call: {
    content: contentOf({ type: 'tool_call', ...asking('Hi'), tool_calls: [book] }),
    row: { test_case: { ...asking('Hi'), ...calling(book) }, judge_results: null },
  },
  'any call': {
    content: contentOf({ type: 'tool_call', ...asking('Hi'), tool_calls: [{ tool: 'book' }] }),
    row: { test_case: { ...asking('Hi'), ...calling({ tool: 'book' }) }, judge_results: null },
  },
  input: {
    content: contentOf({ type: 'general', input: 'Hi', evaluators: [{ evaluator_uuid: 'a' }] }),
    row: {
      test_case: { input: 'Hi', evaluation: { type: 'general', criteria: [{ name: 'A' }] } },
      judge_results: [{ evaluator_uuid: 'a' }],
    },
  },
  tool: {
    content: contentOf({ type: 'tool_call', ...Object(toolTurns('{"n":7}')), tool_calls: [] }),
    row: { test_case: { ...toolTurns('{"n":7}'), ...calling() }, judge_results: null },
  },
} satisfies Record<string, { readonly content: TestContent; readonly row: Shown }>

type Results = Shown['judge_results']
type Change = readonly [what: string, of: keyof typeof known, change: Json, results?: Results]

const changed = (
  of: keyof typeof known,
  change: Json,
  results: Results = known[of].row.judge_results,
): Shown => ({ test_case: { ...known[of].row.test_case, ...change }, judge_results: results })

const rowsOf = (changes: readonly Change[]) =>
  changes.map(([what, of, change, results]) => ({ what, of, row: changed(of, change, results) }))

/** What a row says of the test: whether it proves that it ran, and which edits it shows of it. */
function readings(of: keyof typeof known, row: Shown) {
  const { content, row: before } = known[of]
  const shown = edits(before, row).map((each) => `${each.what}: ${each.before} → ${each.now}`)
  // Seen from the other side, nothing else is edited.
  expect(edits(row, before)).toHaveLength(shown.length)
  return { isSame: sameDefinition(content, row, true), edits: shown }
}

test.each(
  rowsOf([
    ['as it is', 'reply', {}],
    ['as it is', 'call', {}],
    ['as it is', 'any call', {}],
    ['as it is', 'input', {}],
    ['another name', 'reply', { name: 'Renamed', id: 't2' }],
    ['a text as a lone part', 'reply', asking({ type: 'text', text: 'Refund me.' })],
    ['a turn without a role', 'reply', { history: [{ content: 'Refund me.' }] }],
    ['renamed evaluators', 'reply', judged({ ...policy, name: 'Rules' }, { ...tone, name: 'Manners' })],
    ['evaluators in another order', 'reply', judged(tone, policy), results.toReversed()],
    ['criteria as texts', 'reply', judged('Refuses.', 'Is polite.')],
    ['criteria as texts in another order', 'reply', judged('Is polite.', 'Refuses.')],
    ['one text, as an older server writes two', 'reply', judged('Refuses.')],
    [
      'criteria beside the evaluation',
      'reply',
      { evaluation: { type: 'response' }, criteria: [policy, tone] },
    ],
    ['no criteria', 'reply', judged()],
    ['a criterion that is a number', 'reply', judged(tone, 1)],
    ['criteria that only the results have', 'reply', judged({ name: 'Policy' }, { name: 'Tone' })],
    ['no history, with an input', 'call', { history: [], input: 'Hi' }],
    ['inputs that are an empty list', 'call', { inputs: [] }],
    ['settings that are a text', 'call', { settings: 'de' }],
    ['null for any arguments', 'any call', calling({ tool: 'book', arguments: null })],
    ['any arguments in so many words', 'any call', calling({ ...book, accept_any_arguments: true })],
  ]),
)('$what: a row shows the $of, and no edit', ({ of, row }) => {
  expect(readings(of, row)).toEqual({ isSame: true, edits: [] })
})

test.each(
  rowsOf([
    [
      'a criterion with a text for values',
      'input',
      { evaluation: { type: 'general', criteria: [{ arguments: 'A' }] } },
    ],
    ['inputs as text', 'reply', { inputs: '{"order": "7"}' }],
    ['settings as text', 'reply', { settings: '{"language":"en"}' }],
    ['no settings and no inputs', 'reply', { settings: undefined, inputs: undefined }],
    ['inputs, where no row has any', 'call', { inputs: { mock: true } }],
    ['a language, where no row has any', 'call', { settings: { language: 'de' } }],
    ['a language that is a number', 'call', { settings: { language: 0 } }],
    ['an unknown type', 'call', { evaluation: { type: 'rating', tool_calls: [book] } }],
    ['no evaluation', 'call', { evaluation: null }],
    ['nothing that was asked', 'reply', { history: [] }],
    ['a history that is a text', 'call', { history: 'Hi' }],
    ['a history that is a turn', 'call', { history: { role: 'user', content: 'Hi' } }],
    ['a turn that is a text', 'call', { history: [...asking('Hello').history, 'Hi'] }],
    ['turns with other fields', 'reply', { history: [{ role: 'user', text: 'Refund me.' }] }],
    ['a role that is a number', 'call', { history: [{ role: 1, content: 'Hi' }] }],
    ['spaces around', 'call', asking(' Hi ')],
    ['arguments as text', 'call', calling({ tool: 'book', arguments: '{"n": 7}' })],
    ['a tool by its name', 'call', calling({ name: 'book', arguments: { n: 7 } })],
    ['calls beside the evaluation', 'call', { evaluation: { type: 'tool_call' }, tool_calls: [book] }],
    ['no expected calls', 'call', calling()],
    ['expected calls that are a text', 'tool', calling('book')],
    ['expected calls that are no list', 'tool', { evaluation: { type: 'tool_call', tool_calls: 'book' } }],
    ['a call without a tool', 'call', calling({}, { tool: 'a' })],
  ]),
)('$what: a row proves nothing of the $of, and shows no edit', ({ of, row }) => {
  expect(readings(of, row)).toEqual({ isSame: false, edits: [] })
})

test.each<readonly [...what: Change, edits: string]>([
  ['another question', 'reply', asking('Now.'), results, 'question: Refund me. → Now.'],
  [
    'another call in a turn',
    'tool',
    toolTurns('{"n":8}'),
    null,
    'question: assistant: find {"n":7}\ntool: {"found": true} → assistant: find {"n":8}\ntool: {"found": true}',
  ],
  ['another input', 'input', { input: 'Hello' }, undefined, 'question: Hi → Hello'],
  ['other inputs', 'reply', { inputs: { order: '8' } }, results, 'input: {"order":"7"} → {"order":"8"}'],
  ['a setting', 'reply', { settings: { language: 'de' } }, results, 'settings: language: en → language: de'],
  ['another type', 'reply', { evaluation: { type: 'general' } }, results, 'type: response → general'],
  [
    'another expectation',
    'reply',
    judged(policy, criterion('Tone', 'Is short.')),
    results,
    'criteria: Refuses.\nIs polite. → Refuses.\nIs short.',
  ],
  [
    'another evaluator under the same name',
    'reply',
    {},
    [result('policy 2', 'Refuses.'), result('tone', 'Is polite.')],
    'evaluators: Policy\nTone → Policy\nTone',
  ],
  [
    'one evaluator less',
    'reply',
    judged(policy),
    results.slice(0, 1),
    'criteria: Refuses.\nIs polite. → Refuses.; evaluators: Policy\nTone → Policy',
  ],
  [
    'other arguments',
    'call',
    calling({ ...book, arguments: { n: 8 } }),
    null,
    'tool-calls: book {"n":7} → book {"n":8}',
  ],
  [
    'exact arguments for plain ones',
    'call',
    calling({ ...book, arguments: { n: { match_type: 'exact', value: 7 } } }),
    null,
    'tool-calls: book {"n":7} → book {"n":{"match_type":"exact","value":7}}',
  ],
  [
    'more results than criteria',
    'input',
    {},
    [{ evaluator_uuid: 'a' }, { evaluator_uuid: 'b' }],
    'evaluators: A → a\nb',
  ],
  ['certain arguments for any', 'any call', calling(book), null, 'tool-calls: book → book {"n":7}'],
  ['one more call', 'any call', calling({ tool: 'book' }, { tool: 'a' }), null, 'tool-calls: book → book\na'],
])('%s: a row shows the edit of the %s', (_, of, change, judgeResults, shown) => {
  const { isSame, edits } = readings(of, changed(of, change, judgeResults))
  expect([isSame, edits.join('; ')]).toEqual([false, shown])
})

test.each([null, {}, { history: null, input: null }, { name: 'A', evaluation: null }])(
  '%j shows nothing, and so no edit',
  (testCase) => {
    const row = { test_case: testCase, judge_results: [] }
    expect([isShown(definitionOf(row)), edits(known.reply.row, row)]).toEqual([false, []])
  },
)

test('a verdict by nobody is one on another test', () => {
  const row = changed('input', {}, null)
  const isSame = [false, true].map((isJudged) => sameDefinition(known.input.content, row, isJudged))
  expect(isSame).toEqual([true, false])
})

test('by the names of evaluators, one that was made again is the same, and another one with its values is not', () => {
  const againstKnown = (change: Json, judgeResults: Results) => {
    const [before, now] = [known.reply.row, changed('reply', change, judgeResults)]
    return before && now
      ? editsOf({ source: sourceIn('tests.yml', 1) }, before, now).map(({ what }) => what)
      : null
  }
  const madeAgain = [result('policy 2', 'Refuses.'), result('tone 2', 'Is polite.')]
  const again = judged(policy, criterion('Tone-0a1b2c3d', 'Is polite.'))
  expect(againstKnown(again, madeAgain)).toEqual([])
  expect(againstKnown(judged(criterion('Rules', 'Refuses.'), tone), results)).toEqual(['evaluators'])
})

test('what is nested deeper than the stack is another test, and no edit', () => {
  const nested = (inner: unknown) => {
    let inputs = inner
    for (let depth = 0; depth < 100_000; depth += 1) inputs = { inputs }
    return changed('input', { inputs })
  }
  expect(sameDefinition(known.input.content, nested(1), true)).toBe(false)
  expect(edits(nested(1), nested(2))).toEqual([])
})

test('whatever the rows are, edits are differences between what they say', () => {
  const odd = fc.record({ test_case: fc.option(fc.object()), judge_results: fc.constant(null) })
  const right = fc.constantFrom(...Object.values(known).map(({ row }): Shown => row))
  const rows = fc.oneof(right, odd)
  const kinds = (before: Shown, now: Shown) => edits(before, now).map(({ what }) => what)
  fc.assert(
    fc.property(rows, rows, (before, now) => {
      expect(edits(before, before)).toEqual([])
      expect(kinds(now, before)).toEqual(kinds(before, now))
    }),
  )
})

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
    // Values in the order of their names, and evaluators without values left out.
    texts: evaluators.flatMap(({ variable_values: values = {} }) =>
      Object.keys(values)
        .toSorted()
        .map((name) => `${values[name]}`),
    ),
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

test('every form of a row shows the test, and no edit of it', () => {
  fc.assert(
    fc.property(contents, forms.map(shownBy), (content, form) => {
      const [before, row] = [shownAs(content, whole), shownAs(content, form)]
      const isSame = sameDefinition(content, row, form.hasVerdict)
      const found = { isShown: isShown(definitionOf(row)), isSame, edits: edits(before, row) }
      expect(found).toEqual({ isShown: true, isSame: true, edits: [] })
    }),
  )
})

/** The ways to all that {@link edited} can change: single values and lists. */
function waysIn(value: unknown, way: readonly string[] = []): (readonly string[])[] {
  if (typeof value !== 'object' || value === null) return [way]
  const inner = Object.entries(value).flatMap(([key, each]) => waysIn(each, [...way, key]))
  return Array.isArray(value) ? [way, ...inner] : inner
}

function edited(value: unknown, [key, ...rest]: readonly string[]): unknown {
  if (key !== undefined) {
    const inner = edited(Reflect.get(Object(value), key), rest)
    return Array.isArray(value) ? value.with(Number(key), inner) : { ...Object(value), [key]: inner }
  }
  if (Array.isArray(value)) return value.length === 0 ? ['one more'] : value.slice(0, -1)
  if (typeof value === 'boolean') return !value
  return typeof value === 'number' ? value + 1 : `${value} and more`
}

test('whatever is changed in a test, no form of a row shows the test as it was', () => {
  fc.assert(
    fc.property(contents, fc.nat(), forms.map(shownBy), (content, at, form) => {
      const ways = waysIn(content)
      const way = ways[at % ways.length] ?? []
      // Criteria that are texts, or wait for a verdict, do not show all of their evaluators.
      const told =
        way[0] === 'evaluators' ? ({ ...form, criteria: 'shown', hasVerdict: true } as const) : form
      const row = shownAs(Object(edited(content, way)), told)
      expect(sameDefinition(content, row, told.hasVerdict), way.join(' ')).toBe(false)
    }),
  )
})
