// Why a test is in its group, from its evidence: the words of every report.
import type { Because, Results, ResultsTest } from '../../schema.ts'
import { counted, dayText, earlierText } from '../units.ts'
import { groups } from './groups.ts'
import { problemWords } from './problems.ts'
import { joined, quoted, type Sentence, say } from './sentence.ts'

type Of<Kind extends Because['kind']> = Extract<Because, { kind: Kind }>

const words: { readonly [Kind in Because['kind']]: (because: Of<Kind>) => Sentence } = {
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
      ? say`not run again, because ${notRunAgain[why]}`
      : say`not run again: the retry ${problemWords(problem).sentence}`,
}

const notRunAgain: Readonly<Record<Of<'not-run-again'>['why'], string>> = {
  'no-time': 'the timeout was reached',
  'too-many-failures': 'too many tests failed at once',
  'not-possible': 'it could not be run alone or compared',
  'no-result': 'the retry gave no result',
}

const errors: Readonly<Record<NonNullable<ResultsTest['error']>['kind'] | 'pending', string>> = {
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
export function editText({ evaluator, version, before }: Omit<Of<'evaluator-edited'>, 'kind'>): Sentence {
  const name = evaluator === null ? [] : say` ${quoted(evaluator)}`
  // Versions are no counts.
  return say`the evaluator${name} is version ${`${version}`} now, ${`${before}`} in the earlier runs`
}

export function becauseWords<Kind extends Because['kind']>(because: Of<Kind>): Sentence {
  const kind: Kind = because.kind
  return words[kind](because)
}

/** Said once of an agent, and not of each of its tests. */
const ofRun = (because: Because) => because.kind === 'not-run-again' && because.why === 'too-many-failures'

type Evidence = Pick<ResultsTest, 'because' | 'status' | 'error' | 'accepted'>

/** Of a test without a result, or whose first attempt had none: `error of the agent (HTTP 503)`, and what was said. */
function errorOf({ status, error }: Evidence): Sentence[] {
  if (error === null && (status === 'passed' || status === 'flaky' || status === 'failed')) return []
  const kind = error?.kind ?? (status === 'pending' || status === 'not-run' ? status : 'unknown')
  const what = error?.detail == null ? errors[kind] : `${errors[kind]} (${error.detail})`
  return error?.message ? [[what], quoted(error.message)] : [[what]]
}

/** `failed 3 of 3 attempts; passed all of its last 10 runs`; empty if there is nothing to say. */
export function becauseText(test: Evidence): Sentence {
  const { accepted, status } = test
  if (status === 'passed') return []
  const until =
    accepted && `${accepted.expired ? 'was accepted' : 'accepted'} until ${dayText(accepted.until)}`
  const evidence = test.because.filter((each) => !ofRun(each)).map(becauseWords)
  return joined([...(until === null ? [] : [[until]]), ...evidence, ...errorOf(test)], '; ', '; ')
}

/** What the line of blame does not say of a test. */
export function unsaidText(test: ResultsTest, { story: { blame } }: Pick<Results, 'story'>): Sentence {
  const evidence = blame !== null && 'because' in blame ? blame.because : []
  const said = new Set(['no-earlier-run', 'evaluator-edited', ...evidence.map(({ kind }) => kind)])
  return becauseText({ ...test, because: test.because.filter(({ kind }) => !said.has(kind)) })
}

/** The same after what became of the test: `broke; failed 3 of 3 attempts; …` */
export function classText(test: Evidence & Pick<ResultsTest, 'group'>): Sentence {
  const why = becauseText(test)
  const label = test.group === 'accepted' ? [] : [[groups[test.group].label]]
  return joined([...label, ...(why.length > 0 ? [why] : [])], '; ', '; ')
}
