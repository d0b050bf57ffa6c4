import type { ServerResponse } from 'node:http'
import { describe, expect, it } from 'vitest'
import type { CallOptions, ClientOptions } from '../../../src/client/core/options.ts'
import { createRequester } from '../../../src/client/core/requester.ts'
import type { RetryPolicy } from '../../../src/client/core/retry.ts'
import { anyObject, parserOf } from '../../../src/client/core/schema.ts'
import { createManualClock } from '../../support/manual-clock.ts'
import { skipWaits } from '../skip-waits.ts'
import { sendJson, serve, type TestServer } from '../test-server.ts'

const DEFAULT_TIMEOUT_MS = 30_000
const EVERY_WAIT = [1000, 2000, 4000, 8000, 16_000]
const parse = parserOf(anyObject)
const read = { method: 'GET', path: '/thing', parse } as const
const write = { ...read, retry: 'write' } as const
const header = { name: 'X-API-Key', key: 'secret-key-0123456789' }

function requesterTo(baseUrl: string, options: Partial<ClientOptions> = {}) {
  const clock = createManualClock()
  const { send } = createRequester({ baseUrl, clock, random: () => 0, ...options }, header)

  /** Calls, and lets the waits between its attempts pass at once. */
  async function outcomeOf(policy: RetryPolicy, callOptions: CallOptions = {}) {
    const request = { method: 'POST', path: '/run', body: {}, parse, retry: policy } as const
    const outcome = send(request, callOptions).then(
      (value) => ({ value }),
      (error: unknown) => ({ error }),
    )
    return {
      waits: await skipWaits(clock, outcome, options.attemptTimeoutMs ?? DEFAULT_TIMEOUT_MS),
      outcome: await outcome,
    }
  }

  return { clock, send, outcomeOf }
}

/** Refuses so many times, then answers. */
function refusing(times: number, status: number, headers: object = {}): Promise<TestServer> {
  return serve((response, _, nth) =>
    nth <= times ? sendJson(response, {}, status, headers) : sendJson(response, { ok: true }),
  )
}

describe('a read', () => {
  it.each([
    ['a page with 2xx', (response: ServerResponse) => response.end('<html>'), 3],
    ['a page with 403', (response: ServerResponse) => response.writeHead(403).end('<html>'), 3],
    ['a text with 404', (response: ServerResponse) => response.writeHead(404).end('no such app'), 3],
    ['nothing with 401', (response: ServerResponse) => response.writeHead(401).end(), 3],
    ['a page with 502', (response: ServerResponse) => response.writeHead(502).end('<html>'), 6],
    [
      'slow pages',
      (response: ServerResponse) => response.writeHead(403, { 'retry-after': '20' }).end('<html>'),
      6,
    ],
  ])('of %s ends after so many attempts, unless the service has answered before', async (_, page, most) => {
    const first = await serve((response) => void page(response))
    const { waits } = await requesterTo(first.url).outcomeOf('read')
    expect(waits).toHaveLength(most - 1)
    const later = await serve((response, _, nth) =>
      nth === 1
        ? sendJson(response, { detail: 'no' }, 404)
        : nth < 7
          ? page(response)
          : sendJson(response, { ok: true }),
    )
    const known = requesterTo(later.url)
    expect((await known.outcomeOf('read')).waits).toEqual([])
    expect(await known.outcomeOf('read')).toMatchObject({ outcome: { value: { ok: true } } })
  })

  it('gives up a host name that is not resolved before other errors', async () => {
    const failing = (code: string) => {
      const cause = Object.assign(new Error(code), { code, syscall: 'getaddrinfo' })
      return () => Promise.reject(Object.assign(new TypeError('fetch failed'), { cause }))
    }
    for (const [code, waits] of [
      ['ENOTFOUND', [1000, 2000, 4000]],
      ['EAI_AGAIN', [1000, 2000, 4000]],
      ['ECONNREFUSED', EVERY_WAIT],
    ] as const) {
      const requester = requesterTo('https://service.invalid', { fetch: failing(code) })
      expect((await requester.outcomeOf('read', { unresolvedMs: 14_000 })).waits).toEqual(waits)
    }
  })

  it('does not wait for hours', async () => {
    const server = await refusing(1, 503, { 'retry-after': '86400' })
    const { waits, outcome } = await requesterTo(server.url).outcomeOf('read')
    expect(waits).toEqual([])
    expect(outcome).toMatchObject({ error: { status: 503, retryAfterMs: 86_400_000 } })
  })

  it('starts no retry that would end too late', async () => {
    const server = await refusing(99, 500)
    const { outcomeOf } = requesterTo(server.url, { attemptTimeoutMs: 100 })
    const { waits, outcome } = await outcomeOf('read', { timeoutMs: 6000 })
    expect(waits).toEqual([1000, 2000])
    expect(outcome).toMatchObject({ error: { status: 500 } })
  })
})

describe('a write', () => {
  it('is retried after a refusal, when the service asks for it', async () => {
    const server = await refusing(1, 429, { 'retry-after': '7' })
    const result = await requesterTo(server.url).outcomeOf('write')
    expect(result).toEqual({ waits: [7000], outcome: { value: { ok: true } } })
  })
})

describe('the time of a call', () => {
  it('is what the error says if a retry has less of it', async () => {
    const server = await serve((response, _, nth) => {
      if (nth === 1) sendJson(response, {}, 503)
    })
    const { clock, send } = requesterTo(server.url)
    const settled = expect(send(read, { timeoutMs: 1020 })).rejects.toThrow('no response within 1 s')
    await expect.poll(() => clock.asleep).toContain(1000)
    await clock.advance(1000)
    await expect.poll(() => server.requests.length).toBe(2)
    await clock.advance(20)
    await settled
    const short = expect(send(read, { timeoutMs: 30 })).rejects.toThrow('no response within 30 ms')
    await expect.poll(() => server.requests.length).toBe(3)
    await clock.advance(30)
    await short
  })

  it('that has run out lets no request out', async () => {
    const server = await serve((response) => sendJson(response, {}))
    await expect(requesterTo(server.url).send(write, { timeoutMs: 0 })).rejects.toMatchObject({
      name: 'TimeoutError',
      message: expect.stringMatching(/: no time was left to send it$/),
      maybeReceived: false,
    })
    expect(server.requests).toHaveLength(0)
  })
})

describe('the wait for a slot', () => {
  it('is part of the time of a call, and ends with the caller’s signal', async () => {
    const server = await serve(() => undefined)
    const { clock, send } = requesterTo(server.url, { concurrency: 1 })
    const first = expect(send(write)).rejects.toThrow('no response within 30 s')
    await expect.poll(() => server.requests.length).toBe(1)
    const second = expect(send(read, { timeoutMs: 2000 })).rejects.toMatchObject({
      name: 'TimeoutError',
      maybeReceived: false,
    })
    const stop = new AbortController()
    const third = expect(send(write, { signal: stop.signal })).rejects.toMatchObject({
      name: 'AbortedError',
      maybeReceived: false,
    })
    stop.abort()
    await third
    await clock.advance(2000)
    await second
    await clock.advance(28_000)
    await first
    expect(server.requests).toHaveLength(1)
  })
})

describe('the caller’s signal', () => {
  it('ends the wait between two attempts', async () => {
    const server = await serve((response) => sendJson(response, {}, 503))
    const { clock, send } = requesterTo(server.url)
    const stop = new AbortController()
    const settled = expect(send(read, { signal: stop.signal })).rejects.toMatchObject({
      name: 'AbortedError',
      maybeReceived: false,
      cause: 'SIGINT',
    })
    await clock.untilAsleep(1000)
    stop.abort('SIGINT')
    await settled
    expect(server.requests).toHaveLength(1)
  })
})

it('a 429 with Retry-After holds back the calls that wait for a slot', async () => {
  const server = await refusing(1, 429, { 'retry-after': '7' })
  const { clock, send } = requesterTo(server.url, { concurrency: 1 })
  const settled = Promise.allSettled([send(read, { maxRetries: 0 }), send(read), send(write)])
  await clock.untilAsleep(7000)
  expect(server.requests).toHaveLength(1)
  await clock.advance(7000)
  expect((await settled).map(({ status }) => status)).toEqual(['rejected', 'fulfilled', 'fulfilled'])
  expect(server.requests).toHaveLength(3)
})

describe('the settings', () => {
  const extra = 'baseUrl must not contain credentials, a query or a fragment'
  it.each([
    ...['', 'api.test', 'ftp://api.test'].map((url) => [url, 'baseUrl is not an http(s) URL']),
    ...['user:pass', 'user', ':pass'].map((each) => [`https://${each}@api.test`, extra]),
    ...['https://api.test?', 'https://api.test/#'].map((url) => [url, extra]),
  ])('refuse the base URL %j', (baseUrl, message) => {
    expect(() => requesterTo(baseUrl)).toThrow(message)
  })

  const invalid = 'apiKey must not contain whitespace or non-ASCII characters'
  it.each([
    ...['two words', 'line\nbreak', 'schlüssel', ' padded '].map((key) => [key, invalid]),
    ['', 'apiKey is empty'],
    ...['x'.repeat(7), 'x'.repeat(1025)].map((key) => [
      key,
      `apiKey must have 8 to 1,024 characters, not ${key.length}`,
    ]),
  ])('refuse the key %j without quoting it', (key, message) => {
    const create = () => createRequester({ baseUrl: 'https://api.test' }, { name: 'X-API-Key', key })
    expect(create).toThrow(new TypeError(message))
  })

  it('refuse a key that is undefined, as a variable that is not set is in JavaScript', () => {
    const { key } = JSON.parse('{}')
    const create = () => createRequester({ baseUrl: 'https://api.test' }, { name: 'X-API-Key', key })
    expect(create).toThrow(new TypeError('apiKey is empty'))
  })

  it.each([
    ['concurrency', 0],
    ['concurrency', 1.5],
    ['concurrency', Number.NaN],
    ['maxRetries', -1],
    ['maxRetries', Number.NaN],
    ['attemptTimeoutMs', 0],
    ['attemptTimeoutMs', Number.NaN],
  ])('refuse %s: %d', async (name, value) => {
    expect(() => requesterTo('https://api.test', { [name]: value })).toThrow(TypeError)
    if (name === 'concurrency') return
    await expect(requesterTo('https://api.test').send(read, { [name]: value })).rejects.toThrow(TypeError)
  })

  it('refuse a timeout that is no number', async () => {
    const { send } = requesterTo('https://api.test')
    await expect(send(read, { timeoutMs: Number.NaN })).rejects.toThrow('timeoutMs must be a number')
  })

  it('take the global fetch that is there at the call', async () => {
    const server = await serve((response) => sendJson(response, { ok: true }))
    const { send } = requesterTo('http://replaced.test')
    const original = globalThis.fetch
    globalThis.fetch = (input, init) =>
      original(String(input).replace('http://replaced.test', server.url), init)
    try {
      expect(await send(read)).toEqual({ ok: true })
    } finally {
      globalThis.fetch = original
    }
  })
})
