import { describe, expect, test } from 'vitest'
import { runAgent, runAgents } from './gate-harness.ts'
import {
  done,
  http,
  inProgress,
  invalid,
  queued,
  refusedCertificate,
  row,
  run,
  times,
  wrongShape,
} from './responses.ts'

describe('a run is lost', () => {
  test.each([
    [403, 'This resource belongs to a different workspace'],
    [404, 'Task not found'],
  ])('at %i, with what was seen of it', async (status, reason) => {
    const { result, polledAt } = await runAgent({ polls: [inProgress, http(status, reason), done(1, 0)] })
    expect(polledAt).toEqual([5, 10])
    expect(result).toMatchObject({
      outcome: 'inconclusive',
      run: { taskId: 'run-ada', status: 'in_progress', durationMs: 5000 },
      reason: { kind: 'lost', error: { status, reason } },
    })
  })
})

describe('a run is unreadable at once', () => {
  test.each([
    ['a redirect', http(302)],
    ['400', http(400)],
    ['422', invalid],
    ['a refused certificate', refusedCertificate],
    ['a response of another shape', wrongShape],
  ])('at %s', async (_, error) => {
    const { result, polledAt } = await runAgent({ polls: [queued, error, done(1, 0)] })
    expect(polledAt).toEqual([5, 10])
    expect(result).toMatchObject({
      outcome: 'inconclusive',
      run: { taskId: 'run-ada', status: 'queued' },
      reason: { kind: 'unreadable', attempts: 1 },
    })
  })
})

describe('a refused key', () => {
  const revoked = http(401, 'Invalid or revoked API key')
  const byKey = { outcome: 'inconclusive', reason: { kind: 'aborted', by: 'authentication' } }

  test('at a poll ends everything, and keeps what was seen', async () => {
    const { results, abortReason, endedAt, verdict } = await runAgents({
      ada: { polls: [inProgress, revoked] },
      bob: { polls: [inProgress, { afterMs: 20_000, reply: done(1, 0) }] },
      cyd: { polls: [done(0, 1)] },
    })
    expect(results).toMatchObject([
      { ...byKey, run: { taskId: 'run-ada', status: 'in_progress' } },
      { ...byKey, run: { taskId: 'run-bob', status: 'in_progress' } },
      { outcome: 'failed', run: { taskId: 'run-cyd' } },
    ])
    expect(abortReason).toMatchObject({ kind: 'authentication', error: { status: 401 } })
    expect([endedAt, verdict.status]).toEqual([10, 'failed'])
  })

  test.each(['rows', 'details'] as const)(
    'at the %s of an ended run ends everything; the result stays',
    async (read) => {
      const { results, abortReason, endedAt } = await runAgents({
        ada: { polls: [done(1, 1)], [read]: revoked },
        bob: { polls: [inProgress] },
      })
      expect(results).toMatchObject([{ outcome: 'failed', run: { counts: { failed: 1 } } }, byKey])
      expect(results[0]).not.toHaveProperty('reason')
      expect(abortReason).toMatchObject({ kind: 'authentication', error: { status: 401 } })
      expect(endedAt).toBe(5)
    },
  )

  test('at the history ends everything', async () => {
    const { results, abortReason, verdict, comparison } = await runAgents(
      { ada: { polls: [done(1, 0, { results: [row('a', true)] })], history: revoked }, bob: {} },
      { mode: 'gate-if-worse' },
    )
    expect(results).toMatchObject([{ outcome: 'passed' }, byKey])
    expect(abortReason).toMatchObject({ kind: 'authentication' })
    expect(comparison?.agents).toMatchObject([{ agent: { name: 'ada' }, error: { status: 401 } }])
    expect(verdict.status).toBe('inconclusive')
  })

  test('at a retry ends everything; the first result stays', async () => {
    const { results, abortReason, verdict } = await runAgents(
      {
        ada: {
          polls: [
            done(2, 1, {
              results: [row('a', false), row('b', true), row('c', true)],
              test_uuids: ['case-a'],
            }),
          ],
          retry: () => ({ launch: revoked }),
        },
      },
      { retries: 2 },
    )
    const retrySkipped = { kind: 'refused', reason: { kind: 'aborted', by: 'authentication' } }
    expect(results).toMatchObject([{ outcome: 'failed', run: { tests: [{ retrySkipped }, {}, {}] } }])
    expect(abortReason).toMatchObject({ kind: 'authentication' })
    expect(verdict.status).toBe('failed')
  })
})

describe('an unknown status', () => {
  const warmingUp = run({ status: 'warming_up' })

  test('is polled on', async () => {
    const { result } = await runAgent({
      polls: [
        ...times(4, warmingUp),
        inProgress,
        ...times(9, warmingUp),
        inProgress,
        ...times(9, warmingUp),
        done(1, 0),
      ],
    })
    expect(result?.outcome).toBe('passed')
  })

  test('ends the run after ten in a row, with the status', async () => {
    const { result, polledAt } = await runAgent({ polls: [...times(10, warmingUp), done(1, 0)] })
    expect(polledAt).toHaveLength(10)
    expect(result).toMatchObject({
      outcome: 'inconclusive',
      run: { status: 'warming_up' },
      reason: { kind: 'unknown-status', status: 'warming_up' },
    })
  })

  test('is counted across errors', async () => {
    const { result } = await runAgent({
      polls: [...times(5, warmingUp), http(500), ...times(5, warmingUp), done(1, 0)],
    })
    expect(result).toMatchObject({ reason: { kind: 'unknown-status' } })
  })

  test('with an error ends the run', async () => {
    const { result, polledAt } = await runAgent({ polls: [run({ status: 'exploded', error: true })] })
    expect(polledAt).toEqual([5])
    expect(result).toMatchObject({
      outcome: 'inconclusive',
      reason: { kind: 'unknown-status', status: 'exploded' },
    })
  })
})
