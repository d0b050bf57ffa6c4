import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { explainCommentError } from '../../src/github/comment-error.ts'
import { createOctokit, type Octokit, type OctokitOptions } from '../../src/github/octokit.ts'
import { json, manualClock, networkError, type ScriptedFetch, scriptedFetch } from './scripted-fetch.ts'

const TOKEN = 'ghs_0123456789abcdefghij'
const TIMEOUT_MS = 15_000
const BUDGET_MS = 45_000
const empty = json(200, [])
const limited = (status: number, seconds: string) =>
  json(status, { message: 'You have exceeded a secondary rate limit.' }, { 'retry-after': seconds })

beforeAll(() => {
  vi.useFakeTimers()
})
afterAll(() => {
  vi.useRealTimers()
})

function client({ fetch }: ScriptedFetch, options: Partial<OctokitOptions> = {}): Octokit {
  return createOctokit({ token: TOKEN, apiUrl: 'https://api.acme.test', fetch, ...options })
}

/** What a request for comments ends with, once all waits are over. */
async function result(octokit: Octokit): Promise<unknown> {
  const ended = listing(octokit)
  await vi.advanceTimersByTimeAsync(30_000)
  return ended
}

function listing(octokit: Octokit): Promise<unknown> {
  const route = 'GET /repos/{owner}/{repo}/issues/{issue_number}/comments'
  return octokit.request(route, { owner: 'acme', repo: 'shop', issue_number: 7 }).then(
    ({ data }) => data,
    (error: unknown) => error,
  )
}

const explained = (error: unknown) => explainCommentError(error, { fromFork: false, byDependabot: false })

test('a request goes to the address of the API with the token', async () => {
  const github = scriptedFetch(empty)
  await result(client(github))
  const [request] = github.requests
  expect(request?.url).toBe('https://api.acme.test/repos/acme/shop/issues/7/comments')
  expect(request?.headers.get('authorization')).toBe(`token ${TOKEN}`)
})

test.each(['', ' ', 'two parts', 'line\nend', 'schlüssel'])(
  'the token %j is refused without quoting it',
  (token) => {
    expect(() => client(scriptedFetch(empty), { token })).toThrow(
      /^the github-token is empty or contains whitespace or non-ASCII characters$/,
    )
  },
)

describe('retries', () => {
  test.each([
    ['a 500', json(500, {})],
    ['a 502', json(502, {})],
    ['a 503', json(503, {})],
    ['a lost connection', networkError('ECONNRESET')],
  ])('follow %s, twice', async (_, response) => {
    const github = scriptedFetch(response, response, json(200, [{ id: 1 }]))
    expect(await result(client(github))).toEqual([{ id: 1 }])
    expect(github.requests).toHaveLength(3)
  })

  test('end after the second one', async () => {
    const github = scriptedFetch(json(502, {}))
    expect(await result(client(github))).toMatchObject({ status: 502 })
    expect(github.requests).toHaveLength(3)
  })

  test.each([401, 403, 404, 422, 429])('do not follow a %d', async (status) => {
    const github = scriptedFetch(json(status, {}))
    expect(await result(client(github))).toMatchObject({ status })
    expect(github.requests).toHaveLength(1)
  })

  test('follow a body that breaks off: it is no empty list', async () => {
    const broken = () => {
      const start = (controller: ReadableStreamDefaultController) =>
        controller.error(new TypeError('terminated'))
      return new Response(new ReadableStream({ start }), { headers: { 'content-type': 'application/json' } })
    }
    const github = scriptedFetch(broken, broken, json(200, [{ id: 1 }]))
    expect(await result(client(github))).toEqual([{ id: 1 }])
  })
})

describe('a rate limit', () => {
  test.each([403, 429])('with HTTP %d is waited for as long as GitHub says', async (status) => {
    const github = scriptedFetch(limited(status, '20'), empty)
    const ended = listing(client(github))
    await vi.advanceTimersByTimeAsync(19_000)
    expect(github.requests).toHaveLength(1)
    await vi.advanceTimersByTimeAsync(2_000)
    expect(await ended).toEqual([])
  })

  test('is waited for once', async () => {
    const github = scriptedFetch(limited(403, '1'))
    expect(await result(client(github))).toMatchObject({ status: 403 })
    expect(github.requests).toHaveLength(2)
  })

  test.each([
    ['ends after the budget', limited(403, '45')],
    ['has no end', json(403, { message: 'secondary rate limit' })],
    [
      'lasts for an hour',
      () =>
        json(
          403,
          {},
          { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': String(Date.now() / 1000 + 3600) },
        )(),
    ],
  ])('that %s is not waited for', async (_, response) => {
    const github = scriptedFetch(response)
    expect(await result(client(github))).toMatchObject({ status: 403 })
    expect(github.requests).toHaveLength(1)
  })
})

describe('time', () => {
  test('a request that takes too long is aborted and retried', async () => {
    const clock = manualClock()
    const github = scriptedFetch(() => 'hang', empty)
    const ended = listing(client(github, { clock }))
    await vi.advanceTimersByTimeAsync(100)
    clock.expire(TIMEOUT_MS)
    await vi.advanceTimersByTimeAsync(30_000)
    expect(await ended).toEqual([])
    expect(github.requests).toHaveLength(2)
  })

  test('if every request takes too long, the error says so', async () => {
    const clock = manualClock()
    const github = scriptedFetch(() => 'hang')
    const ended = listing(client(github, { clock }))
    for (let request = 1; request <= 3; request += 1) {
      await vi.advanceTimersByTimeAsync(30_000)
      clock.expire(TIMEOUT_MS)
    }
    await vi.advanceTimersByTimeAsync(30_000)
    const error = await ended
    expect(error).toMatchObject({ cause: { name: 'TimeoutError' } })
    expect(explained(error)).toContain('did not respond in time')
  })

  test.each([
    ['during a request', () => 'hang' as const],
    ['during a wait', json(502, {})],
  ])('the budget ends everything (%s)', async (_, response) => {
    const clock = manualClock()
    const github = scriptedFetch(response)
    const ended = listing(client(github, { clock }))
    await vi.advanceTimersByTimeAsync(100)
    clock.expire(BUDGET_MS)
    const error = await ended
    expect(error).toMatchObject({ name: 'AbortError', cause: { name: 'TimeoutError' } })
    expect(explained(error)).toContain('did not respond in time')
    expect(github.requests).toHaveLength(1)
  })

  test.each([
    ['during a request', () => 'hang' as const],
    ['during a wait', json(502, {})],
    ['during the wait for a rate limit', limited(403, '30')],
  ])('an abort %s ends everything, with no request after it', async (_, response) => {
    const controller = new AbortController()
    const github = scriptedFetch(response)
    const octokit = client(github, { signal: controller.signal })
    const ended = listing(octokit)
    await vi.advanceTimersByTimeAsync(100)
    controller.abort(new Error('SIGTERM'))
    const error = await ended
    expect(error).toMatchObject({ name: 'AbortError' })
    expect(explained(error)).toContain('the job was cancelled')
    await vi.advanceTimersByTimeAsync(60_000)
    expect(await listing(octokit)).toMatchObject({ name: 'AbortError' })
    expect(github.requests).toHaveLength(1)
  })
})

test.each([
  ['text', () => new Response('<html>', { headers: { 'content-type': 'text/html' } })],
  ['nothing', () => new Response(null)],
  ['null', json(200, null)],
])('a response that is %s is an error that names a proxy', async (_, response) => {
  expect(await result(client(scriptedFetch(response)))).toMatchObject({
    message: expect.stringContaining('check whether a proxy answers'),
  })
})

test('nothing that GitHub sends is printed', async () => {
  const printed = vi.spyOn(console, 'warn').mockReturnValue()
  const deprecated = json(200, [], { deprecation: 'true', sunset: '##[error]pwned' })
  await result(client(scriptedFetch(deprecated)))
  expect(printed).not.toHaveBeenCalled()
})
