import { describe, expect, it, onTestFinished, vi } from 'vitest'
import {
  type Attempt,
  type ClientOptions,
  createEvaluationClient,
  createVoiceFormClient,
  type EvaluationClientOptions,
  VERSION,
} from '../../../src/client/index.ts'
import { createManualClock } from '../../support/manual-clock.ts'
import { skipWaits } from '../skip-waits.ts'
import { sendJson, serve, type TestServer } from '../test-server.ts'

const apiKey = 'secret-key-0123456789'
const agent = {
  uuid: 'a',
  name: 'Bot',
  created_at: '2026-11-20 22:42:02',
  updated_at: '2026-11-20 22:42:02',
}

function clientOf({ url }: TestServer, options: Partial<EvaluationClientOptions> = {}) {
  return createEvaluationClient({ baseUrl: url, apiKey, ...options })
}

const agentServer = (headers: object = {}) => serve((response) => sendJson(response, agent, 200, headers))

describe('headers', () => {
  it('of the client and of the call are sent beside those of the package', async () => {
    const server = await agentServer()
    const client = clientOf(server, { headers: { 'x-team': 'one', 'x-api-key': 'other' } })
    await client.agents.get('a', { headers: { 'x-team': 'two', 'x-trace': 't' } })
    expect(server.requests[0]?.headers).toMatchObject({
      'user-agent': `agent-tests/${VERSION}`,
      'x-team': 'two',
      'x-trace': 't',
      'x-api-key': apiKey,
      accept: 'application/json',
      'cache-control': 'no-cache',
    })
  })

  it('are of any kind; undefined leaves one out, and null removes a default', async () => {
    const server = await agentServer()
    const client = clientOf(server, {
      headers: [
        ['x-a', '1'],
        ['x-a', '2'],
        ['x-b', '1'],
      ],
    })
    const headers = { 'X-B': null, 'x-c': undefined, 'user-agent': null, accept: 'text/csv' }
    await client.request('POST', '/a', { body: {}, headers })
    expect(server.requests[0]?.headers).toMatchObject({
      'x-a': '1, 2',
      accept: 'text/csv',
      'content-type': 'application/json',
    })
    for (const name of ['x-b', 'x-c']) expect(server.requests[0]?.headers).not.toHaveProperty(name)
    await client.agents.get('a', { headers: new Headers({ 'x-b': '2' }) })
    expect(server.requests[1]?.headers).toMatchObject({ 'x-a': '1, 2', 'x-b': '2' })
    expect(server.requests[1]?.headers).not.toHaveProperty('content-type')
  })

  it('that cannot be sent are a TypeError at once', async () => {
    const server = await agentServer()
    for (const headers of [{ 'keep-alive': '5' }, { expect: '100-continue' }, { 'a b': 'c' }])
      await expect(clientOf(server).agents.get('a', { headers })).rejects.toThrow(TypeError)
    expect(server.requests).toEqual([])
  })
})

describe('a list in pages', () => {
  const timeoutMs = 1000
  it.each<[string, (options: ClientOptions) => Promise<unknown>]>([
    ['agents.list', (options) => createVoiceFormClient(options).agents.list({ timeoutMs }).toArray()],
    [
      'agents.listConversations',
      (options) => createVoiceFormClient(options).agents.listConversations('a', { timeoutMs }).toArray(),
    ],
    [
      'runs.list',
      (options) =>
        createEvaluationClient({ ...options, apiKey })
          .runs.list('a', { timeoutMs })
          .toArray(),
    ],
  ])('keeps to timeoutMs over all pages: %s', async (_, list) => {
    const clock = createManualClock(0)
    let pages = 0
    const fetch = async () => {
      await clock.sleep(400)
      pages += 1
      const row = { uuid: `${pages}`, id: `${pages}`, conversation_id: `${pages}`, status: 'done' }
      return Response.json({ items: [row], total: 9, data: [row], next_cursor: pages < 9 ? pages : null })
    }
    const listed = list({ baseUrl: 'https://a.test', fetch, clock })
    const message = expect.stringMatching(/: no response within 1 s$/)
    await clock.finish(expect(listed).rejects.toMatchObject({ kind: 'timeout', message }))
    expect({ endsAt: clock.now(), pages }).toEqual({ endsAt: 1000, pages: 2 })
  })
})

describe('apiKey as a function', () => {
  it('is called before every attempt, but not for open routes', async () => {
    let calls = 0
    const server = await serve((response, _, nth) => sendJson(response, agent, nth === 1 ? 503 : 200))
    const clock = createManualClock()
    const key = async () => {
      calls += 1
      return `rotating-key-${calls}`
    }
    const client = clientOf(server, { apiKey: key, clock, attemptTimeoutMs: 30_000 })
    await skipWaits(clock, client.agents.get('a'), 30_000)
    expect(server.requests.map(({ headers }) => headers['x-api-key'])).toEqual([
      'rotating-key-1',
      'rotating-key-2',
    ])
    await createVoiceFormClient({ baseUrl: server.url, apiKey: key }).agents.getPublic('a')
    expect(calls).toBe(2)
    expect(server.requests[2]?.headers).not.toHaveProperty('authorization')
  })

  it('is refused if it returns no usable key', async () => {
    const server = await agentServer()
    await expect(clientOf(server, { apiKey: () => 'two words' }).agents.get('a')).rejects.toThrow(TypeError)
    expect(server.requests).toEqual([])
  })
})

describe('onAttempt', () => {
  it('is told of every attempt and of the delay before the next', async () => {
    const attempts: Attempt[] = []
    const server = await serve((response, _, nth) =>
      nth === 1 ? sendJson(response, {}, 503) : sendJson(response, agent),
    )
    const clock = createManualClock()
    const client = clientOf(server, {
      clock,
      random: () => 0,
      onAttempt: (attempt) => attempts.push(attempt),
    })
    await skipWaits(clock, client.agents.get('a'), 30_000)
    const same = { method: 'GET', url: `${server.url}/agents/a` }
    expect(attempts).toMatchObject([
      { ...same, attempt: 1, status: 503, error: { name: 'HttpError' }, retryInMs: 1000 },
      { ...same, attempt: 2, status: 200, error: null, retryInMs: null },
    ])
  })
})

describe('a hook that fails', () => {
  const launched = async () => Response.json({ task_id: 'r', status: 'done' })
  const broken = () => {
    throw new Error('broken')
  }
  const options = { baseUrl: 'https://a.test', apiKey, fetch: launched }

  it('ends no call, and is reported', async () => {
    const errors: unknown[] = []
    const onHookError = (error: unknown) => errors.push(error)
    const client = createEvaluationClient({ ...options, onAttempt: broken, onHookError })
    expect(await client.agents.run('a')).toHaveProperty('task_id', 'r')
    const late = async () => broken()
    expect(await client.runs.wait('r', { onAttempt: () => undefined, onPoll: late })).toHaveProperty('status')
    expect(errors).toEqual([new Error('broken'), new Error('broken')])
  })

  it('is otherwise one warning in the console, as is an error of the report itself', async () => {
    const warn = vi.spyOn(console, 'warn').mockReturnValue()
    onTestFinished(() => warn.mockRestore())
    for (const onHookError of [undefined, broken]) {
      const client = createEvaluationClient({ ...options, onAttempt: broken, onHookError })
      await client.agents.run('a')
      await client.agents.run('a')
    }
    expect(warn).toHaveBeenCalledTimes(2)
  })
})

describe('the status of an attempt', () => {
  it.each<[string, Parameters<typeof serve>[0], [number | null, string]]>([
    ['of a response that is not JSON', (response) => response.end('<html>'), [200, 'contract']],
    ['of one of another shape', (response) => sendJson(response, {}), [200, 'contract']],
    [
      'of one that breaks off',
      (response) => {
        response.writeHead(200, { 'content-length': '1000' })
        response.write('{', () => response.destroy())
      },
      [200, 'network'],
    ],
    ['of an error', (response) => sendJson(response, {}, 404), [404, 'http']],
    ['null if no response began', (response) => response.destroy(), [null, 'network']],
  ])('is that %s', async (_, respond, expected) => {
    const attempts: Attempt[] = []
    const server = await serve(respond)
    const client = clientOf(server, { maxRetries: 0, onAttempt: (attempt) => attempts.push(attempt) })
    await client.agents.get('a').catch(() => undefined)
    expect(attempts.map(({ status, error }) => [status, error?.kind])).toEqual([expected])
  })
})

describe('withResponse', () => {
  it('gives status, headers and request ID, without the key', async () => {
    const server = await agentServer({ 'x-request-id': 'r-1', 'x-echo': `key ${apiKey}` })
    const { data, response } = await clientOf(server).agents.get('a').withResponse()
    expect(data).toEqual(agent)
    expect(response).toMatchObject({ status: 200, requestId: 'r-1' })
    expect(response.headers.get('x-echo')).toBe('key ***')
  })

  it('rejects like the call itself', async () => {
    const server = await serve((response) => sendJson(response, { detail: 'no' }, 404))
    await expect(clientOf(server).agents.get('a').withResponse()).rejects.toMatchObject({ status: 404 })
  })
})
