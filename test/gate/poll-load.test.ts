// What polling costs a service that runs its queue first in, first out, and how soon results are seen.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createManualClock, type ManualClock } from '../support/manual-clock.ts'
import { runAgents } from './gate-harness.ts'
import { done, inProgress, ok, queued } from './responses.ts'
import type { ServiceChange } from './test-service.ts'

interface QueuePlan {
  readonly slots: number
  /** How long each agent's tests take, in milliseconds, in the order of the agents. */
  readonly runMs: readonly number[]
  /** How long every response takes. */
  readonly responseMs: number
  /** Whether it answers `queued` at launch although a slot is free. */
  readonly startsLate?: boolean
}

function createQueueService({ slots, runMs, responseMs, startsLate = false }: QueuePlan, clock: ManualClock) {
  const freeAt = Array.from({ length: slots }, () => 0)
  const runs = new Map<string, { readonly startsAt: number; readonly endsAt: number }>()
  const polls: { readonly agent: string; readonly at: number }[] = []

  function stateOf(agent: string) {
    const { startsAt = 0, endsAt = 0 } = runs.get(agent) ?? {}
    if (clock.now() >= endsAt) return done(1, 0, { results: [{ name: 'a', passed: true }] })
    return clock.now() >= startsAt ? inProgress : queued
  }

  const agents: ServiceChange['agents'] = {
    list: async () => ok(runMs.map((_, index) => ({ uuid: `agent-${index}`, name: `agent-${index}` }))),
    async run(agent) {
      const slot = freeAt.indexOf(Math.min(...freeAt))
      const startsAt = Math.max(clock.now(), freeAt[slot] ?? 0)
      const endsAt = startsAt + (runMs[runs.size] ?? 0)
      freeAt[slot] = endsAt
      runs.set(agent, { startsAt, endsAt })
      const status = clock.now() >= startsAt && !startsLate ? 'in_progress' : 'queued'
      await clock.sleep(responseMs)
      return ok({ task_id: agent, status, at: clock.now() })
    },
  }
  const runsChange: ServiceChange['runs'] = {
    async get(agent) {
      polls.push({ agent, at: clock.now() })
      const state = stateOf(agent)
      await clock.sleep(responseMs)
      return state.ok ? ok({ ...state.value, task_id: agent }) : state
    },
  }
  return {
    service: { agents, runs: runsChange },
    polls,
    endedAt: (agent: string) => runs.get(agent)?.endsAt ?? 0,
  }
}

async function runQueue(plan: QueuePlan, intervalSeconds = 5) {
  const clock = createManualClock()
  const startedAt = clock.now()
  const { service, polls, endedAt } = createQueueService(plan, clock)
  const ran = await runAgents(
    {},
    { clock, listed: false, intervalSeconds, timeoutSeconds: 86_400, change: () => service },
  )
  const delays = ran.events.flatMap(({ at, event }) =>
    event.type === 'finished' ? startedAt + at * 1000 - endedAt(event.agent.uuid) : [],
  )
  return { ...ran, maxDelay: Math.max(...delays), polls, pollsPerMinute: polls.length / (ran.endedAt / 60) }
}

const seconds = (count: number, each: number) => Array.from({ length: count }, () => each * 1000)

const twentyInOne = { slots: 1, runMs: seconds(20, 60), responseMs: 260 }

describe('20 agents in one slot', () => {
  test('take at most a fifth of a service that spends 0.26 s on each request', async () => {
    const { pollsPerMinute, agentTotals } = await runQueue(twentyInOne)
    expect(pollsPerMinute * 0.26).toBeLessThanOrEqual(0.2 * 60)
    expect(agentTotals.passed).toBe(20)
  })

  test('are not polled all at once', async () => {
    const { polls } = await runQueue({ ...twentyInOne, responseMs: 0 })
    const inOneSecond = polls.map(
      ({ at }) => polls.filter((other) => other.at >= at && other.at < at + 1000).length,
    )
    expect(Math.max(...inOneSecond)).toBeLessThanOrEqual(4)
  })
})

test.each([100, 1000])('%i agents in as many slots are soon polled together', async (count) => {
  const plan = { slots: count, runMs: seconds(count, 4) }
  const together = await runQueue({ ...plan, responseMs: 0 })
  expect(together.polls.length).toBeLessThanOrEqual(2 * count)
  expect(together.maxDelay).toBeLessThanOrEqual(5000)
  const late = await runQueue({ ...plan, responseMs: 50, startsLate: true })
  expect(late.polls.length).toBeLessThanOrEqual(1.05 * count)
  // One interval, and a response for each doubling.
  expect(late.maxDelay).toBeLessThanOrEqual(5000 + 50 * Math.ceil(2 + Math.log2(count)))
})

describe('whatever the queue', () => {
  const duration = fc.oneof(
    fc.integer({ min: 0, max: 20 }),
    fc.integer({ min: 100, max: 10_000 }),
    fc.integer({ min: 30_000, max: 300_000 }),
  )
  const plans = fc.record({
    slots: fc.integer({ min: 1, max: 5 }),
    runMs: fc.array(duration, { minLength: 1, maxLength: 24 }),
  })

  test('a result is seen at most one interval after it could have been', async () => {
    await fc.assert(
      fc.asyncProperty(plans, fc.integer({ min: 1, max: 60 }), async (plan, intervalSeconds) => {
        const { maxDelay, verdict } = await runQueue({ ...plan, responseMs: 0 }, intervalSeconds)
        expect(verdict).toBe('passed')
        expect(maxDelay).toBeLessThanOrEqual(intervalSeconds * 1000)
      }),
    )
  })

  test('slow responses delay it by two for each run before it in the queue', async () => {
    await fc.assert(
      fc.asyncProperty(plans, fc.integer({ min: 1, max: 1000 }), async (plan, responseMs) => {
        const { maxDelay, verdict } = await runQueue({ ...plan, responseMs })
        expect(verdict).toBe('passed')
        expect(maxDelay).toBeLessThanOrEqual(5000 + 2 * (plan.runMs.length + 1) * responseMs)
      }),
      { numRuns: 60 },
    )
  })

  test('polls are bounded by the time that the runs take', async () => {
    await fc.assert(
      fc.asyncProperty(plans, async (plan) => {
        const { polls } = await runQueue({ ...plan, responseMs: 0 })
        const total = plan.runMs.reduce((sum, each) => sum + each, 0)
        // Every interval the slots and the head, every 3 s one of the rest, and two for each run that leaves the queue.
        const most = (total / 5000 + 2) * (plan.slots + 1) + total / 3000 + 4 * plan.runMs.length + 2
        expect(polls.length).toBeLessThanOrEqual(most)
      }),
      { numRuns: 60 },
    )
  })
})
