import { describe, expect, test } from 'vitest'
import { earlyFiringClock } from './early-firing-clock.ts'
import { runAgent, runAgents } from './gate-harness.ts'
import { done, http, inProgress, launched, ok, queued, times } from './responses.ts'

const started = ok({ task_id: '', status: 'in_progress' })

describe('polls', () => {
  test('come one interval after the launch, then every interval, until the run has ended', async () => {
    const { polledAt, endedAt } = await runAgent({ polls: [queued, queued, inProgress, done(1, 0)] })
    expect(polledAt).toEqual([5, 10, 15, 20])
    expect(endedAt).toBe(20)
  })

  test('are counted from the response to the launch', async () => {
    const { polledAt } = await runAgent(
      { launch: { afterMs: 2500, reply: launched }, polls: [inProgress, done(1, 0)] },
      { intervalSeconds: 10 },
    )
    expect(polledAt).toEqual([12.5, 22.5])
  })

  test('keep their times if responses are slow, and leave out those missed during a very slow one', async () => {
    const launch = started
    const { polledAt } = await runAgent({
      launch,
      polls: [
        { afterMs: 4000, reply: inProgress },
        { afterMs: 12_000, reply: inProgress },
        inProgress,
        done(1, 0),
      ],
    })
    expect(polledAt).toEqual([5, 10, 22, 25])
  })

  test('of one agent do not wait for those of another', async () => {
    const { polledAt } = await runAgents({
      ada: { launch: started, polls: [{ afterMs: 20_000, reply: done(1, 0) }] },
      bob: { launch: started, polls: [inProgress, inProgress, done(1, 0)] },
    })
    expect([polledAt('ada'), polledAt('bob')]).toEqual([[5], [5, 7.5, 12.5]])
  })

  test('are sent once each, within what is left of the timeout', async () => {
    const { calls } = await runAgent({ polls: [inProgress, inProgress, done(1, 0)] }, { timeoutSeconds: 60 })
    const polls = calls.filter(({ what }) => what === 'poll')
    expect(polls.map(({ timeoutMs }) => timeoutMs)).toEqual([55_000, 50_000, 45_000])
    expect(polls.map(({ onlyFailed }) => onlyFailed)).toEqual([false, false, false])
  })

  test('are not doubled by a timer that fires a little early', async () => {
    const { polledAt } = await runAgent(
      { polls: [inProgress, inProgress, done(1, 0)] },
      { clock: earlyFiringClock(0.9) },
    )
    expect(polledAt.map(Math.ceil)).toEqual([5, 10, 15])
  })
})

test('a run launched while the others wait after errors is polled on time', async () => {
  const { polledAt } = await runAgents({
    ada: { launch: started, polls: [http(503, null, 600_000), done(1, 0)] },
    bob: { launch: { afterMs: 20_000, reply: started }, polls: [done(1, 0)] },
  })
  expect([polledAt('ada'), polledAt('bob')]).toEqual([[5, 605], [25]])
})

describe('the last polls, at the deadline,', () => {
  const once = { intervalSeconds: 60, timeoutSeconds: 20 }

  test('are of every run in progress, whatever the queue', async () => {
    const { polledAt, results } = await runAgents(
      { ada: {}, bob: { launch: started, polls: [done(1, 0)] } },
      once,
    )
    expect([polledAt('ada'), polledAt('bob')]).toEqual([[20], [20]])
    expect(results.map(({ outcome }) => outcome)).toEqual(['inconclusive', 'passed'])
  })

  test('end 20 seconds later, however long the queue', async () => {
    const { polledAt, endedAt } = await runAgents(
      { ada: { polls: [{ afterMs: 20_000, reply: inProgress }] }, bob: { polls: [done(1, 0)] } },
      once,
    )
    expect([polledAt('ada'), polledAt('bob'), endedAt]).toEqual([[20], [], 40])
  })

  test('wait for a poll in flight that comes back late', async () => {
    const { polledAt } = await runAgents(
      { ada: { launch: started, polls: [inProgress] }, bob: { launch: started, polls: [inProgress] } },
      {
        timeoutSeconds: 6,
        change: ({ getRun }, clock) => ({
          async getRun(...call) {
            const read = await getRun(...call)
            if (call[0] === 'run-bob') await clock.sleep(3000)
            return read
          },
        }),
      },
    )
    expect([polledAt('ada'), polledAt('bob')]).toEqual([
      [5, 8],
      [5, 8],
    ])
  })
})

describe('queued runs', () => {
  test('are polled from the head of the queue until one is still queued', async () => {
    const { polledAt } = await runAgents({
      ada: { polls: [inProgress, done(1, 0)] },
      bob: { polls: [queued, done(1, 0)] },
      cyd: { polls: [done(1, 0)] },
      dot: { polls: [done(1, 0)] },
    })
    // ada leaves the queue at 5, so bob is polled at once; bob is still queued, so the rest wait.
    expect(['ada', 'bob', 'cyd', 'dot'].map(polledAt)).toEqual([[5, 10], [5, 10], [10], [10]])
  })

  test('other than the head are polled about once a minute', async () => {
    const { polledAt } = await runAgents(
      { bob: {}, cyd: {}, dot: {}, ada: { launch: started, polls: [inProgress] } },
      { timeoutSeconds: 301 },
    )
    const everyFiveSeconds = Array.from({ length: 60 }, (_, index) => 5 * (index + 1))
    expect(polledAt('bob').slice(0, 60)).toEqual(everyFiveSeconds)
    expect(polledAt('ada').length).toBeGreaterThan(59)
    expect([polledAt('cyd'), polledAt('dot')]).toEqual([
      [30, 90, 150, 210, 270],
      [60, 120, 180, 240, 300],
    ])
  })

  test('are polled every interval at the head, even if no other run is in progress', async () => {
    const { polledAt } = await runAgent({ polls: [...times(4, queued), done(1, 0)] })
    expect(polledAt).toEqual([5, 10, 15, 20, 25])
  })

  test('may be queued again', async () => {
    const { polledAt, result } = await runAgent({ polls: [inProgress, ...times(4, queued), done(1, 0)] })
    expect(polledAt).toEqual([5, 10, 15, 20, 25, 30])
    expect(result?.outcome).toBe('passed')
  })
})
