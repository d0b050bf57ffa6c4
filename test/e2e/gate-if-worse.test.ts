// Mode gate-if-worse: which failures block, what is retried, and that no re-run turns a break green.
import { describe, expect, it, type TestContext } from 'vitest'
import type { SimulatedAgent } from '../../simulator/src/index.ts'
import { BROKEN, FLAKY, FLAKY_ONCE, flakyAgent, KNOWN, launches, openedAnHourAgo } from './flaky-agent.ts'
import { createHarness } from './harness.ts'
import { testNamed } from './results-file.ts'

const GENEROUS = '240'

async function compare(
  context: TestContext,
  agents: readonly SimulatedAgent[],
  inputs: Readonly<Record<string, string>> = {},
) {
  const harness = await createHarness({ agents, concurrency: 8 }, context.onTestFinished)
  const run = (env: Readonly<Record<string, string>> = {}) =>
    harness.run({
      with: { mode: 'gate-if-worse', timeout: GENEROUS, ...inputs },
      event: openedAnHourAgo(),
      env,
    })
  const step = await run()
  return { harness, run, step, comment: harness.comments()[0] ?? '' }
}

describe.concurrent('gate-if-worse', () => {
  it('fails if a test broke; known failures and flaky tests do not block', async (context) => {
    const rates = { ...FLAKY_ONCE.rates, [KNOWN]: 1 }
    const agent = flakyAgent({ ...FLAKY_ONCE, rates, breaks: { [BROKEN]: 11 } })
    const { step, harness, comment } = await compare(context, [agent])
    expect(step.exitCode).toBe(1)
    expect(step.outputs).toMatchObject({
      verdict: 'failed',
      total: '16',
      passed: '14',
      failed: '2',
      flaky: '1',
      broken: '1',
      // All 16 tests, then two again, then one of them.
      'executed-tests': '19',
      'pass-rate': '81.3',
      'previous-pass-rate': '93.8',
    })
    expect(comment).toContain(`### ❌ Do not merge: "${BROKEN}" broke\n`)
    expect(comment).toContain('it passed all of its last 10 runs, and now fails 3 of 3 attempts.')
    for (const group of ['1 known failure', '1 flaky test']) expect(comment).toContain(group)
    expect(launches(harness, step)).toEqual(['all', [BROKEN, FLAKY], [BROKEN]])
    const classes = [BROKEN, KNOWN, FLAKY].map((name) => testNamed(step, name).group)
    expect(classes).toEqual(['broken', 'known-failure', 'flaky'])
  })
})
