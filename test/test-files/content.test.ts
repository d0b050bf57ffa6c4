// The form of a test's content that its name on the service is made of: what changes it, and what does not.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { stringify } from 'yaml'
import {
  canonicalForm,
  contentOf,
  formOf,
  type LooseContent,
  serviceName,
} from '../../src/test-files/definition.ts'
import { readTests } from '../../src/test-files/files.ts'
import type { TestDefinition } from '../../src/test-files/schema.ts'
import { loose, tests } from './generated-tests.ts'

const looseForm = (given: object) => canonicalForm(contentOf(loose(given)))

/** What a file with this text says. */
function readBack(text: string): TestDefinition {
  const result = readTests('a.yml', ['A'], {
    readFile: () => ({ value: text }),
    find: () => [{ path: 'a.yml', file: 'a.yml' }],
  })
  const [found] = result.ok ? result.agents.flatMap((each) => each.tests) : []
  if (found === undefined) throw new Error(`${text}\n${JSON.stringify(result)}`)
  return found.test
}

/** The same with another order of keys, from `seed`. */
function shuffled(given: unknown, seed: number): unknown {
  if (Array.isArray(given)) return given.map((each) => shuffled(each, seed))
  if (typeof given !== 'object' || given === null) return given
  const entries = Object.entries(given).map(([name, each]) => [name, shuffled(each, seed)] as const)
  const at = seed % Math.max(1, entries.length)
  return Object.fromEntries([...entries.slice(at), ...entries.slice(0, at)].reverse())
}

test('neither the order of keys nor that of evaluators changes it', () => {
  fc.assert(
    fc.property(tests, fc.nat(100), (given, seed) => {
      const { evaluators: judges = [], ...rest } = Object(shuffled(given, seed))
      const other = { ...rest, ...(judges.length > 0 && { evaluators: [...judges].reverse() }) }
      expect(looseForm(other)).toBe(looseForm(given))
    }),
  )
})

test('null and absent are the same, except in arguments and inputs', () => {
  fc.assert(
    fc.property(tests, (given) => {
      const { history: turns, evaluators: judges, tool_calls, ...rest } = Object(given)
      const padded = {
        ...{ type: null, language: null, inputs: null, tool_calls: null },
        ...rest,
        ...(turns && {
          history: turns.map((turn: object) => ({ tool_call_id: null, tool_calls: null, ...turn })),
        }),
        ...(judges && {
          evaluators: judges.map((each: { readonly variable_values?: object }) => ({
            ...each,
            variable_values: { ...each.variable_values, 'not a word of the others': null },
          })),
        }),
        ...(tool_calls && { tool_calls: tool_calls.map((each: object) => ({ arguments: null, ...each })) }),
      }
      expect(looseForm(padded)).toBe(looseForm(given))
    }),
  )
  const call = (given: object | null) =>
    looseForm({ type: 'tool_call', tool_calls: [{ tool: 'a', arguments: given }] })
  const forms = [call(null), call({}), call({ a: null }), looseForm({ inputs: { a: null } }), looseForm({})]
  expect(new Set(forms).size).toBe(forms.length)
  const any = { tool: 'a', arguments: { a: 1 }, accept_any_arguments: true }
  expect(looseForm({ type: 'tool_call', tool_calls: [any] })).toBe(call(null))
})

test('no style of YAML changes it', () => {
  const styles = [
    { collectionStyle: 'flow' },
    { collectionStyle: 'block', lineWidth: 20 },
    { defaultStringType: 'QUOTE_DOUBLE', defaultKeyType: 'QUOTE_SINGLE', indent: 4 },
    { defaultStringType: 'BLOCK_LITERAL' },
    { defaultStringType: 'BLOCK_FOLDED', lineWidth: 30 },
  ] as const
  fc.assert(
    fc.property(tests, fc.constantFrom(...styles), (given, style) => {
      const text = stringify([given], { ...style, aliasDuplicateObjects: false })
      expect(looseForm(readBack(text))).toBe(looseForm(given))
      expect(looseForm(readBack(text.replaceAll('\n', '\r\n')))).toBe(looseForm(given))
    }),
  )
})

test.each<[string, LooseContent, LooseContent]>([
  [
    'the order of messages',
    { history: [{ role: 'user' }, { role: 'tool' }] },
    { history: [{ role: 'tool' }, { role: 'user' }] },
  ],
  ['a space', { input: 'a b' }, { input: 'a  b' }],
  ['a number for its text', { inputs: { a: 1 } }, { inputs: { a: '1' } }],
  ['a list for its element', { inputs: { a: [1] } }, { inputs: { a: 1 } }],
  ['the type', { type: 'conversation', input: 'a' }, { type: 'general', input: 'a' }],
  ['a language', { input: 'a' }, { input: 'a', language: 'en' }],
  [
    'values of another evaluator',
    { evaluators: [{ evaluator_uuid: '1' }] },
    { evaluators: [{ evaluator_uuid: '2' }] },
  ],
])('%s changes it', (_, one, other) => {
  expect(canonicalForm(contentOf(one))).not.toBe(canonicalForm(contentOf(other)))
})

test('the name on the service ends in sixteen digits of what the file says, with evaluators by name', () => {
  const refund: TestDefinition = {
    name: 'Refuses a refund',
    history: [{ role: 'user', content: 'I bought it 40 days ago. Can I return it?' }],
    evaluators: [{ name: 'Correctness', variable_values: { criteria: 'Refuses.' } }],
  }
  const form =
    '{"evaluators":[{"evaluator_uuid":"Correctness","variable_values":{"criteria":"Refuses."}}],"history":[{"content":"I bought it 40 days ago. Can I return it?","role":"user"}],"type":"response"}'
  expect(formOf(refund)).toBe(form)
  expect(serviceName(refund)).toBe('Refuses a refund · fc5ac83e838c9805')
  expect(serviceName({ ...refund, evaluators: [{ name: 'Tone' }] })).not.toBe(serviceName(refund))
})
