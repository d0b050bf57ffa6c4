import { expect, onTestFinished, test } from 'vitest'
import { systemClock } from '../../src/client/core/clock.ts'
import { GitHubApi } from '../../src/github/api.ts'
import { baseFiles } from '../../src/github/changed-files.ts'
import { startGitHub } from '../support/github/github.ts'

const job = { owner: 'acme', repo: 'shop' }
const file = (nth: number) => `tests/${nth}.yml`

/** What is known of a pull request that edits so many files. */
async function changesIn(edited: number) {
  const github = await startGitHub({})
  onTestFinished(() => github.close())
  for (let nth = 1; nth <= edited; nth += 1)
    github.files.set(file(nth), { status: 'modified', base: `was ${nth}` })
  github.files.set('README.md', { status: 'modified', base: 'read me' })
  const tests = {
    files: [file(1), file(2)],
    concernsTests: ({ now }: { now: string | null }) => now?.startsWith('tests/') === true,
  }
  const access = { token: github.token, apiUrl: github.url, fetch, clock: systemClock }
  const { files, problem } = await baseFiles(
    job,
    { number: 7, baseSha: 'decade' },
    tests,
    new GitHubApi(access, { signal: new AbortController().signal, totalMs: 60_000 }),
  )
  expect(problem).toBe(null)
  return files
}

test('of a pull request that edits many files, 50 are read, and the others may say anything', async () => {
  const files = await changesIn(52)
  expect(files.map(({ text }) => text)).toEqual(
    Array.from({ length: 52 }, (_, index) => (index < 50 ? `was ${index + 1}` : undefined)),
  )
})

test('where GitHub lists 3,000 files, each file of tests may have changed', async () => {
  expect(await changesIn(2999)).toEqual(
    [1, 2].map((nth) => ({ now: file(nth), before: file(nth), text: undefined })),
  )
})
