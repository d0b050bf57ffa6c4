import { createServer } from 'node:net'
import { describe, expect, it, onTestFinished } from 'vitest'
import { systemClock } from '../../src/client/clock.ts'
import { anyObject, parserOf } from '../../src/client/schema.ts'
import { createTransport } from '../../src/client/transport.ts'
import { createProxiedFetch } from '../../src/runner/fetch.ts'
import { createManualClock } from '../support/manual-clock.ts'
import { sendJson, serve } from './test-server.ts'

const request = { method: 'POST', path: '/thing', body: {}, parse: parserOf(anyObject) } as const

function send(baseUrl: string, clock = systemClock) {
  return createTransport({ baseUrl, fetch, clock }).send(request, { timeoutMs: 30_000, once: true })
}

/** A server that answers every request with these bytes. */
async function serveBytes(bytes: string): Promise<string> {
  const server = createServer((socket) => {
    socket.on('error', () => undefined)
    socket.once('data', () => socket.write(bytes))
    onTestFinished(() => void socket.destroy())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  return `http://127.0.0.1:${Object(server.address()).port}`
}

describe('a response of a kind that says nothing itself', () => {
  it('304 comes from a cache', async () => {
    const { url } = await serve((response) => response.writeHead(304).end())
    await expect(send(url)).rejects.toMatchObject({
      status: 304,
      transient: false,
      reason: 'not modified, without a body: a cache between here and the service answered',
    })
  })

  it('307 without a location', async () => {
    const { url } = await serve((response) => response.writeHead(307).end())
    await expect(send(url)).rejects.toMatchObject({ status: 307, reason: 'redirected without an address' })
  })

  it('407 in place of a response is explained, although fetch gives no reason', async () => {
    const url = await serveBytes('HTTP/1.1 407 Proxy Authentication Required\r\ncontent-length: 0\r\n\r\n')
    await expect(send(url)).rejects.toMatchObject({
      name: 'NetworkError',
      message: expect.stringContaining('a proxy requires a user name and a password (HTTP 407)'),
    })
  })

  it('100 Continue that nobody asked for', async () => {
    const url = await serveBytes('HTTP/1.1 100 Continue\r\n\r\n')
    await expect(send(url)).rejects.toMatchObject({
      name: 'NetworkError',
      maybeReceived: true,
      message: expect.stringContaining('the connection broke before a response arrived ('),
    })
  })

  it('a redirect whose target the browser hides', async () => {
    const hidden = Object.assign(Response.error(), {})
    Object.defineProperty(hidden, 'type', { value: 'opaqueredirect' })
    const transport = createTransport({
      baseUrl: 'https://a.test',
      fetch: async () => hidden,
      clock: systemClock,
    })
    await expect(transport.send(request, { timeoutMs: 1000 })).rejects.toMatchObject({
      name: 'HttpError',
      status: 0,
      message: expect.stringContaining('HTTP redirect: redirected to an address that the browser hides'),
    })
  })
})

it('a port that fetch never connects to is no transient error, and nothing was sent', async () => {
  await expect(send('http://127.0.0.1:6000')).rejects.toMatchObject({
    name: 'NetworkError',
    transient: false,
    maybeReceived: false,
    message: expect.stringContaining('fetch does not connect to this port'),
  })
})

describe('an error body', () => {
  it('that takes too long does not hide the status', async () => {
    const clock = createManualClock()
    const { url } = await serve((response) => {
      response.writeHead(400, { 'content-type': 'application/json' })
      response.write('{"detail":')
    })
    const settled = expect(send(url, clock)).rejects.toMatchObject({ name: 'HttpError', status: 400 })
    await clock.untilAsleep(5000)
    await clock.advance(5000)
    await settled
  })

  it.each([
    ['a text', { detail: 'Names must be unique' }, 'Names must be unique'],
    ['nothing', undefined, 'rejected without a reason'],
  ])('of a 422 that is %s is one issue', async (_, body, message) => {
    const { url } = await serve((response) => sendJson(response, body, 422))
    await expect(send(url)).rejects.toMatchObject({
      name: 'ValidationError',
      kind: 'validation',
      issues: [{ path: '', message, type: null, loc: [] }],
    })
  })

  it('is kept on the error, with headers and request ID, and is in its JSON', async () => {
    const { url } = await serve((response) =>
      sendJson(response, { detail: 'no' }, 404, { 'x-request-id': 'r-1' }),
    )
    const error = await send(url).catch((thrown: unknown) => thrown)
    expect(error).toMatchObject({ body: { detail: 'no' }, requestId: 'r-1' })
    expect(JSON.parse(JSON.stringify(error))).toMatchObject({
      name: 'HttpError',
      kind: 'http',
      message: `POST ${url}/thing: HTTP 404: no`,
      status: 404,
      headers: { 'content-type': 'application/json' },
      body: { detail: 'no' },
    })
  })
})

describe('a response that is too large', () => {
  it('is rejected above 64 MiB', async () => {
    const { url } = await serve((response) => response.end('"x'.padEnd(64 * 1024 * 1024 + 1, 'x')))
    await expect(send(url)).rejects.toMatchObject({
      name: 'ContractError',
      transient: false,
      message: expect.stringContaining('the response is larger than 64 MiB'),
    })
  })
})

describe.each([
  { name: 'fetch', send: fetch },
  { name: 'fetch through a proxy', send: createProxiedFetch({}) },
])('HTTP 4xx and 5xx', ({ name, send: sendOnce }) => {
  const statuses = [400, 401, 403, 404, 407, 408, 409, 421, 422, 425, 429, 500, 502, 503, 504]

  it.each(['POST', 'PUT'] as const)(`never make ${name} send a %s twice`, async (method) => {
    const { url, requests } = await serve((response, { url: path }) =>
      response.writeHead(Number(path.slice(1)), { 'content-type': 'application/json' }).end('{}'),
    )
    const transport = createTransport({ baseUrl: url, fetch: sendOnce, clock: systemClock })
    for (const status of statuses) {
      const sent = { ...request, method, path: `/${status}`, body: { name: 'Ä' } }
      await transport.send(sent, { timeoutMs: 30_000, once: true }).catch(() => undefined)
    }
    expect(requests.map(({ url: path }) => Number(path.slice(1)))).toEqual(statuses)
    for (const { headers, body } of requests) {
      expect(body).toBe('{"name":"Ä"}')
      expect(headers).toMatchObject({ 'content-length': '13' })
      expect(headers).not.toHaveProperty('transfer-encoding')
    }
  })
})
