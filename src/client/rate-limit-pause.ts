// A 429 concerns every request: after one, the others wait as well.
import type { Clock } from './clock.ts'
import { isClientError } from './errors.ts'

/** The longest that a request waits because of another request's 429. */
const MAX_PAUSE_MS = 60_000

export interface RateLimitPause {
  /** Starts or extends the pause if the error is a 429 with `Retry-After`. */
  observe(error: unknown): void
  /** Resolves when the pause is over or the signal aborts; at once if the pause would last until `end` or longer. */
  wait(end: number, signal?: AbortSignal): Promise<void>
}

export function createRateLimitPause(clock: Clock): RateLimitPause {
  let until = Number.NEGATIVE_INFINITY
  return {
    observe(error) {
      if (!isClientError(error) || error.kind !== 'http' || error.status !== 429) return
      until = Math.max(until, clock.now() + Math.min(error.retryAfterMs ?? 0, MAX_PAUSE_MS))
    },
    async wait(end, signal) {
      while (clock.now() < until && until < end && !signal?.aborted)
        await clock.sleep(until - clock.now(), signal)
    },
  }
}
