// The evaluators of tests, found among those of the service.
import { describe, expect, test } from 'vitest'
import type { EvaluatorListEntry } from '../../src/client/index.ts'
import { onService } from '../../src/test-files/evaluators.ts'
import { readTests } from '../../src/test-files/files.ts'

const evaluator = (
  name: string,
  evaluator_type: string | null,
  ...variables: { readonly name: string; readonly default?: string | null }[]
): EvaluatorListEntry => ({
  uuid: `id of ${name}`,
  name,
  evaluator_type,
  live_version: { uuid: 'v', variables },
})

const evaluators = [
  evaluator('Correctness', 'llm', { name: 'criteria' }),
  evaluator('Tone', 'llm'),
  evaluator('Style', 'llm', { name: 'guide', default: 'Ours.' }, { name: 'tone', default: '' }),
  evaluator('Goal', 'conversation', { name: 'goal', default: null }),
  evaluator('Sums up', 'llm-general'),
  evaluator('Both', 'llm'),
  { ...evaluator('Both', 'conversation'), uuid: 'of conversations' },
  evaluator('Twin', 'llm'),
  { ...evaluator('Twin', 'llm'), uuid: 'the other twin' },
  { ...evaluator('Unreadable', null), live_version: null },
]

function onTheService(text: string, input = 'a.yml', agents = ['A']) {
  const read = readTests(input, agents, {
    readFile: () => ({ value: text }),
    find: ({ path }) => [{ path, file: path }],
  })
  if (!read.ok) throw new Error(JSON.stringify(read.errors))
  return onService(read, evaluators)
}

/** A test whose third line begins the evaluators. */
const judgedBy = (entries: string, type = 'response') =>
  `- name: A
  type: ${type}
  ${type === 'general' ? 'input: Hi' : 'history: [{ role: user, content: Hi }]'}
  evaluators:
${entries}`

test('names become IDs, and each test gets its content and its name on the service', () => {
  const text = `${judgedBy('    - { name: Correctness, variable_values: { criteria: Is brief. } }\n    - { name: Tone }')}
- { name: Books, type: tool_call, input: Hi, tool_calls: [{ tool: book }] }`
  const result = onTheService(text, 'A: a.yml\nB: a.yml', ['A', 'B'])
  const [a, b] = result.ok ? result.agents : []
  expect(a?.tests).toEqual(b?.tests)
  expect(a?.tests).toMatchObject([
    {
      serviceName: expect.stringMatching(/^A · [0-9a-f]{16}$/),
      line: 1,
      content: {
        evaluators: [
          { evaluator_uuid: 'id of Correctness', variable_values: { criteria: 'Is brief.' } },
          { evaluator_uuid: 'id of Tone' },
        ],
      },
    },
    { content: { type: 'tool_call', input: 'Hi', tool_calls: [{ tool: 'book', arguments: null }] } },
  ])
})

test.each([
  ['response', '{ name: Both }', 'id of Both'],
  ['conversation', '{ name: Both }', 'of conversations'],
  ['general', '{ name: Sums up }', 'id of Sums up'],
  ['response', '{ name: Style, variable_values: { tone: kind } }', 'id of Style'],
  ['response', '{ name: Unreadable, variable_values: { any: value } }', 'id of Unreadable'],
])('a test of the type %s takes %s', (type, entry, uuid) => {
  const result = onTheService(judgedBy(`    - ${entry}`, type))
  expect(result).toMatchObject({
    agents: [{ tests: [{ content: { evaluators: [{ evaluator_uuid: uuid }] } }] }],
  })
})

describe('refuses', () => {
  const empty = 'Without one, it judges by an empty text.'

  /** @param entries of evaluators, the first one on line 5 */
  test.each<[what: string, entries: string, line: number, message: string]>([
    [
      'an unknown name',
      '- name: Corectness',
      5,
      'the service has no evaluator "Corectness". Did you mean "Correctness"?',
    ],
    [
      'a name that nothing is close to',
      '- name: Something else entirely',
      5,
      'the service has no evaluator "Something else entirely". For tests of this type, it has "Correctness", "Tone", "Style", "Both", "Twin", "Twin", "Unreadable".',
    ],
    [
      'one of another type',
      '- name: Goal',
      5,
      '"Goal" is an evaluator of the type conversation. A test of the type response needs one of the type llm. Choose another one, or correct "type".',
    ],
    [
      'two of one name',
      '- name: Twin',
      5,
      'two evaluators of the service are called "Twin". Rename one of them there.',
    ],
    [
      'a misspelt variable with a value for it',
      '- name: Style\n      variable_values:\n        tone: kind\n        gide: Ours',
      8,
      'the evaluator "Style" has no variable "gide". Did you mean "guide"?',
    ],
    [
      'a variable of an evaluator without any',
      '- name: Tone\n      variable_values: { constructor: x }',
      6,
      'the evaluator "Tone" has no variable "constructor". It has none.',
    ],
    [
      'a variable without a value',
      '- name: Tone\n    - name: Correctness',
      6,
      `the evaluator "Correctness" needs a value for "criteria". ${empty}`,
    ],
    [
      'an empty value',
      '- name: Correctness\n      variable_values: { criteria: " " }',
      5,
      `the evaluator "Correctness" needs a value for "criteria". ${empty}`,
    ],
    ['an empty default', '- name: Style', 5, `the evaluator "Style" needs a value for "tone". ${empty}`],
  ])('%s, at its line', (_, entries, line, message) => {
    const text = judgedBy(`    ${entries}`)
    const result = onTheService(text)
    const lines = text.split('\n').slice(line - 2, line)
    expect(result.ok ? [] : result.errors).toEqual([
      { file: 'a.yml', line, message, lines, example: expect.any(Array) },
    ])
  })

  test('all that is wrong, once, also where two agents have the test', () => {
    const text = judgedBy('    - name: Correctness\n      variable_values: { a: b }\n    - name: None')
    const result = onTheService(text, 'A: a.yml\nB: a.yml', ['A', 'B'])
    expect(result.ok ? [] : result.errors.map(({ line }) => line)).toEqual([6, 5, 7])
  })
})

test('of very many unknown variables of one evaluator, the first ten are told', () => {
  const values = Array.from({ length: 1000 }, (_, i) => `        v${i}: x`).join('\n')
  const result = onTheService(judgedBy(`    - name: Tone\n      variable_values:\n${values}`))
  expect(result).toMatchObject({ ok: false, errors: { length: 10 } })
})
