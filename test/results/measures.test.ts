import { describe, expect, it } from 'vitest'
import { costChangeOf, firstRuns } from '../../src/results/measures.ts'
import { baselineFor, comparedOutcome } from '../fixtures/baselines.ts'
import { overdue } from '../fixtures/sample-agents.ts'
import { inconclusive, passed, resultsOf } from '../fixtures/samples.ts'
import { testResult } from '../fixtures/test-results.ts'

describe('the change of the cost', () => {
  const cheap = passed('A', 10, { meanCostUsd: 0.003 })
  const costing = (...costs: readonly number[]) => {
    const { runs, ...baseline } = baselineFor(
      cheap,
      costs.map(() => 10),
    )
    return { ...baseline, runs: runs.map((run, index) => ({ ...run, meanCostUsd: costs[index] ?? null })) }
  }

  it('is that to the middle one of the earlier runs', () => {
    const results = resultsOf(comparedOutcome([cheap], 1, [costing(0.009, 0.001, 0.002)]))
    expect(costChangeOf(results)).toBeCloseTo(0.5)
  })

  it('leaves out agents of which it is unknown', () => {
    const unstarted = inconclusive('B', {
      kind: 'timed-out',
      timeoutSeconds: 1,
      lastError: null,
      stillForMs: null,
    })
    const others = [unstarted, overdue, passed('C', 10)]
    const baselines = [costing(0.002), ...others.map((each) => baselineFor(each, [10, 10], { total: 10 }))]
    expect(costChangeOf(resultsOf(comparedOutcome([cheap, ...others], 1, baselines)))).toBeCloseTo(0.5)
  })

  it.each([
    ['has a cost', costing()],
    ['cost anything', costing(0)],
  ])('is unknown if no earlier run %s', (_, baseline) => {
    expect(costChangeOf(resultsOf(comparedOutcome([cheap], 1, [baseline])))).toBeNull()
  })
})

it.each([
  [3, null],
  [5, { total: 9, passed: 4, failed: 1 }],
])(
  'a run that executed tests without a verdict executed %s of them with the counts %j',
  (executed, counts) => {
    const tests = (['failed', 'passed', 'unanswered', 'pending', 'not-run'] as const).map((status) =>
      testResult(status, status),
    )
    expect(firstRuns({ counts, tests })).toBe(executed)
  },
)
