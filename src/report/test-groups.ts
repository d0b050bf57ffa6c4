// Sorts the tests that did not simply pass by what the reader has to do about them. All reports use this order.
import type {
  Attempt,
  GateOutcome,
  RetrySkipped,
  RunResult,
  TestBaseline,
  TestResult,
} from '../gate/results.ts'
import { errorText } from './error-text.ts'
import { describeReason } from './inconclusive-reasons.ts'
import { count, counted } from './units.ts'

/** Most important first. */
export const testGroups = [
  'broken',
  'failing',
  'new',
  'known-failure',
  'unreliable',
  'undetermined',
  'flaky',
  'unfinished',
] as const
export type TestGroup = (typeof testGroups)[number]

export interface GroupedTest {
  readonly test: TestResult
  readonly group: TestGroup
}

/** The tests that did not simply pass, most important first. Tests that have not run yet are no news. */
export function groupedTests(run: RunResult | null, outcome: Pick<GateOutcome, 'comparison'>): GroupedTest[] {
  const isInProgress = run?.status === 'queued' || run?.status === 'in_progress'
  return (run?.tests ?? [])
    .flatMap((test) => {
      const group = groupOf(test, outcome)
      return group === null || (group === 'unfinished' && isInProgress) ? [] : [{ test, group }]
    })
    .sort((a, b) => testGroups.indexOf(a.group) - testGroups.indexOf(b.group))
}

/** Null for a test that passed its first attempt. */
function groupOf(test: TestResult, { comparison }: Pick<GateOutcome, 'comparison'>): TestGroup | null {
  const { status, baseline } = test
  if (status === 'passed') return null
  if (status === 'unanswered' || status === 'not-run' || status === 'pending') return 'unfinished'
  if (baseline === null) return status === 'flaky' ? 'flaky' : 'failing'
  // If too many tests fail at once, none is retried.
  if (baseline.class === 'undetermined' && comparison?.failureCount.blocks === true) return 'failing'
  return baseline.class
}

/** Whether tests of this group fail the gate. */
export function blocks(group: TestGroup): boolean {
  return group === 'broken' || group === 'failing'
}

/** `2 tests broke`, for headings and lists of totals. */
export function groupTitle(group: TestGroup, tests: number): string {
  switch (group) {
    case 'broken':
      return `${counted(tests, 'test')} broke`
    case 'failing':
      return `${counted(tests, 'test')} failed`
    case 'new':
      return counted(tests, 'new failing test')
    case 'known-failure':
      return counted(tests, 'known failure')
    case 'unreliable':
      return counted(tests, 'unreliable test')
    case 'undetermined':
      return `${counted(tests, 'failing test')} could not be judged`
    case 'flaky':
      return counted(tests, 'flaky test')
    case 'unfinished':
      return `${counted(tests, 'test')} without a result`
    default:
      return group satisfies never
  }
}

/** What the group means for the verdict; null if its title says everything. */
export function groupNote(group: TestGroup): string | null {
  switch (group) {
    case 'broken':
    case 'failing':
    case 'unfinished':
      return null
    case 'new':
      return 'Not in any earlier run, so this does not block.'
    case 'known-failure':
      return 'Failed in more than half of the earlier runs, too, so this does not block.'
    case 'unreliable':
      return 'Failed every attempt, but fails so often anyway that it may not have changed. This does not block.'
    case 'undetermined':
      return 'Failed, and could not be run often enough to tell whether it broke.'
    case 'flaky':
      return 'Failed at first, then passed when run again.'
    default:
      return group satisfies never
  }
}

/** `failed 3 of 3 attempts; failed 0 of its last 10 runs`; empty if the test was run once and compared with nothing. */
export function historyText({ attempts, baseline, retrySkipped }: TestResult): string {
  return [
    attempts.length > 0 && attemptsText(attempts),
    baseline !== null && baselineText(baseline),
    retrySkipped !== null && notRetriedText(retrySkipped),
  ]
    .filter((part) => typeof part === 'string')
    .join('; ')
}

function attemptsText(attempts: readonly Attempt[]): string {
  const passedAt = attempts.findIndex(({ status }) => status === 'passed')
  if (passedAt >= 0) return `passed on attempt ${count(passedAt + 1)}`
  const failed = attempts.filter(({ status }) => status === 'failed').length
  return `failed ${count(failed)} of ${counted(attempts.length, 'attempt')}`
}

function baselineText({ failures, runs }: TestBaseline): string {
  if (runs === 0) return 'in no earlier run'
  return `failed ${count(failures)} of its last ${runs === 1 ? 'run' : `${count(runs)} runs`}`
}

/** Plain text; may quote the service. */
function notRetriedText(skipped: RetrySkipped): string {
  switch (skipped.kind) {
    case 'no-id':
      return 'not run again, because the service did not report its ID'
    case 'no-time':
      return 'not run again, because the timeout was reached'
    case 'too-many-failures':
      return 'not run again, because more than half of the tests failed'
    case 'refused':
    case 'lost': {
      const { reason, run } = skipped
      return reason.kind === 'cannot-run' || reason.kind === 'not-launched'
        ? `the retry could not be started (${errorText(reason.error)})`
        : `the retry gave no result: ${describeReason(reason, run).sentence}`
    }
    default:
      return skipped satisfies never
  }
}

const statusTexts: Readonly<Record<TestResult['status'], string>> = {
  passed: 'passed',
  flaky: 'passed when it was run again',
  failed: 'failed',
  unanswered: 'unanswered: the agent or an evaluator could not be reached',
  'not-run': 'not run: the run ended first',
  pending: 'no result was reported',
}

export function statusText({ status }: TestResult): string {
  return statusTexts[status]
}
