// Raw strings → one readonly record. Every fault is named, and all are reported together.

/** The inputs of action.yml that have a default there, with that default: an empty input means it too. */
export const INPUT_DEFAULTS = {
  agents: '',
  'base-url': 'https://api.agent-tests.example',
  'app-url': 'https://app.agent-tests.example',
  mode: 'gate',
  'poll-interval': '5',
  timeout: '1800',
} as const

/** Every input of action.yml. */
export const INPUT_NAMES = [
  'api-key',
  'agents',
  'base-url',
  'app-url',
  'mode',
  'poll-interval',
  'timeout',
  'github-token',
  'matrix',
] as const

export type InputName = (typeof INPUT_NAMES)[number]

/** 24 days: longer than any job lives, and all that a timer can wait for. A longer wait would be no wait at all. */
const MOST_SECONDS = 2_147_483

/** What is shorter stands in other inputs by chance. */
const SHORTEST_KEY = 8
const KEY_MISPLACED = 'it holds the API key. Expected the key in "api-key" alone.'

const MODES = ['gate', 'gate-if-worse', 'report'] as const
export type Mode = (typeof MODES)[number]

export interface Inputs {
  readonly apiKey: string
  /** Names in the order given, without duplicates; empty for every agent. */
  readonly agents: readonly string[]
  readonly baseUrl: string
  readonly appUrl: string
  readonly mode: Mode
  readonly pollIntervalSeconds: number
  readonly timeoutSeconds: number
  /** Empty where no comment can be written. */
  readonly githubToken: string
  /** The leg of the job's matrix, null outside a matrix. */
  readonly matrix: Readonly<Record<string, unknown>> | null
}

export interface InputFault {
  readonly input: InputName
  /** What was given (never the key), and what is expected. */
  readonly message: string
}

export type ParsedInputs =
  | { readonly ok: true; readonly inputs: Inputs; readonly warnings: readonly string[] }
  | { readonly ok: false; readonly faults: readonly InputFault[] }

/** @param read the raw value of an input, an empty string where it is not set */
export function parseInputs(read: (name: InputName) => string): ParsedInputs {
  const faults: InputFault[] = []
  const fault = (input: InputName, message: string) => {
    faults.push({ input, message: `Input "${input}": ${message}` })
  }
  const apiKey = read('api-key').trim()
  // Wherever else it stands it would be quoted in reports, or be sent to another host.
  const holdsKey = (text: string) => apiKey.length >= SHORTEST_KEY && text.includes(apiKey)
  const value = (name: keyof typeof INPUT_DEFAULTS) => read(name).trim() || INPUT_DEFAULTS[name]
  const check = <T>(
    name: keyof typeof INPUT_DEFAULTS,
    parse: (text: string) => Checked<T>,
    fallback: T,
  ): T => {
    const text = value(name)
    const checked = holdsKey(text) ? { fault: KEY_MISPLACED } : parse(text)
    if ('value' in checked) return checked.value
    fault(name, checked.fault)
    return fallback
  }

  const keyFault = apiKeyFault(apiKey)
  if (keyFault !== null) fault('api-key', keyFault)
  for (const name of ['github-token', 'matrix'] as const) if (holdsKey(read(name))) fault(name, KEY_MISPLACED)
  const inputs: Inputs = {
    apiKey,
    agents: check('agents', agentNames, []),
    baseUrl: check('base-url', webAddress, ''),
    appUrl: check('app-url', webAddress, ''),
    mode: check('mode', modeWord, 'gate'),
    pollIntervalSeconds: check('poll-interval', wholeSeconds, 1),
    timeoutSeconds: check('timeout', wholeSeconds, 1),
    githubToken: read('github-token').trim(),
    matrix: matrixLeg(read('matrix')),
  }
  return faults.length > 0 ? { ok: false, faults } : { ok: true, inputs, warnings: warningsOf(inputs) }
}

type Checked<T> = { readonly value: T } | { readonly fault: string }

function apiKeyFault(key: string): string | null {
  if (key === '')
    return (
      'it is empty. Create a key in the service (workspace settings, API keys), save it as a secret of this repository, ' +
      'and pass that secret. On pull requests from forks and from Dependabot, GitHub withholds secrets.'
    )
  if (!/^[\x21-\x7e]+$/.test(key))
    return 'it holds white space or characters that no key has. Save the secret again, the key alone on one line.'
  return null
}

function agentNames(text: string): Checked<readonly string[]> {
  const names = [...new Set(text.split(/[,\r\n]+/).map((name) => name.trim()))].filter((name) => name !== '')
  if (names.length === 0 && text !== '')
    return {
      fault: `${quoted(text)} names no agent. Give agent names, or leave it empty to test every agent.`,
    }
  return { value: names }
}

function webAddress(text: string): Checked<string> {
  const url = URL.parse(text)
  if (url !== null && (url.username !== '' || url.password !== ''))
    return { fault: 'it holds a user name or a password. Expected the address without them.' }
  if (url === null || !/^https?:\/\//i.test(text))
    return {
      fault: `${quoted(text)} is not an address. Expected one that begins with https:// (or http://).`,
    }
  if (url.search !== '' || url.hash !== '')
    return { fault: `${quoted(text)} holds a query or a fragment. Expected the address without "?" and "#".` }
  if (/(^|\.)example\.?$/.test(url.hostname))
    return { fault: `${quoted(text)} is a placeholder. Set it to the address of your service.` }
  return { value: text }
}

function modeWord(text: string): Checked<Mode> {
  const mode = MODES.find((known) => known === text)
  if (mode === undefined)
    return { fault: `${quoted(text)} is not a mode. Expected "gate", "gate-if-worse" or "report".` }
  return { value: mode }
}

/** The runner writes it; whatever else stands there only means that legs are not told apart. */
function matrixLeg(text: string): Inputs['matrix'] {
  try {
    const leg: unknown = JSON.parse(text)
    return typeof leg === 'object' && leg !== null ? { ...leg } : null
  } catch {
    return null
  }
}

function wholeSeconds(text: string): Checked<number> {
  if (!/^0*[1-9]\d*$/.test(text))
    return { fault: `${quoted(text)} is not a number of seconds. Expected a whole number of at least 1.` }
  return { value: Math.min(Number(text), MOST_SECONDS) }
}

function quoted(text: string): string {
  return JSON.stringify(text.length <= 100 ? text : `${text.slice(0, 100).toWellFormed()}…`)
}

function warningsOf({ baseUrl }: Inputs): string[] {
  const url = URL.parse(baseUrl)
  if (url === null || url.protocol === 'https:' || isLoopback(url.hostname)) return []
  return [
    `Input "base-url": ${quoted(baseUrl)} is plain http, so the API key travels unencrypted. Use https.`,
  ]
}

function isLoopback(hostname: string): boolean {
  return /^(localhost|.+\.localhost|127(\.\d{1,3}){3}|\[::1\])$/.test(hostname)
}
