// What the rule promises, over simulated pull requests. Seeded, so always the same ones; `npm run bench:rule` has more.
import { describe, expect, test } from 'vitest'
import { ordinary, type Situation, simulate } from '../../scripts/bench/rule-trials.ts'

const simulated = (situation: Partial<Situation>) => simulate({ ...ordinary, ...situation }, 3000)

describe.each([
  ['equal', false],
  ['skewed', true],
])('with %s failure rates and 10 baseline runs', (_, skewed) => {
  test.each([
    { tests: 20, failureRate: 0.02, most: 0.05 },
    { tests: 20, failureRate: 0.05, most: 0.05 },
    { tests: 50, failureRate: 0.05, most: 0.05 },
    { tests: 100, failureRate: 0.02, most: 0.05 },
    { tests: 100, failureRate: 0.05, most: 0.05 },
    { tests: 200, failureRate: 0.05, most: 0.06 },
  ])('without a change, $tests tests at $failureRate are blocked in at most $most of cases', (each) => {
    const { shipped, extraTests } = simulated({ ...each, skewed })
    expect(shipped).toBeLessThanOrEqual(each.most)
    expect(extraTests).toBeLessThanOrEqual(1.2 * each.failureRate)
  })

  test.each([0.02, 0.05])('one test of 100 that now always fails is blocked, others at %f', (failureRate) => {
    expect(simulated({ failureRate, skewed, broken: 1 }).shipped).toBeGreaterThanOrEqual(0.94)
  })

  test('three tests of 100 that now always fail are blocked', () => {
    expect(simulated({ skewed, broken: 3 }).shipped).toBeGreaterThan(0.995)
  })

  test('ten tests of 100 that now fail 60% of the time are blocked in most cases', () => {
    const { shipped, lowerPassRate } = simulated({ skewed, broken: 10, brokenRate: 0.6 })
    expect(shipped).toBeGreaterThan(0.85)
    expect(lowerPassRate).toBeGreaterThan(0.85)
  })
})

test('without history nothing is blocked', () => {
  const { shipped, lowerPassRate, anyFailure, extraTests } = simulated({ baselineRuns: 0, broken: 10 })
  expect({ shipped, lowerPassRate, anyFailure, extraTests }).toEqual({
    shipped: 0,
    lowerPassRate: 0,
    anyFailure: 1,
    extraTests: 0,
  })
})

test('the same seed gives the same figures, another seed others', () => {
  const [first, again, other] = [1, 1, 2].map((seed) => simulate(ordinary, 500, seed))
  expect(again).toEqual(first)
  expect(other).not.toEqual(first)
})
