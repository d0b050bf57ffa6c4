// What is said of each test that failed: whose doing it probably is, and the numbers that this rests on. The same in all reports,
// and never a probability.
import {
  type Decision,
  hasFailed,
  isAccepted,
  type Problem,
  type Results,
  type ResultsAgent,
  type ResultsTest,
} from '../schema.ts'
import { approximate, count, counted, dayOf, earlierText, firstFew, someOf, timeText } from './format.ts'
import { whyNotCompared } from './notes.ts'
import { type ProblemOf, problemWords } from './problems.ts'
import {
  attemptsText,
  besideControl,
  changedText,
  earlierAndNow,
  formsOf,
  onceText,
  pastText,
  roundsText,
  type Told,
} from './rates.ts'
import {
  asSentence,
  capitalized,
  input,
  type Piece,
  plain,
  quoted,
  type Sentence,
  say,
  separated,
} from './sentence.ts'
import type { Step } from './steps.ts'
import { editNames, tally } from './test-texts.ts'

/** A test of an agent. `at`: the agent's position in the results. */
export interface PlacedTest {
  readonly at: number
  readonly agent: ResultsAgent
  readonly test: ResultsTest
}

export interface Verdict {
  readonly step: Step
  /** Behind the name of the test: `probably broken by this pull request`. */
  readonly words: Sentence
  /** Further sentences: `Failed 3 of 3; passed its last 10 runs`. Empty if the words say it all. */
  readonly numbers: Sentence
  /** What is said once of all tests with this verdict, in place of their numbers. */
  readonly together?: Sentence
  /** What they rest on: `passed its last 10 runs` */
  readonly brief: Sentence
  /** A whole sentence behind the name of a test that is told alone: `fails 5 of 5 with this pull request's prompt, 0 of 3 without it`. */
  readonly alone?: Sentence
  /** How sure it is that a change is the reason, if the words say so. */
  readonly byChange?: 'probably' | 'perhaps'
}

/** All tests that failed and are not accepted, in the order of the results. */
export function failingTests({ agents }: Results): PlacedTest[] {
  return agents.flatMap((agent, at) =>
    (agent.run?.tests ?? []).flatMap((test) =>
      hasFailed(test) && !isAccepted(test) ? [{ at, agent, test }] : [],
    ),
  )
}

/** That `max-tests` kept a test from running again, where the text does not say so. */
export function limitText({ whyNotRunAgain: reason, control }: ResultsTest, text: Sentence): Sentence {
  if (reason?.problem?.kind !== 'max-tests') return []
  const { why, problem } = reason
  const limit = why === 'control' ? controlText(control, problem) : notRunAgainText(why, problem)
  return plain(text).includes(plain(limit)) ? [] : asSentence(limit)
}

/** A test that the pull request adds or edits has to pass, whatever it did before. Null for others. */
export function ownTest(of: Told): Verdict | null {
  const { results, test } = of
  const { source, control, earlier } = test
  if (source === null || source.change === null) return null
  const { failed, passed, answered } = tally(control?.attempts)
  const change = isOfPullRequest(results) ? 'your change' : 'the change'
  const without =
    passed === 0
      ? `fails without ${change}, too: ${failed} of ${failed}`
      : `${failed === 0 ? 'passes' : 'passed'} without ${change}: ${passed} of ${answered}`
  const onControl = control === null || answered === 0 ? '' : ` (${without})`
  const brief = [`${source.change} by ${testedChange(results)}`]
  const words = [...brief, `; ${attemptsText(of).toLowerCase()}${onControl}`]
  return { step: 'fix', words, numbers: earlierFormText(earlier), brief }
}

/** A test that would not block, unless it is the pull request's own, which nobody knows. Null for others. */
export function unknownTest(of: Told): Verdict | null {
  const { results, test } = of
  const { reason = null } = results.decision.changes ?? {}
  if (test.undecided?.why !== 'changes-unknown' || reason === null) return null
  const words = say`unclear: ${undecidedTexts['changes-unknown'](of, null)}`
  const numbers = say`${attemptsText(of)}. ${{ kind: 'said', text: reason.replace(/\.$/, '') }}`
  return { step: 'look-into-tests', words, numbers, brief: words }
}

function testedChange(results: Results): string {
  if (results.decision.changes?.isGroup) return 'this merge group'
  return isOfPullRequest(results) ? 'this pull request' : 'the tested change'
}

/** `Its earlier form, of 20 Nov, passed 9 of 10` */
function earlierFormText(earlier: ResultsTest['earlier']): Sentence {
  const form = earlier?.earlierForm ?? null
  if (form === null) return []
  const of = form.createdAt === null ? '' : `, of ${dayOf(form.createdAt)},`
  return [`Its earlier form${of} passed ${count(form.passed)} of ${count(form.runs)}`]
}

export function edited(of: Told): Verdict {
  const { edits, earlier } = of.test
  const form = edits.length === 0 ? earlierFormText(earlier) : []
  const what = [...new Set(edits.map((edit) => editNames[edit.what].one))].join(' and ')
  const words =
    form.length > 0
      ? ['the test was edited in its file']
      : say`the test was edited: ${what || 'it'} changed since ${lastPass({ test: of.test })}`
  const numbers = separated([[attemptsText(of)], ...(form.length > 0 ? [form] : [])], '. ')
  return { step: 'check-test-edit', words, numbers, brief: ['test edited'] }
}

/** Null unless evaluators were edited, which may be why a test fails that was not. */
export function editedEvaluators(of: Told): Verdict | null {
  const { test } = of
  if (test.outcome === 'edited' || test.editedEvaluators.length === 0) return null
  const texts = firstFew(test.editedEvaluators, EDITS_SHOWN, ({ evaluator, version, before }) => {
    const name = evaluator === null ? [] : say` ${quoted(evaluator)}`
    // Versions are no counts.
    return say`the evaluator${name} was edited: version ${`${version}`} now, ${`${before}`} when it last passed`
  })
  const numbers = [pastText(of)]
  return { step: 'check-evaluator-edit', words: separated(texts), numbers, brief: ['evaluator edited'] }
}

const EDITS_SHOWN = 3

/** A test that failed in its newest earlier runs already, and in none before. Null for others. */
export function failingSince(of: Told): Verdict | null {
  const { results, test } = of
  const { failingSince: since = null, runs = 0 } = test.earlier ?? {}
  if (
    since === null ||
    !['broke', 'passed-before', 'fails-now-and-then', 'failed-before'].includes(test.outcome)
  )
    return null
  const isPull = isOfPullRequest(results)
  const change = isPull ? 'this change' : 'the tested change'
  const { it, has } = formsOf(of)
  const left = runs - since.runs
  const isLong = since.runs > 1
  const before =
    left === 1 ? 'passed the run before' : `passed the ${count(left)}${isLong ? ' runs' : ''} before`
  const day = dayOf(since.createdAt)
  const start = isPull ? 'this pull request' : results.headSha === null ? 'this job' : 'this push'
  const words = isLong
    ? `not ${change}: ${it} ${has} failed since ${day}, before ${start}${isPull ? ' was opened' : ''}; ${it} ${before}`
    : `perhaps not ${change}: ${it} failed in the last run before ${start}, too (${day}), and ${before}`
  const brief = isLong ? `failed since ${day}` : `failed on ${day}, too`
  const isExcused = isLong && (!test.blocks || test.outcome === 'failed-before')
  return {
    step: isExcused ? 'not-this-change' : 'failing-since',
    words: [words],
    numbers: [`${attemptsText(of)}${onceText(of)}`],
    brief: [brief],
    alone: isLong
      ? [
          `has failed since ${day}, before ${start}${isPull ? ' was opened' : ''}, and ${before}. It was not broken by ${change}`,
        ]
      : [
          `failed in the last run before ${start}, too (${day}), and ${before}. Perhaps it was not broken by ${change}`,
        ],
  }
}

export function broke(of: Told): Verdict {
  const { agent, test } = of
  if (test.control !== null)
    return {
      ...thisChange(of, roundsText(of, test.control, 'it')),
      alone: besideControl(of, test.control, testedChange(of.results)),
    }
  const sure = test.earlier?.doubt === null ? 'probably' : 'perhaps'
  return since(sure, of, [], editText(agent, test))
}

/** With a control. */
function thisChange({ results }: Told, numbers: Sentence): Verdict {
  const words = [`probably broken by ${testedChange(results)}`]
  return { step: 'fix', words, numbers, brief: words, byChange: 'probably' }
}

/** @param doubt why it is not sure, behind a sentence */
function since(byChange: 'probably' | 'perhaps', of: Told, doubt: Sentence, edit: Sentence): Verdict {
  const { test } = of
  const lastPassed = test.earlier?.lastPassed ?? null
  const [broke, changed] = byChange === 'probably' ? ['broke', 'probably'] : ['perhaps broke', 'perhaps']
  const after =
    lastPassed === null
      ? say`since ${formsOf(of).it} last passed`
      : say`after ${{ kind: 'link', text: timeText(lastPassed.createdAt), url: lastPassed.url }}`
  const words = say`${broke} ${after}`
  const numbers = [pastText(of), ...doubt, ...edit]
  const alone = say`${changedText(of, changed)} ${after}${doubt}${edit}`
  return { step: 'fix', words, numbers, brief: briefly(test.earlier, words), byChange, alone }
}

function briefly(earlier: ResultsTest['earlier'], words: Sentence): Sentence {
  return earlier === null ? words : [earlierText(earlier.failures, earlier.runs)]
}

export function passedBefore(of: Told): Verdict {
  const { agent, test } = of
  const doubt = test.earlier?.doubt ?? null
  const why = doubt === null ? [] : doubtText(of, doubt)
  return since('perhaps', of, [...why, onceText(of)], editText(agent, test))
}

function doubtText(of: Told, doubt: NonNullable<NonNullable<ResultsTest['earlier']>['doubt']>): Sentence {
  const { it, its, has, fails } = formsOf(of)
  const { attempts, whyNotRunAgain } = of.test
  switch (doubt) {
    case 'runs':
      return [`: ${its} earlier runs are too few to say more`]
    case 'attempts': {
      if (whyNotRunAgain !== null)
        return say`: ${notRunAgainText(whyNotRunAgain.why, whyNotRunAgain.problem)}`
      return attempts.length > 1
        ? say`. More ${input('retries')} show whether ${it} always ${fails}`
        : say`. ${capitalized(it)} ran once. ${input('retries', '2')} shows whether ${it} ${fails} again`
    }
    case 'day':
      return [`: on a bad day, ${it} would fail as often`]
    case 'failures':
      return [`: ${it} ${has} failed before`]
    default:
      return doubt satisfies never
  }
}

export function failsNowAndThen(of: Told): Verdict {
  const words = [`${formsOf(of).fails} now and then`]
  const once = onceText(of)
  const numbers = [`${pastText(of)}${once}`]
  const alone = [`fails now and then: ${earlierAndNow(of)}${once}`]
  return { step: 'now-and-then', words, numbers, brief: briefly(of.test.earlier, words), alone }
}

export function failedBefore(of: Told): Verdict {
  const isPull = isOfPullRequest(of.results)
  return {
    step: 'not-this-change',
    words: [isPull ? 'not this change' : 'failed before, too'],
    numbers: [pastText(of, isPull)],
    brief: briefly(of.test.earlier, ['failed before']),
    alone: [`${earlierAndNow(of)}. It was not broken by ${isPull ? 'this change' : 'the tested change'}`],
  }
}

export function isNew(of: Told): Verdict {
  const words = [`no earlier run has ${of.isSeveral ? 'these tests' : 'this test'}`]
  return { step: 'compare', words, numbers: [attemptsText(of)], brief: ['new'] }
}

export function notCompared(of: Told): Verdict {
  const { results, agent, test } = of
  const hasNothing = agent.baseline === null && agent.override === null && agent.problem === null
  // A run that nothing is wrong with, and with which nothing was to be compared.
  const isAlone = test.control !== null || (hasNothing && test.earlier === null)
  const words = isAlone ? null : whyNotCompared(results, agent)
  if (words === null) {
    const failed = [attemptsText({ results, test }).toLowerCase()]
    return { step: 'compare', words: failed, numbers: [], brief: failed }
  }
  return { step: 'compare', words, numbers: [attemptsText(of)], brief: words }
}

/** One of many that failed, and that block together: none of them was judged by itself. Null for others. */
export function oneOfMany(of: Told): Verdict | null {
  const { results, test } = of
  const isJudged = test.outcome !== 'failed' || !test.blocks
  const many = isJudged ? null : manyText(results.decision)
  if (many === null) return null
  if (test.control !== null) return { ...thisChange(of, roundsText(of, test.control, 'it')), together: many }
  const words = failNearlyAll(results.decision)
    ? ['the agent, or something it needs, is broken or was changed']
    : ['perhaps a change, or a bad day']
  const numbers = [pastText(of)]
  return {
    step: 'bad-day',
    words,
    numbers,
    together: many,
    brief: briefly(test.earlier, words),
    byChange: 'perhaps',
  }
}

/** `. Support bot was edited on the service on 21 Nov, 09:14`, if that was after the test last passed. */
function editText({ name, editedAt }: ResultsAgent, { earlier }: ResultsTest): Sentence {
  const isLater = editedAt !== null && Date.parse(editedAt) > Date.parse(earlier?.lastPassed?.createdAt ?? '')
  return isLater
    ? say`. ${{ kind: 'agent', text: name }} was edited on the service on ${timeText(editedAt)}`
    : []
}

export function failedOnControl(of: Told): Verdict {
  const { results, test } = of
  const { attempts, control } = test
  const there = tally(control?.attempts)
  const own = tally(attempts)
  const failed = Math.max(1, own.failed)
  const all = Math.max(1, failed + own.passed)
  if (there.failed * all >= failed * there.answered) {
    const words = [isOfPullRequest(results) ? 'not this change' : 'fails without it, too']
    const numbers = control === null ? [attemptsText(of)] : roundsText(of, control)
    const change = isOfPullRequest(results) ? 'this change' : 'the tested change'
    const alone =
      control === null
        ? {}
        : { alone: say`${besideControl(of, control, testedChange(results))}. It was not broken by ${change}` }
    return { step: 'not-this-change', words, numbers, brief: words, ...alone }
  }
  const { them, fails } = formsOf(of)
  const words = [`${fails} now and then`]
  const numbers = say`The change may make ${them} fail more often: ${failed} of ${all} with it, ${there.failed} of ${there.answered} without${control === null ? [] : say` (${controlName(control)})`}`
  return { step: 'now-and-then', words, numbers, brief: words }
}

export function undecided(of: Told): Verdict {
  const { control, undecided: reason } = of.test
  if (reason === null || reason.why === 'not-compared') return notCompared(of)
  const words = say`unclear: ${undecidedTexts[reason.why](of, reason.problem)}`
  const hasPairs = control !== null && tally(control.attempts).answered > 0
  const numbers = hasPairs ? roundsText(of, control) : [pastText(of)]
  return { step: 'look-into-tests', words, numbers, brief: words }
}

type WhyUndecided = NonNullable<ResultsTest['undecided']>['why']
type WhyNotRunAgain = NonNullable<ResultsTest['whyNotRunAgain']>['why']

/** Continue `unclear:`. */
const undecidedTexts: Readonly<
  Record<Exclude<WhyUndecided, 'not-compared'>, (of: Told, problem: Problem | null) => Sentence>
> = {
  'no-time': notRunAgain('no-time'),
  'too-many-failures': notRunAgain('too-many-failures'),
  'not-possible': notRunAgain('not-possible'),
  'no-result': notRunAgain('no-result'),
  blocked: notRunAgain('blocked'),
  edited: notRunAgain('edited'),
  'changes-unknown': (of) => [`it is not known whether ${testedChange(of.results)} adds or edits it`],
  'made-by-job': ({ test }) => [
    `a step of this job made ${test.source?.file ?? 'its file'}, so that nobody knows whose change it is`,
  ],
  'candidate-silent': (of, problem) =>
    say`when ${formsOf(of).it} ran again, ${noAnswerText(of.agent, problem)}`,
  'control-silent': ({ test }, problem) => controlText(test.control, problem),
  'fails-on-both': ({ test }) => {
    const { failed, answered } = tally(test.control?.attempts)
    return say`${failed} of ${answered} failed without the change, too, which decides nothing`
  },
  'no-earlier-results': () => ['its earlier runs have no result'],
  'perhaps-errors': () => ['its earlier failures may be errors, because not all runs could be read'],
  'too-few-answers': (of, problem) =>
    problem === null
      ? ['too few attempts have an answer']
      : say`too few attempts have an answer: ${noAnswerText(of.agent, problem)}`,
}

/** `Support bot answered HTTP 503` */
function noAnswerText({ name }: { readonly name: string }, problem: Problem | null): Sentence {
  const what = problem === null ? ['gave no answer'] : problemWords(problem).sentence
  return say`${{ kind: 'agent', text: name }} ${what}`
}

function controlName(control: { readonly name: string }): Piece {
  return { kind: 'agent', text: control.name }
}

function notRunAgain(why: WhyNotRunAgain) {
  return (_: Told, problem: Problem | null) => notRunAgainText(why, problem)
}

/** Why a test did not run again, though it was due. */
function notRunAgainText(why: WhyNotRunAgain, problem: Problem | null): Sentence {
  if (why === 'edited') return ['the test was edited on the service while the job ran']
  if (problem?.kind === 'max-tests') return say`${maxTests(problem)} left no test for a retry`
  return problem === null
    ? [`not run again, because ${whyNotRunAgain[why]}`]
    : say`not run again: the retry ${problemWords(problem).sentence}`
}

const whyNotRunAgain: Readonly<Record<Exclude<WhyNotRunAgain, 'edited'>, string>> = {
  'no-time': 'the timeout was reached',
  'too-many-failures': 'too many tests did not pass',
  'not-possible': 'it could not be run alone',
  'no-result': 'the retry gave no result',
  control: 'the control gave no answer',
  blocked: 'other tests broke by then',
}

function controlText(control: ResultsTest['control'], problem: Problem | null): Sentence {
  const name = say`the control${control === null ? [] : say` ${controlName(control)}`}`
  if (problem === null) return say`${name} gave no answer`
  if (problem.kind === 'max-tests') return say`${maxTests(problem)} left no test for ${name}`
  return say`${name} ${problemWords(problem).sentence}`
}

function maxTests(problem: ProblemOf<'max-tests'>): Piece {
  return input('max-tests', `${problem.maxTests}`)
}

/** `it last passed ([20 Nov, 14:02 UTC](…))` */
function lastPass(of: Pick<Told, 'test' | 'isSeveral'>): Sentence {
  const passed = of.test.earlier?.lastPassed ?? null
  const { it } = formsOf(of)
  if (passed === null) return [`${it} last passed`]
  return say`${it} last passed (${{ kind: 'link', text: timeText(passed.createdAt), url: passed.url }})`
}

/** What blocks although no single test was judged: `9 of 60 tests failed …`; null if nothing does. */
export function manyText({ count: found, sample }: Pick<Decision, 'count' | 'sample'>): Sentence | null {
  if (sample?.blocks) {
    const { tests, rounds, roundsWorse } = sample
    const how = roundsWorse === rounds ? 'every time' : `${counted(roundsWorse, 'time')}, and never fewer`
    const which = tests === 1 ? 'the test' : `the ${count(tests)}`
    return [
      `In ${counted(rounds, 're-run')} side by side, more of ${which} failed with the change than without it, ${how}`,
    ]
  }
  if (!found?.blocks) return null
  const { tests, failed, expected, again } = found
  const usual = approximate(expected)
  const all = capitalized(someOf(failed, tests, 'test'))
  const isWhole = failed === tests && usual === 'almost none' && again?.failed === again?.tests
  if (isWhole && again?.tests === tests) return [`${all} fail, twice; they usually pass`]
  if (isWhole)
    return [
      `${all} fail${again === null ? '' : `, also the ${count(again.tests)} that ran again`}; they usually pass`,
    ]
  const also =
    again === null ? '' : `; of the ${count(again.tests)} that ran again, ${count(again.failed)} failed`
  return [`${all} failed at first (usually ${usual})${also}`]
}

/** Whether so many failed at once, and again, that an agent itself seems to be broken. */
export function failNearlyAll({ count: found }: Pick<Decision, 'count'>): boolean {
  return [found, found?.again].every((each) => each && each.failed >= NEARLY_ALL * each.tests)
}

const NEARLY_ALL = 0.9

function isOfPullRequest({ pullRequest }: Results): boolean {
  return pullRequest !== null
}
