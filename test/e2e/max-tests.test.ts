import { expect, test } from 'vitest'
import { createHarness, tally } from './harness.ts'

const agent = (name: string) =>
  ({ name, scenario: 'all-pass', parameters: { tests: 10, durationMs: 100 } }) as const

test('launches no further agent once max-tests is reached, and names it', async () => {
  const harness = await createHarness({ agents: ['Ada', 'Bob', 'Cyd'].map(agent), concurrency: 3 })
  const step = await harness.run({ with: { agents: 'Ada, Bob, Cyd', 'max-tests': '20' } })
  expect(step.exitCode).toBe(1)
  expect(step.outputs).toMatchObject({ verdict: 'inconclusive', total: '20', 'executed-tests': '20' })
  expect(tally(harness)['POST /agent-tests/agent/…/run']).toBe(2)
  const [comment = ''] = harness.comments()
  expect(comment).toContain('Do not merge yet: Cyd did not start')
  expect(comment).toContain('no more than 20 tests may be run')
})
