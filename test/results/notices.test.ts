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
    'Probably this change: 6 tests failed at once; of 6 run again, 6 attempts failed only with the change, 0 only on the control.',
  ],
  [
    'control-bad-day',
    '6 tests failed at once. Of 6 run again, 5 failed on the control, too: the model or the service may have a bad day.',
  ],
])('of an alarm with a control is said what a sample of the tests told: %s', (name, sentence) => {
  expect(notices(resultsOfScenario(name))).toEqual([sentence])
})

test('with a control, the day is judged by it alone', () => {
  const { comparison, ...results } = resultsOfScenario('control-one-broke')
  const today = { failed: 20, expected: 1, isBad: true }
  expect(notices({ ...results, comparison: comparison && { ...comparison, today } })).toEqual([])
  const alarm = {
    failed: 6,
    runAgain: 0,
    failedOnControl: 0,
    onlyCandidate: 0,
    onlyControl: 0,
    blocks: false,
  }
  const of = (changes: Partial<typeof alarm>) =>
    notices({
      ...results,
      comparison: comparison && { ...comparison, control: { alarm: { ...alarm, ...changes } } },
    })
  expect(of({})).toEqual(['6 tests failed at once, and none of them could be run on the control.'])
  expect(of({ runAgain: 6, onlyCandidate: 2 })).toEqual([
    '6 tests failed at once. Of 6 run again, too few failed again to tell a change from chance.',
  ])
})

test('nothing is said if nothing was compared', () => {
  expect(notices({ ...compared, comparison: null })).toEqual([])
})
