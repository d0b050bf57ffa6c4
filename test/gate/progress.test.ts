// What the log and a terminal are told while a job runs.
import { describe, expect, test } from 'vitest'
import { runUrl } from '../fixtures/samples.ts'
import { type GateRun, runAgent, runAgents } from './gate-harness.ts'
import { done, http, inProgress, launched, ok, queued, row, run, times } from './responses.ts'
import { earlierRuns, ended, suite, suiteOf, testNames } from './suites.ts'

type Events = GateRun['events']

const progressOf = (events: Events) =>
  events.flatMap(({ at, event }) => (event.type === 'progress' ? [[at, event.status, event.counts]] : []))

/** How many agents are done, running and queued, of how many, and for how long the service has not answered. */
const heartbeatsOf = (events: Events) =>
  events.flatMap(({ at, event }) => {
    if (event.type !== 'heartbeat') return []
    const { elapsedMs, done, running, queued, total, unansweredForMs } = event
    expect(elapsedMs).toBe(at * 1000)
    return [[at, `${done} ${running} ${queued} of ${total}`, unansweredForMs]]
  })

describe('the log of a run', () => {
  const nothing = { total: null, passed: 0, failed: 0 }

  test('has each change of its status once', async () => {
    const ended = done(1, 0, { results: [row('a', true)] })
    const { events, agent } = await runAgent({
      polls: [queued, queued, ...times(3, inProgress), queued, run({ status: 'warming_up' }), ended],
    })
    expect(progressOf(events)).toEqual([
      [15, 'in_progress', nothing],
      [30, 'queued', nothing],
      [35, 'warming_up', nothing],
    ])
    const types = events.map(({ event }) => event.type)
    const before = ['phase', 'selected', 'phase', 'launched']
    expect(types).toEqual([...before, ...times(3, 'progress'), 'finished'])
    const ada = { uuid: 'ada', name: 'ada' }
    const launched = { type: 'launched', agent: ada, url: runUrl('run-ada'), status: 'queued' }
    expect(events[3]?.event).toEqual(launched)
    const finished = { type: 'finished', agent: { outcome: agent?.outcome }, isToBeCompared: false }
    expect(events.at(-1)).toMatchObject({ at: 40, event: finished })
  })

  test('has each change of the number of tests and of failed ones once', async () => {
    const rows = [row('a', false), row('b', true), row('c', false)]
    const counted = (fields: object) => run({ status: 'in_progress', total_tests: 3, ...fields })
    const { events } = await runAgent({
      polls: [
        counted({ results: [row('a', null)] }),
        counted({ results: [row('a', false)] }),
        counted({ results: [row('a', false)] }),
        counted({ results: rows }),
        counted({ results: rows, total_tests: 4 }),
        done(1, 2),
      ],
    })
    expect(progressOf(events)).toEqual([
      [5, 'in_progress', { total: 3, passed: 0, failed: 0 }],
      [10, 'in_progress', { total: 3, passed: 0, failed: 1 }],
      [20, 'in_progress', { total: 3, passed: 1, failed: 2 }],
      [25, 'in_progress', { total: 4, passed: 1, failed: 2 }],
    ])
  })
})

describe('the heartbeat', () => {
  test('says each minute how many agents are done, running and queued', async () => {
    const { events } = await runAgents(
      {
        ada: { polls: [inProgress, done(1, 0)] },
        bob: { polls: [...times(10, queued), ...times(10, inProgress), done(1, 0)] },
        cyd: { polls: [queued] },
        dot: { launch: { afterMs: 25_000, reply: launched }, polls: [queued] },
        eve: { launch: ok({ task_id: '', status: 'in_progress' }), polls: [inProgress] },
      },
      { timeoutSeconds: 190 },
    )
    expect(heartbeatsOf(events)).toEqual([
      [60, '1 2 2 of 5', null],
      [120, '2 1 2 of 5', null],
      [180, '2 1 2 of 5', null],
    ])
  })

  test('says the same of each round of retries', async () => {
    const retry = { polls: [...times(15, inProgress), ended([['a', '+']])] }
    const ada = suite({ a: '-+', b: '+', c: '+' }, { retry: () => retry })
    const cyd = suite({ a: '-+', b: '+', c: '+' })
    const { events } = await runAgents({ ada, bob: suite({ d: '+' }), cyd }, { retries: 1 })
    expect(heartbeatsOf(events)).toEqual([[65, '1 1 0 of 2', null]])
  })

  test('says for how long the service has not answered, until it does', async () => {
    const polls = [inProgress, ...times(4, http(503)), inProgress]
    const { events } = await runAgent({ polls }, { timeoutSeconds: 130 })
    expect(heartbeatsOf(events)).toEqual([
      [60, '0 1 0 of 1', 55_000],
      [120, '0 1 0 of 1', null],
    ])
  })

  test('says so although a run far back in the queue has met no error yet', async () => {
    const ada = { polls: [inProgress, http(503)] }
    const cyd = { launch: { afterMs: 25_000, reply: launched } }
    const agents = { ada, bob: { polls: [queued, http(503)] }, cyd }
    const { events } = await runAgents(agents, { timeoutSeconds: 70 })
    expect(heartbeatsOf(events)).toEqual([[60, expect.any(String), 55_000]])
  })

  test('is silent if all runs end within a minute', async () => {
    const { events } = await runAgent({ polls: [...times(10, inProgress), done(1, 0)] })
    expect(heartbeatsOf(events)).toEqual([])
  })
})

test('the log has each phase', async () => {
  const names = testNames(20)
  const failing = suite(suiteOf(names, { 'test 1': '-+' }), { history: earlierRuns(1, names) })
  const { events, durationMs, endedAt } = await runAgent(failing, { mode: 'gate-if-worse', retries: 1 })
  const phases = events.flatMap(({ event }) => (event.type === 'phase' ? event.phase : []))
  expect(phases).toEqual(['select', 'run'])
  expect(events.find(({ event }) => event.type === 'finished')?.event).toMatchObject({ isToBeCompared: true })
  expect(durationMs).toBe(endedAt * 1000)
  const passing = times(19, { cause: 'passed' })
  const compared = events.find(({ event }) => event.type === 'compared')
  expect(compared?.event).toMatchObject({
    decision: { compares: 'history', endedEarly: null },
    agents: [
      { baseline: { runs: [{}] }, run: { tests: [{ cause: 'passed', attempts: [{}, {}] }, ...passing] } },
    ],
  })
})
