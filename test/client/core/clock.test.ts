import { getEventListeners } from 'node:events'
import { describe, expect, it, onTestFinished } from 'vitest'
import { systemClock, withDeadline } from '../../../src/client/core/clock.ts'

/** Whether a promise has settled by the next turn or two of the event loop. */
async function settlesAtOnce(promise: Promise<unknown>): Promise<boolean> {
  const late = new Promise<false>((resolve) => setTimeout(() => resolve(false), 20))
  return Promise.race([promise.then(() => true), late])
}

describe('the system’s clock', () => {
  it.each([2 ** 31, 1e12, Number.POSITIVE_INFINITY])(
    'sleeps until the signal aborts, rather than not at all, for %d ms',
    async (ms) => {
      const stop = new AbortController()
      const sleep = systemClock.sleep(ms, stop.signal)
      expect(await settlesAtOnce(sleep)).toBe(false)
      stop.abort()
      await sleep
    },
  )

  it('does not warn of a time that is over', async () => {
    const warnings: unknown[] = []
    const keep = (warning: unknown) => warnings.push(warning)
    process.on('warning', keep)
    onTestFinished(() => void process.off('warning', keep))
    await systemClock.sleep(-5)
    expect(warnings).toEqual([])
  })

  it('does not fall asleep on an aborted signal', async () => {
    expect(await settlesAtOnce(systemClock.sleep(60_000, AbortSignal.abort()))).toBe(true)
  })
})

describe('work with a deadline', () => {
  it('ends with the signal that it shares, and leaves no listener on it', async () => {
    const caller = new AbortController()
    const limits = { ms: 60_000, signal: caller.signal }
    const first = withDeadline(systemClock, limits, async () => 'first')
    const others = Array.from({ length: 3 }, () =>
      withDeadline(systemClock, limits, async (stop) => {
        await systemClock.sleep(60_000, stop)
        return stop.reason
      }),
    )
    expect(await first).toBe('first')
    caller.abort('cancelled')
    expect(await Promise.all(others)).toEqual(['cancelled', 'cancelled', 'cancelled'])
    expect(getEventListeners(caller.signal, 'abort')).toEqual([])
  })
})
