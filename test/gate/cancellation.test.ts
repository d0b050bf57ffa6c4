import { describe, expect, test } from 'vitest'
import { done, going, http, launched, queued, row, run } from './answers.ts'
import { play, playOne } from './run-scripted.ts'

const bySignal = { outcome: 'inconclusive', reason: { kind: 'stopped', by: 'signal' } }
const cancelled = { kind: 'signal', signal: 'SIGINT' }

describe('a cancelled job', () => {
  test('cuts a launch short, which may have started a run', async () => {
    const { result, abortReason, endedAt } = await playOne(
      { launch: { afterMs: 3000, reply: launched } },
      { cancelledAt: 2 },
    )
    expect(result).toMatchObject({
      outcome: 'inconclusive',
      run: null,
      reason: { kind: 'maybe-launched', error: { kind: 'aborted' } },
    })
    expect(abortReason).toEqual(cancelled)
    expect(endedAt).toBe(2)
  })

  test('ends between two polls at once, with the run as it was last seen', async () => {
    const { result, abortReason, endedAt, polledAt } = await playOne(
      { polls: [queued, going] },
      { cancelledAt: 12 },
    )
    expect(result).toMatchObject({ ...bySignal, run: { taskId: 'run-ada', status: 'in_progress' } })
    expect(abortReason).toEqual(cancelled)
    expect([polledAt, endedAt]).toEqual([[5, 10], 12])
  })

  test('keeps the link of a run that it never saw', async () => {
    const { result } = await playOne({}, { cancelledAt: 2 })
    const run = { taskId: 'run-ada', status: 'queued', tests: [], durationMs: 0 }
    expect(result).toMatchObject({ ...bySignal, run })
  })

  test('cuts a poll short', async () => {
    const { result, endedAt } = await playOne(
      { polls: [queued, { afterMs: 9000, reply: done(1, 0) }] },
      { cancelledAt: 12 },
    )
    expect(result).toMatchObject({ ...bySignal, run: { taskId: 'run-ada', status: 'queued' } })
    expect(endedAt).toBe(12)
  })

  test('ends a wait after faults', async () => {
    const { result, endedAt } = await playOne(
      { polls: [going, http(503, null, 600_000)] },
      { cancelledAt: 12 },
    )
    expect(result).toMatchObject({ ...bySignal, run: { status: 'in_progress' } })
    expect(endedAt).toBe(12)
  })

  test('keeps the rows that it had seen', async () => {
    const seen = run({ status: 'in_progress', total_tests: 3, results: [row('a', false)] })
    const { result } = await playOne({ polls: [seen] }, { cancelledAt: 7 })
    expect(result).toMatchObject({ ...bySignal, run: { counts: { total: 3, passed: 0, failed: 1 } } })
  })

  test('keeps the result of a run whose details it cuts short', async () => {
    const failing = done(1, 1, { results: [row('b', false)] })
    const { result, abortReason, endedAt } = await playOne(
      { polls: [failing], details: { afterMs: 9000, reply: failing } },
      { cancelledAt: 7 },
    )
    expect(result).toMatchObject({
      outcome: 'failed',
      run: { counts: { total: 2, failed: 1 }, tests: [{ name: 'b' }], detailsError: { kind: 'aborted' } },
    })
    expect(abortReason).toEqual(cancelled)
    expect(endedAt).toBe(7)
  })

  test('keeps the results of agents that had ended, and names the runs that go on', async () => {
    const { results, abortReason } = await play(
      {
        ada: { polls: [done(2, 0)] },
        bob: { polls: [going] },
        cyd: { polls: [done(1, 1)] },
        dot: { launch: http(404) },
      },
      { cancelledAt: 30 },
    )
    expect(results).toMatchObject([
      { outcome: 'passed' },
      { ...bySignal, run: { taskId: 'run-bob', status: 'in_progress' } },
      { outcome: 'failed' },
      { outcome: 'inconclusive', reason: { kind: 'not-launched' } },
    ])
    expect(abortReason).toEqual(cancelled)
  })
})
