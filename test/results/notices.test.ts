// What the first lines say of the day.
import { expect, test } from 'vitest'
import { notices } from '../../src/results/notices.ts'
import type { Results } from '../../src/results/schema.ts'
import { resultsOfScenario } from '../fixtures/scenarios.ts'

const compared = resultsOfScenario('not-worse')
const ofDay = (failed: number, expected: number, agents: Partial<Results['agentTotals']> = {}) =>
  notices({
    ...compared,
    agentTotals: { passed: 2, failed: 0, inconclusive: 0, skipped: 0, ...agents },
    comparison: compared.comparison && { ...compared.comparison, today: { failed, expected } },
  })

test('a bad day has 3 failures or more, and 1.5 times as many as expected', () => {
  expect(ofDay(3, 2)).toEqual([
    '1.5 × as many tests failed as usual, across agents: the model or the service may have a bad day.',
  ])
  expect([ofDay(3, 2.01), ofDay(2, 0.1), ofDay(0, 0)]).toEqual([[], [], []])
  expect(ofDay(12, 4)[0]).toMatch(/^3 × as many/)
})

test('of one tested agent, nothing is said across agents', () => {
  expect(ofDay(12, 1, { passed: 0, failed: 1, skipped: 4 })).toEqual([
    '12 × as many tests failed as usual: the model or the service may have a bad day.',
  ])
})

test('nothing is said if nothing was compared', () => {
  expect(notices({ ...compared, comparison: null })).toEqual([])
})
