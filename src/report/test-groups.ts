// Sorts the tests that did not simply pass by what the reader has to do about them. All reports use this order.
import type {
  AgentResult,
  Attempt,
  GateOutcome,
  RetrySkipped,
  RunResult,
  TestBaseline,
  TestResult,
} from '../gate/results.ts'
import { errorText } from './error-text.ts'
import { describeReason } from './inconclusive-reasons.ts'
import { count, counted, earlierText } from './units.ts'

/** What the reader has to do decides the group; most important first. `note`: what it means for the verdict. */
export const groupTexts = {
  broken: { sign: '❌', noun: 'test', rest: ' broke', note: null },
  failing: { sign: '❌', noun: 'test', rest: ' failed', note: null },
  new: {
    sign: '🆕',
    noun: 'new failing test',
    rest: '',
    note: 'In no earlier run, so not blocking.',
  },
  'known-failure': {
    sign: '➖',
    noun: 'known failure',
    rest: '',
    note: 'Also failed in more than half of the earlier runs, so not blocking.',
  },
  unreliable: {
    sign: '⚠️',
    noun: 'unreliable test',
    rest: '',
    note: 'Failed every attempt, but often fails anyway, so this may not be a change. Not blocking.',
  },
  undetermined: {
    sign: '⚠️',
    noun: 'test',
    rest: ' could not be judged',
    note: 'Failed, and could not be run often enough to tell whether it broke.',
  },
  flaky: { sign: '🔁', noun: 'flaky test', rest: '', note: 'Failed at first, then passed when run again.' },
  unfinished: { sign: '⚠️', noun: 'test', rest: ' without a result', note: null },
} as const

export type TestGroup = keyof typeof groupTexts
export const testGroups = Object.keys(groupTexts) as readonly TestGroup[]

/** `2 tests broke`, for headings and lists of totals. */
export function groupTitle(group: TestGroup, tests: number): string {
  const { noun, rest } = groupTexts[group]
  return `${counted(tests, noun)}${rest}`
}

export interface GroupedTest {
  readonly test: TestResult
  readonly group: TestGroup
}

/** The tests that did not simply pass, most important first. Tests that have not run yet are left out. */
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

/** Whether an agent has failing tests of which none blocks, as in mode `gate-if-worse`. */
export function isExcused(
  { outcome }: AgentResult,
  tests: readonly GroupedTest[],
  { comparison }: Pick<GateOutcome, 'comparison'>,
): boolean {
  return (
    outcome === 'failed' &&
    comparison !== null &&
    tests.length > 0 &&
    !tests.some(({ group }) => blocks(group))
  )
}

/** `failed 3 of 3 attempts; passed all of its last 10 runs`; empty if the test was run once and compared with nothing. */
export function historyText({ attempts, baseline, retrySkipped }: TestResult): string {
  const parts = [
    attempts.length > 0 && attemptsText(attempts),
    baseline && baselineText(baseline),
    retrySkipped && notRetriedText(retrySkipped),
  ]
  return parts.filter(Boolean).join('; ')
}

const labels: Readonly<Record<TestGroup, string>> = {
  broken: 'broke',
  failing: '',
  new: 'new test',
  'known-failure': 'known failure',
  unreliable: 'too unreliable to judge',
  undetermined: 'could not be judged',
  flaky: 'flaky',
  unfinished: 'without a result',
}

/** The same after its class: `broke; failed 3 of 3 attempts; passed all of its last 10 runs`. */
export function classText({ test, group }: GroupedTest): string {
  return [labels[group], historyText(test)].filter(Boolean).join('; ')
}

/** `passed on attempt 2`, `failed 3 of 3 attempts` */
export function attemptsText(attempts: readonly Pick<Attempt, 'status'>[]): string {
  const passedAt = attempts.findIndex(({ status }) => status === 'passed')
  if (passedAt >= 0) return `passed on attempt ${count(passedAt + 1)}`
  const failed = attempts.filter(({ status }) => status === 'failed').length
  return `failed ${count(failed)} of ${counted(attempts.length, 'attempt')}`
}

function baselineText({ failures, runs }: TestBaseline): string {
  if (runs === 0) return 'no earlier result known'
  return earlierText(failures, runs)
}

/** Plain text; may quote the service. */
function notRetriedText(skipped: RetrySkipped): string {
  switch (skipped.kind) {
    case 'no-id':
      return 'not run again, because the service reported no ID for this test alone'
    case 'no-time':
      return 'not run again, because the timeout was reached'
    case 'too-many-failures':
      return 'not run again, because too many tests failed at once'
    case 'incomplete-run':
      return 'not run again, because the run is incomplete'
    case 'no-history':
      return 'not run again, because the run history could not be used'
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

export const statusTexts: Readonly<Record<TestResult['status'], string>> = {
  passed: 'passed',
  flaky: 'passed when it was run again',
  failed: 'failed',
  unanswered: 'unanswered: the agent or an evaluator could not be reached',
  'not-run': 'not run: the run ended first',
  pending: 'no result was reported',
}
