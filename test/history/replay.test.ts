// What the gate would have said of earlier runs: an estimate that is near the truth for agents that are well.
import { expect, test } from 'vitest'
import { drawRates, mulberry32 } from '../../scripts/bench/rule-random.ts'
import { replay } from '../../src/history/replay.ts'

const AGENTS = 20
const RUNS = 30

function runOf(passed: readonly (readonly [string, boolean])[], index: number) {
  const rate = { passed: passed.filter(([, each]) => each).length, total: passed.length }
  return {
    run: { taskId: `${index}`, url: null, createdAt: new Date(index * 86_400_000).toISOString(), ...rate },
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
  ['++++++++++---', 10, null],
  ['++++++++++----', 10, true],
  ['++++++++++----+', 10, true],
  ['++++++++++---+', 10, false],
  ['++++++++++--+', 10, false],
  ['++++++++++-+', 10, false],
  // It failed before, so that it would have been run again more often.
  ['+++++++++--+++', 10, false],
  ['+-+++++++++----', 11, null],
  ['+-+++++++++---------', 11, true],
  // Only the ten runs before it count.
  ['------++++++++++----', 16, true],
  ['+++', 2, false],
  // Nothing to compare with.
  ['---', 0, false],
])('a test with %s: whether run %i blocks is %s', (signs, index, blockedByGateIfWorse) => {
  const broken = blockedByGateIfWorse === true ? ['first'] : []
  expect(replay(first(signs), index)).toEqual({ blockedByGateIfWorse, broken })
})

test('one broken test is enough, whatever is not known of another', () => {
  const runs = first('++++++++++----')
  runs[10]?.passed.set('1 0', false)
  for (const { passed } of runs.slice(11)) passed.delete('1 0')
  expect(replay(runs, 10)).toEqual({ blockedByGateIfWorse: true, broken: ['first'] })
})

test.each([
  ['as many fail in the next one', [0, 1, 2], true],
  // One of them keeps failing, and is run again once more.
  ['one fails in the next one', [4], null],
  ['none fails in the next one', [], false],
  ['there is no next one', null, null],
])('if many tests fail at once in a run, and %s', (_, next, blockedByGateIfWorse) => {
  const names = Array.from({ length: 20 }, (_each, index) => index)
  const failing = (some: readonly number[]) => names.map((each) => [`${each}`, !some.includes(each)] as const)
  const good = Array.from({ length: 10 }, () => failing([]))
  const runs = [...good, failing([3, 4, 5]), ...(next === null ? [] : [failing(next)])].map(runOf)
  expect(replay(runs, 10)).toEqual({ blockedByGateIfWorse, broken: [] })
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
