// What a command says while the service does not answer, long before it gives up.
import type { CallOptions } from '../client/index.ts'
import type { GateEvent } from '../gate/events.ts'
import { reportUnreachable, triedForMs } from '../gate/select/agents.ts'
import type { Inputs } from '../inputs/inputs.ts'
import { eventLines } from '../report/log-events.ts'
import { duration } from '../results/format.ts'
import { linePrinter } from './display.ts'
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
