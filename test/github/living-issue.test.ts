// The issue about the default branch where it names more tests than its marker has room for.
import { afterAll, beforeAll, expect, it } from 'vitest'
import { systemClock } from '../../src/client/core/clock.ts'
import { type IssueReport, writeIssue } from '../../src/github/living-issue.ts'
import { type GitHub, startGitHub } from '../support/github/github.ts'

let github: GitHub
beforeAll(async () => {
  github = await startGitHub()
})
afterAll(() => github.close())

const named = (index: number) => ({ hash: index.toString(16).padStart(14, '0'), name: `Test ${index}` })

/** A job in which these tests fail, and all that `passed` says pass. */
function write(runId: number, failing: number, passed: number) {
  const access = { token: github.token, apiUrl: github.url, fetch, clock: systemClock }
  const hashes = new Set(Array.from({ length: passed }, (_, index) => named(index).hash))
  const report: IssueReport = {
    title: 'Failing',
    body: (_, left) => left.map(({ name }) => name).join(', '),
    news: 'News',
    end: 'The end',
    hasFailed: failing > 0,
    blocking: Array.from({ length: failing }, (_, index) => named(index)),
    isOver: (hash) => hashes.has(hash),
  }
  const writer = { owner: 'acme', repo: 'shop', commentId: 'a'.repeat(32), runId, runAttempt: 1 }
  return writeIssue(access, writer, report, new AbortController().signal)
}

it('stays open after those that fit have passed, and a person closes it', async () => {
  expect(await write(1, 1_001, 0)).toMatchObject({ kind: 'created' })
  expect(await write(2, 1_001, 0)).toMatchObject({ kind: 'updated' })
  expect(await write(3, 0, 1_000)).toMatchObject({ kind: 'updated' })
  const [issue] = github.issues.all
  expect(issue).toMatchObject({ state: 'open', body: expect.stringContaining('others') })
  expect(github.comments(issue?.number ?? 0)).toEqual([])
})
