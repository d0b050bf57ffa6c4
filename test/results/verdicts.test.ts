// What is said of a failing test: every row of the table of words, by history and with a control, with its numbers.

import { expect, it } from 'vitest'
import type { TestOutcome } from '../../src/gate/cause.ts'
import { lastLines, resultsLines } from '../../src/report/log.ts'
import { verdictOf } from '../../src/results/causes.ts'
import { overviewOf } from '../../src/results/overview.ts'
import { plain } from '../../src/results/sentence.ts'
import { storyOf, storyText } from '../../src/results/story.ts'
import type { Problem, Results } from '../../src/schema.ts'
import { attempts, comparedOutcome, earlierOf, judged } from '../fixtures/baselines.ts'
import { onBoth } from '../fixtures/control-scenarios.ts'
import { failed, httpError, outcome, resultsOf, type SampleTest, test } from '../fixtures/samples.ts'
import { resultsOfScenario } from '../fixtures/scenarios.ts'

const refund = test('Refund')

function told(results: Results, index = 0): string {
  const [agent] = results.agents
  const found = agent?.run?.tests[index]
  if (agent === undefined || found === undefined) throw new Error('no such test')
  const { sign, words, numbers } = verdictOf(results, { agent, test: found })
  return [`${sign} ${plain(words)}`, plain(numbers)].filter(Boolean).join('. ')
}

/** One test of an agent with ten earlier runs. */
function byHistory(given: SampleTest, mode: Results['mode'] = 'gate-if-worse', changes = {}): string {
  const bot = failed('Bot', 12, [given])
  return told(resultsOf(comparedOutcome([bot], 1), { mode, ...changes }))
}

type Doubt = NonNullable<SampleTest['earlier']>['doubt']
const failures = (
  count: number,
  runs: number,
  doubt: Doubt,
  ...statuses: ('failed' | 'passed')[]
): SampleTest => ({
  ...refund,
  outcome: 'passed-before',
  earlier: { ...earlierOf(count, runs), doubt },
  attempts: attempts(refund, ...statuses),
})

type Whose = Extract<Problem, { kind: 'unfinished-tests' }>['whose']
type Undecided = NonNullable<SampleTest['undecided']>

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
  [
    byHistory(judged(refund, 'broke')),
    `❌ probably changed after 20 Nov, 12:00 UTC. Failed 5 of 5; passed all 10 earlier runs`,
  ],
  [
    byHistory(judged(refund, 'broke', { runs: 9 })),
    `❌ perhaps changed after 20 Nov, 12:00 UTC. Failed 8 of 8; passed all 9 earlier runs: its earlier runs are too few to say more`,
  ],
  [
    byHistory(judged(refund, 'broke', { failures: 1 })),
    '❌ perhaps changed after 20 Nov, 12:00 UTC. Failed 6 of 6; failed in 1 of 10 earlier runs, too: it has failed before',
  ],
  [
    byHistory(failures(0, 10, 'attempts'), 'gate'),
    `❌ perhaps changed after 20 Nov, 12:00 UTC. Failed its only attempt; passed all 10 earlier runs. Set \`retries: 2\` to see whether it fails again`,
  ],
  [
    byHistory(failures(0, 1, 'runs', 'failed', 'failed', 'failed', 'failed', 'failed', 'failed')),
    `➖ perhaps changed after 20 Nov, 12:00 UTC. Failed 6 of 6; passed the only earlier run: its earlier runs are too few to say more`,
  ],
  [
    byHistory(failures(0, 10, 'day', 'failed', 'failed', 'failed')),
    `➖ perhaps changed after 20 Nov, 12:00 UTC. Failed 3 of 3; passed all 10 earlier runs: on a bad day, it would fail as often`,
  ],
  [
    byHistory(judged(refund, 'fails-now-and-then', { failures: 4 })),
    '➖ fails now and then. Failed 1 of 1; failed in 4 of 10 earlier runs, too. Not run again: even 10 failures would not show a change',
  ],
  [
    byHistory(judged(refund, 'fails-now-and-then', { failures: 4 }), 'gate'),
    '❌ fails now and then. Failed its only attempt; failed in 4 of 10 earlier runs, too',
  ],
  [
    byHistory(failures(0, 10, 'day')),
    `➖ perhaps changed after 20 Nov, 12:00 UTC. Failed 1 of 1; passed all 10 earlier runs: on a bad day, it would fail as often. Not run again: even 10 failures would not show a change`,
  ],
  [
    byHistory(judged(refund, 'failed-before', { failures: 8 })),
    '➖ failed before, too. Failed its only attempt; failed in 8 of 10 earlier runs, too',
  ],
  [
    byHistory(judged(refund, 'failed-before', { failures: 8 }), 'gate'),
    '❌ failed before, too. Failed its only attempt; failed in 8 of 10 earlier runs, too',
  ],
  [
    byHistory(judged(refund, 'failed-before', { failures: 8 }), 'gate', { pullRequest: null }),
    '❌ failed before, too. Failed its only attempt; failed in 8 of 10 earlier runs, too',
  ],
  [byHistory(judged(refund, 'new', { runs: 0 })), '➖ no earlier run has this test. Failed its only attempt'],
  [
    byHistory(judged(refund, 'undecided')),
    '⚠️ unclear: it was not retried, because the timeout left no time. Failed its only attempt; passed all 10 earlier runs',
  ],
  [
    byHistory({ ...refund, ...undecided('no-earlier-results'), earlier: earlierOf(0, 0) }),
    '⚠️ unclear: its earlier runs have no result. Failed its only attempt',
  ],
  [
    byHistory({ ...refund, ...undecided('perhaps-errors'), earlier: earlierOf(4, 10) }),
    '⚠️ unclear: its earlier failures may be errors, because not all runs could be read. Failed its only attempt; failed in 4 of 10 earlier runs, too',
  ],
  [
    byHistory({ ...refund, ...undecided('too-few-answers'), earlier: earlierOf(0, 10) }),
    '⚠️ unclear: too few attempts have an answer. Failed its only attempt; passed all 10 earlier runs',
  ],
  [
    byHistory({
      ...refund,
      ...undecided('too-few-answers', ended('evaluator', 'HTTP 503')),
      earlier: earlierOf(0, 10),
    }),
    '⚠️ unclear: too few attempts have an answer: Bot got errors from an evaluator (HTTP 503). Failed its only attempt; passed all 10 earlier runs',
  ],
  [
    byHistory({ ...judged(refund, 'edited'), edits: [{ what: 'criteria', before: 'a', now: 'b' }] }),
    `⚠️ what it expects was edited. Failed its only attempt; last passed on 20 Nov, 12:00 UTC`,
  ],
  [
    byHistory({
      ...judged(refund, 'broke'),
      editedEvaluators: [{ evaluator: 'Tone', version: 4, before: 3 }],
    }),
    '❌ its evaluator "Tone" was edited (version 3 → 4) after it last passed. Failed 5 of 5; passed all 10 earlier runs',
  ],
])('%s', (found, expected) => expect(found).toBe(expected))

it.each<[string, Parameters<typeof earlierOf>[0], Partial<Results>, string]>([
  [
    'two runs',
    2,
    {},
    '❌ failing since 19 Nov, before this pull request was opened. Failed 7 of 7; passed the 8 runs before',
  ],
  ['one run', 1, {}, '❌ failed on 20 Nov, too. Failed 6 of 6; passed the 9 runs before'],
  [
    'two runs before a push',
    2,
    { pullRequest: null },
    '❌ failing since 19 Nov, before this push. Failed 7 of 7; passed the 8 runs before',
  ],
])('failing since %s before the change', (_, runs, changes, expected) => {
  const earlier: SampleTest['earlier'] = { ...earlierOf(runs, 10, 0), doubt: 'failures' }
  const broke = { ...judged(refund, 'broke', { failures: runs }), earlier }
  expect(byHistory(broke, 'gate-if-worse', changes)).toBe(expected)
  const bot = failed('Bot', 12, [broke])
  const [headline, , step] = storyText(
    storyOf(resultsOf(comparedOutcome([bot], 1), { mode: 'gate-if-worse' })),
  )
  expect(headline).toBe('❌ Do not merge: 1 of 12 tests failed')
  expect(step).toMatch(
    /^Next: To merge before a repair of Bot, a maintainer can accept it until a day\. https:\S+accept-a-failing-test$/,
  )
})

it.each([
  [
    { passed: 0, total: 6 },
    'passed all 10 runs before this pull request was opened; 6 later ones failed, too',
  ],
  [
    { passed: 1, total: 6 },
    'passed all 10 runs before this pull request was opened; 5 of 6 later ones failed, too',
  ],
  [
    { passed: 0, total: 1 },
    'passed all 10 runs before this pull request was opened; 1 later one failed, too',
  ],
  [{ passed: 3, total: 6 }, 'passed all 10 earlier runs'],
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
function byControl(of: TestOutcome, own: string, there: string, more: Partial<SampleTest> = {}): string {
  const bot = failed('Bot', 12, [{ ...onBoth(refund, of, own, there, 'Production'), ...more }])
  const agent = { ...bot, control: { name: 'Production', uuid: 'p', problem: null, url: null } }
  return told(resultsOf(outcome([agent], 1, { compares: 'control' }), { mode: 'gate-if-worse' }))
}

it.each<[string, string]>([
  [
    byControl('broke', '----', '+++'),
    '❌ probably this pull request. Fails 4 of 4 with it, 0 of 3 without it',
  ],
  [
    byControl('failed-on-control', '--', '-'),
    '➖ fails without the change, too. Fails 2 of 2 with the change, 1 of 1 without it',
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
    '⚠️ unclear: when it ran again, Bot answered HTTP 503. Failed its only attempt',
  ],
  [
    byControl('undecided', '-???', '', undecided('candidate-silent', ended('model', null))),
    '⚠️ unclear: when it ran again, Bot got errors from the model. Failed its only attempt',
  ],
  [
    byControl('undecided', '-???', '', undecided('candidate-silent')),
    '⚠️ unclear: when it ran again, Bot gave no answer. Failed its only attempt',
  ],
])('with a control, %s', (found, expected) => expect(found).toBe(expected))

it('an edit of the agent after the test last passed is said, and no earlier one', () => {
  const of = (editedAt: string) => {
    const bot = { ...failed('Bot', 12, [judged(refund, 'broke')]), editedAt }
    return told(resultsOf(comparedOutcome([bot], 1)))
  }
  const line = `❌ probably changed after 20 Nov, 12:00 UTC. Failed 5 of 5; passed all 10 earlier runs`
  expect(of('2026-11-21T09:14:00.000Z')).toBe(`${line}. Bot was edited on the service on 21 Nov, 09:14 UTC`)
  expect(of('2026-11-19T09:14:00.000Z')).toBe(line)
})

it.each([
  [
    'many-small-breaks',
    /: block together\. 9 of 60 tests failed at first \(usually 0\.6\); of the 50 that ran again, 7 failed\.$/,
  ],
  ['all-fail-twice', /: block together\. All 30 tests fail, twice; they usually pass\.$/],
  [
    'control-alarm',
    /: block together\. In all 7 side-by-side re-runs, more of the 6 tests failed with the change than without it\.$/,
  ],
])('many at once share one line: %s', (name, words) => {
  const results = resultsOfScenario(name)
  const [line] = storyOf(results).findings
  expect(plain(line?.words ?? [])).toMatch(words)
  const log = [...resultsLines(overviewOf(results)), ...lastLines(overviewOf(results))].join('\n')
  expect(log.match(/failed at first|fail, twice|side-by-side/g)).toHaveLength(1)
})
