// The exact tail against other ways to compute it.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { poissonBinomialTail } from '../../src/gate/regression.ts'

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

describe('the probability of that many events or more', () => {
  test('is what enumeration of all outcomes gives', () => {
    fc.assert(
      fc.property(fc.array(chances, { maxLength: 12 }), fc.nat({ max: 13 }), (each, count) => {
        expect(poissonBinomialTail(each, count)).toBeCloseTo(byEnumeration(each, count), 12)
      }),
      { numRuns: 60 },
    )
  })

  test.each([
    [10, 0.5, 8],
    [100, 0.05, 12],
    [1000, 0.02, 20],
    [1000, 0.9, 950],
    [200, 0.001, 5],
  ])('of %i with chance %f each is binomial', (n, chance, count) => {
    const tail = poissonBinomialTail(
      Array.from({ length: n }, () => chance),
      count,
    )
    expect(tail / binomialTail(n, chance, count)).toBeCloseTo(1, 9)
  })

  test('is 7/64 for two or more of three with chances 1/4, 1/4 and 1/8', () => {
    // (1·1·7 + 1·3·1 + 3·1·1 + 1·1·1) / 128
    expect(poissonBinomialTail([0.25, 0.25, 0.125], 2)).toBe(14 / 128)
  })

  test('keeps its precision far below the precision of 1', () => {
    expect(
      poissonBinomialTail(
        Array.from({ length: 12 }, () => 0.01),
        12,
      ) / 1e-24,
    ).toBeCloseTo(1, 9)
  })

  test('is 1 for none, and 0 for more than there are', () => {
    expect([poissonBinomialTail([], 0), poissonBinomialTail([0.5], 0)]).toEqual([1, 1])
    expect([poissonBinomialTail([], 1), poissonBinomialTail([1], 2)]).toEqual([0, 0])
  })

  test('takes certain and impossible events', () => {
    expect([poissonBinomialTail([1, 0, 1], 2), poissonBinomialTail([1, 0, 0], 2)]).toEqual([1, 0])
    expect(poissonBinomialTail([1, 1, 0.25], 3)).toBe(0.25)
  })

  test('does not depend on the order of the events', () => {
    fc.assert(
      fc.property(fc.array(chances, { maxLength: 40 }), fc.nat({ max: 40 }), (each, count) => {
        const reversed = poissonBinomialTail(each.toReversed(), count)
        expect(poissonBinomialTail(each, count)).toBeCloseTo(reversed, 12)
      }),
    )
  })

  test('rises with every chance, and falls with the count', () => {
    fc.assert(
      fc.property(fc.array(chances, { minLength: 1, maxLength: 20 }), fc.nat({ max: 20 }), (each, count) => {
        const tail = poissonBinomialTail(each, count)
        const likelier = each.map((chance) => chance + (1 - chance) / 10)
        expect(poissonBinomialTail(likelier, count)).toBeGreaterThanOrEqual(tail - 1e-12)
        expect(poissonBinomialTail(each, count + 1)).toBeLessThanOrEqual(tail + 1e-12)
      }),
    )
  })

  test('is sound for 100,000 tests', () => {
    const each = Array.from({ length: 100_000 }, (_, index) => [0.02, 0.05, 0.08][index % 3] ?? 0)
    // Mean 5,000, standard deviation 68.6. Two and a half deviations above the mean: 0.0062, skewness moves it little.
    expect(poissonBinomialTail(each, 5000)).toBeCloseTo(0.5, 2)
    const tail = poissonBinomialTail(each, 5172)
    expect(tail).toBeGreaterThan(0.0055)
    expect(tail).toBeLessThan(0.0075)
    expect(poissonBinomialTail(each, 1)).toBeCloseTo(1, 12)
    expect(poissonBinomialTail(each, 50_000)).toBeLessThan(1e-30)
  })
})
