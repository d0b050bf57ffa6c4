// Mode gate-if-worse with a run history that cannot be compared with: never a pass.
import { expect, it } from 'vitest'
import type { Fault } from './faults/fault.ts'
import type { ProxyRequest } from './faults/fault-proxy.ts'
import { BROKEN, flakyAgent, openedAnHourAgo } from './flaky-agent.ts'
import { createHarness } from './harness.ts'
import { testNamed } from './results-file.ts'

/** As a cache has it that kept the answer to an earlier job. */
const withoutNewest: Fault = {
  kind: 'rewrite',
  change: (body) => {
    const page: { readonly items: readonly unknown[]; readonly total: number } = JSON.parse(body)
    return JSON.stringify({ ...page, items: page.items.slice(1), total: page.total - 1 })
  },
}

it('a job with a failing test is inconclusive if the history does not have its own run', async () => {
  const rules = [({ path }: ProxyRequest) => (path.endsWith('/runs') ? withoutNewest : undefined)]
  const harness = await createHarness({
    agents: [flakyAgent({ breaks: { [BROKEN]: 11 } })],
    concurrency: 8,
    faultProxy: { rules },
  })
  const event = openedAnHourAgo()
  const step = await harness.run({ with: { mode: 'gate-if-worse', timeout: '240' }, event })
  const comment = harness.comments()[0] ?? ''
  expect(step.exitCode).toBe(1)
  expect(step.outputs).toMatchObject({ verdict: 'inconclusive', failed: '1', 'pass-rate': '' })
  expect(comment).toContain('the run history could not be used')
  // Nothing is known of the failing test: neither that it is new, nor that it does not block.
  expect(comment).not.toMatch(/new failing/i)
  expect(testNamed(step, BROKEN)).toMatchObject({
    group: 'undetermined',
    because: [{ kind: 'not-run-again', why: 'not-possible' }],
  })
  for (const report of [comment, step.log, step.summary]) {
    expect(report).toContain('the run history does not show that the run of this job has ended')
    expect(report).toContain('results files of earlier jobs')
  }
})
