// The input `max-tests`: once so many tests were launched, no further agent is, nor retries that would exceed it.
import { describe, expect, test } from 'vitest'
import { runAgents, type Setting } from './gate-harness.ts'
import { http, run } from './responses.ts'
import { suite, suiteOf, testNames } from './suites.ts'
import type { AgentResponses } from './test-service.ts'

/** An agent with ten tests that pass unless given otherwise. */
const ten = (more: Partial<AgentResponses> = {}, others = {}) => suite(suiteOf(testNames(10), others), more)

/** What became of each agent: its outcome, or why there is no clear one. */
async function outcomes(
  maxTests: number,
  agents: Readonly<Record<string, AgentResponses>>,
  setting: Setting = {},
) {
  const ran = await runAgents(agents, { ...setting, maxTests })
  const shown = ran.agents.map(({ outcome, problem }) => problem?.kind ?? outcome)
  return { ...ran, shown, launched: Object.keys(agents).flatMap((agent) => ran.launches(agent)) }
}

test('once it is reached, no further agent is launched, and the job is inconclusive', async () => {
  const responses = { ada: ten(), bob: ten(), cyd: ten() }
  const { shown, verdict, totals, calls, agents } = await outcomes(20, responses)
  expect(shown).toEqual(['passed', 'passed', 'max-tests'])
  expect({ verdict, totals }).toMatchObject({ verdict: 'inconclusive', totals: { total: 20, passed: 20 } })
  expect(agents[2]).toMatchObject({ name: 'cyd', problem: { maxTests: 20 } })
  expect((await outcomes(30, responses)).verdict).toBe('passed')
  expect(calls.filter(({ what }) => what === 'history')).toEqual([])
})

describe('the tests of an agent', () => {
  const total = run({ status: 'queued', total_tests: 10, test_uuids: null })
  const linked = run({ status: 'queued', total_tests: null, test_uuids: testNames(10) })
  const [lost, unavailable, refused] = [500, 503, 404].map((status) => ({ launch: http(status) }))
  test.each<[string, number, Partial<AgentResponses> | undefined, number, string[]]>([
    ['those that its run counts', 10, { rows: total }, 1, ['passed', 'max-tests']],
    ['those that its run counts', 20, { rows: total }, 1, ['passed', 'passed']],
    ['those that its run has', 10, { rows: linked }, 1, ['passed', 'max-tests']],
    ['those that its run has', 20, { rows: linked }, 1, ['passed', 'passed']],
    ['those that are linked to it if the response is lost', 10, lost, 1, ['maybe-launched', 'max-tests']],
    ['those that are linked to it if the response is lost', 20, lost, 1, ['maybe-launched', 'passed']],
    ['counted with each 503', 10, unavailable, 1, ['maybe-launched', 'max-tests']],
    ['counted with each 503', 20, unavailable, 2, ['maybe-launched', 'max-tests']],
    ['counted with each 503', 29, unavailable, 2, ['maybe-launched', 'max-tests']],
    ['counted with each 503', 30, unavailable, 3, ['maybe-launched', 'max-tests']],
    ['none if the launch was refused', 10, refused, 1, ['not-launched', 'passed']],
  ])('are %s, within a limit of %i', async (_, maxTests, ada, launched, expected) => {
    const { shown, launches } = await outcomes(maxTests, { ada: ten(ada), bob: ten() })
    expect([launches('ada').length, shown]).toEqual([launched, expected])
  })

  test.each([
    ['its run cannot be read', { rows: http(500) }],
    ['its run may have started', { launch: http(500) }],
    ['its launch is answered 503', { launch: http(503) }],
  ])(
    'are unknown if %s, and the linked ones cannot be read: then nothing more is launched',
    async (_, responses) => {
      const change: Setting['change'] = () => ({ agents: { listTests: async () => http(404) } })
      const { launches, shown } = await outcomes(100, { ada: ten(responses), bob: ten() }, { change })
      expect([launches('ada').length, launches('bob'), shown[1]]).toEqual([1, [], 'max-tests'])
    },
  )
})

test.each([
  [9, ['max-tests', 'passed'], 1],
  [10, ['passed', 'max-tests'], 1],
  [13, ['passed', 'max-tests'], 1],
  [14, ['passed', 'passed'], 2],
])(
  'a run whose linked tests would exceed a limit of %i is not launched',
  async (maxTests, expected, many) => {
    // Tests without a configuration are linked, too.
    const bob = suite({ a: '+', b: '+' }, { tests: ['a', 'b', 'c', 'd'] })
    const responses = { ada: ten({ tests: testNames(10) }), bob }
    const found = await outcomes(maxTests, responses, { listed: true })
    expect([
      found.shown.map((each) => each.replace('tests-not-run', 'passed')),
      found.launched.length,
    ]).toEqual([expected, many])
  },
)

test('a run of as many tests as are left is launched, also where the linked ones are unknown', async () => {
  for (const answer of [http(404), http(500)]) {
    const change: Setting['change'] = () => ({ agents: { listTests: async () => answer } })
    const { shown } = await outcomes(1, { ada: ten(), bob: ten() }, { change })
    expect(shown).toEqual(['passed', 'max-tests'])
  }
})

describe('retries', () => {
  test('count, and are refused above the limit', async () => {
    const responses = { ada: ten({}, { 'test 1': '-+', 'test 2': '---' }) }
    const { verdict, agents, launched } = await outcomes(12, responses, { retries: 3 })
    expect([launched.length, verdict]).toEqual([2, 'failed'])
    expect(agents[0]?.run?.tests.slice(0, 2)).toMatchObject([
      { cause: 'passed', attempts: [{}, {}] },
      { cause: 'new', whyNotRunAgain: { why: 'no-result', problem: { kind: 'max-tests' } } },
    ])
  })

  test('count with the tests that the service really runs', async () => {
    const ada = ten({ retry: () => ({ polls: ten().polls ?? [] }) }, { 'test 1': '-' })
    const bob = suite({ a: '-', b: '+' })
    const { launches } = await outcomes(22, { ada, bob }, { retries: 1 })
    expect([launches('ada').length, launches('bob').length]).toEqual([2, 1])
  })
})

test('without a limit, launches do not wait for each other, and nothing more is read', async () => {
  const { calls } = await runAgents({ ada: ten(), bob: ten() })
  expect(calls.slice(0, 2).map(({ what }) => what)).toEqual(['launch', 'launch'])
  expect(calls.filter(({ what }) => what === 'history' || what === 'rows')).toEqual([])
})
