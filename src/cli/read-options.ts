// Options and key of commands that call the service, checked with every error named.
import { ADDRESSES, type InputName, type Inputs, parseInputs } from '../inputs/inputs.ts'
import { quoted } from '../inputs/values.ts'
import { readText } from '../inputs/workspace.ts'
import { environmentError } from '../runner/network-variables.ts'
import type { InputIssue } from '../schema.ts'
import { printError } from './display.ts'
import { refuse } from './exit.ts'
import { API_KEY, optionError, optionTerms } from './input-options.ts'

const KEY_IS_MISSING = `${API_KEY} is not set. Create an API key in the service (workspace settings, API keys) and set this environment variable to it.`

const KEY_AS_OPTION = `Option --api-key: other users of this machine can read command lines. Set the environment variable ${API_KEY} instead.`

/**
 * Prints what is wrong.
 * @param options as given, by the names that commander makes of them: `baseUrl` is `--base-url`
 * @returns null if the command cannot start
 */
export function readOptions(options: Readonly<Record<string, unknown>>): Inputs | null {
  const apiKey = (process.env[API_KEY] ?? '').trim()
  const unreadable: string[] = []
  const read = (name: InputName) => {
    if (name === 'api-key') return apiKey
    if (name === 'override') return overrideText(options['override'], unreadable)
    const value = options[name.replace(/-(.)/g, (_, letter: string) => letter.toUpperCase())]
    const fallback = name === 'base-url' || name === 'app-url' ? process.env[ADDRESSES[name]] : ''
    return Array.isArray(value) ? value.join('\n') : String(value ?? fallback ?? '')
  }
  const parsed = parseInputs(read, {
    now: Date.now(),
    given: [],
    secretsWithheld: false,
    terms: optionTerms,
  })
  const unsafe = environmentError(process.env)
  const errors = [
    ...('apiKey' in options ? [KEY_AS_OPTION] : []),
    ...(unsafe === null ? [] : [unsafe]),
    ...unreadable,
    ...(parsed.ok && apiKey === '' ? [KEY_IS_MISSING] : []),
    ...(parsed.ok ? [] : parsed.errors).map((error) => {
      const { input } = error
      if (input === 'api-key' && apiKey === '') return KEY_IS_MISSING
      const isMissing = (input === 'base-url' || input === 'app-url') && read(input) === ''
      if (isMissing) return `Option --${input} is missing. Set it, or ${ADDRESSES[input]}.`
      return errorText(error, options['override'])
    }),
  ]
  if (!parsed.ok || errors.length > 0) {
    refuse(errors)
    return null
  }
  for (const warning of parsed.warnings) printError(`warning: ${optionError(warning)}`)
  for (const each of parsed.ignored) printError(`note: ${optionError(each)}`)
  return parsed.inputs
}

/** The same for a command that prints no link to the web application. */
export function readOptionsWithoutLinks(options: Readonly<Record<string, unknown>>): Inputs | null {
  return readOptions({ ...options, appUrl: 'http://localhost' })
}

/** @param override the file of that option, which its messages do not know */
export function errorText(error: InputIssue, override: unknown): string {
  const input = error.input === 'override' ? `override, ${quoted(String(override))}` : error.input
  return optionError({ ...error, input })
}

/** The text of the file that the option names. */
function overrideText(path: unknown, errors: string[]): string {
  if (typeof path !== 'string') return ''
  const add = (error: string) => {
    errors.push(`Option --override: the file ${quoted(path)} ${error}`)
    return ''
  }
  try {
    const text = readText(path)
    return 'value' in text ? text.value : add(text.error)
  } catch {
    return add('cannot be read. Correct the path.')
  }
}
