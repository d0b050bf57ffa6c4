import { describe, expect, it } from 'vitest'
import { ContractError, HttpError } from '../../src/client/errors.ts'
import { createRequester } from '../../src/client/requester.ts'
import { createRateLimitPause } from '../../src/client/retry.ts'
import { anyObject, parserOf } from '../../src/client/schema.ts'
import { createManualClock } from '../support/manual-clock.ts'
import { sendJson, serve } from './test-server.ts'

const line = { method: 'GET', url: 'https://service.test/path' }
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
    expect(await waitAfter(asked.map((each) => new HttpError(line, 429, null, each)))).toBe(ms)
  })

  it('is skipped by a call that would end before it', async () => {
    expect(await waitAfter([new HttpError(line, 429, null, 7000)], 7000)).toBe(0)
    expect(await waitAfter([new HttpError(line, 429, null, 7000)], 7001)).toBe(7000)
  })

  it.each([
    ['a 429 without Retry-After', new HttpError(line, 429, null, null)],
    ['a 503 with Retry-After', new HttpError(line, 503, null, 7000)],
    ['an error without a status', new ContractError(line, 'not JSON', { transient: true, issues: [] })],
    ['an error of another kind', new Error('oops')],
  ])('does not start after %s', async (_, error) => {
    expect(await waitAfter([error])).toBe(0)
  })

  it('ends with the signal', async () => {
    const clock = createManualClock()
    const pause = createRateLimitPause(clock)
    pause.observe(new HttpError(line, 429, null, 7000))
    const stop = new AbortController()
    const waited = pause.wait(never, stop.signal)
    stop.abort()
    await waited
    expect(clock.asleep).toEqual([])
  })
})

it('holds back the calls that wait for a slot', async () => {
  const server = await serve((response, _, nth) =>
    nth === 1 ? sendJson(response, {}, 429, { 'retry-after': '7' }) : sendJson(response, {}),
  )
  const clock = createManualClock()
  const { send } = createRequester({ baseUrl: server.url, clock, random: () => 0, concurrency: 1 }, null)
  const read = { method: 'GET', path: '/thing', parse: parserOf(anyObject) } as const
  const write = { ...read, retry: 'write' } as const
  const calls = [send(read, { maxRetries: 0 }), send(read), send(write)]
  const settled = Promise.allSettled(calls)
  await clock.untilAsleep(7000)
  expect(server.requests).toHaveLength(1)
  await clock.advance(7000)
  expect((await settled).map(({ status }) => status)).toEqual(['rejected', 'fulfilled', 'fulfilled'])
  expect(server.requests).toHaveLength(3)
})
