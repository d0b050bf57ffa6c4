import { describe, expect, test } from 'vitest'
import { createRedactor } from '../../src/client/core/redactor.ts'
import type { CallOptions } from '../../src/client/index.ts'
import { createManualClock, type ManualClock } from '../support/manual-clock.ts'
import { runAgent, runAgents, type Setting } from './gate-harness.ts'
import { done, http, inProgress, launched, notJson, ok, refusedConnection, timedOut } from './responses.ts'
import { suite } from './suites.ts'

test('results are in the order of the agents, as the launches are, whichever ends first', async () => {
  const { agents, events, calls } = await runAgents({
    ada: { polls: [inProgress, inProgress, done(1, 0)] },
    bob: { launch: { afterMs: 4000, reply: launched }, polls: [done(0, 1)] },
    cyd: { polls: [done(1, 0)] },
  })
  const shown = agents.map(({ name, outcome }) => `${name} ${outcome}`)
  expect(shown).toEqual(['ada passed', 'bob failed', 'cyd passed'])
  const order = calls.flatMap(({ what, agent }) => (what === 'launch' ? agent : []))
  expect(order).toEqual(['ada', 'bob', 'cyd'])
  const finished = events.flatMap(({ event }) => (event.type === 'finished' ? event.agent.name : []))
  // The earlier runs of one that failed are read first.
  expect(finished).toEqual(['cyd', 'bob', 'ada'])
})

describe('a failed selection', () => {
  test.each([
    ['names', { agents: { resolve: async () => ok({ resolved: {}, not_found: ['ada'] }) } }],
    ['key', { agents: { resolve: async () => http(401) } }],
  ])('is the abort reason, before any launch: %s', async (kind, service) => {
    const { agents, endedEarly, verdict, decision, calls, durationMs } = await runAgents(
      { ada: {}, bob: {} },
      { mode: 'gate-if-worse', change: () => service },
    )
    expect(endedEarly).toMatchObject({ kind })
    expect({ agents, calls }).toEqual({ agents: [], calls: [] })
    const nothing = { compares: 'nothing', compared: null, count: null, sample: null, passRate: null }
    expect(decision).toEqual({ ...nothing, changes: null, endedEarly })
    expect([verdict, durationMs]).toEqual(['inconclusive', 0])
  })

  test.each([
    [refusedConnection, 120],
    [http(503), 120],
    [notJson, 120],
    [http(503, null, 60_000), 600],
    [timedOut, 360],
  ])('has its first failed attempt told, with how long it is tried: %j', async ({ error }, seconds) => {
    const attempt = { method: 'POST', url: 'https://service.test/agents', attempt: 1, status: null, ms: 1 }
    const { events } = await runAgent(suite({ a: '+' }), {
      change: ({ agents }) => ({
        agents: {
          resolve: async (names, options) => {
            for (const last of [null, http(401).error])
              options.onAttempt?.({ ...attempt, error: last, retryInMs: null })
            options.onAttempt?.({ ...attempt, error, retryInMs: 1 })
            options.onAttempt?.({ ...attempt, error: refusedConnection.error, retryInMs: 1 })
            return agents.resolve(names, options)
          },
        },
      }),
    })
    const told = events.flatMap(({ event }) => (event.type === 'unreachable' ? event : []))
    expect(told).toMatchObject([{ error: { kind: error.kind }, triedForMs: seconds * 1000 }])
  })

  test('may take the whole timeout, and ends with the job', async () => {
    const silent =
      (clock: ManualClock) =>
      (_: readonly string[], { signal, timeoutMs = 0 }: CallOptions) =>
        clock.sleep(timeoutMs, signal).then(() => http(503))
    const setting = {
      timeoutSeconds: 90,
      change: (_: unknown, clock: ManualClock) => ({ agents: { resolve: silent(clock) } }),
    }
    expect(await runAgent({}, setting)).toMatchObject({ endedAt: 90, endedEarly: { kind: 'unreachable' } })
    const endedEarly = { kind: 'cancelled' }
    expect(await runAgent({}, { ...setting, cancelledAt: 2 })).toMatchObject({ endedAt: 2, endedEarly })
  })
})

test('a job cancelled before the first launch launches nothing', async () => {
  const change: Setting['change'] = ({ agents }, clock) => ({
    agents: { resolve: (...call) => clock.sleep(2000).then(() => agents.resolve(...call)) },
  })
  const both = { ada: { polls: [inProgress] }, bob: {} }
  const { agents, endedEarly, calls, endedAt } = await runAgents(both, { cancelledAt: 1, change })
  const byCancellation = { run: null, problem: { kind: 'aborted', by: 'signal' } }
  expect(agents).toMatchObject([byCancellation, byCancellation])
  expect({ calls, endedAt }).toEqual({ calls: [], endedAt: 2 })
  expect(endedEarly).toEqual({ kind: 'cancelled' })
})

test.each([
  ['agents', 'run'],
  ['runs', 'get'],
  ['runs', 'list'],
] as const)(
  'an exception in one agent concerns that agent only, and shows no secret: %s.%s',
  async (group, method) => {
    const clock = createManualClock()
    const change: Setting['change'] = (service) => ({
      redact: createRedactor(['s3cret-header']),
      [group]: {
        [method]: async (id: string, ...rest: never[]) => {
          if (id.endsWith('bob')) throw new RangeError('too large: s3cret-header')
          return Reflect.apply(Reflect.get(service[group], method), null, [id, ...rest])
        },
      },
    })
    const both = { ada: suite({ a: '+' }), bob: suite({ a: '?' }) }
    const setting = { clock, mode: 'gate-if-worse', retries: 1, change } as const
    const { agents, verdict, launches } = await runAgents(both, setting)
    const problem = { kind: 'internal-error', said: 'RangeError: too large: ***' }
    expect(agents).toMatchObject([{ outcome: 'passed' }, { outcome: 'inconclusive', problem }])
    expect(verdict).toBe('inconclusive')
    expect(launches('bob').length).toBeLessThanOrEqual(1)
    expect(clock.asleep).toEqual([])
  },
)
