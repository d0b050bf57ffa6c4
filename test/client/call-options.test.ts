import { describe, expect, it } from 'vitest'
import {
  type Attempt,
  createEvaluationClient,
  createVoiceFormClient,
  type EvaluationClient,
  type EvaluationClientOptions,
  VERSION,
} from '../../src/client/index.ts'
import { createManualClock } from '../support/manual-clock.ts'
import { skipWaits } from './skip-waits.ts'
import { sendJson, serve, type TestServer } from './test-server.ts'

const apiKey = 'secret-key-0123456789'
const agent = {
  uuid: '0b8a3a52-7e55-4b0e-9c5a-0d9f3f7d6a11',
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
    await client.getAgent('a', { headers: { 'x-team': 'two', 'x-trace': 't' } })
    expect(server.requests[0]?.headers).toMatchObject({
      'user-agent': `agent-tests/${VERSION}`,
      'x-team': 'two',
      'x-trace': 't',
      'x-api-key': apiKey,
      accept: 'application/json',
      'cache-control': 'no-cache',
    })
  })
})

describe('an option that the client does not know', () => {
  it.each<[string, object, (client: EvaluationClient, options: object) => Promise<unknown>]>([
    ['agentNames', { agentNames: ['A'] }, (client, options) => client.runBatch(options)],
    ['testUuids', { testUuids: ['t'] }, (client, options) => client.runAgentTests('a', options)],
    ['only_faild', { only_faild: true }, (client, options) => client.getRun('r', options)],
    ['max_retries', { max_retries: 0 }, (client, options) => client.waitForRun('r', options)],
    ['limit', { limit: 5 }, (client, options) => client.listAgents(options)],
  ])('is refused by name, and nothing is sent: %s', async (name, options, call) => {
    const server = await serve((response) => sendJson(response, {}))
    await expect(call(clientOf(server), options)).rejects.toThrow(new TypeError(`unknown option "${name}"`))
    expect(server.requests).toEqual([])
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
    await skipWaits(clock, client.getAgent('a'), 30_000)
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
    await expect(clientOf(server, { apiKey: () => 'two words' }).getAgent('a')).rejects.toThrow(TypeError)
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
    await skipWaits(clock, client.getAgent('a'), 30_000)
    const same = { method: 'GET', url: `${server.url}/agents/a` }
    expect(attempts).toMatchObject([
      { ...same, attempt: 1, status: 503, error: { name: 'HttpError' }, retryInMs: 1000 },
      { ...same, attempt: 2, status: 200, error: null, retryInMs: null },
    ])
  })
})

describe('the status of an attempt', () => {
  async function statusOf(...respond: Parameters<typeof serve>) {
    const attempts: Attempt[] = []
    const server = await serve(...respond)
    const client = clientOf(server, { maxRetries: 0, onAttempt: (attempt) => attempts.push(attempt) })
    await client.getAgent('a').catch(() => undefined)
    return attempts.map(({ status, error }) => [status, error?.kind])
  }

  it.each<[string, Parameters<typeof serve>[0], string]>([
    ['is not JSON', (response) => response.end('<html>'), 'contract'],
    ['has another shape', (response) => sendJson(response, {}), 'contract'],
    [
      'breaks off',
      (response) => {
        response.writeHead(200, { 'content-length': '1000' })
        response.write('{', () => response.destroy())
      },
      'network',
    ],
  ])('is that of a response that %s', async (_, respond, kind) => {
    expect(await statusOf(respond)).toEqual([[200, kind]])
  })

  it('is that of an error', async () => {
    expect(await statusOf((response) => sendJson(response, {}, 404))).toEqual([[404, 'http']])
  })

  it('is null if no response began', async () => {
    expect(await statusOf((response) => response.destroy())).toEqual([[null, 'network']])
  })
})

describe('withResponse', () => {
  it('tells the time of the service, of a launch and of the history', async () => {
    const date = 'Sat, 21 Nov 2026 08:00:00 GMT'
    const server = await serve((response, { method }) =>
      sendJson(response, method === 'POST' ? { task_id: 'r' } : { items: [] }, 200, { date }),
    )
    const client = clientOf(server)
    const launched = await client.runAgentTests('a').withResponse()
    const history = await client.listRuns('a').withResponse()
    expect([launched, history].map(({ response }) => response.headers.get('date'))).toEqual([date, date])
  })

  it('gives status, headers and request ID, without the key', async () => {
    const server = await agentServer({ 'x-request-id': 'r-1', 'x-echo': `key ${apiKey}` })
    const { data, response } = await clientOf(server).getAgent('a').withResponse()
    expect(data).toEqual(agent)
    expect(response).toMatchObject({ status: 200, requestId: 'r-1' })
    expect(response.headers.get('x-echo')).toBe('key ***')
  })

  it('rejects like the call itself', async () => {
    const server = await serve((response) => sendJson(response, { detail: 'no' }, 404))
    await expect(clientOf(server).getAgent('a').withResponse()).rejects.toMatchObject({ status: 404 })
  })
})

describe('request', () => {
  it('calls any endpoint, with key and query, and returns whatever it responds', async () => {
    const server = await serve((response) => sendJson(response, [1, 'two']))
    const body = { name: 'A' }
    expect(await clientOf(server).request('POST', '/tests', { body, query: { dry: true } })).toEqual([
      1,
      'two',
    ])
    expect(server.requests).toMatchObject([
      { method: 'POST', url: '/tests?dry=true', headers: { 'x-api-key': apiKey }, body: '{"name":"A"}' },
    ])
  })

  it('repeats a parameter for each value of a list', async () => {
    const server = await serve((response) => sendJson(response, []))
    await clientOf(server).request('GET', '/runs', {
      query: { status: ['done', 'failed'], limit: 1, none: [] },
    })
    expect(server.requests[0]?.url).toBe('/runs?status=done&status=failed&limit=1')
  })

  it('returns null for a response without a body', async () => {
    const server = await serve((response) => response.writeHead(204).end())
    expect(await clientOf(server).request('DELETE', '/tests/a')).toBeNull()
  })

  it.each([
    ['GET', undefined, 6],
    ['POST', undefined, 1],
    ['DELETE', undefined, 1],
    ['POST', 'read', 6],
  ] as const)('%s with retry %s is sent %i times to a service that fails', async (method, retry, times) => {
    const server = await serve((response) => sendJson(response, {}, 502))
    const clock = createManualClock()
    const outcome = clientOf(server, { clock }).request(method, '/x', { retry })
    await Promise.all([expect(outcome).rejects.toThrow('502'), skipWaits(clock, outcome, 30_000)])
    expect(server.requests).toHaveLength(times)
  })
})

it('a body that cannot be serialized is a TypeError, and nothing is sent', async () => {
  const server = await agentServer()
  const cyclic: Record<string, unknown> = {}
  cyclic['self'] = cyclic
  for (const body of [cyclic, 1n, () => 1])
    await expect(clientOf(server).request('POST', '/tests', { body })).rejects.toThrow(TypeError)
  expect(server.requests).toEqual([])
})
