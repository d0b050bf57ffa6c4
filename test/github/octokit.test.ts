import { execFileSync } from 'node:child_process'
import nock from 'nock'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { createOctokit, type OctokitOptions } from '../../src/github/octokit.ts'

const API = 'https://api.github.com'
const PATH = '/repos/acme/shop/issues/7/comments'
const issue = { owner: 'acme', repo: 'shop', issue_number: 7 }
const TOKEN = 'ghs_0123456789abcdefghij'

beforeAll(() => {
  vi.stubEnv('GITHUB_API_URL', API)
  vi.stubEnv('no_proxy', '*')
  nock.disableNetConnect()
})
afterEach(() => nock.cleanAll())
afterAll(() => nock.restore())

async function client(options: Partial<OctokitOptions> = {}) {
  const octokit = await createOctokit({ token: TOKEN, retryBaseMs: 5, ...options })
  return octokit.rest.issues
}

/** How long until it rejects, and with what. */
async function failure(work: Promise<unknown>): Promise<{ error: unknown; afterMs: number }> {
  const started = performance.now()
  const error = await work.then(
    () => 'no error',
    (reason: unknown) => reason,
  )
  return { error, afterMs: performance.now() - started }
}

test('sends the token', async () => {
  const call = nock(API, { reqheaders: { authorization: `token ${TOKEN}` } })
    .get(PATH)
    .reply(200, [])
  await (await client()).listComments(issue)
  expect(call.isDone()).toBe(true)
})

test.each(['', ' ', 'two parts', 'line\nend', 'schlüssel'])(
  'refuses the token %j without naming it',
  async (token) => {
    const { error } = await failure(createOctokit({ token }))
    expect(String(error)).toBe('Error: the github-token is empty or holds characters that no token has')
  },
)

test.each([500, 502, 503])('repeats a request that met a passing %d', async (status) => {
  nock(API).get(PATH).times(2).reply(status, {})
  nock(API)
    .get(PATH)
    .reply(200, [{ id: 1 }])
  expect((await (await client()).listComments(issue)).data).toMatchObject([{ id: 1 }])
})

test('gives up after the second repetition', async () => {
  const call = nock(API).get(PATH).times(3).reply(502, {})
  const spare = nock(API).get(PATH).reply(200, [])
  const { error } = await failure((await client()).listComments(issue))
  expect(error).toMatchObject({ status: 502 })
  expect([call.isDone(), spare.isDone()]).toEqual([true, false])
})

test('repeats a request whose connection broke', async () => {
  nock(API)
    .get(PATH)
    .replyWithError(Object.assign(new Error('reset'), { code: 'ECONNRESET' }))
  nock(API).get(PATH).reply(200, [])
  expect((await (await client()).listComments(issue)).status).toBe(200)
})

test.each([401, 403, 404, 422, 429])('takes a %d for final', async (status) => {
  nock(API).get(PATH).reply(status, {})
  const spare = nock(API).get(PATH).reply(200, [])
  const { error } = await failure((await client()).listComments(issue))
  expect(error).toMatchObject({ status })
  expect(spare.isDone()).toBe(false)
})

test.each([403, 429])('comes back once where a %d says when', async (status) => {
  nock(API).get(PATH).reply(status, { message: 'secondary rate limit' }, { 'retry-after': '2' })
  nock(API).get(PATH).reply(200, [])
  const started = performance.now()
  await (await client({ retryBaseMs: 50 })).listComments(issue)
  expect(performance.now() - started).toBeGreaterThanOrEqual(95)
})

test('does not wait for a limit that ends after the budget', async () => {
  nock(API).get(PATH).reply(403, { message: 'secondary rate limit' }, { 'retry-after': '60' })
  const { error, afterMs } = await failure((await client({ retryBaseMs: 1_000 })).listComments(issue))
  expect(error).toMatchObject({ status: 403 })
  expect(afterMs).toBeLessThan(2_000)
})

test('loads Octokit only when a client is made', () => {
  const script = `
    import { registerHooks } from 'node:module'
    const loaded = []
    registerHooks({ load: (url, context, next) => { loaded.push(url); return next(url, context) } })
    const count = () => loaded.filter((url) => url.includes('/node_modules/')).length
    const { createOctokit } = await import('./src/github/octokit.ts')
    const before = count()
    await createOctokit({ token: 'ghs_x' })
    console.log(before, count() > 10)`
  const output = execFileSync(process.execPath, ['--input-type=module', '--eval', script], {
    cwd: new URL('../..', import.meta.url),
    env: { PATH: process.env['PATH'] },
    encoding: 'utf8',
  })
  expect(output.trim()).toBe('0 true')
})
