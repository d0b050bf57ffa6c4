// A retry that is cut off by a signal.
import { setTimeout as wait } from 'node:timers/promises'
import { expect, it } from 'vitest'
import type { Fault } from './faults/fault.ts'
import type { ProxyRule } from './faults/fault-proxy.ts'
import { BROKEN, flakyAgent } from './flaky-agent.ts'
import { APP_URL, createHarness, requestsOf } from './harness.ts'

/** Reads of retries, which are runs of one test. */
const onRetryPoll = (fault: Fault): ProxyRule => {
  const runs = new Set<string>()
  return ({ kind, path }) => {
    if (kind !== 'poll' && kind !== 'details') return undefined
    runs.add(path)
    return [...runs].indexOf(path) > 0 ? fault : undefined
  }
}

it.skipIf(process.platform === 'win32')(
  'a retry that hangs when the job is cancelled leaves the test failed',
  async (context) => {
    const rules = [onRetryPoll({ kind: 'hang', performed: true })]
    const agents = [flakyAgent({ breaks: { [BROKEN]: 11 } })]
    const harness = await createHarness(
      { agents, concurrency: 8, faultProxy: { rules } },
      context.onTestFinished,
    )
    const running = harness.start({ with: { retries: '2', timeout: '240' } })
    const polledRuns = () => new Set(requestsOf(harness, 'poll').map(({ path }) => path)).size
    while (polledRuns() < 2) await wait(20)
    running.kill('SIGINT')
    const step = await running.result
    const comment = harness.comments()[0] ?? ''
    expect(step.exitCode).toBe(1)
    expect(step.outputs).toMatchObject({ verdict: 'failed', failed: '1' })
    const retry = requestsOf(harness, 'poll').at(-1)?.path.split('/').at(-1)
    for (const report of [comment, step.summary, step.log]) expect(report).toContain('cancelled')
    expect(step.log).toContain(`${APP_URL}/tests?tab=runs&runId=${retry}`)
    expect(requestsOf(harness, 'launch')).toHaveLength(2)
  },
)
