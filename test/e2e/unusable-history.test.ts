// Mode gate-if-worse with a run history that has runs, but none that can be compared with: never a pass.
import { expect, it } from 'vitest'
import type { Fault } from './faults/fault.ts'
import type { ProxyRequest } from './faults/fault-proxy.ts'
import { BROKEN, flakyAgent, openedAnHourAgo } from './flaky-agent.ts'
import { createHarness } from './harness.ts'
import { testNamed } from './results-file.ts'

interface Entry {
  readonly created_at: string
  readonly total_tests: number
  readonly results: readonly { readonly name: string; readonly passed: boolean }[]
}

const changed = (change: (entry: Entry) => object): Fault => ({
  kind: 'rewrite',
  change: (body) => {
    const page: { readonly items: readonly Entry[] } = JSON.parse(body)
    return JSON.stringify({ ...page, items: page.items.map((entry) => ({ ...entry, ...change(entry) })) })
  },
})

it('a failing test is inconclusive if no start time in the run history can be read', async (context) => {
  const unreadable = changed(() => ({ created_at: 1763678522 }))
  const rules = [({ path }: ProxyRequest) => (path.endsWith('/runs') ? unreadable : undefined)]
  const harness = await createHarness(
    { agents: [flakyAgent({ breaks: { [BROKEN]: 11 } })], concurrency: 8, faultProxy: { rules } },
    context.onTestFinished,
  )
  const event = openedAnHourAgo()
  const step = await harness.run({ with: { mode: 'gate-if-worse', timeout: '240' }, event })
  const comment = harness.comments()[0] ?? ''
  expect(step.exitCode).toBe(1)
  expect(step.outputs).toMatchObject({ verdict: 'inconclusive', failed: '1', 'pass-rate': '' })
  expect(comment).toContain('no run history could be used')
  // Nothing is known of the failing test: neither that it is new, nor that it does not block.
  expect(comment).not.toMatch(/new failing|not block/i)
  expect(testNamed(step, BROKEN)).toMatchObject({ baseline: null, retrySkipped: { kind: 'no-history' } })
  for (const report of [comment, step.log, step.summary]) {
    expect(report).toContain('no run in the run history can be read')
    expect(report).toContain('results files of earlier jobs')
  }
})
