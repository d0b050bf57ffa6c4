import { describe, expect, test } from 'vitest'
import { runAgent, runAgents } from './gate-harness.ts'
import { done, http, inProgress, launched, queued, row, run } from './responses.ts'

const bySignal = { outcome: 'inconclusive', reason: { kind: 'aborted', by: 'signal' } }
const cancelled = { kind: 'signal', signal: 'SIGINT' }

describe('a cancelled job', () => {
  test('aborts a launch, which may have started a run', async () => {
    const { result, abortReason, endedAt } = await runAgent(
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

  test('ends at once between two polls, with the run as it was last seen', async () => {
    const { result, abortReason, endedAt, polledAt, verdict } = await runAgent(
      { polls: [queued, inProgress] },
      { cancelledAt: 12 },
    )
    expect(result).toMatchObject({ ...bySignal, run: { taskId: 'run-ada', status: 'in_progress' } })
    expect(abortReason).toEqual(cancelled)
    expect(verdict.status).toBe('inconclusive')
    expect([polledAt, endedAt]).toEqual([[5, 10], 12])
  })

  test('keeps the link of a run that was never polled', async () => {
    const { result } = await runAgent({}, { cancelledAt: 2 })
    const run = { taskId: 'run-ada', status: 'queued', tests: [], durationMs: 0 }
    expect(result).toMatchObject({ ...bySignal, run })
  })

  test('aborts a poll', async () => {
    const { result, endedAt } = await runAgent(
      { polls: [queued, { afterMs: 9000, reply: done(1, 0) }] },
      { cancelledAt: 12 },
    )
    expect(result).toMatchObject({ ...bySignal, run: { taskId: 'run-ada', status: 'queued' } })
    expect(endedAt).toBe(12)
  })

  test('ends a wait after errors', async () => {
    const { result, endedAt } = await runAgent(
      { polls: [inProgress, http(503, null, 600_000)] },
      { cancelledAt: 12 },
    )
    expect(result).toMatchObject({ ...bySignal, run: { status: 'in_progress' } })
    expect(endedAt).toBe(12)
  })

  test('aborts the last polls', async () => {
    const slow = { afterMs: 9000, reply: inProgress }
    const { results, abortReason, endedAt } = await runAgents(
      { ada: { polls: [slow] }, bob: { polls: [slow] }, cyd: {} },
      { intervalSeconds: 20, timeoutSeconds: 20, cancelledAt: 25 },
    )
    expect(results).toMatchObject([bySignal, bySignal, bySignal])
    expect([abortReason, endedAt]).toEqual([cancelled, 25])
  })

  test('keeps the rows that were seen', async () => {
    const counts = (passed: boolean) => {
      const seen = run({ status: 'in_progress', total_tests: 3, results: [row('a', passed)] })
      return runAgent({ polls: [seen] }, { cancelledAt: 7 })
    }
    const { result, verdict } = await counts(true)
    expect(result).toMatchObject({ ...bySignal, run: { counts: { total: 3, passed: 1, failed: 0 } } })
    expect(verdict.status).toBe('inconclusive')
    const failing = await counts(false)
    expect(failing.result).toMatchObject({
      ...bySignal,
      outcome: 'failed',
      run: { counts: { total: 3, passed: 0, failed: 1 } },
    })
    expect(failing.verdict.status).toBe('failed')
  })

  test('keeps the result of a run whose details it aborts', async () => {
    const failing = done(1, 1, { results: [row('a', true), row('b', false)] })
    const { result, abortReason, endedAt } = await runAgent(
      { polls: [failing], details: { afterMs: 9000, reply: failing } },
      { cancelledAt: 7 },
    )
    expect(result).toMatchObject({
      outcome: 'failed',
      run: {
        counts: { total: 2, failed: 1 },
        tests: [{ name: 'a' }, { name: 'b' }],
        detailsError: { kind: 'aborted' },
      },
    })
    expect(result).not.toHaveProperty('reason')
    expect(abortReason).toEqual(cancelled)
    expect(endedAt).toBe(7)
  })

  test('keeps the results of agents that had ended, and names the runs that go on', async () => {
    const { results, abortReason } = await runAgents(
      {
        ada: { polls: [done(2, 0)] },
        bob: { polls: [inProgress] },
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
