// What the log and a terminal are told while a job runs.
import { describe, expect, test } from 'vitest'
import { runUrl } from '../fixtures/samples.ts'
import { type GateRun, runAgent, runAgents } from './gate-harness.ts'
import { done, http, inProgress, launched, ok, queued, row, run, times } from './responses.ts'
import { earlierRuns, ended, suite, suiteOf, testNames } from './suites.ts'

type Events = GateRun['events']

const progressOf = (events: Events) =>
  events.flatMap(({ at, event }) => (event.type === 'progress' ? [[at, event.status, event.counts]] : []))

const heartbeatsOf = (events: Events) =>
  events.flatMap(({ at, event }) => (event.type === 'heartbeat' ? [{ at, event }] : []))

describe('the log of a run', () => {
  const nothing = { total: null, passed: null, failed: null }

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
    expect(events.map(({ event }) => event.type)).toEqual([
      'phase',
      'selected',
      'phase',
      'launched',
      ...times(3, 'progress'),
      'tests-done',
      'finished',
    ])
    const launched = {
      type: 'launched',
      agent: { uuid: 'ada', name: 'ada' },
      url: runUrl('run-ada'),
      status: 'queued',
    }
    expect(events[3]?.event).toEqual(launched)
    expect(events.at(-1)).toMatchObject({
      at: 40,
      event: { type: 'finished', agent: { outcome: agent?.outcome }, isToBeCompared: false },
    })
  })

  test.each([
    ['gate', false],
    ['gate-if-worse', true],
  ] as const)('says in mode %s that failing tests are to be compared: %s', async (mode, isToBeCompared) => {
    const { events } = await runAgent({ polls: [done(0, 1, { results: [row('a', false)] })] }, { mode })
    expect(events.flatMap(({ event }) => (event.type === 'finished' ? [event.isToBeCompared] : []))).toEqual([
      isToBeCompared,
    ])
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
      [5, 'in_progress', { total: 3, passed: null, failed: null }],
      [10, 'in_progress', { total: 3, passed: 0, failed: 1 }],
      [20, 'in_progress', { total: 3, passed: 1, failed: 2 }],
      [25, 'in_progress', { total: 4, passed: 1, failed: 2 }],
    ])
  })

  test('has the number of tests with a result, whenever it changes', async () => {
    const reading = (count: number, ...passed: (boolean | null)[]) =>
      run({
        status: 'in_progress',
        test_uuids: testNames(count),
        results: passed.map((each, index) => row(`test ${index}`, each)),
      })
    const polls = [inProgress, ...times(2, reading(3, true, null)), reading(3, true, false, null)]
    const { events } = await runAgent({ polls: [...polls, done(2, 1)] })
    const changes = (all: Events) =>
      all.flatMap(({ at, event }) => (event.type === 'tests-done' ? [[at, event.tests]] : []))
    expect(changes(events).slice(0, 2)).toEqual([
      [10, 1],
      [20, 2],
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
    const heartbeat = (seconds: number, counts: { done: number; running: number; queued: number }) => ({
      at: seconds,
      event: { type: 'heartbeat', elapsedMs: seconds * 1000, ...counts, total: 5, unansweredForMs: null },
    })
    expect(heartbeatsOf(events)).toEqual([
      heartbeat(60, { done: 1, running: 2, queued: 2 }),
      heartbeat(120, { done: 2, running: 1, queued: 2 }),
      heartbeat(180, { done: 2, running: 1, queued: 2 }),
    ])
  })

  test('says the same of each round of retries', async () => {
    const retry = { polls: [...times(15, inProgress), ended([['a', '+']])] }
    const ada = suite({ a: '-+', b: '+', c: '+' }, { retry: () => retry })
    const cyd = suite({ a: '-+', b: '+', c: '+' })
    const { events } = await runAgents({ ada, bob: suite({ d: '+' }), cyd }, { retries: 1 })
    expect(heartbeatsOf(events)).toMatchObject([
      { at: 65, event: { elapsedMs: 65_000, done: 1, running: 1, queued: 0, total: 2 } },
    ])
  })

  test('says for how long the service has not answered, until it does', async () => {
    const { events } = await runAgent(
      { polls: [inProgress, ...times(4, http(503)), inProgress] },
      { timeoutSeconds: 130 },
    )
    expect(heartbeatsOf(events)).toMatchObject([
      { at: 60, event: { done: 0, running: 1, queued: 0, unansweredForMs: 55_000 } },
      { at: 120, event: { done: 0, running: 1, queued: 0, unansweredForMs: null } },
    ])
  })

  test('says so although a run far back in the queue has met no error yet', async () => {
    const ada = { polls: [inProgress, http(503)] }
    const cyd = { launch: { afterMs: 25_000, reply: launched } }
    const agents = { ada, bob: { polls: [queued, http(503)] }, cyd }
    const { events } = await runAgents(agents, { timeoutSeconds: 70 })
    expect(heartbeatsOf(events)).toMatchObject([{ at: 60, event: { unansweredForMs: 55_000 } }])
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
  expect(phases).toEqual(['select', 'run', 'compare'])
  expect(durationMs).toBe(endedAt * 1000)
  const passing = times(19, { outcome: 'passed' })
  const compared = events.find(({ event }) => event.type === 'compared')
  expect(compared?.event).toMatchObject({
    decision: { compares: 'history', endedEarly: null },
    agents: [{ baseline: { runs: [{}] }, run: { tests: [{ outcome: 'flaky' }, ...passing] } }],
  })
})
