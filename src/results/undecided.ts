// Why a failing test is undecided, or did not run again: whatever gave no answer, or no time was left for.
import type { Problem, ResultsTest } from '../schema.ts'
import { editedText, type ProblemOf, problemWords } from './problems.ts'
import { type FailingTest, formsOf } from './rates.ts'
import { asSentence, input, type Piece, plain, type Sentence, say } from './sentence.ts'
import { testedChange } from './test-changes.ts'
import { tally } from './test-texts.ts'

type WhyUndecided = NonNullable<ResultsTest['undecided']>['why']
type WhyNotRunAgain = NonNullable<ResultsTest['whyNotRunAgain']>['why']

/** `unclear: there was no further attempt, because the timeout was reached` */
export function undecidedText(
  failing: FailingTest,
  why: Exclude<WhyUndecided, 'not-compared' | 'many'>,
  problem: Problem | null = null,
): Sentence {
  return say`unclear: ${undecidedTexts[why](failing, problem)}`
}

const undecidedTexts: Readonly<
  Record<
    Exclude<WhyUndecided, 'not-compared' | 'many'>,
    (failing: FailingTest, problem: Problem | null) => Sentence
  >
> = {
  'no-time': notRunAgain('no-time'),
  'too-many-failures': notRunAgain('too-many-failures'),
  'not-possible': notRunAgain('not-possible'),
  'no-result': notRunAgain('no-result'),
  blocked: notRunAgain('blocked'),
  'changes-unknown': (failing) => [
    `it is not known whether ${testedChange(failing.results)} adds or edits it`,
  ],
  'made-by-job': ({ test }) => [
    `a step of this job made ${test.source?.file ?? 'its file'}, so that nobody knows whose change it is`,
  ],
  'candidate-silent': (failing, problem) =>
    say`when ${formsOf(failing).it} ran again, ${noAnswerText(failing.agent, problem)}`,
  'control-silent': ({ test }, problem) => controlText(test.control, problem),
  'fails-on-both': ({ test }) => {
    const { failed, answered } = tally(test.control?.attempts)
    return say`${failed} of ${answered} failed without the change, too, which decides nothing`
  },
  'no-earlier-results': () => ['its earlier runs have no result'],
  'perhaps-errors': () => ['its earlier failures may be errors, because not all runs could be read'],
  'too-few-answers': (failing, problem) =>
    problem === null
      ? ['too few attempts have an answer']
      : say`too few attempts have an answer: ${noAnswerText(failing.agent, problem)}`,
}

/** `Support bot answered HTTP 503` */
function noAnswerText({ name }: { readonly name: string }, problem: Problem | null): Sentence {
  const what = problem === null ? ['gave no answer'] : problemWords(problem).sentence
  return say`${{ kind: 'agent', text: name }} ${what}`
}

function notRunAgain(why: WhyNotRunAgain) {
  return (failing: FailingTest, problem: Problem | null) => notRunAgainText(why, problem, formsOf(failing))
}

/** Why a test did not run again, though it was due. */
export function notRunAgainText(why: WhyNotRunAgain, problem: Problem | null, forms = formsOf({})): Sentence {
  if (problem?.kind === 'max-tests') return say`${maxTests(problem)} left no test for a retry`
  if (problem?.kind === 'edited') return editedText(problem, forms)
  return problem === null
    ? [`${forms.it} ${forms.was} not retried, because ${whyNotRunAgain[why]}`]
    : say`${forms.it} ${forms.was} not retried: the retry ${problemWords(problem).sentence}`
}

const whyNotRunAgain: Readonly<Record<WhyNotRunAgain, string>> = {
  'no-time': 'the timeout left no time',
  'too-many-failures': 'too many tests did not pass',
  'not-possible': 'it could not be run alone',
  'no-result': 'the retry gave no result',
  control: 'the control gave no answer',
  blocked: 'other tests had already broken',
}

function controlText(control: ResultsTest['control'], problem: Problem | null): Sentence {
  const name = control === null ? ['the control'] : say`the control ${{ kind: 'agent', text: control.name }}`
  if (problem === null) return say`${name} gave no answer`
  if (problem.kind === 'max-tests') return say`${maxTests(problem)} left no test for ${name}`
  if (problem.kind === 'base-unknown') return say`it ${problemWords(problem).sentence}`
  return say`${name} ${problemWords(problem).sentence}`
}

function maxTests(problem: ProblemOf<'max-tests'>): Piece {
  return input('max-tests', `${problem.maxTests}`)
}

/** That `max-tests` or an edit kept a test from running again, where the text does not say so. */
export function limitText({ whyNotRunAgain: reason, control }: ResultsTest, text: Sentence): Sentence {
  if (reason?.problem?.kind !== 'max-tests' && reason?.problem?.kind !== 'edited') return []
  const { why, problem } = reason
  const limit = why === 'control' ? controlText(control, problem) : notRunAgainText(why, problem)
  return plain(text).includes(plain(limit)) ? [] : asSentence(limit)
}
