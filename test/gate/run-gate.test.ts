import { describe, expect, test } from 'vitest'
import { AbortedError } from '../../src/client/index.ts'
import type { GateEffects, GatePlan } from '../../src/gate/run-gate.ts'
import { runGate } from '../../src/gate/run-gate.ts'
import { createManualClock } from '../support/manual-clock.ts'
import { done, failure, going, launched } from './answers.ts'
import { play } from './run-scripted.ts'
import { scriptedService } from './scripted-service.ts'

describe('the results', () => {
  test('stand in the order asked, whoever ends first', async () => {
    const { results, events } = await play({
      ada: { polls: [going, going, done(1, 0)] },
      bob: { launch: { afterMs: 4000, reply: launched }, polls: [done(0, 1)] },
      cyd: { polls: [done(1, 0)] },
    })
    expect(results.map(({ agent, outcome }) => `${agent.name} ${outcome}`)).toEqual([
      'ada passed',
      'bob failed',
      'cyd passed',
    ])
    const finished = events.flatMap(({ event }) =>
      event.type === 'finished' ? [event.result.agent.name] : [],
    )
    expect(finished).toEqual(['cyd', 'bob', 'ada'])
  })

  test('are one for each agent, launched once each', async () => {
    const names = Array.from({ length: 100 }, (_, index) => `agent-${index}`)
    const { results, calls } = await play(
      Object.fromEntries(names.map((name) => [name, { polls: [done(1, 0)] }])),
    )
    expect(results.map(({ agent }) => agent.uuid)).toEqual(names)
    expect(calls.filter(({ what }) => what === 'launch').map(({ agent }) => agent)).toEqual(names)
  })
})

const plan: GatePlan = {
  agents: ['ada', 'bob'].map((uuid) => ({ uuid, name: uuid })),
  named: true,
  pollIntervalSeconds: 5,
  timeoutSeconds: 1800,
}

function effects() {
  const clock = createManualClock()
  const service = scriptedService({ ada: { polls: [going] }, bob: { polls: [going] } }, clock)
  const { signal } = new AbortController()
  return { clock, service, signal, backoffMs: () => 1000, emit: () => {} } satisfies GateEffects
}

test('a job cancelled before the first launch launches nothing', async () => {
  const given = effects()
  const signal = AbortSignal.abort('SIGTERM')
  const { results, abortReason } = await given.clock.finish(runGate(plan, { ...given, signal }))
  expect(given.service.calls).toEqual([])
  expect(results).toMatchObject([
    { run: null, reason: { kind: 'stopped', by: 'signal' } },
    { run: null, reason: { kind: 'stopped', by: 'signal' } },
  ])
  expect(abortReason).toEqual({ kind: 'signal', signal: 'SIGTERM' })
})

test('a fault of our own is thrown, and nothing goes on behind it', async () => {
  const fault = new Error('a bug')
  const given = effects()
  const { clock, service } = given
  const broken = {
    ...service,
    launch: (...[uuid, options]: Parameters<typeof service.launch>) =>
      uuid === 'bob' ? Promise.reject(fault) : service.launch(uuid, options),
  }
  await expect(clock.finish(runGate(plan, { ...given, service: broken }))).rejects.toBe(fault)
  await clock.advance(3_600_000)
  expect(clock.asleep).toEqual([])
  expect(service.calls.map(({ what }) => what)).toEqual(['launch'])
})

test('a launch that the cancellation kept from being sent is no run that may have started', async () => {
  const given = effects()
  const cancellation = new AbortController()
  const unsent = new AbortedError({ method: 'POST', url: 'https://service.test/run' }, false, 'SIGINT')
  const service = {
    ...given.service,
    async launch() {
      cancellation.abort('SIGINT')
      return failure(unsent)
    },
  }
  const run = runGate(plan, { ...given, service, signal: cancellation.signal })
  const { results } = await given.clock.finish(run)
  expect(results).toMatchObject([
    { run: null, reason: { kind: 'stopped', by: 'signal' } },
    { run: null, reason: { kind: 'stopped', by: 'signal' } },
  ])
})
