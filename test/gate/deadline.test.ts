import { describe, expect, test } from 'vitest'
import { brokenConnection, done, going, http, launched, queued, row, run } from './answers.ts'
import { earlyClock } from './early-clock.ts'
import { play, playOne } from './run-scripted.ts'

describe('at the deadline', () => {
  test('every run is looked at once more', async () => {
    const { polledAt, calls, result } = await playOne(
      { polls: [going, going, done(1, 0)] },
      { timeoutSeconds: 12 },
    )
    expect(polledAt).toEqual([5, 10, 12])
    expect(calls.find(({ atMs }) => atMs === 12_000)).toMatchObject({ timeoutMs: 10_000 })
    expect(result?.outcome).toBe('passed')
  })

  test('a poll that falls on it is the last', async () => {
    const { polledAt } = await playOne({ polls: [going] }, { timeoutSeconds: 15 })
    expect(polledAt).toEqual([5, 10, 15])
  })

  test('a poll is made though the interval is longer than the timeout', async () => {
    const { polledAt, result } = await playOne(
      { polls: [done(1, 0)] },
      { intervalSeconds: 60, timeoutSeconds: 20 },
    )
    expect(polledAt).toEqual([20])
    expect(result?.outcome).toBe('passed')
  })

  test.each([
    ['in the queue', queued],
    ['going', going],
  ])('a run still %s is timed out, with its link and what was seen', async (_, still) => {
    const { result, endedAt } = await playOne({ polls: [still] }, { timeoutSeconds: 60 })
    expect(result).toMatchObject({
      outcome: 'inconclusive',
      run: { taskId: 'run-ada', status: still.ok ? still.value.status : '', durationMs: 60_000 },
      reason: { kind: 'timed-out', timeoutSeconds: 60 },
    })
    expect(endedAt).toBe(60)
  })

  test('the rows that were seen by then are kept and counted', async () => {
    const seen = run({ status: 'in_progress', total_tests: 4, results: [row('a', true), row('b', false)] })
    const { result } = await playOne({ polls: [going, seen, brokenConnection] }, { timeoutSeconds: 12 })
    expect(result).toMatchObject({
      reason: { kind: 'timed-out' },
      run: { counts: { total: 4, passed: 1, failed: 1 }, tests: [{ name: 'a' }, { name: 'b' }] },
    })
  })

  test.each([
    ['first', 5],
    ['fourth', 40],
    ['tenth', 380],
  ])('a run is timed out though the last poll is the %s in a row that failed', async (_, timeoutSeconds) => {
    const { result, endedAt } = await playOne({ polls: [http(503)] }, { timeoutSeconds })
    expect(result).toMatchObject({ outcome: 'inconclusive', reason: { kind: 'timed-out' } })
    expect(endedAt).toBe(timeoutSeconds)
  })

  test('a run in a state that is not known says so', async () => {
    const { result } = await playOne({ polls: [run({ status: 'paused' })] }, { timeoutSeconds: 12 })
    expect(result).toMatchObject({ reason: { kind: 'unknown-status', status: 'paused' } })
  })

  test('a poll under way is cut there, and the last one still made', async () => {
    const { polledAt, result } = await playOne(
      { polls: [going, { afterMs: 9000, reply: going }, done(1, 0)] },
      { timeoutSeconds: 12 },
    )
    expect(polledAt).toEqual([5, 10, 12])
    expect(result?.outcome).toBe('passed')
  })

  test('an answer to the last poll is waited for ten seconds at the most', async () => {
    const { result, endedAt } = await playOne(
      { polls: [{ afterMs: 60_000, reply: done(1, 0) }] },
      { intervalSeconds: 20, timeoutSeconds: 20 },
    )
    expect(result).toMatchObject({ reason: { kind: 'timed-out' } })
    expect(endedAt).toBe(30)
  })

  test('no poll is doubled by a timer that fires a little early', async () => {
    const { polledAt, events } = await playOne(
      { polls: [going] },
      { timeoutSeconds: 12, clock: earlyClock(1.5) },
    )
    expect(polledAt.map(Math.ceil)).toEqual([5, 10, 12])
    expect(events.filter(({ event }) => event.type === 'poll-error')).toEqual([])
  })
})

describe('the deadline', () => {
  const lateLaunch = { afterMs: 10_000, reply: launched }

  test('is one for all agents, from the first launch on', async () => {
    const { polledAt, endedAt } = await play(
      { ada: { polls: [going] }, bob: { launch: lateLaunch, polls: [going] } },
      { intervalSeconds: 15, timeoutSeconds: 40 },
    )
    expect(polledAt('ada')).toEqual([15, 30, 40])
    expect(polledAt('bob')).toEqual([25, 40])
    expect(endedAt).toBe(40)
  })

  test('may be hours away', async () => {
    const { polledAt, result, endedAt } = await playOne({ polls: [going] }, { timeoutSeconds: 7200 })
    expect(polledAt).toHaveLength(1440)
    expect(endedAt).toBe(7200)
    expect(result).toMatchObject({ reason: { kind: 'timed-out', timeoutSeconds: 7200 } })
  })

  test('bounds the reads of a run that has ended, but leaves them ten seconds', async () => {
    const failing = done(1, 1, { results: [row('b', false)] })
    const { calls } = await playOne(
      { polls: [failing], rows: { afterMs: 6000, reply: failing }, details: failing },
      { timeoutSeconds: 22 },
    )
    expect(calls.slice(2)).toEqual([
      { agent: 'ada', what: 'rows', atMs: 5000, timeoutMs: 17_000, maxRetries: undefined },
      { agent: 'ada', what: 'details', atMs: 11_000, timeoutMs: 11_000, maxRetries: undefined },
    ])
  })
})
