import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { explainCommentFault } from '../../src/github/comment-fault.ts'
import { createOctokit, type OctokitOptions } from '../../src/github/octokit.ts'
import { type GitHub, startGitHub } from '../support/github/github.ts'

const issue = { owner: 'acme', repo: 'shop', issue_number: 7 }
const anybody = { fromFork: false, byDependabot: false }
let github: GitHub

beforeAll(async () => {
  github = await startGitHub()
  vi.stubEnv('GITHUB_API_URL', github.url)
})

afterEach(() => {
  github.faults.length = 0
})

afterAll(() => github.close())

async function client(options: Partial<OctokitOptions>) {
  const octokit = await createOctokit({ token: github.token, retryBaseMs: 5, ...options })
  return octokit.rest.issues
}

/** What it rejects with, and how long that took. */
async function failure(work: Promise<unknown>): Promise<{ error: unknown; afterMs: number }> {
  const started = performance.now()
  const error = await work.then(
    () => 'no error',
    (reason: unknown) => reason,
  )
  return { error, afterMs: performance.now() - started }
}

function requests(): number {
  return github.journal.length
}

test('a request that takes too long is ended and repeated', async () => {
  github.faults.push(() => (requests() % 2 === 0 ? { connection: 'hang' } : undefined))
  const started = performance.now()
  expect((await (await client({ timeoutMs: 60 })).listComments(issue)).status).toBe(200)
  expect(performance.now() - started).toBeLessThan(1_000)
})

test('the time-out is named as the cause where every request takes too long', async () => {
  github.faults.push(() => ({ connection: 'hang' }))
  const { error } = await failure((await client({ timeoutMs: 30 })).listComments(issue))
  expect(error).toMatchObject({ cause: { name: 'TimeoutError' } })
  expect(explainCommentFault(error, anybody)).toContain('did not answer in time')
})

test('an answer that breaks off in mid-body is no empty list: the request is repeated', async () => {
  github.seed(7, { user: 'ada', body: 'hello' })
  let broken = 0
  github.faults.push(() => {
    broken += 1
    return broken > 2 ? undefined : { performed: true, connection: 'truncated' }
  })
  expect((await (await client({})).listComments(issue)).data).toMatchObject([{ body: 'hello' }])
  expect(broken).toBe(3)
})

test('everything ends when the budget is used up, waits included', async () => {
  github.faults.push(() => ({ status: 502 }))
  const issues = await client({ budgetMs: 100, retryBaseMs: 2_000 })
  const { error, afterMs } = await failure(issues.listComments(issue))
  expect(error).toMatchObject({ name: 'AbortError', cause: { name: 'TimeoutError' } })
  expect(explainCommentFault(error, anybody)).toContain('did not answer in time')
  expect(afterMs).toBeLessThan(1_000)
})

test.each([
  ['during a request', { connection: 'hang' } as const],
  ['during a wait', { status: 502 }],
])('an abort %s ends it at once and for good', async (_, fault) => {
  github.faults.push(() => fault)
  const controller = new AbortController()
  const issues = await client({ signal: controller.signal, retryBaseMs: 200 })
  const before = requests()
  setTimeout(() => controller.abort(new Error('SIGTERM')), 40)
  const { error, afterMs } = await failure(issues.listComments(issue))
  expect(error).toMatchObject({ name: 'AbortError' })
  expect(explainCommentFault(error, anybody)).toContain('the job was stopped')
  expect(afterMs).toBeLessThan(150)
  await new Promise((resolve) => setTimeout(resolve, 300))
  expect((await failure(issues.listComments(issue))).error).toMatchObject({ name: 'AbortError' })
  expect(requests()).toBe(before + 1)
})
