// What is wrong with a test by its schema, in words, with lines that are right.
import type * as z from 'zod/mini'
import { closestName, didYouMean } from '../inputs/names.ts'
import { formLines, quoted, sourceLine, visible } from '../inputs/values.ts'
import type { InputIssue } from '../schema.ts'

export interface TestFileError {
  /** Relative to the workspace; null for the input itself. */
  readonly file: string | null
  readonly line: number | null
  /** What is wrong, and what to do. */
  readonly message: string
  /** That line and the one before it, as they are: untrusted. */
  readonly lines: readonly string[]
  /** For an error of form: lines as they are right, those of the field or a whole test. Else empty. */
  readonly example: readonly string[]
}

/** By the field that is wrong. */
export const examples = {
  agents: ['Support bot: agent-tests/support-bot/*.yml', 'Sales bot: agent-tests/sales-bot/*.yml'],
  patterns: ['agent-tests/support-bot/*.yml', 'agent-tests/all-bots/*.yml'],
  yaml: [
    '- name: Refuses a refund after 30 days',
    '  history:',
    '    - { role: user, content: "Can I return it?" }',
    '  evaluators:',
    '    - name: Correctness',
  ],
  name: ['- name: Refuses a refund after 30 days', '- name: Refuses a refund of a used item'],
  type: ['- name: Books the room', '  type: tool_call'],
  history: ['  history:', '    - { role: user, content: "Can I return it?" }'],
  input: ['  type: general', '  input: Sum up this call.'],
  tool_calls: ['  tool_calls:', '    - { tool: book_room, arguments: { room: "101" } }'],
  evaluators: ['  evaluators:', '    - name: Correctness'],
  variable_values: [
    '      variable_values:',
    '        criteria: "Refuses, and says that the limit is 30 days."',
  ],
  language: ['- name: Books the room', '  language: en'],
  inputs: ['  inputs:', '    locale: de'],
  number: ['        phone: "+4915112345678"', '        price: 12.5'],
} as const

/** What is wrong and where, then what is written there, and how to write it. */
export function testIssue({ file, line, message, lines, example }: TestFileError): InputIssue {
  const place = file === null ? '' : line === null ? `${visible(file)}: ` : `${visible(file)}:${line}: `
  const first = (line ?? 0) - lines.length + 1
  const found = lines.map((each, i) => `  ${sourceLine(each, first + i)}`)
  return {
    input: 'tests',
    file,
    line,
    message: `${place}${message}`,
    lines: [...found, ...formLines(example)],
  }
}

interface SchemaError {
  readonly message: string
  /** To the key or the element in question. */
  readonly path: readonly PropertyKey[]
  readonly example: readonly string[]
}

export function schemaErrors(issues: readonly z.core.$ZodIssue[], test: unknown): SchemaError[] {
  const unknown = issues.flatMap((issue) => {
    if (issue.code !== 'unrecognized_keys') return []
    return issue.keys.map((key) => unknownKey(key, issue.path, test))
  })
  // Which keys are right depends on the type.
  const [misspeltType] = unknown.filter(({ meant }) => meant === 'type')
  if (misspeltType !== undefined) return [misspeltType]
  // A misspelt key is one mistake, although the right one is missing, too.
  const misspelt = new Set(unknown.map(({ meant }) => meant))
  const others = issues
    .filter(({ code }) => code !== 'unrecognized_keys')
    .filter(({ path }) => valueAt(test, path) !== undefined || !misspelt.has(path.join('\n')))
    .map((issue) => ({
      message: issueMessage(issue, test),
      path: issue.path,
      example: issue.code === 'custom' && issue.params?.['isOfForm'] === false ? [] : exampleOf(issue.path),
    }))
  return [...others, ...unknown]
}

function exampleOf(path: readonly PropertyKey[]): readonly string[] {
  const [field] = path
  if (path.includes('variable_values')) return examples.variable_values
  return Object.entries(examples).find(([name]) => name === field)?.[1] ?? examples.yaml
}

const fields = {
  test: ['name', 'type', 'history', 'input', 'tool_calls', 'evaluators', 'language', 'inputs'],
  history: ['role', 'content', 'name', 'tool_call_id', 'tool_calls'],
  tool_calls: ['tool', 'arguments', 'accept_any_arguments'],
  evaluators: ['name', 'variable_values'],
}

/** `meant`: the path to what the key may be a misspelling of. */
function unknownKey(
  key: string,
  parent: readonly PropertyKey[],
  test: unknown,
): SchemaError & { readonly meant?: string } {
  const { type = 'response' } = Object(test)
  const path = [...parent, key]
  const [within = 'test'] = parent
  if (within === 'test' && fields.test.includes(key)) {
    const message = `a test of the type ${type} has no ${quoted(key)}. Remove it, or correct "type".`
    return { message, path, example: examples.yaml }
  }
  const known = Object.entries(fields).find(([name]) => name === within)?.[1] ?? []
  const isOfService = within === 'test' && /^(conversation_history|messages)$/.test(key)
  const close = isOfService ? 'history' : closestName(key, known)
  if (close === null) {
    const expected = known.length > 0 ? ` Expected ${known.join(', ')}.` : ''
    return { message: `${quoted(key)} is unknown here.${expected}`, path, example: exampleOf(parent) }
  }
  const meant = [...parent, close]
  const message = `${quoted(key)} is unknown here. ${didYouMean(key, close)}`
  return { message, path, example: exampleOf(meant), meant: meant.join('\n') }
}

const valueAt = (test: unknown, path: readonly PropertyKey[]) =>
  path.reduce<unknown>((inner, key) => Reflect.get(Object(inner), key), test)

function issueMessage(issue: z.core.$ZodIssue, test: unknown): string {
  if (issue.code === 'custom') return `${issue.message}.`
  const value = valueAt(test, issue.path)
  const name = issue.path.findLast((part) => typeof part === 'string')
  const field = name === undefined ? 'a test' : quoted(String(name))
  const what = name !== undefined && typeof issue.path.at(-1) === 'number' ? `an element of ${field}` : field
  if (value === undefined) return `${what} is missing.`
  if (Array.isArray(value) && issue.code === 'too_small') return `${what} is empty. Write at least one.`
  const expected = expectedBy(issue)
  const isPlain = typeof value === 'number' || typeof value === 'boolean'
  const remedy = isPlain && expected.startsWith('a text') ? ' Put it in quotes.' : ''
  return `${what} has to be ${expected}, ${foundAs(value, issue)}.${remedy}`
}

/** Texts and numbers of a test are its own business, unless one of some words was expected. */
function foundAs(value: unknown, { code }: z.core.$ZodIssue): string {
  if (value === null) return 'but it is empty'
  if (typeof value === 'boolean') return `not ${value}`
  if (typeof value === 'string' && code !== 'invalid_type') return `not ${quoted(value)}`
  return `not ${kinds[Array.isArray(value) ? 'array' : typeof value]}`
}

const kinds: Readonly<Record<string, string>> = {
  string: 'a text',
  number: 'a number',
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
    default:
      return 'a text that is not empty'
  }
}
