import { describe, expect, test } from 'vitest'
import { runAgent, runAgents } from './gate-harness.ts'
import {
  brokenConnection,
  done,
  http,
  inProgress,
  notJson,
  refusedConnection,
  row,
  run,
  timedOut,
  times,
} from './responses.ts'

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
  ['no response in time', timedOut],
  ['a page instead of JSON', notJson],
] as const

describe.each(transient)('polls that meet %s', (_, error) => {
  test('are retried, with waits that double from the interval to a minute', async () => {
    const { polledAt, result } = await runAgent({ polls: [inProgress, ...times(6, error), done(1, 0)] })
    expect(result?.outcome).toBe('passed')
    expect(polledAt).toEqual([5, 10, 15, 25, 45, 85, 145, 205])
  })

  test('give the run up after ten in a row, and keep what was seen', async () => {
    const seen = run({ status: 'in_progress', total_tests: 9, results: [row('a', true)] })
    const { polledAt, result } = await runAgent({ polls: [seen, ...times(10, error), done(1, 0)] })
    expect(polledAt).toHaveLength(11)
    expect(result).toMatchObject({
      outcome: 'inconclusive',
      run: { taskId: 'run-ada', status: 'in_progress', counts: { total: 9, passed: 1, failed: 0 } },
      reason: { kind: 'unreadable', attempts: 10, error: { kind: error.ok ? '' : error.error.kind } },
    })
  })
})

describe('transient errors', () => {
  const error = http(503)

  test('start over from the interval once a poll has succeeded, and the polls return to their times', async () => {
    const polls = [...times(3, error), inProgress, error, done(1, 0)]
    const { polledAt } = await runAgent({ polls }, { intervalSeconds: 8 })
    expect(polledAt).toEqual([8, 16, 32, 64, 72, 80])
  })

  test('are counted in a row, not in all', async () => {
    const polls = [...times(9, error), inProgress, ...times(9, error), done(1, 0)]
    const { result } = await runAgent({ polls }, { intervalSeconds: 1 })
    expect(result?.outcome).toBe('passed')
  })

  test('are logged once for several in a row, with the wait', async () => {
    const { events } = await runAgent({ polls: [error, error, inProgress, error, done(1, 0)] })
    const errors = events.flatMap(({ at, event }) => (event.type === 'poll-error' ? [{ at, event }] : []))
    expect(errors).toMatchObject([
      { at: 5, event: { error: { status: 503 }, attempt: 1, retryInMs: 5000 } },
      { at: 25, event: { error: { status: 503 }, attempt: 1, retryInMs: 5000 } },
    ])
  })

  test('wait as long as the service asks for', async () => {
    const { polledAt } = await runAgent({ polls: [http(429, null, 90_000), inProgress, done(1, 0)] })
    expect(polledAt).toEqual([5, 95, 100])
  })

  test('wait no less than they would anyway', async () => {
    const { polledAt } = await runAgent({ polls: [http(429, null, 1000), done(1, 0)] })
    expect(polledAt).toEqual([5, 10])
  })

  test('never wait past the deadline, whatever the service asks for', async () => {
    const { polledAt, result } = await runAgent(
      { polls: [inProgress, http(503, null, 3_600_000), done(2, 0)] },
      { timeoutSeconds: 60 },
    )
    expect(polledAt).toEqual([5, 10, 60])
    expect(result?.outcome).toBe('passed')
  })

  test('of one agent do not slow down another', async () => {
    const { polledAt } = await runAgents({
      ada: { polls: [inProgress, inProgress, done(1, 0)] },
      bob: { polls: [...times(5, error), done(1, 0)] },
    })
    expect(polledAt('ada')).toEqual([5, 10, 15])
  })
})
