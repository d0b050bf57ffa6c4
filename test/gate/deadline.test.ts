import { describe, expect, test } from 'vitest'
import { earlyFiringClock } from './early-firing-clock.ts'
import { runAgent, runAgents } from './gate-harness.ts'
import { brokenConnection, done, http, inProgress, launched, ok, queued, row, run } from './responses.ts'

describe('at the deadline', () => {
  test('a run in progress is polled once more', async () => {
    const { polledAt, calls, result } = await runAgent(
      { polls: [inProgress, inProgress, done(1, 0)] },
      { timeoutSeconds: 12 },
    )
    expect(polledAt).toEqual([5, 10, 12])
    expect(calls.find(({ atMs }) => atMs === 12_000)).toMatchObject({ timeoutMs: 20_000 })
    expect(result?.outcome).toBe('passed')
  })

  test('a poll that is due then is the last', async () => {
    const { polledAt } = await runAgent({ polls: [inProgress] }, { timeoutSeconds: 15 })
    expect(polledAt).toEqual([5, 10, 15])
  })

  test('a run is polled even if the interval is longer than the timeout', async () => {
    const { polledAt, result } = await runAgent(
      { polls: [done(1, 0)] },
      { intervalSeconds: 60, timeoutSeconds: 20 },
    )
    expect(polledAt).toEqual([20])
    expect(result?.outcome).toBe('passed')
  })

  test('the queue is polled from its head until a run is still queued', async () => {
    const { polledAt, results } = await runAgents(
      { ada: { polls: [done(1, 0)] }, bob: { polls: [done(1, 0)] }, cyd: {}, dot: { polls: [done(1, 0)] } },
      { intervalSeconds: 60, timeoutSeconds: 20 },
    )
    expect(['ada', 'bob', 'cyd', 'dot'].map(polledAt)).toEqual([[20], [20], [20], []])
    expect(results.map(({ outcome }) => outcome)).toEqual([
      'passed',
      'passed',
      'inconclusive',
      'inconclusive',
    ])
  })

  test.each([
    ['queued', queued],
    ['in progress', inProgress],
  ])('a run still %s is timed out, with its link and what was seen', async (_, still) => {
    const { result, endedAt } = await runAgent({ polls: [still] }, { timeoutSeconds: 60 })
    expect(result).toMatchObject({
      outcome: 'inconclusive',
      run: { taskId: 'run-ada', status: still.ok ? still.value.status : '', durationMs: 60_000 },
      reason: { kind: 'timed-out', timeoutSeconds: 60, lastError: null },
    })
    expect(endedAt).toBe(60)
  })

  test('the rows seen by then are kept and counted', async () => {
    const seen = run({ status: 'in_progress', total_tests: 4, results: [row('a', true), row('b', null)] })
    const { result } = await runAgent({ polls: [inProgress, seen, brokenConnection] }, { timeoutSeconds: 12 })
    expect(result).toMatchObject({
      outcome: 'inconclusive',
      reason: { kind: 'timed-out' },
      run: { counts: { total: 4, passed: 1, failed: 0 }, tests: [{ name: 'a' }, { name: 'b' }] },
    })
  })

  test.each([
    ['first', 5],
    ['fourth', 40],
    ['tenth', 380],
  ])(
    'a run is timed out, with the error, if its last poll is the %s in a row that failed',
    async (_, timeoutSeconds) => {
      const { result, endedAt } = await runAgent({ polls: [http(503)] }, { timeoutSeconds })
      expect(result).toMatchObject({
        outcome: 'inconclusive',
        reason: { kind: 'timed-out', lastError: { status: 503 } },
      })
      expect(endedAt).toBe(timeoutSeconds)
    },
  )

  test('a run that was not polled again keeps the error of its last poll', async () => {
    const { results } = await runAgents(
      { ada: { polls: [queued] }, bob: { polls: [http(500)] }, cyd: {} },
      { timeoutSeconds: 100 },
    )
    expect(results.map((each) => ('reason' in each ? each.reason : null))).toMatchObject([
      { kind: 'timed-out', lastError: null },
      { kind: 'timed-out', lastError: { status: 500 } },
      { kind: 'timed-out', lastError: null },
    ])
  })

  test('a run with an unknown status is reported with it', async () => {
    const { result } = await runAgent({ polls: [run({ status: 'paused' })] }, { timeoutSeconds: 12 })
    expect(result).toMatchObject({ reason: { kind: 'unknown-status', status: 'paused' } })
  })

  test('a poll in flight is cut off, and the last one still sent', async () => {
    const { polledAt, result } = await runAgent(
      { polls: [inProgress, { afterMs: 9000, reply: inProgress }, done(1, 0)] },
      { timeoutSeconds: 12 },
    )
    expect(polledAt).toEqual([5, 10, 12])
    expect(result?.outcome).toBe('passed')
  })

  test('the last poll may take 20 seconds', async () => {
    const { result, endedAt } = await runAgent(
      { polls: [{ afterMs: 60_000, reply: done(1, 0) }] },
      { intervalSeconds: 20, timeoutSeconds: 20 },
    )
    expect(result).toMatchObject({ reason: { kind: 'timed-out', lastError: { kind: 'timeout' } } })
    expect(endedAt).toBe(40)
  })

  test('timers that fire a little early cause no second poll', async () => {
    const { polledAt, events } = await runAgent(
      { polls: [inProgress] },
      { timeoutSeconds: 12, clock: earlyFiringClock(0.9) },
    )
    expect(polledAt.map(Math.ceil)).toEqual([5, 10, 12])
    expect(events.filter(({ event }) => event.type === 'poll-error')).toEqual([])
  })
})

describe('the deadline', () => {
  test('is the same for all agents', async () => {
    const launch = { afterMs: 10_000, reply: ok({ task_id: '', status: 'in_progress' }) }
    const { polledAt, endedAt } = await runAgents(
      { ada: { polls: [inProgress] }, bob: { launch, polls: [inProgress] } },
      { intervalSeconds: 15, timeoutSeconds: 40 },
    )
    expect(polledAt('ada')).toEqual([15, 30, 40])
    expect(polledAt('bob')).toEqual([25, 32.5, 40])
    expect(endedAt).toBe(40)
  })

  test('includes the selection', async () => {
    const { results, calls } = await runAgent(
      {},
      {
        timeoutSeconds: 20,
        change: ({ resolve }, clock) => ({
          resolve: (...call) => clock.sleep(20_000).then(() => resolve(...call)),
        }),
      },
    )
    expect(results).toMatchObject([{ reason: { kind: 'not-launched-in-time', timeoutSeconds: 20 } }])
    expect(calls).toEqual([])
  })

  test('may be hours away', async () => {
    const { polledAt, result, endedAt } = await runAgent({ polls: [inProgress] }, { timeoutSeconds: 7200 })
    expect(polledAt).toHaveLength(1440)
    expect(endedAt).toBe(7200)
    expect(result).toMatchObject({ reason: { kind: 'timed-out', timeoutSeconds: 7200 } })
  })

  test('limits the reads of a run that has ended, but leaves them 20 seconds', async () => {
    const failing = done(1, 1)
    const { calls } = await runAgent(
      { polls: [failing], rows: { afterMs: 6000, reply: failing }, details: failing },
      { timeoutSeconds: 22 },
    )
    expect(calls.slice(2, 4).map(({ what, atMs, timeoutMs }) => ({ what, atMs, timeoutMs }))).toEqual([
      { what: 'rows', atMs: 5000, timeoutMs: 37_000 },
      { what: 'details', atMs: 11_000, timeoutMs: 31_000 },
    ])
  })

  test('lets a run launched in its last moment be polled once', async () => {
    const { polledAt, result } = await runAgent(
      { launch: { afterMs: 20_000, reply: launched }, polls: [done(1, 0)] },
      { timeoutSeconds: 20 },
    )
    expect(polledAt).toEqual([20])
    expect(result?.outcome).toBe('passed')
  })
})

test('the baseline of many agents has time beyond the deadline, since each read waits for its turn', async () => {
  const { calls } = await runAgent(
    { polls: [done(1, 0, { results: [row('one', true)] })] },
    { mode: 'gate-if-worse', timeoutSeconds: 6 },
  )
  const read = calls.find(({ what }) => what === 'history')
  expect(read?.timeoutMs).toBe(6000 - 5000 + 60_000)
})
