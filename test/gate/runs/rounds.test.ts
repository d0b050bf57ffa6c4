// Which tests run again, and what becomes of them. For what mode gate-if-worse retries, see gate-if-worse.test.ts.

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { TestRun } from '../../../src/client/index.ts'
import { runUrl } from '../../fixtures/samples.ts'
import { becameOf } from '../../support/became.ts'
import { runAgent, runAgents, type Setting } from '../gate-harness.ts'
import {
  brokenConnection,
  done,
  http,
  inProgress,
  ok,
  row,
  run,
  timedOutBeforeSending,
} from '../responses.ts'
import { earlierRuns, ended, evaluatorOf, type Suite, suite, suiteRow, uuidOf } from '../suites.ts'
import type { RunResponses } from '../test-service.ts'

async function runSuite(tests: Suite, setting: Setting = {}) {
  const ran = await runAgent(suite(tests), { retries: 2, ...setting })
  return { ...ran, retried: ran.launches('ada').slice(1) }
}

test('whatever the outcomes, a test is flaky exactly if it failed before it passed, and is run no more after that', async () => {
  const signs = fc.string({ unit: fc.constantFrom('+', '-', '-', '?'), minLength: 1, maxLength: 5 })
  const tests = fc.array(signs, { minLength: 1, maxLength: 6 })
  const statusOf: Readonly<Record<string, string>> = { '+': 'passed', '-': 'failed', '?': 'unanswered' }
  const mode = fc.constantFrom('gate' as const, 'report' as const)
  await fc.assert(
    fc.asyncProperty(tests, fc.nat({ max: 4 }), mode, async (outcomes, retries, mode) => {
      const named: Suite = Object.fromEntries(outcomes.map((each, index) => [`test ${index}`, each]))
      const { agent, retried, verdict, totals } = await runSuite(named, { retries, mode })
      const notPassed = outcomes.filter((each) => !each.startsWith('+')).length
      const areMost = notPassed >= 3 && notPassed * 2 > outcomes.length
      expect(retried.length).toBeLessThanOrEqual(areMost ? 0 : Math.max(1, retries))
      const became = outcomes.map((each) => {
        const rounds = areMost ? 0 : each.startsWith('?') ? Math.max(1, retries) : retries
        const all = each.padEnd(rounds + 1, each.at(-1)).slice(0, rounds + 1)
        const passedAt = all.indexOf('+')
        const made = passedAt < 0 ? all : all.slice(0, passedAt + 1)
        const last = passedAt < 0 ? 'new' : 'flaky'
        const outcome = made.includes('-') ? last : passedAt < 0 ? 'no-result' : 'passed'
        const attempts = [...made].map((sign) => ({ status: statusOf[sign] }))
        return { outcome, attempts: made.length === 1 ? [] : attempts }
      })
      expect(
        agent?.run?.tests.map((test) => ({ outcome: becameOf(test), attempts: test.attempts })),
      ).toMatchObject(became)
      const having = (...any: readonly string[]) =>
        became.filter(({ outcome }) => any.includes(outcome)).length
      const [failed, flaky] = [having('new'), having('flaky')]
      const clear = failed > 0 ? 'failed' : having('no-result') > 0 ? 'inconclusive' : 'passed'
      expect([agent?.outcome, verdict]).toEqual([clear, clear])
      const counts = { total: outcomes.length, passed: having('passed', 'flaky'), failed }
      expect([agent?.run?.counts, totals]).toEqual([counts, { ...counts, flaky }])
    }),
    { numRuns: 200 },
  )
})

describe('a round of retries', () => {
  test('is one run per agent, of those tests alone that have not passed', async () => {
    const { launches, agents, events, verdict, totals } = await runAgents(
      {
        ada: suite({ a: '--+', b: '-+', c: '+', d: '+' }),
        bob: suite({ a: '-', b: '+', c: '+' }),
        cyd: suite({ a: '+', b: '?+' }),
      },
      { retries: 2 },
    )
    expect(launches('ada')).toEqual([null, [uuidOf('a'), uuidOf('b')], [uuidOf('a')]])
    expect(launches('bob')).toEqual([null, [uuidOf('a')], [uuidOf('a')]])
    expect(launches('cyd')).toEqual([null, [uuidOf('b')]])
    expect(agents.map(({ run }) => run?.counts)).toEqual([
      { total: 4, passed: 4, failed: 0 },
      { total: 3, passed: 2, failed: 1 },
      { total: 2, passed: 2, failed: 0 },
    ])
    expect([verdict, totals]).toEqual(['failed', { total: 9, passed: 8, failed: 1, flaky: 2 }])
    const rounds = events.flatMap(({ event }) => (event.type === 'retry-round' ? [event] : []))
    expect(rounds.map(({ round, agents }) => [round, ...agents.map((each) => each.tests)])).toEqual([
      [1, ['a', 'b'], ['a'], ['b']],
      [2, ['a'], ['a']],
    ])
  })

  test('starts when the one before has ended, and is polled apart from those of other agents', async () => {
    const launch = ok({ task_id: '', status: 'in_progress' })
    const retry = () => ({ launch, polls: [inProgress, inProgress, ended([['a', '+']])] })
    const ada = suite({ a: '-', b: '+' }, { retry })
    const { polledAt, calls } = await runAgents({ ada, bob: ada }, { retries: 1 })
    expect(calls.flatMap(({ what, atMs }) => (what === 'launch' ? [atMs] : []))).toEqual([0, 0, 5000, 5000])
    expect(polledAt('ada')).toEqual([5, 10, 15, 20])
    expect(polledAt('bob')).toEqual([5, 10, 12.5, 17.5])
  })
})

describe('no test is retried', () => {
  test('if more than half of the tests fail or are unanswered', async () => {
    const { retried, agent } = await runSuite({ a: '-+', b: '-+', c: '-+', d: '+' })
    const skipped = { cause: 'new', whyNotRunAgain: { why: 'too-many-failures' } }
    expect(retried).toEqual([])
    const tests = [skipped, skipped, skipped, { whyNotRunAgain: null }]
    expect(agent).toMatchObject({ outcome: 'failed', run: { tests } })
    const down = await runSuite({ a: '?+', b: '-+', c: '-+', d: '+' }, { retries: 0 })
    expect([down.verdict, down.retried]).toEqual(['failed', []])
    // Only the unanswered one would have been run again.
    const skippedTests = down.agent?.run?.tests.map(({ whyNotRunAgain }) => whyNotRunAgain?.why)
    expect(skippedTests).toEqual(['too-many-failures', undefined, undefined, undefined])
  })

  const results = [row('a', false), row('b', true)]
  test.each([
    ['of a run that failed halfway', { status: 'failed', test_uuids: ['case-a', 'case-b'] }],
    ['without an ID by which the service can run it alone', {}],
  ])('%s', async (_, fields) => {
    const ran = await runAgents({ ada: { polls: [done(1, 1, { results, ...fields })] } }, { retries: 2 })
    expect(ran.launches('ada')).toEqual([null])
    expect(ran.agents[0]?.run?.tests).toMatchObject([
      { name: 'a', whyNotRunAgain: { why: 'not-possible' } },
      { name: 'b', whyNotRunAgain: null },
    ])
  })

  test.each([10, 15])('at the deadline or later: after %i s', async (after) => {
    const reply = ended(Object.entries({ a: '-', b: '+' } as const))
    const details = { afterMs: (after - 10) * 1000, reply }
    const slow = { polls: [{ afterMs: 5000, reply }], details }
    const ran = await runAgent(suite({ a: '-+', b: '+' }, slow), { retries: 2, timeoutSeconds: 10 })
    expect(ran.launches('ada')).toEqual([null])
    expect(ran.events.filter(({ event }) => event.type === 'retry-round')).toEqual([])
    expect(ran.agent?.run?.tests[0]).toMatchObject({ cause: 'new', whyNotRunAgain: { why: 'no-time' } })
    expect(ran.endedAt).toBe(after)
  })

  test('after the job was cancelled', async () => {
    const responses = { ada: suite({ a: '-+', b: '+' }), bob: { polls: [inProgress] } }
    const { launches, agents } = await runAgents(responses, { retries: 2, cancelledAt: 12 })
    expect(launches('ada')).toEqual([null])
    const whyNotRunAgain = { why: 'no-result', problem: { kind: 'aborted', by: 'signal' } }
    expect(agents[0]?.run?.tests[0]).toMatchObject({ cause: 'new', whyNotRunAgain })
  })

  test('but others are if a run left out tests that are not configured', async () => {
    const results = [suiteRow('a', '-'), suiteRow('b', '+'), suiteRow('c', '+')]
    const polls = [done(2, 1, { results, test_uuids: ['a', 'b', 'c', 'left out'].map(uuidOf) })]
    const ada = { ...suite({ a: '-+', b: '+', c: '+' }), polls }
    const ran = await runAgents({ ada }, { retries: 2 })
    expect(ran.launches('ada')).toEqual([null, [uuidOf('a')]])
    expect(ran.agents).toMatchObject([
      { outcome: 'inconclusive', problem: { kind: 'tests-not-run' }, run: { counts: { passed: 3 } } },
    ])
  })
})

/** An agent whose test `a` fails, and whose first retry is answered as given. */
async function retryingWith(retry: RunResponses, setting: Setting = {}) {
  // With a history, so that the test is neither new nor excused.
  const history = earlierRuns(1, ['a', 'b', 'c'])
  const ada = suite({ a: '-+', b: '+', c: '+' }, { retry: () => retry, history })
  const { launches, agents, ...ran } = await runAgents({ ada }, { retries: 2, ...setting })
  return { ...ran, retried: launches('ada').slice(1), first: agents[0]?.run?.tests[0] }
}
const one = { status: 'done', total_tests: 1, passed: 1, failed: 0, test_uuids: [uuidOf('a')] }
const answering = (fields: Partial<TestRun>): RunResponses => ({ polls: [run({ ...one, ...fields })] })

describe.each([
  ['gate', 'failed'],
  ['gate-if-worse', 'inconclusive'],
] as const)('in mode %s', (mode, verdict) => {
  const notReady = 'No tests linked to this agent. Link tests first or provide test_uuids.'
  const passing = suiteRow('a', '+')

  const contradictory = 'contradictory'
  test.each<[string, RunResponses, string]>([
    ['refused with 400', { launch: http(400, notReady) }, 'cannot-run'],
    ['refused with 404', { launch: http(404) }, 'not-launched'],
    ['lost', { polls: [inProgress, http(404)] }, 'unreadable'],
    ['in progress for ever', { polls: [inProgress] }, 'timed-out'],
    ['a failed run', { polls: [run({ status: 'failed' })] }, 'run-ended'],
    ['done without rows', answering({ results: [] }), contradictory],
    ['done with another test', { polls: [ended([['b', '+']])] }, contradictory],
    ['pending', answering({ passed: 0, results: [{ ...passing, passed: null }] }), contradictory],
    ['done with other counts than its row', answering({ results: [suiteRow('a', '-')] }), contradictory],
    ['done without an ID', answering({ results: [{ ...passing, test_case_id: null }] }), contradictory],
    ['done as another test', answering({ results: [{ ...passing, ...suiteRow('b', '+') }] }), contradictory],
  ])('a retry that is %s is not repeated, and the test keeps its result', async (_, retry, reason) => {
    const { retried, first, ...ran } = await retryingWith(retry, { mode })
    expect(retried).toEqual([[uuidOf('a')]])
    const url = 'polls' in retry ? runUrl('run-ada-1') : null
    const cause = mode === 'gate' ? 'changed' : 'undecided'
    const whyNotRunAgain = { why: 'no-result', problem: { kind: reason }, url }
    expect(first).toMatchObject({ cause, attempts: [], whyNotRunAgain })
    expect(ran).toMatchObject({ verdict, totals: { flaky: 0 } })
  })
})

describe('a retry', () => {
  test.each([
    ['500', http(500), 1],
    ['a broken connection', brokenConnection, 1],
    ['503 three times', http(503), 3],
  ])('that is answered with %s is an attempt without an answer, and made again', async (_, launch, sent) => {
    const ada = suite({ a: '-+', b: '-', c: '+', d: '+' })
    const shown = async (lost: number) => {
      const retry: typeof ada.retry = (uuids, nth) =>
        nth <= lost * sent ? { launch } : (ada.retry?.(uuids, nth) ?? {})
      const { agent, totals, launches } = await runAgent({ ...ada, retry }, { retries: 1 })
      const attempts = agent?.run?.tests.map((test) =>
        test.attempts.map(({ status, url }) => `${status} ${url}`),
      )
      return { flaky: totals.flaky, launches: launches('ada').length, a: attempts?.[0], b: attempts?.[1] }
    }
    const next = runUrl(`run-ada-${sent + 1}`)
    const [first, missing] = [`failed ${runUrl('run-ada')}`, `unanswered ${runUrl(null)}`]
    expect(await shown(1)).toEqual({
      flaky: 1,
      launches: 2 + sent,
      a: [first, missing, `passed ${next}`],
      b: [first, missing, `failed ${next}`],
    })
    const a = [first, missing, missing, missing]
    expect(await shown(9)).toMatchObject({ flaky: 0, launches: 1 + 3 * sent, a })
  })

  test('with a pending test counts for the others, and not at all if it is of more tests than asked for', async () => {
    const results = [suiteRow('a', '+'), { ...suiteRow('b', '+'), passed: null }]
    const retriedWith = async (...names: string[]) => {
      const retry = () =>
        answering({
          total_tests: names.length,
          results,
          test_uuids: names.map(uuidOf),
          evaluators: names.map((name) => evaluatorOf(name)),
        })
      const { agent } = await runAgent(suite({ a: '-', b: '-', c: '+', d: '+' }, { retry }), { retries: 2 })
      return agent?.run?.tests.map((test) => [becameOf(test), test.whyNotRunAgain?.why])
    }
    const [lost, passed] = [
      ['new', 'no-result'],
      ['passed', undefined],
    ]
    expect(await retriedWith('a', 'b')).toEqual([['flaky', undefined], lost, passed, passed])
    expect(await retriedWith('a', 'b', 'c')).toEqual([lost, lost, passed, passed])
  })

  test('that was not sent by the deadline had no time', async () => {
    const launch = { afterMs: 5000, reply: timedOutBeforeSending }
    const { first } = await retryingWith({ launch }, { timeoutSeconds: 10 })
    expect(first).toMatchObject({ cause: 'changed', whyNotRunAgain: { why: 'no-time' } })
  })
})

test.each([
  ['of the retry alone', uuidOf('a'), [['a', 'b'], ['b'], ['b']]],
  ['that the retry does not have: for all', 'another', [['a', 'b']]],
])('a launch is refused for a deleted test %s', async (_, deleted, retried) => {
  const refused = http(404, `Test ${deleted} not found`)
  const agent = suite({ a: '-', b: '-', c: '+', d: '+' })
  const retry: typeof agent.retry = (names, nth) =>
    names.includes(uuidOf('a')) ? { launch: refused } : (agent.retry?.(names, nth) ?? {})
  const { launches } = await runAgent({ ...agent, retry }, { retries: 2 })
  expect(launches('ada').slice(1)).toEqual(retried.map((names) => names.map(uuidOf)))
})
