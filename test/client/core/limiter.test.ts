import { getEventListeners } from 'node:events'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { HttpError, TimeoutError } from '../../../src/client/core/errors.ts'
import {
  type AdaptiveLimit,
  adaptLimit,
  createLimiter,
  type LatencySample,
  type Slot,
} from '../../../src/client/core/limiter.ts'
import { createManualClock } from '../../support/manual-clock.ts'

const never = new AbortController().signal
const line = { method: 'GET', url: 'https://service.test/path' }
const turn = () => new Promise((resolve) => setImmediate(resolve))

describe('a limiter', () => {
  it('grants slots up to its maximum, first come first served', async () => {
    const limiter = createLimiter(2, null)
    const granted: string[] = []
    const slots: (Slot | null)[] = []
    for (const name of ['a', 'b', 'c', 'd'])
      limiter.acquire(never).then((slot) => {
        granted.push(name)
        slots.push(slot)
      })
    await turn()
    expect(granted).toEqual(['a', 'b'])
    slots[0]?.release()
    await turn()
    expect(granted).toEqual(['a', 'b', 'c'])
  })

  it('lets a caller whose signal aborts leave the queue without a slot', async () => {
    const limiter = createLimiter(1, null)
    const stop = new AbortController()
    const first = await limiter.acquire(never)
    const leaving = limiter.acquire(stop.signal)
    const next = limiter.acquire(never)
    stop.abort()
    expect(await leaving).toBeNull()
    expect(await limiter.acquire(stop.signal)).toBeNull()
    first?.release()
    expect(await next).not.toBeNull()
  })

  it('leaves no listener on the signal once it has granted the slot', async () => {
    const limiter = createLimiter(1, null)
    const { signal } = new AbortController()
    const first = await limiter.acquire(never)
    const waiting = limiter.acquire(signal)
    expect(getEventListeners(signal, 'abort')).toHaveLength(1)
    first?.release()
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

/** Numbers from 0 to 1 in an order that looks random, and is the same in each run. */
const shuffled = (nth: number) => (Math.imul(nth + 1, 2_654_435_761) >>> 8) / 2 ** 24

/**
 * Sends `count` requests as fast as the limiter allows, beside another client that sends one about every two seconds.
 * @returns how many were in flight after each was sent, how long the other client waited, and how long it took
 */
async function simulate({ workers, workMs }: Service, count: number) {
  const clock = createManualClock(0)
  const limiter = createLimiter(8, () => clock.now())
  const freeAt = new Array<number>(workers).fill(0)
  const inFlight: number[] = []
  const otherClientMs: number[] = []
  let running = 0
  let left = count

  async function respond(nth: number): Promise<void> {
    const worker = freeAt.indexOf(Math.min(...freeAt))
    const doneAt = Math.max(clock.now(), freeAt[worker] ?? 0) + workMs(nth)
    freeAt[worker] = doneAt
    await clock.sleep(doneAt - clock.now())
  }

  async function request(nth: number): Promise<void> {
    const slot = await limiter.acquire(never)
    running += 1
    inFlight.push(running)
    await slot?.observe(line, () => respond(nth))
    running -= 1
    left -= 1
    slot?.release()
  }

  async function otherClient(): Promise<void> {
    for (let nth = 0; left > 0; nth += 1) {
      await clock.sleep(1000 + 2000 * shuffled(nth))
      const sentAt = clock.now()
      await respond(nth)
      otherClientMs.push(clock.now() - sentAt)
    }
  }

  const other = otherClient()
  await clock.finish(Promise.all(Array.from({ length: count }, (_, nth) => request(nth))))
  const tookMs = clock.now()
  await clock.finish(other)
  return { inFlight, otherClientMs: otherClientMs.sort((a, b) => a - b), tookMs }
}

const average = (numbers: readonly number[]) => numbers.reduce((sum, each) => sum + each, 0) / numbers.length
const median = (sorted: readonly number[]) => sorted[Math.floor(sorted.length / 2)]

describe('an adaptive limiter', () => {
  it('keeps one request in flight at a service that works on one at a time, so that others wait for one', async () => {
    const { inFlight, otherClientMs } = await simulate({ workers: 1, workMs: () => 260 }, 8000)
    expect(Math.max(...inFlight)).toBeLessThanOrEqual(3)
    expect(average(inFlight)).toBeLessThan(1.1)
    expect(median(otherClientMs)).toBeLessThan(400)
  })

  it('uses a service that works on many at a time, and accepts that it became slower for good', async () => {
    const slower = (nth: number) => (nth < 100 ? 60 + 80 * shuffled(nth) : 300)
    const { inFlight, tookMs } = await simulate({ workers: 64, workMs: slower }, 2000)
    expect(inFlight[0]).toBe(1)
    expect(Math.min(...inFlight.slice(100, 150))).toBe(1)
    expect(inFlight.at(-1)).toBe(8)
    expect(tookMs).toBeLessThan(1.15 * 2000 * (300 / 8))
  })

  it('lowers the limit after overload errors only', async () => {
    const limiter = createLimiter(8, () => 0)
    const slots = async () => {
      const taken = await Promise.all(
        Array.from({ length: 9 }, () => limiter.acquire(AbortSignal.timeout(0))),
      )
      return taken.filter((slot) => slot !== null)
    }
    const limit = async () => {
      const taken = await slots()
      for (const slot of taken) slot.release()
      return taken.length
    }
    const fail = async (error: unknown) => {
      const slot = await limiter.acquire(never)
      await slot?.observe(line, () => Promise.reject(error)).catch(() => undefined)
      slot?.release()
    }
    expect(await limit()).toBe(1)
    for (let round = 0; round < 6; round += 1)
      for (const slot of await slots()) {
        await slot.observe(line, turn)
        slot.release()
      }
    expect(await limit()).toBe(6)
    await fail(new HttpError(line, 429, null, null))
    await fail(new HttpError(line, 503, null, null))
    await fail(new TimeoutError(line, { timeoutMs: 1, maybeReceived: true }))
    expect(await limit()).toBe(2)
    await fail(new HttpError(line, 404, null, null))
    await fail(new Error('other'))
    expect(await limit()).toBe(2)
  })
})

describe('adaptLimit', () => {
  const base = new Map([['run', { ms: 100, deviationMs: 10 }]])
  const state: AdaptiveLimit = { limit: 4, goodLeft: 3, base, loweredAt: 0 }
  const sample = (ms: number | null, inFlight = 4, sentAt = 0): LatencySample => ({
    kind: 'run',
    sentAt,
    endedAt: sentAt + (ms ?? 10),
    overloaded: ms === null,
    inFlight,
  })

  it.each([
    ['a good latency at the full limit earns a raise', 150, 4, { limit: 4, goodLeft: 2 }],
    ['below it, none', 150, 3, { limit: 4, goodLeft: 3 }],
    ['a latency that is not good earns nothing', 151, 4, { limit: 4, goodLeft: 3 }],
    ['a slow one lowers the limit', 200, 4, { limit: 3, goodLeft: 1 }],
    ['below the full limit, too', 200, 2, { limit: 3, goodLeft: 1 }],
    ['an overload error lowers it', null, 4, { limit: 3, goodLeft: 1 }],
    ['a good latency of one request more raises it', 150, 5, { limit: 5, goodLeft: 0 }],
    ['one that is not good does not', 151, 5, { limit: 4, goodLeft: 3 }],
    ['a slow one of one request more does not lower it', 900, 5, { limit: 4, goodLeft: 3 }],
  ])('%s', (_, ms, inFlight, changed) => {
    expect(adaptLimit(state, sample(ms, inFlight), 8)).toMatchObject(changed)
  })

  it('accepts latencies that vary as much as usual', () => {
    const varied = { ...state, base: new Map([['run', { ms: 100, deviationMs: 40 }]]) }
    expect(adaptLimit(varied, sample(219), 8)).toMatchObject({ limit: 4, goodLeft: 2 })
    expect(adaptLimit(varied, sample(220), 8)).toMatchObject({ limit: 3 })
  })

  it.each([null, 900])('lowers the limit once for all requests that were sent before (%s)', (ms) => {
    const slow = (sentAt: number) => sample(ms, 3, sentAt)
    const once = adaptLimit(state, slow(0), 8)
    expect(once.limit).toBe(3)
    expect(adaptLimit(once, slow(once.loweredAt - 1), 8).limit).toBe(3)
    expect(adaptLimit(once, slow(once.loweredAt), 8).limit).toBe(2)
  })

  it('knows the base of a kind from requests without company only', () => {
    const other = { ...sample(900), kind: 'list' }
    expect(adaptLimit(state, other, 8)).toEqual(state)
    const alone = adaptLimit(state, { ...other, inFlight: 1 }, 8)
    expect(alone).toEqual({ ...state, base: new Map([...base, ['list', { ms: 900, deviationMs: 112.5 }]]) })
    expect(adaptLimit(state, sample(260, 1), 8).base.get('run')).toEqual({ ms: 120, deviationMs: 28.75 })
    expect(adaptLimit(state, sample(120, 3), 8).base).toEqual(base)
  })

  it('lowers the base at once after a latency far below it', () => {
    expect(adaptLimit(state, sample(50), 8).base.get('run')).toEqual({ ms: 50, deviationMs: 6.25 })
  })

  it('treats all latencies up to 20 ms alike', () => {
    const quick = { ...state, base: new Map([['run', { ms: 20, deviationMs: 2.5 }]]) }
    for (const ms of [1, 19, 30]) expect(adaptLimit(quick, sample(ms), 8).limit).toBe(4)
  })

  it('stays between 1 and the maximum', () => {
    const samples = fc.array(
      fc.record({
        kind: fc.constantFrom('a', 'b'),
        sentAt: fc.double({ min: 0, max: 1e6, noNaN: true }),
        endedAt: fc.double({ min: 1e6, max: 2e6, noNaN: true }),
        overloaded: fc.boolean(),
        inFlight: fc.integer({ min: 1, max: 10 }),
      }),
    )
    fc.assert(
      fc.property(samples, fc.integer({ min: 1, max: 10 }), (list, max) => {
        let current: AdaptiveLimit = { ...state, limit: 1, base: new Map() }
        for (const each of list) {
          current = adaptLimit(current, each, max)
          expect(current.limit).toBeGreaterThanOrEqual(1)
          expect(current.limit).toBeLessThanOrEqual(max)
          expect(current.goodLeft).toBeGreaterThanOrEqual(0)
        }
      }),
    )
  })
})
