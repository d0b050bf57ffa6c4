import { describe, expect, test } from 'vitest'
import {
  brokenConnection,
  done,
  going,
  http,
  invalid,
  notJson,
  queued,
  refusedCertificate,
  refusedConnection,
  row,
  run,
  timedOut,
  times,
  wrongShape,
} from './answers.ts'
import { play, playOne } from './run-scripted.ts'

const transient = [
  ['408', http(408)],
  ['425', http(425)],
  ['429', http(429)],
  ['500', http(500)],
  ['502', http(502)],
  ['503', http(503)],
  ['504', http(504)],
  ['no connection', refusedConnection],
  ['a broken connection', brokenConnection],
  ['no answer in time', timedOut],
  ['a page instead of JSON', notJson],
] as const

describe.each(transient)('polls that meet %s', (_, fault) => {
  test('go on, with waits that double from the interval to a minute', async () => {
    const { polledAt, result } = await playOne({ polls: [going, ...times(6, fault), done(1, 0)] })
    expect(result?.outcome).toBe('passed')
    expect(polledAt).toEqual([5, 10, 15, 25, 45, 85, 145, 205])
  })

  test('give the agent up after ten in a row, and keep what was seen', async () => {
    const seen = run({ status: 'in_progress', total_tests: 9, results: [row('a', false)] })
    const { polledAt, result } = await playOne({ polls: [seen, ...times(10, fault), done(1, 0)] })
    expect(polledAt).toHaveLength(11)
    expect(result).toMatchObject({
      outcome: 'inconclusive',
      run: { taskId: 'run-ada', status: 'in_progress', counts: { total: 9, passed: 0, failed: 1 } },
      problem: { kind: 'unreadable', attempts: 10, fault: { kind: fault.ok ? '' : fault.error.kind } },
    })
  })
})

describe('transient faults', () => {
  const fault = http(503)

  test('start from the interval anew once a poll has succeeded, and then keep to the grid', async () => {
    const polls = [...times(3, fault), going, fault, done(1, 0)]
    const { polledAt } = await playOne({ polls }, { intervalSeconds: 8 })
    expect(polledAt).toEqual([8, 16, 32, 64, 72, 80])
  })

  test('are counted in a row, not in all', async () => {
    const polls = [...times(9, fault), going, ...times(9, fault), done(1, 0)]
    const { result } = await playOne({ polls }, { intervalSeconds: 1 })
    expect(result?.outcome).toBe('passed')
  })

  test('are said once in a row, with the wait', async () => {
    const { events } = await playOne({ polls: [fault, fault, going, fault, done(1, 0)] })
    const faults = events.flatMap(({ at, event }) => (event.type === 'poll-fault' ? [{ at, event }] : []))
    expect(faults).toMatchObject([
      { at: 5, event: { fault: { status: 503 }, attempt: 1, retryInMs: 5000 } },
      { at: 25, event: { fault: { status: 503 }, attempt: 1, retryInMs: 5000 } },
    ])
  })

  test('wait as long as the service asks for', async () => {
    const { polledAt } = await playOne({ polls: [http(429, null, 90_000), going, done(1, 0)] })
    expect(polledAt).toEqual([5, 95, 100])
  })

  test('wait no less than they would anyway', async () => {
    const { polledAt } = await playOne({ polls: [http(429, null, 1000), done(1, 0)] })
    expect(polledAt).toEqual([5, 10])
  })

  test('never wait past the deadline, whatever the service asks for', async () => {
    const { polledAt, result } = await playOne(
      { polls: [going, http(503, null, 3_600_000), done(2, 0)] },
      { timeoutSeconds: 60 },
    )
    expect(polledAt).toEqual([5, 10, 60])
    expect(result?.outcome).toBe('passed')
  })

  test('of one agent do not slow down another', async () => {
    const { polledAt } = await play({
      ada: { polls: [...times(5, fault), done(1, 0)] },
      bob: { polls: [going, going, done(1, 0)] },
    })
    expect(polledAt('bob')).toEqual([5, 10, 15])
  })
})

describe('a run is lost', () => {
  test.each([
    ['403', http(403, 'This resource belongs to a different workspace')],
    ['404', http(404, 'Task not found')],
  ])('at %s, with what was seen of it', async (_, fault) => {
    const { result, polledAt } = await playOne({ polls: [going, fault, done(1, 0)] })
    expect(polledAt).toEqual([5, 10])
    expect(result).toMatchObject({
      outcome: 'inconclusive',
      run: { taskId: 'run-ada', status: 'in_progress', durationMs: 5000 },
      problem: { kind: 'lost', fault: { reason: fault.ok ? '' : expect.stringMatching(/./) } },
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
      problem: { kind: 'unreadable', attempts: 1 },
    })
  })
})

describe('a key that is refused', () => {
  const revoked = http(401, 'Invalid or revoked API key')

  test('at a poll ends everything, and keeps what was seen', async () => {
    const { results, stop, endedAt } = await play({
      ada: { polls: [going, revoked] },
      bob: { polls: [going, { afterMs: 20_000, reply: done(1, 0) }] },
      cyd: { polls: [done(0, 1)] },
    })
    const stopped = { outcome: 'inconclusive', problem: { kind: 'stopped', by: 'authentication' } }
    expect(results).toMatchObject([
      { ...stopped, run: { taskId: 'run-ada', status: 'in_progress' } },
      { ...stopped, run: { taskId: 'run-bob', status: 'in_progress' } },
      { outcome: 'failed', run: { taskId: 'run-cyd' } },
    ])
    expect(stop).toMatchObject({ kind: 'authentication', fault: { status: 401 } })
    expect(endedAt).toBe(10)
  })

  test.each(['rows', 'details'] as const)(
    'at the %s of an ended run ends everything, its result stays',
    async (read) => {
      const failing = done(1, 1, { results: [row('b', false)] })
      const { results, stop, endedAt } = await play({
        ada: { polls: [failing], [read]: revoked },
        bob: { polls: [going] },
      })
      expect(results).toMatchObject([
        { outcome: 'failed' },
        { problem: { kind: 'stopped', by: 'authentication' } },
      ])
      expect(stop).toMatchObject({ kind: 'authentication', fault: { status: 401 } })
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
      problem: { kind: 'unknown-status', status: 'warming_up' },
    })
  })

  test('is not made known by a fault in between', async () => {
    const { result } = await playOne({
      polls: [...times(5, warmingUp), http(500), ...times(5, warmingUp), done(1, 0)],
    })
    expect(result).toMatchObject({ problem: { kind: 'unknown-status' } })
  })

  test('with an error is an end', async () => {
    const { result, polledAt } = await playOne({ polls: [run({ status: 'exploded', error: true })] })
    expect(polledAt).toEqual([5])
    expect(result).toMatchObject({
      outcome: 'inconclusive',
      problem: { kind: 'unknown-status', status: 'exploded' },
    })
  })
})
