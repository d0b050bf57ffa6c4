// Whether an agent declines: the exact test, and what does not count as a decline.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { declineOf, permutationTail } from '../../src/history/decline.ts'

/** Runs, oldest first, from the names of the tests that failed in each. */
function runs(names: readonly string[], failing: readonly (readonly string[])[]) {
  return failing.map((failed, index) => ({
    run: {
      taskId: `run-${index}`,
      createdAt: index,
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
  test('declines if its newest ten runs are worse than those before', () => {
    const history = runs(abcd, [...times(30, []), ...times(10, ['a', 'b'])])
    expect(declineOf(history)).toMatchObject({
      isDeclining: true,
      tests: 4,
      newest: { runs: 10, failed: 20, total: 40 },
      before: { runs: 30, failed: 0, total: 120 },
    })
  })

  test('does not decline by one outage, in which all tests fail', () => {
    const history = runs(abcd, [...times(34, []), abcd, ...times(5, [])])
    expect(declineOf(history)).toMatchObject({ isDeclining: false, newest: { failed: 4 } })
  })

  test('does not decline if it gets better', () => {
    expect(declineOf(runs(abcd, [...times(30, ['a']), ...times(10, [])]))).toMatchObject({
      isDeclining: false,
      probability: 1,
    })
  })

  test('does not decline if a test that fails was added: it is in too few runs to compare', () => {
    const history = [...runs(abcd, times(30, [])), ...runs([...abcd, 'new'], times(10, ['new']))]
    expect(declineOf(history)).toMatchObject({ isDeclining: false, tests: 4 })
  })

  test.each([
    ['with fewer than 20 runs', runs(abcd, [...times(9, []), ...times(10, abcd)])],
    ['after its tests were rewritten', [...runs(['e', 'f'], times(30, [])), ...runs(abcd, times(10, abcd))]],
    ['without runs', []],
  ])('is not judged %s', (_, history) => {
    expect(declineOf(history)).toBeNull()
  })
})
