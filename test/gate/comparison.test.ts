import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { EarlierRun } from '../../src/client/index.ts'
import { chooseEarlierRun, compareRuns, comparisonOf } from '../../src/gate/comparison.ts'
import type { AgentComparison, PassRate } from '../../src/gate/results.ts'
import { ada, earlierRun, resultOf } from './histories.ts'

describe('the run to compare with', () => {
  const current = { taskId: 'run-ada', total: 3 }
  const one = earlierRun('one', { a: true })
  const two = earlierRun('two', { a: true, b: true })
  const three = earlierRun('three', { a: true, b: true, c: true })
  const four = earlierRun('four', { a: true, b: true, c: true, d: true })

  test.each<[string, EarlierRun[], string | null]>([
    ['the one with the most tests', [one, two, one], 'two'],
    ['of those the newest', [one, two, { ...two, uuid: 'older' }], 'two'],
    ['one with as many tests as this', [one, three, two], 'three'],
    ['none with more tests than this', [four, two], 'two'],
    ['not this run itself', [{ ...three, uuid: 'run-ada' }, one], 'one'],
    ['none that was launched after this one', [two, { ...three, uuid: 'run-ada' }, one], 'one'],
    ['none with an error', [{ ...three, error: true }, one], 'one'],
    ['none that was aborted', [{ ...three, aborted: true }, one], 'one'],
    ['none that is not done', [{ ...three, status: 'failed' }, { ...three, status: 'queued' }, one], 'one'],
    ['none without counts', [{ ...three, passed: null }, { ...three, total_tests: null }, one], 'one'],
    ['none without tests', [earlierRun('empty', {}), one], 'one'],
    ['none without tests, though there is no other', [earlierRun('empty', {})], null],
    ['none without a total, though nothing passed', [{ ...three, total_tests: null, passed: 0 }], null],
    ['none that counts more passed than there are', [{ ...three, passed: 4 }, one], 'one'],
    ['none at all where no one is fit', [four, { ...three, error: true }], null],
    ['none at all where there is no history', [], null],
  ])('is %s', (_, history, uuid) => {
    expect(chooseEarlierRun(history, current)?.uuid ?? null).toBe(uuid)
  })
})

describe('what changed', () => {
  test('is told test by test', () => {
    const { run } = resultOf({ same: true, broke: false, mended: true, bad: false, brandNew: false })
    const earlier = earlierRun('before', { same: true, broke: true, mended: false, bad: false, gone: true })
    expect(compareRuns(ada, run, earlier)).toEqual({
      agent: ada,
      earlierTaskId: 'before',
      now: { passed: 2, total: 5 },
      before: { passed: 3, total: 5 },
      newlyFailing: ['broke'],
      fixed: ['mended'],
      added: ['brandNew'],
      removed: ['gone'],
    })
  })

  test('is unknown where the service keeps no tests of the earlier run', () => {
    const { run } = resultOf({ a: true, b: false })
    const earlier = { ...earlierRun('before', { a: true, b: true }), results: null }
    const nothing = { newlyFailing: [], fixed: [], removed: [] }
    expect(compareRuns(ada, run, earlier)).toMatchObject({ ...nothing, before: { passed: 2, total: 2 } })
  })

  test('is nothing where a test has no verdict on either side', () => {
    const { run } = resultOf({ a: null, b: false, c: true })
    const earlier = earlierRun('before', { a: true, b: null, c: null })
    expect(compareRuns(ada, run, earlier)).toMatchObject({
      newlyFailing: [],
      fixed: [],
      added: [],
      removed: [],
    })
  })

  test('claims nothing new where rows of the earlier run are missing, and nothing removed where some of this are', () => {
    const { run } = resultOf({ a: true, b: true })
    const unlisted = earlierRun('before', { a: true, b: true }, { results: null })
    expect(compareRuns(ada, run, unlisted)).toMatchObject({ added: [], removed: [] })
    const cut = { ...run, tests: run.tests.slice(1) }
    expect(compareRuns(ada, cut, earlierRun('before', { a: true, b: true }))).toMatchObject({
      added: [],
      removed: [],
    })
  })

  test('of tests that share a name is told in their order', () => {
    const twin = (passed: boolean) => resultOf({ twin: passed }).run.tests
    const run = { ...resultOf({}).run, tests: [...twin(false), ...twin(true), ...twin(true)] }
    const results = [true, true].map((passed) => ({ name: 'twin', passed }))
    expect(compareRuns(ada, run, earlierRun('before', {}, { results }))).toMatchObject({
      newlyFailing: ['twin'],
      fixed: [],
      added: ['twin'],
      removed: [],
    })
  })

  test('leaves out tests without a name', () => {
    const [nameless] = resultOf({ a: true }).run.tests.map((test) => ({ ...test, name: null }))
    const run = { ...resultOf({}).run, tests: nameless === undefined ? [] : [nameless] }
    const earlier = earlierRun('before', {}, { results: [{ name: null, passed: true }, { passed: false }] })
    expect(compareRuns(ada, run, earlier)).toMatchObject({
      newlyFailing: [],
      fixed: [],
      added: [],
      removed: [],
    })
  })
})

describe('all agents together', () => {
  const compared = (now: PassRate, before: PassRate): AgentComparison => ({
    ...compareRuns(ada, resultOf({}).run, earlierRun('before', {})),
    now,
    before,
  })
  const rate = (passed: number, total: number) => ({ passed, total })
  const together = (...agents: AgentComparison[]) =>
    comparisonOf({ compared: agents, withoutHistory: [], unreadable: [] })

  test('have the sums of both sides', () => {
    expect(together(compared(rate(1, 4), rate(3, 3)), compared(rate(5, 6), rate(2, 2)))).toMatchObject({
      now: rate(6, 10),
      before: rate(5, 5),
      worse: true,
    })
  })

  test.each([
    ['the same', rate(2, 4), rate(2, 4), false],
    ['the same of more tests', rate(4, 8), rate(2, 4), false],
    ['better', rate(3, 4), rate(2, 4), false],
    ['worse', rate(1, 4), rate(2, 4), true],
    ['worse, though more passed', rate(3, 8), rate(2, 4), true],
    ['worse by one test in a billion', rate(999_999_998, 1e9), rate(999_999_999, 1e9), true],
    [
      'worse by less than a number can tell',
      rate(94_906_265, 94_906_266),
      rate(94_906_266, 94_906_267),
      true,
    ],
    ['nothing', rate(0, 0), rate(0, 0), false],
  ])('are %s', (_, now, before, worse) => {
    expect(together(compared(now, before)).worse).toBe(worse)
  })

  test('are never worse than themselves, nor two of them than each other', () => {
    const some = fc
      .tuple(fc.nat(), fc.nat())
      .map(([one, other]) => rate(Math.min(one, other), Math.max(one, other)))
    fc.assert(
      fc.property(some, some, (one, other) => {
        expect(together(compared(one, one)).worse).toBe(false)
        const worse = [together(compared(one, other)), together(compared(other, one))].filter(
          (each) => each.worse,
        )
        expect(worse.length).toBeLessThan(2)
      }),
    )
  })
})
