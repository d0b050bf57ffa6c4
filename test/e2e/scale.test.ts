// The part of `npm run bench` that does not depend on the machine: numbers of requests.
import { describe, expect, it } from 'vitest'
import { fewestRequests } from '../../scripts/bench/ideal.ts'
import { type Load, serviceOptions } from '../../scripts/bench/load.ts'
import { goingPolls, requestCount, trafficOf } from '../../scripts/bench/traffic.ts'
import { createHarness } from './harness.ts'

const CAP = 8

/** With a poll interval of 1 s, the third poll sees the end of the run. */
const load: Load = {
  agents: 10,
  testsPerAgent: 200,
  failingPerAgent: 0,
  runMs: 2500,
  slots: Number.POSITIVE_INFINITY,
  latencyMs: 50,
}
const POLLS_PER_RUN = 3

const sizes: readonly (readonly [string, Partial<Load>])[] = [
  ['ten agents', {}],
  ['ten agents with failing tests', { failingPerAgent: 20 }],
  ['a hundred agents', { agents: 100 }],
]

describe.concurrent('the traffic of', () => {
  it.for(sizes)('%s', async ([, size], context) => {
    const whole = { ...load, ...size }
    const { agents, failingPerAgent, testsPerAgent } = whole
    const harness = await createHarness(serviceOptions(whole), context.onTestFinished)
    const step = await harness.run({ with: { timeout: '60' } })
    expect(step.outputs).toMatchObject({
      total: String(agents * testsPerAgent),
      failed: String(agents * failingPerAgent),
      verdict: failingPerAgent > 0 ? 'failed' : 'passed',
    })

    const traffic = trafficOf(harness.simulator)
    const { poll, ...requests } = traffic.requests
    const details = failingPerAgent > 0 ? agents : 0
    expect(requests).toEqual({ select: 1, launch: agents, rows: agents, details, other: 0 })
    expect(poll).toBeLessThanOrEqual(POLLS_PER_RUN * agents)
    expect(requestCount(traffic)).toBeLessThanOrEqual(fewestRequests(whole, POLLS_PER_RUN))

    expect(traffic.peakInFlight).toBeLessThanOrEqual(CAP)
    expect(traffic.connections).toBeLessThanOrEqual(3 * CAP)
    expect(step.raw).not.toContain('unrecognized flag')
  })

  it('one agent: the size of a poll does not grow with the number of passed tests', async (context) => {
    const slow = { ...load, agents: 1, runMs: 4500 }
    const harness = await createHarness(serviceOptions(slow), context.onTestFinished)
    await harness.run()
    const bytes = goingPolls(trafficOf(harness.simulator)).map((poll) => poll.bytes)
    expect(bytes.length).toBeGreaterThanOrEqual(2)
    expect(Math.max(...bytes) - Math.min(...bytes)).toBeLessThan(10)
  })
})
