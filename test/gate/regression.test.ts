import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Baseline, baselineOf, classifyFailure, type TestHistory } from '../../src/gate/regression.ts'

const failed = (times: number) => ({ failed: times, passed: false })
const spotless = (tests: number, runs: number) => Array.from({ length: tests }, () => ({ failures: 0, runs }))

/** Classifies after each failed attempt until there is a class. */
function settle(history: TestHistory, baseline: Baseline, retries: number) {
  for (let attempts = 1; ; attempts++) {
    const step = classifyFailure(history, failed(attempts), baseline, retries)
    if (step !== 'retry') return { attempts, class: step }
  }
}

const histories = fc
  .nat({ max: 20 })
  .chain((runs) => fc.record({ runs: fc.constant(runs), failures: fc.nat({ max: runs }) }))
const suites = fc.array(histories, { maxLength: 60 })
const retryCounts = fc.nat({ max: 5 })

describe('the baseline', () => {
  test('sums up the compared tests and ignores new ones', () => {
    const tests = [
      { failures: 1, runs: 10 },
      { failures: 0, runs: 0 },
      { failures: 2, runs: 7 },
    ]
    expect(baselineOf(tests)).toEqual({ comparedTests: 2, failures: 3, runs: 17 })
    expect(baselineOf([])).toEqual({ comparedTests: 0, failures: 0, runs: 0 })
  })
})

describe('a failing test', () => {
  const baseline = baselineOf(spotless(100, 10))

  test('is new without a baseline run', () => {
    expect(classifyFailure({ failures: 0, runs: 0 }, failed(1), baseline, 2)).toBe('new')
    expect(classifyFailure({ failures: 0, runs: 0 }, failed(1), baselineOf([]), 0)).toBe('new')
  })

  test.each([
    [1, 1, 'known-failure'],
    [1, 2, 'retry'],
    [2, 3, 'known-failure'],
    [5, 10, 'retry'],
    [6, 10, 'known-failure'],
  ])('with %i failures in %i runs is %s: known is more than half', (failures, runs, step) => {
    expect(classifyFailure({ failures, runs }, failed(1), baseline, 2)).toBe(step)
  })

  test('is flaky once an attempt passes, however often it failed', () => {
    for (const times of [1, 3, 5])
      expect(classifyFailure({ failures: 0, runs: 10 }, { failed: times, passed: true }, baseline, 2)).toBe(
        'flaky',
      )
  })

  test('is retried if its first attempt was not answered', () => {
    expect(classifyFailure({ failures: 0, runs: 10 }, failed(0), baseline, 0)).toBe('retry')
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
    expect(settle(each, baseline, each.retries)).toEqual({ attempts: each.attempts, class: each.class })
  })

  test('with no retries is broken at once in a small suite', () => {
    // 2 × 0.02 = 0.04, 3 × 0.02 = 0.06; 125 × 0.02² = 0.05 exactly.
    const attempts = [2, 3, 125, 126].map(
      (tests) => settle({ failures: 0, runs: 10 }, baselineOf(spotless(tests, 10)), 0).attempts,
    )
    expect(attempts).toEqual([1, 2, 2, 3])
  })

  test('is broken where the expected number is exactly 0.05, though doubles say a little more', () => {
    // p = 0.1 and f = (1 + 0.2) / (10 + 2) = 0.1: 50 × f³ = 0.05, in doubles 0.050000000000000010.
    expect(50 * 0.1 ** 3).toBeGreaterThan(0.05)
    const exact = { comparedTests: 50, failures: 50, runs: 500 }
    expect(settle({ failures: 1, runs: 10 }, exact, 2)).toEqual({ attempts: 3, class: 'broken' })
    const more = { comparedTests: 51, failures: 51, runs: 510 }
    expect(settle({ failures: 1, runs: 10 }, more, 2)).toEqual({ attempts: 4, class: 'broken' })
  })

  test('is judged by a failure rate of at least 2%', () => {
    // With p = 1/50, 125 tests are the most for two attempts; with p just above, 124.
    const at = (failures: number, runs: number) =>
      settle({ failures: 0, runs: 10 }, { comparedTests: 125, failures, runs }, 0).attempts
    expect([at(0, 1250), at(25, 1250), at(26, 1250), at(1, 50)]).toEqual([2, 2, 3, 2])
  })

  test('is judged by the failure rate of all tests if its own history is better', () => {
    // 100,000 × 0.02³ = 0.8, ⁴ = 0.016; by its own history alone, 100,000 × (0.04/12)³ = 0.0037.
    const large = { comparedTests: 100_000, failures: 20_000, runs: 1_000_000 }
    expect(settle({ failures: 0, runs: 10 }, large, 2)).toEqual({ attempts: 4, class: 'broken' })
    // 100 × 0.2⁴ = 0.16, ⁵ = 0.032
    expect(settle({ failures: 1, runs: 10 }, { comparedTests: 100, failures: 200, runs: 1000 }, 2)).toEqual({
      attempts: 5,
      class: 'broken',
    })
  })

  test('is settled after at most retries + 3 failed attempts, and at least the retries asked for', () => {
    fc.assert(
      fc.property(histories, suites, retryCounts, (history, others, retries) => {
        const { attempts, class: became } = settle(history, baselineOf([history, ...others]), retries)
        if (became === 'broken') expect(attempts).toBeGreaterThan(retries)
        if (became === 'unreliable') expect(attempts).toBe(retries + 3)
        expect(attempts).toBeLessThanOrEqual(retries + 3)
        expect(['broken', 'unreliable', 'known-failure', 'new']).toContain(became)
      }),
    )
  })
})

describe('more evidence', () => {
  const isBroken = (history: TestHistory, others: readonly TestHistory[], attempts: number) =>
    classifyFailure(history, failed(attempts), baselineOf([history, ...others]), 0) === 'broken'
  const attempts = fc.integer({ min: 1, max: 8 })
  const known = histories.filter(({ runs }) => runs > 0)

  test('of failing before never makes a test broken', () => {
    fc.assert(
      fc.property(known, suites, attempts, ({ failures, runs }, others, times) => {
        const more = isBroken({ failures: failures + 1, runs: runs + 1 }, others, times)
        expect(more && !isBroken({ failures, runs }, others, times)).toBe(false)
      }),
    )
  })

  test('of passing before never makes a broken test anything else', () => {
    fc.assert(
      fc.property(known, suites, attempts, ({ failures, runs }, others, times) => {
        if (!isBroken({ failures, runs }, others, times)) return
        expect(isBroken({ failures, runs: runs + 1 }, others, times)).toBe(true)
      }),
    )
  })

  test('of failing now never makes a broken test anything else', () => {
    fc.assert(
      fc.property(known, suites, attempts, (history, others, times) => {
        if (isBroken(history, others, times)) expect(isBroken(history, others, times + 1)).toBe(true)
      }),
    )
  })

  test('is needed in a larger suite', () => {
    fc.assert(
      fc.property(known, suites, attempts, (history, others, times) => {
        const doubled = [...others, history, ...others]
        if (isBroken(history, doubled, times)) expect(isBroken(history, others, times)).toBe(true)
      }),
    )
  })
})
