// How many tests of an agent were launched, and what they cost: those of its retries and of its control included.
import { expect, test } from 'vitest'
import type { TestRun } from '../../src/client/index.ts'
import type { Result } from '../../src/gate/service.ts'
import { compared, control, first } from './controlled.ts'
import { type GateRun, runAgents } from './gate-harness.ts'
import { http, ok } from './responses.ts'
import { earlierRuns, ended, type Sign, suite, suiteOf, testNames, uuidOf } from './suites.ts'
import type { AgentResponses, RunResponses } from './test-service.ts'

/** A run of tests with these outcomes and costs, of which the last one stays. */
function costing(signs: string, costs: readonly (number | null)[], fields: Partial<TestRun> = {}) {
  const run = ended([...signs].map((sign, index) => [`test ${index + 1}`, sign as Sign]))
  if (!run.ok) return run
  const results = run.value.results?.map((row, index) => ({ ...row, cost: costs[index] ?? costs.at(-1) }))
  return ok({ ...run.value, cost: null, results, ...fields })
}

function spent({ agents: [agent], executedTests, costUsd }: GateRun) {
  expect(agent).toMatchObject({ executedTests, costUsd })
  return [executedTests, costUsd]
}

const again = (...[signs, costs, fields]: Parameters<typeof costing>) => ({
  polls: [costing(signs, costs, fields)],
})
const unfinished = { test_uuids: testNames(2).map(uuidOf), total_tests: 2 }

test.each<[string, Result<TestRun>, RunResponses[], [number, number | null]]>([
  [
    'its retries, and a test that was not run',
    costing('-n', [0.5, null], { cost: { mean: 0.1 } }),
    [again('+', [0.25])],
    [3, 0.75],
  ],
  [
    'the mean of all for rows without costs',
    costing('+++', [0.5, null, null], { cost: { mean: 0.25 } }),
    [],
    [3, 0.75],
  ],
  [
    'a first attempt without an answer by itself, not by the retry that the test shows',
    costing('?', [null]),
    [again('+', [0.25])],
    [2, 0.25],
  ],
  [
    'a retry of which no result counts, once for both of its tests',
    costing('--', [0.5]),
    [again('--', [0.25], { status: 'failed', error: true })],
    [4, 1.5],
  ],
  [
    'a retry once that gave one test a result and another one none',
    costing('--', [0.5]),
    [again('+', [0.25], unfinished)],
    [4, 1.25],
  ],
  [
    'a retry that was cancelled, and what it cost until then',
    costing('--', [0.5]),
    [again('+', [0.25], { ...unfinished, status: 'cancelled' })],
    [4, 1.25],
  ],
  ['no retry that was lost', costing('-', [0.5]), [{ launch: http(500) }, again('+', [0.25])], [2, 0.75]],
  ['nothing known without costs', costing('+', [null]), [], [1, null]],
])('an agent has spent %s', async (_, run, retries, expected) => {
  const tests = testNames(3).map(uuidOf)
  const ada: AgentResponses = { tests, polls: [run], retry: (_, nth) => retries[nth - 1] ?? {} }
  expect(spent(await runAgents({ ada }, { retries: 1 }))).toEqual(expected)
})

test.each([
  [[0.5, 0.25], true],
  [[0.5, null], false],
])('of rows that cost %j it is said whether that is all', async (costs, isWhole) => {
  const { agents, outcome } = await runAgents({
    ada: { tests: testNames(2).map(uuidOf), polls: [costing('++', costs)] },
  })
  expect([agents[0]?.isCostWhole, outcome.isCostWhole]).toEqual([isWhole, isWhole])
})

test('passing tests that run once more to be counted count', async () => {
  const names = testNames(20)
  const failing = { 'test 1': '-+', 'test 2': '-+', 'test 3': '-+' }
  const others = { 'test 4': '+-', 'test 5': '+-', 'test 6': '+-' }
  const ada = suite(suiteOf(names, { ...failing, ...others }), { history: earlierRuns(10, names) })
  const ran = await runAgents({ ada }, { mode: 'gate-if-worse' })
  expect(spent(ran)).toEqual([40, expect.closeTo(0.04)])
  expect(ran.agents[0]?.run?.tests[3]).toMatchObject({ cause: 'passed', attempts: [{}, {}] })
})

test('what runs on a control counts, too', async () => {
  const ran = await compared({ [first]: '-' }, { ...control(), retry: () => again('+', [0.125]) })
  const runs = ran.tests[0]?.control?.attempts.length ?? 0
  const ofAgent = 20 + (ran.tests[0]?.attempts.length ?? 0) - 1
  expect(runs).toBeGreaterThan(1)
  expect(spent(ran)).toEqual([ofAgent + runs, expect.closeTo(ofAgent * 0.001 + runs * 0.125)])
})

test('a job adds up its agents', async () => {
  const agents = {
    ada: again('++', [0.5]),
    bob: again('+', [null]),
    eve: { launch: http(404) },
    kim: again('+', [0.25]),
  }
  const ran = await runAgents(agents)
  expect(ran.agents.map(({ executedTests }) => executedTests)).toEqual([2, 1, 0, 1])
  expect(ran.agents.map(({ costUsd }) => costUsd)).toEqual([1, null, null, 0.25])
  expect([ran.executedTests, ran.costUsd]).toEqual([4, 1.25])
})
