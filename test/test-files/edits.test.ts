// Whether a test asks or expects something else than before, in whatever form servers write it.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { definitionOf, editsBetween, keysOf, type Shown } from '../../src/test-files/definition.ts'

type Json = Readonly<Record<string, unknown>>

/** The edits of a test between two runs of these rows, in which it is the first. */
function edits(before: readonly Shown[], now: readonly Shown[]) {
  const [then, today] = [before, now].map((rows) => {
    const definitions = rows.map(definitionOf)
    return { definition: definitions[0] ?? null, keys: keysOf(definitions) }
  })
  return then && today ? editsBetween(then, today) : []
}

const result = (uuid: string, criteria: string) => ({ evaluator_uuid: uuid, variable_values: { criteria } })
const expecting = (text: string, name: string) => ({ name, arguments: { criteria: text } })
const policy = expecting('Refuses.', 'Policy')
const tone = expecting('Is polite.', 'Tone')
const results = [result('policy', 'Refuses.'), result('tone', 'Is polite.')]

const reply: Shown = {
  test_case: {
    id: 't1',
    name: 'Refuses a refund',
    history: [{ role: 'user', content: 'Refund me.' }],
    evaluation: {
      type: 'response',
      criteria: [policy, { ...tone, name: 'Tone-9e9add37' }],
    },
    inputs: { order: '7' },
    settings: { language: 'en' },
  },
  judge_results: results,
}
const exactly = (value: unknown) => ({ match_type: 'exact', value })
const call = (args: unknown) => ({ tool: 'refund', arguments: args })
const calling = (
  calls: readonly unknown[],
  history: unknown = [{ role: 'user', content: 'Refund order 7.' }],
): Shown => ({
  test_case: { name: 'Refunds', history, evaluation: { type: 'tool_call', tool_calls: calls } },
  judge_results: null,
})
const typed = (type: string) => changed({ evaluation: { type } })
const unasked = { history: undefined }
const asking = (content: string) => ({ history: [{ role: 'user', content }] })
const refunding = (args: unknown, history?: unknown) => calling([call(args)], history)
const changed = (change: Json, { test_case, judge_results }: Shown = reply): Shown => ({
  test_case: { ...Object(test_case), ...change },
  judge_results: judge_results ?? null,
})
const criteria = (...given: readonly unknown[]) => ({ evaluation: { type: 'response', criteria: given } })

const part = { type: 'text', text: 'Refund me.' }

test.each<[string, Shown, Shown]>([
  ['another name', reply, changed({ name: 'Renamed', id: 't2' })],
  ['a text as a list of parts', reply, changed({ history: [{ role: 'user', content: [part] }] })],
  ['a lone part for a text', reply, changed({ history: [{ role: 'user', content: part }] })],
  ['an input as a part', changed({ input: 'Refund me.' }), changed({ input: part })],
  [
    'renamed evaluators',
    reply,
    changed(criteria({ ...policy, name: 'Rules' }, { ...tone, name: 'Manners' })),
  ],
  [
    'evaluators in another order',
    reply,
    { ...changed(criteria(tone, policy)), judge_results: results.toReversed() },
  ],
  ['criteria that only the results have', reply, changed(criteria({ name: 'Policy' }, { name: 'Tone' }))],
  ['criteria as texts', reply, changed(criteria('Refuses.', 'Is polite.'))],
  ['one text, as an older server writes two', reply, changed(criteria('Refuses.'))],
  ['text for objects', reply, changed({ inputs: '{"order": "7"}', settings: '{"language":"en"}' })],
  ['an unknown type', reply, changed({ evaluation: { ...Object(reply.test_case).evaluation, type: 'llm' } })],
  ['no settings and no inputs any more', reply, changed({ settings: undefined, inputs: undefined })],
  ['no texts', reply, { test_case: null, judge_results: null }],
  ['nothing that was asked', reply, changed({ history: [] })],
  ['a broken test case', reply, { test_case: { '?': '?' }, judge_results: [] }],
  ['turns of another form', reply, changed({ history: ['Refund me.'] })],
  ['turns with other fields', reply, changed({ history: [{ role: 'user', text: 'Refund me.' }] })],
  ['plain arguments for exact ones', refunding({ n: exactly(7) }), refunding({ n: 7 })],
  ['arguments as text', refunding({ n: 7, a: 1 }), refunding('{"a": 1, "n": 7}')],
  ['null for any arguments', refunding(null), calling([{ name: 'refund', accept_any_arguments: true }])],
  ['calls in another order', calling([call(null), { tool: 'bye' }]), calling([{ tool: 'bye' }, call(null)])],
])('%s is no edit', (_, before, now) => {
  expect([edits([before], [now]), edits([now], [before])]).toEqual([[], []])
})

const toolTurns = (args: string) => [
  { role: 'user', content: 'Refund order 7.' },
  {
    role: 'assistant',
    content: null,
    tool_calls: [{ id: 'c1', function: { name: 'find', arguments: args } }],
  },
  { role: 'tool', tool_call_id: 'c1', content: '{"found": true}' },
]

test.each<[string, Shown, Shown, string]>([
  ['another question', reply, changed(asking('Now.')), 'question: Refund me. → Now.'],
  [
    'another question, as another server writes it',
    reply,
    changed({ history: undefined, messages: asking('Now.').history }),
    'question: Refund me. → Now.',
  ],
  [
    "a tool's turn without text",
    refunding(null, toolTurns('{"n":7}')),
    refunding(null, toolTurns('{"n":8}')),
    [
      'question: user: Refund order 7.\nassistant: find {"n":7}\ntool: {"found":true}',
      'user: Refund order 7.\nassistant: find {"n":8}\ntool: {"found":true}',
    ].join(' → '),
  ],
  [
    'another expectation',
    reply,
    changed(criteria(policy, expecting('Is short.', 'Tone'))),
    'criteria: Refuses.\nIs polite. → Refuses.\nIs short.',
  ],
  [
    'another evaluator under the same name',
    reply,
    { ...reply, judge_results: [result('policy 2', 'Refuses.'), result('tone', 'Is polite.')] },
    'criteria: Refuses.\nIs polite. → Refuses.\nIs polite.',
  ],
  [
    'one evaluator less',
    reply,
    { ...changed(criteria(policy)), judge_results: results.slice(0, 1) },
    'criteria: Refuses.\nIs polite. → Refuses.',
  ],
  ['another text of an older server', changed(criteria('A')), changed(criteria('B')), 'criteria: A → B'],
  ['other inputs', reply, changed({ inputs: { order: '8' } }), 'input: {"order":"7"} → {"order":"8"}'],
  ['a setting', reply, changed({ settings: { language: 'de' } }), 'settings: language: en → language: de'],
  ['another input', changed({ ...unasked, input: 'A' }), changed({ ...unasked, input: 'B' }), 'input: A → B'],
  ['another type', typed('response'), typed('general'), 'type: response → general'],
  [
    'other arguments',
    refunding({ n: 7 }),
    refunding({ n: 8 }),
    'tool-calls: refund {"n":7} → refund {"n":8}',
  ],
  ['certain arguments for any', refunding(null), refunding({ n: 8 }), 'tool-calls: refund → refund {"n":8}'],
])('%s is an edit', (_, before, now, edit) => {
  const shown = edits([before], [now]).map((each) => `${each.what}: ${each.before} → ${each.now}`)
  expect(shown).toEqual([edit])
  expect(edits([now], [before])).toHaveLength(1)
})

test('inputs and settings that other tests of the same run have are added and removed', () => {
  const without = changed({ inputs: undefined, settings: undefined })
  const added = [
    { what: 'input', before: null, now: '{"order":"7"}' },
    { what: 'settings', before: null, now: 'language: en' },
  ]
  expect(edits([without, reply], [reply])).toEqual(added)
  expect(edits([reply], [without, reply]).map(({ now }) => now)).toEqual([null, null])
})

/** The same value in another form: keys in another order, nulls for what is absent, objects as text. */
function otherForm(value: unknown, random: () => number): unknown {
  if (Array.isArray(value)) return value.map((each) => otherForm(each, random))
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).map(([key, each]) => [key, otherForm(each, random)] as const)
  const mixed = entries.toSorted(() => random() - 0.5)
  return Object.fromEntries(random() < 0.5 ? mixed : [...mixed, [`unknown ${random()}`, null]])
}

const text = fc.constantFrom('Refund me.', 'Hello', 'Is polite.', '{"n": 1}', '')
const value = fc.oneof(
  text,
  fc.integer(),
  fc.boolean(),
  fc.constant(null),
  fc.dictionary(fc.constantFrom('a', 'b'), text),
)
const object = fc.dictionary(fc.constantFrom('order', 'note', 'n', '__proto__'), value)
const row = fc
  .record({
    history: fc.array(fc.record({ role: fc.constantFrom('user', 'assistant', 'tool'), content: text }), {
      maxLength: 3,
    }),
    type: fc.constantFrom('response', 'tool_call', 'general', 'other'),
    tool_calls: fc.array(fc.record({ tool: text, arguments: fc.option(object) }), { maxLength: 2 }),
    criteria: fc.array(fc.record({ name: text, arguments: object }), { maxLength: 2 }),
    uuids: fc.array(text, { maxLength: 2 }),
    inputs: fc.option(object),
    settings: fc.option(object),
  })
  .map(({ history, inputs, settings, uuids, ...evaluation }): Shown & { readonly test_case: Json } => ({
    test_case: { history, evaluation, inputs, settings },
    judge_results: uuids.map((evaluator_uuid) => ({ evaluator_uuid })),
  }))

test("a server's update edits no test", () => {
  const chance = fc.infiniteStream(fc.double({ min: 0, max: 1, noNaN: true, maxExcluded: true }))
  fc.assert(
    fc.property(fc.array(row, { minLength: 1, maxLength: 3 }), chance, object, (rows, stream, added) => {
      const random = () => stream.next().value ?? 0
      const updated = rows.map(({ test_case, judge_results }) => {
        const { history, settings, ...rest } = test_case
        const isText = random() < 0.5
        const known = Object.fromEntries(Object.entries(added).map(([key, each]) => [`new ${key}`, each]))
        const given = otherForm({ ...Object(settings), ...known }, random)
        const turns = otherForm(history, random)
        const changes = { messages: turns, settings: isText ? JSON.stringify(given) : given }
        return {
          test_case: { ...Object(otherForm(rest, random)), ...changes },
          judge_results: judge_results ?? null,
        }
      })
      expect(edits(rows, updated)).toEqual([])
      expect(edits(updated, rows)).toEqual([])
    }),
  )
})

test('whatever the rows are, edits are differences between what they say', () => {
  const odd = fc.record({ test_case: fc.option(fc.object()), judge_results: fc.constant(null) })
  const rows = fc.array(fc.oneof(row, odd), { minLength: 1, maxLength: 3 })
  const kinds = (before: readonly Shown[], now: readonly Shown[]) =>
    edits(before, now)
      .map(({ what }) => what)
      .toSorted()
  fc.assert(
    fc.property(rows, rows, (before, now) => {
      expect(edits(before, before)).toEqual([])
      expect(kinds(now, before)).toEqual(kinds(before, now))
    }),
  )
})

test('definitions nested deeper than the stack are no edit', () => {
  const deep = `${'{"a":'.repeat(20_000)}1${'}'.repeat(20_000)}`
  const nested = (inner: string) => changed({ inputs: JSON.parse(deep.replace('1', inner)) })
  expect(edits([nested('1')], [nested('2')])).toEqual([])
})
