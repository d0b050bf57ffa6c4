// Time that stands still until a test moves it: hours pass in a millisecond, in the order they would really pass.
import type { Clock } from '../../src/client/clock.ts'

interface Sleeper {
  readonly ms: number
  readonly due: number
  readonly wake: () => void
}

export interface ManualClock extends Clock {
  /** Milliseconds asked for by those asleep now, in the order they will wake. */
  readonly asleep: readonly number[]
  /** Moves time on, waking whoever is due in order and letting each act (and sleep again) before the next. */
  advance(ms: number): Promise<void>
  /** Moves time on, from one sleeper to the next, until `outcome` settles. Only for work without real input or output. */
  finish<T>(outcome: Promise<T>): Promise<T>
  /** Waits in real time until somebody sleeps for exactly `ms`: for work that awaits real sockets in between. */
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

/** A turn of the event loop: every promise that can go on has gone on. */
function turn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve))
}
