import { describe, expect, it } from 'vitest'
import type { CallOptions, ClientOptions } from '../../src/client/options.ts'
import { createRequester } from '../../src/client/requester.ts'
import type { RetryPolicy } from '../../src/client/retry.ts'
import { anyObject, parserOf } from '../../src/client/schema.ts'
import { createManualClock } from '../support/manual-clock.ts'
import { skipWaits } from './skip-waits.ts'
import { sendJson, serve, type TestServer } from './test-server.ts'

const TIMEOUT_MS = 30_000
const EVERY_WAIT = [1000, 2000, 4000, 8000, 16_000]
const parse = parserOf(anyObject)

function requesterTo(baseUrl: string, options: Partial<ClientOptions> = {}) {
  const clock = createManualClock()
  const settings = { baseUrl, clock, random: () => 0, attemptTimeoutMs: TIMEOUT_MS, ...options }
  const { send } = createRequester(settings, { name: 'X-API-Key', key: 'secret-key-0123456789' })

  /** Calls, and lets the waits between its attempts pass at once. */
  async function outcomeOf(policy: RetryPolicy, callOptions: CallOptions = {}) {
    const request = { method: 'POST', path: '/run', body: {}, parse, retry: policy } as const
    const outcome = send(request, callOptions).then(
      (value) => ({ value }),
      (error: unknown) => ({ error }),
    )
    return {
      waits: await skipWaits(clock, outcome, settings.attemptTimeoutMs ?? TIMEOUT_MS),
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
  it('fails after six attempts', async () => {
    const server = await refusing(99, 500)
    const { waits, outcome } = await requesterTo(server.url).outcomeOf('read')
    expect(outcome).toMatchObject({ error: { status: 500 } })
    expect(waits).toEqual(EVERY_WAIT)
    expect(server.requests).toHaveLength(6)
  })

  it('gives up after three pages of what may be a website, unless it has answered before', async () => {
    const page = await serve((response) => void response.end('<html>'))
    const { waits, outcome } = await requesterTo(page.url).outcomeOf('read')
    expect({ waits, outcome }).toMatchObject({ waits: [1000, 2000], outcome: { error: { isPage: true } } })

    const proxied = await serve((response, _, nth) =>
      nth === 1 || nth === 7 ? sendJson(response, { ok: true }) : response.end('<html>'),
    )
    const known = requesterTo(proxied.url)
    await known.outcomeOf('read')
    expect(await known.outcomeOf('read')).toEqual({ waits: EVERY_WAIT, outcome: { value: { ok: true } } })
  })

  it('does not wait for hours', async () => {
    const server = await refusing(1, 503, { 'retry-after': '86400' })
    const { waits, outcome } = await requesterTo(server.url).outcomeOf('read')
    expect(waits).toEqual([])
    expect(outcome).toMatchObject({ error: { status: 503, retryAfterMs: 86_400_000 } })
  })

  it('is one request with maxRetries: 0', async () => {
    const server = await refusing(1, 503)
    await requesterTo(server.url).outcomeOf('read', { maxRetries: 0 })
    expect(server.requests).toHaveLength(1)
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
