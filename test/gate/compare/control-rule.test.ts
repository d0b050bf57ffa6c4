// The rule with a control: its figures, and the bounds that hold whatever the rates.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  afterPairs,
  alike,
  failing,
  isBroken,
  worstChance,
  worstProbability,
  worstShare,
} from '../../../scripts/bench/control-bound.ts'
import {
  afterRound,
  type ControlledJob,
  dueTests,
  LAST_ROUND,
  outcomeOf,
  requiredMarginFor,
  startJob,
  startsWithControl,
} from '../../../src/gate/compare/control-rule.ts'

const rounds = (job: ControlledJob, pairs: string) =>
  pairs.split(' ').reduce((now, pair) => afterPairs(now, pair), job)
const due = (job: ControlledJob) => [...dueTests(job)].map(([id, on]) => `${id} ${on}`)

test('the requiredMargin grows by one with each factor of four', () => {
  const at = [1, 2, 3, 4, 11, 12, 43, 44, 171, 172]
  expect(at.map(requiredMarginFor)).toEqual([3, 4, 4, 5, 5, 6, 6, 7, 7, 8])
})

describe('a single failing test', () => {
  const job = startJob(failing(1), 100)

  test('runs once more on the candidate, then on both until there is a class', () => {
    expect([due(job), due(rounds(job, '-'))]).toEqual([['ada 0 candidate'], ['ada 0 both']])
  })

  test.each([
    ['+', 'flaky'],
    ['- -+ -+ ++', 'flaky'],
    ['- -+ -+ -+', 'broke'],
    ['- -+ -- -+ -+ -+', 'broke'],
    ['- --', 'failed-on-control'],
    ['- -+ -- --', 'failed-on-control'],
    // What the control says in a round in which the candidate says nothing does not count.
    ['- -+ -+ ?+ ?- -+', 'broke'],
    ['? ? - -+ -+ -+', 'broke'],
    // Not broken, though the control never failed.
    ['- -? -+ -? -+ -?', 'undecided'],
  ])('with %s is %s', (pairs, expected) => {
    const { tests, requiredMargin } = rounds(job, pairs)
    expect([...tests.values()].map((each) => outcomeOf(each, requiredMargin))).toEqual([expected])
  })

  test('that is open after round 14 is undecided', () => {
    const undecided = '- -+ -- -+ -- -+ -- -+ -- -+ -- -+ --'
    const ended = rounds(job, undecided)
    expect([ended.round, due(ended), due(rounds(job, undecided.slice(0, -3))).length]).toEqual([15, [], 1])
    expect([...ended.tests.values()].map((each) => outcomeOf(each, 3))).toEqual(['undecided'])
  })

  test('is not asked of a control that answered nothing in three rounds', () => {
    expect(due(rounds(job, '- -? -? -+ -? -?'))).toEqual(['ada 0 both'])
    expect(due(rounds(job, '- -? -? -?'))).toEqual([])
    // The other control is asked on.
    const two = startJob([...failing(1), ...failing(1, 'bob')], 1000)
    let now = afterPairs(two, '-')
    for (const _ of [1, 2, 3]) now = afterPairs(now, '-?', '-+')
    expect(due(now)).toEqual(['bob 0 both'])
  })

  test('is asked of a control that answers for another test, and not of one that is not asked', () => {
    let answered = startJob(failing(2), 1000)
    for (const pairs of [['-'], ['-+', '-?'], ['-+', '-?'], ['-+', '-?']])
      answered = afterPairs(answered, ...pairs)
    expect(due(answered)).toEqual(['ada 0 both', 'ada 1 both'])
    let silent = startJob(failing(2), 1000)
    for (const pairs of [
      ['-', '?'],
      ['-?', '?'],
      ['-?', '?'],
      ['-?', '?'],
    ])
      silent = afterPairs(silent, ...pairs)
    expect(due(silent)).toEqual(['ada 1 candidate'])
  })

  test('counts nothing in a round that did not run it', () => {
    const ran = rounds(job, '- -+')
    const after = afterRound(ran, new Map())
    expect([after.tests, after.roundsWithoutAnswer.get('ada')]).toEqual([ran.tests, 1])
  })
})

describe('a sample', () => {
  test('exists if one test in 20 failed and at least three, over all agents', () => {
    const sizes = [[2, 2], [3, 59], [3, 60], [6, 119], [6, 120], [30, 30]] as const // biome-ignore format: pairs
    expect(sizes.map(([count, of]) => startJob(failing(count), of).sample?.ids.length ?? 0)).toEqual([
      0, 3, 0, 6, 0, 20,
    ])
  })

  test('has an order fixed by agents and names, whatever their order in the job', () => {
    const tests = [...failing(30), ...failing(30, 'bob')]
    const { ids = [] } = startJob(tests, 60).sample ?? {}
    expect(startJob(tests.toReversed(), 60).sample?.ids).toEqual(ids)
    const inAnotherAgent = tests.map((each) => ({ ...each, agent: 'cyd' }))
    expect(startJob(inAnotherAgent, 60).sample?.ids).not.toEqual(ids)
    const ofAda = ids.filter((id) => id.startsWith('ada')).length
    expect([ids.length, ofAda > 4, ofAda < 16]).toEqual([20, true, true])
    expect(ids.filter((id) => Number(id.slice(4)) < 10).length).toBeLessThan(14)
  })

  test('runs on both, also what passed, while the others wait', () => {
    const job = startJob(failing(25), 100)
    const first = dueTests(job)
    expect([first.size, new Set(first.values())]).toEqual([20, new Set(['both'])])
    const next = rounds(job, '-+')
    expect(dueTests(rounds(next, '++')).size).toBe(20)
    const waiting = [...next.tests.values()].filter(({ id }) => !first.has(id))
    expect(waiting.map(({ failed }) => failed)).toEqual([1, 1, 1, 1, 1])
    // After it has ended, those that are open go on.
    const over = rounds(next, '+-')
    expect([over.sample?.isOpen, [...dueTests(over).keys()]]).toEqual([false, waiting.map(({ id }) => id)])
  })

  test.each([
    ['-+ -+ -+ -+ -+', { roundsWorse: 5, rounds: 5, isOpen: true, blocks: false }],
    ['-+ -+ -+ -+ -+ -+', { roundsWorse: 6, rounds: 6, blocks: true }],
    ['-+ -+ ++ -+ ++ -+ -+ -+', { roundsWorse: 6, rounds: 8, blocks: true }],
    // A round in which no pair was answered is none.
    ['?+ -? -+ -+ ?? -+ -+ -+ -+', { roundsWorse: 6, rounds: 9, blocks: true }],
    ['++', { roundsWorse: 0, isOpen: false }],
    ['--', { roundsWorse: 0, isOpen: false }],
    ['-+ -+ -+ -+ -+ +-', { roundsWorse: 5, isOpen: false, blocks: false }],
    ['-+ -+ -+ -+ -+ ++', { roundsWorse: 5, isOpen: true, blocks: false }],
  ])('with %s has %o', (pairs, expected) => {
    expect(rounds(startJob(failing(3), 10), pairs).sample).toMatchObject(expected)
  })

  test('roundsWorse by the difference of its pairs', () => {
    const job = startJob(failing(3), 10)
    expect(afterPairs(job, '-+', '++').sample).toMatchObject({ roundsWorse: 1, isOpen: true })
    expect(afterPairs(job, '-+', '+-').sample).toMatchObject({ roundsWorse: 0, isOpen: false })
    expect(afterPairs(job, '-+', '+?').sample).toMatchObject({ roundsWorse: 1, isOpen: true })
  })

  test('ends if none of its tests is due, and the others run in the same round', () => {
    const job = startJob(failing(25), 100)
    const failedOnBoth = rounds(job, '-+ -- --')
    const open = [...dueTests(failedOnBoth).values()]
    expect([failedOnBoth.round, open]).toEqual([5, Array.from({ length: 5 }, () => 'candidate')])
    expect(rounds(failedOnBoth, '-').sample).toMatchObject({ rounds: 3, isOpen: false })
  })

  test('that blocks ends the job, with every class as its test was left', () => {
    const { tests, requiredMargin, sample } = rounds(startJob(failing(3), 10), '-+ -+ -+ -+ -+ ++ -+')
    const outcomes = [...tests.values()].map((each) => outcomeOf(each, requiredMargin))
    expect(outcomes).toEqual(['flaky', 'flaky', 'flaky'])
    expect(sample?.blocks).toBe(true)
    const blocked = rounds({ ...startJob(failing(20), 20), requiredMargin: 99 }, '-+ -+ -+ -+ -+ -+')
    const left = [...blocked.tests.values()].map((each) => outcomeOf(each, blocked.requiredMargin))
    expect([due(blocked), left[0]]).toEqual([[], 'undecided'])
  })
})

test('which agent is launched first is a coin', () => {
  const coins = Array.from({ length: 400 }, (_, job) =>
    [2, 3, 4, 5].map((round) => Number(startsWithControl(`job ${job}`, round, 'ada'))).join(''),
  )
  expect(new Set(coins).size).toBe(16)
  const heads = coins.join('').replaceAll('0', '').length
  expect([heads > 700, heads < 900]).toEqual([true, true])
  expect(startsWithControl('job', 2, 'ada')).toBe(startsWithControl('job', 2, 'ada'))
})

describe('whatever the rates', () => {
  // The most tests with each requiredMargin.
  test.each([1, 3, 11, 43, 171, 683, 2731, 10_923])(
    'of %i unchanged tests that failed, one is called broken in at most 1.81 percent of cases, and 1.7 beside a sample',
    (of) => {
      expect(worstShare(of)).toBeLessThanOrEqual(of < 3 ? 0.0181 : 0.017)
    },
  )

  test.each([[0.3], [0.3, 0], [0, 0.3]])('answers that are missing add nothing: %o', (...silent) => {
    for (const of of [1, 11]) expect(worstChance(of, {}, ...silent)).toBeLessThanOrEqual(worstChance(of, {}))
  })

  test('one more step of the requiredMargin divides the chance of a false break by 3.7 or more', () => {
    const chances = [1, 3, 11, 43, 171, 683, 2731, 10_923].map((of) => worstChance(of, {}))
    const factors = chances.slice(1).map((chance, index) => (chances[index] ?? 0) / chance)
    expect(Math.min(...factors)).toBeGreaterThan(3.7)
  })

  test('a sample of unchanged tests blocks in at most one of 64 cases, also if rounds often end in a draw', () => {
    const job = { ...startJob(failing(3), 10), requiredMargin: 99 }
    const worst = (...draws: readonly number[]) => {
      const chances = draws.map((draw) => ({ '-+': (1 - draw) / 2, '++': draw, '+-': (1 - draw) / 2 }))
      return worstProbability(job, chances, ({ sample }) => sample?.blocks === true)
    }
    expect(worst(0)).toBeCloseTo(1 / 64, 12)
    expect(worst(0, 0.05, 0.2, 0.5, 0.9)).toBeCloseTo(1 / 64, 12)
    for (const draw of [0.05, 0.2, 0.5, 0.9]) expect(worst(draw)).toBeLessThan(1 / 64)
  })

  test.each([3, 20])(
    'if whole runs of %i tests fail or pass, at most 3.3 percent of jobs are blocked',
    (size) => {
      const isFailed = (job: ControlledJob) => job.sample?.blocks === true || isBroken(job)
      for (const silent of [0, 0.3])
        expect(worstProbability(startJob(failing(size), size), alike(silent), isFailed)).toBeLessThanOrEqual(
          0.033,
        )
    },
  )
})

test('every course ends, and alone no test runs that has a class', () => {
  const signs = fc.constantFrom(...'+-?')
  const answers = fc.array(fc.tuple(signs, signs), { minLength: 6, maxLength: 6 })
  const courses = fc.array(answers, { minLength: LAST_ROUND, maxLength: LAST_ROUND })
  fc.assert(
    fc.property(
      courses,
      fc.integer({ min: 1, max: 6 }),
      fc.integer({ min: 6, max: 200 }),
      (course, some, of) => {
        let job = startJob(failing(some), of)
        while (dueTests(job).size > 0) {
          if (!job.sample?.isOpen)
            for (const id of dueTests(job).keys()) expect(job.tests.get(id)?.passed).toBe(false)
          job = afterPairs(job, ...(course[job.round - 2] ?? []).map((pair) => pair.join('')))
        }
        expect(job.round).toBeLessThanOrEqual(LAST_ROUND + 1)
      },
    ),
  )
})
