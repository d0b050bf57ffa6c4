import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { createOctokit, type Octokit, type OctokitOptions } from '../../src/github/octokit.ts'
import { json, networkError, type ScriptedFetch, scriptedFetch } from './scripted-fetch.ts'

const TOKEN = 'ghs_0123456789abcdefghij'
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

describe('another host gets neither token nor text', () => {
  const message = expect.stringContaining('leads to another address')
  const other = 'https://evil.test/comments?page=2'
  const list = 'GET /repos/{owner}/{repo}/issues/{issue_number}/comments'
  const create = 'POST /repos/{owner}/{repo}/issues/{issue_number}/comments'
  const place = { owner: 'acme', repo: 'shop', issue_number: 7 }
  const failure = async (request: Promise<unknown>) => {
    const ended = request.catch((error: unknown) => error)
    await vi.advanceTimersByTimeAsync(30_000)
    return ended
  }

  test.each([other, 'http://api.acme.test/', 'https://api.acme.test:444/'])(
    'as the next page: %s',
    async (next) => {
      const github = scriptedFetch(json(200, [], { link: `<${next}>; rel="next"` }))
      expect(await failure(client(github).paginate(list, place))).toMatchObject({ message })
      expect(github.requests).toHaveLength(1)
    },
  )

  test.each([301, 302, 307, 308])('as the target of a redirect (%d)', async (status) => {
    const github = scriptedFetch(json(status, {}, { location: other }))
    const octokit = client(github)
    expect(await failure(octokit.request(create, { ...place, body: 'text' }))).toMatchObject({ message })
    expect(github.requests.map(({ url }) => new URL(url).host)).toEqual(['api.acme.test'])
  })
})

test.each([301, 302, 307, 308])('a redirect on the same host is followed (%d)', async (status) => {
  const github = scriptedFetch(
    json(status, {}, { location: '/repositories/1/comments' }),
    json(201, { id: 1 }),
  )
  const request = client(github).request('POST /comments', { body: 'text' })
  await vi.advanceTimersByTimeAsync(30_000)
  expect((await request).data).toEqual({ id: 1 })
  const sent = github.requests.map(({ method, url, body }) => `${method} ${url} ${body}`)
  expect(sent).toEqual([
    'POST https://api.acme.test/comments {"body":"text"}',
    'POST https://api.acme.test/repositories/1/comments {"body":"text"}',
  ])
})

test('redirects without an end are not followed without an end', async () => {
  const github = scriptedFetch(json(302, {}, { location: '/again' }))
  expect(await result(client(github))).toMatchObject({ message: expect.stringContaining('leads to') })
  expect(github.requests).toHaveLength(6)
})

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

test.each([
  ['text', () => new Response('<html>', { headers: { 'content-type': 'text/html' } })],
  ['nothing', () => new Response(null)],
  ['null', json(200, null)],
])('a response that is %s is an error that names a proxy', async (_, response) => {
  expect(await result(client(scriptedFetch(response)))).toMatchObject({
    message: expect.stringContaining('check whether a proxy responds'),
  })
})

test('nothing that GitHub sends is printed', async () => {
  const printed = vi.spyOn(console, 'warn').mockReturnValue()
  const deprecated = json(200, [], { deprecation: 'true', sunset: '##[error]pwned' })
  await result(client(scriptedFetch(deprecated)))
  expect(printed).not.toHaveBeenCalled()
})
