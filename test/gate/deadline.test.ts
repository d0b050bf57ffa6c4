// The one deadline of a job: the last polls, what may still be read after it, and what times out.
import { describe, expect, test } from 'vitest'
import { createManualClock } from '../support/manual-clock.ts'
import { runAgent, runAgents, type Setting } from './gate-harness.ts'
import { done, errorRow, http, inProgress, launched, ok, queued, row, run } from './responses.ts'

const started = ok({ task_id: '', status: 'in_progress' })
const once = { intervalSeconds: 60, timeoutSeconds: 20 }

describe('at the deadline', () => {
  test.each([
    [12, [5, 10, 12]],
    [15, [5, 10, 15]],
    [4, [4]],
  ])('of %i s a run in progress is polled once more, for up to 20 seconds', async (timeoutSeconds, polls) => {
    const going = polls.slice(1).map(() => inProgress)
    const { polledAt, calls, agent } = await runAgent({ polls: [...going, done(1, 0)] }, { timeoutSeconds })
    expect({ polledAt, outcome: agent?.outcome }).toEqual({ polledAt: polls, outcome: 'passed' })
    expect(calls.find(({ atMs }) => atMs === timeoutSeconds * 1000)).toMatchObject({ timeoutMs: 20_000 })
  })

  test('the failing tests of a run that goes on are read in full', async () => {
    const error = errorRow('Agent returned HTTP 503', { test_case_id: 'case-c', name: 'c' })
    const results = [row('a', true), row('b', false), error, row('d', null)]
    const polls = [run({ status: 'in_progress', total_tests: 4, passed: 1, failed: 2, results })]
    const { agent, verdict, calls } = await runAgent({ polls }, { timeoutSeconds: 8 })
    const last = { what: 'details', compact: false, onlyFailed: true, atMs: 8000, timeoutMs: 20_000 }
    expect(calls.at(-1)).toMatchObject(last)
    expect(agent).toMatchObject({ outcome: 'failed', run: { counts: { total: 4, passed: 1, failed: 1 } } })
    const tests = agent?.run?.tests.map(({ name, cause, error }) => `${name} ${cause} ${error?.detail ?? ''}`)
    expect(tests).toEqual(['a passed ', 'b new ', 'c no-result HTTP 503', 'd no-result '])
    expect(verdict).toBe('failed')
  })

  test('all tests that were to run are counted, of a run that is still queued, too', async () => {
    const waiting = { polls: [run({ status: 'queued', total_tests: 50, results: null })] }
    const { totals } = await runAgents({ ada: { polls: [done(2, 0)] }, bob: waiting }, once)
    expect(totals).toEqual({ total: 52, passed: 2, failed: 0, flaky: 0 })
  })

  test('failing tests that cannot be read are no failures', async () => {
    const counts = { total_tests: 4, passed: 1, failed: 2 }
    const seen = run({ status: 'in_progress', ...counts, results: [row('b', false)] })
    for (const responses of [{ polls: [seen, http(500)] }, { polls: [seen], details: http(500) }]) {
      const { agent, verdict } = await runAgent(responses, { timeoutSeconds: 8 })
      const tests = [{ cause: 'no-result', error: { kind: 'unread' } }]
      expect(agent?.run).toMatchObject({ counts: { failed: 0 }, tests })
      expect(verdict).toBe('inconclusive')
    }
  })

  test('every run is polled once more, those in progress first', async () => {
    const ada = { polls: [done(1, 0)] }
    const given = { ada, bob: {}, cyd: ada, dot: { ...ada, launch: started } }
    const { polledAt, agents, calls } = await runAgents(given, once)
    expect(Object.keys(given).map(polledAt)).toEqual([[20], [20], [20], [20]])
    expect(calls.find(({ what }) => what === 'poll')?.agent).toBe('dot')
    const outcomes = agents.map(({ outcome }) => outcome)
    expect(outcomes).toEqual(['passed', 'inconclusive', 'passed', 'passed'])
  })

  test('the last polls end 20 seconds later, however long the queue', async () => {
    const slow = { polls: [{ afterMs: 20_000, reply: inProgress }] }
    const { polledAt, endedAt } = await runAgents({ ada: slow, bob: { polls: [done(1, 0)] } }, once)
    expect({ ada: polledAt('ada'), bob: polledAt('bob'), endedAt }).toEqual({
      ada: [20],
      bob: [20],
      endedAt: 40,
    })
    const silent = await runAgent({ polls: [{ afterMs: 60_000, reply: done(1, 0) }] }, once)
    expect(silent.agent).toMatchObject({ problem: { kind: 'timed-out', lastError: { kind: 'timeout' } } })
    expect(silent.endedAt).toBe(40)
  })

  test('a poll in flight is cut off, and the last one still sent', async () => {
    const polls = [inProgress, { afterMs: 9000, reply: inProgress }, done(1, 0)]
    const { polledAt, agent } = await runAgent({ polls }, { timeoutSeconds: 12 })
    expect({ polledAt, outcome: agent?.outcome }).toEqual({ polledAt: [5, 10, 12], outcome: 'passed' })
  })

  test('the last polls wait for one that comes back late', async () => {
    const going = { launch: started, polls: [inProgress] }
    const change: Setting['change'] = ({ runs }, clock) => ({
      runs: {
        async get(...call) {
          const read = await runs.get(...call)
          if (call[0] === 'run-bob') await clock.sleep(3000)
          return read
        },
      },
    })
    const { polledAt } = await runAgents({ ada: going, bob: going }, { timeoutSeconds: 6, change })
    expect(polledAt('ada')).toEqual([5, 8])
    expect(polledAt('bob')).toEqual([5, 8])
  })

  // As Node's timers do against a finer clock.
  test('and before, timers that fire a little early cause no second poll', async () => {
    const clock = createManualClock()
    const { sleep } = clock
    clock.sleep = (ms, signal) => sleep(Math.max(Math.min(ms, 1), ms - 0.9), signal)
    const { polledAt, events } = await runAgent({ polls: [inProgress] }, { timeoutSeconds: 12, clock })
    expect(polledAt.map(Math.ceil)).toEqual([5, 10, 12])
    expect(events.filter(({ event }) => event.type === 'poll-error')).toEqual([])
  })
})

describe('a run times out', () => {
  test.each([
    ['queued', queued],
    ['in progress', inProgress],
  ])('that is still %s, with its link and what was seen', async (_, still) => {
    const { agent, endedAt } = await runAgent({ polls: [still] }, { timeoutSeconds: 60 })
    expect(agent).toMatchObject({
      outcome: 'inconclusive',
      run: { taskId: 'run-ada', status: still.ok ? still.value.status : '', durationMs: 60_000 },
      problem: { kind: 'timed-out', timeoutSeconds: 60, lastError: null },
    })
    expect(endedAt).toBe(60)
  })

  test.each([
    ['first', 5],
    ['tenth', 380],
  ])('if its last poll is the %s in a row that failed, with the error', async (_, timeoutSeconds) => {
    const responses = { launch: started, polls: [http(503)] }
    const { agent, endedAt, polledAt } = await runAgent(responses, { timeoutSeconds })
    const problem = { kind: 'timed-out', lastError: { status: 503 } }
    expect(agent).toMatchObject({ outcome: 'inconclusive', problem })
    expect(endedAt).toBe(timeoutSeconds)
    expect(polledAt.filter((at) => at === timeoutSeconds)).toHaveLength(1)
  })

  test('unless its status is unknown, which is reported', async () => {
    const { agent } = await runAgent({ polls: [run({ status: 'paused' })] }, { timeoutSeconds: 12 })
    expect(agent).toMatchObject({ problem: { kind: 'contradictory', unknownStatus: 'paused' } })
  })
})

describe('the deadline', () => {
  test('is the same for all agents', async () => {
    const late = { launch: { afterMs: 10_000, reply: started }, polls: [inProgress] }
    const setting = { intervalSeconds: 15, timeoutSeconds: 40 }
    const { polledAt, endedAt } = await runAgents({ ada: { polls: [inProgress] }, bob: late }, setting)
    expect({ ada: polledAt('ada'), bob: polledAt('bob') }).toEqual({ ada: [15, 30, 40], bob: [25, 32.5, 40] })
    expect(endedAt).toBe(40)
  })

  test('includes the selection', async () => {
    const change: Setting['change'] = ({ agents }, clock) => ({
      agents: { resolve: (...call) => clock.sleep(20_000).then(() => agents.resolve(...call)) },
    })
    const { agents, calls } = await runAgent({}, { timeoutSeconds: 20, change })
    expect(agents).toMatchObject([{ problem: { kind: 'timed-out', timeoutSeconds: 20, lastError: null } }])
    expect(calls).toEqual([])
  })

  test('lets a run launched in its last moment be polled once', async () => {
    const launch = { afterMs: 20_000, reply: launched }
    const { polledAt, agent } = await runAgent({ launch, polls: [done(1, 0)] }, { timeoutSeconds: 20 })
    expect({ polledAt, outcome: agent?.outcome }).toEqual({ polledAt: [20], outcome: 'passed' })
  })

  test('leaves 20 seconds to the texts of a run that has ended, and a minute to the history', async () => {
    const slow = { afterMs: 9000, reply: done(1, 1, { results: [row('a', true), row('b', false)] }) }
    const failing = { polls: [slow], details: slow }
    const { calls } = await runAgent(failing, { mode: 'gate-if-worse', timeoutSeconds: 22 })
    expect(calls.slice(2).map(({ what, atMs, timeoutMs }) => [what, atMs, timeoutMs])).toEqual([
      ['details', 14_000, 28_000],
      ['history', 23_000, 59_000],
    ])
  })
})
