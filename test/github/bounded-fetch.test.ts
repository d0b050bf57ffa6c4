import { afterAll, beforeAll, expect, test } from 'vitest'
import { boundedFetch } from '../../src/github/bounded-fetch.ts'
import { type GitHub, startGitHub } from '../support/github/github.ts'

let github: GitHub

beforeAll(async () => {
  github = await startGitHub({ faults: [() => ({ connection: 'hang' })] })
})

afterAll(() => github.close())

test('an abort has the one name that Octokit takes for final, whatever its reason', async () => {
  const controller = new AbortController()
  const bounded = boundedFetch(fetch, { timeoutMs: 5_000, signal: controller.signal })
  const pending = bounded(github.url)
  const reason = new Error('SIGTERM')
  controller.abort(reason)
  await expect(pending).rejects.toMatchObject({ name: 'AbortError', cause: reason })
})

test('a time-out keeps its own name, so that Octokit repeats the request', async () => {
  const bounded = boundedFetch(fetch, { timeoutMs: 20, signal: new AbortController().signal })
  await expect(bounded(github.url)).rejects.toMatchObject({ name: 'TimeoutError' })
})
