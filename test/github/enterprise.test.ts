import { afterAll, beforeAll, expect, test } from 'vitest'
import { createOctokit } from '../../src/github/octokit.ts'
import { upsertComment } from '../../src/github/sticky-comment.ts'
import { type GitHub, startGitHub } from '../support/github/github.ts'

let github: GitHub

beforeAll(async () => {
  github = await startGitHub({ basePath: '/api/v3', viewer: 'gate[bot]' })
})

afterAll(() => github.close())

test('on GitHub Enterprise Server REST and GraphQL are used at their own paths', async () => {
  const octokit = createOctokit({ token: github.token, apiUrl: github.url, fetch })
  const sticky = {
    octokit,
    owner: 'acme',
    repo: 'shop',
    issueNumber: 7,
    commentId: 'a'.repeat(32),
    runAttempt: 1,
  }
  expect((await upsertComment({ ...sticky, body: 'Failed', runId: 1 })).kind).toBe('created')
  expect((await upsertComment({ ...sticky, body: 'Passed', runId: 2 })).kind).toBe('updated')
  expect(github.comments(7)).toMatchObject([{ user: 'gate[bot]', body: expect.stringMatching(/Passed$/) }])
  expect(github.journal.map(({ path }) => path)).toContain('/graphql')
  expect(github.journal.every(({ status }) => status !== 404)).toBe(true)
})
