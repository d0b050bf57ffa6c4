// Whether an agent declines: the exact test, and what does not count as a decline.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { declineOf, permutationTail } from '../../src/history/decline.ts'

const DAY_MS = 86_400_000

/** Runs, oldest first, from the names of the tests that failed in each; so many a day. */
function runs(names: readonly string[], failing: readonly (readonly string[])[], aDay = 1, since = 0) {
  return failing.map((failed, index) => ({
    run: {
      taskId: `run-${index}`,
      createdAt: (since + Math.floor(index / aDay)) * DAY_MS,
      passed: 0,
      total: 0,
      p95LatencyMs: null,
      meanCostUsd: null,
    },
    passed: new Map(names.map((name) => [`1 ${name}`, !failed.includes(name)])),
  }))
}
const times = <T>(count: number, value: T) => Array.from({ length: count }, () => value)
const abcd = ['a', 'b', 'c', 'd']

test('the probability is the share of all choices of runs', () => {
  const counts = fc.array(fc.nat({ max: 5 }), { minLength: 1, maxLength: 9 })
  fc.assert(
    fc.property(counts, fc.nat({ max: 8 }), fc.nat({ max: 30 }), (given, some, least) => {
      const size = Math.min(some, given.length)
      const chosen = Array.from({ length: 2 ** given.length }, (_, bits) =>
        given.filter((_, index) => (bits >> index) % 2 === 1),
      ).filter(({ length }) => length === size)
      const extreme = chosen.filter((each) => each.reduce((sum, count) => sum + count, 0) >= least)
      expect(permutationTail(given, size, least)).toBeCloseTo(extreme.length / chosen.length, 12)
    }),
  )
})

describe('an agent', () => {
  const probability = (history: ReturnType<typeof runs>) => declineOf(history)?.probability ?? -1

  test('declines if its newest ten days are worse than those before', () => {
    expect(declineOf(runs(abcd, [...times(30, []), ...times(10, ['a', 'b'])]))).toEqual({
      newest: { days: 10, failed: 20, total: 40 },
      before: { days: 30, failed: 0, total: 120 },
      // One of the ways to choose 10 of 40.
      probability: expect.closeTo(1 / 847_660_528, 15),
    })
  })

  test('is judged by days: the runs of one day fail together', () => {
    const bad = [...times(90, []), ...times(30, ['a', 'b'])]
    expect(declineOf(runs(abcd, bad, 3))).toMatchObject({ newest: { days: 10, failed: 60, total: 120 } })
    expect(declineOf(runs(abcd, bad, 15))).toBeNull()
    // More runs a day are no decline.
    const more = [...runs(abcd, times(30, ['a'])), ...runs(abcd, times(50, ['a']), 5, 30)]
    expect(probability(more)).toBe(1)
  })

  test('does not decline by one outage, in which all tests fail, nor if it gets better', () => {
    expect(probability(runs(abcd, [...times(34, []), abcd, ...times(5, [])]))).toBeGreaterThan(0.2)
    expect(probability(runs(abcd, [...times(30, ['a']), ...times(10, [])]))).toBe(1)
  })

  test('does not decline if a test that fails was added: it is in too few runs to compare', () => {
    const history = [...runs(abcd, times(30, [])), ...runs([...abcd, 'new'], times(10, ['new']), 1, 30)]
    expect(declineOf(history)).toMatchObject({ newest: { failed: 0, total: 40 }, probability: 1 })
  })

  test.each([
    ['with fewer than 20 days', runs(abcd, [...times(9, []), ...times(10, abcd)])],
    ['after its tests were rewritten', [...runs(['e', 'f'], times(30, [])), ...runs(abcd, times(10, abcd))]],
    ['without runs', []],
  ])('is not judged %s', (_, history) => {
    expect(declineOf(history)).toBeNull()
  })
})
