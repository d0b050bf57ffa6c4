import { inspect } from 'node:util'
import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { type Clock, systemClock } from '../../../src/client/core/clock.ts'
import { parserOf } from '../../../src/client/core/schema.ts'
import { createTransport, type SendOptions, type ServiceRequest } from '../../../src/client/core/transport.ts'
import { createProxiedFetch } from '../../../src/runner/fetch.ts'
import { CLOSED_PORT } from '../../support/closed-port.ts'
import { createManualClock } from '../../support/manual-clock.ts'
import { sendJson, serve } from '../test-server.ts'

const key = 'secret-key/"0123456789"'
const fullyEscaped = key.replace(
  /[^a-z0-9]/gi,
  (sign) => `\\u00${sign.charCodeAt(0).toString(16).toUpperCase()}`,
)
const entities = key.replace(/[^a-z0-9]/gi, (sign) => `&#${sign.charCodeAt(0)};`)
const parse = parserOf(z.looseObject({ ok: z.boolean() }))
const asking: ServiceRequest<{ ok: boolean }> = { method: 'GET', path: '/thing', parse }

function send(baseUrl: string, options: Partial<SendOptions> = {}, clock: Clock = systemClock) {
  const how = { timeoutMs: 10_000, key, ...options }
  return createTransport({ baseUrl, fetch, clock }).send(asking, how)
}

describe('the connection', () => {
  const someName = CLOSED_PORT.replace('127.0.0.1', 'localhost')
  it.each([
    ['that nobody accepts at an address', CLOSED_PORT, fetch, /ECONNREFUSED/],
    ['that nobody accepts at any address of a name', someName, fetch, /ECONNREFUSED/],
    ['that nobody accepts, with the runner’s fetch', someName, createProxiedFetch({}), /ECONNREFUSED/],
    ['to a name that does not resolve', 'http://nowhere.invalid', fetch, /ENOTFOUND|EAI_AGAIN/],
  ])('%s has carried nothing', async (_, baseUrl, fetchOnce, code) => {
    const transport = createTransport({ baseUrl, fetch: fetchOnce, clock: systemClock })
    const refused = { name: 'NetworkError', code: expect.stringMatching(code), transient: true }
    await expect(transport.send(asking, { timeoutMs: 10_000 })).rejects.toMatchObject({
      ...refused,
      maybeReceived: false,
    })
  })

  it('that breaks in the middle of the response has carried the request', async () => {
    const { url } = await serve((response) => {
      response.writeHead(200, { 'content-length': '1000' })
      response.write('{"ok":', () => response.destroy())
    })
    await expect(send(url)).rejects.toMatchObject({
      name: 'NetworkError',
      transient: true,
      maybeReceived: true,
      message: expect.stringContaining('the connection broke during the response'),
    })
  })
})

describe('time', () => {
  it('runs out on a body that drips for ever', async () => {
    const clock = createManualClock()
    let dripped = 0
    const { url } = await serve((response) => {
      const drip = setInterval(() => {
        dripped += 1
        response.write(' ')
      }, 2)
      response.once('close', () => clearInterval(drip))
    })
    const settled = expect(send(url, { timeoutMs: 5000 }, clock)).rejects.toMatchObject({
      name: 'TimeoutError',
    })
    await expect.poll(() => dripped).toBeGreaterThan(5)
    await clock.advance(5000)
    await settled
  })

  it('runs out on a custom fetch that ignores its signal', async () => {
    const clock = createManualClock()
    const deaf = () => new Promise<never>(() => undefined)
    const transport = createTransport({ baseUrl: 'https://a.test', fetch: deaf, clock })
    const settled = expect(transport.send(asking, { timeoutMs: 5000 })).rejects.toMatchObject({
      name: 'TimeoutError',
      maybeReceived: true,
    })
    await clock.advance(5000)
    await settled
  })

  it('is no longer measured once the response is there', async () => {
    const clock = createManualClock()
    const { url } = await serve((response) => sendJson(response, { ok: true }))
    await send(url, {}, clock)
    expect(clock.asleep).toEqual([])
  })
})

describe('the caller’s signal', () => {
  it('that is aborted already lets no request out', async () => {
    const { url, requests } = await serve((response) => sendJson(response, { ok: true }))
    await expect(send(url, { signal: AbortSignal.abort('SIGINT') })).rejects.toMatchObject({
      name: 'AbortedError',
      maybeReceived: false,
      transient: false,
      cause: 'SIGINT',
    })
    expect(requests).toHaveLength(0)
  })

  it.each([
    ['before the response', () => undefined],
    ['in the middle of it', (response: { write: (text: string) => void }) => response.write('{')],
  ])('ends a request %s', async (_, answer) => {
    const { url, requests } = await serve(answer)
    const stop = new AbortController()
    const settled = expect(send(url, { signal: stop.signal })).rejects.toMatchObject({
      name: 'AbortedError',
      maybeReceived: true,
      cause: 'SIGTERM',
    })
    await expect.poll(() => requests.length).toBe(1)
    stop.abort('SIGTERM')
    await settled
  })
})

describe('the key', () => {
  it.each([
    ['in its reason', (r: TestResponse) => sendJson(r, { detail: `bad key ${key}` }, 401)],
    [
      'in its issues',
      (r: TestResponse) => sendJson(r, { detail: [{ loc: [key], msg: key, type: '' }] }, 422),
    ],
    ['as text', (r: TestResponse) => r.end(`${key} is not known`)],
    [
      'encoded in an address',
      (r: TestResponse) => r.writeHead(302, { location: `/?k=${encodeURIComponent(key)}` }).end(),
    ],
    [
      'in a response that is no HTTP',
      (r: TestResponse) => r.socket?.end(`HTTP/1.1 2000 ${key}\r\nbad ${key}\r\n\r\n`),
    ],
  ])('that a server echoes %s stands in no error and in no cause', async (_, answer) => {
    const { url } = await serve(answer)
    const error = await send(url).catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(Error)
    const shown = inspect(error, { depth: 20, showHidden: true, maxStringLength: null })
    for (const form of [key, JSON.stringify(key).slice(1, -1), encodeURIComponent(key)])
      expect(shown.toLowerCase()).not.toContain(form.toLowerCase())
  })

  it('stands in no response either', async () => {
    const { url } = await serve((response) => {
      response.end(
        `{"ok":true,"echo":"${fullyEscaped}","${encodeURIComponent(key).toLowerCase()}":"a ${entities}"}`,
      )
    })
    expect((await send(url, { key })).data).toEqual({ ok: true, echo: '***', '***': 'a ***' })
  })
})

describe('other secrets', () => {
  const longest = Array.from({ length: 30 }, (_, nth) => `${nth}-`.repeat(250))
  const sendWith = (url: string, secrets: ReadonlySet<string>) =>
    createTransport({ baseUrl: url, fetch, secrets, clock: systemClock }).send(asking, {
      timeoutMs: 10_000,
      key,
    })

  it('that became known on the way stand in no error, however long and many they are', async () => {
    const secrets = new Set(longest)
    const { url } = await serve((response) => {
      secrets.add('Basic b64-of-agent')
      sendJson(response, { detail: `basic B64-of-agent, ${longest[7]}, ${longest[8]?.slice(0, 20)}` }, 400)
    })
    await expect(sendWith(url, secrets)).rejects.toMatchObject({ reason: '***, ***, ***' })
  })

  it('change neither what fields are called nor any other response', async () => {
    const body = { ok: true, evaluation: 'evaluation' }
    const { url } = await serve((response, { url: path }) =>
      sendJson(response, body, path === '/a/thing' ? 200 : 400),
    )
    const secrets = new Set(['evaluation'])
    expect((await sendWith(`${url}/a`, secrets)).data).toEqual(body)
    await expect(sendWith(url, secrets)).rejects.toMatchObject({ body: { ok: true, evaluation: '***' } })
  })
})

type TestResponse = Parameters<Parameters<typeof serve>[0]>[0]
