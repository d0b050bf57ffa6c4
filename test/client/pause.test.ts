import { describe, expect, it } from 'vitest'
import { createCaller } from '../../src/client/caller.ts'
import { ContractError, HttpError } from '../../src/client/errors.ts'
import { parserOf } from '../../src/client/parse.ts'
import { createPause } from '../../src/client/pause.ts'
import { anyObject } from '../../src/client/schema-parts.ts'
import { createManualClock } from '../support/manual-clock.ts'
import { sendJson, serve } from './far-side.ts'

const line = { method: 'GET', url: 'https://service.test/path' }
const never = Number.POSITIVE_INFINITY

/** Milliseconds for which another request waits after these errors, given so long until its end. */
async function waitAfter(errors: readonly unknown[], endMs = never): Promise<number> {
  const clock = createManualClock()
  const startedAt = clock.now()
  const pause = createPause(clock)
  for (const error of errors) await expect(pause.heed(Promise.reject(error))).rejects.toBe(error)
  await clock.finish(pause.over(startedAt + endMs))
  return clock.now() - startedAt
}

describe('a pause', () => {
  it('is what a 429 asks for', async () => {
    expect(await waitAfter([new HttpError(line, 429, null, 7000)])).toBe(7000)
  })

  it('is a minute at the most', async () => {
    expect(await waitAfter([new HttpError(line, 429, null, 600_000)])).toBe(60_000)
  })

  it('lasts until the last request that was told to wait may be sent', async () => {
    const told = [7000, 9000, 2000].map((retryAfterMs) => new HttpError(line, 429, null, retryAfterMs))
    expect(await waitAfter(told)).toBe(9000)
  })

  it('is not waited for by a call that it would take beyond its end', async () => {
    expect(await waitAfter([new HttpError(line, 429, null, 7000)], 7000)).toBe(0)
    expect(await waitAfter([new HttpError(line, 429, null, 7000)], 7001)).toBe(7000)
  })

  it.each([
    ['a 429 that does not say how long', new HttpError(line, 429, null, null)],
    ['a 503 with Retry-After', new HttpError(line, 503, null, 7000)],
    ['no status at all', new ContractError(line, 'not JSON', { transient: true, issues: [] })],
    ['what is no error of the client', new Error('oops')],
  ])('is not made for %s', async (_, error) => {
    expect(await waitAfter([error])).toBe(0)
  })

  it('is not made for an answer', async () => {
    await expect(createPause(createManualClock()).heed(Promise.resolve('here'))).resolves.toBe('here')
  })

  it('ends with the signal', async () => {
    const clock = createManualClock()
    const pause = createPause(clock)
    await pause.heed(Promise.reject(new HttpError(line, 429, null, 7000))).catch(() => undefined)
    const stop = new AbortController()
    const over = pause.over(never, stop.signal)
    stop.abort()
    await over
    expect(clock.asleep).toEqual([])
  })
})

it('calls that wait their turn are not sent while the service wants to be left alone', async () => {
  const far = await serve((response, _, nth) =>
    nth === 1 ? sendJson(response, {}, 429, { 'retry-after': '7' }) : sendJson(response, {}),
  )
  const clock = createManualClock()
  const { call } = createCaller({ baseUrl: far.url, clock, random: () => 0, concurrency: 1 }, null)
  const asking = { method: 'GET', path: '/thing', parse: parserOf(anyObject) } as const
  const calls = [call('read', asking, { repeat: false }), call('read', asking), call('write', asking)]
  const settled = Promise.allSettled(calls)
  await clock.untilAsleep(7000)
  expect(far.requests).toHaveLength(1)
  await clock.advance(7000)
  expect((await settled).map(({ status }) => status)).toEqual(['rejected', 'fulfilled', 'fulfilled'])
  expect(far.requests).toHaveLength(3)
})
