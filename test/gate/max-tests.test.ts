// The input `max-tests`: launches stop before more tests would be run.
import { describe, expect, test } from 'vitest'
import { runAgents, type Setting } from './gate-harness.ts'
import { http, run } from './responses.ts'
import { earlierRun, suite, suiteOf, testNames } from './suites.ts'
import type { AgentResponses } from './test-service.ts'

const passedBefore = (name: string, tests: number) =>
  earlierRun(
    name,
    testNames(tests).map((each) => ({ name: each, passed: true })),
  )
/** The history of an agent with so many tests, in which retries have fewer. */
const ranBefore = (tests: number) => ({ history: [passedBefore('retry', 1), passedBefore('before', tests)] })
/** An agent with ten tests that pass unless given otherwise. */
const ten = (more: Partial<AgentResponses> = {}, others = {}) => suite(suiteOf(testNames(10), others), more)

/** What became of each agent: its outcome, or why there is no clear one. */
async function outcomes(
  maxTests: number,
  agents: Readonly<Record<string, AgentResponses>>,
  setting: Setting = {},
) {
  const ran = await runAgents(agents, { ...setting, maxTests })
  const shown = ran.results.map((result) => {
    const reason = 'reason' in result ? result.reason : undefined
    return typeof reason === 'object' ? reason.kind : result.outcome
  })
  return { ...ran, shown, launched: Object.keys(agents).flatMap((agent) => ran.launches(agent)) }
}

test('agents whose tests do not fit are not launched, and the job is inconclusive', async () => {
  const agents = { ada: ten(), bob: ten(), cyd: ten() }
  const { shown, verdict, launched, results } = await outcomes(25, agents)
  expect([shown, launched]).toEqual([
    ['passed', 'passed', 'max-tests'],
    [null, null],
  ])
  expect(verdict).toMatchObject({ status: 'inconclusive', totals: { total: 20, passed: 20 } })
  expect(results[2]).toMatchObject({ agent: { name: 'cyd' }, reason: { maxTests: 25 } })
  expect((await outcomes(30, agents)).verdict.status).toBe('passed')
})

describe('the tests of an agent', () => {
  test('are expected to be those of its largest earlier run', async () => {
    const large = ten(ranBefore(16))
    expect((await outcomes(25, { ada: ten(ranBefore(10)), bob: large })).shown).toEqual([
      'passed',
      'max-tests',
    ])
    expect((await outcomes(15, { ada: large })).launched).toEqual([])
  })

  test('are expected to be those of the largest agent so far, or one, if it never ran', async () => {
    expect((await outcomes(15, { ada: ten(), bob: ten() })).shown).toEqual(['passed', 'max-tests'])
    const empty = ten({ history: [passedBefore('empty', 0)] })
    expect((await outcomes(10, { ada: ten(), bob: empty })).shown).toEqual(['passed', 'max-tests'])
  })

  test.each([
    ['total', { total_tests: 10, test_uuids: null }],
    ['linked tests', { total_tests: null, test_uuids: testNames(10) }],
  ])('are those of its run, by its %s, once it is launched', async (_, fields) => {
    const rows = run({ status: 'queued', ...fields })
    expect((await outcomes(20, { ada: ten({ rows }), bob: ten() })).shown).toEqual(['passed', 'passed'])
    expect((await outcomes(19, { ada: ten({ rows }), bob: ten() })).shown).toEqual(['passed', 'max-tests'])
  })

  test('are the expected ones if its run cannot be read', async () => {
    const unread = { rows: http(500) }
    const agents = { ada: ten({ ...ranBefore(10), ...unread }), bob: ten(ranBefore(10)) }
    expect((await outcomes(20, agents)).launched).toHaveLength(2)
    expect((await outcomes(19, agents)).launched).toHaveLength(1)
  })

  test.each([
    ['cannot be read', { rows: http(500) }],
    ['may have been started', { launch: http(500) }],
  ])('are unknown if it never ran, and its run %s: then nothing more is launched', async (_, responses) => {
    const { launches, shown } = await outcomes(100, { ada: ten(responses), bob: ten(ranBefore(1)) })
    expect([launches('bob'), shown[1]]).toEqual([[], 'max-tests'])
  })

  test('do not keep a smaller agent from its launch', async () => {
    const agents = { ada: ten(), bob: ten(ranBefore(10)), cyd: suite({ a: '+', b: '+' }, ranBefore(2)) }
    expect((await outcomes(12, agents)).shown).toEqual(['passed', 'max-tests', 'passed'])
  })

  test('count if a run may have been started, and not if the launch was refused', async () => {
    const job = (status: number) =>
      outcomes(15, { ada: ten({ ...ranBefore(10), launch: http(status) }), bob: ten(ranBefore(10)) })
    expect((await job(500)).shown).toEqual(['maybe-launched', 'max-tests'])
    expect((await job(404)).shown).toEqual(['not-launched', 'passed'])
  })
})

describe('a history', () => {
  const silent = { history: { afterMs: 1e9, reply: http(500) } }

  test('that cannot be read keeps its agent from being launched', async () => {
    const { shown, launched, results } = await outcomes(15, { ada: ten({ history: http(500) }), bob: ten() })
    expect([shown, launched]).toEqual([['not-launched', 'passed'], [null]])
    expect(results[0]).toMatchObject({ reason: { error: { status: 500 } } })
    const refused = await outcomes(15, { ada: ten({ history: http(401) }) })
    expect(refused.results[0]).toMatchObject({ reason: { kind: 'aborted', by: 'authentication' } })
  })

  test('that does not answer costs no more than the timeout of the job', async () => {
    const agents = Object.fromEntries(testNames(5).map((name) => [name, ten(silent)]))
    const { verdict, endedAt } = await outcomes(100, agents, { timeoutSeconds: 60 })
    expect([verdict.status, endedAt < 90]).toEqual(['inconclusive', true])
    const cancelled = await outcomes(100, agents, { cancelledAt: 2 })
    expect(cancelled.results[0]).toMatchObject({ run: null, reason: { kind: 'aborted', by: 'signal' } })
    expect(cancelled.endedAt).toBe(2)
  })
})

describe('retries', () => {
  test('count, and are refused above the limit', async () => {
    const agents = { ada: ten({}, { 'test 1': '-+', 'test 2': '---' }) }
    const { verdict, results, launched } = await outcomes(12, agents, { retries: 3 })
    expect([launched.length, verdict.status]).toEqual([2, 'failed'])
    expect(results[0]?.run?.tests.slice(0, 2)).toMatchObject([
      { status: 'flaky' },
      { status: 'failed', retrySkipped: { kind: 'refused', reason: { kind: 'max-tests' } } },
    ])
  })

  test('count with the tests that the service really runs', async () => {
    const ada = ten({ retry: () => ({ polls: ten().polls ?? [] }) }, { 'test 1': '-' })
    const bob = suite({ a: '-', b: '+' }, ranBefore(2))
    const { launches } = await outcomes(22, { ada, bob }, { retries: 1 })
    expect([launches('ada').length, launches('bob').length]).toEqual([2, 1])
  })
})

test('without a limit, launches do not wait for each other, and nothing more is read', async () => {
  const { calls } = await runAgents({ ada: ten(), bob: ten() })
  expect(calls.slice(0, 2).map(({ what }) => what)).toEqual(['launch', 'launch'])
  expect(calls.filter(({ what }) => what === 'history' || what === 'rows')).toEqual([])
})
