// The input `max-tests`: launches stop before more tests would be run.
import { describe, expect, test } from 'vitest'
import { runAgents } from './gate-harness.ts'
import { http, run } from './responses.ts'
import { earlierRun, suite, suiteOf, testNames } from './suites.ts'
import type { AgentScript } from './test-service.ts'

const ten = (others = {}, more: Partial<AgentScript> = {}) => suite(suiteOf(testNames(10), others), more)
const ranBefore = (tests: number) => ({
  history: [
    earlierRun('a-retry', [{ name: 'test 1', passed: true }]),
    earlierRun(
      'before',
      testNames(tests).map((name) => ({ name, passed: true })),
    ),
  ],
})

async function outcomes(agents: Readonly<Record<string, AgentScript>>, maxTests: number, retries = 0) {
  const ran = await runAgents(agents, { maxTests, retries })
  const shown = ran.results.map(
    (result) =>
      ('reason' in result && typeof result.reason === 'object' && result.reason.kind) || result.outcome,
  )
  return { ...ran, shown, launched: Object.keys(agents).flatMap((agent) => ran.launches(agent)) }
}

describe('agents whose tests do not fit', () => {
  test('are not launched, and make the verdict inconclusive', async () => {
    const { shown, verdict, launched, results } = await outcomes({ ada: ten(), bob: ten(), cyd: ten() }, 25)
    expect(shown).toEqual(['passed', 'passed', 'max-tests'])
    expect(launched).toEqual([null, null])
    expect(verdict).toMatchObject({ status: 'inconclusive', totals: { total: 20, passed: 20 } })
    expect(results[2]).toMatchObject({ agent: { name: 'cyd' }, reason: { maxTests: 25 } })
  })

  test('are known from earlier runs, of which retries have fewer tests', async () => {
    const { shown } = await outcomes({ ada: ten({}, ranBefore(10)), bob: ten({}, ranBefore(16)) }, 25)
    expect(shown).toEqual(['passed', 'max-tests'])
    expect((await outcomes({ ada: ten({}, ranBefore(26)) }, 25)).launched).toEqual([])
  })

  test('do not keep a smaller agent from its turn', async () => {
    const small = suite({ a: '+', b: '+' }, ranBefore(2))
    const { shown } = await outcomes({ ada: ten(), bob: ten({}, ranBefore(10)), cyd: small }, 12)
    expect(shown).toEqual(['passed', 'max-tests', 'passed'])
  })

  test('without earlier runs are taken to have as many as the largest so far, or one', async () => {
    const { shown } = await outcomes({ ada: ten(), bob: ten() }, 15)
    expect(shown).toEqual(['passed', 'max-tests'])
    const empty = ten({}, { history: [{ ...earlierRun('empty', []), total_tests: 0 }] })
    expect((await outcomes({ ada: ten(), bob: empty }, 10)).shown).toEqual(['passed', 'max-tests'])
  })
})

test('an agent whose history cannot be read is not launched', async () => {
  const { shown, launched, results } = await outcomes(
    { ada: ten({}, { history: http(500) }), bob: ten() },
    15,
  )
  expect(shown).toEqual(['not-launched', 'passed'])
  expect(launched).toEqual([null])
  expect(results[0]).toMatchObject({ reason: { error: { status: 500 } } })
})

test('a key that is refused when the history is read ends the job', async () => {
  const { results } = await outcomes({ ada: ten({}, { history: http(401) }) }, 15)
  expect(results[0]).toMatchObject({ reason: { kind: 'aborted', by: 'authentication' } })
})

describe('a run whose number of tests cannot be read', () => {
  const unread = { rows: http(500) }
  test('is taken to have as many as earlier ones', async () => {
    const agents = { ada: ten({}, { ...ranBefore(10), ...unread }), bob: ten({}, ranBefore(10)) }
    expect((await outcomes(agents, 20)).launched).toHaveLength(2)
    expect((await outcomes(agents, 19)).launched).toHaveLength(1)
  })

  test.for([
    ['is the last one if there are no earlier ones', unread],
    ['is also the last one if it may not have started', { launch: http(500) }],
  ] as const)('%s', async ([, script]) => {
    const { launched, shown } = await outcomes({ ada: ten({}, script), bob: ten({}, ranBefore(1)) }, 100)
    expect(launched).toHaveLength(1)
    expect(shown[1]).toBe('max-tests')
  })
})

test('a history that does not answer costs no more than the timeout of the job', async () => {
  const silent = { history: { afterMs: 1e9, reply: http(500) } }
  const agents = Object.fromEntries(testNames(5).map((name) => [name, ten({}, silent)]))
  const { results, endedAt } = await runAgents(agents, { maxTests: 100, timeoutSeconds: 60 })
  expect(results.map(({ outcome }) => outcome)).not.toContain('failed')
  expect(endedAt).toBeLessThan(90)
})

test('a cancellation ends the wait for a history', async () => {
  const silent = ten({}, { history: { afterMs: 20_000, reply: http(500) } })
  const { results, endedAt } = await runAgents({ ada: silent }, { maxTests: 100, cancelledAt: 2 })
  expect(results).toMatchObject([{ run: null, reason: { kind: 'aborted', by: 'signal' } }])
  expect(endedAt).toBe(2)
})

test('a history may take what is left of the timeout', async () => {
  const { calls } = await runAgents({ ada: ten() }, { maxTests: 100, timeoutSeconds: 90 })
  expect(calls[0]).toMatchObject({ what: 'history', timeoutMs: 90_000 })
})

test('exactly the limit is allowed', async () => {
  const { verdict } = await outcomes({ ada: ten(), bob: ten() }, 20)
  expect(verdict.status).toBe('passed')
})

test('a launch that was refused does not count', async () => {
  const refused = ten({}, { ...ranBefore(10), launch: http(404) })
  expect((await outcomes({ ada: refused, bob: ten({}, ranBefore(10)) }, 15)).shown).toEqual([
    'not-launched',
    'passed',
  ])
})

test.each([
  ['total', { total_tests: 10, test_uuids: null }],
  ['linked tests', { total_tests: null, test_uuids: testNames(10) }],
])('the tests of a run are known by its %s alone', async (_, told) => {
  const rows = run({ status: 'queued', ...told })
  expect((await outcomes({ ada: ten({}, { rows }), bob: ten() }, 20)).shown).toEqual(['passed', 'passed'])
  expect((await outcomes({ ada: ten({}, { rows }), bob: ten() }, 19)).shown).toEqual(['passed', 'max-tests'])
})

test('a launch that may have started counts', async () => {
  const lost = ten({}, { ...ranBefore(10), launch: http(500) })
  expect((await outcomes({ ada: lost, bob: ten({}, ranBefore(10)) }, 15)).shown).toEqual([
    'maybe-launched',
    'max-tests',
  ])
})

test('retries count, and are refused above the limit', async () => {
  const { verdict, results, launched } = await outcomes(
    { ada: ten({ 'test 1': '-+', 'test 2': '---' }) },
    12,
    3,
  )
  expect(launched).toHaveLength(2)
  expect(verdict.status).toBe('failed')
  expect(results[0]?.run?.tests.slice(0, 2)).toMatchObject([
    { status: 'flaky' },
    { status: 'failed', retrySkipped: { kind: 'refused', reason: { kind: 'max-tests' } } },
  ])
})

test('a retry counts with the tests that it really runs', async () => {
  const everything = suiteOf(testNames(10), {})
  const script = ten({ 'test 1': '-' }, { retry: () => ({ polls: suite(everything).polls ?? [] }) })
  const bob = suite({ a: '-', b: '+' }, ranBefore(2))
  const { launches } = await runAgents({ ada: script, bob }, { maxTests: 22, retries: 1 })
  expect([launches('ada').length, launches('bob').length]).toEqual([2, 1])
})

test('without a limit, launches do not wait for each other, and nothing more is read', async () => {
  const { calls } = await runAgents({ ada: ten(), bob: ten() })
  expect(calls.slice(0, 2).map(({ what }) => what)).toEqual(['launch', 'launch'])
  expect(calls.filter(({ what }) => what === 'history' || what === 'rows')).toEqual([])
})
