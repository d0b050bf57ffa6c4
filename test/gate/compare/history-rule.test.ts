// The figures of the rule of `gate-if-worse`.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  type BaselineSums,
  baselineSums,
  countFailures,
  judgeFailure,
  MAX_ROUNDS,
  poissonBinomialTail,
  type Today,
  testsToCountAgain,
  todayOf,
} from '../../../src/gate/compare/history-rule.ts'
import type { TestHistory } from '../../../src/gate/model.ts'

const failed = (times: number) => ({ failed: times, passed: false, firstAnswered: true })
const ofTest = (failures: number, runs: number): TestHistory => ({ failures, runs, isNew: runs === 0 })
const spotless = (tests: number, runs: number) => Array.from({ length: tests }, () => ofTest(0, runs))

/** A day like any other. */
const usual: Today = { failed: 1, expected: 1 }

/** Classifies after each failed attempt until there is a class. */
function settle(history: TestHistory, baseline: BaselineSums, retries: number, today = usual) {
  for (let attempts = 1; ; attempts++) {
    const step = judgeFailure(history, failed(attempts), baseline, today, retries)
    if (step !== 'retry') return { attempts, class: step }
  }
}

const histories = fc
  .nat({ max: 20 })
  .chain((runs) => fc.nat({ max: runs }).map((failures) => ofTest(failures, runs)))
const suites = fc.array(histories, { maxLength: 60 })

test('the baseline sums up the compared tests and ignores new ones', () => {
  const tests = [ofTest(1, 10), ofTest(0, 0), ofTest(2, 7)]
  expect(baselineSums(tests)).toEqual({ comparedTests: 2, failures: 3, runs: 17 })
  expect(baselineSums([])).toEqual({ comparedTests: 0, failures: 0, runs: 0 })
})

describe('a failing test', () => {
  const baseline = baselineSums(spotless(100, 10))

  test.each([
    [0, 0, 'new'],
    [1, 1, 'failed-before'],
    [1, 2, 'retry'],
    [2, 3, 'failed-before'],
    [5, 10, 'retry'],
    [6, 10, 'failed-before'],
  ])('with %i failures in %i runs is %s: more than half is too often', (failures, runs, step) => {
    expect(judgeFailure(ofTest(failures, runs), failed(1), baseline, usual, 2)).toBe(step)
  })

  test('is flaky once an attempt passes, and retried if none was answered', () => {
    const history = ofTest(0, 10)
    for (const times of [1, 3, 5])
      expect(judgeFailure(history, { ...failed(times), passed: true }, baseline, usual, 2)).toBe('flaky')
    expect(judgeFailure(history, failed(0), baseline, usual, 0)).toBe('retry')
  })

  // All with p = 0.005, its floor, and A = x + 0.02: the chance of a failures is A(A+1)…(A+a−1) / (h+4)(h+5)…(h+a+3).
  test.each([
    // 100 × 0.02·1.02·2.02 / (14·15·16) = 0.0012
    { failures: 0, runs: 10, retries: 2, attempts: 3, class: 'broke' },
    { failures: 0, runs: 10, retries: 0, attempts: 3, class: 'broke' },
    // 100 × 0.02·1.02·2.02 / (5·6·7) = 0.0196, then × 3.02/8 = 0.0074
    { failures: 0, runs: 1, retries: 2, attempts: 4, class: 'broke' },
    // 100 × 1.02·2.02·3.02·4.02·5.02 / (14·15·16·17·18) = 0.012, then × 6.02/19 = 0.0039
    { failures: 1, runs: 10, retries: 2, attempts: 6, class: 'broke' },
    // After 6 attempts 0.027
    { failures: 2, runs: 10, retries: 0, attempts: 6, class: 'failed-before' },
    { failures: 0, runs: 10, retries: 5, attempts: 6, class: 'broke' },
    // 100 × 1.02·2.02·3.02·4.02·5.02·6.02 / (6·7·8·9·10·11) = 0.23
    { failures: 1, runs: 2, retries: 0, attempts: 6, class: 'failed-before' },
  ])('with $failures failures in $runs runs and $retries retries is $class after $attempts', (each) => {
    expect(settle(ofTest(each.failures, each.runs), baseline, each.retries)).toEqual({
      attempts: each.attempts,
      class: each.class,
    })
  })

  test('has to fail more often on a day on which other tests fail more often, too', () => {
    const at = (history: TestHistory, today: Today) => settle(history, baseline, 2, today)
    // A test that failed once is expected to fail 1.02/14 times: of the others, 3 failed where 2.1 were expected.
    const bad = { failed: 4, expected: 3 / 1.4 + 1.02 / 14 }
    // A = 1.4 × 1.02 = 1.43: after 6 attempts 0.0094.
    expect(at(ofTest(1, 10), bad)).toEqual({ attempts: 6, class: 'broke' })
    // A = 1.5 × 1.02 = 1.53: after 6 attempts 0.0114.
    expect(at(ofTest(1, 10), { failed: 4, expected: 3 / 1.5 + 1.02 / 14 }).class).toBe('failed-before')
    // At most 3 times as bad: A = 3 × 0.02 = 0.06: 100 × 0.06·1.06·2.06 / (14·15·16) = 0.0039.
    expect(at(ofTest(0, 10), { failed: 80, expected: 1 })).toEqual({ attempts: 3, class: 'broke' })
    // A = 3 × 0.48: 100 × 1.44·2.44·3.44·4.44·5.44·6.44 / (14·15·16·17·18·19) = 0.0096; 4 times as bad, it would be 0.023.
    const failing = { comparedTests: 100, failures: 12, runs: 100 }
    expect(settle(ofTest(0, 10), failing, 2, { failed: 80, expected: 1 }).class).toBe('broke')
    // A = 3 × 5.02 is more than 14: whatever it does then, it failed for the day.
    expect(at(ofTest(5, 10), { failed: 80, expected: 1 })).toEqual({ attempts: 6, class: 'failed-before' })
    // Not less than usual on a good day.
    expect(at(ofTest(1, 10), { failed: 1, expected: 8 })).toEqual({ attempts: 6, class: 'broke' })
  })

  test('stands alone where no other test can be compared', () => {
    const alone = ofTest(0, 10)
    const all = baselineSums([alone])
    const today = todayOf([{ ...alone, failed: true }], all)
    expect(settle(alone, all, 0, today)).toEqual({ attempts: 3, class: 'broke' })
  })

  test('of which the first attempt was not answered is not one of those that failed today', () => {
    const step = (firstAnswered: boolean) => {
      const attempts = { failed: 6, passed: false, firstAnswered }
      return judgeFailure(ofTest(1, 10), attempts, baseline, { failed: 2, expected: 1.3 }, 0)
    }
    // Of the others, 1 failed where 1.3 − 1.02/14 were expected; or 2 where 1.3 were.
    expect([step(true), step(false)]).toEqual(['broke', 'failed-before'])
  })

  test('is judged by the failure rate of all tests if that is above 0.5%', () => {
    // p = 0.03: 100 × 0.12·1.12·2.12 / (14·15·16) = 0.0085; with 0.033, 0.132·1.132·2.132: 0.0095; with 0.04, 0.012.
    const at = (rate: number) =>
      settle(ofTest(0, 10), { comparedTests: 100, failures: rate * 1000, runs: 1000 }, 2).attempts
    expect([0.03, 0.033, 0.04].map(at)).toEqual([3, 3, 4])
  })

  test('is settled in time, after at least the attempts asked for and three', () => {
    fc.assert(
      fc.property(histories, suites, fc.nat({ max: 5 }), (history, others, retries) => {
        const { attempts, class: became } = settle(history, baselineSums([history, ...others]), retries)
        if (became === 'broke') expect(attempts).toBeGreaterThanOrEqual(Math.max(3, retries + 1))
        if (became === 'failed-before') expect(attempts).toBe(2 * history.failures > history.runs ? 1 : 6)
        expect(attempts).toBeLessThanOrEqual(6)
        expect(attempts).toBeLessThanOrEqual(MAX_ROUNDS)
      }),
    )
  })

  test('is broken the sooner, the less it failed before, the more it fails now, and the fewer tests there are', () => {
    const isBroken = (
      history: TestHistory,
      others: readonly TestHistory[],
      attempts: number,
      today = usual,
    ) => judgeFailure(history, failed(attempts), baselineSums([history, ...others]), today, 0) === 'broke'
    const known = histories.filter(({ runs }) => runs > 0)
    fc.assert(
      fc.property(known, suites, fc.integer({ min: 3, max: 8 }), (history, others, times) => {
        const { failures, runs } = history
        if (!isBroken(history, others, times)) {
          expect(isBroken(ofTest(failures + 1, runs + 1), others, times)).toBe(false)
          expect(isBroken(history, [...others, history, ...others], times)).toBe(false)
          expect(isBroken(history, others, times, { failed: 9, expected: 4 })).toBe(false)
          return
        }
        expect(isBroken(ofTest(failures, runs + 1), others, times)).toBe(true)
        expect(isBroken(history, others, times + 1)).toBe(true)
      }),
      { numRuns: 300 },
    )
  })
})

test('today is counted over the tests with a baseline run', () => {
  const of = (history: TestHistory, failed: boolean) => ({ ...history, failed })
  const failing = [ofTest(0, 0), ofTest(1, 3), ofTest(0, 10)].map((each) => of(each, true))
  const tests = [...failing, of(ofTest(0, 4), false)]
  const { failed, expected } = todayOf(tests, { comparedTests: 4, failures: 1, runs: 19 })
  const p = 1 / 19
  expect(failed).toBe(2)
  expect(expected).toBeCloseTo((1 + 4 * p) / 7 + (4 * p) / 14 + (4 * p) / 8, 12)
})

describe('the count of failures', () => {
  const run = (tests: readonly TestHistory[], failing: number) =>
    countFailures(
      tests.map((each, index) => ({ ...each, failed: index < failing })),
      baselineSums(tests),
    )

  test('blocks from the number of failures that is too unlikely even if the chances were twice as high', () => {
    // p = 0.005: each chance is 0.02/14 = 1/700, doubled 1/350. Of 100: two or more 0.034, three or more 0.0029.
    const tests = spotless(100, 10)
    expect(run(tests, 2)).toMatchObject({ tests: 100, failed: 2, isTooMany: false })
    expect(run(tests, 2).expected).toBeCloseTo(1 / 7, 12)
    const atMostOne = (349 / 350) ** 100 + 100 * (1 / 350) * (349 / 350) ** 99
    expect(run(tests, 2).probability).toBeCloseTo(1 - atMostOne, 12)
    expect(run(tests, 3).isTooMany).toBe(true)
  })

  test('blocks at a probability of exactly 1%, with three failures or more', () => {
    // p = 1/40: the chance is (0 + 0.1) / (6 + 4), doubled 0.02.
    const of = (failed: boolean) => ({ failures: 0, runs: 6, failed })
    const baseline = { comparedTests: 3, failures: 1, runs: 40 }
    const count = (failures: number) =>
      countFailures([of(failures > 0), of(failures > 1), of(failures > 2)], baseline)
    expect(count(2)).toMatchObject({ failed: 2, isTooMany: false })
    expect(count(2).probability).toBeLessThan(0.01)
    expect(count(3)).toMatchObject({ isTooMany: true })
    // Three events of chance 0.5·x each: x³ = 0.01 where the chance is 0.2154 / 2.
    const at = (failures: number) =>
      countFailures([of(true), of(true), of(true)], { comparedTests: 3, failures, runs: 1e6 })
    // 2·4p/10 = 0.2154 → p = 0.26930
    expect([at(269_304).isTooMany, at(269_305).isTooMany]).toEqual([true, false])
  })

  test('doubles no chance beyond 1', () => {
    const known = Array.from({ length: 3 }, () => ofTest(10, 10))
    expect(run(known, 3)).toMatchObject({ probability: 1, isTooMany: false })
  })

  test('expects tests to fail that always failed', () => {
    const known = Array.from({ length: 20 }, () => ofTest(10, 10))
    expect(run([...known, ...spotless(80, 10)], 20).isTooMany).toBe(false)
  })

  test('never blocks without failures or without tests', () => {
    expect(run(spotless(1000, 10), 0)).toMatchObject({ probability: 1, isTooMany: false })
    expect(run([], 0)).toEqual({ tests: 0, failed: 0, expected: 0, probability: 1, isTooMany: false })
  })

  test('is a probability for any counts, and smaller for more failures', () => {
    fc.assert(
      fc.property(suites, fc.nat({ max: 60 }), (tests, failing) => {
        const [fewer, more] = [run(tests, failing), run(tests, failing + 1)]
        for (const { probability, expected } of [fewer, more]) {
          expect(probability).toBeGreaterThanOrEqual(0)
          expect(probability).toBeLessThanOrEqual(1)
          expect(expected).toBeLessThanOrEqual(tests.length)
        }
        expect(more.probability).toBeLessThanOrEqual(fewer.probability + 1e-12)
      }),
    )
  })
})

test('of 60 tests with a baseline run, 50 are counted again, whatever their order in the job', () => {
  const names = Array.from({ length: 90 }, (_, index) => `test ${index}`)
  const tests = names.map((name, index) => ({ agent: 'ada', name, failed: false, ...ofTest(0, index % 3) }))
  const namesOf = (sample: readonly { name: string }[]) => sample.map(({ name }) => name).toSorted()
  const sample = testsToCountAgain(tests)
  expect([sample.length, sample.filter(({ runs }) => runs === 0)]).toEqual([50, []])
  expect(namesOf(testsToCountAgain(tests.toReversed()))).toEqual(namesOf(sample))
})

// Among few tests, two that broke are many times as many failures as expected; a bad day must not be held responsible.
test.each([1, 2, 3, 4, 5, 10, 30])(
  'tests that passed all of %i runs and now always fail are found, with one run in suites of up to 100',
  (runs) => {
    for (const size of [1, 2, 3, 5, 8, 10, 15, 20, 30, 50, 100, ...(runs === 1 ? [] : [200])])
      for (const broken of new Set(
        [1, 2, 3, 5, 8, Math.ceil(size / 2), size].filter((each) => each <= size),
      )) {
        const tests = spotless(size, runs).map((each, index) => ({ ...each, failed: index < broken }))
        const all = baselineSums(tests)
        if (countFailures(tests, all).isTooMany) continue
        const { class: found } = settle(ofTest(0, runs), all, 0, todayOf(tests, all))
        expect({ size, broken, found }).toEqual({ size, broken, found: 'broke' })
      }
  },
)

describe('the probability of that many events or more', () => {
  const chances = fc.double({ min: 0, max: 1, noNaN: true })

  /** Sums up all 2^n outcomes. */
  function byEnumeration(each: readonly number[], count: number): number {
    let sum = 0
    for (let outcome = 0; outcome < 2 ** each.length; outcome++) {
      const happened = each.map((_, index) => ((outcome >> index) & 1) === 1)
      if (happened.filter(Boolean).length < count) continue
      sum += each.reduce((product, chance, index) => product * (happened[index] ? chance : 1 - chance), 1)
    }
    return sum
  }

  /** Sums up the binomial probabilities from `count` up, by their logarithms. */
  function binomialTail(n: number, chance: number, count: number): number {
    let [sum, logChoose] = [0, 0]
    for (let k = 0; k <= n; k++) {
      if (k > 0) logChoose += Math.log((n - k + 1) / k)
      if (k >= count) sum += Math.exp(logChoose + k * Math.log(chance) + (n - k) * Math.log1p(-chance))
    }
    return sum
  }

  test('is what enumeration of all outcomes gives', () => {
    fc.assert(
      fc.property(fc.array(chances, { maxLength: 12 }), fc.nat({ max: 13 }), (each, count) => {
        expect(poissonBinomialTail(each, count)).toBeCloseTo(byEnumeration(each, count), 12)
      }),
      { numRuns: 60 },
    )
    // (1·1·7 + 1·3·1 + 3·1·1 + 1·1·1) / 128
    expect(poissonBinomialTail([0.25, 0.25, 0.125], 2)).toBe(14 / 128)
  })

  test.each([
    [10, 0.5, 8],
    [100, 0.05, 12],
    [1000, 0.02, 20],
    [1000, 0.9, 950],
    [200, 0.001, 5],
    [12, 0.01, 12],
  ])('of %i with chance %f each is binomial', (n, chance, count) => {
    const each = Array.from({ length: n }, () => chance)
    expect(poissonBinomialTail(each, count) / binomialTail(n, chance, count)).toBeCloseTo(1, 9)
  })

  test('is 1 for none, 0 for more than there are, and exact for certain and impossible events', () => {
    const all = [[[0.5], 0] as const, [[1], 2] as const, [[1, 0, 1], 2] as const, [[1, 0, 0], 2] as const]
    expect(all.map(([each, count]) => poissonBinomialTail(each, count))).toEqual([1, 0, 1, 0])
  })
})
