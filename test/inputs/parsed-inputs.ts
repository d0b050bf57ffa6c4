// Parses some inputs, with the others empty or valid.
import fc from 'fast-check'
import {
  INPUT_DEFAULTS,
  type InputContext,
  type InputError,
  type InputName,
  type Inputs,
  type ParsedInputs,
  parseInputs,
} from '../../src/inputs/inputs.ts'

export const inputNames = Object.keys(INPUT_DEFAULTS) as InputName[]

export type Given = Partial<Record<InputName, string>>

/** The inputs without a usable default. */
export const valid: Given = {
  'api-key': 'sk-0123456789',
  'base-url': 'https://api.acme.test',
  'app-url': 'https://app.acme.test',
}

/** On 21 November 2026. */
export const context: InputContext = {
  now: Date.UTC(2026, 10, 21, 23, 59),
  given: inputNames,
  secretsWithheld: false,
}

export const parse = (given: Given): ParsedInputs => parseInputs((name) => given[name] ?? '', context)

/** @throws if there are errors */
export function inputsOf(given: Given): Inputs {
  const parsed = parse({ ...valid, ...given })
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.errors))
  return parsed.inputs
}

/** With the lines that belong to a message below it. */
export function errorsOf(given: Given): readonly Pick<InputError, 'input' | 'message'>[] {
  const parsed = parse({ ...valid, ...given })
  const errors = parsed.ok ? [] : parsed.errors
  return errors.map(({ input, message, lines }) => ({ input, message: [message, ...lines].join('\n') }))
}

export const anyKey = fc.stringMatching(/^sk-[0-9a-f]{12}$/)

export const anyText = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.constantFrom('', 'https://acme.test', 'report', '7', '{"a":1}', 'https://api.agent-tests.example'),
  anyKey,
)
