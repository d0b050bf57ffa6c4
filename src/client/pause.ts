// "Too many requests" is said to one request and meant for all: those that wait their turn wait a little longer.
import type { Clock } from './clock.ts'
import { isClientError } from './errors.ts'

/** Nobody waits longer for what another request was told. */
const LONGEST_PAUSE_MS = 60_000

export interface Pause {
  /** Passes an answer on; one that is a 429 with `Retry-After` begins the pause, or makes it longer. */
  heed<T>(answer: Promise<T>): Promise<T>
  /** Resolves when the pause is over, at once where it would last to `end` or beyond, or when the signal aborts. */
  over(end: number, signal?: AbortSignal): Promise<void>
}

export function createPause(clock: Clock): Pause {
  let until = Number.NEGATIVE_INFINITY

  function begin(error: unknown): void {
    if (!isClientError(error) || error.kind !== 'http' || error.status !== 429) return
    until = Math.max(until, clock.now() + Math.min(error.retryAfterMs ?? 0, LONGEST_PAUSE_MS))
  }

  return {
    async heed(answer) {
      try {
        return await answer
      } catch (error) {
        begin(error)
        throw error
      }
    },
    async over(end, signal) {
      while (clock.now() < until && until < end && !signal?.aborted)
        await clock.sleep(until - clock.now(), signal)
    },
  }
}
