// What is said of tests: one row per verdict, blame and next step.
import { describe, expect, it } from 'vitest'
import type { GateOutcome, TestResult } from '../../src/gate/results.ts'
import {
  attempts,
  comparedOutcome,
  judged,
  steadyBaseline,
  unreadable,
  withoutEarlierRuns,
} from '../fixtures/baselines.ts'
import { controlOutcomes } from '../fixtures/control-scenarios.ts'
import { failed, httpError, outcome, passed, resultsOf, skipped, test } from '../fixtures/samples.ts'
import { type Row, tells, told } from './told.ts'

const refund = test('Refund')
const hours = test('Hours')
const broken = judged(refund, 'broken')
const edited = [{ evaluator: 'Policy', version: 4, before: 3 }]
const soon = { until: '2026-12-03', expired: false }

const compared = (...tests: readonly TestResult[]): GateOutcome => {
  const bot = failed('Bot', 12, tests)
  return comparedOutcome([bot], 1, [steadyBaseline(bot)])
}
const badDay = ({ comparison, ...rest }: GateOutcome): GateOutcome => ({
  ...rest,
  comparison: comparison && { ...comparison, day: { failed: 6, expected: 2 } },
})
const undetermined = judged(refund, 'undetermined')
const scenario = (name: string): GateOutcome => {
  const found = controlOutcomes[name]
  if (found === undefined) throw new Error(`no scenario "${name}"`)
  return found
}

const FIX = 'Fix Bot. If a reply is right, correct its test instead.'
const READ = 'Read the failing replies. If one is wrong, fix Bot; if it is right, correct its test.'
const BRANCH = 'See whether the default branch fails, too. If it does not, fix Bot.'

const rows: readonly Row[] = [
  ['all passed', outcome([passed('Bot', 12)], 1), '✅ Good to merge: all 12 tests passed'],
  [
    'a flaky test, and a skipped agent',
    outcome(
      [
        passed('Bot', 2, {
          tests: [{ ...refund, status: 'flaky', attempts: attempts(refund, 'failed', 'passed') }],
        }),
        skipped('Draft', 'No tests'),
      ],
      1,
    ),
    '✅ Good to merge: all 2 tests passed, 1 only on retry; 1 agent skipped',
  ],
  [
    'only accepted failures',
    outcome([failed('Bot', 12, [{ ...refund, accepted: soon }])], 1),
    '✅ Good to merge: 11 of 12 tests passed, 1 accepted',
  ],
  [
    'a test that broke',
    compared(broken),
    '❌ Do not merge: "Refund" broke',
    'Probably this change: it passed all of its last 10 runs, and now fails 3 of 3 attempts.',
    FIX,
  ],
  [
    'two that broke',
    compared(broken, judged(hours, 'broken', { failures: 1 })),
    '❌ Do not merge: "Refund" and "Hours" broke',
    'Probably this change: they failed 1 of 20 times in earlier runs, and now fail 6 of 6 attempts.',
    FIX,
  ],
  [
    'more that broke than have a name',
    compared(broken, judged(hours, 'broken'), judged(test('Third'), 'broken')),
    '❌ Do not merge: 3 of 12 tests broke',
    'Probably this change: they passed 30 of 30 times in earlier runs, and now fail 9 of 9 attempts.',
    FIX,
  ],
  [
    'one that broke, and one with an edited evaluator',
    compared({ ...broken, changedEvaluators: edited }, judged(hours, 'broken')),
    '❌ Do not merge: "Refund" and "Hours" broke',
    'Probably this change: 1 of them passed all of its last 10 runs, and now fails 3 of 3 attempts.',
    FIX,
  ],
  [
    'one that broke with an edited evaluator',
    compared({ ...broken, changedEvaluators: edited }),
    '❌ Do not merge: "Refund" broke',
    'The evaluator was edited: the evaluator "Policy" is version 4 now, 3 in the earlier runs, which may be why it broke.',
    'See whether the new version of the evaluator is right. If it is, fix Bot.',
  ],
  [
    'one that broke on a bad day, which is a clause of the line',
    badDay(compared(broken)),
    '❌ Do not merge: "Refund" broke',
    'Probably this change: it passed all of its last 10 runs, and now fails 3 of 3 attempts; today, 3 × as many other tests failed as usual, so the model or the service may have a bad day, too.',
    FIX,
  ],
  [
    'too many failures at once',
    comparedOutcome(
      [
        failed('Bot', 60, [
          undetermined,
          judged(hours, 'undetermined'),
          judged(test('Third'), 'undetermined'),
        ]),
      ],
      1,
      [],
      {
        tests: 60,
        failed: 3,
        expected: 0.2,
        probability: 0.0001,
        blocks: true,
      },
    ),
    '❌ Do not merge: 3 of 60 tests failed',
    'Probably this change: by their earlier runs, 0.2 of 60 tests were expected to fail, and so many are very unlikely without a change, even on a day with twice as many (probability 0.01%).',
    FIX,
  ],
  [
    'a failure in a mode that does not compare',
    outcome([failed('Bot', 12, [refund])], 1),
    '❌ Do not merge: "Refund" failed',
    'Unclear: this mode compares with nothing, so it does not say whether it failed before.',
    BRANCH,
  ],
  [
    'one test in several agents',
    outcome([failed('Bot', 2, [refund]), failed('Other', 2, [refund])], 1),
    '❌ Do not merge: "Refund" failed in 2 agents',
    'Unclear: this mode compares with nothing, so it does not say whether they failed before.',
    'See whether the default branch fails, too. If it does not, fix Bot and Other.',
  ],
  [
    'many tests of one agent of several',
    outcome([failed('Bot', 9, [refund, hours, test('Third')]), passed('Other', 3)], 1),
    '❌ Do not merge: 3 of 12 tests failed in Bot',
    'Unclear: this mode compares with nothing, so it does not say whether they failed before.',
    BRANCH,
  ],
  [
    'a history that cannot be read, beside a failure',
    comparedOutcome([failed('Bot', 12, [refund])], 1, [
      unreadable(failed('Bot', 12, [refund]), httpError(404, 'Not Found')),
    ]),
    '⚠️ Do not merge yet: "Refund" failed',
    'Unclear: the run history could not be used, so there is nothing to compare with.',
    'Set `baseline` to results files of earlier jobs, or `mode` to `gate`. Older versions of the service have no run history.',
  ],
  [
    'a test that could not be run again',
    compared(undetermined),
    '⚠️ Do not merge yet: "Refund" failed',
    'Unclear: it could not be run often enough to compare (1 attempt).',
    'Raise `timeout`, which includes time in the queue, or test fewer agents at once; Bot needed longer.',
  ],
  [
    'a new test',
    compared(judged(refund, 'new', { runs: 0 }), judged(hours, 'known-failure', { failures: 9 })),
    '⚠️ Merge with care: "Refund" and "Hours" failed',
    'Unclear: it has no earlier result to compare with.',
    READ,
  ],
  [
    'nothing to compare with',
    comparedOutcome([failed('Bot', 12, [judged(refund, 'new', { runs: 0 })])], 1, [
      withoutEarlierRuns(failed('Bot', 12, [refund])),
    ]),
    '⚠️ Merge with care: "Refund" failed',
    'Unclear: there are no earlier results to compare with.',
    READ,
  ],
  [
    'only runs that may contain the change',
    comparedOutcome([failed('Bot', 12, [judged(refund, 'new', { runs: 0 })])], 1, [
      withoutEarlierRuns(failed('Bot', 12, [refund]), 4),
    ]),
    '⚠️ Merge with care: "Refund" failed',
    'Unclear: the earlier runs are too recent: they may contain this change.',
    READ,
  ],
  [
    'a known failure',
    compared(judged(refund, 'known-failure', { failures: 9 })),
    '⚠️ Merge with care: "Refund" failed',
    'Failed before, too: it failed 9 of its last 10 runs.',
    READ,
  ],
  [
    'a test that also failed often before',
    compared(judged(refund, 'unreliable', { failures: 4 })),
    '⚠️ Merge with care: "Refund" failed',
    'Unclear: it failed 4 of its last 10 runs, so this proves nothing.',
    READ,
  ],
  [
    'a test that broke, with a control',
    scenario('control-one-broke'),
    '❌ Do not merge: "Refuses a refund after 30 days" broke',
    'Probably this change: it fails 4 of 4 attempts, and passed 2 of 2 in the same rounds on Support bot (control).',
    'Fix Support bot (preview). If a reply is right, correct its test instead.',
  ],
  [
    'failures on the control, too',
    scenario('control-bad-day'),
    '⚠️ Merge with care: 6 of 24 tests failed',
    'Failed on the control, too, so they do not block. The change may still make them fail more often: 12 of 12 attempts failed with it, 6 of 6 without.',
    'Read the failing replies. If one is wrong, fix Support bot (preview); if it is right, correct its test.',
  ],
  [
    'a control that is down',
    scenario('control-not-available'),
    '⚠️ Do not merge yet: "Refuses a refund after 30 days" and 1 more failed',
    'Unclear: Support bot (control) cannot run (HTTP 400): Agent connection not verified.',
    'Verify the connection of Support bot in the service, then re-run this job.',
    'Read the failing replies. If one is wrong, fix Support bot (preview); if it is right, correct its test.',
  ],
  [
    'the wrong control',
    scenario('control-wrong'),
    '⚠️ Do not merge yet: "Refuses a refund after 30 days" failed',
    'Unclear: Booking assistant (control) is linked to none of the failing tests, so it is the wrong agent.',
    'List the controls in the order of `agents`, or link the failing tests to Booking assistant.',
    'Read the failing replies. If one is wrong, fix Support bot (preview); if it is right, correct its test.',
  ],
]

describe('a job with', () => tells(rows))

it('is a report only in mode `report`', () => {
  const results = resultsOf(outcome([failed('Bot', 12, [refund])], 1), { mode: 'report' })
  expect(told(results)[0]).toBe('ℹ️ Report only: "Refund" failed')
})
