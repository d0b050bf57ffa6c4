import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { baselineOf, countFailures, type TestHistory } from '../../src/gate/regression.ts'

const spotless = (tests: number, runs: number) => Array.from({ length: tests }, () => ({ failures: 0, runs }))

const suites = fc.array(
  fc
    .nat({ max: 20 })
    .chain((runs) => fc.record({ runs: fc.constant(runs), failures: fc.nat({ max: runs }) })),
  { maxLength: 60 },
)

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
    const tests = [...Array.from({ length: 10 }, () => ({ failures: 1, runs: 10 })), ...spotless(90, 10)]
    expect(run(tests, 0).expected).toBeCloseTo((90 * 0.04 + 10 * 1.04) / 14, 12)
  })

  test('leaves out tests with fewer than 5 baseline runs, though they count for the failure rate', () => {
    const tests = [...spotless(3, 4), { failures: 0, runs: 0 }, { failures: 1, runs: 5 }]
    const count = run(tests, tests.length)
    expect(count).toMatchObject({ tests: 1, failed: 1, blocks: false })
    expect(count.expected).toBeCloseTo((1 + 4 / 17) / 9, 12)
  })

  test('expects known failures to fail', () => {
    const known = Array.from({ length: 20 }, () => ({ failures: 10, runs: 10 }))
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
        for (const { probability, expected, failed: count } of [fewer, more]) {
          expect(probability).toBeGreaterThanOrEqual(0)
          expect(probability).toBeLessThanOrEqual(1)
          expect(Number.isFinite(expected) && Number.isFinite(count)).toBe(true)
        }
        expect(more.probability).toBeLessThanOrEqual(fewer.probability + 1e-12)
      }),
    )
  })
})
