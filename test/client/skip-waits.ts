import type { ManualClock } from '../support/manual-clock.ts'

/** As in the transport. */
const ERROR_BODY_TIMEOUT_MS = 5000

/**
 * Skips the waits between retries, but not the timeouts of requests, until `outcome` settles.
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
    const wait = clock.asleep.find((ms) => ms !== timeoutMs && ms !== ERROR_BODY_TIMEOUT_MS)
    if (wait === undefined) continue
    waits.push(wait)
    await clock.advance(wait)
  }
  return waits
}
