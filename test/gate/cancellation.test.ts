// Jobs that end early: cancelled, or with a key that the service refuses. What is known by then stays.
import { describe, expect, test } from 'vitest'
import { runAgent, runAgents, type Setting } from './gate-harness.ts'
import { done, http, inProgress, launched, ok, queued, row, run, times } from './responses.ts'
import { earlierRun, earlierRuns, ended, suite, suiteOf, testNames } from './suites.ts'
import type { AgentResponses } from './test-service.ts'

const bySignal = { outcome: 'inconclusive', problem: { kind: 'aborted', by: 'signal' } }
const cancelled = { kind: 'cancelled' }

describe('a cancelled job', () => {
  test('aborts a launch, which may have started a run', async () => {
    const launch = { afterMs: 3000, reply: launched }
    const { agent, endedEarly, endedAt } = await runAgent({ launch }, { cancelledAt: 2 })
    const problem = { kind: 'maybe-launched', error: { kind: 'aborted' } }
    expect(agent).toMatchObject({ outcome: 'inconclusive', run: null, problem })
    expect([endedEarly, endedAt]).toEqual([{ ...cancelled }, 2])
  })

  test.each<[string, NonNullable<AgentResponses['polls']>, number, string]>([
    ['between two polls, with the run as it was last seen', [queued, inProgress], 12, 'in_progress'],
    ['in a poll', [queued, { afterMs: 9000, reply: done(1, 0) }], 12, 'queued'],
    ['in a wait after errors', [inProgress, http(503, null, 600_000)], 12, 'in_progress'],
    ['before the first poll, with the link of the run', [], 2, 'queued'],
  ])('ends at once %s', async (_, polls, cancelledAt, status) => {
    const { agent, endedEarly, endedAt, verdict } = await runAgent({ polls }, { cancelledAt })
    expect(agent).toMatchObject({ ...bySignal, run: { taskId: 'run-ada', status } })
    expect([endedEarly, verdict, endedAt]).toEqual([cancelled, 'inconclusive', cancelledAt])
  })

  test('aborts the last polls', async () => {
    const slow = { polls: [{ afterMs: 9000, reply: inProgress }] }
    const { agents, endedEarly, endedAt } = await runAgents(
      { ada: slow, bob: slow, cyd: slow },
      { intervalSeconds: 20, timeoutSeconds: 20, cancelledAt: 25 },
    )
    expect(agents).toMatchObject([bySignal, bySignal, bySignal])
    expect([endedEarly, endedAt]).toEqual([cancelled, 25])
  })

  test('keeps the rows that were seen, of which failing ones are not known to have a verdict', async () => {
    const seen = run({ status: 'in_progress', total_tests: 3, results: [row('a', true), row('b', false)] })
    const { agent, verdict } = await runAgent({ polls: [seen] }, { cancelledAt: 7 })
    const tests = [{ cause: 'passed' }, { cause: 'no-result', error: { kind: 'unread' } }]
    expect(agent).toMatchObject({ ...bySignal, run: { counts: { total: 3, passed: 1, failed: 0 }, tests } })
    expect(verdict).toBe('inconclusive')
  })

  test('keeps the passing tests of a run whose texts were being read', async () => {
    const failing = done(1, 1, { results: [row('a', true), row('b', false)] })
    const { agent, endedEarly, endedAt } = await runAgent(
      { polls: [failing], details: { afterMs: 9000, reply: failing } },
      { cancelledAt: 7 },
    )
    const run = { counts: { total: 2, passed: 1, failed: 0 }, detailsError: { kind: 'aborted' } }
    expect(agent).toMatchObject({ outcome: 'inconclusive', run, problem: { kind: 'unfinished-tests' } })
    expect([endedEarly, endedAt]).toEqual([cancelled, 7])
  })

  test('keeps the results of agents that had ended, and names the runs that go on', async () => {
    const { agents, endedEarly } = await runAgents(
      {
        ada: { polls: [done(2, 0)] },
        bob: { polls: [inProgress] },
        cyd: { polls: [done(1, 1)] },
        dot: { launch: http(404) },
      },
      { cancelledAt: 30 },
    )
    expect(agents).toMatchObject([
      { outcome: 'passed' },
      { ...bySignal, run: { taskId: 'run-bob', status: 'in_progress' } },
      { outcome: 'failed' },
      { outcome: 'inconclusive', problem: { kind: 'not-launched' } },
    ])
    expect(endedEarly).toEqual(cancelled)
  })

  test.each(['gate', 'gate-if-worse'] as const)(
    'ends at once at whatever moment, passes never, and knows every run that was started: %s',
    async (mode) => {
      const names = testNames(4)
      const own = earlierRun('run-ada', [], { created_at: '2026-11-21 00:00:00' })
      const history = { afterMs: 1500, reply: ok({ items: [own, ...earlierRuns(4, names)], total: 5 }) }
      const launch = { afterMs: 1500, reply: launched }
      const first = suite(suiteOf(names, { 'test 1': '-' })).polls ?? []
      const again = { afterMs: 1500, reply: ended([['test 1', '+']]) }
      const retry = () => ({ launch, polls: [inProgress, again] })
      const details = { afterMs: 1500, reply: ended([['test 1', '-']]) }
      const responses = { ada: { launch, polls: [inProgress, ...first], details, history, retry }, bob: {} }
      const setting = { mode, retries: 1 }
      const whole = await runAgent(responses.ada, setting)
      expect([whole.verdict, whole.totals.flaky]).toEqual(['passed', 1])
      for (let halfSeconds = 1; halfSeconds < 2 * whole.endedAt; halfSeconds += 1) {
        const cancelledAt = halfSeconds / 2
        const ran = await runAgents(responses, { ...setting, cancelledAt })
        const { verdict, agents, endedAt, calls, endedEarly } = ran
        expect([endedEarly, endedAt]).toEqual([cancelled, cancelledAt])
        expect(verdict).not.toBe('passed')
        expect(agents.map(({ name }) => name)).toEqual(['ada', 'bob'])
        expect(calls.filter(({ what }) => what === 'launch').length).toBeLessThanOrEqual(3)
        // The launch of ada takes from 0 to 1.5 s.
        if (cancelledAt > 1.5) expect(agents[0]?.run?.taskId).toBe('run-ada')
        // Her failed test is seen at 11.5 s.
        if (cancelledAt > 11.5) expect(agents[0]?.run?.tests.length).toBe(4)
      }
    },
  )
})

const revoked = http(401, 'Invalid or revoked API key')
const byKey = { outcome: 'inconclusive', problem: { kind: 'aborted', by: 'authentication' } }
const refusedKey = { kind: 'key', status: 401, reason: 'Invalid or revoked API key', withheld: false }

const whyNotRunAgain = { why: 'no-result', problem: { kind: 'aborted', by: 'authentication' } }
const noHistory = { problem: { kind: 'no-history', error: { status: 401 } } }
test.each<[string, AgentResponses, Setting, object, number]>([
  ['a launch', { launch: { afterMs: 12_000, reply: revoked } }, {}, { ...byKey, run: null }, 12],
  ['a poll', { polls: [inProgress, revoked] }, {}, { ...byKey, run: { status: 'in_progress' } }, 10],
  [
    'the texts of an ended run',
    { polls: [done(1, 1)], details: revoked },
    {},
    { outcome: 'inconclusive', run: { counts: { passed: 1, failed: 0 } } },
    5,
  ],
  [
    'the history',
    suite({ a: '+' }, { history: revoked }),
    { mode: 'gate-if-worse' },
    { outcome: 'passed', baseline: noHistory },
    5,
  ],
  [
    'a retry',
    suite({ a: '-', b: '+', c: '+' }, { retry: () => ({ launch: revoked }) }),
    { retries: 2 },
    { outcome: 'failed', run: { tests: [{ whyNotRunAgain }, {}, {}] } },
    17.5,
  ],
])(
  'a key that is refused at %s ends everything, and what is known stays',
  async (_, ada, setting, became, end) => {
    const bob = { polls: [...times(3, inProgress), done(1, 0)] }
    const { agents, endedEarly, endedAt, verdict } = await runAgents({ ada, bob }, setting)
    expect(agents).toMatchObject([became, setting.retries ? { outcome: 'passed' } : byKey])
    expect([endedEarly, endedAt]).toEqual([refusedKey, end])
    expect(verdict).toBe(setting.retries ? 'failed' : 'inconclusive')
  },
)
