import { getEventListeners } from 'node:events'
import { describe, expect, it } from 'vitest'
import { HttpError, TimeoutError } from '../../src/client/errors.ts'
import { createLimiter } from '../../src/client/limiter.ts'
import { createManualClock } from '../support/manual-clock.ts'

const never = new AbortController().signal
const line = { method: 'GET', url: 'https://service.test/path' }
const turn = () => new Promise((resolve) => setImmediate(resolve))

function limiterOf(max: number) {
  return createLimiter({ max, adaptive: false, now: () => 0 })
}

describe('a limiter', () => {
  it('grants slots up to its maximum, first come first served', async () => {
    const limiter = limiterOf(2)
    const granted: string[] = []
    for (const name of ['a', 'b', 'c', 'd']) limiter.acquire(never).then(() => granted.push(name))
    await turn()
    expect(granted).toEqual(['a', 'b'])
    limiter.release()
    await turn()
    expect(granted).toEqual(['a', 'b', 'c'])
  })

  it('grants every slot at once without a maximum', async () => {
    const limiter = limiterOf(Number.POSITIVE_INFINITY)
    expect(await Promise.all(Array.from({ length: 100 }, () => limiter.acquire(never)))).not.toContain(false)
  })

  it('lets a caller whose signal aborts leave the queue without a slot', async () => {
    const limiter = limiterOf(1)
    const stop = new AbortController()
    expect(await limiter.acquire(never)).toBe(true)
    const leaving = limiter.acquire(stop.signal)
    const next = limiter.acquire(never)
    stop.abort()
    expect(await leaving).toBe(false)
    expect(await limiter.acquire(stop.signal)).toBe(false)
    limiter.release()
    expect(await next).toBe(true)
  })

  it('leaves no listener on the signal once it has granted the slot', async () => {
    const limiter = limiterOf(1)
    const { signal } = new AbortController()
    await limiter.acquire(never)
    const waiting = limiter.acquire(signal)
    expect(getEventListeners(signal, 'abort')).toHaveLength(1)
    limiter.release()
    await waiting
    expect(getEventListeners(signal, 'abort')).toEqual([])
  })
})

interface Service {
  /** Requests that the service works on at once. */
  readonly workers: number
  /** Milliseconds of work per request. */
  readonly workMs: (nth: number) => number
}

/** Sends `count` requests as fast as the limiter allows; returns how many were in flight after each was sent. */
async function inFlightDuring(service: Service, count: number, max = 8): Promise<number[]> {
  const clock = createManualClock(0)
  const limiter = createLimiter({ max, adaptive: true, now: () => clock.now() })
  const freeAt = new Array<number>(service.workers).fill(0)
  const inFlight: number[] = []
  let running = 0

  async function respond(nth: number): Promise<void> {
    const worker = freeAt.indexOf(Math.min(...freeAt))
    const doneAt = Math.max(clock.now(), freeAt[worker] ?? 0) + service.workMs(nth)
    freeAt[worker] = doneAt
    await clock.sleep(doneAt - clock.now())
  }

  async function request(nth: number): Promise<void> {
    await limiter.acquire(never)
    running += 1
    inFlight.push(running)
    await limiter.observe(line, () => respond(nth))
    running -= 1
    limiter.release()
  }

  await clock.finish(Promise.all(Array.from({ length: count }, (_, nth) => request(nth))))
  return inFlight
}

const average = (numbers: readonly number[]) => numbers.reduce((sum, each) => sum + each, 0) / numbers.length

describe('an adaptive limiter', () => {
  it('keeps one to two requests in flight at a service that works on one at a time', async () => {
    const inFlight = await inFlightDuring({ workers: 1, workMs: () => 260 }, 2000)
    expect(Math.max(...inFlight)).toBeLessThanOrEqual(2)
    expect(Math.max(...inFlight.slice(-100))).toBeLessThanOrEqual(2)
  })

  it('does so too if the work varies by a quarter', async () => {
    const inFlight = await inFlightDuring({ workers: 1, workMs: (nth) => 260 + (nth % 5) * 16 }, 2000)
    expect(average(inFlight)).toBeLessThan(2)
    expect(Math.max(...inFlight)).toBeLessThanOrEqual(3)
  })

  it('reaches its maximum at a service that works on many at a time', async () => {
    const inFlight = await inFlightDuring({ workers: 64, workMs: (nth) => 100 + (nth % 5) * 10 }, 100)
    expect(inFlight[0]).toBe(1)
    expect(inFlight.slice(50)).toEqual(new Array(50).fill(8))
  })

  it('accepts a service that became slower for good', async () => {
    const slower = (nth: number) => (nth < 100 ? 50 : 200)
    const inFlight = await inFlightDuring({ workers: 64, workMs: slower }, 1000)
    expect(Math.min(...inFlight.slice(100, 150))).toBe(1)
    expect(inFlight.at(-1)).toBe(8)
  })

  it('starts with one request and lowers the limit after overload errors only', async () => {
    const limiter = createLimiter({ max: 8, adaptive: true, now: () => 0 })
    const limit = async () => {
      const slots = Array.from({ length: 9 }, () => limiter.acquire(AbortSignal.timeout(0)))
      const granted = (await Promise.all(slots)).filter(Boolean).length
      for (let i = 0; i < granted; i += 1) limiter.release()
      return granted
    }
    const fail = (error: unknown) => limiter.observe(line, () => Promise.reject(error)).catch(() => undefined)
    expect(await limit()).toBe(1)
    for (let size = 1; size <= 5; size += 1)
      await Promise.all(Array.from({ length: size }, () => limiter.observe(line, turn)))
    expect(await limit()).toBe(6)
    await fail(new HttpError(line, 429, null, null))
    await fail(new HttpError(line, 503, null, null))
    await fail(new TimeoutError(line, { timeoutMs: 1, maybeReceived: true }))
    expect(await limit()).toBe(3)
    await fail(new HttpError(line, 404, null, null))
    await fail(new Error('other'))
    expect(await limit()).toBe(3)
  })
})
