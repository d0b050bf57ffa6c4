// What may be retried, and when.
import type { Clock } from './clock.ts'
import { type ClientError, isClientError } from './errors.ts'

/**
 * `read`: sending it twice is harmless. `write`: retried only if the service cannot have acted on the first attempt. A
 * gateway answers 503 also if the service breaks off, so that is no refusal.
 */
export type RetryPolicy = 'read' | 'write'

/** Whether the name of the host was not found. */
export function isUnresolved(error: ClientError): boolean {
  return error.kind === 'network' && (error.code === 'ENOTFOUND' || error.code === 'EAI_AGAIN')
}

/** Whether a request that failed with `error` may be sent again. */
export function mayRetry(policy: RetryPolicy, error: ClientError): boolean {
  if (!error.transient) return false
  return policy === 'read' || !error.maybeReceived || (error.kind === 'http' && error.status === 429)
}

/**
 * Milliseconds to wait before retry number `retry` (from 1): `firstMs`, doubled each time. Jitter shortens the delay by up
 * to a quarter, so that many clients do not return at the same moment. `Retry-After` is a lower bound, to which jitter is
 * added.
 * @param random a number in [0, 1)
 */
export function retryDelayMs(
  retry: number,
  { firstMs, capMs }: { readonly firstMs: number; readonly capMs: number },
  retryAfterMs: number | null,
  random: number,
): number {
  const doubled = Math.min(capMs, firstMs * 2 ** (retry - 1))
  const jittered = doubled * (1 - random / 4)
  return Math.max(jittered, (retryAfterMs ?? 0) * (1 + random / 10))
}

/** Polling a run ends after this many transient errors in a row. */
export const MAX_POLL_ERRORS = 10

const POLL_BACKOFF_CAP_MS = 60_000

/** Milliseconds to wait before the next poll of a run after transient errors: from the interval up to one minute. */
export function pollRetryDelayMs(
  errorsInARow: number,
  intervalMs: number,
  retryAfterMs: number | null,
  random: number,
): number {
  const backoff = { firstMs: intervalMs, capMs: Math.max(POLL_BACKOFF_CAP_MS, intervalMs) }
  return retryDelayMs(errorsInARow, backoff, retryAfterMs, random)
}

/**
 * Parses a `Retry-After` header (seconds or an HTTP date) into milliseconds from now; null if it is neither.
 * @param serverNow the response's `Date` header, so that a server with a wrong clock does no harm
 * @param nowMs used if that header is missing, in milliseconds since the Unix epoch
 */
export function parseRetryAfter(
  value: string | null,
  serverNow: string | null,
  nowMs: number,
): number | null {
  if (value === null) return null
  const text = value.trim()
  if (/^\d+(?:\.\d+)?$/.test(text)) return Math.ceil(Number(text) * 1000)
  const at = /[a-z]/i.test(text) ? Date.parse(text) : Number.NaN
  return Number.isNaN(at) ? null : Math.max(0, at - (Date.parse(serverNow ?? '') || nowMs))
}

/** The longest that a request waits because of another request's 429. */
const MAX_PAUSE_MS = 60_000

/** A 429 concerns every request: after one, the others wait as well. */
export function createRateLimitPause(clock: Clock) {
  let until = Number.NEGATIVE_INFINITY
  return {
    /** Starts or extends the pause if the error is a 429 with `Retry-After`. */
    observe(error: unknown): void {
      if (!isClientError(error) || error.kind !== 'http' || error.status !== 429) return
      until = Math.max(until, clock.now() + Math.min(error.retryAfterMs ?? 0, MAX_PAUSE_MS))
    },
    /** Resolves when the pause is over or the signal aborts; at once if the pause would last until `end` or longer. */
    async wait(end: number, signal?: AbortSignal): Promise<void> {
      while (clock.now() < until && until < end && !signal?.aborted)
        await clock.sleep(until - clock.now(), signal)
    },
  }
}
