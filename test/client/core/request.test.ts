import { inspect } from 'node:util'
import { describe, expect, it } from 'vitest'
import { createEvaluationClient, type EvaluationClientOptions } from '../../../src/client/index.ts'
import { sendJson, serve, type TestServer } from '../test-server.ts'

const apiKey = 'secret-key-0123456789'

function clientOf({ url }: TestServer, options: Partial<EvaluationClientOptions> = {}) {
  return createEvaluationClient({ baseUrl: url, apiKey, ...options })
}

const jsonServer = () => serve((response) => sendJson(response, { ok: true }))

describe('request', () => {
  it('calls any endpoint, with key and query, and returns whatever it responds', async () => {
    const server = await serve((response) => sendJson(response, [1, 'two']))
    const body = { name: 'Ä' }
    expect(await clientOf(server).request('POST', '/tests', { body, query: { dry: true } })).toEqual([
      1,
      'two',
    ])
    expect(server.requests).toMatchObject([
      { method: 'POST', url: '/tests?dry=true', headers: { 'x-api-key': apiKey }, body: '{"name":"Ä"}' },
    ])
  })

  it('repeats a parameter for each value of a list', async () => {
    const server = await serve((response) => sendJson(response, []))
    const query = { status: ['done', 'failed'], limit: 1, none: [], q: undefined, cursor: 'a b' }
    await clientOf(server).request('GET', '/runs', { query })
    expect(server.requests[0]?.url).toBe('/runs?status=done&status=failed&limit=1&cursor=a+b')
  })

  it.each([204, 200])('returns null for a response of status %i without a body', async (status) => {
    const server = await serve((response) => response.writeHead(status).end())
    expect(await clientOf(server).request('DELETE', '/tests/a')).toBeNull()
    const { data, response } = await clientOf(server).request('DELETE', '/tests/a').withResponse()
    expect({ data, status: response.status, text: await response.text() }).toEqual({
      data: null,
      status,
      text: '',
    })
  })

  it('gives any content as bytes, which are not JSON otherwise', async () => {
    const bytes = Uint8Array.of(0xff, 0x00, 0x7b)
    const server = await serve((response) => response.writeHead(200, { 'x-request-id': 'r-1' }).end(bytes))
    const client = clientOf(server, { maxRetries: 0 })
    const { data, response } = await client.request('GET', '/audio').withResponse()
    expect({ data, requestId: response.requestId }).toEqual({ data: null, requestId: 'r-1' })
    expect(new Uint8Array(await response.arrayBuffer())).toEqual(bytes)
    await expect(client.request('GET', '/audio')).rejects.toMatchObject({ kind: 'contract' })
    const json = await jsonServer()
    const read = await clientOf(json).request('GET', '/json').withResponse()
    expect(await read.response.json()).toEqual(read.data)
  })
})

describe('a mistake of the program', () => {
  it('in the body is a TypeError, and nothing is sent', async () => {
    const server = await jsonServer()
    const cyclic: Record<string, unknown> = {}
    cyclic['self'] = cyclic
    for (const body of [
      cyclic,
      1n,
      () => 1,
      new Map(),
      { a: [new Set()] },
      { a: Symbol('a') },
      new FormData(),
    ])
      await expect(clientOf(server).request('POST', '/tests', { body })).rejects.toThrow(TypeError)
    await expect(clientOf(server).request('GET', '/tests', { body: {} })).rejects.toThrow(
      new TypeError('a GET request cannot have a body'),
    )
    class Test {
      name = new String('A')
      at = new Date(0)
      none = undefined
    }
    await clientOf(server).request('POST', '/tests', { body: [new Test(), null, true] })
    expect(server.requests.map(({ body }) => body)).toEqual([
      '[{"name":"A","at":"1970-01-01T00:00:00.000Z"},null,true]',
    ])
  })

  it('in its own fetch is an error without the key', async () => {
    const fetch = () => Promise.reject(new ReferenceError(`no ${apiKey}`))
    const client = createEvaluationClient({ baseUrl: 'https://a.test', apiKey, fetch, maxRetries: 0 })
    const error = await client.agents
      .list()
      .page()
      .catch((thrown: unknown) => thrown)
    expect(error).toMatchObject({ name: 'NetworkError' })
    expect(inspect(error)).not.toContain(apiKey)
  })

  it.each([
    new TypeError('Failed to fetch'),
    new TypeError('NetworkError when attempting to fetch resource.'),
    Object.assign(new TypeError('Unable to connect.'), { code: 'ConnectionRefused' }),
    new TypeError('fetch failed', { cause: new Error('other side closed') }),
  ])('is not what a network is to blame for: %s', async (thrown) => {
    const fetch = () => Promise.reject(thrown)
    const client = createEvaluationClient({ baseUrl: 'https://a.test', apiKey, fetch, maxRetries: 0 })
    await expect(client.agents.list().page()).rejects.toMatchObject({ name: 'NetworkError' })
  })
})
