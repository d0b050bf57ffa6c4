// What a retry that does not go well means: the test keeps what it had, and the result says why.
import { describe, expect, test } from 'vitest'
import { runAgent, runAgents, type Setting } from './gate-harness.ts'
import { brokenConnection, done, http, inProgress, ok, row, run, timedOutBeforeSending } from './responses.ts'
import { earlierRuns, ended, suite, suiteRow, uuidOf } from './suites.ts'
import type { RunScript } from './test-service.ts'

const tests = { a: '-+', b: '+', c: '+' }

/** A suite whose test `a` fails, and whose first retry goes as told. */
async function retryingAs(retry: RunScript, setting: Setting = {}) {
  const { launches, results, ...ran } = await runAgents(
    { ada: suite(tests, { retry: () => retry }) },
    { retries: 2, ...setting },
  )
  const first = results[0]?.run?.tests[0]
  return { ...ran, retried: launches('ada').slice(1), result: results[0], first }
}

const notReady = 'No tests linked to this agent. Link tests first or provide test_uuids.'
const one = { status: 'done', total_tests: 1, passed: 0, failed: 0, test_uuids: [uuidOf('a')] }

describe.each(['gate', 'gate-if-worse'] as const)('in mode %s', (mode) => {
  const verdictStatus = mode === 'gate' ? 'failed' : 'inconclusive'
  // With a history, so that the test is neither new nor a known failure.
  const history = async () => ok({ items: earlierRuns(1, ['a', 'b', 'c']), total: 1 })

  test.each<[string, RunScript, object]>([
    [
      'refused with 400',
      { launch: http(400, notReady) },
      { kind: 'refused', reason: { kind: 'cannot-run' } },
    ],
    ['refused with 404', { launch: http(404) }, { kind: 'refused', reason: { kind: 'not-launched' } }],
    ['answered with 500', { launch: http(500) }, { kind: 'refused', reason: { kind: 'maybe-launched' } }],
    [
      'sent into a broken connection',
      { launch: brokenConnection },
      { kind: 'refused', reason: { kind: 'maybe-launched' } },
    ],
    ['lost', { polls: [inProgress, http(404)] }, { kind: 'lost', reason: { kind: 'lost' } }],
    ['unreadable', { polls: [http(422)] }, { kind: 'lost', reason: { kind: 'unreadable' } }],
    ['in progress for ever', { polls: [inProgress] }, { kind: 'lost', reason: { kind: 'timed-out' } }],
    [
      'a failed run',
      { polls: [run({ status: 'failed' })] },
      { kind: 'lost', reason: { kind: 'run-failed' } },
    ],
    [
      'cancelled',
      { polls: [run({ status: 'cancelled' })] },
      { kind: 'lost', reason: { kind: 'run-cancelled' } },
    ],
    ['done without rows', { polls: [done(1, 0)] }, { kind: 'lost', reason: { kind: 'contradictory' } }],
    [
      'done with another test',
      { polls: [ended([['b', '+']])] },
      { kind: 'lost', reason: { kind: 'contradictory' } },
    ],
    [
      'done with a pending test',
      { polls: [run({ ...one, results: [{ ...suiteRow('a', '+'), passed: null }] })] },
      { kind: 'lost', reason: { kind: 'contradictory' } },
    ],
    [
      'done with two rows of the test',
      {
        polls: [
          ended([
            ['a', '+'],
            ['a', '-'],
          ]),
        ],
      },
      { kind: 'lost', reason: { kind: 'contradictory' } },
    ],
    [
      'done with counts that contradict its row',
      { polls: [done(1, 0, { results: [suiteRow('a', '-')] })] },
      { kind: 'lost', reason: { kind: 'contradictory' } },
    ],
    [
      'a run of the first launch',
      { launch: ok({ task_id: 'run-ada', status: 'queued' }) },
      { kind: 'lost', reason: { kind: 'shared-run', taskId: 'run-ada' } },
    ],
  ])('a retry that is %s is not repeated, and the test keeps its result', async (_, retry, retrySkipped) => {
    const { retried, first, verdict } = await retryingAs(retry, { mode, change: () => ({ history }) })
    expect(retried).toEqual([[uuidOf('a')]])
    expect(first).toMatchObject({ status: 'failed', attempts: [], retrySkipped })
    expect(verdict.status).toBe(verdictStatus)
  })
})

describe('a retry', () => {
  test('whose run the service also gave to another agent is lost for both', async () => {
    const launch = ok({ task_id: 'one-for-both', status: 'queued' })
    const retry = () => ({ launch, polls: [ended([['a', '+']])] })
    const { results, verdict } = await runAgents(
      { ada: suite(tests, { retry }), bob: suite(tests, { retry }) },
      { retries: 1 },
    )
    const retrySkipped = { kind: 'lost', reason: { kind: 'shared-run', taskId: 'one-for-both' } }
    for (const { run } of results) expect(run?.tests[0]).toMatchObject({ status: 'failed', retrySkipped })
    expect(verdict.status).toBe('failed')
  })

  test('after a lost one is not made', async () => {
    const { retried } = await retryingAs({ polls: [http(404)] }, { retries: 5 })
    expect(retried).toHaveLength(1)
  })

  test.each([10, 15])('is neither made nor logged at the deadline or later: after %i s', async (after) => {
    const reply = ended([
      ['a', '-'],
      ['b', '+'],
    ])
    const details = { afterMs: (after - 10) * 1000, reply }
    const slow = suite({ a: '-+', b: '+' }, { polls: [{ afterMs: 5000, reply }], details })
    const { calls, result, events, endedAt } = await runAgent(slow, { retries: 2, timeoutSeconds: 10 })
    expect(calls.filter(({ what }) => what === 'launch')).toHaveLength(1)
    expect(events.filter(({ event }) => event.type === 'retry-round')).toEqual([])
    expect(result?.run?.tests[0]).toMatchObject({ status: 'failed', retrySkipped: { kind: 'no-time' } })
    expect(endedAt).toBe(after)
  })

  test('that would start after the job was cancelled is refused as aborted', async () => {
    const agents = { ada: suite(tests), bob: { polls: [inProgress] } }
    const { launches, results } = await runAgents(agents, { retries: 2, cancelledAt: 12 })
    expect(launches('ada')).toHaveLength(1)
    expect(results[0]?.run?.tests[0]).toMatchObject({
      status: 'failed',
      retrySkipped: { kind: 'refused', reason: { kind: 'aborted', by: 'signal' } },
    })
  })

  test('that was not sent by the deadline had no time', async () => {
    const launch = { afterMs: 5000, reply: timedOutBeforeSending }
    const { first } = await retryingAs({ launch }, { timeoutSeconds: 10 })
    expect(first).toMatchObject({ status: 'failed', retrySkipped: { kind: 'no-time' } })
  })

  test('is not made of a test that the service cannot run alone', async () => {
    const first = done(2, 1, { results: [row('a', false), row('b', true), row('c', true)] })
    const { launches, results } = await runAgents({ ada: suite(tests, { polls: [first] }) }, { retries: 2 })
    expect(launches('ada')).toEqual([null])
    expect(results[0]?.run?.tests[0]).toMatchObject({ status: 'failed', retrySkipped: { kind: 'no-id' } })
  })

  test('is cut short by a cancellation, and the test keeps its result', async () => {
    const { first, abortReason, endedAt, verdict } = await retryingAs(
      { polls: [inProgress] },
      { cancelledAt: 7 },
    )
    expect(first).toMatchObject({
      status: 'failed',
      retrySkipped: { kind: 'lost', reason: { kind: 'aborted', by: 'signal' } },
    })
    expect(abortReason).toEqual({ kind: 'signal', signal: 'SIGINT' })
    expect([endedAt, verdict.status]).toEqual([7, 'failed'])
  })
})
