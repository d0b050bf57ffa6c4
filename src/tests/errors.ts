// What is wrong with a test by its schema, in words, with two lines that are right.
import { closestMatch } from 'leven'
import type * as z from 'zod/mini'
import { quoted, sourceLine, visible } from '../inputs/values.ts'

export interface TestFileError {
  /** Relative to the workspace; null for the input itself. */
  readonly file: string | null
  readonly line: number | null
  /** What is wrong, and what to do. */
  readonly message: string
  /** That line and the one before it, as they are: untrusted. */
  readonly lines: readonly string[]
  /** Two lines, as they are right. */
  readonly example: readonly string[]
}

/** By the field that is wrong. */
export const examples = {
  input: ['Support bot: agent-tests/support-bot/*.yml', 'Sales bot: agent-tests/sales-bot/*.yml'],
  patterns: ['agent-tests/support-bot/*.yml', 'agent-tests/all-bots/*.yml'],
  yaml: ['- name: Refuses a refund after 30 days', '  history:'],
  name: ['- name: Refuses a refund after 30 days', '- name: Refuses a refund of a used item'],
  type: ['- name: Books the room', '  type: tool_call'],
  history: ['  history:', '    - { role: user, content: "Can I return it?" }'],
  input_text: ['  type: general', '  input: Sum up this call.'],
  tool_calls: ['  tool_calls:', '    - { tool: book_room, arguments: { room: "101" } }'],
  evaluators: ['  evaluators:', '    - name: Correctness'],
  variable_values: [
    '      variable_values:',
    '        criteria: "Refuses, and says that the limit is 30 days."',
  ],
  language: ['- name: Books the room', '  language: en'],
  inputs: ['  inputs:', '    locale: de'],
} as const

/** What is wrong, where, and how it is right. */
export function errorText({ file, line, message, lines, example }: TestFileError): string {
  const place = file === null ? '' : line === null ? `${visible(file)}: ` : `${visible(file)}:${line}: `
  const first = (line ?? 0) - lines.length + 1
  const found = lines.map((each, i) => `\n  ${sourceLine(each, first + i)}`)
  return [
    `${place}${message}`,
    ...found,
    '\nWrite it like this:',
    ...example.map((each) => `\n  ${each}`),
  ].join('')
}

interface SchemaError {
  readonly message: string
  /** To the key or the element in question. */
  readonly path: readonly PropertyKey[]
  readonly example: readonly string[]
}

export function schemaErrors(issues: readonly z.core.$ZodIssue[], test: unknown): SchemaError[] {
  return issues.flatMap((issue): SchemaError[] => {
    if (issue.code !== 'unrecognized_keys')
      return [{ message: messageOf(issue, test), path: issue.path, example: exampleOf(issue.path) }]
    return issue.keys.map((key) => {
      const path = [...issue.path, key]
      return { message: unknownKey(key, issue.path, test), path, example: exampleOf(issue.path) }
    })
  })
}

function exampleOf(path: readonly PropertyKey[]): readonly string[] {
  const [field] = path
  if (path.includes('variable_values')) return examples.variable_values
  if (field === 'input') return examples.input_text
  return Object.entries(examples).find(([name]) => name === field)?.[1] ?? examples.yaml
}

const fields = {
  test: ['name', 'type', 'history', 'input', 'tool_calls', 'evaluators', 'language', 'inputs'],
  history: ['role', 'content', 'name', 'tool_call_id', 'tool_calls'],
  tool_calls: ['tool', 'arguments', 'accept_any_arguments'],
  evaluators: ['name', 'variable_values'],
}

function unknownKey(key: string, path: readonly PropertyKey[], test: unknown): string {
  const { type = 'response' } = Object(test)
  if (path.length === 0 && fields.test.includes(key)) {
    const why = key === 'evaluators' ? ' Its calls are compared with the expected ones.' : ''
    return `a test of the type ${type} has no ${quoted(key)}.${why} Remove it, or correct "type".`
  }
  if (valueAt(test, [...path, key]) === null) return `${quoted(key)} is unknown here. ${COMMA}`
  const [place = 'test'] = path
  const known = Object.entries(fields).find(([name]) => name === place)?.[1] ?? []
  const isOfBulk = path.length === 0 && /^(conversation_history|messages)$/.test(key)
  const close = isOfBulk ? 'history' : closestMatch(key, known, { maxDistance: 3 })
  const expected = known.length > 0 ? ` Expected ${known.join(', ')}.` : ''
  return `${quoted(key)} is unknown here.${close ? ` Did you mean ${quoted(close)}?` : expected}`
}

const COMMA = 'Inside { }, a comma begins the next key: put the whole text in quotes.'

const valueAt = (test: unknown, path: readonly PropertyKey[]) =>
  path.reduce<unknown>((inner, key) => Reflect.get(Object(inner), key), test)

function messageOf(issue: z.core.$ZodIssue, test: unknown): string {
  if (issue.code === 'custom') return `${issue.message}.`
  const value = valueAt(test, issue.path)
  const name = issue.path.findLast((part) => typeof part === 'string')
  const field = name === undefined ? 'a test' : quoted(String(name))
  if (issue.path.at(-2) === 'variable_values' && value === null) return `${field} has no value. ${COMMA}`
  const what = name !== undefined && typeof issue.path.at(-1) === 'number' ? `an element of ${field}` : field
  if (value === undefined) return `${what} is missing.`
  return `${what} has to be ${expectedBy(issue)}, ${foundAs(value)}.`
}

function foundAs(value: unknown): string {
  if (value === null) return 'but it is empty'
  if (Array.isArray(value)) return value.length === 0 ? 'not an empty list' : 'not a list'
  if (typeof value === 'object') return 'not a mapping'
  return typeof value === 'string' ? `not ${quoted(value)}` : `not the ${typeof value} ${value}`
}

const kinds: Readonly<Record<string, string>> = {
  string: 'a text (put numbers in quotes)',
  array: 'a list',
  object: 'a mapping',
  record: 'a mapping',
  boolean: 'true or false',
}

function expectedBy(issue: z.core.$ZodIssue): string {
  switch (issue.code) {
    case 'invalid_type':
      return kinds[issue.expected] ?? issue.expected
    case 'invalid_value':
      return issue.values.join(', ').replace(/, (?=[^,]*$)/, ' or ')
    case 'invalid_union':
      return issue.path.at(-1) === 'type' ? 'response, tool_call, conversation or general' : 'a text'
    case 'too_small':
      return 'a list that is not empty'
    default:
      return 'a text that is not empty'
  }
}
