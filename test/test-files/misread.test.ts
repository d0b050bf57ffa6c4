// Values of tests that YAML reads as something else than their author sees.
import { describe, expect, test } from 'vitest'
import { readTests, testFiles } from '../../src/test-files/files.ts'
import { createFolder } from '../support/folders.ts'

function read(text: string, input = 't/*.yml', agents = ['Support bot']) {
  return readTests(input, agents, testFiles(createFolder({ 't/a.yml': text })))
}

/** Each as `file:line: message`. */
function errorsOf(text: string): string[] {
  const result = read(text)
  return result.ok ? [] : result.errors.map(({ file, line, message }) => `${file}:${line}: ${message}`)
}

describe('a value that JSON writes in another way', () => {
  const misread = (key: string) =>
    `the value of "${key}" is not read as it is written. For the text, put it in quotes; otherwise, write it as JSON does, such as 12.5 for 12.50.`
  const withNumber = (field: string, number: string) =>
    ({
      arguments: `- { name: A, type: tool_call, input: Hi, tool_calls: [{ tool: b, arguments: { c: [${number}] } }] }`,
      matcher: `- { name: A, type: tool_call, input: Hi, tool_calls: [{ tool: b, arguments: { c: { match_type: exact, value: ${number} } } }] }`,
      variable_values: `- { name: A, type: general, input: Hi, evaluators: [{ name: b, variable_values: { c: ${number} } }] }`,
      inputs: `- { name: A, type: general, input: Hi, evaluators: [{ name: b }], inputs: { c: { d: ${number} } } }`,
    })[field] ?? ''

  test.each([
    ['arguments', '+4915112345678', '4915112345678'],
    ['matcher', '01234', '1234'],
    ['variable_values', '007', '7'],
    ['inputs', '4e7', '40000000'],
    ['arguments', '0x1A', '26'],
    ['matcher', '0o17', '15'],
    ['variable_values', '1.10', '1.1'],
    ['inputs', '12.000', '12'],
    ['arguments', '.5', '0.5'],
    ['variable_values', '12.50', '12.5'],
    ['inputs', '5.', '5'],
    ['arguments', '-0', '0'],
    ['arguments', '1E3', '1000'],
    ['inputs', '12345678901234567890', '12345678901234567000'],
    ['arguments', '0.12345678901234567890', '0.12345678901234568'],
    ['arguments', 'Null', 'null'],
    ['variable_values', 'TRUE', 'true'],
    ['inputs', '~', 'null'],
  ])('in %s, as %s, is an error with both ways out', (field, number, read) => {
    expect(errorsOf(withNumber(field, number))).toEqual([
      `t/a.yml:1: ${misread(field === 'inputs' ? 'd' : field === 'matcher' ? 'value' : 'c')}`,
    ])
    for (const right of [`"${number}"`, `'${number}'`, read])
      expect(errorsOf(withNumber(field, right))).toEqual([])
  })

  test.each(['.inf', '-.INF', '.NaN', '1e400'])('and %s, which JSON does not have', (number) => {
    expect(errorsOf(withNumber('inputs', number))).toEqual([`t/a.yml:1: ${misread('d')}`])
  })

  test.each([
    '101',
    '-3',
    '19.9',
    '0.001',
    '1e+21',
    '12:30',
    '2026-11-26',
    'no',
    'null',
    'true',
    '1_000',
    '0b11',
    '+1 555',
  ])('but not %s, which is sent as it is written', (value) => {
    expect(errorsOf(withNumber('inputs', value))).toEqual([])
    expect(errorsOf(`%YAML 1.1\n---\n${withNumber('inputs', value)}`)).toEqual([])
  })

  test('is one in a file of JSON only if it is too large', () => {
    const json = (number: string) =>
      `[{"name": "A", "type": "general", "input": "Hi", "evaluators": [{"name": "b"}], "inputs": {"c":\n${number}}}]`
    for (const number of ['1.10', '1E3', '-0', '12.50']) expect(errorsOf(json(number))).toEqual([])
    expect(errorsOf(json('12345678901234567890'))).toEqual([`t/a.yml:2: ${misread('c')}`])
  })

  test('is told beside the other errors of its test, and once', () => {
    const errors = errorsOf('- name: 007\n  inputs:\n    zip: 01234\n')
    expect(errors.filter((each) => /"zip"|"name"/.test(each))).toEqual([
      't/a.yml:1: "name" has to be a text, not a number. Put it in quotes.',
      `t/a.yml:3: ${misread('zip')}`,
    ])
  })

  test('may be the name of an agent', () => {
    const result = read(
      '- { name: A, type: general, input: Hi, evaluators: [{ name: Tone }] }',
      '007: t/*.yml',
      ['007'],
    )
    expect(result).toMatchObject({ ok: true, agents: [{ agent: '007' }] })
  })
})

test('an argument whose name begins with an invisible space is refused, and a text that contains some is not', () => {
  const call = (key: string) =>
    `- { name: A, type: tool_call, input: Hi, tool_calls: [{ tool: b, arguments: {\n  ${key}: c } }] }`
  expect(errorsOf(call('\u00a0zip'))[0]).toContain('t/a.yml:2: there is the invisible character U+00A0')
  expect(errorsOf(call('zip'))).toEqual([])
  const french =
    '- name: "Il dit :\u00a0oui"\n  type: general\n  input: |\n    \u00a0\u00a0Il dit :\u00a0oui\n  evaluators: [{ name: Il dit\u00a0:\u00a0oui }]\n'
  expect(errorsOf(french)).toEqual([])
})
