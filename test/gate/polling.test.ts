import { describe, expect, test } from 'vitest'
import { answer, done, going, http, launched, queued, row, run, times } from './answers.ts'
import { earlyClock } from './early-clock.ts'
import { play, playOne } from './run-scripted.ts'

describe('polls', () => {
  test('come one interval after the launch, then every interval, until the run has ended', async () => {
    const { polledAt, endedAt } = await playOne({ polls: [queued, queued, going, done(1, 0)] })
    expect(polledAt).toEqual([5, 10, 15, 20])
    expect(endedAt).toBe(20)
  })

  test('are counted from when the launch was answered', async () => {
    const { polledAt } = await playOne(
      { launch: { afterMs: 2500, reply: launched }, polls: [going, done(1, 0)] },
      { intervalSeconds: 10 },
    )
    expect(polledAt).toEqual([12.5, 22.5])
  })

  test('keep their times though answers are slow, and skip those that a very slow one has missed', async () => {
    const { polledAt } = await playOne({
      polls: [{ afterMs: 4000, reply: going }, { afterMs: 12_000, reply: going }, going, done(1, 0)],
    })
    expect(polledAt).toEqual([5, 10, 25, 30])
  })

  test('of one agent do not wait for those of another', async () => {
    const { polledAt } = await play({
      ada: { polls: [{ afterMs: 20_000, reply: done(1, 0) }] },
      bob: { launch: { afterMs: 1000, reply: launched }, polls: [going, going, done(1, 0)] },
    })
    expect([polledAt('ada'), polledAt('bob')]).toEqual([[5], [6, 14.09, 19.09]])
  })

  test('ask once each, for failing rows only, within what is left of the timeout', async () => {
    const { calls } = await playOne({ polls: [going, going, done(1, 0)] }, { timeoutSeconds: 60 })
    const polls = calls.filter(({ what }) => what === 'poll')
    expect(polls.map(({ timeoutMs }) => timeoutMs)).toEqual([55_000, 50_000, 45_000])
    expect(polls.map(({ maxRetries }) => maxRetries)).toEqual([0, 0, 0])
  })

  test('are not doubled by a timer that fires a little early', async () => {
    const { polledAt } = await playOne({ polls: [going, going, done(1, 0)] }, { clock: earlyClock(1.5) })
    expect(polledAt.map(Math.ceil)).toEqual([5, 10, 15])
  })
})

describe('what is said while a run goes on', () => {
  const agent = { uuid: 'ada', name: 'ada' }
  const nothing = { total: null, passed: null, failed: null }

  test('is each change of its state once', async () => {
    const { events } = await playOne({
      polls: [queued, queued, going, going, going, queued, run({ status: 'warming_up' }), going, done(1, 0)],
    })
    expect(progressOf(events)).toEqual([
      { at: 15, status: 'in_progress', counts: nothing },
      { at: 30, status: 'queued', counts: nothing },
      { at: 35, status: 'warming_up', counts: nothing },
      { at: 40, status: 'in_progress', counts: nothing },
    ])
    expect(events.map(({ event }) => event.type)).toEqual([
      'launched',
      'progress',
      'progress',
      'progress',
      'progress',
      'finished',
    ])
  })

  test('is each change of what is known of its tests once', async () => {
    const counted = (fields: object) => run({ status: 'in_progress', ...fields })
    const { events } = await playOne({
      polls: [
        counted({ total_tests: 3 }),
        counted({ total_tests: 3, results: [row('a', false)] }),
        counted({ total_tests: 3, results: [row('a', false)] }),
        counted({ total_tests: 3, passed: 1, failed: 1 }),
        done(2, 1),
      ],
    })
    expect(progressOf(events)).toEqual([
      { at: 5, status: 'in_progress', counts: { total: 3, passed: null, failed: null } },
      { at: 10, status: 'in_progress', counts: { total: 3, passed: null, failed: 1 } },
      { at: 20, status: 'in_progress', counts: { total: 3, passed: 1, failed: 1 } },
    ])
  })

  test('is how many tests there are once that is known, and no test that only waits is a failed one', async () => {
    const { events } = await playOne({
      polls: [
        run({ status: 'queued', results: [row('a', null), row('b', null)] }),
        run({ status: 'queued', total_tests: 2, results: [row('a', null), row('b', null)] }),
        done(2, 0),
      ],
    })
    expect(progressOf(events)).toEqual([
      { at: 10, status: 'queued', counts: { total: 2, passed: null, failed: null } },
    ])
  })

  test('ends with its result', async () => {
    const { events, result } = await playOne({ polls: [done(1, 0)] })
    expect(events.at(-1)).toEqual({ at: 5, event: { type: 'finished', result } })
    expect(events[0]?.event).toMatchObject({ type: 'launched', agent, taskId: 'run-ada' })
  })

  function progressOf(events: Awaited<ReturnType<typeof playOne>>['events']) {
    return events.flatMap(({ at, event }) =>
      event.type === 'progress' ? [{ at, status: event.status, counts: event.counts }] : [],
    )
  }
})

describe('the heartbeat', () => {
  test('says each minute how many are done, running and queued', async () => {
    const { events } = await play(
      {
        ada: { polls: [going, done(1, 0)] },
        bob: { polls: [...times(10, queued), ...times(10, going), done(1, 0)] },
        cyd: { polls: [...times(15, queued), done(1, 0)] },
        dot: { launch: { afterMs: 25_000, reply: launched }, polls: [going] },
        eve: { launch: answer({ task_id: '', status: 'in_progress' }), polls: [going] },
      },
      { timeoutSeconds: 200 },
    )
    const beats = events.flatMap(({ at, event }) => (event.type === 'heartbeat' ? [{ at, event }] : []))
    expect(beats).toEqual([
      { at: 60, event: beat(60, { done: 1, running: 2, queued: 2 }) },
      { at: 120, event: beat(120, { done: 1, running: 3, queued: 1 }) },
      { at: 180, event: beat(180, { done: 3, running: 2, queued: 0 }) },
    ])
  })

  test('takes no agent for done whose run could not be looked at', async () => {
    const { events } = await playOne({ polls: [going, ...times(5, http(503)), done(1, 0)] })
    const [first] = events.flatMap(({ event }) => (event.type === 'heartbeat' ? [event] : []))
    expect(first).toMatchObject({ done: 0, running: 1, queued: 0 })
  })

  test('is silent when all have ended within a minute', async () => {
    const { events } = await playOne({ polls: [...times(10, going), done(1, 0)] })
    expect(events.filter(({ event }) => event.type === 'heartbeat')).toEqual([])
  })

  function beat(seconds: number, counts: { done: number; running: number; queued: number }) {
    return { type: 'heartbeat', elapsedMs: seconds * 1000, ...counts, total: 5 }
  }
})
