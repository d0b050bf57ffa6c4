import { createServer } from 'node:net'
import { describe, expect, it, onTestFinished } from 'vitest'
import * as z from 'zod/mini'
import { systemClock } from '../../../src/client/core/clock.ts'
import { anyObject, parserOf } from '../../../src/client/core/schema.ts'
import { createTransport, type ServiceRequest } from '../../../src/client/core/transport.ts'
import { createProxiedFetch } from '../../../src/runner/fetch.ts'
import { createManualClock } from '../../support/manual-clock.ts'
import { sendJson, serve } from '../test-server.ts'

const parse = parserOf(z.looseObject({ ok: z.boolean() }))
const asking: ServiceRequest<{ ok: boolean }> = { method: 'GET', path: '/thing', parse }

function transportTo(baseUrl: string) {
  const transport = createTransport({ baseUrl, fetch, clock: systemClock })
  return (request: ServiceRequest<{ ok: boolean }>) => transport.send(request, { timeoutMs: 10_000 })
}

const posting = { method: 'POST', path: '/thing', body: {}, parse: parserOf(anyObject) } as const

function post(baseUrl: string, clock = systemClock) {
  return createTransport({ baseUrl, fetch, clock }).send(posting, { timeoutMs: 30_000, once: true })
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

describe('a request', () => {
  it('keeps the path of the base URL and needs no care about slashes', async () => {
    const { url, requests } = await serve((response) => sendJson(response, { ok: true }))
    await transportTo(`${url}/v1/api///`)(asking)
    expect(requests[0]?.url).toBe('/v1/api/thing')
  })

  it('encodes each segment of a path', async () => {
    const { url, requests } = await serve((response) => sendJson(response, { ok: true }))
    await transportTo(url)({ ...asking, path: ['agents', 'a/b?c#d e', '..%2f', 'run'] })
    expect(requests[0]?.url).toBe('/agents/a%2Fb%3Fc%23d%20e/..%252f/run')
  })

  it.each(['', '.', '..', '\ud800'])('rejects the ID %j, which would name another path', async (taskId) => {
    const sent = transportTo('http://127.0.0.1:1')({ ...asking, path: ['runs', { taskId }] })
    await expect(sent).rejects.toThrow(new TypeError(`taskId ${JSON.stringify(taskId)} is not a valid ID`))
  })

  it.each(['agents', '@evil.test/', '.evil.test/', '/agents?x=1', '/agents#top'])(
    'rejects the path %j',
    async (path) => {
      await expect(transportTo('http://127.0.0.1:1')({ ...asking, path })).rejects.toThrow(TypeError)
    },
  )

  it('goes over a connection that is kept, also after a refusal', async () => {
    const server = await serve((response, _, nth) =>
      nth === 2 ? sendJson(response, { detail: 'no' }, 400) : sendJson(response, { ok: true }),
    )
    const send = transportTo(server.url)
    for (let i = 0; i < 4; i += 1) {
      await send(asking).catch(() => undefined)
      // fetch takes the connection back a turn after the response's end.
      await new Promise((resolve) => setImmediate(resolve))
    }
    expect(server.requests).toHaveLength(4)
    expect(server.connections).toBe(1)
  })
})

describe('a refusal', () => {
  it.each([
    [422, { detail: [{ loc: ['body', 'names'], msg: 'missing', type: 'missing' }] }],
    [400, { validation_issues: [{ field: 'body.names', message: 'missing' }] }],
  ])('of status %i with issues is a ValidationError', async (status, body) => {
    const { url } = await serve((response) => sendJson(response, body, status))
    await expect(transportTo(url)(asking)).rejects.toMatchObject({
      name: 'ValidationError',
      status,
      reason: 'body.names: missing',
      issues: [{ path: 'body.names', message: 'missing' }],
    })
  })

  it('takes over when to come back, against the server’s own clock', async () => {
    const { url } = await serve((response) => {
      const date = 'Sat, 21 Nov 2026 08:00:00 GMT'
      sendJson(response, {}, 503, { date, 'retry-after': 'Sat, 21 Nov 2026 08:00:30 GMT' })
    })
    await expect(transportTo(url)(asking)).rejects.toMatchObject({ status: 503, retryAfterMs: 30_000 })
  })

  it('is read to 64 KB and no further', async () => {
    const { url } = await serve((response) => {
      response.writeHead(500, { 'content-type': 'text/plain' })
      const fill = () => {
        while (!response.destroyed && response.write('x'.repeat(65_536)));
      }
      response.on('drain', fill)
      fill()
    })
    const error = await transportTo(url)(asking).catch((thrown: Error) => thrown)
    expect(error).toMatchObject({ name: 'HttpError', status: 500 })
    expect(String(error).length).toBeLessThan(3000)
  })

  it('keeps its status where the body breaks off', async () => {
    const { url } = await serve((response) => {
      response.writeHead(401, { 'content-length': '1000' })
      response.write('{"detail":', () => response.destroy())
    })
    await expect(transportTo(url)(asking)).rejects.toMatchObject({ name: 'HttpError', status: 401 })
  })
})

describe('a redirect', () => {
  it.each([301, 302, 303, 307, 308])('of status %i is an error that names the target', async (status) => {
    const elsewhere = await serve((response) => sendJson(response, { ok: true }))
    const { url } = await serve((response) => {
      response.writeHead(status, { location: `${elsewhere.url}/login` }).end()
    })
    await expect(transportTo(url)(asking)).rejects.toMatchObject({
      status,
      transient: false,
      reason: `redirected to ${elsewhere.url}/login; redirects are not followed`,
    })
    expect(elsewhere.requests).toHaveLength(0)
  })
})

describe('a response', () => {
  it.each([
    ['', 'empty'],
    ['<html>Sign in</html>', 'an HTML page (it starts with "<html>Sign in</html>")'],
    ['OK', 'not JSON (it starts with "OK")'],
    ['{"ok": "tr', 'not JSON (Unterminated string in JSON at position 10'],
    ['{"ok": 1,}', 'not JSON (Expected double-quoted property name'],
    ['{"ok": "\n"}', 'not JSON (Bad control character in string'],
    ['{"ok": 1}\n{"ok": 2}', 'not JSON (Unexpected non-whitespace character'],
  ])('that is %j is %s, and may be another one later', async (body, words) => {
    const { url } = await serve((response) => response.end(body))
    await expect(transportTo(url)(asking)).rejects.toMatchObject({
      name: 'ContractError',
      transient: true,
      issues: [],
      message: expect.stringContaining(`the response is ${words}`),
    })
  })

  it('of Python shows where it is not JSON', async () => {
    const { url } = await serve((response) => response.end(`{"text": "NaN ${'x'.repeat(50)}", "cost":NaN}`))
    await expect(transportTo(url)(asking)).rejects.toThrow('"cost":NaN}')
  })

  it('of another shape will stay so, and says what was missing', async () => {
    const { url } = await serve((response) => sendJson(response, { fine: true }))
    await expect(transportTo(url)(asking)).rejects.toMatchObject({
      name: 'ContractError',
      transient: false,
      issues: [{ path: 'ok', message: 'expected boolean, got nothing' }],
      message: `GET ${url}/thing: the response does not have the expected shape (ok: expected boolean, got nothing)`,
    })
  })
})

describe('a response of a kind that says nothing itself', () => {
  it.each([
    [304, 'not modified, without a body: a cache between here and the service answered'],
    [307, 'redirected without an address'],
  ])('%i is explained', async (status, reason) => {
    const { url } = await serve((response) => response.writeHead(status).end())
    await expect(post(url)).rejects.toMatchObject({ status, transient: false, reason })
  })

  it('407 in place of a response is explained, although fetch gives no reason', async () => {
    const url = await serveBytes('HTTP/1.1 407 Proxy Authentication Required\r\ncontent-length: 0\r\n\r\n')
    await expect(post(url)).rejects.toMatchObject({
      name: 'NetworkError',
      message: expect.stringContaining('a proxy requires a user name and a password (HTTP 407)'),
    })
  })

  it('100 Continue that nobody asked for', async () => {
    const url = await serveBytes('HTTP/1.1 100 Continue\r\n\r\n')
    await expect(post(url)).rejects.toMatchObject({
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
    await expect(transport.send(posting, { timeoutMs: 1000 })).rejects.toMatchObject({
      name: 'HttpError',
      status: 0,
      message: expect.stringContaining('HTTP redirect: redirected to an address that the browser hides'),
    })
  })
})

it('a port that fetch never connects to is no transient error, and nothing was sent', async () => {
  await expect(post('http://127.0.0.1:6000')).rejects.toMatchObject({
    name: 'NetworkError',
    transient: false,
    maybeReceived: false,
    message: expect.stringContaining('fetch does not connect to this port'),
  })
})

describe('a 4xx without an object or a list of JSON', () => {
  const notJson = (start: string) => `a body that is not JSON (it starts with ${JSON.stringify(start)})`

  it.each([
    [401, 'text/html', '<!DOCTYPE html>', 'an HTML page (it starts with "<!DOCTYPE html>")'],
    [403, 'text/plain', 'error code: 1020', notJson('error code: 1020')],
    [404, 'application/json', '{"detail":"Not fo', notJson('{"detail":"Not fo')],
    [422, 'text/html', '', 'an empty body'],
    [451, 'application/json', 'null', notJson('null')],
  ])('%i of %s is not the service, and may pass', async (status, type, body, words) => {
    const { url } = await serve((response) => response.writeHead(status, { 'content-type': type }).end(body))
    await expect(post(url)).rejects.toMatchObject({
      name: 'HttpError',
      ...{ status, reason: null, isPage: true, transient: true },
      message: `POST ${url}/thing: HTTP ${status} with ${words}: a firewall, a proxy or a login answered, not the service`,
    })
  })

  it.each([
    [400, 'application/json', 'Agent is archived', 'Agent is archived'],
    [403, 'application/json', '["no"]', 'no'],
    [404, 'text/plain', '{"detail":"Agent not found"}', 'Agent not found'],
    [429, 'text/html', '<html>', 'an HTML page instead of a reason'],
    [408, 'text/plain', 'slow', 'slow'],
    [503, 'text/html', '<html>', 'an HTML page instead of a reason'],
    [
      400,
      'application/json',
      `{"detail":"no","input":"${'x'.repeat(70_000)}"}`,
      expect.stringContaining('{"detail":"no"'),
    ],
  ])('is not what %i of %s with "%.20s" is', async (status, type, body, reason) => {
    const { url } = await serve((response) => response.writeHead(status, { 'content-type': type }).end(body))
    await expect(post(url)).rejects.toMatchObject({ status, reason, isPage: false })
  })
})

describe('an error body', () => {
  it('that takes too long does not hide the status', async () => {
    const clock = createManualClock()
    const { url } = await serve((response) => {
      response.writeHead(400, { 'content-type': 'application/json' })
      response.write('{"detail":')
    })
    const settled = expect(post(url, clock)).rejects.toMatchObject({ name: 'HttpError', status: 400 })
    await clock.untilAsleep(5000)
    await clock.advance(5000)
    await settled
  })

  it.each([
    ['a text', { detail: 'Names must be unique' }, 'Names must be unique'],
    ['a list without issues', [], '[]'],
  ])('of a 422 that is %s is one issue', async (_, body, message) => {
    const { url } = await serve((response) => sendJson(response, body, 422))
    await expect(post(url)).rejects.toMatchObject({
      name: 'ValidationError',
      kind: 'validation',
      issues: [{ path: '', message, type: null }],
    })
  })

  it('is kept on the error, with headers and request ID, and is in its JSON', async () => {
    const { url } = await serve((response) =>
      sendJson(response, { detail: 'no' }, 404, { 'x-request-id': 'r-1' }),
    )
    const error = await post(url).catch((thrown: unknown) => thrown)
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
    await expect(post(url)).rejects.toMatchObject({
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
      const sent = { ...posting, method, path: `/${status}`, body: { name: 'Ä' } }
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
