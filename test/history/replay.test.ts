// What the gate would have said of earlier runs: an estimate that is near the truth for agents that are well.
import { expect, test } from 'vitest'
import { drawRates, mulberry32 } from '../../scripts/bench/rule-random.ts'
import { replay } from '../../src/history/replay.ts'

const AGENTS = 20
const RUNS = 30

function runOf(passed: readonly (readonly [string, boolean])[], index: number) {
  const rate = { passed: passed.filter(([, each]) => each).length, total: passed.length }
  return {
    run: { taskId: `${index}`, createdAt: index, ...rate, p95LatencyMs: null, meanCostUsd: null },
    passed: new Map(passed.map(([name, each]) => [`1 ${name}`, each])),
  }
}

/** 20 tests, of which the first has these results, one per run; the others pass. */
const first = (signs: string) =>
  [...signs].map((sign, index) =>
    runOf([['first', sign === '+'], ...Array.from({ length: 19 }, (_, i) => [`${i}`, true] as const)], index),
  )

test.each([
  ['++++++++++-', 10, null],
  ['++++++++++--', 10, null],
  ['++++++++++---', 10, true],
  ['++++++++++---+', 10, true],
  ['++++++++++--+', 10, false],
  ['++++++++++-+', 10, false],
  // It failed before, so that it would have been run again once more.
  ['+++++++++--+++', 10, false],
  ['+-+++++++++----', 11, true],
  // Only the ten runs before it count.
  ['------++++++++++---', 16, true],
  ['+++', 2, false],
  // Nothing to compare with.
  ['---', 0, false],
])('a test with %s: whether run %i blocks is %s', (signs, index, blockedByGateIfWorse) => {
  const broken = blockedByGateIfWorse === true ? ['first'] : []
  expect(replay(first(signs), index)).toEqual({ blockedByGateIfWorse, broken })
})

test('one broken test is enough, whatever is not known of another', () => {
  const runs = first('++++++++++---')
  runs[10]?.passed.set('1 0', false)
  for (const { passed } of runs.slice(11)) passed.delete('1 0')
  expect(replay(runs, 10)).toEqual({ blockedByGateIfWorse: true, broken: ['first'] })
})

test('if many tests fail at once, the run blocks whatever followed', () => {
  const names = Array.from({ length: 20 }, (_, index) => `${index}`)
  const good = names.map((name) => [name, true] as const)
  const bad = names.map((name, index) => [name, index > 4] as const)
  const runs = [...Array.from({ length: 10 }, () => good), bad].map(runOf)
  expect(replay(runs, 10)).toEqual({ blockedByGateIfWorse: true, broken: [] })
})

test('of healthy agents with 100 tests, at most 2.4% of the runs would have been blocked', () => {
  const random = mulberry32(1)
  const runs = Array.from({ length: AGENTS }, () => {
    const rates = drawRates(100, random)
    const history = Array.from({ length: RUNS }, (_, run) =>
      runOf(
        [...rates].map((rate, index) => [`${index}`, random() >= rate] as const),
        run,
      ),
    )
    return history.map((_, index) => replay(history, index)).slice(10)
  })
  const judged = runs.flat().filter(({ blockedByGateIfWorse }) => blockedByGateIfWorse !== null)
  expect(judged.length).toBeGreaterThanOrEqual(0.9 * AGENTS * (RUNS - 10))
  const blocked = judged.filter(({ blockedByGateIfWorse }) => blockedByGateIfWorse)
  expect(blocked.length / judged.length).toBeLessThanOrEqual(0.024)
})
