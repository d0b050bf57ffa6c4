// What commands share that call the service: options and key, checked with every error named; and an early end.
import type { CallOptions, ClientError } from '../client/index.ts'
import type { GateEvent } from '../gate/events.ts'
import type { EarlyEnd } from '../gate/model.ts'
import { reportUnreachable, selectionFailed, triedForMs } from '../gate/select/agents.ts'
import { serviceError } from '../gate/service.ts'
import { ADDRESSES, type InputName, type Inputs, parseInputs } from '../inputs/inputs.ts'
import { pathInRepository } from '../inputs/repository.ts'
import { quoted } from '../inputs/values.ts'
import { readText, workspaceReader } from '../inputs/workspace.ts'
import { eventLines } from '../report/log-events.ts'
import { logText } from '../report/untrusted-text.ts'
import { duration } from '../results/format.ts'
import { errorText, problemWords, remedyFor } from '../results/problems.ts'
import { errorRemedy, laterErrorRemedy, remedies } from '../results/remedies.ts'
import { asSentence, plain, type Sentence } from '../results/sentence.ts'
import { endSoon } from '../runner/end.ts'
import { environmentError } from '../runner/environment.ts'
import { linePrinter, printError } from './display.ts'
import { abortCode, END_MS, EXIT, refuse } from './exit.ts'
import { API_KEY, optionError, optionTerms, optionWording } from './input-options.ts'

const NO_KEY = `${API_KEY} is not set. Create an API key in the service (workspace settings, API keys) and set this environment variable to it.`

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
    readFile: workspaceReader('.', optionTerms),
    inRepository: (file) => pathInRepository(file, '.'),
  })
  const unsafe = environmentError(process.env)
  const errors = [
    ...('apiKey' in options ? [KEY_AS_OPTION] : []),
    ...(unsafe === null ? [] : [unsafe]),
    ...unreadable,
    ...(parsed.ok && apiKey === '' ? [NO_KEY] : []),
    ...(parsed.ok ? [] : parsed.errors).map((error) => {
      const { input, message } = error
      if (input === 'api-key' && apiKey === '') return NO_KEY
      const isMissing = (input === 'base-url' || input === 'app-url') && read(input) === ''
      if (isMissing) return `Option --${input} is missing. Set it, or ${ADDRESSES[input]}.`
      // With the file, which the message does not know.
      return input === 'override'
        ? `Option --override, ${quoted(String(options['override']))}: ${message}`
        : optionError(error)
    }),
  ]
  if (!parsed.ok || errors.length > 0) {
    refuse(errors)
    return null
  }
  for (const warning of parsed.warnings) printError(`warning: ${optionError(warning)}`)
  return parsed.inputs
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

const LOOKUP_MS = 30_000

/** How commands that launch nothing look up agents: if nothing answers, they say so before they try again. */
export function lookupOptions({ baseUrl }: Pick<Inputs, 'baseUrl'>): CallOptions {
  const print = linePrinter(process.stderr)
  const emit = (event: GateEvent) => print(eventLines(event, optionWording))
  const answered = reportSlowness(emit, baseUrl, LOOKUP_MS)
  const { onAttempt, ...options } = reportUnreachable(emit, LOOKUP_MS)
  return {
    ...options,
    onAttempt(attempt) {
      answered()
      onAttempt?.(attempt)
    },
  }
}

const SLOW_MS = 5000

/**
 * Reports that nothing has answered yet, since services and proxies that hang are errors only much later.
 * @returns to be called at the first answer or error, and at the end
 */
export function reportSlowness(
  emit: (event: GateEvent) => void,
  baseUrl: string,
  timeoutMs: number,
): () => void {
  const timer = setTimeout(() => {
    const message = `No answer from ${new URL(baseUrl).host} yet, after ${duration(SLOW_MS)}`
    const error = { kind: 'timeout', message, status: null, reason: null, code: null } as const
    const tried = triedForMs({ kind: 'timeout', retryAfterMs: null }, timeoutMs)
    emit({ type: 'unreachable', error, triedForMs: tried })
  }, SLOW_MS)
  return () => clearTimeout(timer)
}

/**
 * @param which a path that is not found is a wrong address if no request has succeeded before
 * @returns the exit code
 */
export function failedRequest(
  what: string,
  error: ClientError,
  which: 'first request' | 'later request',
): number {
  const failure = serviceError(error)
  if (failure.status === 401) return abort(selectionFailed({ ok: false, error }, {}).earlyEnd)
  endSoon(END_MS)
  const isFirst = which === 'first request'
  const isRefused = (isFirst ? [403, 405] : [403, 404, 405]).includes(failure.status ?? 0)
  const remedy = remedies[isFirst ? errorRemedy(failure) : laterErrorRemedy(failure)].sentence
  printError(`error: ${what} cannot be read: ${logText(errorText(failure), 1000)}.`)
  printError(
    isRefused
      ? '→ This needs a service on which a key can read tests and evaluators. Update it.'
      : `→ ${plain(optionWording(asSentence(remedy)))}`,
  )
  return EXIT.inconclusive
}

/**
 * For commands that launch nothing.
 * @returns the exit code
 */
export function abort(reason: EarlyEnd): number {
  endSoon(END_MS)
  const { short, sentences } = problemWords(reason)
  const text = (sentence: Sentence) => logText(plain(optionWording(sentence)), 1000)
  for (const each of sentences) printError(`error: ${text([short])}: ${text(each)}`)
  printError(`→ ${text(asSentence(remedyFor(reason)))}`)
  return abortCode(reason)
}
