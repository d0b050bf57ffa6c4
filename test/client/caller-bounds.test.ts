import { describe, expect, it } from 'vitest'
import { type ClientOptions, createCaller } from '../../src/client/caller.ts'
import { parserOf } from '../../src/client/parse.ts'
import { anyObject } from '../../src/client/schema-parts.ts'
import { createManualClock } from '../support/manual-clock.ts'
import { sendJson, serve } from './far-side.ts'

const parse = parserOf(anyObject)
const asking = { method: 'GET', path: '/thing', parse } as const
const header = { name: 'X-API-Key', key: 'secret-key-0123456789' }

function callerTo(baseUrl: string, options: Partial<ClientOptions> = {}) {
  const clock = createManualClock()
  const { call } = createCaller({ baseUrl, clock, random: () => 0, ...options }, header)
  return { clock, call }
}

describe('the time of a call', () => {
  it('is 30 s for a request where nothing else is said', async () => {
    const far = await serve(() => undefined)
    const { clock, call } = callerTo(far.url)
    const settled = expect(call('write', asking)).rejects.toThrow('no answer within 30 s')
    await expect.poll(() => far.requests.length).toBe(1)
    await clock.advance(30_000)
    await settled
  })

  it('cuts the time of a request', async () => {
    const far = await serve(() => undefined)
    const { clock, call } = callerTo(far.url)
    const settled = expect(call('read', asking, { withinMs: 4000 })).rejects.toThrow('no answer within 4 s')
    await expect.poll(() => far.requests.length).toBe(1)
    await clock.advance(4000)
    await settled
    expect(far.requests).toHaveLength(1)
  })

  it('that has run out lets no request out', async () => {
    const far = await serve((response) => sendJson(response, {}))
    await expect(callerTo(far.url).call('write', asking, { withinMs: 0 })).rejects.toMatchObject({
      name: 'TimeoutError',
      maybeReceived: false,
    })
    expect(far.requests).toHaveLength(0)
  })
})

describe('the caller’s signal', () => {
  it('ends the wait between two repeats', async () => {
    const far = await serve((response) => sendJson(response, {}, 503))
    const { clock, call } = callerTo(far.url)
    const stop = new AbortController()
    const settled = expect(call('read', asking, { signal: stop.signal })).rejects.toMatchObject({
      name: 'AbortedError',
      maybeReceived: false,
      cause: 'SIGINT',
    })
    await clock.untilAsleep(1000)
    stop.abort('SIGINT')
    await settled
    expect(far.requests).toHaveLength(1)
  })

  it('ends a call that waits for its turn', async () => {
    const far = await serve(() => undefined)
    const { call } = callerTo(far.url, { concurrency: 1 })
    const stop = new AbortController()
    const first = new AbortController()
    const hanging = expect(call('read', asking, { signal: first.signal })).rejects.toThrow('stopped')
    await expect.poll(() => far.requests.length).toBe(1)
    const settled = expect(call('write', asking, { signal: stop.signal })).rejects.toMatchObject({
      name: 'AbortedError',
      maybeReceived: false,
    })
    stop.abort()
    await settled
    expect(far.requests).toHaveLength(1)
    first.abort()
    await hanging
  })
})

describe('concurrency', () => {
  it('bounds the requests in flight', async () => {
    let inFlight = 0
    let peak = 0
    const far = await serve((response) => {
      inFlight += 1
      peak = Math.max(peak, inFlight)
      setTimeout(() => {
        inFlight -= 1
        sendJson(response, {})
      }, 5)
    })
    const { call } = callerTo(far.url, { concurrency: 3 })
    await Promise.all(Array.from({ length: 12 }, () => call('read', asking)))
    expect(far.requests).toHaveLength(12)
    expect(peak).toBe(3)
  })
})

describe('the settings', () => {
  it.each(['', 'api.test', 'ftp://api.test', 'file:///etc/passwd'])('refuse the base URL %j', (baseUrl) => {
    expect(() => callerTo(baseUrl)).toThrow('baseUrl is not an http(s) URL')
  })

  it.each(['https://user:pass@api.test', 'https://api.test?key=1', 'https://api.test/#top'])(
    'refuse the base URL %j',
    (baseUrl) => {
      expect(() => callerTo(baseUrl)).toThrow(
        'baseUrl must hold neither credentials nor a query nor a fragment',
      )
    },
  )

  it.each(['', 'two words', 'line\nbreak', 'schlüssel', ' padded '])(
    'refuse the key %j without quoting it',
    (key) => {
      const create = () => createCaller({ baseUrl: 'https://api.test' }, { name: 'X-API-Key', key })
      expect(create).toThrow(new TypeError('apiKey must be visible ASCII characters without spaces'))
    },
  )

  it('take the global fetch that is there at the call', async () => {
    const far = await serve((response) => sendJson(response, { ok: true }))
    const { call } = callerTo('http://replaced.test')
    const original = globalThis.fetch
    globalThis.fetch = (input, init) => original(String(input).replace('http://replaced.test', far.url), init)
    try {
      expect(await call('read', asking)).toEqual({ ok: true })
    } finally {
      globalThis.fetch = original
    }
  })
})
