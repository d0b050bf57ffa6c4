import { describe, expect, test } from 'vitest'
import { baselineFromFiles } from '../../src/gate/baseline.ts'
import {
  classify,
  comparisonOf,
  countFirstFailures,
  historiesOf,
  historyOfAll,
} from '../../src/gate/compare.ts'
import { passRateOf } from '../../src/gate/earlier-run.ts'
import type { TestResult, TestStatus } from '../../src/gate/results.ts'
import { testResult } from '../fixtures/test-results.ts'

/** Tests with their outcomes by key in earlier runs, `+` or `-`. */
function compared(tests: readonly TestResult[], ...runs: Readonly<Record<string, '+' | '-'>>[]) {
  const files = runs.map((outcomes, index) => {
    const passed = new Map(Object.entries(outcomes).map(([key, outcome]) => [key, outcome === '+']))
    const facts = { taskId: null, createdAt: 0, p95LatencyMs: null, meanCostUsd: null }
    return {
      byUuid: new Map([['ada', { taskId: `${index}`, run: { ...facts, ...passRateOf(passed) }, passed }]]),
      byName: new Map(),
    }
  })
  return { tests, baseline: baselineFromFiles({ uuid: 'ada', name: 'Ada' }, tests, files) }
}

const none = { broken: 0, 'known-failure': 0, new: 0, flaky: 0, unreliable: 0, undetermined: 0 }

describe('the history of a failing test', () => {
  test('is its outcomes in the runs that contain it', () => {
    const tests = [testResult('a', 'failed'), testResult('b', 'failed'), testResult('c', 'unanswered')]
    const agent = compared(tests, { '1 a': '+', '1 b': '-' }, { '1 a': '+' }, { '1 a': '-', '1 b': '-' })
    expect([...historiesOf([agent]).values()]).toEqual([
      { failures: 1, runs: 3 },
      { failures: 2, runs: 2 },
      { failures: 0, runs: 0 },
    ])
    expect(historyOfAll([agent])).toEqual({ comparedTests: 2, failures: 3, runs: 5 })
  })

  test('is that of the same place among tests with the same name', () => {
    const tests = [1, 2, 3].map(() => testResult('twin', 'failed'))
    const histories = historiesOf([compared(tests, { '1 twin': '+', '2 twin': '-' })])
    expect([...histories.values()].map(({ failures, runs }) => [failures, runs])).toEqual([
      [0, 1],
      [1, 1],
      [0, 0],
    ])
  })

  test('is not kept if the test passed, but counts for all together', () => {
    const agent = compared([testResult('a')], { '1 a': '-' })
    expect(historiesOf([agent])).toEqual(new Map())
    expect(historyOfAll([agent])).toEqual({ comparedTests: 1, failures: 1, runs: 1 })
  })

  test('of two agents is kept apart', () => {
    const agents = [
      compared([testResult('a', 'failed')], { '1 a': '-' }),
      compared([testResult('a', 'failed')], { '1 a': '+' }, { '1 a': '+' }),
    ]
    expect([...historiesOf(agents).values()]).toEqual([
      { failures: 1, runs: 1 },
      { failures: 0, runs: 2 },
    ])
    expect(historyOfAll(agents)).toEqual({ comparedTests: 2, failures: 1, runs: 3 })
  })
})

describe('the comparison', () => {
  const statuses: TestStatus[] = ['passed', 'failed', 'unanswered', 'not-run', 'pending', 'failed']
  const tests = statuses.map((status, index) => testResult(`t${index}`, status))
  const old = Object.fromEntries(tests.slice(0, 5).map(({ name }) => [`1 ${name}`, '+' as const]))
  const agents = [compared(tests, old, old, old, old, { ...old, '1 t0': '-' })]
  const all = historyOfAll(agents)

  test('counts first attempts of the compared tests, on both sides', () => {
    expect(comparisonOf(agents, all, ['broken', 'new', 'new'])).toMatchObject({
      agents: [{ agent: { uuid: 'ada', name: 'Ada' }, runs: agents[0]?.baseline.runs, error: null }],
      comparedTests: 5,
      now: { passed: 1, total: 5 },
      before: { passed: 24, total: 25 },
      classes: { ...none, broken: 1, new: 2 },
    })
  })

  test('counts only answered first attempts among the failures', () => {
    expect(countFirstFailures(agents, all)).toMatchObject({ tests: 2, failed: 1 })
  })

  test('of nothing is empty', () => {
    expect(comparisonOf([], historyOfAll([]), [])).toEqual({
      agents: [],
      comparedTests: 0,
      now: { passed: 0, total: 0 },
      before: { passed: 0, total: 0 },
      classes: none,
      failureCount: { tests: 0, failed: 0, expected: 0, probability: 1, blocks: false },
    })
  })
})

test.each<[TestStatus[], string]>([
  [['failed'], 'retry'],
  [['failed', 'failed', 'failed'], 'broken'],
  [['failed', 'unanswered', 'failed'], 'retry'],
  [['failed', 'not-run', 'passed'], 'flaky'],
  [['unanswered', 'pending'], 'retry'],
])('attempts %j are %s', (statuses, decision) => {
  const all = { comparedTests: 100, failures: 0, runs: 1000 }
  const attempts = statuses.map((status) => ({ status }))
  expect(classify({ failures: 0, runs: 10 }, attempts, all, 2)).toBe(decision)
})
