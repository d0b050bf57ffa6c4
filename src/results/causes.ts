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
import { tally } from './evidence.ts'
import { causeWords, countsOf, countsText, hasEarlierRuns, type Placed } from './failing-tests.ts'
import { counted, dayOf } from './format.ts'
import { type Sentence, say, separated } from './sentence.ts'
import { quoted } from './untrusted.ts'

/** What tests are listed by: their causes, and apart from these those that passed only when they ran again. */
export type TestGroup = Cause | 'flaky'

export function groupOf(test: Pick<ResultsTest, 'cause' | 'attempts' | 'error'>): TestGroup {
  return isFlaky(test) ? 'flaky' : test.cause
}

/** What an agent means for the verdict. Most important first. */
export const standings = {
  blocks: { sign: '❌', label: 'failed' },
  inconclusive: { sign: '⚠️', label: 'inconclusive' },
  'does-not-block': { sign: '➖', label: 'failed, does not block' },
  skipped: { sign: '⏭️', label: 'skipped' },
  passed: { sign: '✅', label: 'passed' },
} as const

export type Standing = keyof typeof standings
export const standingOrder = Object.keys(standings) as readonly Standing[]

export function standingOf({ outcome, run }: Pick<ResultsAgent, 'outcome' | 'run'>): Standing {
  const tests = run?.tests ?? []
  if (tests.some(({ blocks }) => blocks)) return 'blocks'
  if (outcome !== 'failed') return outcome
  return tests.some(({ cause }) => cause === 'undecided') ? 'inconclusive' : 'does-not-block'
}

export function signOfTest(results: Results, agent: ResultsAgent, test: ResultsTest): '❌' | '⚠️' | '➖' {
  if (test.blocks) return '❌'
  return isWorse(results, agent, test) ? '⚠️' : causes[test.cause].sign
}

/** In `report`, which never blocks, what would block in another mode. */
export function isWorse({ mode }: Results, agent: ResultsAgent, { cause, earlier }: ResultsTest): boolean {
  if (mode !== 'report') return false
  return (
    cause === 'yours' ||
    (cause === 'changed' && earlier?.doubt === null) ||
    (cause === 'new' && !hasEarlierRuns(agent))
  )
}

/** Where lists put a test: by what it means for the verdict. */
export type TestSection = keyof typeof sectionTitles

export const sectionTitles = {
  blocks: 'Blocks the merge',
  'does-not-block': 'Does not block',
  'without-result': 'Without a result',
  passed: 'Passed',
} as const

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
  older: row('➖', 'older failure'),
  accepted: row('☑️', 'accepted'),
  flaky: row('🔁', 'flaky'),
  'no-result': row('⚠️', 'without a result', { section: 'without-result', sign: '⚠️' }),
  passed: row('✅', 'passed', { section: 'passed' }),
}

export const groupOrder = Object.keys(causes) as readonly TestGroup[]

/** What became of so many tests: `2 tests (unclear)` */
export function groupTitle(group: TestGroup, tests: number): string {
  return `${counted(tests, 'test')} (${causes[group].label})`
}

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
export function testText(results: Results, placed: Placed): Sentence {
  const { test } = placed
  if (!test.failed || isAccepted(test)) return factsText(test)
  return say`${causeWords(results, placed)} (${countsText(countsOf([test]))})`
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
  const facts: Sentence[] = []
  if (accepted !== null)
    facts.push([`${accepted.expired ? 'was accepted' : 'accepted'} until ${dayOf(accepted.until)}`])
  if (accepted !== null && source?.change) facts.push([`${source.change} by the change itself`])
  const passedAt = attempts.findIndex(({ status }) => status === 'passed')
  if (passedAt > 0) facts.push([`passed on attempt ${passedAt + 1}`])
  else if (tally(attempts).failed > 0) facts.push([countsText(countsOf([test]))])
  if (error !== null)
    facts.push([`${errorTexts[error.kind]}${error.detail == null ? '' : ` (${error.detail})`}`])
  else if (group === 'no-result' && !failed) facts.push(['no result was reported'])
  if (error?.message) facts.push(quoted(error.message))
  return separated(facts)
}
