// What became of a test and why: its group and its evidence, once, from what the gate found, and the words of every report for them.
import type { Comparison, RetrySkipped, TestResult } from '../gate/model.ts'
import type { Because, Problem, ResultsAgent, ResultsTest, TestGroup } from '../schema.ts'
import { counted, dayText, earlierText } from './format.ts'
import { problemWords } from './problems.ts'
import { joined, quoted, type Sentence, say } from './sentence.ts'

/**
 * @param isGoing whether its run has not ended
 * @param comparison null in modes that do not compare, and in a job that ended before it compared
 */
export function groupOf(
  test: Pick<TestResult, 'status' | 'accepted' | 'baseline' | 'control'>,
  isGoing: boolean,
  comparison: Comparison | null,
  compares: boolean,
): TestGroup {
  const { status, accepted, baseline, control } = test
  if (status === 'passed') return 'passed'
  const isOpen = status === 'unanswered' || status === 'not-run' || status === 'pending'
  if (isGoing && isOpen) return 'pending'
  if (accepted !== null && !accepted.expired) return 'accepted'
  if (isOpen) return 'unanswered'
  if (baseline === null) return status === 'flaky' ? 'flaky' : compares ? 'undetermined' : 'failed'
  // If too many tests fail at once, none is judged by itself.
  const blocksAtOnce = comparison?.count?.blocks === true || comparison?.sample?.blocks === true
  if (baseline.class === 'undetermined' && blocksAtOnce) return 'failed'
  return baseline.class === 'failed-before' && control !== null ? 'control-fails' : baseline.class
}

/** In the order in which it is said. @param problem why the retry gave no result */
export function becauseOf(test: TestResult, problem: Problem | null): Because[] {
  if (test.status === 'passed') return []
  return [
    ...attemptsBecause(test),
    ...(test.control === null ? earlierBecause(test) : controlBecause(test.control, test.retrySkipped)),
    ...test.changedEvaluators.map((edited) => ({ kind: 'evaluator-edited' as const, ...edited })),
    ...notRunAgainBecause(test, problem),
  ]
}

function attemptsBecause({ attempts }: TestResult): Because[] {
  if (attempts.length === 0) return []
  const passedAt = attempts.findIndex(({ status }) => status === 'passed')
  if (passedAt >= 0) return [{ kind: 'passed-on-attempt', attempt: passedAt + 1 }]
  const failed = attempts.filter(({ status }) => status === 'failed').length
  // Those without a result are counted only if there are no others.
  return [{ kind: 'attempts', failed, of: failed || attempts.length }]
}

function earlierBecause({ baseline }: TestResult): Because[] {
  if (baseline === null) return []
  const { failures, runs } = baseline
  if (runs > 0) return [{ kind: 'earlier-runs', failures, runs }]
  return [{ kind: baseline.class === 'undetermined' ? 'earlier-runs-unanswered' : 'no-earlier-run' }]
}

function controlBecause(
  { name, attempts }: NonNullable<TestResult['control']>,
  skipped: RetrySkipped | null,
): Because[] {
  if (attempts.length === 0) return []
  const passed = attempts.filter(({ status }) => status === 'passed').length
  const failed = attempts.filter(({ status }) => status === 'failed').length
  if (passed + failed > 0) return [{ kind: 'control', name, passed, of: passed + failed }]
  const isSaid = skipped?.kind === 'control'
  return isSaid ? [] : [{ kind: 'control-unanswered', name, attempts: attempts.length, problem: null }]
}

function notRunAgainBecause({ retrySkipped, control }: TestResult, problem: Problem | null): Because[] {
  if (retrySkipped === null) return []
  if (!('control' in retrySkipped)) return [{ kind: 'not-run-again', why: retrySkipped.kind, problem }]
  const { name } = retrySkipped.control
  return [{ kind: 'control-unanswered', name, attempts: control?.attempts.length ?? 0, problem }]
}

export type TestSection = 'blocks' | 'does-not-block' | 'without-result' | 'passed'

export const sectionTitles: Readonly<Record<TestSection, string>> = {
  blocks: 'Blocks the merge',
  'does-not-block': 'Does not block',
  'without-result': 'Without a result',
  passed: 'Passed',
}

interface GroupWords {
  readonly sign: string
  /** What became of one test. */
  readonly label: string
  /** What became of so many tests. */
  readonly title: (tests: number) => string
  /** What it means for the verdict. */
  readonly note: string
  readonly section: TestSection
}

/** @param words what one test is, or what it did behind `test|` */
function row(section: TestSection, sign: string, words: string, note: string): GroupWords {
  const [noun = '', did = ''] = words.split('|')
  return {
    section,
    sign,
    label: did || noun,
    note,
    title: (tests) => counted(tests, noun) + (did && ` ${did}`),
  }
}

const FIX = 'If a reply is wrong, fix the agent. If it is right, correct the test or its evaluator.'
const UNJUDGED = 'Failed, and could not be compared often enough to say whether it broke.'
const NEW = 'Failed, but does not block, because it may never have passed.'
const BEFORE =
  'Failed so often in its earlier runs, or has so few of them, that this proves nothing. Does not block.'
const CONTROL =
  'Failed on the control, too, so it does not block. The change may still make it fail more often.'
const FLAKY = 'Did not pass at first, then passed when it was run again. Does not block.'

/** Most important first. */
export const groups: Readonly<Record<TestGroup, GroupWords>> = {
  broken: row('blocks', '❌', 'test|broke', FIX),
  failed: row('blocks', '❌', 'test|failed', FIX),
  undetermined: row('blocks', '⚠️', 'inconclusive test', UNJUDGED),
  new: row('does-not-block', '🆕', 'new failing test', NEW),
  'control-fails': row('does-not-block', '➖', 'test|failed on the control, too', CONTROL),
  'failed-before': row('does-not-block', '➖', 'test|may fail anyway', BEFORE),
  accepted: row('does-not-block', '☑️', 'accepted test', 'Does not block for now.'),
  flaky: row('does-not-block', '🔁', 'flaky test', FLAKY),
  unanswered: row('without-result', '⚠️', 'test|without a result', 'Could not be run or evaluated.'),
  pending: row('without-result', '⏳', 'test|still running', 'The run continues.'),
  passed: row('passed', '✅', 'test|passed', 'Passed its first attempt.'),
}

export const groupOrder = Object.keys(groups) as readonly TestGroup[]

export const agentGroups: Readonly<
  Record<ResultsAgent['group'], { readonly sign: string; readonly label: string }>
> = {
  blocks: { sign: '❌', label: 'failed' },
  inconclusive: { sign: '⚠️', label: 'inconclusive' },
  'does-not-block': { sign: '⚠️', label: 'failed, does not block' },
  skipped: { sign: '⏭️', label: 'skipped' },
  passed: { sign: '✅', label: 'passed' },
}

/** What became of one attempt. */
export const statuses: Readonly<Record<ResultsTest['status'], string>> = {
  passed: 'passed',
  flaky: 'passed when it was run again',
  failed: 'failed',
  unanswered: 'no answer',
  'not-run': 'not run',
  pending: 'no result',
}

export type BecauseOf<Kind extends Because['kind']> = Extract<Because, { kind: Kind }>

const becauseTexts: { readonly [Kind in Because['kind']]: (because: BecauseOf<Kind>) => Sentence } = {
  attempts: ({ failed, of }) =>
    failed === 0
      ? say`no result in ${counted(of, 'attempt')}`
      : say`failed ${failed} of ${counted(of, 'attempt')}`,
  'passed-on-attempt': ({ attempt }) => say`passed on attempt ${attempt}`,
  'earlier-runs': ({ failures, runs }) => [earlierText(failures, runs)],
  'no-earlier-run': () => ['no earlier result to compare with'],
  'earlier-runs-unanswered': () => ['its earlier runs have no result, or cannot be read'],
  control: ({ name, passed, of }) =>
    say`passed ${passed} of ${of} in the same rounds on ${{ kind: 'agent', text: name }} (control)`,
  'control-unanswered': ({ name, attempts, problem }) =>
    say`${{ kind: 'agent', text: name }} (control) ${problem === null ? `gave no result in ${counted(attempts, 'attempt')}` : problemWords(problem).sentence}`,
  'evaluator-edited': (edit) => editText(edit),
  'not-run-again': ({ why, problem }) =>
    problem === null
      ? say`not run again, because ${whyNotRunAgain[why]}`
      : say`not run again: the retry ${problemWords(problem).sentence}`,
}

const whyNotRunAgain: Readonly<Record<BecauseOf<'not-run-again'>['why'], string>> = {
  'no-time': 'the timeout was reached',
  'too-many-failures': 'too many tests failed at once',
  'not-possible': 'it could not be run alone or compared',
  'no-result': 'the retry gave no result',
}

/** Why a test has no result, or its first attempt had none. */
const errorTexts: Readonly<Record<NonNullable<ResultsTest['error']>['kind'] | 'pending', string>> = {
  agent: 'error of the agent',
  model: "error of the agent's model",
  evaluator: 'error of the evaluator',
  service: 'error of the service',
  test: 'the test is defective',
  'not-run': 'not run, because the run ended first',
  pending: 'no result was reported',
  unknown: 'it could not be run or evaluated',
}

/** `the evaluator "Correctness" is version 4 now, 3 before` */
export function editText({
  evaluator,
  version,
  before,
}: Omit<BecauseOf<'evaluator-edited'>, 'kind'>): Sentence {
  const name = evaluator === null ? [] : say` ${quoted(evaluator)}`
  // Versions are no counts.
  return say`the evaluator${name} is version ${`${version}`} now, ${`${before}`} in the earlier runs`
}

export function becauseWords<Kind extends Because['kind']>(because: BecauseOf<Kind>): Sentence {
  const kind: Kind = because.kind
  return becauseTexts[kind](because)
}

type TestEvidence = Pick<ResultsTest, 'because' | 'status' | 'error' | 'accepted'>

/** `failed 3 of 3 attempts; passed all of its last 10 runs`; empty if there is nothing to say. */
export function becauseText(test: TestEvidence): Sentence {
  const { accepted, status, error } = test
  if (status === 'passed') return []
  const until =
    accepted && `${accepted.expired ? 'was accepted' : 'accepted'} until ${dayText(accepted.until)}`
  // That too many tests failed is said once of an agent, and not of each of its tests.
  const isSaid = (each: Because) => each.kind === 'not-run-again' && each.why === 'too-many-failures'
  const evidence = test.because.filter((each) => !isSaid(each)).map(becauseWords)
  const hasResult = status === 'flaky' || status === 'failed'
  const kind = error?.kind ?? (status === 'pending' || status === 'not-run' ? status : 'unknown')
  const what = error?.detail == null ? errorTexts[kind] : `${errorTexts[kind]} (${error.detail})`
  return joined(
    [
      ...(until === null ? [] : [[until]]),
      ...evidence,
      ...(error === null && hasResult ? [] : [[what]]),
      ...(error?.message ? [quoted(error.message)] : []),
    ],
    '; ',
    '; ',
  )
}

/** The same after what became of the test: `broke; failed 3 of 3 attempts; …` */
export function classText(test: TestEvidence & Pick<ResultsTest, 'group'>): Sentence {
  const why = becauseText(test)
  const label = test.group === 'accepted' ? [] : [[groups[test.group].label]]
  return joined([...label, ...(why.length > 0 ? [why] : [])], '; ', '; ')
}
