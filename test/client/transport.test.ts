import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { systemClock } from '../../src/client/clock.ts'
import { parserOf } from '../../src/client/schema.ts'
import { createTransport, type ServiceRequest } from '../../src/client/transport.ts'
import { sendJson, serve } from './test-server.ts'

const key = 'secret-key-0123456789'
const parse = parserOf(z.looseObject({ ok: z.boolean() }))
const asking: ServiceRequest<{ ok: boolean }> = { method: 'GET', path: '/thing', parse }

function transportTo(baseUrl: string) {
  const transport = createTransport({ baseUrl, fetch, clock: systemClock })
  const headers = new Headers({ 'x-api-key': key })
  return async (request: ServiceRequest<{ ok: boolean }>) =>
    (await transport.send(request, { timeoutMs: 10_000, headers, key })).data
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
  it('says the reason', async () => {
    const { url } = await serve((response) => sendJson(response, { detail: 'Not authenticated' }, 403))
    await expect(transportTo(url)(asking)).rejects.toMatchObject({
      name: 'HttpError',
      status: 403,
      message: `GET ${url}/thing: HTTP 403: Not authenticated`,
    })
  })

  it.each([
    [422, { detail: [{ loc: ['body', 'names'], msg: 'missing', type: 'missing' }] }],
    [400, { validation_issues: [{ field: 'body.names', message: 'missing' }] }],
  ])('of status %i with issues is a ValidationError', async (status, body) => {
    const { url } = await serve((response) => sendJson(response, body, status))
    await expect(transportTo(url)(asking)).rejects.toMatchObject({
      name: 'ValidationError',
      status,
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
    ['nothing', '', 'the response is empty'],
    [
      'a page',
      '<html>Sign in</html>',
      'the response is an HTML page (it starts with "<html>Sign in</html>")',
    ],
    ['truncated JSON', '{"ok": tr', 'the response is not JSON (it starts with "{\\"ok\\": tr")'],
  ])('that is %s may be another one later', async (_, body, words) => {
    const { url } = await serve((response) => response.end(body))
    await expect(transportTo(url)(asking)).rejects.toMatchObject({
      name: 'ContractError',
      transient: true,
      issues: [],
      message: `GET ${url}/thing: ${words}`,
    })
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
