// The rule with a control: its figures, and the bounds that hold whatever the rates.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { afterPairs, failing, worstProbability, worstShare } from '../../../scripts/bench/control-bound.ts'
import {
  afterRound,
  type ControlledJob,
  dueTests,
  isBlocked,
  LAST_ROUND,
  outcomeOf,
  startJob,
} from '../../../src/gate/control/rule.ts'
import { startsWithControl } from '../../../src/gate/sample.ts'

const rounds = (job: ControlledJob, pairs: string) =>
  pairs.split(' ').reduce((now, pair) => afterPairs(now, pair), job)
const due = (job: ControlledJob) => [...dueTests(job)].map(([id, on]) => `${id} ${on}`)

const outcomesOf = (job: ControlledJob) => [...job.tests.values()].map((each) => outcomeOf(job, each))

test.each([
  // (2 + √3)³ = 52; a failure on the control divides it by four.
  { failed: 1, of: 100, rounds: 3 },
  { failed: 2, of: 100, rounds: 4 },
  { failed: 4, of: 100, rounds: 4 },
  { failed: 5, of: 200, rounds: 5 },
  { failed: 16, of: 400, rounds: 5 },
  { failed: 17, of: 400, rounds: 6 },
])(
  'of $failed failing tests, one fails the job in $rounds rounds with the control',
  ({ failed, of, rounds: most }) => {
    let job = afterPairs(startJob(failing(failed), of), '-', '+')
    for (let round = 1; round <= most; round++) {
      expect(isBlocked(job)).toBe(false)
      job = afterPairs(job, '-+', '+')
    }
    expect([isBlocked(job), due(job)]).toEqual([true, []])
    expect(outcomesOf(job)).toEqual(['broke', ...Array.from({ length: failed - 1 }, () => 'flaky')])
  },
)

test('several tests that fail as one fail the job as soon as one, and what is open then is not decided', () => {
  const job = startJob(failing(3), 100)
  const all = rounds(job, '- -+ -+ -+')
  expect([isBlocked(all), outcomesOf(all)]).toEqual([true, ['broke', 'broke', 'broke']])
  let some = afterPairs(job, '-')
  for (const pairs of [
    ['-+', '-+'],
    ['-+', '--'],
    ['-+', '-+'],
    ['-+', '-+'],
  ])
    some = afterPairs(some, ...pairs, '-?')
  // 194, 13 and 1: 69 on average.
  expect([isBlocked(some), outcomesOf(some)]).toEqual([true, ['broke', 'undecided', 'undecided']])
})

test('tests of all agents count together', () => {
  const job = afterPairs(startJob([...failing(1), ...failing(1, 'bob')], 100), '-')
  expect(isBlocked(rounds(job, '-+ -+ -+'))).toBe(true)
  // 52 of one agent alone are 26 on average.
  let one = job
  for (const _ of [1, 2, 3]) one = afterPairs(one, '-+', '-?')
  expect(isBlocked(one)).toBe(false)
})

describe('weights and votes', () => {
  test('are one wealth: with votes, less weight is enough', () => {
    const one = (of: number) => {
      let job = startJob(failing(20), of)
      if (job.sample === null) job = afterPairs(job, '-', '+')
      for (let pairs = 1; ; pairs++) {
        job = afterPairs(job, '-+', '++')
        if (isBlocked(job)) return pairs
      }
    }
    // 724 / 20 and 5 votes; without a sample, 2,702 / 20.
    expect([one(20), one(1000)]).toEqual([5, 6])
  })

  test.each([
    { it: 'three votes are too few', roundsWorse: 3, isLost: false, expected: false },
    { it: 'four are enough', roundsWorse: 4, isLost: false, expected: true },
    { it: 'lost ones count for nothing', roundsWorse: 6, isLost: true, expected: false },
    // Nothing was due in the sample any more, and the others ran.
    { it: 'a sample that ended keeps them', roundsWorse: 4, isOpen: false, expected: true },
  ])('beside a mean weight of 39, $it', ({ it: _, expected, ...votes }) => {
    const job = startJob(failing(3), 3)
    // 52, 52 and 14.
    const tests = [...job.tests].map(([id, each], at) => {
      return [id, { ...each, controlPassed: at < 2 ? 3 : 2 }] as const
    })
    const sample = job.sample && { ...job.sample, ...votes }
    expect(isBlocked({ ...job, tests: new Map(tests), sample })).toBe(expected)
  })

  test('also count tests that wait for a sample', () => {
    const blockedAfter = (failed: number) =>
      [1, 2, 3, 4, 5].find((pairs) => {
        const job = startJob(failing(failed), failed)
        return isBlocked(rounds(job, Array(pairs).fill('-+').join(' ')))
      })
    expect([14, 17, 18, 40, 200].map(blockedAfter)).toEqual([3, 3, 4, 4, 5])
  })
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
    ['- -+ -- -+ -+', 'undecided'],
    ['- -+ -- -+ -+ -+', 'broke'],
    ['- --', 'failed-on-control'],
    ['- -+ -- --', 'failed-on-control'],
    // What the control says in a round in which the candidate says nothing does not count.
    ['- -+ -+ ?+ ?- -+', 'broke'],
    ['? ? - -+ -+ -+', 'broke'],
    // Not broken, though the control never failed.
    ['- -? -+ -? -+ -?', 'undecided'],
  ])('with %s is %s', (pairs, expected) => {
    expect(outcomesOf(rounds(job, pairs))).toEqual([expected])
  })

  test('that is open after round 14 is undecided', () => {
    const undecided = '- -+ -- -+ -- -+ -- -+ -- -+ -- -+ --'
    const ended = rounds(job, undecided)
    expect([ended.round, due(ended), due(rounds(job, undecided.slice(0, -3))).length]).toEqual([15, [], 1])
    expect(outcomesOf(ended)).toEqual(['undecided'])
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

  test('runs no more on a candidate that answered nothing in three rounds in a row', () => {
    expect(due(rounds(job, '? ? - ? ?'))).toEqual(['ada 0 both'])
    expect(due(rounds(job, '? ? ?'))).toEqual([])
    expect(due(rounds(job, '- -+ ?+ ?+ ?+'))).toEqual([])
    // Another test of its agent answers, and none of the other agent does.
    let two = startJob([...failing(2), ...failing(1, 'bob')], 1000)
    for (const _ of [1, 2, 3]) two = afterPairs(two, '?', '-+', '?')
    expect(due(two)).toEqual(['ada 0 candidate', 'ada 1 both'])
  })

  test('counts nothing in a round that did not run it', () => {
    const ran = rounds(job, '- -+')
    const after = afterRound(ran, [])
    expect([after.tests, after.silentRounds.control.get('ada')]).toEqual([ran.tests, 1])
  })
})

describe('a sample', () => {
  test('exists if one test in 20 failed and at least three, over all agents, and is smaller below 100 tests', () => {
    const sizes = [[2, 2], [3, 59], [3, 60], [6, 119], [6, 120], [30, 99], [30, 100]] as const // biome-ignore format: pairs
    expect(sizes.map(([count, of]) => startJob(failing(count), of).sample?.ids.length ?? 0)).toEqual([
      0, 3, 0, 6, 0, 14, 20,
    ])
  })

  test('has an order fixed by agents and names, whatever their order in the job', () => {
    const tests = [...failing(30), ...failing(30, 'bob')]
    const { ids = [] } = startJob(tests, 100).sample ?? {}
    expect(startJob(tests.toReversed(), 100).sample?.ids).toEqual(ids)
    const inAnotherAgent = tests.map((each) => ({ ...each, agent: 'cyd' }))
    expect(startJob(inAnotherAgent, 100).sample?.ids).not.toEqual(ids)
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

  /** Each test passes now and then, so that it weighs nothing, and one in turn fails with the change. */
  const votes = (...rounds: readonly string[]) =>
    rounds.reduce(
      (now, round) => {
        const worse = now.round % 2 === 0 ? ['-+', '++'] : ['++', '-+']
        const pairs = { worse, same: ['--', '++'], better: ['++', '+-'], none: ['-?', '?+'] }[round]
        return afterPairs(now, ...(pairs ?? []), ...(round === 'none' ? [] : ['++']))
      },
      startJob(failing(3), 10),
    )

  test.each([
    [['worse', 'worse', 'same', 'worse'], { roundsWorse: 3, rounds: 4, isOpen: true, isLost: false }],
    // A round in which no pair was answered is none.
    [['none', 'worse', 'none'], { roundsWorse: 1, rounds: 3, isOpen: true }],
    [['same'], { roundsWorse: 0, isOpen: false, isLost: false }],
    [['better'], { roundsWorse: 0, isOpen: false, isLost: true }],
    [['worse', 'better'], { roundsWorse: 1, isOpen: false, isLost: true }],
  ])('with %o has %o', (signs, expected) => expect(votes(...signs).sample).toMatchObject(expected))

  test('blocks with seven votes, though no test broke', () => {
    const worse = (times: number) => votes(...Array.from({ length: times }, () => 'worse'))
    expect([isBlocked(worse(6)), due(worse(6)).length]).toEqual([false, 3])
    expect([isBlocked(worse(7)), due(worse(7))]).toEqual([true, []])
    expect(outcomesOf(worse(7))).toEqual(['flaky', 'flaky', 'flaky'])
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
  const rates = Array.from({ length: 999 }, (_, index) => (index + 1) / 1000)

  test('a round multiplies the weight of an unchanged test by 1 on average, or less', () => {
    const job = afterPairs(startJob(failing(1), 100), '-')
    const weightAfter = (pair: string) => {
      const { controlPassed, controlFailed } = [...afterPairs(job, pair).tests.values()][0] ?? {
        controlPassed: 0,
        controlFailed: 0,
      }
      return (2 + Math.sqrt(3)) ** controlPassed / 4 ** controlFailed
    }
    const means = rates.map((rate) => rate * (1 - rate) * weightAfter('-+') + rate ** 2 * weightAfter('--'))
    expect(Math.max(...means)).toBeLessThanOrEqual(1 + 1e-12)
    expect(Math.max(...means)).toBeGreaterThan(0.9999)
  })

  test('a sample of unchanged tests has seven votes in at most one of 128 cases, also if rounds often end in a draw', () => {
    const job = startJob(failing(3), 10)
    // Tests that passed weigh nothing.
    const passed = [...job.tests].map(([id, each]) => [id, { ...each, passed: true }] as const)
    const start = { ...job, tests: new Map(passed) }
    const worst = (...draws: readonly number[]) => {
      const chances = draws.map((draw) => ({ '-+': (1 - draw) / 2, '++': draw, '+-': (1 - draw) / 2 }))
      return worstProbability(start, chances, isBlocked)
    }
    expect(worst(0)).toBeCloseTo(1 / 128, 12)
    expect(worst(0, 0.05, 0.2, 0.5, 0.9)).toBeCloseTo(1 / 128, 12)
    for (const draw of [0.05, 0.2, 0.5, 0.9]) expect(worst(draw)).toBeLessThan(1 / 128)
  })

  // The bound for all jobs is 1 / 31.
  test.each([
    [1, 100, 0.0177],
    [3, 3, 0.0184],
    [15, 15, 0.0196],
    [100, 100, 0.0102],
  ])(
    'of jobs in which %i of %i tests fail, and answer alike, at most %f fail, and fewer with answers missing',
    (of, tests, most) => {
      expect(worstShare(of, tests)).toBeLessThanOrEqual(most)
      expect(worstShare(of, tests)).toBeGreaterThan(most - 0.0002)
      for (const silent of of < 20 ? [[0.3], [0, 0.3]] : [])
        expect(worstShare(of, tests, ...silent)).toBeLessThanOrEqual(most)
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
