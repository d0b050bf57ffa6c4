// Tests that could not be executed or judged, on the whole gate: they are never failures.

import { describe, expect, test } from 'vitest'
import { becameOf } from '../support/became.ts'
import { runAgents, type Setting } from './gate-harness.ts'
import { done, http, row, run } from './responses.ts'
import { earlierRuns, ended, type Sign, type Suite, suite, suiteRow, uuidOf } from './suites.ts'
import type { AgentResponses } from './test-service.ts'

const agentOf = (tests: Suite, more: Partial<AgentResponses> = {}) =>
  suite(tests, { history: earlierRuns(10, Object.keys(tests)), ...more })

async function runTests(tests: Suite, setting: Setting = {}, more: Partial<AgentResponses> = {}) {
  const ran = await runAgents({ ada: agentOf(tests, more) }, { retries: 2, ...setting })
  const agent = ran.agents[0]
  const shown = agent?.run?.tests.map((test) => `${test.name} ${becameOf(test)}`)
  return { ...ran, agent, shown, status: ran.verdict, retried: ran.launches('ada').slice(1) }
}

describe.each(['gate', 'report', 'gate-if-worse'] as const)('in mode %s', (mode) => {
  const gate = (tests: Suite, setting: Setting = {}, more: Partial<AgentResponses> = {}) =>
    runTests(tests, { mode, ...setting }, more)

  test('an error row is unanswered, never failed, and not counted', async () => {
    const { shown, status, agent, totals } = await gate({ a: 'e', b: '+', c: '+' })
    expect([shown, status]).toEqual([['a no-result', 'b passed', 'c passed'], 'inconclusive'])
    const problem = { kind: 'unfinished-tests', tests: 1 }
    const tests = [{ error: { kind: 'agent', detail: 'HTTP 503' }, earlier: null }, {}, {}]
    const run = { counts: { total: 3, passed: 2, failed: 0 }, tests }
    expect(agent).toMatchObject({ outcome: 'inconclusive', problem, run })
    expect(totals).toEqual({ total: 3, passed: 2, failed: 0, flaky: 0 })
  })

  test.each([0, 1])(
    'a test whose agent gave an error is run once more, and then passed, with %i retries: an outage is no failure',
    async (retries) => {
      const again = await gate({ a: 'e+', b: '+', c: '+' }, { retries })
      expect([again.status, again.retried, again.totals.flaky]).toEqual(['passed', [[uuidOf('a')]], 0])
      expect(again.agent?.run?.tests[0]).toMatchObject({ cause: 'passed', error: { detail: 'HTTP 503' } })
      expect((await gate({ a: 'e', b: '+', c: '+' }, { retries })).retried).toHaveLength(1)
      const late = await gate({ a: '?e+', b: '+', c: '+' }, { retries: 2 })
      expect(late.agent?.run?.tests[0]).toMatchObject({ cause: 'passed', error: { detail: 'HTTP 503' } })
    },
  )

  test.each([
    ['was not run', 'n', 'not-run'],
    ['is defective', 'd', 'no-result'],
  ])('a test that %s has no verdict, and is not run again', async (_, a, became) => {
    const { shown, status, retried } = await gate({ a, b: '+', c: '+' })
    expect([shown, status, retried]).toEqual([[`a ${became}`, 'b passed', 'c passed'], 'inconclusive', []])
  })

  test('no unanswered test is run again if they are more than half: a dead agent costs one run', async () => {
    const { shown, status, agent, retried } = await gate({ a: 'e+', b: 'e+', c: 'e+', d: '+' })
    expect([shown?.slice(2), status]).toEqual([['c no-result', 'd passed'], 'inconclusive'])
    expect(retried).toEqual([])
    const tooMany = { why: 'too-many-failures', problem: null, url: null }
    expect(agent?.run?.tests[0]?.whyNotRunAgain).toEqual(tooMany)
    for (const small of [{ a: 'e+' }, { a: 'e+', b: 'e+', c: '+' }])
      expect((await gate(small)).status).toBe('passed')
  })

  test.each(['e', 'n'])('a run that failed because all tests erred has no other problem (%s)', async (c) => {
    const { status, agent, retried } = await gate({ a: 'e', b: 'e', c })
    expect(agent).toMatchObject({
      outcome: 'inconclusive',
      problem: { kind: 'unfinished-tests', tests: 3 },
      run: { counts: { total: 3, passed: 0, failed: 0 } },
    })
    expect([status, retried]).toEqual(['inconclusive', []])
  })

  test.each([{ status: 'failed', error: true }, { error: true }, { stopped_early: true }])(
    'a run that stopped early is explained by the tests that were not run: %j',
    async (fields) => {
      const signs = { a: '+', b: 'e', c: 'n', d: '+' } as const
      const given = ended(Object.entries(signs))
      const polls = given.ok ? [run({ ...given.value, ...fields })] : []
      const { agent } = await gate(signs, {}, { polls })
      expect(agent).toMatchObject({
        outcome: 'inconclusive',
        problem: { kind: 'unfinished-tests', tests: 2 },
      })
    },
  )

  test.each([
    ['that are not all of them', ['a']],
    ['of which others passed', ['a', 'b', 'c']],
    ['of which others are pending', ['n', 'b', 'p']],
  ])('a run that failed on the service is not explained by error rows %s', async (_, names) => {
    const signs: Readonly<Record<string, Sign>> = { a: 'e', n: 'n' }
    const results = names.map((name) => (name === 'p' ? row(name, null) : suiteRow(name, signs[name] ?? '+')))
    const fields = { total_tests: 3, results, test_uuids: ['a', 'b', 'c'].map(uuidOf), error: true }
    const polls = [run({ status: 'failed', ...fields })]
    const { agent, retried } = await gate({ a: 'e+', b: '+', c: '+' }, {}, { polls })
    expect(agent).toMatchObject({ outcome: 'inconclusive', problem: { kind: 'run-ended', how: 'failed' } })
    expect(retried).toEqual([])
  })

  test('failing rows have no answer if their full read fails, and are run again as failing ones', async () => {
    const run = (retries: number) => gate({ a: '-+', b: '+', c: '+' }, { retries }, { details: http(500) })
    const { agent, status, retried } = await run(0)
    expect([status, retried]).toEqual(['inconclusive', []])
    const unread = { cause: 'no-result', error: { kind: 'unread' }, reasoning: null }
    expect(agent).toMatchObject({ run: { counts: { failed: 0 }, tests: [unread, {}, {}] } })
    const again = await run(1)
    expect([again.status, again.totals.flaky]).toEqual(['passed', 1])
  })
})

test.each<Sign>(['-', '?'])(
  'after %s, a failing test has the reason of its last failed attempt',
  async (sign) => {
    const judged = (sign: Sign, reasoning: string) => ({ ...suiteRow('a', sign), reasoning })
    const first = [judged(sign, 'the first attempt'), suiteRow('b', '+'), suiteRow('c', '+')]
    const test_uuids = ['a', 'b', 'c'].map(uuidOf)
    const polls = [done(2, Number(sign === '-'), { total_tests: 3, test_uuids, results: first })]
    const again = done(0, 1, { test_uuids: [uuidOf('a')], results: [judged('-', 'a retry')] })
    const { agent } = await runTests({}, {}, { polls, history: [], retry: () => ({ polls: [again] }) })
    const failed = { failed: true, reasoning: 'a retry', error: null, evaluators: [{}] }
    expect(agent?.run?.tests[0]).toMatchObject(failed)
  },
)

test('by history, ten attempts are made, and the error of the last one is known', async () => {
  const { agent, status } = await runTests({ a: '-e', b: '+', c: '+' }, { mode: 'gate-if-worse' })
  expect(status).toBe('inconclusive')
  const [first] = agent?.run?.tests ?? []
  expect(first?.attempts.map((attempt) => attempt.status)).toEqual([
    'failed',
    ...Array(10).fill('unanswered'),
  ])
  const problem = { kind: 'unfinished-tests', whose: 'agent', detail: 'HTTP 503' }
  expect(first).toMatchObject({ cause: 'undecided', undecided: { why: 'too-few-answers', problem } })
})

test('an earlier run whose failures were all errors has no result, but its tests are not new', async () => {
  const history = earlierRuns(1, ['a'], { a: '-' })
  const earlier = { 'before-0': run({ status: 'done', results: [suiteRow('a', 'e')] }) }
  const { agent } = await runTests({ a: '-' }, { mode: 'gate-if-worse' }, { history, earlier })
  expect(agent?.baseline?.runs).toEqual([])
  const undecided = { cause: 'undecided', undecided: { why: 'no-earlier-results' } }
  expect(agent?.run?.tests[0]).toMatchObject(undecided)
})
