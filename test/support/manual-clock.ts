// A clock that tests advance by hand: hours pass in a millisecond, in the real order.
import type { Clock } from '../../src/client/core/clock.ts'

interface Sleeper {
  readonly ms: number
  readonly due: number
  readonly wake: () => void
}

export interface ManualClock extends Clock {
  /** The pending sleeps in milliseconds, in the order of their ends. */
  readonly asleep: readonly number[]
  /** Advances time and wakes sleepers in order; each can act, and sleep again, before the next. */
  advance(ms: number): Promise<void>
  /** Advances time from sleeper to sleeper until `outcome` settles. Only for work without real I/O. */
  finish<T>(outcome: Promise<T>): Promise<T>
  /** Waits in real time until something sleeps for exactly `ms`: for work with real I/O in between. */
  untilAsleep(ms: number): Promise<void>
}

/** @param startMs milliseconds since the Unix epoch */
export function createManualClock(startMs = Date.UTC(2026, 10, 21)): ManualClock {
  let now = startMs
  let sleepers: Sleeper[] = []

  function sleep(ms: number, signal?: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      if (signal?.aborted) return resolve()
      const end = () => {
        sleepers = sleepers.filter((each) => each !== sleeper)
        signal?.removeEventListener('abort', end)
        resolve()
      }
      const sleeper = { ms, due: now + Math.max(0, ms), wake: end }
      sleepers = [...sleepers, sleeper].sort((one, other) => one.due - other.due)
      signal?.addEventListener('abort', end, { once: true })
    })
  }

  function wakeNext(latest: number): boolean {
    const next = sleepers[0]
    if (next === undefined || next.due > latest) return false
    now = next.due
    next.wake()
    return true
  }

  return {
    now: () => now,
    sleep,
    get asleep() {
      return sleepers.map(({ ms }) => ms)
    },
    async advance(ms) {
      const end = now + ms
      do await turn()
      while (wakeNext(end))
      now = end
    },
    async finish(outcome) {
      let settled = false
      const end = () => {
        settled = true
      }
      outcome.then(end, end)
      for (;;) {
        await turn()
        if (settled) return outcome
        wakeNext(Number.POSITIVE_INFINITY)
      }
    },
    async untilAsleep(ms) {
      while (!sleepers.some((sleeper) => sleeper.ms === ms)) await turn()
    },
  }
}

/** One turn of the event loop, which settles all pending promises. */
function turn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve))
}
