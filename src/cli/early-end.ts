// The early end of a command that calls the service and starts no run: what it prints, and its exit code.
import type { ClientError } from '../client/index.ts'
import type { EarlyEnd } from '../gate/model.ts'
import { selectionFailed } from '../gate/select/agents.ts'
import { serviceError } from '../gate/service.ts'
import { logText } from '../report/untrusted-text.ts'
import { errorText, problemWords, stepFor } from '../results/problems.ts'
import { asSentence, plain, type Sentence } from '../results/sentence.ts'
import { stepAfterError, stepAfterLaterError, stepText } from '../results/steps.ts'
import { endSoon } from '../runner/end.ts'
import { printError } from './display.ts'
import { abortCode, END_MS, EXIT } from './exit.ts'
import { optionWording } from './input-options.ts'

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
  const { short, sentences } = problemWords(reason)
  const text = (sentence: Sentence) => logText(plain(optionWording(sentence)), 1000)
  for (const each of sentences) printError(`error: ${text([short])}: ${text(each)}`)
  printError(`→ ${text(asSentence(stepFor(reason)))}`)
  return abortCode(reason)
}
