import { expect, onTestFinished, test } from 'vitest'
import { explainGitHubError } from '../../src/github/github-error.ts'
import { readPullRequest } from '../../src/github/pull-request.ts'
import { StickyComment } from '../../src/github/sticky-comment.ts'
import { startGitHub } from '../support/github/github.ts'

const shop = { id: 1, full_name: 'acme/shop' }
const place = { owner: 'acme', repo: 'shop', number: 7 }
const noSignal = new AbortController().signal

/** As on GitHub Enterprise Server, whose paths are prefixed. */
async function enterprise() {
  const github = await startGitHub({ basePath: '/api/v3', viewer: 'gate[bot]' })
  onTestFinished(() => github.close())
  return { github, access: { token: github.token, apiUrl: github.url, fetch } }
}

test.each([
  ['of this repository', { repo: shop }, 'ada', false, false],
  ['of a fork', { repo: { id: 2, full_name: 'eve/shop' } }, 'eve', true, false],
  ['of Dependabot', { repo: shop }, 'dependabot[bot]', false, true],
])('a pull request %s is read with one request', async (_, head, login, fromFork, byDependabot) => {
  const { github, access } = await enterprise()
  github.pullRequests.set(7, {
    number: 7,
    created_at: '2026-11-19T08:00:00Z',
    head: { sha: 'c0ffee', ...head },
    base: { sha: 'decade', repo: shop },
    user: { login },
  })
  expect(await readPullRequest(access, place, noSignal)).toEqual({
    number: 7,
    headSha: 'c0ffee',
    fromFork,
    byDependabot,
    createdAt: Date.parse('2026-11-19T08:00:00Z'),
  })
  expect(github.journal.map(({ method, path }) => `${method} ${path}`)).toEqual([
    'GET /repos/acme/shop/pulls/7',
  ])
})

test('one that does not exist is an error in the words of GitHub', async () => {
  const { access } = await enterprise()
  const error = await readPullRequest(access, place, noSignal).catch((thrown: unknown) => thrown)
  const context = { token: access.token, fromFork: false, byDependabot: false }
  expect(explainGitHubError(error, context)).toMatch(/^GitHub says: Not Found .*\(HTTP 404\)$/)
})

test('a response that is not a pull request is an error', async () => {
  const { github, access } = await enterprise()
  github.pullRequests.set(7, {})
  await expect(readPullRequest(access, place, noSignal)).rejects.toThrow('is not a pull request')
})

test('on GitHub Enterprise Server, the comment uses REST and GraphQL at their own paths', async () => {
  const { github, access } = await enterprise()
  const key = { id: 'a'.repeat(32), hash: 'b'.repeat(8) }
  for (const runId of [1, 2]) {
    const sticky = { owner: 'acme', repo: 'shop', issueNumber: 7, key, runId, runAttempt: 1 }
    await new StickyComment(access, sticky).write(`run ${runId}`, noSignal)
  }
  expect(github.comments(7)).toMatchObject([{ user: 'gate[bot]', body: expect.stringMatching(/run 2$/) }])
  expect(github.journal.map(({ path }) => path)).toContain('/graphql')
  expect(github.journal.every(({ status }) => status !== 404)).toBe(true)
})
