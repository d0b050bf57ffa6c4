import type { ManualClock } from '../support/manual-clock.ts'

/**
 * Lets the waits between repeats pass at once, and the timeouts of requests not at all, until `outcome` settles.
 * @returns the waits, in milliseconds
 */
export async function skipWaits(
  clock: ManualClock,
  outcome: Promise<unknown>,
  timeoutMs: number,
): Promise<number[]> {
  const waits: number[] = []
  let settled = false
  const end = () => {
    settled = true
  }
  outcome.then(end, end)
  while (!settled) {
    await new Promise((resolve) => setImmediate(resolve))
    const wait = clock.asleep.find((ms) => ms !== timeoutMs)
    if (wait === undefined) continue
    waits.push(wait)
    await clock.advance(wait)
  }
  return waits
}
