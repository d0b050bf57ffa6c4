import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  AbortedError,
  type ClientError,
  ContractError,
  HttpError,
  NetworkError,
  TimeoutError,
} from '../../../src/client/core/errors.ts'
import {
  createRateLimitPause,
  mayRetry,
  parseRetryAfter,
  retryDelayMs,
} from '../../../src/client/core/retry.ts'
import { createManualClock } from '../../support/manual-clock.ts'

const line = { method: 'POST', url: 'https://api.test/run' }
const http = (status: number, retryAfterMs: number | null = null) =>
  new HttpError(line, status, null, retryAfterMs)
const network = (maybeReceived: boolean) =>
  new NetworkError(line, { what: 'broke', code: null, transient: true, maybeReceived })
const timeout = (maybeReceived: boolean) => new TimeoutError(line, { timeoutMs: 1, maybeReceived })
const contract = (transient: boolean) => new ContractError(line, 'odd', { transient, issues: [] })
const badCertificate = new NetworkError(line, {
  what: 'refused',
  code: 'CERT_HAS_EXPIRED',
  transient: false,
  maybeReceived: false,
})

const cases: [string, ClientError, { read: boolean; write: boolean }][] = [
  ['no connection', network(false), { read: true, write: true }],
  ['a connection that broke', network(true), { read: true, write: false }],
  ['a refused certificate', badCertificate, { read: false, write: false }],
  ['a timeout under way', timeout(true), { read: true, write: false }],
  ['a timeout before its turn', timeout(false), { read: true, write: true }],
  ['408', http(408), { read: true, write: false }],
  ['425', http(425), { read: true, write: false }],
  ['429', http(429), { read: true, write: true }],
  ['500', http(500), { read: true, write: false }],
  ['502', http(502), { read: true, write: false }],
  ['503', http(503), { read: true, write: false }],
  ['503 with Retry-After', http(503, 0), { read: true, write: false }],
  ['504', http(504), { read: true, write: false }],
  ['400', http(400), { read: false, write: false }],
  ['401', http(401), { read: false, write: false }],
  ['404', http(404), { read: false, write: false }],
  ['a response that is not JSON', contract(true), { read: true, write: false }],
  ['a response of another shape', contract(false), { read: false, write: false }],
  ['an abort', new AbortedError(line, false, undefined), { read: false, write: false }],
]

describe('mayRetry', () => {
  it.each(cases)('after %s', (_, error, may) => {
    expect({ read: mayRetry('read', error), write: mayRetry('write', error) }).toEqual(may)
  })
})

describe('retryDelayMs', () => {
  const backoff = { firstMs: 1000, capMs: 60_000 }

  it('doubles up to the cap', () => {
    const delays = [1, 2, 3, 4, 5, 6, 7, 8].map((repeat) => retryDelayMs(repeat, backoff, null, 0))
    expect(delays).toEqual([1000, 2000, 4000, 8000, 16_000, 32_000, 60_000, 60_000])
  })

  it.each([
    ['a quarter earlier by jitter', 1, null, 0.999, 750],
    ['a tenth later than the service asked for', 1, 10_000, 0.999, 11_000],
    ['after its own time where the service asks for less', 4, 10, 0, 8000],
  ])('comes back %s', (_, retry, retryAfterMs, random, delayMs) => {
    expect(retryDelayMs(retry, backoff, retryAfterMs, random)).toBeCloseTo(delayMs, -1)
  })

  it('never comes back before the time that the service asked for', () => {
    const chance = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true })
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 40 }),
        fc.nat(600_000),
        chance,
        (repeat, retryAfterMs, random) => {
          expect(retryDelayMs(repeat, backoff, retryAfterMs, random)).toBeGreaterThanOrEqual(retryAfterMs)
        },
      ),
    )
  })
})

describe('parseRetryAfter', () => {
  const now = Date.parse('2026-11-21T08:00:00Z')
  const later = 'Sat, 21 Nov 2026 08:02:00 GMT'

  it.each([
    ['120', null, 120_000],
    [' 0 ', null, 0],
    ['1.5', null, 1500],
    ['0.0001', null, 1],
    [later, null, 120_000],
    [later, 'yesterday', 120_000],
    [later, 'Sat, 21 Nov 2026 08:01:30 GMT', 30_000],
    ['Sat, 21 Nov 2026 07:00:00 GMT', null, 0],
  ])('reads %j, where the server says that it is %j, as %i ms', (value, date, ms) => {
    expect(parseRetryAfter(value, date, now)).toBe(ms)
  })

  it.each([null, '', 'soon', '-5', '.5', '1.', '12 s', '1e3'])('makes nothing of %j', (value) => {
    expect(parseRetryAfter(value, null, now)).toBeNull()
  })
})

const never = Number.POSITIVE_INFINITY

/** Milliseconds that another request waits after these errors, if its call may take `endMs`. */
async function waitAfter(errors: readonly unknown[], endMs = never): Promise<number> {
  const clock = createManualClock()
  const startedAt = clock.now()
  const pause = createRateLimitPause(clock)
  for (const error of errors) pause.observe(error)
  await clock.finish(pause.wait(startedAt + endMs))
  return clock.now() - startedAt
}

describe('a rate-limit pause', () => {
  it.each([
    ['as long as a 429 asks', [7000], 7000],
    ['a minute at most', [600_000], 60_000],
    ['until the latest time that any 429 asked for', [7000, 9000, 2000], 9000],
  ])('lasts %s', async (_, asked, ms) => {
    expect(await waitAfter(asked.map((each) => http(429, each)))).toBe(ms)
  })

  it('is skipped by a call that would end before it', async () => {
    expect(await waitAfter([http(429, 7000)], 7000)).toBe(0)
    expect(await waitAfter([http(429, 7000)], 7001)).toBe(7000)
  })

  it.each([
    ['a 429 without Retry-After', http(429)],
    ['a 503 with Retry-After', http(503, 7000)],
    ['an error without a status', contract(true)],
    ['an error of another kind', new Error('oops')],
  ])('does not start after %s', async (_, error) => {
    expect(await waitAfter([error])).toBe(0)
  })

  it('ends with the signal', async () => {
    const clock = createManualClock()
    const pause = createRateLimitPause(clock)
    pause.observe(http(429, 7000))
    const stop = new AbortController()
    const waited = pause.wait(never, stop.signal)
    stop.abort()
    await waited
    expect(clock.asleep).toEqual([])
  })
})
