import { describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { GitHubApi, type Route } from '../../src/github/api.ts'
import { GitHubError } from '../../src/github/github-error.ts'
import { createManualClock } from '../support/manual-clock.ts'
import { json, networkError, page, type Scripted, scriptedFetch } from './scripted-fetch.ts'

const TOKEN = 'ghs_0123456789abcdefghij'
const place = { owner: 'acme', repo: 'shop', issue_number: 7 }
const COMMENTS: Route<{ id: number }> = {
  path: '/repos/{owner}/{repo}/issues/{issue_number}/comments',
  schema: z.looseObject({ id: z.int() }),
}
const START = Date.UTC(2026, 10, 21, 14)
const next = { link: '<https://evil.test/comments?page=2>; rel="next"' }

/** GitHub, response by response, on a clock that runs from one sleeper to the next. */
function github(...responses: readonly (() => Scripted)[]) {
  const { fetch, requests } = scriptedFetch(...responses)
  const clock = createManualClock(START)
  const job = new AbortController()
  const access = { token: TOKEN, apiUrl: 'https://api.acme.test/v3', fetch, clock }
  const api = new GitHubApi(access, { signal: job.signal, totalMs: 75_000 })
  /** The value or the error, and the seconds that it took. */
  const timed = async (work: (api: GitHubApi) => Promise<unknown>) => {
    const from = clock.now()
    const outcome = await clock.finish(work(api).catch((error: unknown) => error))
    return [outcome, (clock.now() - from) / 1_000]
  }
  return { requests, job, clock, api, timed }
}

const list = (api: GitHubApi) => api.list(COMMENTS, place)
const write = (method: 'POST' | 'PATCH') => (api: GitHubApi) =>
  api.write(method, COMMENTS.path, { ...place, body: 'text' })
const viewer = (api: GitHubApi) => api.query('{ viewer { login } }', z.object({ viewer: z.unknown() }))
const empty = json(200, [])
const error = (message: string | RegExp, status: number | null = null) =>
  expect.objectContaining({
    message: expect.stringMatching(message),
    details: expect.objectContaining({ status }),
  })

test('a request goes to the address of the API with the token', async () => {
  const { requests, timed } = github(empty)
  await timed(list)
  expect(requests[0]?.url).toBe(
    'https://api.acme.test/v3/repos/acme/shop/issues/7/comments?per_page=100&page=1',
  )
  expect(requests[0]?.headers.get('authorization')).toBe(`token ${TOKEN}`)
})

const moved = (status: number, location: string) => json(status, { message: 'Moved' }, { location })

test('a renamed repository is found at its new address, also to write', async () => {
  const { requests, timed } = github(
    moved(301, 'https://api.acme.test/repositories/1/issues/7/comments'),
    empty,
    moved(307, '/repositories/1/issues/7/comments'),
    json(201, { id: 1 }),
  )
  expect(await timed(list)).toEqual([[], 0])
  expect(await timed(write('POST'))).toEqual([{ id: 1 }, 0])
  expect(requests[3]?.url).toBe('https://api.acme.test/repositories/1/issues/7/comments')
})

test('another host gets no request', async () => {
  const { requests, timed } = github(moved(301, 'https://evil.test/repositories/1'))
  const [found] = await timed(list)
  expect(found).toEqual(error(/^GitHub redirects to https:\/\/evil\.test, which gets no token$/, 301))
  expect(requests).toHaveLength(1)
})

test.each(['', ' ', 'two parts', 'line\nend', 'schlüssel'])(
  'the token %j is refused, unquoted',
  async (token) => {
    const access = { token, apiUrl: 'https://api.acme.test', fetch, clock: createManualClock() }
    const api = new GitHubApi(access, { signal: new AbortController().signal, totalMs: 1 })
    await expect(list(api)).rejects.toThrow(
      /^the github-token is empty or contains whitespace or non-ASCII characters$/,
    )
  },
)

describe('a list', () => {
  test('is read page by page, at the address of the API', async () => {
    const { requests, timed } = github(json(200, [{ id: 1 }], next), json(200, [{ id: 2 }]))
    expect(await timed(list)).toEqual([[{ id: 1 }, { id: 2 }], 0])
    expect(requests.map(({ url }) => new URL(url).host)).toEqual(['api.acme.test', 'api.acme.test'])
  })

  test('goes on behind a full page that does not say so', async () => {
    const full = Array.from({ length: 100 }, (_, id) => ({ id }))
    const { requests, timed } = github(json(200, full), json(200, [{ id: 100 }]))
    expect((await timed(list))[0]).toHaveLength(101)
    expect(requests).toHaveLength(2)
  })

  test('ends after 30 pages, without a result', async () => {
    const { requests, timed } = github(json(200, [{ id: 1 }], next))
    const what =
      /^GitHub's response to GET \/repos\/acme\/shop\/issues\/7\/comments .* \(more than 30 pages\)$/
    expect((await timed(list))[0]).toEqual(error(what))
    expect(requests).toHaveLength(30)
  })
})

const broken = () => {
  const start = (controller: ReadableStreamDefaultController) => {
    controller.enqueue(new TextEncoder().encode('[]'))
    controller.error(new TypeError('terminated'))
  }
  return new Response(new ReadableStream({ start }), { headers: { 'content-type': 'application/json' } })
}
const binary = () => new Response('[]', { headers: { 'content-type': 'application/octet-stream' } })
const unreadable =
  /^GitHub's response to GET \/repos\/acme\/shop\/issues\/7\/comments does not have the expected shape/
const unreadableResponses = [
  ['a body that breaks off', broken],
  ['a page', page(200, '<html>')],
  ['an empty body', () => new Response(null)],
  ['null', json(200, null)],
  ['an object', json(200, {})],
  ['a message', json(200, { message: 'ok' })],
  ['another entry', json(200, [{}])],
  ['a file', binary],
  ['an odd type', () => new Response('[]', { headers: { 'content-type': '§' } })],
] as const

describe('once more', () => {
  test.each([
    ['a 500', json(500, {}), /HTTP 500/, 500],
    ['a 502', page(502, '<html>'), /HTTP 502/, 502],
    ['a lost connection', networkError('read ECONNRESET'), /could not be reached/, null],
    ...unreadableResponses.map(([name, response]) => [name, response, unreadable, null] as const),
  ] as const)('a read follows %s', async (_, response, message, status) => {
    const { timed } = github(response, json(200, [{ id: 1 }]))
    expect(await timed(list)).toEqual([[{ id: 1 }], 1])
    const permanent = github(response)
    expect(await permanent.timed(list)).toEqual([error(message, status), 1])
    expect(permanent.requests).toHaveLength(2)
  })

  test.each([
    ['errors', json(200, { data: null, errors: [{ message: 'no' }] })],
    ['no data', json(200, {})],
    ['null', json(200, null)],
  ])('a query follows %s', async (_, response) => {
    const { timed } = github(response, json(200, { data: { viewer: 7 } }))
    expect(await timed(viewer)).toEqual([{ viewer: 7 }, 1])
  })

  test.each([401, 403, 404, 422, 429])('nothing follows a plain %d', async (status) => {
    const { timed, requests } = github(json(status, {}))
    expect(await timed(list)).toEqual([error('GitHub says', status), 0])
    expect(requests).toHaveLength(1)
  })

  test.each([
    ['POST', json(502, {}), 1],
    ['POST', networkError('read ECONNRESET'), 1],
    ['PATCH', json(502, {}), 2],
  ] as const)(
    'of a %s that may have been performed, only the one that may be repeated',
    async (method, response, sent) => {
      const { timed, requests } = github(response)
      expect((await timed(write(method)))[0]).toBeInstanceOf(GitHubError)
      expect(requests).toHaveLength(sent)
    },
  )

  test.each(unreadableResponses)('no write follows a success with %s', async (_, response) => {
    for (const method of ['POST', 'PATCH'] as const) {
      const { timed, requests } = github(response)
      expect((await timed(write(method)))[0]).not.toBeInstanceOf(Error)
      expect(requests).toHaveLength(1)
    }
  })
})

const limit = 'You have exceeded a secondary rate limit.'
const reset = (seconds: number) => ({
  'x-ratelimit-remaining': '0',
  'x-ratelimit-reset': String(START / 1_000 + seconds),
})

describe('a refusal', () => {
  test.each([
    ['403 with retry-after', json(403, {}, { 'retry-after': '7' }), 7],
    ['429 with retry-after', json(429, {}, { 'retry-after': '60' }), 60],
    ['403 with a reset', json(403, {}, reset(9)), 9],
    ['403 with a reset that is over', json(403, {}, reset(-9)), 1],
    [
      'a reset by the clock of GitHub',
      json(403, {}, { ...reset(9), date: new Date(START + 5_000).toUTCString() }),
      4,
    ],
    ['403 with GitHub’s words', json(403, { message: limit }), 60],
    ['422 with GitHub’s words', json(422, { message: 'Validation Failed: was submitted too quickly' }), 60],
    ['429 with GitHub’s words', json(429, { message: 'API rate limit exceeded for user ID 1.' }), 60],
  ])('by %s is waited for, also by a write', async (_, response, seconds) => {
    for (const send of [list, write('POST'), write('PATCH')]) {
      const { timed, requests } = github(response, empty)
      expect(await timed(send)).toEqual([[], seconds])
      expect(requests).toHaveLength(2)
    }
  })

  test('is waited for again, as long as time is left', async () => {
    const { timed, requests } = github(json(403, {}, { 'retry-after': '20' }))
    expect(await timed(list)).toEqual([error(/HTTP 403/, 403), 60])
    expect(requests).toHaveLength(4)
  })

  test.each([
    { 'retry-after': '3600' },
    reset(80),
    { 'retry-after': '99999999999999999999' },
    { ...reset(9), 'x-ratelimit-remaining': '1' },
    { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': 'soon' },
  ])('that is too long, or has no time, is final: %j', async (headers) => {
    const { timed, requests } = github(json(403, { message: 'Slow down' }, headers))
    expect(await timed(list)).toEqual([error(/ \(HTTP 403\)$/, 403), 0])
    expect(requests).toHaveLength(1)
  })
})

describe('time', () => {
  const silent = () => 'hang' as const

  test('an attempt takes ten seconds, and a read has two', async () => {
    const { timed } = github(silent)
    expect(await timed(list)).toEqual([error('GitHub did not respond in time'), 21])
    expect(await timed(write('POST'))).toEqual([error('GitHub did not respond in time'), 10])
  })

  test('all requests together end 75 s after the first one', async () => {
    const { timed, clock, requests } = github(silent)
    await clock.advance(100_000)
    const took: unknown[] = []
    for (let read = 0; read < 5; read += 1) {
      const [outcome, seconds] = await timed(list)
      expect(outcome).toEqual(error('GitHub did not respond in time'))
      took.push(seconds)
    }
    expect(took).toEqual([21, 21, 21, 12, 0])
    expect(requests).toHaveLength(8)
  })
})

test.each([
  ['during a request', () => 'hang' as const],
  ['during a wait', json(502, {})],
])('no request follows a cancellation %s', async (_, response) => {
  const { api, job, clock, requests } = github(response)
  const listed = list(api).catch((thrown: unknown) => thrown)
  await clock.advance(500)
  job.abort('SIGINT')
  expect(await clock.finish(listed)).toEqual(error('the job was cancelled first'))
  expect(requests).toHaveLength(1)
})
