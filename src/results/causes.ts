// The table of causes: what is said and done about a test with each of them, and where lists and JUnit put it. Everything that reports
// say of a test is asked of here.
import {
  type Cause,
  isAccepted,
  isFlaky,
  type Results,
  type ResultsAgent,
  type ResultsTest,
} from '../schema.ts'
import { failureText, hasEarlierRuns, type PlacedTest } from './failing-tests.ts'
import { count, counted, dayOf } from './format.ts'
import { quoted, type Sentence, separated } from './sentence.ts'

/** What tests are listed by: their causes, and apart from these those that passed only when they ran again. */
export type TestGroup = Cause | 'flaky'

export function groupOf(test: Pick<ResultsTest, 'cause' | 'attempts' | 'error'>): TestGroup {
  return isFlaky(test) ? 'flaky' : test.cause
}

/** What an agent means for the verdict. Most important first. */
export const standings = ['blocks', 'inconclusive', 'does-not-block', 'skipped', 'passed'] as const
export type Standing = (typeof standings)[number]

export function standingOf({ outcome, run }: Pick<ResultsAgent, 'outcome' | 'run'>): Standing {
  const tests = run?.tests ?? []
  if (tests.some(({ blocks }) => blocks)) return 'blocks'
  if (outcome !== 'failed') return outcome
  return tests.some(({ cause }) => cause === 'undecided') ? 'inconclusive' : 'does-not-block'
}

/** That of the lines about its tests, if it does not block. */
export function signOf(results: Results, agent: ResultsAgent): string {
  const standing = standingOf(agent)
  const failing = (agent.run?.tests ?? []).filter((test) => test.failed && !isAccepted(test))
  const isMinor = failing.length > 0 && failing.every((test) => signOfTest(results, agent, test) === '➖')
  return standing === 'does-not-block' && isMinor ? '➖' : standingWords[standing].sign
}

export function signOfTest(results: Results, agent: ResultsAgent, test: ResultsTest): '❌' | '⚠️' | '➖' {
  if (test.blocks) return '❌'
  return isWorse(results, agent, test) ? '⚠️' : causes[test.cause].sign
}

/** In `report`, which never blocks, what would block in another mode. */
export function isWorse({ mode }: Results, agent: ResultsAgent, { cause, earlier }: ResultsTest): boolean {
  return (
    mode === 'report' &&
    ((cause === 'new' && !hasEarlierRuns(agent)) ||
      cause === 'yours' ||
      (cause === 'changed' && earlier?.doubt === null))
  )
}

/** Where lists put a test: by what it means for the verdict. */
export type TestSection = 'blocks' | 'does-not-block' | 'without-result' | 'passed'

export const sectionTitles: Readonly<Record<TestSection, string>> = {
  blocks: 'Blocks the merge',
  'does-not-block': 'Does not block',
  'without-result': 'Without a result',
  passed: 'Passed',
}

interface Row {
  readonly icon: string
  /** The label of one test or of several: `probably this change`. */
  readonly label: string
  /** Unless it blocks. */
  readonly section: TestSection
  /** The sign of its line, unless it blocks. */
  readonly sign: '⚠️' | '➖'
}

function row(icon: string, label: string, more: Partial<Row> = {}): Row {
  return { icon, label, section: 'does-not-block', sign: '➖', ...more }
}

/** Most important first. The words of a test that failed are in failing-tests.ts. */
export const causes: Readonly<Record<TestGroup, Row>> = {
  yours: row('❌', 'probably this change'),
  changed: row('❌', 'probably broke'),
  // Nobody may merge before that is known.
  undecided: row('⚠️', 'unclear', { section: 'blocks', sign: '⚠️' }),
  edited: row('✏️', 'after an edit', { sign: '⚠️' }),
  new: row('🆕', 'nothing to compare with'),
  unsteady: row('➖', 'now and then'),
  older: row('➖', 'not this change'),
  accepted: row('☑️', 'accepted'),
  flaky: row('🔁', 'flaky'),
  'no-result': row('⚠️', 'without a result', { section: 'without-result', sign: '⚠️' }),
  passed: row('✅', 'passed', { section: 'passed' }),
}

/** What became of so many tests: `2 tests (unclear)` */
export function groupTitle(group: TestGroup, tests: number): string {
  return `${counted(tests, 'test')} (${causes[group].label})`
}

export const groupOrder = Object.keys(causes) as readonly TestGroup[]

/** What a test means for the verdict. */
export function sectionOf(test: ResultsTest): TestSection {
  return test.blocks ? 'blocks' : causes[groupOf(test)].section
}

/** Reporters show errors as red, which a test without a result has to be, also if it is accepted. */
export function junitKind({ cause, failed }: ResultsTest): 'passed' | 'failure' | 'error' | 'skipped' {
  if (cause === 'passed') return 'passed'
  if (!failed) return 'error'
  return cause === 'accepted' ? 'skipped' : 'failure'
}

/** The same of any test, in all lists: `probably this pull request (failed 3 of 3, …)`, `passed on attempt 2`. */
export function testText(results: Results, placed: Omit<PlacedTest, 'at'>): Sentence {
  const { test } = placed
  return test.failed && !isAccepted(test) ? failureText(results, placed) : factsText(test)
}

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
const errorTexts: Readonly<Record<NonNullable<ResultsTest['error']>['kind'], string>> = {
  agent: 'error of the agent',
  model: "error of the agent's model",
  evaluator: 'error of the evaluator',
  service: 'error of the service',
  test: 'the test is defective',
  edited: 'its runs asked something else than its file',
  'not-run': 'not run, because the run ended first',
  unread: 'nobody knows whether it failed',
  unknown: 'it could not be run or evaluated',
}

/** What is known of a test without a verdict, of an accepted and of a flaky one: `passed on attempt 2`. */
export function factsText(test: ResultsTest): Sentence {
  const { accepted, failed, error, attempts, source } = test
  const group = groupOf(test)
  if (group === 'passed') return []
  const until = accepted && `${accepted.expired ? 'was accepted' : 'accepted'} until ${dayOf(accepted.until)}`
  const passedAt = attempts.findIndex(({ status }) => status === 'passed')
  const what = error === null ? 'no result was reported' : errorTexts[error.kind]
  const detail = error?.detail == null ? '' : ` (${error.detail})`
  return separated([
    ...(until === null ? [] : [[until]]),
    ...(until !== null && source?.change ? [[`${source.change} by the change itself`]] : []),
    ...(passedAt > 0 ? [[`passed on attempt ${passedAt + 1}`]] : []),
    ...(passedAt < 0 && attempts.length > 0 ? [[triesText(attempts)]] : []),
    ...(error === null && (failed || group === 'flaky') ? [] : [[`${what}${detail}`]]),
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
