// What is said of each test that failed: whose doing it probably is, and the numbers that this rests on. The same in all reports,
// and never a probability.
import {
  type Decision,
  hasFailed,
  isAccepted,
  type Results,
  type ResultsAgent,
  type ResultsTest,
} from '../schema.ts'
import { approximate, count, counted, dayText, earlierText, firstFew, timeText } from './format.ts'
import { problemWords } from './problems.ts'
import { asSentence, plain, quoted, type Sentence, say, separated } from './sentence.ts'

/** A test of an agent. `at`: the agent's position in the results. */
export interface PlacedTest {
  readonly at: number
  readonly agent: ResultsAgent
  readonly test: ResultsTest
}

/** A failing test of an agent, in its job. */
export interface Told {
  readonly results: Results
  readonly agent: ResultsAgent
  readonly test: ResultsTest
}

/** By what is to be done, which next.ts says: nothing about a test that fails whether or not something changed. */
export type Step =
  | 'fix'
  | 'bad-day'
  | 'check-test-edit'
  | 'check-evaluator-edit'
  | 'now-and-then'
  | 'not-this-change'
  | 'compare'
  | 'look-into'

export interface Said {
  readonly step: Step
  /** Behind the name of the test: `probably this change`. */
  readonly words: Sentence
  /** Further sentences: `Failed 3 of 3; passed its last 10 runs`. Empty if the words say it all. */
  readonly numbers: Sentence
  /** What they rest on: `passed its last 10 runs` */
  readonly brief: Sentence
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
  const limit = notRunAgainText(reason, control)
  return plain(text).includes(plain(limit)) ? [] : asSentence(limit)
}

/** A test that the pull request adds or edits has to pass, whatever it did before. Null for others. */
export function ownTest({ results, agent, test }: Told): Said | null {
  const { source, attempts, control, earlier } = test
  if (source === null || source.change === null) return null
  const { failed, passed, answered } = tally(control?.attempts)
  const without =
    passed === 0
      ? `it fails, too: ${failed} of ${failed}`
      : failed === 0
        ? `it passes: ${passed} of ${passed}`
        : `it passed ${passed} of ${answered} times`
  const onControl =
    control === null || answered === 0
      ? []
      : say`. Without ${isOfPullRequest(results) ? 'your' : 'the'} change, ${without} on ${controlName(control)}`
  const words = [`${source.change} by ${changeName(results, agent)}, and fails`]
  const numbers = [attemptsText(attempts), ...earlierFormText(earlier), ...onControl]
  return { step: 'fix', words, numbers, brief: words }
}

/** A test that would not block, unless it is the pull request's own, which nobody knows. Null for others. */
export function unknownTest({ results, agent, test }: Told): Said | null {
  const { source, outcome, attempts, whyNotRunAgain: why } = test
  const { known = true, reason = null } = changesOf(results, agent) ?? {}
  const isUnknown = !known && reason !== 'no-pull-request' && outcome === 'undecided' && why === null
  if (source === null || reason === null || !isUnknown) return null
  const words = [`unclear: it is not known whether ${changeName(results, agent)} adds or edits it`]
  const numbers = say`${attemptsText(attempts)}. ${{ kind: 'said', text: reason.replace(/\.$/, '') }}`
  return { step: 'look-into', words, numbers, brief: words }
}

function changesOf({ decisions }: Results, { part }: Pick<ResultsAgent, 'part'>): Decision['changes'] {
  return decisions.find((each) => each.part === part)?.changes ?? null
}

function changeName(results: Results, agent: Pick<ResultsAgent, 'part'>): string {
  if (changesOf(results, agent)?.isGroup) return 'this merge group'
  return isOfPullRequest(results) ? 'this pull request' : 'the tested change'
}

/** `; its earlier form, of 20 Nov, passed 9 of 10` */
function earlierFormText(earlier: ResultsTest['earlier']): Sentence {
  const form = earlier?.earlierForm ?? null
  if (form === null) return []
  const of = form.createdAt === null ? '' : `, of ${dayText(form.createdAt.slice(0, 10))},`
  return [`; its earlier form${of} passed ${count(form.passed)} of ${count(form.runs)}`]
}

export function edited({ test: { edits, earlier, attempts } }: Told): Said {
  const form = edits.length === 0 ? earlierFormText(earlier) : []
  const what = [...new Set(edits.map((edit) => editNames[edit.what]))].join(' and ')
  const words =
    form.length > 0
      ? ['the test was edited in its file']
      : say`the test was edited: ${what || 'it'} changed since ${lastPass(earlier)}`
  const numbers = [attemptsText(attempts), ...form]
  return { step: 'check-test-edit', words, numbers, brief: ['test edited'] }
}

/** Null unless evaluators were edited, which may be why a test fails that was not. */
export function editedEvaluators({ test }: Told): Said | null {
  if (test.outcome === 'edited' || test.editedEvaluators.length === 0) return null
  const texts = firstFew(test.editedEvaluators, EDITS_SHOWN, ({ evaluator, version, before }) => {
    const name = evaluator === null ? [] : say` ${quoted(evaluator)}`
    // Versions are no counts.
    return say`the evaluator${name} was edited: version ${`${version}`} now, ${`${before}`} when it last passed`
  })
  const numbers = [pastText(test)]
  return { step: 'check-evaluator-edit', words: separated(texts), numbers, brief: ['evaluator edited'] }
}

const EDITS_SHOWN = 3

export const editNames: Readonly<Record<ResultsTest['edits'][number]['what'], string>> = {
  type: 'its type',
  question: 'what it asks',
  input: 'what it asks',
  settings: 'its settings',
  criteria: 'what it expects',
  evaluators: 'its evaluators',
  'tool-calls': 'the calls that it expects',
}

export function broke(of: Told): Said {
  const { agent, test } = of
  if (test.control !== null) return thisChange(of, roundsText(test.attempts, test.control))
  const sure = test.earlier?.doubt === null ? 'probably' : 'perhaps'
  return since(sure, test, [pastText(test), ...editText(agent, test)])
}

/** With a control. */
function thisChange({ results }: Told, numbers: Sentence): Said {
  const words = [`probably ${isOfPullRequest(results) ? 'this change' : 'the tested change'}`]
  return { step: 'fix', words, numbers, brief: words }
}

function since(sure: string, { earlier }: ResultsTest, numbers: Sentence): Said {
  const words = say`${sure} a change since ${lastPass(earlier)}`
  return { step: 'fix', words, numbers, brief: briefly(earlier, words) }
}

function briefly(earlier: ResultsTest['earlier'], words: Sentence): Sentence {
  return earlier === null ? words : [earlierText(earlier.failures, earlier.runs)]
}

export function passedBefore({ agent, test }: Told): Said {
  const doubt = test.earlier?.doubt ?? null
  const why =
    doubt === 'attempts' && test.whyNotRunAgain !== null
      ? notRunAgainText(test.whyNotRunAgain, null)
      : doubt !== null && doubts[doubt]
  return since('perhaps', test, [
    ...say`${pastText(test)}${why ? say`: ${why}` : ''}`,
    ...editText(agent, test),
  ])
}

const doubts: Readonly<Record<NonNullable<NonNullable<ResultsTest['earlier']>['doubt']>, Sentence>> = {
  runs: ['its earlier runs are too few to say more'],
  attempts: say`more ${{ kind: 'code', text: 'retries' }} would tell more`,
  day: ['on a bad day, it would fail as often'],
  failures: ['it has failed before'],
}

export function failsNowAndThen({ test }: Told): Said {
  const words = ['fails now and then']
  return { step: 'now-and-then', words, numbers: [pastText(test)], brief: briefly(test.earlier, words) }
}

export function failedBefore({ results, test }: Told): Said {
  const words = [isOfPullRequest(results) ? 'not this change' : 'failed before, too']
  return {
    step: 'not-this-change',
    words,
    numbers: [pastText(test)],
    brief: briefly(test.earlier, words),
  }
}

export function isNew({ test }: Told): Said {
  const words = ['new, so nothing tells whether it ever passed']
  return { step: 'compare', words, numbers: [attemptsText(test.attempts)], brief: ['new'] }
}

export function notCompared(of: Told): Said {
  const { agent, test } = of
  // A run that nothing is wrong with, and with which nothing was to be compared.
  if (agent.baseline === null && agent.override === null && agent.problem === null && test.earlier === null) {
    const words = [attemptsText(test.attempts).toLowerCase()]
    return { step: 'compare', words, numbers: [], brief: words }
  }
  const words = whyNotCompared(of.results, of.agent, of.test.outcome)
  if (words === null) return unclear(of)
  return { step: 'compare', words, numbers: [attemptsText(of.test.attempts)], brief: words }
}

/** As one of many that block together, or because nothing is known of its agent's earlier runs. */
export function notJudged(of: Told): Said {
  const { results, agent, test } = of
  const decision = results.decisions.find((each) => each.part === agent.part)
  const many = decision === undefined || !test.blocks ? null : manyText(decision, test.control)
  if (many === null) return test.control === null ? notCompared(of) : unclear(of)
  if (test.control !== null) return thisChange(of, many)
  const words = ['perhaps a change, or a bad day']
  return { step: 'bad-day', words, numbers: many, brief: briefly(test.earlier, words) }
}

export function undecided(of: Told): Said {
  return of.test.control === null ? notCompared(of) : unclear(of)
}

/** `. Support bot was edited on the service on 21 Nov, 09:14`, if that was after the test last passed. */
function editText({ name, editedAt }: ResultsAgent, { earlier }: ResultsTest): Sentence {
  const isLater = editedAt !== null && Date.parse(editedAt) > Date.parse(earlier?.lastPassed?.createdAt ?? '')
  return isLater
    ? say`. ${{ kind: 'agent', text: name }} was edited on the service on ${timeText(editedAt)}`
    : []
}

/** Why nothing is known of an agent's earlier runs; null if they were read. */
function whyNotCompared(
  { pullRequest }: Results,
  { name, baseline, override, problem }: ResultsAgent,
  outcome: ResultsTest['outcome'],
): Sentence | null {
  if (baseline === null && override !== null)
    return say`not compared: other pull requests change the same copy; ${{ kind: 'code', text: 'control' }} compares it with its original`
  if (baseline === null)
    return [`not compared with earlier runs${problem === null ? '' : ', because this run is incomplete'}`]
  if (baseline.problem !== null)
    return say`not compared: ${{ kind: 'agent', text: name }} ${problemWords(baseline.problem).sentence}`
  // An undecided test has earlier runs, though none of them has a result.
  if (baseline.runs.length > 0 || outcome === 'undecided') return null
  const { tooRecent } = baseline
  if (tooRecent === 0) return ['not compared: there is no earlier run']
  const which = tooRecent === 1 ? 'the only earlier run is' : `all ${count(tooRecent)} earlier runs are`
  return [
    `not compared: ${which} too recent, and may contain the ${pullRequest === null ? 'change' : 'same change'}`,
  ]
}

export function failedOnControl({ results, test: { attempts, control } }: Told): Said {
  const there = tally(control?.attempts)
  const own = tally(attempts)
  const failed = Math.max(1, own.failed)
  const all = Math.max(1, failed + own.passed)
  const onControl = say`${there.failed} of ${there.answered}`
  if (there.failed * all >= failed * there.answered) {
    const words = [isOfPullRequest(results) ? 'not this change' : 'fails without it, too']
    const numbers = say`${attemptsText(attempts)}, and ${onControl} on ${controlName(control)}, too`
    return { step: 'not-this-change', words, numbers, brief: words }
  }
  const words = ['fails now and then']
  const numbers = say`The change may make it fail more often: ${failed} of ${all} with it, ${onControl} without, on ${controlName(control)}`
  return { step: 'now-and-then', words, numbers, brief: words }
}

function unclear({ test }: Told): Said {
  const { attempts, control, whyNotRunAgain: reason, earlier } = test
  const { passed, answered } = tally(control?.attempts)
  const why =
    reason !== null
      ? notRunAgainText(reason, control)
      : control !== null && answered === 0
        ? say`${controlName(control)} gave no answer`
        : control !== null
          ? say`${passed} of ${answered} passed on ${controlName(control)}, which decides nothing`
          : earlier?.runs === 0
            ? ['its earlier runs have no result']
            : earlier?.mayBeErrors
              ? ['its earlier failures may be errors, because not all runs could be read']
              : ['too few attempts have an answer']
  const numbers: Sentence =
    control !== null && answered > 0 && reason !== null ? roundsText(attempts, control) : [pastText(test)]
  const words = say`unclear: ${why}`
  return { step: 'look-into', words, numbers, brief: words }
}

/** `Failed 3 of 3; Support bot (control) passed 5 of 5` */
function roundsText(
  attempts: ResultsTest['attempts'],
  control: NonNullable<ResultsTest['control']>,
): Sentence {
  const { passed, answered } = tally(control.attempts)
  return say`${attemptsText(attempts)}; ${controlName(control)} passed ${passed} of ${answered}`
}

function controlName(control: { readonly name: string } | null): Sentence {
  return control === null ? ['the control'] : say`${{ kind: 'agent', text: control.name }} (control)`
}

/** Continues `unclear:`. */
function notRunAgainText(
  { why, problem }: NonNullable<ResultsTest['whyNotRunAgain']>,
  control: ResultsTest['control'],
): Sentence {
  if (why === 'edited') return ['the test was edited on the service while the job ran']
  if (problem === null) return [`not run again, because ${whyNotRunAgain[why]}`]
  const { sentence } = problemWords(problem)
  return why === 'control'
    ? say`${controlName(control)} ${sentence}`
    : say`not run again: the retry ${sentence}`
}

const whyNotRunAgain: Readonly<
  Record<Exclude<NonNullable<ResultsTest['whyNotRunAgain']>['why'], 'edited'>, string>
> = {
  'no-time': 'the timeout was reached',
  'too-many-failures': 'too many tests did not pass',
  'not-possible': 'it could not be run alone',
  'no-result': 'the retry gave no result',
  control: 'the control gave no answer',
  blocked: 'other tests broke by then',
}

/** `it last passed ([20 Nov, 14:02](…))` */
function lastPass(earlier: ResultsTest['earlier']): Sentence {
  const { url, createdAt } = earlier?.lastPassed ?? { url: null, createdAt: null }
  if (createdAt === null) return ['it last passed']
  const time = timeText(createdAt)
  return say`it last passed (${url === null ? time : { kind: 'link', text: time, url }})`
}

/** `Failed 3 of 3; passed its last 10 runs` */
function pastText({ attempts, earlier }: ResultsTest): string {
  const { failures = 0, runs = 0 } = earlier ?? {}
  const past = runs > 0 && `${earlierText(failures, runs)}${failures === 0 ? '' : ', too'}`
  return [attemptsText(attempts), past].filter(Boolean).join('; ')
}

/** `Failed 3 of 4` */
function attemptsText(attempts: ResultsTest['attempts']): string {
  const { failed, answered } = tally(attempts)
  return answered <= 1 ? 'Failed once' : `Failed ${count(failed)} of ${count(answered)}`
}

/** Attempts without an answer are not counted. */
function tally(attempts: ResultsTest['attempts'] = []) {
  const having = (status: string) => attempts.filter((each) => each.status === status).length
  const [failed, passed] = [having('failed'), having('passed')]
  return { failed, passed, answered: failed + passed }
}

/** What blocks although no single test was judged: `9 of 60 tests failed …`; null if nothing does. */
export function manyText(
  { count: found, sample }: Pick<Decision, 'count' | 'sample'>,
  control: { readonly name: string } | null,
): Sentence | null {
  if (sample?.blocks) {
    return say`${counted(sample.tests, 'test')} ran again on ${controlName(control)}, too: in ${counted(sample.roundsWorse, 'round')}, more of them failed with the change, in none fewer`
  }
  if (!found?.blocks) return null
  const { tests, failed, expected, again } = found
  const also = again && [
    `, and ${count(again.failed)} of the ${count(again.tests)} that ran once more`,
    ` and ${approximate(again.expected)}`,
  ]
  return [
    `${count(failed)} of ${counted(tests, 'test')} failed${also?.[0] ?? ''}; by their earlier runs, ${approximate(expected)}${also?.[1] ?? ''} were expected`,
  ]
}

function isOfPullRequest({ pullRequest }: Results): boolean {
  return pullRequest !== null
}
