// The short form of `npm run bench`: what does not depend on the machine.
import { describe, expect, it } from 'vitest'
import { fewestRequests } from '../../scripts/bench/ideal.ts'
import { type Load, serviceOptions } from '../../scripts/bench/load.ts'
import { goingPolls, requestCount, trafficOf } from '../../scripts/bench/traffic.ts'
import { createWorld } from './world.ts'

const CAP = 8

/** With an interval of a second, three polls until one must have seen the end. */
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
    const world = await createWorld(serviceOptions(whole), context.onTestFinished)
    const step = await world.run({ with: { timeout: '60' } })
    expect(step.outputs).toMatchObject({
      total: String(agents * testsPerAgent),
      failed: String(agents * failingPerAgent),
      verdict: failingPerAgent > 0 ? 'failed' : 'passed',
    })

    const traffic = trafficOf(world.simulator)
    const { poll, ...requests } = traffic.requests
    const details = failingPerAgent > 0 ? agents : 0
    expect(requests).toEqual({ select: 1, launch: agents, rows: agents, details, other: 0 })
    expect(poll).toBeLessThanOrEqual(POLLS_PER_RUN * agents)
    expect(requestCount(traffic)).toBeLessThanOrEqual(fewestRequests(whole, POLLS_PER_RUN))

    expect(traffic.peakInFlight).toBeLessThanOrEqual(CAP)
    expect(traffic.connections).toBeLessThanOrEqual(3 * CAP)
    expect(step.raw).not.toContain('unrecognized flag')
  })

  it('a run’s polls: they do not grow as its tests pass', async (context) => {
    const slow = { ...load, agents: 1, runMs: 4500 }
    const world = await createWorld(serviceOptions(slow), context.onTestFinished)
    await world.run()
    const bytes = goingPolls(trafficOf(world.simulator)).map((poll) => poll.bytes)
    expect(bytes.length).toBeGreaterThanOrEqual(2)
    expect(Math.max(...bytes) - Math.min(...bytes)).toBeLessThan(10)
  })
})
