// What is said of a failing test: how often it failed, and the words of its cause.
import { expect, it } from 'vitest'
import type { TestOutcome } from '../../src/gate/cause.ts'
import { plain } from '../../src/results/sentence.ts'
import { storyOf } from '../../src/results/story.ts'
import type { Problem, Results } from '../../src/schema.ts'
import { attempts, comparedOutcome, earlierOf, judged } from '../fixtures/baselines.ts'
import { onBoth } from '../fixtures/control-scenarios.ts'
import {
  failed,
  httpError,
  outcome,
  resultsOf,
  type SampleTest,
  sourceIn,
  test,
} from '../fixtures/samples.ts'
import { resultsOfScenario } from '../fixtures/scenarios.ts'

const refund = test('Refund')

/** The line of the first finding. */
function told(results: Results): string {
  return plain(storyOf(results).lines[0]?.words ?? [])
}

function byHistory(
  given: SampleTest,
  mode: Results['mode'] = 'gate-if-worse',
  editedAt: string | null = null,
) {
  const bot = { ...failed('Bot', 12, [given]), editedAt }
  return told(resultsOf(comparedOutcome([bot], 1), { mode }))
}

type Undecided = NonNullable<SampleTest['undecided']>
const undecided = (why: Undecided['why'], problem: Problem | null = null) =>
  ({ outcome: 'undecided', undecided: { why, problem, url: null } }) as const
const maxTests = { kind: 'max-tests', maxTests: 5, tests: 9 } as const
const doubted = (doubt: NonNullable<SampleTest['earlier']>['doubt'], runs = 10): SampleTest => ({
  ...refund,
  outcome: 'passed-before',
  earlier: { ...earlierOf(0, runs), doubt },
  attempts: attempts(refund, 'failed'),
})
const broke = judged(refund, 'broke')
const later = (passed: number, total: number): SampleTest => ({
  ...broke,
  earlier: broke.earlier && { ...broke.earlier, later: { passed, total } },
})
const since = (runs: number): SampleTest => ({
  ...judged(refund, 'broke', { failures: runs }),
  earlier: { ...earlierOf(runs, 10, 0), doubt: 'failures' },
})

it.each([
  [
    'failed 5 of 5, before 0 of 10; the agent probably changed after 20 Nov; it was edited on the service on 21 Nov',
    byHistory(broke, 'gate-if-worse', '2026-11-21T09:14:00.000Z'),
  ],
  [
    'failed once, before 0 of 10; the agent perhaps changed after 20 Nov',
    byHistory(doubted('attempts'), 'gate'),
  ],
  [
    'failed once, before 0 of 10; the agent perhaps changed after 20 Nov; `max-tests: 5` left no test for a retry',
    byHistory({
      ...doubted('attempts'),
      whyNotRunAgain: { why: 'not-possible', problem: maxTests, url: null },
    }),
  ],
  [
    'failed once, before 0 of 1; the agent perhaps changed after 20 Nov, judged by few earlier runs',
    byHistory(doubted('runs', 1)),
  ],
  [
    'failed once, before 0 of 10; the agent perhaps changed after 20 Nov, or had a bad day',
    byHistory(doubted('day'), 'gate-if-worse', '2026-11-19T09:14:00.000Z'),
  ],
  [
    'failed 5 of 5, before 0 of 10, later 5 of 6; the agent probably changed after 20 Nov',
    byHistory(later(1, 6)),
  ],
  [
    'failed once, before 8 of 10; an older failure',
    byHistory(judged(refund, 'failed-before', { failures: 8 })),
  ],
  [
    'failed 7 of 7, before 2 of 10; failing since 19 Nov, before this pull request was opened',
    byHistory(since(2)),
  ],
  ['failed 6 of 6, before 1 of 10; failed on 20 Nov, too', byHistory(since(1))],
  [
    'failed once, before 4 of 10; fails now and then',
    byHistory(judged(refund, 'fails-now-and-then', { failures: 4 })),
  ],
  ['failed once; no earlier run has this test', byHistory(judged(refund, 'new', { runs: 0 }))],
  [
    'failed 5 of 5, before 0 of 10; its evaluator "Tone" was edited (version 3 → 4) after it last passed',
    byHistory({ ...broke, editedEvaluators: [{ evaluator: 'Tone', version: 4, before: 3 }] }),
  ],
  [
    'failed once, before 0 of 10; its criteria were edited',
    byHistory({ ...judged(refund, 'edited'), edits: [{ what: 'criteria', before: 'a', now: 'b' }] }),
  ],
  [
    'failed once, before 0 of 10; added by this pull request',
    byHistory({ ...refund, outcome: 'failed', source: sourceIn('a.yml', 1, { change: 'added' }) }),
  ],
])('it %s', (said, found) => expect(found).toBe(`Refund ${said}.`))

/** A test beside its control: the signs of its attempts, and of those there. */
function byControl(of: TestOutcome, own: string, there: string, more: Partial<SampleTest> = {}) {
  const bot = failed('Bot', 12, [{ ...onBoth(refund, of, own, there, 'Production'), ...more }])
  const agent = { ...bot, control: { name: 'Production', uuid: 'p', problem: null, url: null } }
  return told(resultsOf(outcome([agent], 1, { compares: 'control' }), { mode: 'gate-if-worse' }))
}

const notVerified = { kind: 'cannot-run', error: httpError(400, 'Not verified') } as const
const unavailable = { kind: 'unfinished-tests', tests: 1, whose: 'agent', detail: 'HTTP 503' } as const

it.each([
  ['failed 4 of 4, without the change 0 of 3; probably this pull request', byControl('broke', '----', '+++')],
  ['failed 2 of 2, without the change once; an older failure', byControl('failed-on-control', '--', '-')],
  [
    'failed 4 of 4, without the change 2 of 3; fails now and then',
    byControl('failed-on-control', '----', '--+'),
  ],
  [
    'failed 2 of 2; unclear: the control Production cannot run (HTTP 400: "Not verified")',
    byControl('undecided', '--', '', undecided('control-silent', notVerified)),
  ],
  [
    'failed once; unclear: when it ran again, Bot answered HTTP 503',
    byControl('undecided', '-???', '', undecided('candidate-silent', unavailable)),
  ],
])('with a control, it %s', (said, found) => expect(found).toBe(`Refund ${said}.`))

const reasons: Readonly<Record<Exclude<Undecided['why'], 'not-compared' | 'many'>, string>> = {
  'no-time': 'unclear: the timeout left no time to run it again',
  'too-many-failures': 'unclear: not retried further, because too many tests did not pass',
  'not-possible': 'unclear: not retried further, because it could not be run alone',
  'no-result': 'unclear: its retry gave no result',
  blocked: 'unclear: not retried further, because another test had already broken',
  'candidate-silent': 'unclear: it gave no answer when it ran again',
  'control-silent': 'unclear: the control gave no answer',
  'too-few-answers': 'unclear: too few attempts have an answer',
  'no-earlier-results': 'unclear: its earlier runs have no result',
  'perhaps-errors': 'unclear: its earlier failures may be errors',
  'fails-on-both': 'unclear: it failed without the change, too',
  'changes-unknown': 'unclear: it is not known whether this pull request adds or edits it',
  'made-by-job': 'unclear: a step of this job made its file',
}

it.each(Object.entries(reasons))('undecided, %s: %s', (why, expected) => {
  expect(byHistory({ ...refund, ...undecided(why as Undecided['why']) })).toBe(
    `Refund failed once; ${expected}.`,
  )
})

it.each([
  ['many-small-breaks', /failed \d+ of \d+, before 0 of \d+; unclear: many failed at once\.$/],
  ['control-alarm', /failed 48 of 48, without the change 18 of 42; unclear: many failed at once\.$/],
])('many at once share one row: %s', (name, words) => {
  const { rows } = storyOf(resultsOfScenario(name))
  expect(rows.map((row) => plain(row.words))).toEqual([expect.stringMatching(words)])
})

it('many failing tests are a row for each cause, and names are cut in the middle', () => {
  const all = (count: number, of: 'broke' | 'failed-before') =>
    Array.from({ length: count }, (_, at) => judged(test(`Answers ${'at length '.repeat(9)}${of} ${at}`), of))
  const bot = failed('Bot', 50, [...all(4, 'broke'), ...all(40, 'failed-before')])
  const { rows } = storyOf(resultsOf(comparedOutcome([bot], 1)))
  expect(rows.map(({ sign, row }) => [sign, plain(row.name), row.counts.now, plain(row.words)])).toEqual([
    [
      '❌',
      expect.stringMatching(/^Answers at length at len….{0,24}broke 0, Ans.*, Ans.* and 1 more test$/),
      '20 of 20',
      'the agent probably changed after 20 Nov',
    ],
    ['➖', expect.stringMatching(/ and 37 more tests$/), '40 of 40', 'an older failure'],
  ])
})
