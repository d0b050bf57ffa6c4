import { describe, expect, test } from 'vitest'
import {
  done,
  going,
  http,
  invalid,
  queued,
  refusedCertificate,
  row,
  run,
  times,
  wrongShape,
} from './answers.ts'
import { play, playOne } from './run-scripted.ts'

describe('a run is lost', () => {
  test.each([
    [403, 'This resource belongs to a different workspace'],
    [404, 'Task not found'],
  ])('at %i, with what was seen of it', async (status, reason) => {
    const { result, polledAt } = await playOne({ polls: [going, http(status, reason), done(1, 0)] })
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
    ['an answer of another shape', wrongShape],
  ])('at %s', async (_, fault) => {
    const { result, polledAt } = await playOne({ polls: [queued, fault, done(1, 0)] })
    expect(polledAt).toEqual([5, 10])
    expect(result).toMatchObject({
      outcome: 'inconclusive',
      run: { taskId: 'run-ada', status: 'queued' },
      reason: { kind: 'unreadable', attempts: 1 },
    })
  })
})

describe('a key that is refused', () => {
  const revoked = http(401, 'Invalid or revoked API key')

  test('at a poll ends everything, and keeps what was seen', async () => {
    const { results, abortReason, endedAt } = await play({
      ada: { polls: [going, revoked] },
      bob: { polls: [going, { afterMs: 20_000, reply: done(1, 0) }] },
      cyd: { polls: [done(0, 1)] },
    })
    const stopped = { outcome: 'inconclusive', reason: { kind: 'stopped', by: 'authentication' } }
    expect(results).toMatchObject([
      { ...stopped, run: { taskId: 'run-ada', status: 'in_progress' } },
      { ...stopped, run: { taskId: 'run-bob', status: 'in_progress' } },
      { outcome: 'failed', run: { taskId: 'run-cyd' } },
    ])
    expect(abortReason).toMatchObject({ kind: 'authentication', error: { status: 401 } })
    expect(endedAt).toBe(10)
  })

  test.each(['rows', 'details'] as const)(
    'at the %s of an ended run ends everything, its result stays',
    async (read) => {
      const failing = done(1, 1, { results: [row('b', false)] })
      const { results, abortReason, endedAt } = await play({
        ada: { polls: [failing], [read]: revoked },
        bob: { polls: [going] },
      })
      expect(results).toMatchObject([
        { outcome: 'failed' },
        { reason: { kind: 'stopped', by: 'authentication' } },
      ])
      expect(abortReason).toMatchObject({ kind: 'authentication', error: { status: 401 } })
      expect(endedAt).toBe(5)
    },
  )
})

describe('a state that is not known', () => {
  const warmingUp = run({ status: 'warming_up' })

  test('is waited out', async () => {
    const { result } = await playOne({
      polls: [...times(9, warmingUp), going, ...times(9, warmingUp), done(1, 0)],
    })
    expect(result?.outcome).toBe('passed')
  })

  test('gives the agent up after ten in a row, with the state', async () => {
    const { result, polledAt } = await playOne({ polls: [...times(10, warmingUp), done(1, 0)] })
    expect(polledAt).toHaveLength(10)
    expect(result).toMatchObject({
      outcome: 'inconclusive',
      run: { status: 'warming_up' },
      reason: { kind: 'unknown-status', status: 'warming_up' },
    })
  })

  test('is not made known by a fault in between', async () => {
    const { result } = await playOne({
      polls: [...times(5, warmingUp), http(500), ...times(5, warmingUp), done(1, 0)],
    })
    expect(result).toMatchObject({ reason: { kind: 'unknown-status' } })
  })

  test('with an error is an end', async () => {
    const { result, polledAt } = await playOne({ polls: [run({ status: 'exploded', error: true })] })
    expect(polledAt).toEqual([5])
    expect(result).toMatchObject({
      outcome: 'inconclusive',
      reason: { kind: 'unknown-status', status: 'exploded' },
    })
  })
})
