// What became of a test and why: its group and its evidence, once, from what the gate found, and the words of every report for them.
import {
  hasFailed,
  isAccepted,
  type Problem,
  type ResultsAgent,
  type ResultsTest,
  type TestOutcome,
} from '../schema.ts'
import { counted, dayText, earlierText } from './format.ts'
import { problemWords } from './problems.ts'
import { joined, quoted, type Sentence, say } from './sentence.ts'

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
  const groupsOfTests = new Set(run?.tests.map(groupOf))
  if (groupsOfTests.has('broke') || groupsOfTests.has('failed')) return 'blocks'
  if (outcome === 'failed') return groupsOfTests.has('undecided') ? 'inconclusive' : 'does-not-block'
  return outcome
}

/** What is known of a test that did not pass at once. */
export type Evidence =
  | { readonly kind: 'attempts'; readonly failed: number; readonly of: number }
  | { readonly kind: 'passed-on-attempt'; readonly attempt: number }
  | { readonly kind: 'earlier-runs'; readonly failures: number; readonly runs: number }
  | { readonly kind: 'no-earlier-run' }
  | { readonly kind: 'earlier-runs-unanswered' }
  | { readonly kind: 'control'; readonly name: string; readonly passed: number; readonly of: number }
  | {
      readonly kind: 'control-unanswered'
      readonly name: string
      readonly attempts: number
      /** Why it gave no result, where that is known. */
      readonly problem: Problem | null
    }
  | ({ readonly kind: 'evaluator-edited' } & ResultsTest['editedEvaluators'][number])
  | {
      readonly kind: 'not-run-again'
      readonly why: Exclude<NotRunAgain['why'], 'control'>
      readonly problem: Problem | null
    }
export type EvidenceOf<Kind extends Evidence['kind']> = Extract<Evidence, { kind: Kind }>
type NotRunAgain = NonNullable<ResultsTest['whyNotRunAgain']>

/** In the order in which it is said. */
export function evidenceOf(test: ResultsTest): Evidence[] {
  if (test.outcome === 'passed') return []
  const why = test.whyNotRunAgain
  return [
    ...attemptsEvidence(test),
    ...(test.control === null ? earlierEvidence(test) : controlEvidence(test.control, why)),
    ...test.editedEvaluators.map((edited) => ({ kind: 'evaluator-edited' as const, ...edited })),
    ...(why === null || why.why === 'control'
      ? []
      : [{ kind: 'not-run-again' as const, why: why.why, problem: why.problem }]),
  ]
}

function attemptsEvidence({ attempts }: ResultsTest): Evidence[] {
  if (attempts.length === 0) return []
  const passedAt = attempts.findIndex(({ status }) => status === 'passed')
  if (passedAt >= 0) return [{ kind: 'passed-on-attempt', attempt: passedAt + 1 }]
  const failed = attempts.filter(({ status }) => status === 'failed').length
  // Those without a result are counted only if there are no others.
  return [{ kind: 'attempts', failed, of: failed || attempts.length }]
}

function earlierEvidence({ earlier, outcome }: ResultsTest): Evidence[] {
  if (earlier === null) return []
  if (earlier.runs > 0) return [{ kind: 'earlier-runs', ...earlier }]
  const isOpen = outcome === 'undecided' || outcome === 'failed'
  return [{ kind: isOpen ? 'earlier-runs-unanswered' : 'no-earlier-run' }]
}

function controlEvidence(
  { name, attempts }: NonNullable<ResultsTest['control']>,
  why: NotRunAgain | null,
): Evidence[] {
  const passed = attempts.filter(({ status }) => status === 'passed').length
  const failed = attempts.filter(({ status }) => status === 'failed').length
  const problem = why?.why === 'control' ? why.problem : null
  const isSilent = problem !== null || (attempts.length > 0 && passed + failed === 0)
  return [
    ...(passed + failed > 0 ? [{ kind: 'control' as const, name, passed, of: passed + failed }] : []),
    ...(isSilent ? [{ kind: 'control-unanswered' as const, name, attempts: attempts.length, problem }] : []),
  ]
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
  broke: row('blocks', '❌', 'test|broke', FIX),
  failed: row('blocks', '❌', 'test|failed', FIX),
  undecided: row('blocks', '⚠️', 'inconclusive test', UNJUDGED),
  new: row('does-not-block', '🆕', 'new failing test', NEW),
  'failed-on-control': row('does-not-block', '➖', 'test|failed on the control, too', CONTROL),
  'failed-before': row('does-not-block', '➖', 'test|may fail anyway', BEFORE),
  accepted: row('does-not-block', '☑️', 'accepted test', 'Does not block for now.'),
  flaky: row('does-not-block', '🔁', 'flaky test', FLAKY),
  unanswered: row('without-result', '⚠️', 'test|without a result', 'Could not be run or evaluated.'),
  pending: row('without-result', '⏳', 'test|still running', 'The run continues.'),
  passed: row('passed', '✅', 'test|passed', 'Passed its first attempt.'),
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

const evidenceTexts: { readonly [Kind in Evidence['kind']]: (evidence: EvidenceOf<Kind>) => Sentence } = {
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

const whyNotRunAgain: Readonly<Record<EvidenceOf<'not-run-again'>['why'], string>> = {
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
}: Omit<EvidenceOf<'evaluator-edited'>, 'kind'>): Sentence {
  const name = evaluator === null ? [] : say` ${quoted(evaluator)}`
  // Versions are no counts.
  return say`the evaluator${name} is version ${`${version}`} now, ${`${before}`} in the earlier runs`
}

export function evidenceWords<Kind extends Evidence['kind']>(evidence: EvidenceOf<Kind>): Sentence {
  const kind: Kind = evidence.kind
  return evidenceTexts[kind](evidence)
}

/** `failed 3 of 3 attempts; passed all of its last 10 runs`; empty if there is nothing to say. */
export function evidenceText(test: ResultsTest, evidence: readonly Evidence[] = evidenceOf(test)): Sentence {
  const { accepted, outcome, error } = test
  if (outcome === 'passed') return []
  const until =
    accepted && `${accepted.expired ? 'was accepted' : 'accepted'} until ${dayText(accepted.until)}`
  // That too many tests failed is said once of an agent, and not of each of its tests.
  const isSaid = (each: Evidence) => each.kind === 'not-run-again' && each.why === 'too-many-failures'
  const said = evidence.filter((each) => !isSaid(each)).map(evidenceWords)
  const hasResult = outcome === 'flaky' || hasFailed(test)
  const kind = error?.kind ?? (outcome === 'not-run' ? outcome : 'pending')
  const what = error?.detail == null ? errorTexts[kind] : `${errorTexts[kind]} (${error.detail})`
  return joined(
    [
      ...(until === null ? [] : [[until]]),
      ...said,
      ...(error === null && hasResult ? [] : [[what]]),
      ...(error?.message ? [quoted(error.message)] : []),
    ],
    '; ',
    '; ',
  )
}

/** The same after what became of the test: `broke; failed 3 of 3 attempts; …` */
export function outcomeText(test: ResultsTest): Sentence {
  const why = evidenceText(test)
  const group = groupOf(test)
  const label = group === 'accepted' ? [] : [[groups[group].label]]
  return joined([...label, ...(why.length > 0 ? [why] : [])], '; ', '; ')
}
