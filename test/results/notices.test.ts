// What the first lines say of the day.
import { expect, test } from 'vitest'
import { notices } from '../../src/results/notices.ts'
import type { Results } from '../../src/results/schema.ts'
import { resultsOfScenario } from '../fixtures/scenarios.ts'

const compared = resultsOfScenario('not-worse')
const ofDay = (failed: number, isBad: boolean, agents: Partial<Results['agentTotals']> = {}) =>
  notices({
    ...compared,
    agentTotals: { passed: 2, failed: 0, inconclusive: 0, skipped: 0, ...agents },
    comparison: compared.comparison && { ...compared.comparison, today: { failed, expected: 1, isBad } },
  })

test('of a bad day is said how many more tests failed, of another nothing', () => {
  expect(ofDay(3, true)).toEqual([
    '3 × as many tests failed as usual, across agents: the model or the service may have a bad day.',
  ])
  expect(ofDay(3, false)).toEqual([])
})

test('of one tested agent, nothing is said across agents', () => {
  expect(ofDay(12, true, { passed: 0, failed: 1, skipped: 4 })).toEqual([
    '12 × as many tests failed as usual: the model or the service may have a bad day.',
  ])
  expect(ofDay(12, true, { passed: 1, inconclusive: 1 })[0]).toMatch(/ as usual, across agents: /)
})

test.each([
  [
    'control-alarm',
    'Probably this change: 6 failing tests ran again on both agents, and more of them failed with it than without in 5 rounds.',
  ],
  [
    'control-bad-day',
    '6 failing tests ran again on both agents, and not clearly more of them failed with the change than without.',
  ],
])('of a group with a control is said what its rounds told: %s', (name, sentence) => {
  expect(notices(resultsOfScenario(name))).toEqual([sentence])
})

test('with a control, the day is judged by it alone', () => {
  const { comparison, ...results } = resultsOfScenario('control-one-broke')
  const today = { failed: 20, expected: 1, isBad: true }
  expect(notices({ ...results, comparison: comparison && { ...comparison, today } })).toEqual([])
})

test('nothing is said if nothing was compared', () => {
  expect(notices({ ...compared, comparison: null })).toEqual([])
})
