// What becomes of a failing test without a control: by its history, by what tests of the workspace usually do, and by what today is like.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  type Attempted,
  doubtOf,
  judgeFailure,
  MAX_ROUNDS,
  todayOf,
  unbroken,
} from '../../../src/gate/history/rule.ts'

const ofTest = (failures: number, runs: number) => ({ failures, runs, isNew: runs === 0 })
const passing = (failures: number, runs: number): Attempted => ({
  ...ofTest(failures, runs),
  failed: 0,
  passed: true,
})
const failing = (failures: number, runs: number, failed = 1): Attempted => ({
  ...ofTest(failures, runs),
  failed,
  passed: false,
})
const spotless = (tests: number, runs: number) => Array.from({ length: tests }, () => passing(0, runs))

/** What the rule says of the test among others, whose first attempts were all answered. */
const judged = (test: Attempted, others: readonly Attempted[], retries = 2) =>
  judgeFailure(test, true, todayOf([test, ...others]), retries)

/** Judges after each failed attempt until there is a class. */
function settle(failures: number, runs: number, others: readonly Attempted[], retries = 2) {
  for (let failed = 1; ; failed++) {
    const test = failing(failures, runs, failed)
    const became = judged(test, others, retries)
    if (became === 'retry') continue
    const isPerhaps = became === 'broke' || became === 'passed-before'
    const doubt = isPerhaps ? `, ${doubtOf(test, became, todayOf([test, ...others])) ?? 'no doubt'}` : ''
    return `${became} after ${failed}${doubt}`
  }
}

/** Of 100 tests, some fail today though they passed all their earlier runs, and pass a retry. */
const today = (flaky: number, runs: number) => [
  ...Array.from({ length: flaky }, () => ({ ...failing(0, runs), passed: true })),
  ...spotless(99 - flaky, runs),
]

describe('a failing test', () => {
  const others = spotless(99, 10)

  test.each([
    [0, 0, 'new'],
    [1, 1, 'failed-before'],
    [1, 2, 'retry'],
    [2, 3, 'failed-before'],
    [4, 9, 'retry'],
    [5, 9, 'failed-before'],
    [5, 10, 'fails-now-and-then'],
    [6, 10, 'failed-before'],
  ])('with %i failures in %i runs is %s: more than half is too often', (failures, runs, became) => {
    expect(judged(failing(failures, runs), others)).toBe(became)
  })

  test('is flaky once an attempt passes, and retried if none was answered', () => {
    for (const failed of [1, 3, 9])
      expect(judged({ ...failing(0, 10, failed), passed: true }, others)).toBe('flaky')
    expect(judged(failing(0, 10, 0), others)).toBe('retry')
  })

  test('that has no result in any earlier run is undecided after its retries', () => {
    const without = (failed: number) => judged({ ...failing(0, 0, failed), isNew: false }, others, 1)
    expect([without(1), without(2)]).toEqual(['retry', 'undecided'])
  })

  test.each([
    { failures: 0, runs: 10, retries: 2, became: 'broke after 5, no doubt' },
    { failures: 0, runs: 10, retries: 5, became: 'broke after 6, no doubt' },
    { failures: 0, runs: 9, retries: 2, became: 'broke after 8, runs' },
    { failures: 0, runs: 1, retries: 5, became: 'broke after 8, runs' },
    { failures: 1, runs: 10, retries: 2, became: 'broke after 8, failures' },
    // Ten attempts could not show that it broke, so no retry is made, whatever the input says.
    { failures: 3, runs: 10, retries: 5, became: 'fails-now-and-then after 1' },
    { failures: 3, runs: 9, retries: 5, became: 'fails-now-and-then after 3' },
  ])('of 100 with $failures failures in $runs runs, and $retries retries: $became', (each) => {
    const { failures, runs, retries, became } = each
    expect(settle(failures, runs, spotless(99, runs), retries)).toBe(became)
  })

  test('that always fails today has broken, unless many others fail today, or usually', () => {
    const failingOften = Array.from({ length: 30 }, () => passing(1, 1))
    expect([...[0, 30].map((flaky) => settle(0, 2, today(flaky, 2))), settle(0, 1, failingOften)]).toEqual([
      'broke after 8, runs',
      'passed-before after 3, day',
      'passed-before after 3, runs',
    ])
  })

  test('whose first attempt was not answered is judged by the others alone', () => {
    const late = failing(0, 10, 5)
    expect(judgeFailure(late, false, todayOf(others), 0)).toBe('broke')
    // The only test of its job stands for itself.
    expect(judgeFailure(failing(5, 10, 10), false, todayOf([]), 0)).toBe('fails-now-and-then')
  })

  test('whose earlier failures may be errors is not excused by them', () => {
    const unread = (failures: number, failed: number) => ({
      ...failing(failures, 10, failed),
      mayBeErrors: true,
    })
    // It may pass a retry, so it is run again, as long as after few earlier runs.
    const attempts = [unread(6, 1), unread(3, 2), unread(3, 3), unread(1, 9)]
    expect(attempts.map((each) => judged(each, others))).toEqual(['undecided', 'retry', 'undecided', 'broke'])
    expect([ofTest(0, 0), ofTest(0, 1), ofTest(1, 2)].map(unbroken)).toEqual([
      'undecided',
      'passed-before',
      'fails-now-and-then',
    ])
  })

  test('that is not run again in spite of retry says why that is only perhaps a change', () => {
    const doubt = (runs: number, failed: number) =>
      doubtOf(failing(0, runs, failed), 'retry', todayOf(others))
    expect([doubt(10, 1), doubt(10, 5), doubt(1, 4), doubt(1, 5)]).toEqual([
      'attempts',
      'attempts',
      'attempts',
      'runs',
    ])
  })

  test('is judged in the same way after thousands of earlier runs, whose likelihoods are too small for numbers', () => {
    const many = Array.from({ length: 20 }, (_, at) => passing(at < 5 ? 2000 : 0, 5000))
    expect(settle(10, 5000, many)).toBe('broke after 5, failures')
    expect(settle(2000, 5000, many)).toBe('broke after 8, failures')
  })

  const histories = fc
    .integer({ min: 1, max: 20 })
    .chain((runs) => fc.nat({ max: runs }).map((failures) => passing(failures, runs)))
  const suites = fc.array(histories, { maxLength: 40 })

  test('is settled in time, and called broken after the least attempts', () => {
    fc.assert(
      fc.property(histories, suites, fc.nat({ max: 5 }), ({ failures, runs }, others, retries) => {
        const [became = '', attempts = ''] = settle(failures, runs, others, retries).split(/ after |, /)
        const least = Math.max(runs < 10 ? 8 : 5, 1 + retries)
        if (became === 'broke') expect(Number(attempts)).toBeGreaterThanOrEqual(least)
        if (became === 'failed-before') expect([Number(attempts), 2 * failures > runs]).toEqual([1, true])
        expect(Number(attempts)).toBeLessThanOrEqual(MAX_ROUNDS)
        expect(became).toMatch(
          failures === 0 ? /broke|passed-before/ : /broke|fails-now-and-then|failed-before/,
        )
      }),
      { numRuns: 60 },
    )
  })

  test('is broken the sooner, the less it failed before', () => {
    fc.assert(
      fc.property(
        histories,
        suites,
        fc.integer({ min: 8, max: 10 }),
        ({ failures, runs }, others, failed) => {
          fc.pre(judged(failing(failures, runs, failed), others) === 'broke' && failures > 0)
          expect(judged(failing(failures - 1, runs, failed), others)).toBe('broke')
        },
      ),
      { numRuns: 60 },
    )
  })
})

test('what today is like, and how often tests usually fail, comes from all compared tests', () => {
  const good = todayOf(today(0, 10))
  const bad = todayOf(today(30, 10))
  const mostLikely = ({ days }: typeof good) => days.indexOf(Math.max(...days))
  expect([mostLikely(good), mostLikely(bad), good.tests]).toEqual([0, 3, 99])
  // Tests that always fail today count for the day, too; a single test, which may be what broke, says nothing of it.
  expect(mostLikely(todayOf([...spotless(69, 10), ...Array(30).fill(failing(0, 10))]))).toBe(3)
  expect(todayOf([failing(0, 10)]).days[3]).toBeCloseTo(Math.log(0.1), 12)
  const sum = (shares: readonly number[]) => shares.reduce((all, share) => all + share, 0)
  expect(sum(good.shares)).toBeCloseTo(1, 12)
  // Where half of the runs of all tests fail, hardly any test has a rate below 20%.
  const failingOften = todayOf(Array.from({ length: 99 }, () => passing(5, 10)))
  expect(sum(failingOften.shares.slice(0, 4))).toBeLessThan(0.3)
  expect(sum(good.shares.slice(0, 4))).toBeGreaterThan(0.95)
  // Without any test, nothing is known but what is usual.
  expect(todayOf([]).shares[0]).toBeCloseTo(0.5, 12)
})

// Few tests show little of the day; among them, a break must not be put down to it.
test.each([2, 3, 5, 10, 30])('tests that passed all of %i runs and now always fail are found', (runs) => {
  for (const size of [1, 2, 3, 5, 10, 30, 50, 100, 200])
    for (const broken of [1, 2].filter((each) => each <= size)) {
      const others = [
        ...Array.from({ length: broken - 1 }, () => failing(0, runs, 8)),
        ...spotless(size - broken, runs),
      ]
      expect(`${size} ${broken} ${settle(0, runs, others).split(' ')[0]}`).toBe(`${size} ${broken} broke`)
    }
})
