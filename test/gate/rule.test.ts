// The figures of the rule of `gate-if-worse`, and what holds for any.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  type Baseline,
  baselineOf,
  classifyFailure,
  countFailures,
  poissonBinomialTail,
  type TestHistory,
} from '../../src/gate/rule.ts'

const failed = (times: number) => ({ failed: times, passed: false })
const ofTest = (failures: number, runs: number): TestHistory => ({ failures, runs, isNew: runs === 0 })
const spotless = (tests: number, runs: number) => Array.from({ length: tests }, () => ofTest(0, runs))

/** Classifies after each failed attempt until there is a class. */
function settle(history: TestHistory, baseline: Baseline, retries: number) {
  for (let attempts = 1; ; attempts++) {
    const step = classifyFailure(history, failed(attempts), baseline, retries)
    if (step !== 'retry') return { attempts, class: step }
  }
}

const histories = fc
  .nat({ max: 20 })
  .chain((runs) => fc.nat({ max: runs }).map((failures) => ofTest(failures, runs)))
const suites = fc.array(histories, { maxLength: 60 })

test('the baseline sums up the compared tests and ignores new ones', () => {
  const tests = [ofTest(1, 10), ofTest(0, 0), ofTest(2, 7)]
  expect(baselineOf(tests)).toEqual({ comparedTests: 2, failures: 3, runs: 17 })
  expect(baselineOf([])).toEqual({ comparedTests: 0, failures: 0, runs: 0 })
})

describe('a failing test', () => {
  const baseline = baselineOf(spotless(100, 10))

  test.each([
    [0, 0, 'new'],
    [1, 1, 'known-failure'],
    [1, 2, 'retry'],
    [2, 3, 'known-failure'],
    [5, 10, 'retry'],
    [6, 10, 'known-failure'],
  ])('with %i failures in %i runs is %s: known is more than half', (failures, runs, step) => {
    expect(classifyFailure(ofTest(failures, runs), failed(1), baseline, 2)).toBe(step)
  })

  test('is flaky once an attempt passes, and retried if none was answered', () => {
    const history = ofTest(0, 10)
    for (const times of [1, 3, 5])
      expect(classifyFailure(history, { failed: times, passed: true }, baseline, 2)).toBe('flaky')
    expect(classifyFailure(history, failed(0), baseline, 0)).toBe('retry')
  })

  // All with p = 0.02, its floor, and so f = (x + 0.04) / (h + 2), but at least 0.02.
  test.each([
    // 100 × 0.02³ = 0.0008
    { failures: 0, runs: 10, retries: 2, attempts: 3, class: 'broken' },
    // 0.04/3 is less than 0.02
    { failures: 0, runs: 1, retries: 2, attempts: 3, class: 'broken' },
    // 100 × (1.04/12)³ = 0.065, ⁴ = 0.0056
    { failures: 1, runs: 10, retries: 2, attempts: 4, class: 'broken' },
    // 100 × (1.04/13)³ = 0.0512, ⁴ = 0.0041
    { failures: 1, runs: 11, retries: 2, attempts: 4, class: 'broken' },
    // 100 × (2.04/12)⁴ = 0.084, ⁵ = 0.014
    { failures: 2, runs: 10, retries: 2, attempts: 5, class: 'broken' },
    // 100 × (3.04/12)⁵ = 0.104
    { failures: 3, runs: 10, retries: 2, attempts: 5, class: 'unreliable' },
    { failures: 3, runs: 10, retries: 3, attempts: 6, class: 'broken' },
    // 100 × 0.02 = 2, ² = 0.04
    { failures: 0, runs: 10, retries: 0, attempts: 2, class: 'broken' },
    // 100 × (2.04/12)³ = 0.49
    { failures: 2, runs: 10, retries: 0, attempts: 3, class: 'unreliable' },
    { failures: 0, runs: 10, retries: 5, attempts: 6, class: 'broken' },
  ])('with $failures failures in $runs runs and $retries retries is $class after $attempts', (each) => {
    expect(settle(ofTest(each.failures, each.runs), baseline, each.retries)).toEqual({
      attempts: each.attempts,
      class: each.class,
    })
  })

  test('is judged by the number of tests, and by a failure rate of at least 2%', () => {
    const at = (comparedTests: number, failures: number, runs: number) =>
      settle(ofTest(0, 10), { comparedTests, failures, runs }, 0).attempts
    // 2 × 0.02 = 0.04, 3 × 0.02 = 0.06; 125 × 0.02² = 0.05 exactly.
    expect([2, 3, 125, 126].map((tests) => at(tests, 0, 10 * tests))).toEqual([1, 2, 2, 3])
    // With p just above 1/50, 124 tests are the most for two attempts.
    expect([at(125, 25, 1250), at(125, 26, 1250), at(125, 1, 50)]).toEqual([2, 3, 2])
  })

  test('is broken where the expected number is exactly 0.05, though doubles say a little more', () => {
    // p = 0.1 and f = (1 + 0.2) / (10 + 2) = 0.1: 50 × f³ = 0.05, in doubles 0.050000000000000010.
    expect(50 * 0.1 ** 3).toBeGreaterThan(0.05)
    const exact = { comparedTests: 50, failures: 50, runs: 500 }
    expect(settle(ofTest(1, 10), exact, 2)).toEqual({ attempts: 3, class: 'broken' })
    const more = { comparedTests: 51, failures: 51, runs: 510 }
    expect(settle(ofTest(1, 10), more, 2)).toEqual({ attempts: 4, class: 'broken' })
  })

  test('is judged by the failure rate of all tests if its own history is better', () => {
    // 100,000 × 0.02³ = 0.8, ⁴ = 0.016; by its own history alone, 100,000 × (0.04/12)³ = 0.0037.
    const large = { comparedTests: 100_000, failures: 20_000, runs: 1_000_000 }
    expect(settle(ofTest(0, 10), large, 2)).toEqual({ attempts: 4, class: 'broken' })
    // 100 × 0.2⁴ = 0.16, ⁵ = 0.032
    const often = { comparedTests: 100, failures: 200, runs: 1000 }
    expect(settle(ofTest(1, 10), often, 2)).toEqual({ attempts: 5, class: 'broken' })
  })

  test('is settled after at most retries + 3 failed attempts, and at least the retries asked for', () => {
    fc.assert(
      fc.property(histories, suites, fc.nat({ max: 5 }), (history, others, retries) => {
        const { attempts, class: became } = settle(history, baselineOf([history, ...others]), retries)
        if (became === 'broken') expect(attempts).toBeGreaterThan(retries)
        if (became === 'unreliable') expect(attempts).toBe(retries + 3)
        expect(attempts).toBeLessThanOrEqual(retries + 3)
      }),
    )
  })

  test('is broken the sooner, the less it failed before, the more it fails now, and the fewer tests there are', () => {
    const isBroken = (history: TestHistory, others: readonly TestHistory[], attempts: number) =>
      classifyFailure(history, failed(attempts), baselineOf([history, ...others]), 0) === 'broken'
    const known = histories.filter(({ runs }) => runs > 0)
    fc.assert(
      fc.property(known, suites, fc.integer({ min: 1, max: 8 }), (history, others, times) => {
        const { failures, runs } = history
        if (!isBroken(history, others, times)) {
          expect(isBroken(ofTest(failures + 1, runs + 1), others, times)).toBe(false)
          expect(isBroken(history, [...others, history, ...others], times)).toBe(false)
          return
        }
        expect(isBroken(ofTest(failures, runs + 1), others, times)).toBe(true)
        expect(isBroken(history, others, times + 1)).toBe(true)
      }),
      { numRuns: 300 },
    )
  })
})

describe('the count of failures', () => {
  const run = (tests: readonly TestHistory[], failing: number) =>
    countFailures(
      tests.map((each, index) => ({ ...each, failed: index < failing })),
      baselineOf(tests),
    )

  test('blocks from the number of failures that is too unlikely', () => {
    // p = 0.005: each chance is 0.02/14 = 1/700. One of 100: 1 − (699/700)^100 = 0.133; two: 0.0093.
    const tests = spotless(100, 10)
    expect(run(tests, 1)).toMatchObject({ tests: 100, failed: 1, blocks: false })
    expect(run(tests, 1).expected).toBeCloseTo(1 / 7, 12)
    expect(run(tests, 1).probability).toBeCloseTo(1 - (699 / 700) ** 100, 12)
    const atMostOne = (699 / 700) ** 100 + 100 * (1 / 700) * (699 / 700) ** 99
    expect(run(tests, 2).probability).toBeCloseTo(1 - atMostOne, 12)
    expect(run(tests, 2).blocks).toBe(true)
  })

  test('blocks a single failure only in a tiny suite that never failed', () => {
    // 1/700 a test: seven are 0.00996, eight are 0.0114.
    expect([run(spotless(7, 10), 1).blocks, run(spotless(8, 10), 1).blocks]).toEqual([true, false])
  })

  test('blocks at a probability of exactly 1%', () => {
    // p = 1/40: the chance is (0 + 0.1) / (6 + 4).
    const test = { failures: 0, runs: 6, failed: true }
    const count = countFailures([test], { comparedTests: 1, failures: 1, runs: 40 })
    expect(count).toMatchObject({ probability: 0.01, blocks: true })
  })

  test('takes the failure rate of all compared tests above 0.5%', () => {
    // 10 failures in 1,000: p = 0.01. Nine in ten tests have 0.04/14, the others 1.04/14.
    const tests = [...Array.from({ length: 10 }, () => ofTest(1, 10)), ...spotless(90, 10)]
    expect(run(tests, 0).expected).toBeCloseTo((90 * 0.04 + 10 * 1.04) / 14, 12)
  })

  test('leaves out tests with fewer than 5 baseline runs, though they count for the failure rate', () => {
    const tests = [...spotless(3, 4), ofTest(0, 0), ofTest(1, 5)]
    const count = run(tests, tests.length)
    expect(count).toMatchObject({ tests: 1, failed: 1, blocks: false })
    expect(count.expected).toBeCloseTo((1 + 4 / 17) / 9, 12)
  })

  test('expects known failures to fail', () => {
    const known = Array.from({ length: 20 }, () => ofTest(10, 10))
    expect(run([...known, ...spotless(80, 10)], 20).blocks).toBe(false)
  })

  test('never blocks without failures or without tests', () => {
    expect(run(spotless(1000, 10), 0)).toMatchObject({ probability: 1, blocks: false })
    expect(run([], 0)).toEqual({ tests: 0, failed: 0, expected: 0, probability: 1, blocks: false })
    expect(run(spotless(100, 4), 100)).toMatchObject({ tests: 0, probability: 1, blocks: false })
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
    // Far below the precision of 1.
    [12, 0.01, 12],
  ])('of %i with chance %f each is binomial', (n, chance, count) => {
    const each = Array.from({ length: n }, () => chance)
    expect(poissonBinomialTail(each, count) / binomialTail(n, chance, count)).toBeCloseTo(1, 9)
  })

  test('is 1 for none, 0 for more than there are, and exact for certain and impossible events', () => {
    expect([poissonBinomialTail([], 0), poissonBinomialTail([0.5], 0)]).toEqual([1, 1])
    expect([poissonBinomialTail([], 1), poissonBinomialTail([1], 2)]).toEqual([0, 0])
    expect([poissonBinomialTail([1, 0, 1], 2), poissonBinomialTail([1, 0, 0], 2)]).toEqual([1, 0])
  })

  test('is near the normal distribution for 10,000 tests', () => {
    const each = Array.from({ length: 10_000 }, (_, index) => [0.02, 0.05, 0.08][index % 3] ?? 0)
    // Mean 500, standard deviation 21.7. Two and a half deviations above the mean: 0.0062, skewness moves it little.
    expect(poissonBinomialTail(each, 500)).toBeCloseTo(0.5, 1)
    const tail = poissonBinomialTail(each, 554)
    expect(tail).toBeGreaterThan(0.0055)
    expect(tail).toBeLessThan(0.0085)
    expect(poissonBinomialTail(each, 5000)).toBeLessThan(1e-30)
  })
})
