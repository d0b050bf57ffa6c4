// The requests of commands that start no run: what is printed while the service does not answer, and if they fail.
import type { CallOptions, ClientError } from '../client/index.ts'
import type { GateEvent } from '../gate/events.ts'
import type { EarlyEnd } from '../gate/model.ts'
import { reportUnreachable, selectionFailed, triedForMs } from '../gate/select/agents.ts'
import { serviceError } from '../gate/service.ts'
import type { Inputs } from '../inputs/inputs.ts'
import { eventLines } from '../report/log-events.ts'
import { logText } from '../report/untrusted-text.ts'
import { duration } from '../results/format.ts'
import { errorText, problemWords, stepFor } from '../results/problems.ts'
import { asSentence, plain, type Sentence } from '../results/sentence.ts'
import { stepAfterError, stepAfterLaterError, stepText } from '../results/steps.ts'
import { endSoon } from '../runner/end.ts'
import { linePrinter, printError } from './display.ts'
import { abortCode, END_MS, EXIT } from './exit.ts'
import { optionWording } from './input-options.ts'

/** As long as a job waits for a service that restarts. */
const LOOKUP_MS = 120_000

/** Somebody waits, and a name is mistyped more often than a resolver is down. */
export const UNRESOLVED_MS = 30_000

/** How commands that launch nothing look up agents: if nothing answers, they say so before they try again. */
export function lookupOptions({ baseUrl }: Pick<Inputs, 'baseUrl'>): CallOptions {
  const print = linePrinter(process.stderr)
  const emit = (event: GateEvent) => print(eventLines(event, optionWording))
  const answered = reportSlowness(emit, baseUrl, LOOKUP_MS)
  const { onAttempt, ...options } = reportUnreachable(emit, LOOKUP_MS, UNRESOLVED_MS)
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
  if (failure.status === 401) return abort(selectionFailed(error, {}))
  endSoon(END_MS)
  const isFirst = which === 'first request'
  const isRefused = (isFirst ? [403, 405] : [403, 404, 405]).includes(failure.status ?? 0)
  const step = stepText(isFirst ? stepAfterError(failure) : stepAfterLaterError(failure))
  printError(`error: ${what} cannot be read: ${logText(errorText(failure), 1000)}.`)
  printError(
    isRefused
      ? '→ This needs a service on which a key can read tests and evaluators. Update it.'
      : `→ ${plain(optionWording(asSentence(step)))}`,
  )
  return EXIT.inconclusive
}

/** @returns the exit code */
export function abort(reason: EarlyEnd): number {
  endSoon(END_MS)
  const { short, why } = problemWords(reason)
  const text = (sentence: Sentence) => logText(plain(optionWording(sentence)), 1000)
  for (const each of why) printError(`error: ${text([short])}: ${text(each)}`)
  printError(`→ ${text(asSentence(stepFor(reason)))}`)
  return abortCode(reason)
}
