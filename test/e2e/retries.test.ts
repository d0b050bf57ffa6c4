// Mode gate with retries: what a retry makes of a failing test.
import { expect, it } from 'vitest'
import { FLAKY, FLAKY_ONCE, flakyAgent, launches } from './flaky-agent.ts'
import { APP_URL, createHarness, requestsOf } from './harness.ts'
import { junitOf, testNamed } from './results-file.ts'

it('a failing test that passes a retry is flaky and counts as passed; every report says so', async (context) => {
  const agent = flakyAgent(FLAKY_ONCE, { parameters: { tests: 16, durationMs: 200 } })
  const harness = await createHarness(
    { agents: [agent], concurrency: 8, faultProxy: { rules: [] } },
    context.onTestFinished,
  )
  const step = await harness.run({ with: { retries: '2', timeout: '240' } })
  const comment = harness.comments()[0] ?? ''
  expect(step.exitCode).toBe(0)
  expect(step.outputs).toMatchObject({
    verdict: 'passed',
    total: '16',
    passed: '16',
    failed: '0',
    flaky: '1',
    broken: '',
    'executed-tests': '17',
    cost: expect.stringMatching(/^0\.\d+$/),
  })
  expect(launches(harness, step)).toEqual(['all', [FLAKY]])
  expect(comment).toContain('all 16 tests passed, 1 only on retry')
  expect(comment).toContain(FLAKY)
  expect(comment).toContain('passed on attempt 2')
  for (const report of [step.log, step.summary]) expect(report).toContain(FLAKY)
  expect(step.annotations).toEqual([])

  const { outcome, attempts } = testNamed(step, FLAKY)
  expect(outcome).toBe('flaky')
  expect(attempts.map((attempt) => attempt.status)).toEqual(['failed', 'passed'])
  const polled = [...new Set(requestsOf(harness, 'poll').map(({ path }) => path.split('/').at(-1)))]
  expect(attempts.map(({ taskId }) => taskId)).toEqual(polled)
  expect(attempts.map(({ url }) => url)).toEqual(
    polled.map((taskId) => `${APP_URL}/tests?tab=runs&runId=${taskId}`),
  )
  expect(junitOf(step).match(/<flakyFailure /g)).toHaveLength(1)
  expect(junitOf(step)).not.toMatch(/<failure |<rerunFailure /)
})
