// The end of the log of a job that fails, on the bundle: what a coding agent reads that downloads the log.
import { expect, it } from 'vitest'
import { snippet } from '../report/log-snippet.ts'
import { createHarness, PULL_REQUEST } from './harness.ts'

it('the log ends with the failing tests and what to do, also where the comment is refused', async (context) => {
  const agents = [{ name: 'Alpha', scenario: 'two-fail', parameters: { durationMs: 0 } }] as const
  const harness = await createHarness({ agents }, context.onTestFinished)
  const body = { message: 'Resource not accessible by integration' }
  harness.github.faults.push(({ method }) => (method === 'POST' ? { status: 403, body } : undefined))
  const { log } = await harness.run()
  expect(harness.github.comments(PULL_REQUEST)).toEqual([])
  const end = snippet(log.trimEnd().split('\n'))
  expect(log.trimEnd().endsWith(end.join('\n'))).toBe(true)
  expect(end.find((line) => line.startsWith('"'))).toMatch(/^".*" \(Alpha\): /)
  expect(end.at(-1)).toMatch(/^Agent tests failed: 2 of 8 tests failed\.$/)
})
