// What the rules promise, over simulated pull requests. Seeded, so always the same ones; `npm run bench:rule` has all.
import { expect, test } from 'vitest'
import { simulateControlled } from '../../../scripts/bench/control-trials.ts'
import { breakCleanest, countsOf, type Rule } from '../../../scripts/bench/excuse-trials.ts'
import { changeCleanest } from '../../../scripts/bench/rule-random.ts'
import { simulate } from '../../../scripts/bench/rule-trials.ts'

const allFail = ({ candidate }: { readonly candidate: Float64Array }) => void candidate.fill(1)
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

// Many that break at once are no bad day.
test.each([
  { tests: 100, runs: 2, found: [85, 62, 83] },
  { tests: 300, runs: 2, found: [83, 59, 79] },
  { tests: 300, runs: 5, found: [100, 99, 96] },
  { tests: 300, runs: 10, found: [100, 99, 99] },
])(
  'without a control, $tests tests with $runs runs: % blocked where 5, 10, 20% of them always fail now',
  (each) => {
    const { found, ...situation } = each
    for (const [index, share] of [0.05, 0.1, 0.2].entries()) {
      const change = (rates: Float64Array) => void rates.fill(1, 0, share * rates.length)
      const { blocked } = simulate({ ...situation, change }, 300)
      expect(Math.abs(percent(blocked) - (found[index] ?? 0))).toBeLessThanOrEqual(6)
    }
  },
)

// Without the rule, what a branch breaks excuses itself, and so does what was repaired on main.
test.each([
  [3, 'cut-off', { pushes: 3 }],
  [30, 'cut-off', { pushes: 3 }],
  [3, 'later runs', { brokenNights: 9, laterNights: 6 }],
  [30, 'later runs', { brokenNights: 9, laterNights: 6 }],
] as const)('%i tests: the rule of the %s blocks breaks, and no unchanged job', (tests, rule, history) => {
  const blocked = (isBroken: boolean, without: Rule | null) => {
    const given = { ...history, isBroken }
    const situation = { earlier: countsOf(given, without), change: breakCleanest(given) }
    return percent(simulate({ tests, runs: 10, ...situation }, 200).blocked)
  }
  expect(blocked(false, null)).toBeLessThanOrEqual(1)
  expect(blocked(true, null)).toBeGreaterThanOrEqual(98)
  expect(blocked(true, rule)).toBeLessThanOrEqual(8)
})

test('a total break of 30 tests with a control costs 108 test executions', () => {
  const { blocked, executions } = simulateControlled({ tests: 30, change: allFail }, 1000)
  const mean = executions.reduce((sum, each) => sum + each, 0) / executions.length
  expect([blocked, Math.round(mean)]).toEqual([1, 108])
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

test('a baseline of nights as bad as the day of the job hardly ever blocks, one of usual nights does', () => {
  const change = (rates: Float64Array) => rates.set(rates.map((rate) => Math.min(1, 2 * rate)))
  const [usual = 0, alike = 1] = [[], [{ share: 1, factor: 2 }]].map((nights) =>
    percent(simulate({ tests: 100, runs: 3, nights, change }, 1000).blocked),
  )
  expect([usual >= 8, alike <= 1]).toEqual([true, true])
})

test('the same seed gives the same figures, another seed others', () => {
  const [first, again, other] = [1, 1, 2].map((seed) => simulate({ tests: 100, runs: 10 }, 300, seed))
  expect(again).toEqual(first)
  expect(other).not.toEqual(first)
})
