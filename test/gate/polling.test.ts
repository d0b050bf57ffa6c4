// When runs are polled, and what becomes of them if polls fail. For the schedule of many runs, see poll-load.test.ts.
import { describe, expect, test } from 'vitest'
import { createManualClock } from '../support/manual-clock.ts'
import { runAgent, runAgents } from './gate-harness.ts'
import {
  brokenConnection,
  done,
  http,
  inProgress,
  invalid,
  launched,
  notJson,
  ok,
  queued,
  refusedCertificate,
  refusedConnection,
  row,
  run,
  timedOut,
  times,
  wrongShape,
} from './responses.ts'

const started = ok({ task_id: '', status: 'in_progress' })

describe('polls', () => {
  test('come one interval after the response to the launch, then every interval, until the run has ended', async () => {
    const launch = { afterMs: 2500, reply: launched }
    const polls = [queued, queued, inProgress, done(1, 0)]
    const { polledAt, endedAt, agent } = await runAgent({ launch, polls })
    expect({ polledAt, endedAt }).toEqual({ polledAt: [7.5, 12.5, 17.5, 22.5], endedAt: 22.5 })
    expect(agent?.run?.queuedMs).toBe(10_000)
  })

  test('keep their times if responses are slow, and leave out those missed during a very slow one', async () => {
    const [slow, verySlow] = [4000, 12_000].map((afterMs) => ({ afterMs, reply: inProgress }))
    const polls = [slow ?? inProgress, verySlow ?? inProgress, inProgress, done(1, 0)]
    expect((await runAgent({ launch: started, polls })).polledAt).toEqual([5, 10, 22, 25])
  })

  test('of one agent do not wait for those of another, and are apart from them', async () => {
    const { polledAt } = await runAgents({
      ada: { launch: started, polls: [{ afterMs: 20_000, reply: done(1, 0) }] },
      bob: { launch: started, polls: [inProgress, inProgress, done(1, 0)] },
    })
    expect({ ada: polledAt('ada'), bob: polledAt('bob') }).toEqual({ ada: [5], bob: [5, 7.5, 12.5] })
  })

  test('may each take what is left of the timeout', async () => {
    const { calls } = await runAgent({ polls: [inProgress, inProgress, done(1, 0)] }, { timeoutSeconds: 60 })
    const polls = calls.filter(({ what }) => what === 'poll')
    expect(polls.map(({ timeoutMs }) => timeoutMs)).toEqual([55_000, 50_000, 45_000])
  })

  test('of a run launched while the others wait after errors are on time', async () => {
    const { polledAt } = await runAgents({
      ada: { launch: started, polls: [http(503, null, 600_000), done(1, 0)] },
      bob: { launch: { afterMs: 20_000, reply: started }, polls: [done(1, 0)] },
    })
    expect({ ada: polledAt('ada'), bob: polledAt('bob') }).toEqual({ ada: [5, 605], bob: [25] })
  })

  test('go on for a run launched just when the last other one has ended', async () => {
    const clock = createManualClock()
    const ada = { polls: [inProgress, done(1, 0)] }
    const bob = { launch: { afterMs: 10_000, reply: started }, polls: [inProgress] }
    const { polledAt } = await runAgents({ ada, bob }, { clock, timeoutSeconds: 32 })
    expect(polledAt('ada')).toEqual([5, 10])
    expect(polledAt('bob')).toEqual([15, 17.5, 22.5, 27.5, 32])
    expect(clock.asleep).toEqual([])
  })
})

describe('queued runs', () => {
  test('are polled at the head of the queue, which moves up', async () => {
    const { polledAt } = await runAgents({
      ada: { polls: [inProgress, done(1, 0)] },
      bob: { polls: [queued, done(1, 0)] },
      cyd: { polls: [done(1, 0)] },
      dot: { polls: [done(1, 0)] },
    })
    // ada leaves the queue at 5, and bob does at 10.
    const times = Object.fromEntries(['ada', 'bob', 'cyd', 'dot'].map((agent) => [agent, polledAt(agent)]))
    expect(times).toEqual({ ada: [5, 10], bob: [5, 10], cyd: [10], dot: [10] })
  })

  test('other than the head are polled once a minute, and at the deadline', async () => {
    const ada = { launch: started, polls: [inProgress] }
    const { polledAt } = await runAgents({ bob: {}, cyd: {}, dot: {}, ada }, { timeoutSeconds: 301 })
    const everyFiveSeconds = Array.from({ length: 60 }, (_, index) => 5 * (index + 1))
    expect(polledAt('bob').slice(0, 60)).toEqual(everyFiveSeconds)
    expect(polledAt('ada').length).toBeGreaterThan(59)
    expect(polledAt('cyd')).toEqual([15, 75, 135, 195, 255, 301])
    expect(polledAt('dot')).toEqual([30, 90, 150, 210, 270, 301])
  })
})

describe.each([
  ['503', http(503)],
  ['a broken connection', brokenConnection],
  ['no response in time', timedOut],
  ['a page instead of JSON', notJson],
])('polls that meet %s', (_, error) => {
  test('are retried, with waits that double from the interval to a minute', async () => {
    const { polledAt, agent } = await runAgent({ polls: [inProgress, ...times(6, error), done(1, 0)] })
    expect(agent?.outcome).toBe('passed')
    expect(polledAt).toEqual([5, 10, 15, 25, 45, 85, 145, 205])
  })

  test('give the run up after ten in a row, and keep what was seen', async () => {
    const seen = run({ status: 'in_progress', total_tests: 9, results: [row('a', true), row('b', null)] })
    const { polledAt, agent } = await runAgent({ polls: [seen, ...times(10, error), done(1, 0)] })
    expect(polledAt).toHaveLength(11)
    expect(agent).toMatchObject({
      outcome: 'inconclusive',
      run: { taskId: 'run-ada', status: 'in_progress', counts: { total: 9, passed: 1, failed: 0 } },
      problem: { kind: 'unreadable', attempts: 10, error: { kind: error.ok ? '' : error.error.kind } },
    })
    // Nobody knows whether it goes on.
    expect(agent?.run?.tests.map(({ cause }) => cause)).toEqual(['passed', 'no-result'])
  })
})

test('refused connections do not give a run up, which goes on while the service restarts', async () => {
  const { polledAt, agent } = await runAgent({ polls: [...times(40, refusedConnection), done(1, 0)] })
  expect({ polls: polledAt.length, outcome: agent?.outcome }).toEqual({ polls: 41, outcome: 'passed' })
})

describe('transient errors', () => {
  const error = http(503)

  test('start over once a poll has succeeded, and the polls return to their times', async () => {
    const polls = [...times(3, error), inProgress, error, done(1, 0)]
    expect((await runAgent({ polls }, { intervalSeconds: 8 })).polledAt).toEqual([8, 16, 32, 64, 72, 80])
    const many = [...times(9, error), inProgress, ...times(9, error), done(1, 0)]
    expect((await runAgent({ polls: many }, { intervalSeconds: 1 })).agent?.outcome).toBe('passed')
  })

  test('are logged once for several in a row, with the wait', async () => {
    const { events } = await runAgent({ polls: [error, error, inProgress, error, done(1, 0)] })
    const errors = events.flatMap(({ at, event }) => (event.type === 'poll-error' ? [{ at, event }] : []))
    expect(errors).toMatchObject([
      { at: 5, event: { error: { status: 503 }, attempt: 1, retryInMs: 5000 } },
      { at: 25, event: { error: { status: 503 }, attempt: 1, retryInMs: 5000 } },
    ])
  })

  test.each([
    ['as long as the service asks for', 90_000, [5, 95]],
    ['no less than without that', 1000, [5, 10]],
    ['never past the deadline', 3_600_000, [5, 120]],
  ])('wait %s', async (_, retryAfterMs, polls) => {
    const responses = { polls: [http(429, null, retryAfterMs), done(1, 0)] }
    const { polledAt, agent } = await runAgent(responses, { timeoutSeconds: 120 })
    expect({ polledAt, outcome: agent?.outcome }).toEqual({ polledAt: polls, outcome: 'passed' })
  })
})

test.each([
  ['lost at 403', http(403, 'This resource belongs to a different workspace'), { kind: 'unreadable' }],
  ['unreadable at 422', invalid, { kind: 'unreadable', attempts: 1 }],
  ['unreadable at a refused certificate', refusedCertificate, { kind: 'unreadable', attempts: 1 }],
  ['unreadable at a response of another shape', wrongShape, { kind: 'unreadable', attempts: 1 }],
])('a run is given up at once as %s, with what was seen of it', async (_, error, reason) => {
  const { agent, polledAt } = await runAgent({ polls: [inProgress, error, done(1, 0)] })
  expect(polledAt).toEqual([5, 10])
  expect(agent).toMatchObject({
    outcome: 'inconclusive',
    run: { taskId: 'run-ada', status: 'in_progress', durationMs: 5000 },
    problem: { ...reason, error: { message: error.ok ? '' : error.error.message } },
  })
})

describe('an unknown status', () => {
  const warmingUp = run({ status: 'warming_up' })
  const unknown = { outcome: 'inconclusive', problem: { kind: 'contradictory', unknownStatus: 'warming_up' } }

  test('is polled on', async () => {
    const polls = [...times(9, warmingUp), inProgress, ...times(9, warmingUp), done(1, 0)]
    expect((await runAgent({ polls })).agent?.outcome).toBe('passed')
    const late = [...times(9, inProgress), warmingUp, inProgress, done(1, 0)]
    expect((await runAgent({ polls: late })).agent?.outcome).toBe('passed')
  })

  test.each([
    ['after ten in a row', [...times(10, warmingUp), done(1, 0)], 10],
    ['after ten with an error between them', [...times(5, warmingUp), http(500), ...times(5, warmingUp)], 10],
    ['at once with an error', [run({ status: 'warming_up', error: true })], 1],
  ])('ends the run %s', async (_, polls, polled) => {
    const { agent, polledAt } = await runAgent({ polls })
    expect(polledAt).toHaveLength(polled)
    expect(agent).toMatchObject(unknown)
  })
})
