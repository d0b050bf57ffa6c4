// Many failures at once: when they are too many, and which tests are counted again.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  countFailures,
  poissonBinomialTail,
  testsToCountAgain,
} from '../../../src/gate/history/failure-count.ts'

const ofTest = (failures: number, runs: number) => ({ failures, runs })
const spotless = (tests: number, runs: number) => Array.from({ length: tests }, () => ofTest(0, runs))
const histories = fc
  .nat({ max: 20 })
  .chain((runs) => fc.nat({ max: runs }).map((failures) => ofTest(failures, runs)))
const suites = fc.array(histories, { maxLength: 60 })

describe('the count of failures', () => {
  const run = (tests: ReturnType<typeof spotless>, failing: number) =>
    countFailures(
      tests.map((each, index) => ({ ...each, failed: Number(index < failing) })),
      tests,
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
    const of = (hasFailed: boolean) => ({ failures: 0, runs: 6, failed: Number(hasFailed) })
    const all = (failures: number, runs: number) => [{ failures, runs }]
    const count = (failures: number) =>
      countFailures([of(failures > 0), of(failures > 1), of(failures > 2)], all(1, 40))
    expect(count(2)).toMatchObject({ failed: 2, isTooMany: false })
    expect(count(2).probability).toBeLessThan(0.01)
    expect(count(3)).toMatchObject({ isTooMany: true })
    // Three events of chance 0.5·x each: x³ = 0.01 where the chance is 0.2154 / 2.
    const at = (failures: number) => countFailures([of(true), of(true), of(true)], all(failures, 1e6))
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
  const tests = names.map((name, index) => ({ agent: 'ada', name, ...ofTest(0, index % 3) }))
  const namesOf = (sample: readonly { name: string }[]) => sample.map(({ name }) => name).toSorted()
  const sample = testsToCountAgain(tests)
  expect([sample.length, sample.filter(({ runs }) => runs === 0)]).toEqual([50, []])
  expect(namesOf(testsToCountAgain(tests.toReversed()))).toEqual(namesOf(sample))
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
