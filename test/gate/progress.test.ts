import { describe, expect, test } from 'vitest'
import { runAgent, runAgents } from './gate-harness.ts'
import { done, http, inProgress, launched, ok, queued, row, run, times } from './responses.ts'
import { earlierRuns, ended, suite, suiteOf, testNames } from './suites.ts'

type Events = Awaited<ReturnType<typeof runAgent>>['events']

function progressOf(events: Events) {
  return events.flatMap(({ at, event }) =>
    event.type === 'progress' ? [{ at, status: event.status, counts: event.counts }] : [],
  )
}

const heartbeatsOf = (events: Events) =>
  events.flatMap(({ at, event }) => (event.type === 'heartbeat' ? [{ at, event }] : []))

describe('the log of a run', () => {
  const nothing = { total: null, passed: null, failed: null }

  test('has each change of its status once', async () => {
    const { events } = await runAgent({
      polls: [
        queued,
        queued,
        ...times(3, inProgress),
        queued,
        run({ status: 'warming_up' }),
        inProgress,
        done(1, 0, { results: [row('a', true)] }),
      ],
    })
    expect(progressOf(events)).toEqual([
      { at: 15, status: 'in_progress', counts: nothing },
      { at: 30, status: 'queued', counts: nothing },
      { at: 35, status: 'warming_up', counts: nothing },
      { at: 40, status: 'in_progress', counts: nothing },
    ])
    expect(events.map(({ event }) => event.type)).toEqual([
      'phase',
      'selected',
      'phase',
      'launched',
      ...times(4, 'progress'),
      'tests-done',
      'finished',
    ])
  })

  test('has each change of the number of tests and of failed ones once', async () => {
    const counted = (fields: object) => run({ status: 'in_progress', ...fields })
    const { events } = await runAgent({
      polls: [
        counted({ total_tests: 3 }),
        counted({ total_tests: 3, results: [row('a', false)] }),
        counted({ total_tests: 3, results: [row('a', false)] }),
        counted({ total_tests: 3, passed: 1, failed: 2 }),
        done(1, 2),
      ],
    })
    expect(progressOf(events)).toEqual([
      { at: 5, status: 'in_progress', counts: { total: 3, passed: null, failed: null } },
      { at: 10, status: 'in_progress', counts: { total: 3, passed: null, failed: 1 } },
      { at: 20, status: 'in_progress', counts: { total: 3, passed: 1, failed: 2 } },
    ])
  })

  test('has the number of tests with a result, whenever it changes', async () => {
    const reading = (...passed: (boolean | null)[]) =>
      run({ status: 'in_progress', results: passed.map((each, index) => row(`test ${index}`, each)) })
    const { events } = await runAgent({
      polls: [
        inProgress,
        reading(true, null, null),
        reading(true, null, null),
        reading(true, false, null),
        done(2, 1, { results: [row('test 0', true), row('test 1', false), row('test 2', true)] }),
      ],
    })
    const changes = events.flatMap(({ at, event }) =>
      event.type === 'tests-done' ? [{ at, tests: event.tests }] : [],
    )
    expect(changes).toEqual([
      { at: 10, tests: 1 },
      { at: 20, tests: 2 },
      { at: 25, tests: 3 },
    ])
  })

  test('counts no pending test as failed', async () => {
    const results = [row('a', null), row('b', null)]
    const { events } = await runAgent({
      polls: [queued, run({ status: 'queued', total_tests: 2, results }), done(2, 0)],
    })
    expect(progressOf(events)).toEqual([
      { at: 10, status: 'queued', counts: { total: 2, passed: null, failed: null } },
    ])
  })

  test('ends with its result', async () => {
    const { events, result } = await runAgent({ polls: [done(1, 0)] })
    expect(events.at(-1)).toEqual({ at: 5, event: { type: 'finished', result } })
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

  test('says for how long the service has not answered', async () => {
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
    const { events } = await runAgents(
      {
        ada: { polls: [inProgress, http(503)] },
        bob: { polls: [queued, http(503)] },
        cyd: { launch: { afterMs: 25_000, reply: launched } },
      },
      { timeoutSeconds: 70 },
    )
    expect(heartbeatsOf(events)).toMatchObject([{ at: 60, event: { unansweredForMs: 55_000 } }])
  })

  test('is silent if all runs end within a minute', async () => {
    const { events } = await runAgent({ polls: [...times(10, inProgress), done(1, 0)] })
    expect(heartbeatsOf(events)).toEqual([])
  })
})

test('the log has each phase', async () => {
  const names = testNames(20)
  const failing = suite(suiteOf(names, { 'test 1': '-+' }), { history: earlierRuns(10, names) })
  const { events, durationMs, endedAt } = await runAgent(failing, { mode: 'gate-if-worse', retries: 1 })
  const phases = events.flatMap(({ event }) => (event.type === 'phase' ? event.phase : []))
  expect(phases).toEqual(['select', 'run', 'retry', 'compare'])
  expect(durationMs).toBe(endedAt * 1000)
})
