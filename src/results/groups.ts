// Sorts the tests that did not simply pass by what the reader has to do about them, and says it. Every report uses these
// groups and texts.
import type { Results, ResultsAgent, ResultsAttempt, ResultsTest } from './schema.ts'
import { count, counted, dayText, duration, earlierText } from './units.ts'

const FIX = 'If a reply is wrong, fix the agent. If it is right, correct the test or its evaluator.'

/** Most important first. `label`: what became of a test; `note`: what it means for the verdict. */
export const groupTexts = {
  broken: { sign: '❌', noun: 'test', rest: ' broke', label: 'broke', note: FIX },
  failing: { sign: '❌', noun: 'test', rest: ' failed', label: '', note: FIX },
  new: {
    sign: '🆕',
    noun: 'new failing test',
    rest: '',
    label: 'new test',
    note: 'In no earlier run, so not blocking.',
  },
  'known-failure': {
    sign: '➖',
    noun: 'known failure',
    rest: '',
    label: 'known failure',
    note: 'Probably not this change: also failed in more than half of the earlier runs. Not blocking, nothing to do here.',
  },
  unreliable: {
    sign: '⚠️',
    noun: 'unreliable test',
    rest: '',
    label: 'too unreliable to judge',
    note: 'Failed every attempt, but often fails anyway, so this may not be a change. Not blocking.',
  },
  undetermined: {
    sign: '⚠️',
    noun: 'inconclusive test',
    rest: '',
    label: 'inconclusive',
    note: 'Failed, and could not be run often enough, or has no earlier result, to tell whether it broke.',
  },
  accepted: {
    sign: '☑️',
    noun: 'accepted test',
    rest: '',
    label: 'accepted',
    note: 'Not blocking for now.',
  },
  flaky: {
    sign: '🔁',
    noun: 'flaky test',
    rest: '',
    label: 'flaky',
    note: 'Failed at first, then passed when run again.',
  },
  unfinished: { sign: '⚠️', noun: 'test', rest: ' without a result', label: 'without a result', note: null },
} as const

/** The notes that are different in jobs with controls. */
const controlNotes: { readonly [Group in TestGroup]?: string } = {
  'known-failure': 'Not this change: also failed on the control. Not blocking, nothing to do here.',
  unreliable: 'Failed every attempt, but not clearly more often than on the control. Not blocking.',
  undetermined: 'Failed, and could not be run often enough on both agents to tell whether it broke.',
}

export function noteOf(group: TestGroup, hasControl: boolean): string | null {
  return (hasControl ? controlNotes[group] : null) ?? groupTexts[group].note
}

export type TestGroup = keyof typeof groupTexts
export const testGroups = Object.keys(groupTexts) as readonly TestGroup[]

/** `2 tests broke`, for headings and lists of totals. */
export function groupTitle(group: TestGroup, tests: number): string {
  const { noun, rest } = groupTexts[group]
  return `${counted(tests, noun)}${rest}`
}

export interface GroupedTest {
  readonly test: ResultsTest
  readonly group: TestGroup
}

/** The tests that did not simply pass, most important first. Tests that have not run yet are left out. */
export function groupedTests(
  { run }: Pick<ResultsAgent, 'run'>,
  comparison: Results['comparison'],
): GroupedTest[] {
  const isInProgress = run?.status === 'queued' || run?.status === 'in_progress'
  return (run?.tests ?? [])
    .flatMap((test) => {
      const group = groupOf(test, comparison)
      const isPending = isInProgress && (test.status === 'pending' || group === 'unfinished')
      return group === null || isPending ? [] : [{ test, group }]
    })
    .sort((a, b) => testGroups.indexOf(a.group) - testGroups.indexOf(b.group))
}

/** Null for a test that passed its first attempt. */
export function groupOf(
  { status, baseline, accepted }: Pick<ResultsTest, 'status' | 'baseline' | 'accepted'>,
  comparison: Results['comparison'],
): TestGroup | null {
  if (status === 'passed') return null
  if (accepted !== null && !accepted.expired) return 'accepted'
  if (status === 'unanswered' || status === 'not-run' || status === 'pending') return 'unfinished'
  if (baseline === null) return status === 'flaky' ? 'flaky' : 'failing'
  // If too many tests fail at once, none is retried.
  if (baseline.class === 'undetermined' && blocksAtOnce(comparison)) return 'failing'
  return baseline.class
}

/** Whether the gate failed because of many failures together, without a verdict on each test. */
export function blocksAtOnce(comparison: Results['comparison']): boolean {
  return comparison?.failureCount.blocks === true || comparison?.control?.alarm?.blocks === true
}

/** Whether tests of this group fail the gate. */
export function blocks(group: TestGroup): boolean {
  return group === 'broken' || group === 'failing'
}

/** Whether an agent has failing tests of which none blocks. */
export function isExcused(
  agent: ResultsAgent,
  tests: readonly GroupedTest[],
  comparison: Results['comparison'],
): boolean {
  return (
    agent.outcome === 'failed' &&
    tests.length > 0 &&
    !tests.some(({ group }) => blocks(group)) &&
    (comparison !== null || unlistedFailures(agent) === 0)
  )
}

/** The tests that did not pass, and are accepted. */
export function acceptedTests({ agents }: Pick<Results, 'agents'>): ResultsTest[] {
  const tests = agents.flatMap(({ run }) => run?.tests ?? [])
  return tests.filter((test) => groupOf(test, null) === 'accepted')
}

/** Failing tests that the service counted, but did not list. */
export function unlistedFailures({ run }: Pick<ResultsAgent, 'run'>): number {
  const listed = run?.tests.filter(({ status }) => status === 'failed').length ?? 0
  return Math.max(0, (run?.counts?.failed ?? 0) - listed)
}

/** Below this, clocks differ as they always do. */
const CLOCKS_DIFFER_MS = 120_000

function wholeMinutes(ms: number): number {
  return Math.round(ms / 60_000) * 60_000
}

/** What else readers should know about the agent's run, as sentences that continue its name. */
export function agentNotes({ run, baseline }: Pick<ResultsAgent, 'run' | 'baseline'>): string[] {
  const missing = run?.detailsMissing ?? null
  const skewMs = baseline?.clockSkewMs ?? 0
  return [
    ...(missing === null
      ? []
      : [`the details of its tests could not be read: ${missing}. Open the run to see them.`]),
    ...(Math.abs(skewMs) > CLOCKS_DIFFER_MS
      ? [
          `the clock of the service is ${duration(wholeMinutes(Math.abs(skewMs)))} ${skewMs > 0 ? 'ahead of' : 'behind'} the runner's, so earlier runs may be left out as too recent. Correct the clock or the time zone that is wrong.`,
        ]
      : []),
    ...new Set(
      (run?.tests ?? []).flatMap(({ status, retrySkipped }) =>
        status === 'failed' && retrySkipped !== null && isOfRun(retrySkipped)
          ? `failing tests were ${retrySkipped.message}.`
          : [],
      ),
    ),
  ]
}

/** Whether it says so of all tests of a run, and not of one. */
function isOfRun({ kind }: NonNullable<ResultsTest['retrySkipped']>): boolean {
  return kind === 'too-many-failures' || kind === 'incomplete-run' || kind === 'no-history'
}

/** `failed 3 of 3 attempts; passed all of its last 10 runs`; empty if the test was run once and compared with nothing. */
export function historyText(test: ResultsTest): string {
  const { attempts, retrySkipped } = test
  const parts = [
    acceptedText(test),
    attempts.length > 0 && attemptsText(attempts),
    test.control === null ? baselineOfTest(test) : controlText(test.control, test.baseline),
    retrySkipped && !isOfRun(retrySkipped) && retrySkipped.message,
  ]
  return parts.filter(Boolean).join('; ')
}

function baselineOfTest({ baseline }: ResultsTest): string | null {
  if (baseline === null) return null
  if (baseline.runs > 0) return earlierText(baseline.failures, baseline.runs)
  return baseline.class === 'undetermined'
    ? 'its earlier runs ended without a result'
    : 'no earlier result known'
}

/** `Support bot passed 2 of 2 in the same rounds`; null if the test was not run on the control. */
function controlText(
  { name, attempts }: NonNullable<ResultsTest['control']>,
  baseline: ResultsTest['baseline'],
): string | null {
  const last = attempts.at(-1)
  if (last === undefined) return null
  if (baseline?.class === 'known-failure') return `also fails on ${name} (control): not this change`
  const passed = attempts.filter(({ status }) => status === 'passed').length
  const failed = attempts.filter(({ status }) => status === 'failed').length
  if (passed + failed > 0)
    return `${name} passed ${count(passed)} of ${count(passed + failed)} in the same rounds`
  const why = last.reasoning === null ? '' : `: ${last.reasoning}`
  return `${name} (control) gave no result in ${counted(attempts.length, 'attempt')}${why}`
}

/** `accepted until 3 Dec`; with what became of a test without a result. */
function acceptedText(test: ResultsTest): string | null {
  const { accepted, status } = test
  if (accepted === null || status === 'passed') return null
  const day = dayText(accepted.until)
  if (accepted.expired) return `was accepted until ${day}`
  return `accepted until ${day}${status === 'failed' ? '' : `; ${statusText(test)}`}`
}

/** The same after what became of it: `broke; failed 3 of 3 attempts; passed all of its last 10 runs`. */
export function classText({ test, group }: GroupedTest): string {
  const label = group === 'accepted' ? '' : groupTexts[group].label
  return [label, historyText(test)].filter(Boolean).join('; ')
}

/** `passed on attempt 2`, `failed 3 of 3 attempts` */
function attemptsText(attempts: readonly Pick<ResultsAttempt, 'status'>[]): string {
  const passedAt = attempts.findIndex(({ status }) => status === 'passed')
  if (passedAt >= 0) return `passed on attempt ${count(passedAt + 1)}`
  const failed = attempts.filter(({ status }) => status === 'failed').length
  if (failed === 0) return `no result in ${counted(attempts.length, 'attempt')}`
  return `failed ${count(failed)} of ${counted(attempts.length, 'attempt')}`
}

/** What became of a test that is not said by its group. Plain, untrusted text. */
export function statusText({ status, error }: ResultsTest): string {
  if (error?.kind === 'left-out') return 'left out: it has no configuration'
  if (status !== 'unanswered' || error === null) return statusTexts[status]
  if (error.kind === 'test') return `defective: ${error.message || 'it cannot be evaluated'}`
  return error.message === '' ? statusTexts.unanswered : `unanswered: ${error.message}`
}

/** Tests without a result, those of the same cause together, so that it is said once. */
export function byStatusText<Each>(
  all: readonly Each[],
  testOf: (each: Each) => ResultsTest,
): ReadonlyMap<string, readonly Each[]> {
  return Map.groupBy(all, (each) => statusText(testOf(each)))
}

export const statusTexts: Readonly<Record<ResultsTest['status'], string>> = {
  passed: 'passed',
  flaky: 'passed when it was run again',
  failed: 'failed',
  unanswered: 'unanswered: it could not be run or evaluated',
  'not-run': 'not run: the run ended first',
  pending: 'no result was reported',
}
