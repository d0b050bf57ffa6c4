// What is said of a failing test: every row of the table of words, by history and with a control, with its numbers.
import { expect, it } from 'vitest'
import { lastLines, resultsLines } from '../../src/report/log.ts'
import { overviewOf } from '../../src/results/overview.ts'
import { plain } from '../../src/results/sentence.ts'
import { storyOf, storyText } from '../../src/results/story.ts'
import { verdictOf } from '../../src/results/test-outcomes.ts'
import type { Problem, Results, ResultsTest } from '../../src/schema.ts'
import { attempts, comparedOutcome, earlierOf, judged } from '../fixtures/baselines.ts'
import { onBoth } from '../fixtures/control-scenarios.ts'
import { failed, httpError, outcome, resultsOf, test } from '../fixtures/samples.ts'
import { resultsOfScenario } from '../fixtures/scenarios.ts'

const refund = test('Refund')
const since = (words: string) => `${words} after 20 Nov, 12:00 UTC`

function told(results: Results, index = 0): string {
  const [agent] = results.agents
  const found = agent?.run?.tests[index]
  if (agent === undefined || found === undefined) throw new Error('no such test')
  const { sign, words, numbers } = verdictOf(results, { agent, test: found })
  return [`${sign} ${plain(words)}`, plain(numbers)].filter(Boolean).join('. ')
}

/** One test of an agent with ten earlier runs. */
function byHistory(given: ResultsTest, mode: Results['mode'] = 'gate-if-worse', changes = {}): string {
  const bot = failed('Bot', 12, [given])
  return told(resultsOf(comparedOutcome([bot], 1), { mode, ...changes }))
}

type Doubt = NonNullable<ResultsTest['earlier']>['doubt']
const failures = (
  count: number,
  runs: number,
  doubt: Doubt,
  ...statuses: ('failed' | 'passed')[]
): ResultsTest => ({
  ...refund,
  outcome: 'passed-before',
  earlier: { ...earlierOf(count, runs), doubt },
  attempts: attempts(refund, ...statuses),
})

type Whose = Extract<Problem, { kind: 'unfinished-tests' }>['whose']
type Undecided = NonNullable<ResultsTest['undecided']>

const undecided = (why: Undecided['why'], problem: Problem | null = null) =>
  ({ outcome: 'undecided', undecided: { why, problem, url: null } }) as const
/** An attempt without an answer. */
const ended = (whose: Whose, detail: string | null): Problem => ({
  kind: 'unfinished-tests',
  tests: 1,
  whose,
  detail,
})

it.each<[string, string]>([
  [byHistory(judged(refund, 'broke')), `❌ ${since('broke')}. Failed 5 of 5; passed its last 10 runs`],
  [
    byHistory(judged(refund, 'broke', { runs: 9 })),
    `❌ ${since('perhaps broke')}. Failed 8 of 8; passed its last 9 runs`,
  ],
  [
    byHistory(judged(refund, 'broke', { failures: 1 })),
    '❌ perhaps broke after 20 Nov, 12:00 UTC. Failed 6 of 6; failed in 1 of its last 10 runs, too',
  ],
  [
    byHistory(failures(0, 10, 'attempts'), 'gate'),
    `❌ ${since('perhaps broke')}. Failed once; passed its last 10 runs. It ran once. \`retries: 2\` shows whether it fails again`,
  ],
  [
    byHistory(failures(0, 1, 'runs', 'failed', 'failed', 'failed', 'failed', 'failed', 'failed')),
    `➖ ${since('perhaps broke')}. Failed 6 of 6; passed its last run: its earlier runs are too few to say more`,
  ],
  [
    byHistory(failures(0, 10, 'day', 'failed', 'failed', 'failed')),
    `➖ ${since('perhaps broke')}. Failed 3 of 3; passed its last 10 runs: on a bad day, it would fail as often`,
  ],
  [
    byHistory(judged(refund, 'fails-now-and-then', { failures: 4 })),
    '➖ fails now and then. Failed 1 of 1; failed in 4 of its last 10 runs, too. Not run again: even 10 failures would not show a change',
  ],
  [
    byHistory(judged(refund, 'fails-now-and-then', { failures: 4 }), 'gate'),
    '❌ fails now and then. Failed once; failed in 4 of its last 10 runs, too',
  ],
  [
    byHistory(failures(0, 10, 'day')),
    `➖ ${since('perhaps broke')}. Failed 1 of 1; passed its last 10 runs: on a bad day, it would fail as often. Not run again: even 10 failures would not show a change`,
  ],
  [
    byHistory(judged(refund, 'failed-before', { failures: 8 })),
    '➖ not this change. Failed once; failed in 8 of its last 10 runs, too',
  ],
  [
    byHistory(judged(refund, 'failed-before', { failures: 8 }), 'gate'),
    '❌ not this change. Failed once; failed in 8 of its last 10 runs, too',
  ],
  [
    byHistory(judged(refund, 'failed-before', { failures: 8 }), 'gate', { pullRequest: null }),
    '❌ failed before, too. Failed once; failed in 8 of its last 10 runs',
  ],
  [byHistory(judged(refund, 'new', { runs: 0 })), '➖ no earlier run has this test. Failed once'],
  [
    byHistory(judged(refund, 'undecided')),
    '⚠️ unclear: there was no further attempt, because the timeout was reached. Failed once; passed its last 10 runs',
  ],
  [
    byHistory({ ...refund, ...undecided('no-earlier-results'), earlier: earlierOf(0, 0) }),
    '⚠️ unclear: its earlier runs have no result. Failed once',
  ],
  [
    byHistory({ ...refund, ...undecided('perhaps-errors'), earlier: earlierOf(4, 10) }),
    '⚠️ unclear: its earlier failures may be errors, because not all runs could be read. Failed once; failed in 4 of its last 10 runs, too',
  ],
  [
    byHistory({ ...refund, ...undecided('too-few-answers'), earlier: earlierOf(0, 10) }),
    '⚠️ unclear: too few attempts have an answer. Failed once; passed its last 10 runs',
  ],
  [
    byHistory({
      ...refund,
      ...undecided('too-few-answers', ended('evaluator', 'HTTP 503')),
      earlier: earlierOf(0, 10),
    }),
    '⚠️ unclear: too few attempts have an answer: Bot got errors from an evaluator (HTTP 503). Failed once; passed its last 10 runs',
  ],
  [
    byHistory({ ...judged(refund, 'edited'), edits: [{ what: 'criteria', before: 'a', now: 'b' }] }),
    `⚠️ the test was edited: what it expects changed since it last passed (20 Nov, 12:00 UTC). Failed once`,
  ],
  [
    byHistory({
      ...judged(refund, 'broke'),
      editedEvaluators: [{ evaluator: 'Tone', version: 4, before: 3 }],
    }),
    '❌ the evaluator "Tone" was edited: version 4 now, 3 when it last passed. Failed 5 of 5; passed its last 10 runs',
  ],
])('%s', (found, expected) => expect(found).toBe(expected))

it.each<[string, Parameters<typeof earlierOf>[0], Partial<Results>, string]>([
  [
    'two runs',
    2,
    {},
    '❌ not this change: it has failed since 19 Nov, before this pull request was opened; it passed the 8 runs before. Failed 7 of 7',
  ],
  [
    'one run',
    1,
    {},
    '❌ perhaps not this change: it also failed in the last run before this pull request was opened (20 Nov), and passed the 9 before. Failed 6 of 6',
  ],
  [
    'two runs before a push',
    2,
    { pullRequest: null },
    '❌ not the tested change: it has failed since 19 Nov, before this push; it passed the 8 runs before. Failed 7 of 7',
  ],
])('failing since %s before the change', (_, runs, changes, expected) => {
  const earlier: ResultsTest['earlier'] = { ...earlierOf(runs, 10, 0), doubt: 'failures' }
  const broke = { ...judged(refund, 'broke', { failures: runs }), earlier }
  expect(byHistory(broke, 'gate-if-worse', changes)).toBe(expected)
  const bot = failed('Bot', 12, [broke])
  const [headline, , step] = storyText(
    storyOf(resultsOf(comparedOutcome([bot], 1), { mode: 'gate-if-worse' })),
  )
  expect(headline).toBe('❌ Do not merge: 1 of 12 tests failed')
  expect(step).toMatch(
    /^Next: See what changed in Bot between 1[89] and (?:19|20) Nov; to merge before that is repaired, `accept: Bot \/ Refund until 2026-12-05`\.$/,
  )
})

it.each([
  [
    { passed: 0, total: 6 },
    'passed the 10 runs before this pull request was opened; 6 later ones failed, too',
  ],
  [
    { passed: 1, total: 6 },
    'passed the 10 runs before this pull request was opened; 5 of 6 later ones failed, too',
  ],
  [
    { passed: 0, total: 1 },
    'passed the 10 runs before this pull request was opened; 1 later one failed, too',
  ],
  [{ passed: 3, total: 6 }, 'passed its last 10 runs'],
])('of later runs that may hold the change: %j', (later, expected) => {
  const broke = judged(refund, 'broke')
  const earlier = broke.earlier && { ...broke.earlier, later }
  expect(byHistory({ ...broke, earlier }, 'gate-if-worse')).toContain(`Failed 5 of 5; ${expected}`)
  const [, line] = storyText(
    storyOf(resultsOf(comparedOutcome([failed('Bot', 12, [{ ...broke, earlier }])], 1))),
  )
  expect(line).toContain(expected)
})

/** A test beside its control: the signs of its attempts, and of those there. */
function byControl(
  of: ResultsTest['outcome'],
  own: string,
  there: string,
  more: Partial<ResultsTest> = {},
): string {
  const bot = failed('Bot', 12, [{ ...onBoth(refund, of, own, there, 'Production'), ...more }])
  const agent = { ...bot, control: { name: 'Production', uuid: 'p', problem: null, url: null } }
  return told(resultsOf(outcome([agent], 1, { compares: 'control' }), { mode: 'gate-if-worse' }))
}

it.each<[string, string]>([
  [
    byControl('broke', '----', '+++'),
    '❌ probably broken by this pull request. Fails 4 of 4 with it, 0 of 3 without it',
  ],
  [
    byControl('failed-on-control', '--', '-'),
    '➖ not this change. Fails 2 of 2 with the change, 1 of 1 without it',
  ],
  [
    byControl('failed-on-control', '----', '--+'),
    '➖ fails now and then. The change may make it fail more often: 4 of 4 with it, 2 of 3 without (Production)',
  ],
  [
    byControl('undecided', '-----', '+-+-', undecided('fails-on-both')),
    '⚠️ unclear: 2 of 4 failed without the change, too, which decides nothing. Fails 5 of 5 with the change, 2 of 4 without it',
  ],
  [
    byControl('undecided', '---', '??', undecided('control-silent')),
    '⚠️ unclear: the control Production gave no answer. Failed 3 of 3',
  ],
  [
    byControl(
      'undecided',
      '--',
      '',
      undecided('control-silent', { kind: 'cannot-run', error: httpError(400, 'Not verified') }),
    ),
    '⚠️ unclear: the control Production cannot run (HTTP 400): Not verified. Failed 2 of 2',
  ],
  [
    byControl('undecided', '-???', '', undecided('candidate-silent', ended('agent', 'HTTP 503'))),
    '⚠️ unclear: when it ran again, Bot answered HTTP 503. Failed once',
  ],
  [
    byControl('undecided', '-???', '', undecided('candidate-silent', ended('model', null))),
    '⚠️ unclear: when it ran again, Bot got errors from the model. Failed once',
  ],
  [
    byControl('undecided', '-???', '', undecided('candidate-silent')),
    '⚠️ unclear: when it ran again, Bot gave no answer. Failed once',
  ],
])('with a control, %s', (found, expected) => expect(found).toBe(expected))

it('an edit of the agent after the test last passed is said, and no earlier one', () => {
  const of = (editedAt: string) => {
    const bot = { ...failed('Bot', 12, [judged(refund, 'broke')]), editedAt }
    return told(resultsOf(comparedOutcome([bot], 1)))
  }
  const line = `❌ ${since('broke')}. Failed 5 of 5; passed its last 10 runs`
  expect(of('2026-11-21T09:14:00.000Z')).toBe(`${line}. Bot was edited on the service on 21 Nov, 09:14 UTC`)
  expect(of('2026-11-19T09:14:00.000Z')).toBe(line)
})

it.each([
  [
    'many-small-breaks',
    /: perhaps a change, or a bad day\. 9 of 60 tests failed at first \(usually 0\.6\); of the 50 that ran again, 7 failed\.$/,
  ],
  [
    'all-fail-twice',
    /: the agent, or something it needs, is broken or was changed\. All 30 tests fail, twice; they usually pass\.$/,
  ],
  [
    'control-alarm',
    /: probably broken by this pull request\. In 7 re-runs side by side, more of the 6 failed with the change than without it, every time\.$/,
  ],
])('many at once share one line: %s', (name, words) => {
  const results = resultsOfScenario(name)
  const [line] = storyOf(results).findings
  expect(plain(line?.words ?? [])).toMatch(words)
  const log = [...resultsLines(overviewOf(results)), ...lastLines(overviewOf(results))].join('\n')
  expect(log.match(/failed at first|fail, twice|side by side/g)).toHaveLength(1)
})
