import { describe, expect, test } from 'vitest'
import {
  answer,
  brokenConnection,
  done,
  http,
  invalid,
  launched,
  notJson,
  queued,
  refusedCertificate,
  refusedConnection,
  timedOut,
  turnNeverCame,
  wrongShape,
} from './answers.ts'
import { play, playOne } from './run-scripted.ts'

const notVerified = http(400, 'Agent connection not verified.')

describe('an agent that is not ready to run', () => {
  test('is a problem where it was named', async () => {
    const { result } = await playOne({ launch: notVerified }, { named: true })
    expect(result).toMatchObject({
      outcome: 'inconclusive',
      run: null,
      reason: { kind: 'cannot-run', error: { status: 400, reason: 'Agent connection not verified.' } },
    })
  })

  test('is skipped in a sweep, with the reason', async () => {
    const { result } = await playOne({ launch: notVerified }, { named: false })
    expect(result).toEqual({
      outcome: 'skipped',
      agent: { uuid: 'ada', name: 'ada' },
      run: null,
      reason: 'Agent connection not verified.',
    })
  })

  test('is skipped in a sweep though the service gave no reason', async () => {
    const { result } = await playOne({ launch: http(400) }, { named: false })
    expect(result).toMatchObject({ outcome: 'skipped', reason: 'the service gave no reason' })
  })
})

describe.each([true, false])('a launch (of a named agent: %s) that brought no run', (named) => {
  test.each([
    ['a refusal with 403', http(403), 'not-launched'],
    ['a refusal with 404', http(404, 'Agent not found'), 'not-launched'],
    ['a refusal with 409', http(409), 'not-launched'],
    ['a refusal with 422', invalid, 'not-launched'],
    ['a refusal with 425', http(425), 'not-launched'],
    ['a refusal with 429', http(429), 'not-launched'],
    ['a redirect', http(307), 'not-launched'],
    ['503 with Retry-After', http(503, null, 2000), 'not-launched'],
    ['no connection', refusedConnection, 'not-launched'],
    ['a refused certificate', refusedCertificate, 'not-launched'],
    ['408', http(408), 'maybe-launched'],
    ['500', http(500), 'maybe-launched'],
    ['502', http(502), 'maybe-launched'],
    ['503 without Retry-After', http(503), 'maybe-launched'],
    ['504 with Retry-After', http(504, null, 2000), 'maybe-launched'],
    ['a connection that broke', brokenConnection, 'maybe-launched'],
    ['no answer in time', timedOut, 'maybe-launched'],
    ['an answer that is not JSON', notJson, 'maybe-launched'],
    ['an answer of another shape', wrongShape, 'maybe-launched'],
  ])('for %s is a problem of that agent: %#', async (_, launch, kind) => {
    const { result, calls, abortReason } = await playOne({ launch }, { named })
    const error = launch.ok ? null : { kind: launch.error.kind, message: launch.error.message }
    expect(result).toMatchObject({ outcome: 'inconclusive', run: null, reason: { kind, error } })
    expect(calls.map(({ what }) => what)).toEqual(['launch'])
    expect(abortReason).toBeNull()
  })
})

describe('a launch', () => {
  test('has the whole timeout, and the client may repeat it where that is harmless', async () => {
    const { calls } = await playOne({ polls: [done(1, 0)] }, { timeoutSeconds: 90 })
    expect(calls[0]).toEqual({
      agent: 'ada',
      what: 'launch',
      atMs: 0,
      timeoutMs: 90_000,
      maxRetries: undefined,
    })
  })

  test('whose turn had not come at the deadline was not started in time', async () => {
    const launch = { afterMs: 20_000, reply: turnNeverCame }
    const { result } = await playOne({ launch }, { timeoutSeconds: 20 })
    expect(result).toMatchObject({
      outcome: 'inconclusive',
      run: null,
      reason: { kind: 'not-launched-in-time', timeoutSeconds: 20 },
    })
  })

  test('under way at the deadline may have started a run', async () => {
    const launch = { afterMs: 25_000, reply: launched }
    const { result } = await playOne({ launch }, { timeoutSeconds: 20 })
    expect(result).toMatchObject({ outcome: 'inconclusive', reason: { kind: 'maybe-launched' } })
  })

  test('is told at once, with the state that the service gave', async () => {
    const launch = { afterMs: 1000, reply: answer({ task_id: '', status: 'in_progress' }) }
    const { events } = await playOne({ launch, polls: [done(1, 0)] })
    const agent = { uuid: 'ada', name: 'ada' }
    expect(events[0]).toEqual({
      at: 1,
      event: { type: 'launched', agent, taskId: 'run-ada', status: 'in_progress' },
    })
  })
})

test('agents that could not be launched leave the others alone', async () => {
  const { results } = await play({
    ada: { launch: http(404) },
    bob: { polls: [done(2, 0)] },
    cyd: { launch: http(500) },
    dot: { polls: [done(1, 1)] },
  })
  expect(results.map(({ outcome }) => outcome)).toEqual(['inconclusive', 'passed', 'inconclusive', 'failed'])
})

describe('a key that is refused at a launch', () => {
  test('ends everything, and keeps what is known by then', async () => {
    const { results, abortReason, endedAt } = await play({
      ada: { launch: { afterMs: 12_000, reply: http(401, 'Invalid or revoked API key') } },
      bob: { polls: [queued] },
      cyd: { polls: [done(3, 0)] },
      dot: { launch: { afterMs: 20_000, reply: launched } },
    })
    expect(abortReason).toMatchObject({
      kind: 'authentication',
      error: { status: 401, reason: 'Invalid or revoked API key' },
    })
    expect(results).toMatchObject([
      { outcome: 'inconclusive', run: null, reason: { kind: 'stopped', by: 'authentication' } },
      {
        outcome: 'inconclusive',
        run: { taskId: 'run-bob' },
        reason: { kind: 'stopped', by: 'authentication' },
      },
      { outcome: 'passed', run: { counts: { total: 3 } } },
      { outcome: 'inconclusive', run: null, reason: { kind: 'maybe-launched', error: { kind: 'aborted' } } },
    ])
    expect(endedAt).toBe(12)
  })
})
