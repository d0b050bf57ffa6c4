// What the rules promise, over simulated pull requests. Seeded, so always the same ones; `npm run bench:rule` has all.
import { expect, test } from 'vitest'
import { simulateControlled } from '../../../scripts/bench/control-trials.ts'
import { changeCleanest } from '../../../scripts/bench/rule-random.ts'
import { simulate } from '../../../scripts/bench/rule-trials.ts'

const percent = (share: number) => Math.round(100 * share)

test.each([
  { tests: 5, runs: 10, unchanged: 0, broken: 100 },
  { tests: 100, runs: 10, unchanged: 0, broken: 100 },
  { tests: 100, runs: 3, unchanged: 2, broken: 98 },
  { tests: 100, runs: 1, unchanged: 2, broken: 67 },
  { tests: 100, runs: 0, unchanged: 0, broken: 0 },
])('without a control, $tests tests with $runs runs: % blocked', ({ unchanged, broken, ...situation }) => {
  const change = (rates: Float64Array) => changeCleanest(rates, 1, 1)
  const shares = [{}, { change }].map((more) => simulate({ ...situation, ...more }, 1000).blocked)
  for (const [index, expected] of [unchanged, broken].entries())
    expect(Math.abs(percent(shares[index] ?? 0) - expected)).toBeLessThanOrEqual(2)
})

test.each([
  { tests: 5, unchanged: 0, broken: 65 },
  { tests: 100, unchanged: 0, broken: 92 },
])('with a control, $tests tests: % blocked', ({ tests, unchanged, broken }) => {
  const change = ({ candidate }: { readonly candidate: Float64Array }) => changeCleanest(candidate, 10, 0.6)
  const jobs = [{}, { change }].map((more) => simulateControlled({ tests, ...more }, 1000))
  for (const [index, expected] of [unchanged, broken].entries())
    expect(Math.abs(percent(jobs[index]?.blocked ?? 0) - expected)).toBeLessThanOrEqual(3)
})

test('counting again finds a decline of all tests by 20 points, and an outage during the first run hardly ever blocks', () => {
  const change = (rates: Float64Array) => rates.set(rates.map((rate) => Math.min(1, rate + 0.2)))
  const [decline, outage] = [{ change }, { firstRunFails: true }].map((more) =>
    percent(simulate({ tests: 100, runs: 10, ...more }, 1000).blocked),
  )
  expect(decline).toBeGreaterThanOrEqual(85)
  expect(outage).toBeLessThanOrEqual(2)
})

test('the same seed gives the same figures, another seed others', () => {
  const [first, again, other] = [1, 1, 2].map((seed) => simulate({ tests: 100, runs: 10 }, 300, seed))
  expect(again).toEqual(first)
  expect(other).not.toEqual(first)
})
