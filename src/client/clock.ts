// Time as an argument: everything in the client and in the gate that waits uses a clock.

/** `now` never runs backwards; it and `sleep` count in milliseconds. */
export interface Clock {
  /** Milliseconds since the Unix epoch. */
  now(): number
  /**
   * Resolves after `ms`, or at once when the signal aborts, which the caller has to check. Infinity is the longest time
   * of a timer (24 days).
   */
  sleep(ms: number, signal?: AbortSignal): Promise<void>
}

/** Above this, Node's timers fire at once. */
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
      const timer = setTimeout(end, Math.min(ms, LONGEST_TIMER_MS))
      signal?.addEventListener('abort', end, { once: true })
    }),
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
  const stop = new AbortController()
  const abort = () => stop.abort(signal?.reason)
  if (signal?.aborted) abort()
  const forget = signal && onAbort(signal, abort)
  const timeout = Number.isFinite(ms) ? clock.sleep(ms, stop.signal).then(() => stop.abort('timeout')) : null
  try {
    return await work(stop.signal)
  } finally {
    // Ends the sleep. With a reason, because without one an error with a stack is created for it.
    stop.abort('finished')
    forget?.()
    await timeout
  }
}

class Callbacks {
  readonly calls: (() => void)[] = []
  handleEvent() {
    for (const call of [...this.calls]) call()
  }
}

const callbacks = new WeakMap<AbortSignal, Callbacks>()

/** One listener per signal, because adding one gets slower with each. @returns removes the callback */
function onAbort(signal: AbortSignal, call: () => void): () => void {
  const listener = callbacks.get(signal) ?? new Callbacks()
  const { calls } = listener
  callbacks.set(signal, listener)
  signal.addEventListener('abort', listener)
  calls.push(call)
  return () => {
    calls.splice(calls.indexOf(call), 1)
    if (calls.length === 0) signal.removeEventListener('abort', listener)
  }
}
