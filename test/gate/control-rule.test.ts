// The rule with a control: its figures, and the bounds that hold whatever the rates.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  type ControlledSituation,
  ordinaryControlled,
  simulateControlled,
} from '../../scripts/bench/control-trials.ts'
import {
  baselineOf,
  type ControlledAttempts,
  classifyByControl,
  hasAlarm,
  judgeSample,
  LAST_CONTROLLED_ROUND,
  leadOf,
  runsNext,
  sampleOf,
} from '../../src/gate/rule.ts'

const attempts = (of: Partial<ControlledAttempts> = {}): ControlledAttempts => ({
  ...{ failed: 1, passed: false, isKnown: false },
  ...{ controlPassed: 0, controlFailed: 0, controlUnanswered: 0 },
  ...of,
})

test('the lead grows by one with each factor of four', () => {
  const at = [1, 2, 4, 5, 16, 17, 64, 65, 256, 257]
  expect(at.map(leadOf)).toEqual([2, 3, 3, 4, 4, 5, 5, 6, 6, 7])
})

test.each([
  [{ passed: true, controlPassed: 9 }, 'flaky'],
  [{ failed: 1 }, 'candidate'],
  [{ failed: 2 }, 'both'],
  [{ failed: 1, isKnown: true }, 'both'],
  // Also if no attempt was answered.
  [{ failed: 0, isKnown: true }, 'candidate'],
  [{ failed: 3, controlPassed: 2 }, 'both'],
  [{ failed: 4, controlPassed: 3 }, 'broken'],
  [{ failed: 5, controlPassed: 3, controlFailed: 1 }, 'both'],
  [{ failed: 6, controlPassed: 4, controlFailed: 1 }, 'broken'],
  [{ failed: 4, controlPassed: 1, controlFailed: 2 }, 'known-failure'],
  [{ failed: 2, controlFailed: 1, isKnown: true }, 'known-failure'],
  [{ failed: 9, controlPassed: 3, controlFailed: 1 }, 'unreliable'],
  [{ failed: 9, controlPassed: 2, controlUnanswered: 1 }, 'undetermined'],
  [{ failed: 8, controlPassed: 2, controlUnanswered: 1 }, 'both'],
] as const)('with a lead of 3, a test with %o is %s', (of, expected) => {
  expect(classifyByControl(attempts(of), 3)).toBe(expected)
})

test('with an alarm, its sample runs on both, and nothing else in the second round', () => {
  const next = (
    round: number,
    isInSample: boolean,
    hasAlarm: boolean,
    of: Partial<ControlledAttempts> = {},
  ) => runsNext({ ...attempts(of), isInSample }, { lead: 3, round, hasAlarm })
  expect([next(2, true, true), next(2, false, true), next(3, false, true)]).toEqual([
    'both',
    null,
    'candidate',
  ])
  expect([next(2, true, false), next(2, true, true, { passed: true })]).toEqual(['candidate', 'both'])
  expect([next(3, true, false, { passed: true }), next(5, false, true, { failed: 2 })]).toEqual([
    null,
    'both',
  ])
})

describe('the alarm', () => {
  const of = (failures: number, runs: number, failed: boolean) => ({ failures, runs, isNew: false, failed })
  const suite = (size: number, failing: number, runs: number, failures = 0) =>
    Array.from({ length: size }, (_, index) => of(failures, runs, index < failing))
  const rings = (tests: ReturnType<typeof suite>) => hasAlarm(tests, baselineOf(tests))

  test('rings from three failures that are unlikely, if half of the tests have three runs', () => {
    // Each has a chance of 1/700 (rule.test.ts), so three of 100 are very unlikely.
    expect([rings(suite(100, 2, 10)), rings(suite(100, 3, 10))]).toEqual([false, true])
    // p = 0.1, each chance 0.1: of 20, two are expected; four or more have a probability of 13%, five or more of 4%.
    expect([rings(suite(20, 4, 10, 1)), rings(suite(20, 5, 10, 1))]).toEqual([false, true])
  })

  test('rings from five failures without such a history', () => {
    const half = [...suite(10, 4, 3), ...suite(10, 0, 2)]
    expect(rings(half)).toBe(true)
    expect([rings([...half, of(0, 2, false)]), rings([...half, of(0, 2, true)])]).toEqual([false, true])
    expect([rings(suite(9, 4, 0)), rings(suite(9, 5, 0)), rings([])]).toEqual([false, true, false])
  })

  test('has a sample of at most 20 tests, in an order fixed by their names', () => {
    const names = Array.from({ length: 50 }, (_, index) => `test ${index}`)
    const sample = sampleOf(names, (name) => name)
    expect(sample.size).toBe(20)
    expect([...sampleOf(names.toReversed(), (name) => name)]).toEqual([...sample])
    expect([...sample].filter((name) => names.indexOf(name) < 20).length).toBeLessThan(16)
    expect(sampleOf(['a', 'b'], (name) => name).size).toBe(2)
  })

  test('blocks by a sign test at 2%, for four rounds at most', () => {
    // 6 of 6 heads: 1/64 = 1.6%; 5 of 5: 3.1%; 8 of 9: 10/512 = 1.95%; 10 of 12: 79/4096 = 1.93%
    for (const [losses, wins] of [
      [6, 0],
      [8, 1],
      [10, 2],
    ] as const)
      expect([judgeSample(1, losses, wins), judgeSample(1, losses - 1, wins)]).toEqual(['blocks', 'again'])
    expect(judgeSample(4, 5, 0)).toBe('not-confirmed')
    expect([judgeSample(1, 3, 3), judgeSample(1, 0, 0), judgeSample(1, 3, 4)]).toEqual(
      Array.from({ length: 3 }, () => 'not-confirmed'),
    )
  })
})

/** Every course that a test can take, which failed its first run and fails at the same rate on both. */
function chanceOfBroken(rate: number, lead: number, isKnown: boolean): number {
  const known = new Map<string, number>()
  const from = (failed: number, controlPassed: number, controlFailed: number): number => {
    const key = [failed, controlPassed, controlFailed].join()
    const before = known.get(key)
    if (before !== undefined) return before
    const next = classifyByControl(attempts({ failed, controlPassed, controlFailed, isKnown }), lead)
    // If it passes on the candidate, it is flaky.
    const chance =
      next === 'candidate'
        ? rate * from(failed + 1, controlPassed, controlFailed)
        : next === 'both'
          ? rate * (1 - rate) * from(failed + 1, controlPassed + 1, controlFailed) +
            rate * rate * from(failed + 1, controlPassed, controlFailed + 1)
          : Number(next === 'broken')
    known.set(key, chance)
    return chance
  }
  return from(1, 0, 0)
}

describe('whatever the rates', () => {
  const rates = Array.from({ length: 199 }, (_, index) => (index + 1) / 200)

  test.each([1, 2, 3, 4, 5, 16, 17, 64, 65, 256, 1024, 4096])(
    'of %i unchanged tests that failed the first run, one is called broken in at most 4.5%% of cases',
    (failing) => {
      const worst = Math.max(...rates.map((rate) => chanceOfBroken(rate, leadOf(failing), false)))
      expect(1 - (1 - worst) ** failing).toBeLessThanOrEqual(0.045)
    },
  )

  test('of up to 20 known failures that were not fixed, one is called broken in at most 4.5% of cases', () => {
    for (const tests of [1, 2, 3, 4, 6, 8, 12, 16, 20])
      for (const rate of rates) {
        let [chanceOfFailing, sum] = [(1 - rate) ** tests, 0]
        for (let failing = 1; failing <= tests; failing++) {
          chanceOfFailing *= (((tests - failing + 1) / failing) * rate) / (1 - rate)
          sum += chanceOfFailing * (1 - (1 - chanceOfBroken(rate, leadOf(failing), true)) ** failing)
        }
        expect(sum).toBeLessThanOrEqual(0.045)
      }
  })

  test.each([3, 6, 10, 20])(
    'the sign test of %i tests blocks in at most 3.5%% of cases, over all looks',
    (size) => {
      const ways = (of: number) =>
        Array.from({ length: of + 1 }, (_, some) =>
          Array.from({ length: some }, (_, i) => (of - i) / (i + 1)).reduce(
            (product, each) => product * each,
            1,
          ),
        )
      /** @param differ the chance of a pair of attempts to differ, at most ½ if both have the same rate */
      const blocked = (differ: number) => {
        const step = ways(size).flatMap((choices, pairs) =>
          ways(pairs).map((ofPairs, losses) => ({
            losses,
            wins: pairs - losses,
            chance: choices * differ ** pairs * (1 - differ) ** (size - pairs) * (ofPairs / 2 ** pairs),
          })),
        )
        let [open, sum] = [new Map([['0,0', 1]]), 0]
        for (const looks of [1, 2, 3, 4]) {
          const next = new Map<string, number>()
          for (const [key, before] of open) {
            const [losses = 0, wins = 0] = key.split(',').map(Number)
            for (const each of step) {
              const verdict = judgeSample(looks, losses + each.losses, wins + each.wins)
              if (verdict === 'blocks') sum += before * each.chance
              if (verdict !== 'again') continue
              const then = `${losses + each.losses},${wins + each.wins}`
              next.set(then, (next.get(then) ?? 0) + before * each.chance)
            }
          }
          open = next
        }
        return sum
      }
      const worst = Math.max(...[0.1, 0.3, 0.5].map(blocked))
      expect(worst).toBeLessThanOrEqual(0.035)
      if (size >= 6) expect(worst).toBeGreaterThan(0.015)
    },
  )

  test('every course ends', () => {
    const outcome = fc.record({ failed: fc.boolean(), onControl: fc.constantFrom('passed', 'failed', '?') })
    const all = fc.array(outcome, { minLength: 10, maxLength: 10 })
    fc.assert(
      fc.property(all, fc.nat({ max: 6 }), fc.boolean(), (outcomes, lead, isKnown) => {
        let test = attempts({ isKnown })
        for (let round = 2; round <= LAST_CONTROLLED_ROUND; round++) {
          const next = runsNext({ ...test, isInSample: false }, { lead: 2 + lead, round, hasAlarm: false })
          if (next === null) return
          const { failed, onControl } = outcomes[round - 2] ?? { failed: true, onControl: '?' }
          test = { ...test, failed: test.failed + Number(failed), passed: test.passed || !failed }
          if (next === 'both')
            test = {
              ...test,
              controlPassed: test.controlPassed + Number(onControl === 'passed'),
              controlFailed: test.controlFailed + Number(onControl === 'failed'),
              controlUnanswered: test.controlUnanswered + Number(onControl === '?'),
            }
        }
        expect(['candidate', 'both']).not.toContain(classifyByControl(test, 2 + lead))
      }),
    )
  })
})

// In percent: with 10, 3 and no earlier runs; null where the independent simulation has no figure.
test.each<[string, Partial<ControlledSituation>, readonly (number | null)[]]>([
  ['nothing changed', {}, [0.6, 1.4, 1.1]],
  ['a bad day, × 2', { today: 2 }, [3.2, null, null]],
  ['a bad day, × 3', { today: 3 }, [3.6, null, null]],
  ['five tests share a tool that fails', { outage: 5 }, [1.1, 1.2, 1.2]],
  ['a stale history', { stale: 5 }, [2.2, 3.1, 3.1]],
  ['1 test broke', { broken: 1 }, [94, 94, 94]],
  ['3 tests broke', { broken: 3 }, [100, 100, 100]],
  ['10 tests broke', { broken: 10 }, [100, 100, 100]],
  ['a known failure, since fixed, broke', { broken: 1, wereKnown: true }, [85, 86, 94]],
  ['a bad day and 1 broke', { today: 2, broken: 1 }, [86, 86, 86]],
  ['3 now fail 60%', { broken: 3, brokenRate: 0.6 }, [19, null, 29]],
  ['10 now fail 60%', { broken: 10, brokenRate: 0.6 }, [78, null, 86]],
  ['all are 5 points worse', { worse: 0.05 }, [5.4, null, null]],
])('if %s, blocks as often as an independent simulation', (_, situation, blocked) => {
  for (const [index, expected] of blocked.entries()) {
    if (expected === null) continue
    const baselineRuns = [10, 3, 0][index] ?? 0
    const figures = simulateControlled({ ...ordinaryControlled, ...situation, baselineRuns }, 5000)
    expect(Math.abs(100 * figures.blocked - expected)).toBeLessThanOrEqual(1.5)
    expect(figures.inconclusive).toBe(0)
  }
})

test('an unchanged job costs 10 more executions on average, and up to 5 rounds', () => {
  const { onCandidate, onControl, rounds } = simulateControlled(ordinaryControlled, 5000)
  const mean = (of: readonly number[]) => of.reduce((sum, each) => sum + each, 0) / of.length
  const p95 = (of: readonly number[]) => of[Math.floor(0.95 * of.length)] ?? 0
  expect([Math.round(mean(onCandidate)), Math.round(mean(onControl))]).toEqual([7, 3])
  expect([p95(onCandidate), p95(onControl), p95(rounds)]).toEqual([12, 10, 5])
})

test('if all tests broke, a sample of 20 runs once more on both', () => {
  const all = simulateControlled({ ...ordinaryControlled, broken: 100 }, 50)
  expect([all.blocked, all.onCandidate.at(-1), all.onControl.at(-1), all.rounds.at(-1)]).toEqual([
    1, 20, 20, 2,
  ])
})
