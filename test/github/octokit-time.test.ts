// Timeouts, the budget and aborts, on a manual clock and fake timers: nothing here depends on how fast the machine is.
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { explainCommentError } from '../../src/github/comment-error.ts'
import { createOctokit, type Octokit, type OctokitOptions } from '../../src/github/octokit.ts'
import { json, manualClock, type ScriptedFetch, scriptedFetch } from './scripted-fetch.ts'

const TIMEOUT_MS = 15_000
const BUDGET_MS = 45_000
const limited = json(403, { message: 'You have exceeded a secondary rate limit.' }, { 'retry-after': '30' })

beforeAll(() => {
  vi.useFakeTimers()
})
afterAll(() => {
  vi.useRealTimers()
})

function client({ fetch }: ScriptedFetch, options: Partial<OctokitOptions>): Octokit {
  return createOctokit({ token: 'ghs_x', apiUrl: 'https://api.acme.test', fetch, ...options })
}

function listing(octokit: Octokit): Promise<unknown> {
  const route = 'GET /repos/{owner}/{repo}/issues/{issue_number}/comments'
  return octokit.request(route, { owner: 'acme', repo: 'shop', issue_number: 7 }).then(
    ({ data }) => data,
    (error: unknown) => error,
  )
}

const explained = (error: unknown) =>
  explainCommentError(error, { fromFork: false, byDependabot: false, token: 'ghs_x' })

test('a request that takes too long is aborted and retried', async () => {
  const clock = manualClock()
  const github = scriptedFetch(() => 'hang', json(200, []))
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
  expect(github.requests).toHaveLength(3)
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
  ['during the wait for a rate limit', limited],
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
