// What is said of a failing test: each cause with its words, its counts, and the sentence of a test that is told alone.
import { expect, it } from 'vitest'
import type { TestOutcome } from '../../src/gate/cause.ts'
import { testText } from '../../src/results/causes.ts'
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

/** In lists, and alone. */
function told(results: Results): [string, string] {
  const { failing, lines } = storyOf(results)
  const [first] = failing
  if (first === undefined) throw new Error('A test fails.')
  return [plain(testText(results, first)), plain(lines[0]?.words ?? [])]
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

it.each<[inList: string, alone: string, found: [string, string]]>([
  [
    'probably changed after 20 Nov (failed 5 of 5, before 0 of 10)',
    'Refund passed all 10 earlier runs, but fails 5 of 5 now. Bot or its dependencies probably changed after 20 Nov, 12:00 UTC. Bot was edited on the service on 21 Nov, 09:14 UTC.',
    byHistory(broke, 'gate-if-worse', '2026-11-21T09:14:00.000Z'),
  ],
  [
    'perhaps changed after 20 Nov (failed once, before 0 of 10)',
    'Refund passed all 10 earlier runs, but failed once now. Bot or its dependencies perhaps changed after 20 Nov, 12:00 UTC.',
    byHistory(doubted('attempts'), 'gate'),
  ],
  [
    'perhaps changed after 20 Nov (failed once, before 0 of 1)',
    'Refund passed 1 earlier run, but failed once now. Bot or its dependencies perhaps changed after 20 Nov, 12:00 UTC. Its earlier runs are too few to say more.',
    byHistory(doubted('runs', 1)),
  ],
  [
    'perhaps changed after 20 Nov (failed once, before 0 of 10)',
    'Refund passed all 10 earlier runs, but failed once now. Bot or its dependencies perhaps changed after 20 Nov, 12:00 UTC. On a bad day, it would fail as often.',
    byHistory(doubted('day'), 'gate-if-worse', '2026-11-19T09:14:00.000Z'),
  ],
  [
    'probably changed after 20 Nov (failed 5 of 5, before 0 of 10, later 5 of 6)',
    'Refund passed all 10 runs before this pull request was opened, then failed 5 of 6 later ones, and fails 5 of 5 now. Bot or its dependencies probably changed after 20 Nov, 12:00 UTC.',
    byHistory(later(1, 6)),
  ],
  [
    'failed before, too (failed once, before 8 of 10)',
    'Refund failed 8 of 10 earlier runs, and failed once now. So this pull request did not break it.',
    byHistory(judged(refund, 'failed-before', { failures: 8 })),
  ],
  [
    'failing since 19 Nov, before this pull request was opened (failed 7 of 7, before 2 of 10)',
    'Refund failed 2 of 10 earlier runs, and fails 7 of 7 now. Failing since 19 Nov, before this pull request was opened.',
    byHistory(since(2)),
  ],
  [
    'failed on 20 Nov, too (failed 6 of 6, before 1 of 10)',
    'Refund failed 1 of 10 earlier runs, and fails 6 of 6 now. Failed on 20 Nov, too.',
    byHistory(since(1)),
  ],
  [
    'fails now and then (failed once, before 4 of 10)',
    'Refund failed 4 of 10 earlier runs, and failed once now. Fails now and then.',
    byHistory(judged(refund, 'fails-now-and-then', { failures: 4 })),
  ],
  [
    'no earlier run has this test (failed once)',
    'Refund failed once. No earlier run has this test.',
    byHistory(judged(refund, 'new', { runs: 0 })),
  ],
  [
    'its evaluator "Tone" was edited (version 3 → 4) after it last passed (failed 5 of 5, before 0 of 10)',
    'Refund passed all 10 earlier runs, but fails 5 of 5 now. Its evaluator "Tone" was edited (version 3 → 4) after it last passed.',
    byHistory({ ...broke, editedEvaluators: [{ evaluator: 'Tone', version: 4, before: 3 }] }),
  ],
  [
    'its criteria were edited (failed once, before 0 of 10)',
    'Refund passed all 10 earlier runs, but failed once now. Its criteria were edited.',
    byHistory({ ...judged(refund, 'edited'), edits: [{ what: 'criteria', before: 'a', now: 'b' }] }),
  ],
  [
    'added by this pull request (failed once, before 0 of 10)',
    'Refund passed all 10 earlier runs, but failed once now. Added by this pull request.',
    byHistory({ ...refund, outcome: 'failed', source: sourceIn('a.yml', 1, { change: 'added' }) }),
  ],
])('%s', (inList, alone, found) => expect(found).toEqual([inList, alone]))

/** A test beside its control: the signs of its attempts, and of those there. */
function byControl(of: TestOutcome, own: string, there: string, more: Partial<SampleTest> = {}): string[] {
  const bot = failed('Bot', 12, [{ ...onBoth(refund, of, own, there, 'Production'), ...more }])
  const agent = { ...bot, control: { name: 'Production', uuid: 'p', problem: null, url: null } }
  return told(resultsOf(outcome([agent], 1, { compares: 'control' }), { mode: 'gate-if-worse' }))
}

const notVerified = { kind: 'cannot-run', error: httpError(400, 'Not verified') } as const
const unavailable = { kind: 'unfinished-tests', tests: 1, whose: 'agent', detail: 'HTTP 503' } as const

it.each<[inList: string, alone: string, found: string[]]>([
  [
    'probably this pull request (failed 4 of 4, without the change 0 of 3)',
    'Refund fails 4 of 4 with this pull request, 0 of 3 without it (Production).',
    byControl('broke', '----', '+++'),
  ],
  [
    'fails without the change, too (failed 2 of 2, without the change once)',
    'Refund fails 2 of 2 with this pull request, once without it (Production). So this pull request did not break it.',
    byControl('failed-on-control', '--', '-'),
  ],
  [
    'fails now and then (failed 4 of 4, without the change 2 of 3)',
    'Refund fails 4 of 4 with this pull request, 2 of 3 without it (Production). Fails now and then.',
    byControl('failed-on-control', '----', '--+'),
  ],
  [
    'unclear: the control Production cannot run (HTTP 400): "Not verified" (failed 2 of 2)',
    'Refund fails 2 of 2. Unclear: the control Production cannot run (HTTP 400): "Not verified".',
    byControl('undecided', '--', '', undecided('control-silent', notVerified)),
  ],
  [
    'unclear: when it ran again, Bot answered HTTP 503 (failed once)',
    'Refund failed once. Unclear: when it ran again, Bot answered HTTP 503.',
    byControl('undecided', '-???', '', undecided('candidate-silent', unavailable)),
  ],
])('with a control, %s', (inList, alone, found) => expect(found).toEqual([inList, alone]))

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
  const [inList] = byHistory({ ...refund, ...undecided(why as Undecided['why']) })
  expect(inList).toBe(`${expected} (failed once)`)
})

it.each([
  ['many-small-breaks', /blocks together with \d+ others \(failed \d+ of \d+, before 0 of \d+\)\.$/],
  ['control-alarm', /blocks together with \d+ others \(failed 48 of 48, without the change 18 of 42\)\.$/],
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
      'probably changed after 20 Nov',
    ],
    ['➖', expect.stringMatching(/ and 37 more tests$/), '40 of 40', 'failed before, too'],
  ])
})
