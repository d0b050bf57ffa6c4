// What the rule promises, over simulated pull requests. Seeded, so always the same ones; `npm run bench:rule` has more.
import { describe, expect, test } from 'vitest'
import { ordinary, type Situation, simulate } from '../../scripts/bench/rule-trials.ts'

const simulated = (situation: Partial<Situation>) => simulate({ ...ordinary, ...situation }, 3000)

describe.each([
  ['equal', false],
  ['skewed', true],
])('with %s failure rates and 10 baseline runs', (_, skewed) => {
  test.each([
    { tests: 20, failureRate: 0.02, most: 0.03 },
    { tests: 20, failureRate: 0.05, most: 0.03 },
    { tests: 50, failureRate: 0.05, most: 0.03 },
    { tests: 100, failureRate: 0.02, most: 0.03 },
    { tests: 100, failureRate: 0.05, most: 0.03 },
    { tests: 200, failureRate: 0.05, most: 0.04 },
  ])('without a change, $tests tests at $failureRate are blocked in at most $most of cases', (each) => {
    const { shipped, extraTests } = simulated({ ...each, skewed })
    expect(shipped).toBeLessThanOrEqual(each.most)
    expect(extraTests).toBeLessThanOrEqual(1.2 * each.failureRate)
  })

  test('three tests of 100 that now always fail are blocked', () => {
    expect(simulated({ skewed, broken: 3 }).shipped).toBeGreaterThan(0.99)
  })
})

// Skewed, 10 baseline runs; in percent.
const changes: readonly Partial<Situation>[] = [
  {},
  { today: 2 },
  { today: 3 },
  { broken: 1 },
  { broken: 10 },
  { broken: 10, brokenRate: 0.6 },
  { worse: 0.05 },
]
test.each([
  { tests: 100, failureRate: 0.05, blocked: [1.7, 13, 38, 91, 100, 80, 7] },
  { tests: 100, failureRate: 0.02, blocked: [0.6, 6, 21, 97, 100, 90, 25] },
  { tests: 200, failureRate: 0.05, blocked: [2.9, 11, 60, 88, 100, 75, 5] },
])('blocks $tests tests at $failureRate as often as an independent simulation', (each) => {
  const { blocked, ...suite } = each
  for (const [index, change] of changes.entries()) {
    const { shipped } = simulate({ ...ordinary, ...suite, ...change }, 8000)
    expect(Math.abs(100 * shipped - (blocked[index] ?? 0))).toBeLessThanOrEqual(1.5)
  }
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
