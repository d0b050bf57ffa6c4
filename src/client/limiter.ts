// A bound on how much goes on at once, first come first served.

/** Runs the task when its turn has come; with an aborted signal at once, since such a task only ends itself. */
export type Limiter = <T>(task: () => Promise<T>, signal?: AbortSignal) => Promise<T>

/** @param most tasks at once; Infinity for no bound */
export function createLimiter(most: number): Limiter {
  const waiting: (() => void)[] = []
  let running = 0

  function turn(signal: AbortSignal | undefined): Promise<void> {
    return new Promise((resolve) => {
      const start = () => {
        signal?.removeEventListener('abort', overtake)
        resolve()
      }
      const overtake = () => {
        waiting.splice(waiting.indexOf(start), 1)
        running += 1
        resolve()
      }
      waiting.push(start)
      signal?.addEventListener('abort', overtake, { once: true })
    })
  }

  return async (task, signal) => {
    if (running < most || signal?.aborted) running += 1
    else await turn(signal)
    try {
      return await task()
    } finally {
      const next = running > most ? undefined : waiting.shift()
      if (next === undefined) running -= 1
      else next()
    }
  }
}
