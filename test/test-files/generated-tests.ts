// Tests as files have them, of any type and with hostile texts.
import fc from 'fast-check'
import type { LooseContent } from '../../src/test-files/definition.ts'

/** What YAML, Markdown, terminals and the runner's log read as something else. */
const hostile = [
  ': ',
  'a: b',
  '# a',
  'a #b',
  '- a',
  '? a',
  '---',
  '...',
  '%YAML 1.1',
  'null',
  '~',
  'yes',
  '0x1F',
  '1e3',
  '.inf',
  '2026-11-20',
  '=',
  '<<',
  '&a',
  '*a',
  '!a',
  '@a',
  '`a`',
  '|',
  '>-',
  '{a}',
  '[a',
  '"',
  "'a'",
  'a\\',
  ' a',
  'a ',
  '\ta',
  'a\n',
  'a\n\n',
  '\n a',
  ' \n\n  a\nb\n ',
  'a\r\nb',
  'a\rb',
  '\u0085a',
  '\u2028a\u2029',
  '\ufeffa',
  '\u0000a\u0007\u001b[31m',
  '\u007fa\u202e',
  '::error::a',
  '##[group]a',
  'a · 3fa9c1e25b07d846',
  `${'long '.repeat(1000)}end`,
]

export const word = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.string({ unit: 'grapheme', minLength: 1, maxLength: 12 }).filter((each) => /\S/.test(each)),
  },
  fc.constantFrom(...hostile),
)
const key = fc
  .oneof(word, fc.constantFrom('a', 'b', '1', '-1', 'constructor'))
  .filter((each) => each !== '__proto__')
const value = fc.letrec((tie) => ({
  any: fc.oneof(
    { maxDepth: 2 },
    word,
    fc.integer(),
    fc
      .double({ noNaN: true, noDefaultInfinity: true })
      .filter((each) => Math.abs(each) < 1e15 && !Object.is(each, -0)),
    fc.boolean(),
    fc.constant(null),
    fc.array(tie('any'), { maxLength: 3 }),
    fc.dictionary(key, tie('any'), { maxKeys: 3, noNullPrototype: true }),
  ),
})).any
const mapping = fc.dictionary(key, value, { maxKeys: 3, noNullPrototype: true })
const values = fc.dictionary(key, fc.oneof(word, fc.boolean()), { maxKeys: 3, noNullPrototype: true })

const history = fc.array(
  fc.record(
    { role: fc.constantFrom('user', 'assistant', 'tool'), content: word, name: fc.option(word) },
    { requiredKeys: ['role', 'content'], noNullPrototype: true },
  ),
  { minLength: 1, maxLength: 3 },
)
const evaluators = fc.uniqueArray(
  fc.record({ name: word, variable_values: values }, { requiredKeys: ['name'], noNullPrototype: true }),
  { minLength: 1, maxLength: 3, selector: (each) => each.name },
)
const calls = fc.array(
  fc.record(
    { tool: word, arguments: fc.option(mapping.filter((each) => !('match_type' in each))) },
    { requiredKeys: ['tool'], noNullPrototype: true },
  ),
  { maxLength: 2 },
)
const more = { language: fc.option(fc.constantFrom('en', 'de')), inputs: fc.option(mapping) }
export const tests: fc.Arbitrary<object> = fc.oneof(
  fc.record(
    { name: word, type: fc.constantFrom('response', 'conversation'), history, evaluators, ...more },
    { requiredKeys: ['name', 'history', 'evaluators'], noNullPrototype: true },
  ),
  fc.record(
    { name: word, type: fc.constant('tool_call'), history, tool_calls: calls, ...more },
    { requiredKeys: ['name', 'type', 'history', 'tool_calls'], noNullPrototype: true },
  ),
  fc.record(
    { name: word, type: fc.constant('general'), input: word, evaluators, ...more },
    { requiredKeys: ['name', 'type', 'input', 'evaluators'], noNullPrototype: true },
  ),
)

/** With the evaluators' names for their IDs. */
export function loose(given: object): LooseContent {
  const { evaluators: named, ...rest } = Object(given)
  const judges = named?.map(({ name, ...each }: { readonly name: string }) => ({
    evaluator_uuid: name,
    ...each,
  }))
  return { ...rest, ...(judges && { evaluators: judges }) }
}
