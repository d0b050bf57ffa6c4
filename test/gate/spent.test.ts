// How many tests of an agent ended, and what they cost: those of its retries and of its control included.
import { expect, it, test } from 'vitest'
import type { TestRun } from '../../src/client/index.ts'
import type { Result } from '../../src/gate/service.ts'
import { compared, control, first } from './controlled.ts'
import { type GateRun, runAgents, type Setting } from './gate-harness.ts'
import { http, ok } from './responses.ts'
import { earlierRuns, ended, type Sign, suite, suiteOf, testNames, uuidOf } from './suites.ts'
import type { AgentResponses } from './test-service.ts'

/** A run with these costs by row, of which the last one stays. */
function costing(run: Result<TestRun>, ...costs: (number | null)[]): Result<TestRun> {
  if (!run.ok) return run
  const results = run.value.results?.map((each, index) => ({
    ...each,
    cost: index < costs.length ? costs[index] : costs.at(-1),
  }))
  return ok({ ...run.value, results })
}

function spent({ agents: [agent], executedTests, costUsd }: GateRun) {
  expect(agent).toMatchObject({ executedTests, costUsd })
  return { executedTests, costUsd }
}

/** Of one agent with this first run, whose retries are answered as given. */
async function spentOn(first: Result<TestRun>, retry: AgentResponses['retry'], setting: Setting = {}) {
  const { results } = first.ok ? first.value : { results: [] }
  const tests = (results ?? []).flatMap(({ test_case_id: id }) => id ?? [])
  const ada = { tests, polls: [first], ...(retry && { retry }) }
  return spent(await runAgents({ ada }, { retries: 1, ...setting }))
}

const signs = (all: string) => [...all].map((sign, index) => [`test ${index + 1}`, sign as Sign] as const)
const withMean = (run: Result<TestRun>, mean: number) => (run.ok ? ok({ ...run.value, cost: { mean } }) : run)
const again = (all: string, ...costs: (number | null)[]) => ({
  polls: [costing(ended(signs(all)), ...costs)],
})

it('counts retries, and no test that was not run', async () => {
  const run = withMean(costing(ended(signs('-n')), 0.5, null), 0.1)
  expect(await spentOn(run, () => again('+', 0.25))).toEqual({ executedTests: 2, costUsd: 0.75 })
})

it('takes the mean of all for rows without costs', async () => {
  const run = withMean(costing(ended(signs('+++')), 0.5, null), 0.25)
  expect(await spentOn(run, undefined)).toEqual({ executedTests: 3, costUsd: 0.75 })
})

it('counts a first attempt without an answer by itself, not by the retry that the test shows', async () => {
  const run = costing(ended(signs('?')), null)
  expect(await spentOn(run, () => again('+', 0.25))).toEqual({ executedTests: 2, costUsd: 0.25 })
})

it('counts a retry of which no result counts, once for both of its tests', async () => {
  const lost = costing(ended(signs('--')), 0.25)
  const retry = { polls: [lost.ok ? ok({ ...lost.value, status: 'failed', error: true }) : lost] }
  const run = costing(ended(signs('--')), 0.5)
  expect(await spentOn(run, () => retry)).toEqual({ executedTests: 4, costUsd: 1.5 })
})

it('counts a retry once that gave one test a result and another one none', async () => {
  const partial = costing(ended(signs('+')), 0.25)
  const left = { test_uuids: ['test 1', 'test 2'].map(uuidOf), total_tests: 2 }
  const retry = { polls: [partial.ok ? ok({ ...partial.value, ...left }) : partial] }
  const run = costing(ended(signs('--')), 0.5)
  expect(await spentOn(run, () => retry)).toEqual({ executedTests: 3, costUsd: 1.25 })
})

it('leaves out retries that were lost', async () => {
  const run = costing(ended(signs('-')), 0.5)
  const retry: AgentResponses['retry'] = (_, nth) => (nth === 1 ? { launch: http(500) } : again('+', 0.25))
  expect(await spentOn(run, retry)).toEqual({ executedTests: 2, costUsd: 0.75 })
})

it('costs nothing known if the service gave no costs', async () => {
  expect(await spentOn(ended(signs('+')), undefined)).toEqual({ executedTests: 1, costUsd: null })
})

test('passing tests that run once more to be counted count, which shows nowhere else', async () => {
  const names = testNames(20)
  const failing = { 'test 1': '-+', 'test 2': '-+', 'test 3': '-+' }
  const others = { 'test 4': '+-', 'test 5': '+-', 'test 6': '+-' }
  const ada = suite(suiteOf(names, { ...failing, ...others }), { history: earlierRuns(10, names) })
  const priced = {
    ...ada,
    polls: ada.polls?.map((run) => ('afterMs' in run ? run : costing(run, 0.5))) ?? [],
    retry: (uuids: readonly string[], nth: number) => {
      const { polls = [], ...run } = ada.retry?.(uuids, nth) ?? {}
      return { ...run, polls: polls.map((each) => ('afterMs' in each ? each : costing(each, 0.25))) }
    },
  }
  const ran = await runAgents({ ada: priced }, { mode: 'gate-if-worse' })
  expect(spent(ran)).toEqual({ executedTests: 40, costUsd: 15 })
  expect(ran.agents[0]?.run?.tests[3]).toMatchObject({ outcome: 'passed', attempts: [] })
})

test('what runs on a control counts, too', async () => {
  const onControl = control()
  const priced: AgentResponses = { ...onControl, retry: () => again('+', 0.125) }
  const ran = await compared({ [first]: '-' }, priced)
  const runs = ran.tests[0]?.control?.attempts.length ?? 0
  const ofAgent = 20 + (ran.tests[0]?.attempts.length ?? 0) - 1
  expect(runs).toBeGreaterThan(1)
  expect(spent(ran)).toEqual({ executedTests: ofAgent + runs, costUsd: runs * 0.125 })
})

test('a job adds up its agents', async () => {
  const agents = {
    ada: { polls: [costing(ended(signs('++')), 0.5)] },
    bob: { polls: [ended([['c', '+']])] },
    eve: { launch: http(404) },
    kim: { polls: [costing(ended([['d', '+']]), 0.25)] },
  }
  const ran = await runAgents(agents)
  expect(ran.agents.map(({ executedTests, costUsd }) => [executedTests, costUsd])).toEqual([
    ...[
      [2, 1],
      [1, null],
      [0, null],
      [1, 0.25],
    ],
  ])
  expect([ran.executedTests, ran.costUsd]).toEqual([4, 1.25])
})
