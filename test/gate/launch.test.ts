import { describe, expect, test } from 'vitest'
import { AbortedError } from '../../src/client/index.ts'
import { runAgent, runAgents } from './gate-harness.ts'
import {
  brokenConnection,
  done,
  failure,
  http,
  invalid,
  launched,
  notJson,
  ok,
  queued,
  refusedCertificate,
  refusedConnection,
  timedOut,
  timedOutBeforeSending,
  wrongShape,
} from './responses.ts'

const notVerified = 'Agent connection not verified. Call POST /agents/{agent_uuid}/verify-connection first.'
const noTests = 'No tests linked to this agent. Link tests first or provide test_uuids.'

describe('an agent that is not ready to run', () => {
  test.each([notVerified, noTests])('is inconclusive if it was listed: %s', async (reason) => {
    const { result, verdict } = await runAgent({ launch: http(400, reason) })
    expect(result).toMatchObject({
      outcome: 'inconclusive',
      run: null,
      reason: { kind: 'cannot-run', error: { status: 400, reason } },
    })
    expect(verdict.status).toBe('inconclusive')
  })

  test.each([notVerified, noTests])('is skipped in an all-agents run: %s', async (reason) => {
    const { results, verdict } = await runAgents(
      { ada: { launch: http(400, reason) }, bob: { polls: [done(1, 0)] } },
      { listed: false },
    )
    expect(results[0]).toEqual({ outcome: 'skipped', agent: { uuid: 'ada', name: 'ada' }, run: null, reason })
    expect(verdict).toMatchObject({ status: 'passed', agents: { passed: 1, skipped: 1 } })
  })

  test('makes an all-agents run inconclusive if no agent is ready', async () => {
    const { verdict } = await runAgent({ launch: http(400, noTests) }, { listed: false })
    expect(verdict).toMatchObject({ status: 'inconclusive', agents: { skipped: 1 } })
  })
})

describe.each([true, false])('any other HTTP 400 (agents listed: %s)', (listed) => {
  test.each([
    ['without a reason', http(400)],
    ['with an HTML page', http(400, 'an HTML page instead of a reason')],
    ['with a list of issues', http(400, 'body.test_uuids: Field required')],
    ['that only mentions a known text', http(400, 'Error: No tests linked to this agent')],
    ['with another status and a known text', http(409, noTests)],
  ])('%s is inconclusive', async (_, launch) => {
    const { result } = await runAgent({ launch }, { listed })
    const kind =
      launch.ok || launch.error.kind !== 'http' || launch.error.status === 400 ? 'cannot-run' : 'not-launched'
    expect(result).toMatchObject({ outcome: 'inconclusive', run: null, reason: { kind } })
  })
})

describe.each([true, false])('a launch without a run (agents listed: %s)', (listed) => {
  test.each([
    ['403', http(403), 'not-launched'],
    ['404', http(404, 'Agent not found'), 'not-launched'],
    ['409', http(409), 'not-launched'],
    ['422', invalid, 'not-launched'],
    ['425', http(425), 'not-launched'],
    ['429', http(429), 'not-launched'],
    ['a redirect', http(307), 'not-launched'],
    ['503 with Retry-After', http(503, null, 2000), 'not-launched'],
    ['no connection', refusedConnection, 'not-launched'],
    ['no turn in time', timedOutBeforeSending, 'not-launched'],
    ['a refused certificate', refusedCertificate, 'not-launched'],
    ['408', http(408), 'maybe-launched'],
    ['500', http(500), 'maybe-launched'],
    ['502', http(502), 'maybe-launched'],
    ['503 without Retry-After', http(503), 'maybe-launched'],
    ['504 with Retry-After', http(504, null, 2000), 'maybe-launched'],
    ['a broken connection', brokenConnection, 'maybe-launched'],
    ['no response in time', timedOut, 'maybe-launched'],
    ['a response that is not JSON', notJson, 'maybe-launched'],
    ['a response of another shape', wrongShape, 'maybe-launched'],
  ])('for %s concerns that agent only, and is sent once: %#', async (_, launch, kind) => {
    const { result, calls, abortReason } = await runAgent({ launch }, { listed })
    const error = launch.ok ? null : { kind: launch.error.kind, message: launch.error.message }
    expect(result).toMatchObject({ outcome: 'inconclusive', run: null, reason: { kind, error } })
    expect(calls.map(({ what }) => what)).toEqual(['launch'])
    expect(abortReason).toBeNull()
  })
})

describe('a launch', () => {
  test('may take what is left of the timeout, and is of all linked tests', async () => {
    const { calls } = await runAgent({ polls: [done(1, 0)] }, { timeoutSeconds: 90 })
    expect(calls[0]).toEqual({ agent: 'ada', what: 'launch', atMs: 0, timeoutMs: 90_000, testUuids: null })
  })

  test('that was not sent by the deadline is not launched in time', async () => {
    const launch = { afterMs: 20_000, reply: timedOutBeforeSending }
    const { result } = await runAgent({ launch }, { timeoutSeconds: 20 })
    expect(result).toMatchObject({
      outcome: 'inconclusive',
      run: null,
      reason: { kind: 'not-launched-in-time', timeoutSeconds: 20 },
    })
  })

  test('that is refused at the deadline is not launched for that reason', async () => {
    const { result } = await runAgent(
      { launch: { afterMs: 20_000, reply: http(404) } },
      { timeoutSeconds: 20 },
    )
    expect(result).toMatchObject({ reason: { kind: 'not-launched', error: { status: 404 } } })
  })

  test('in flight at the deadline may have started a run', async () => {
    const launch = { afterMs: 25_000, reply: launched }
    const { result } = await runAgent({ launch }, { timeoutSeconds: 20 })
    expect(result).toMatchObject({ outcome: 'inconclusive', reason: { kind: 'maybe-launched' } })
  })

  test('is logged at once, with the status that the service gave', async () => {
    const launch = { afterMs: 1000, reply: ok({ task_id: '', status: 'in_progress' }) }
    const { events } = await runAgent({ launch, polls: [done(1, 0)] })
    const agent = { uuid: 'ada', name: 'ada' }
    expect(events.filter(({ event }) => event.type === 'launched')).toEqual([
      { at: 1, event: { type: 'launched', agent, taskId: 'run-ada', status: 'in_progress' } },
    ])
  })

  test('that is answered without a status has a queued run', async () => {
    const { result, events } = await runAgent({ launch: ok({ task_id: 'kept' }), polls: [done(1, 0)] })
    expect(events.map(({ event }) => event)).toContainEqual(
      expect.objectContaining({ type: 'launched', taskId: 'kept', status: 'queued' }),
    )
    expect(result).toMatchObject({ outcome: 'passed', run: { taskId: 'kept', status: 'done' } })
  })

  test('that fails leaves the other agents alone', async () => {
    const { results } = await runAgents({
      ada: { launch: http(404) },
      bob: { polls: [done(2, 0)] },
      cyd: { launch: http(500) },
      dot: { polls: [done(1, 1)] },
    })
    expect(results.map(({ outcome }) => outcome)).toEqual([
      'inconclusive',
      'passed',
      'inconclusive',
      'failed',
    ])
  })

  test('that a cancellation kept from being sent has not started a run', async () => {
    const unsent = new AbortedError({ method: 'POST', url: 'https://service.test/run' }, false, 'SIGINT')
    const { results } = await runAgent(
      {},
      {
        cancelledAt: 2,
        change: (_, clock) => ({ launch: () => clock.sleep(2000).then(() => failure(unsent)) }),
      },
    )
    expect(results).toMatchObject([{ run: null, reason: { kind: 'aborted', by: 'signal' } }])
  })
})

test('a key that is refused at a launch ends everything, and keeps what is known by then', async () => {
  const { results, abortReason, endedAt, verdict } = await runAgents({
    ada: { launch: { afterMs: 12_000, reply: http(401, 'Invalid or revoked API key') } },
    bob: { polls: [queued] },
    cyd: { polls: [done(3, 0)] },
    dot: { launch: { afterMs: 20_000, reply: launched } },
  })
  expect(abortReason).toMatchObject({
    kind: 'authentication',
    error: { status: 401, reason: 'Invalid or revoked API key' },
  })
  const byKey = { outcome: 'inconclusive', reason: { kind: 'aborted', by: 'authentication' } }
  expect(results).toMatchObject([
    { ...byKey, run: null },
    { ...byKey, run: { taskId: 'run-bob' } },
    { outcome: 'inconclusive', reason: { kind: 'aborted' } },
    { outcome: 'inconclusive', run: null, reason: { kind: 'maybe-launched', error: { kind: 'aborted' } } },
  ])
  expect([endedAt, verdict.status]).toEqual([12, 'inconclusive'])
})
