// The first lines of every report in situations that no scenario has. Those of the scenarios are in test/report/snapshots/.
import { expect, it } from 'vitest'
import type { GateOutcome } from '../../src/gate/gate.ts'
import { blameLine } from '../../src/results/blame.ts'
import { asSentence, plain } from '../../src/results/sentence.ts'
import { headline, nextLines, summarize } from '../../src/results/summary.ts'
import type { Problem, ResultsAgent, ResultsTest } from '../../src/schema.ts'
import { attempts, comparedOutcome, judged, steadyBaseline } from '../fixtures/baselines.ts'
import {
  ended,
  failed,
  httpError,
  inconclusive,
  outcome,
  passed,
  resultsOf,
  skipped,
  test,
} from '../fixtures/samples.ts'

const [refund, hours, third] = [test('Refund'), test('Hours'), test('Third')]
const broke = judged(refund, 'broke')
const undecided = judged(refund, 'undecided')
const editedEvaluators = [{ evaluator: 'Policy', version: 4, before: 3 }]
const flaky = { ...refund, outcome: 'flaky', attempts: attempts(refund, 'failed', 'passed') } as const

const compared = (...tests: readonly ResultsTest[]): GateOutcome => {
  const bot = failed('Bot', 12, tests)
  return comparedOutcome([bot], 1, [steadyBaseline(bot)])
}
const withError = (kind: NonNullable<ResultsTest['error']>['kind'], detail: string | null, message = '') =>
  outcome(
    [ended('Bot', 9, [test('A', { outcome: 'unanswered', error: { kind, detail, message } })], null)],
    1,
  )
const alone = (reason: Problem, others: readonly ResultsAgent[] = []) =>
  outcome([inconclusive('Bot', reason), ...others], 1)
const notRetried = (problem: Problem) =>
  compared({ ...undecided, whyNotRunAgain: { why: 'no-result', problem, url: null } })

const tooMany = (...tests: readonly ResultsTest[]): GateOutcome => {
  const bot = ended('Bot', 12, tests, null)
  const again = { tests: 12, failed: 4, expected: 0.4, probability: 0.001, isTooMany: true }
  const count = { tests: 12, failed: 3, probability: 0.002, isTooMany: true, again, blocks: true }
  return comparedOutcome([bot], 1, [steadyBaseline(bot)], count)
}

const SEE = 'See whether the default branch fails, too. If it does not, fix Bot.'
const FIX = 'Fix Bot. If a reply is right, correct its test instead.'
const UNTESTED = 'Your change was not fully tested: 1 of 9 tests has no answer:'
const OPEN = 'Open the run of Bot: it may have a result, or say why not. Otherwise, re-run this job.'
const LATER = 'Re-run this job later, and report the error to the operators of the service if it persists.'

it.each<[string, GateOutcome, ...string[]]>([
  [
    'a flaky test, and a skipped agent',
    outcome([passed('Bot', 2, { tests: [flaky] }), skipped('Draft', 'No tests')], 1),
    '✅ Good to merge: all 2 tests passed, 1 only on retry; 1 agent skipped',
  ],
  [
    'two that broke',
    compared(broke, judged(hours, 'broke', { failures: 1 })),
    '❌ Do not merge: "Refund" and "Hours" broke',
    'Probably this change: 1 of them passed all of its last 10 runs, and now fails 3 of 3 attempts.',
    FIX,
  ],
  [
    'one that broke, and failed before',
    compared(judged(refund, 'broke', { failures: 1 })),
    '❌ Do not merge: "Refund" broke',
    'A change, or a bad day: it failed 1 of its last 10 runs, and now fails 3 of 3 attempts.',
    SEE,
  ],
  [
    'one that broke, after fewer than ten runs',
    compared(judged(refund, 'broke', { runs: 9 })),
    '❌ Do not merge: "Refund" broke',
    'A change, or a bad day: it passed all of its last 9 runs, and now fails 3 of 3 attempts.',
    SEE,
  ],
  [
    'too many that failed, and of which all passed the next attempt, while others failed',
    tooMany(...['A', 'B', 'C'].map((name) => judged(test(name), 'flaky'))),
    '❌ Do not merge: 3 of 12 tests failed',
    'A change, or a bad day: 3 of 12 tests failed, and 4 of the 12 that ran once more; by their earlier runs, 0.4 and 0.4 were expected.',
    SEE,
  ],
  [
    'more that broke than have a name',
    compared(broke, judged(hours, 'broke'), judged(third, 'broke')),
    '❌ Do not merge: 3 of 12 tests broke',
    'Probably this change: they passed 30 of 30 times in earlier runs, and now fail 9 of 9 attempts.',
    FIX,
  ],
  [
    'one that broke, and one with an edited evaluator',
    compared({ ...broke, editedEvaluators }, judged(hours, 'broke')),
    '❌ Do not merge: "Refund" and "Hours" broke',
    'Probably this change: 1 of them passed all of its last 10 runs, and now fails 3 of 3 attempts.',
    FIX,
  ],
  [
    'many failures in one agent of several',
    outcome([failed('Bot', 9, [refund, hours, third]), passed('Other', 3)], 1),
    '❌ Do not merge: 3 of 12 tests failed in Bot',
    'Unclear: this mode compares with nothing, so it does not say whether they failed before.',
    'See whether the default branch fails, too. If it does not, fix Bot.',
  ],
  [
    'a retry beyond the limit of tests',
    notRetried({ kind: 'max-tests', maxTests: 5 }),
    '⚠️ Do not merge yet: "Refund" failed',
    'Unclear: it could not be run often enough to compare (1 attempt): a retry was not started, because no more than 5 tests may be run.',
    'Raise `max-tests`, or test fewer agents.',
  ],
  [
    'a retry that the service refused',
    notRetried({ kind: 'not-launched', error: httpError(502, 'Bad gateway') }),
    '⚠️ Do not merge yet: "Refund" failed',
    'Unclear: it could not be run often enough to compare (1 attempt): a retry could not be started: HTTP 502: Bad gateway.',
    LATER,
  ],
  [
    'an error of the evaluator that is no outage',
    withError('evaluator', 'HTTP 401'),
    '⚠️ Do not merge yet: Bot got errors from an evaluator',
    `${UNTESTED} Bot got errors from an evaluator (HTTP 401).`,
    "Check the evaluator's model and its API key, then re-run this job.",
  ],
  [
    'an error of nobody knows whom, which is quoted',
    withError('unknown', null, 'Agent quota exceeded'),
    '⚠️ Do not merge yet: Bot had tests that ended in errors',
    `${UNTESTED} Bot had tests that ended in errors: "Agent quota exceeded".`,
    OPEN,
  ],
  [
    'an error of the service',
    withError('service', null),
    '⚠️ Do not merge yet: Bot got errors from the service',
    `${UNTESTED} Bot got errors from the service. Probably not your change.`,
    LATER,
  ],
  [
    'a run that was never started',
    alone({ kind: 'timed-out', timeoutSeconds: 60, state: 'not-started', lastError: null }),
    '⚠️ Do not merge yet: Bot timed out',
    'Your change was not tested: Bot had no result after 1m, before it was started.',
    'Raise `timeout`, which includes time in the queue, or test fewer agents at once; Bot needed longer. Delete a run that does not move.',
  ],
  [
    'the limit of tests',
    alone({ kind: 'max-tests', maxTests: 5 }, [passed('Other', 5)]),
    '⚠️ Do not merge yet: Bot did not start',
    'Your change was not fully tested: Bot was not started, because no more than 5 tests may be run.',
    'Raise `max-tests`, or test fewer agents.',
  ],
  [
    'a service that fails',
    alone({ kind: 'not-launched', error: httpError(502, 'Bad gateway') }),
    '⚠️ Do not merge yet: Bot did not start',
    'Your change was not tested: Bot could not be started: HTTP 502: Bad gateway. Probably not your change.',
    LATER,
  ],
  [
    'an agent that was deleted',
    alone({ kind: 'unreadable', attempts: 1, error: httpError(404, 'Task not found') }),
    '⚠️ Do not merge yet: Bot could not be read',
    'Your change was not tested: Bot has a run that can no longer be read (HTTP 404: Task not found); it or the agent may have been deleted.',
    OPEN,
  ],
])('the story of a job with %s', (_, given, ...lines) => {
  const summary = summarize(resultsOf(given))
  const { sign, advice, facts } = headline(summary)
  const next = nextLines(summary).map((line) =>
    // Where to click is not part of the sentence.
    plain(asSentence(line).filter((piece) => typeof piece === 'string' || piece.kind !== 'link')).trim(),
  )
  const blame = blameLine(summary) ?? []
  expect([`${sign} ${advice}: ${plain(facts)}`, ...[plain(blame)].filter(Boolean), ...next]).toEqual(lines)
})

it('a step leads to the run if there is only one, else to the list of runs', () => {
  const stopped = { kind: 'run-ended', how: 'stopped' } as const
  const contradictory = { kind: 'contradictory', unknownStatus: null } as const
  const [a, b, c] = [ended('A', 3, [], stopped), ended('B', 3, [], stopped), ended('C', 3, [], contradictory)]
  const leadsTo = (...agents: ResultsAgent[]) =>
    summarize(resultsOf(outcome(agents, 1))).next.map(({ place }) => place)
  expect([leadsTo(a), leadsTo(a, b), leadsTo(a, c)]).toEqual([['run'], ['runs'], ['runs']])
})
