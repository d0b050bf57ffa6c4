// What polling costs a service that runs its queue first in, first out, and how soon results are seen.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { runGate } from '../../src/gate/gate.ts'
import { createManualClock } from '../support/manual-clock.ts'
import { createQueueService, type QueuePlan } from './queue-service.ts'

async function runQueue(plan: QueuePlan, intervalSeconds = 5) {
  const clock = createManualClock()
  const service = createQueueService(plan, clock)
  const seenAt = new Map<string, number>()
  const outcome = await clock.finish(
    runGate(
      {
        agentNames: [],
        mode: 'gate',
        retries: 0,
        maxTests: null,
        pollIntervalSeconds: intervalSeconds,
        timeoutSeconds: 86_400,
        baselineCutOff: 0,
        details: 'failing',
        baselineFiles: null,
        trends: 'failing',
      },
      {
        service,
        clock,
        random: () => 0,
        emit: (event) => {
          if (event.type === 'finished') seenAt.set(event.result.agent.uuid, clock.now())
        },
        signal: new AbortController().signal,
      },
    ),
  )
  const agents = outcome.results.map(({ agent }) => agent.uuid)
  const delays = agents.map((agent) => (seenAt.get(agent) ?? 0) - service.endedAt(agent))
  const pollCount = [...service.polls.values()].flat().length
  const minutes = (clock.now() - service.allLaunchedAt()) / 60_000
  return { ...outcome, delays, pollCount, pollsPerMinute: pollCount / minutes, polls: service.polls, service }
}

const seconds = (count: number, each: (index: number) => number) =>
  Array.from({ length: count }, (_, index) => each(index) * 1000)

describe('20 agents in one slot', () => {
  test('take at most a fifth of a service that spends 0.26 s on each request', async () => {
    const { pollsPerMinute, verdict } = await runQueue({
      slots: 1,
      runMs: seconds(20, () => 60),
      responseMs: 260,
    })
    expect(pollsPerMinute * 0.26).toBeLessThanOrEqual(0.2 * 60)
    expect(verdict.agents.passed).toBe(20)
  })

  test('are polled at their head and in their tail only', async () => {
    const { polls } = await runQueue({ slots: 1, runMs: seconds(20, () => 60), responseMs: 0 })
    const last = polls.get('agent-19') ?? []
    // In the tail for 18 minutes: about once a minute, and more often only when the queue moves up to it.
    expect(last.length).toBeLessThan(18 + 12 + 20)
    expect(Math.max(...last.slice(1).map((at, index) => at - (last[index] ?? 0)))).toBeLessThanOrEqual(80_000)
  })

  test('that all end between two polls are read at once', async () => {
    const { delays, pollCount } = await runQueue({ slots: 1, runMs: seconds(20, () => 0.1), responseMs: 0 })
    expect(Math.max(...delays)).toBeLessThanOrEqual(5000)
    expect(pollCount).toBe(20)
  })
})

test('64 agents that end together are read in doubling steps, however slow the responses', async () => {
  const { delays } = await runQueue({ slots: 1, runMs: seconds(64, () => 0.01), responseMs: 500 })
  // At most one interval, then 1, 1, 2, 4, 8, 16 and 32 agents at a time.
  expect(Math.max(...delays)).toBeLessThanOrEqual(5000 + 8 * 500)
})

test.each([100, 1000])(
  '%i agents in as many slots that end together are polled twice at most',
  async (count) => {
    const { pollCount, delays } = await runQueue({
      slots: count,
      runMs: seconds(count, () => 4),
      responseMs: 0,
    })
    expect(pollCount).toBeLessThanOrEqual(2 * count)
    expect(Math.max(...delays)).toBeLessThanOrEqual(5000)
  },
)

const plans = fc.record({
  slots: fc.integer({ min: 1, max: 5 }),
  runMs: fc.array(
    fc.oneof(
      fc.integer({ min: 0, max: 20 }),
      fc.integer({ min: 100, max: 10_000 }),
      fc.integer({ min: 30_000, max: 300_000 }),
    ),
    { minLength: 1, maxLength: 24 },
  ),
})

test('a result is seen at most one interval after it could have been', async () => {
  await fc.assert(
    fc.asyncProperty(plans, fc.integer({ min: 1, max: 60 }), async (plan, intervalSeconds) => {
      const { delays, verdict } = await runQueue({ ...plan, responseMs: 0 }, intervalSeconds)
      expect(verdict.status).toBe('passed')
      expect(Math.max(...delays)).toBeLessThanOrEqual(intervalSeconds * 1000)
    }),
    { numRuns: 100 },
  )
})

test('slow responses delay it by one step of the walk through the queue each', async () => {
  await fc.assert(
    fc.asyncProperty(plans, fc.integer({ min: 1, max: 1000 }), async (plan, responseMs) => {
      const { delays, verdict } = await runQueue({ ...plan, responseMs }, 5)
      const steps = 2 + Math.ceil(Math.log2(plan.runMs.length + 1))
      expect(verdict.status).toBe('passed')
      expect(Math.max(...delays)).toBeLessThanOrEqual(5000 + 2 * steps * responseMs)
    }),
    { numRuns: 60 },
  )
})

test('polls are bounded by the time that the runs take, whatever the queue', async () => {
  await fc.assert(
    fc.asyncProperty(plans, async (plan) => {
      const { pollCount } = await runQueue({ ...plan, responseMs: 0 }, 5)
      const total = plan.runMs.reduce((sum, each) => sum + each, 0)
      const slotsAndHead = plan.slots + 1
      // Every interval the slots and the head, every 3 s one of the tail, and two for each run that leaves the queue.
      const most = (total / 5000 + 2) * slotsAndHead + total / 3000 + 4 * plan.runMs.length + 2
      expect(pollCount).toBeLessThanOrEqual(most)
    }),
    { numRuns: 60 },
  )
})
