// Time as an argument: everything in the client and in the gate that waits uses a clock.

/** `now` never runs backwards; it and `sleep` count in milliseconds. */
export interface Clock {
  /** Milliseconds since the Unix epoch. */
  now(): number
  /**
   * Resolves after `ms`, at once if that is not above 0, or when the signal aborts, which the caller has to check. Infinity
   * is the longest time of a timer (24 days).
   */
  sleep(ms: number, signal?: AbortSignal): Promise<void>
}

/** Above this, Node's timers fire at once; below 0, they print a warning. */
const LONGEST_TIMER_MS = 2 ** 31 - 1

export const systemClock: Clock = {
  now: () => performance.timeOrigin + performance.now(),
  sleep: (ms, signal) =>
    new Promise((resolve) => {
      if (signal?.aborted) return resolve()
      const end = () => {
        clearTimeout(timer)
        signal?.removeEventListener('abort', end)
        resolve()
      }
      const timer = setTimeout(end, Math.max(0, Math.min(ms, LONGEST_TIMER_MS)))
      signal?.addEventListener('abort', end)
    }),
}

/** `work`, or a rejection as soon as the signal aborts, even if `work` ignores it. */
export function orAborted<T>(stop: AbortSignal, work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    stop.addEventListener('abort', () => reject(stop.reason), { once: true })
    work.then(resolve, reject)
  })
}

/**
 * Runs `work` with a signal that aborts when the caller's signal does, after `ms` milliseconds, or when `work` has ended,
 * whichever comes first. `work` decides what to throw.
 */
export async function withDeadline<T>(
  clock: Clock,
  { ms, signal }: { readonly ms: number; readonly signal: AbortSignal | undefined },
  work: (stop: AbortSignal) => Promise<T>,
): Promise<T> {
  const ended = new AbortController()
  const stop = signal === undefined ? ended.signal : AbortSignal.any([signal, ended.signal])
  const timeout = Number.isFinite(ms) ? clock.sleep(ms, stop).then(() => ended.abort('timeout')) : null
  try {
    return await work(stop)
  } finally {
    // Ends the sleep. With a reason, because without one an error with a stack is created for it.
    ended.abort('finished')
    await timeout
  }
}
