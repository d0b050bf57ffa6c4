// What became of a test and why: its group and its evidence, once, from what the gate found, and the words of every report for them.
import { hasFailed, isAccepted, type ResultsAgent, type ResultsTest, type TestOutcome } from '../schema.ts'
import { count, counted, dayText } from './format.ts'
import { quoted, type Sentence, separated } from './sentence.ts'

/** What tests are listed by: their outcomes, and apart from these the accepted ones. */
export type TestGroup = Exclude<TestOutcome, 'not-run'> | 'accepted'

export function groupOf({ outcome, accepted }: Pick<ResultsTest, 'outcome' | 'accepted'>): TestGroup {
  if (outcome === 'passed' || outcome === 'pending') return outcome
  if (isAccepted({ accepted })) return 'accepted'
  return outcome === 'not-run' ? 'unanswered' : outcome
}

/** What an agent means for the verdict. Most important first. */
export const standings = ['blocks', 'inconclusive', 'does-not-block', 'skipped', 'passed'] as const
export type Standing = (typeof standings)[number]

export function standingOf({ outcome, run }: Pick<ResultsAgent, 'outcome' | 'run'>): Standing {
  const tests = run?.tests ?? []
  if (tests.some(({ blocks }) => blocks)) return 'blocks'
  if (outcome !== 'failed') return outcome
  return tests.some((test) => groupOf(test) === 'undecided') ? 'inconclusive' : 'does-not-block'
}

export type TestSection = 'blocks' | 'does-not-block' | 'without-result' | 'passed'

export const sectionTitles: Readonly<Record<TestSection, string>> = {
  blocks: 'Blocks the merge',
  'does-not-block': 'Does not block',
  'without-result': 'Without a result',
  passed: 'Passed',
}

/** What a test means for the verdict. */
export function sectionOf(test: ResultsTest): TestSection {
  if (test.blocks) return 'blocks'
  if (test.outcome === 'passed') return 'passed'
  const group = groupOf(test)
  // Nobody may merge before that is known.
  if (group === 'undecided') return 'blocks'
  return isOpenGroup(group) ? 'without-result' : 'does-not-block'
}

export function isOpenGroup(group: TestGroup): boolean {
  return group === 'unanswered' || group === 'pending'
}

interface GroupWords {
  readonly sign: string
  /** What became of one test. */
  readonly label: string
  /** What became of so many tests. */
  readonly title: (tests: number) => string
}

function did(sign: string, label: string): GroupWords {
  return { sign, label, title: (tests) => `${counted(tests, 'test')} ${label}` }
}

function is(sign: string, label: string): GroupWords {
  return { sign, label, title: (tests) => counted(tests, label) }
}

/** Most important first. */
export const groups: Readonly<Record<TestGroup, GroupWords>> = {
  broke: did('❌', 'broke'),
  failed: did('❌', 'failed'),
  undecided: is('⚠️', 'undecided test'),
  edited: did('✏️', 'failed after an edit'),
  new: is('🆕', 'new failing test'),
  'not-compared': did('⚠️', 'not compared'),
  'failed-on-control': did('➖', 'failed on the control, too'),
  'failed-before': did('➖', 'failed before, too'),
  accepted: is('☑️', 'accepted test'),
  flaky: is('🔁', 'flaky test'),
  unanswered: did('⚠️', 'without a result'),
  pending: did('⏳', 'still running'),
  passed: did('✅', 'passed'),
}

export const groupOrder = Object.keys(groups) as readonly TestGroup[]

export const standingWords: Readonly<Record<Standing, { readonly sign: string; readonly label: string }>> = {
  blocks: { sign: '❌', label: 'failed' },
  inconclusive: { sign: '⚠️', label: 'inconclusive' },
  'does-not-block': { sign: '⚠️', label: 'failed, does not block' },
  skipped: { sign: '⏭️', label: 'skipped' },
  passed: { sign: '✅', label: 'passed' },
}

/** What became of one attempt. */
export const statuses: Readonly<Record<ResultsTest['attempts'][number]['status'], string>> = {
  passed: 'passed',
  failed: 'failed',
  unanswered: 'no answer',
  'not-run': 'not run',
  pending: 'no result',
}

/** Why a test has no result, or its first attempt had none. */
const errorTexts: Readonly<Record<NonNullable<ResultsTest['error']>['kind'] | 'pending', string>> = {
  agent: 'error of the agent',
  model: "error of the agent's model",
  evaluator: 'error of the evaluator',
  service: 'error of the service',
  test: 'the test is defective',
  edited: 'its runs asked something else than its file',
  'not-run': 'not run, because the run ended first',
  pending: 'no result was reported',
  unknown: 'it could not be run or evaluated',
}

/** What is known of a test without a verdict, of an accepted and of a flaky one: `passed on attempt 2`. */
export function factsText({ accepted, outcome, error, attempts, source }: ResultsTest): Sentence {
  if (outcome === 'passed') return []
  const until =
    accepted && `${accepted.expired ? 'was accepted' : 'accepted'} until ${dayText(accepted.until)}`
  const passedAt = attempts.findIndex(({ status }) => status === 'passed')
  const hasResult = outcome === 'flaky' || hasFailed({ outcome })
  const kind = error?.kind ?? (outcome === 'not-run' ? outcome : 'pending')
  const what = error?.detail == null ? errorTexts[kind] : `${errorTexts[kind]} (${error.detail})`
  return separated([
    ...(until === null ? [] : [[until]]),
    ...(until !== null && source?.change ? [[`${source.change} by the change itself`]] : []),
    ...(passedAt > 0 ? [[`passed on attempt ${passedAt + 1}`]] : []),
    ...(passedAt < 0 && attempts.length > 0 ? [[triesText(attempts)]] : []),
    ...(error === null && hasResult ? [] : [[what]]),
    ...(error?.message ? [quoted(error.message)] : []),
  ])
}

/** Attempts without a result are counted only if there are no others. */
function triesText(attempts: ResultsTest['attempts']): string {
  const failed = attempts.filter(({ status }) => status === 'failed').length
  return failed === 0
    ? `no result in ${counted(attempts.length, 'attempt')}`
    : `failed ${count(failed)} of ${counted(failed, 'attempt')}`
}
