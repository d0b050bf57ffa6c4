// What is said of a test that failed: the words of its cause, how often it failed, and the sentence of one that is told alone. The same in
// all reports, and never a probability.
import {
  type Cause,
  type Decision,
  isAccepted,
  type Problem,
  type Results,
  type ResultsAgent,
  type ResultsTest,
} from '../schema.ts'
import { editNames, tally } from './evidence.ts'
import { approximate, count, counted, dayOf, earlierText, firstFew, someOf, timeText } from './format.ts'
import { whyNotCompared } from './notes.ts'
import { baseOnCopy, blamed, isUnchanged, overriddenText } from './origins.ts'
import { editedText, type ProblemOf, problemWords } from './problems.ts'
import {
  asSentence,
  capitalized,
  ended,
  input,
  joined,
  type Piece,
  plain,
  quoted,
  quotedTest,
  type Sentence,
  say,
  separated,
} from './sentence.ts'
import { testedChange } from './test-changes.ts'

/** A test of an agent. `at`: the agent's position in the results. */
export interface PlacedTest {
  readonly at: number
  readonly agent: ResultsAgent
  readonly test: ResultsTest
}

type Placed = Omit<PlacedTest, 'at'>

/** All tests that failed and are not accepted, in the order of the results. */
export function failingTests({ agents }: Results): PlacedTest[] {
  return agents.flatMap((agent, at) =>
    (agent.run?.tests ?? []).flatMap((test) =>
      test.failed && !isAccepted(test) ? [{ at, agent, test }] : [],
    ),
  )
}

/** Its cause in few words: `probably this pull request`, `failed before, too`. */
export function causeWords(results: Results, placed: Placed): Sentence {
  return (words[placed.test.cause] ?? newWords)(results, placed)
}

type Words = (results: Results, placed: Placed) => Sentence

const words: Readonly<Record<Cause, Words | null>> = {
  yours: yoursWords,
  changed: (results, { test }) => say`${sureOf(test)} changed ${sinceText(results, test, dayOf)}`,
  edited: editedWords,
  new: newWords,
  undecided: undecidedWords,
  unsteady: () => ['fails now and then'],
  older: olderWords,
  accepted: null,
  'no-result': null,
  passed: null,
}

/** What the pull request broke; and a test that it adds or edits, which has to pass, whatever it did before. */
function yoursWords(results: Results, { agent, test }: Placed): Sentence {
  const change = testedChange(results)
  if (!test.source?.change) return say`probably ${blamed(results, agent, change)}`
  const { change: how, serviceName } = test.source
  const isMoved = results.decision.changes?.tests.some(
    (each) => each.what === 'moved' && each.serviceName === serviceName && each.agent === agent.name,
  )
  return [`${isMoved ? 'moved' : how} by ${change}`]
}

function sureOf({ earlier }: ResultsTest): 'probably' | 'perhaps' {
  return earlier?.doubt == null ? 'probably' : 'perhaps'
}

/** `after 20 Nov`, when it last passed, with a link to that run. */
function sinceText(results: Results, { earlier }: ResultsTest, text: typeof timeText): Sentence {
  const passed = earlier?.lastPassed ?? null
  return passed === null
    ? ['since it last passed']
    : say`after ${{ kind: 'link', text: text(passed.createdAt, results), url: passed.url }}`
}

const EDITS_SHOWN = 3

function editedWords(_: Results, { test: { edits, editedEvaluators } }: Placed): Sentence {
  if (editedEvaluators.length > 0) {
    const texts = firstFew(editedEvaluators, EDITS_SHOWN, ({ evaluator, version, before }) => {
      const name = evaluator === null ? [] : say` ${quoted(evaluator)}`
      // Versions are no counts.
      return say`its evaluator${name} was edited (version ${`${before}`} → ${`${version}`}) after it last passed`
    })
    return separated(texts)
  }
  const [what, ...others] = new Set(edits.map((edit) => editNames[edit.what].edited))
  return [what !== undefined && others.length === 0 ? what : 'it was edited']
}

/** There is nothing to compare it with. */
function newWords(results: Results, { agent, test }: Placed): Sentence {
  if (hasEarlierRuns(agent))
    return [`${test.earlier?.later ? `no run before ${startOf(results)}` : 'no earlier run'} has this test`]
  const hasNothing = agent.baseline === null && agent.override === null && agent.problem === null
  // A run that nothing is wrong with, and with which nothing was to be compared.
  const isAlone = test.control !== null || (hasNothing && test.earlier === null)
  return (isAlone ? null : whyNotCompared(results, agent)) ?? ['nothing to compare it with']
}

/** Else nobody knows which tests are new. */
export function hasEarlierRuns({ baseline }: ResultsAgent): boolean {
  return baseline !== null && baseline.problem === null && baseline.runs.length > 0
}

/** What the runs before were before: `this pull request was opened` */
export function startOf({ about, pullRequest, headSha }: Results): string {
  if (about === 'merge-group') return pullRequest === null ? 'this merge group' : `#${pullRequest} was opened`
  if (pullRequest !== null) return 'this pull request was opened'
  return headSha === null ? 'this job' : 'this push'
}

/** Not of this change: it failed before, or without the change, too. */
function olderWords(results: Results, placed: Placed): Sentence {
  const { control, earlier } = placed.test
  if (isUntouched(placed)) return [`${testedChange(results)} does not change what it tests`]
  if (control !== null) return ['fails without the change, too']
  const since = earlier?.failingSince ?? null
  if (since === null) return ['failed before, too']
  const day = dayOf(since.createdAt, results)
  return [since.runs > 1 ? `failing since ${day}, before ${startOf(results)}` : `failed on ${day}, too`]
}

/** Whatever gave no answer, or no time was left for. */
function undecidedWords(results: Results, placed: Placed): Sentence {
  const { undecided, source, control } = placed.test
  if (undecided === null || undecided.why === 'not-compared') return newWords(results, placed)
  const { why, problem } = undecided
  const answer = problem === null ? ['gave no answer'] : problemWords(problem).sentence
  const agent = say`${{ kind: 'agent', text: placed.agent.name }} ${answer}`
  switch (why) {
    case 'many':
      return ['blocks together with others']
    case 'changes-unknown':
      return [`unclear: it is not known whether ${testedChange(results)} adds or edits it`]
    case 'made-by-job':
      return say`unclear: a step of this job made ${{ kind: 'said', text: source?.file ?? 'its file' }}`
    case 'candidate-silent':
      return say`unclear: when it ran again, ${agent}`
    case 'control-silent':
      return say`unclear: ${controlText(control, problem)}`
    case 'fails-on-both': {
      const { failed, answered } = tally(control?.attempts)
      return [`unclear: ${count(failed)} of ${count(answered)} failed without the change, too`]
    }
    case 'no-earlier-results':
      return ['unclear: its earlier runs have no result']
    case 'perhaps-errors':
      return ['unclear: its earlier failures may be errors']
    case 'too-few-answers':
      return say`unclear: too few attempts have an answer${problem === null ? [] : say`: ${agent}`}`
    default:
      return say`unclear: ${notRunAgainText(placed.test, { why, problem })}`
  }
}

type NotRunAgain = Pick<NonNullable<ResultsTest['whyNotRunAgain']>, 'why' | 'problem'>

const whyNotRunAgain: Readonly<Record<NotRunAgain['why'], string>> = {
  'no-time': 'the timeout left no time',
  'too-many-failures': 'too many tests did not pass',
  'not-possible': 'it could not be run alone',
  'no-result': 'the retry gave no result',
  control: 'the control gave no answer',
  blocked: 'another test had already broken',
}

function notRunAgainText({ attempts }: ResultsTest, { why, problem }: NotRunAgain): Sentence {
  if (problem?.kind === 'max-tests') return say`${maxTests(problem)} left no test for a retry`
  const retried = `retried${tally(attempts).answered > 1 ? ' more often' : ''}`
  if (problem === null) return [`it was not ${retried}, because ${whyNotRunAgain[why]}`]
  if (problem.kind === 'edited') return say`it could not be ${retried}, because ${editedText(problem)}`
  return say`it was not ${retried}: the retry ${problemWords(problem).sentence}`
}

function controlText(control: ResultsTest['control'], problem: Problem | null): Sentence {
  const name = control === null ? ['the control'] : say`the control ${{ kind: 'agent', text: control.name }}`
  if (problem === null) return say`${name} gave no answer`
  if (problem.kind === 'max-tests') return say`${maxTests(problem)} left no test for ${name}`
  if (problem.kind === 'base-unknown') return say`it ${problemWords(problem).sentence}`
  return say`${name} ${problemWords(problem).sentence}`
}

function maxTests({ maxTests: most }: ProblemOf<'max-tests'>): Piece {
  return input('max-tests', `${most}`)
}

/** How often it failed: counts for cells. */
export interface FailureCounts {
  readonly now: string
  /** In its earlier runs. */
  readonly before: string | null
  readonly without: string | null
}

/** @param tests of one cause: of several, of all of their attempts together */
export function countsOf(tests: readonly ResultsTest[]): FailureCounts {
  const own = tests.map(({ attempts }) => tally(attempts))
  const there = tests.map(({ control }) => tally(control?.attempts))
  const earlier = tests.flatMap((test) => test.earlier ?? [])
  const form = tests.flatMap((test) => test.earlier?.earlierForm ?? [])
  const later = earlier.flatMap((each) => each.later ?? [])
  const before =
    form.length > 0
      ? of(
          sum(form, ({ runs, passed }) => runs - passed),
          sum(form, ({ runs }) => runs),
          ' in its earlier form',
        )
      : of(
          sum(earlier, ({ failures }) => failures),
          sum(earlier, ({ runs }) => runs),
        )
  const after = of(
    sum(later, ({ total, passed }) => total - passed),
    sum(later, ({ total }) => total),
  )
  return {
    // A test that was run once has no attempts.
    now:
      of(
        sum(own, ({ failed }) => Math.max(1, failed)),
        sum(own, ({ answered }) => Math.max(1, answered)),
      ) ?? '',
    before: before === null || after === null ? before : `${before}, later ${after}`,
    without: of(
      sum(there, ({ failed }) => failed),
      sum(there, ({ answered }) => answered),
    ),
  }
}

function sum<T>(items: readonly T[], number: (item: T) => number): number {
  return items.reduce((all, item) => all + number(item), 0)
}

function of(failed: number, all: number, behind = ''): string | null {
  return all === 0 ? null : `${count(failed)} of ${count(all)}${behind}`
}

/** In lists: `probably changed (failed 5 of 5, before 0 of 10)` */
export function failureText(results: Results, placed: Placed): Sentence {
  return say`${causeWords(results, placed)} (${countsText(countsOf([placed.test]))})`
}

export function countsText({ now, before, without }: FailureCounts): string {
  const all = [`failed ${now}`, without && `without the change ${without}`, before && `before ${before}`]
  return all.filter(Boolean).join(', ')
}

/** What follows the name of a test that is told alone: `passed all 10 earlier runs, but fails 5 of 5 now. Support bot or …` */
export function aloneText(results: Results, placed: Placed): Sentence {
  const { agent, test } = placed
  const editedAt = agent.editedAt ?? ''
  const isEditedSince =
    test.cause === 'changed' && Date.parse(editedAt) > Date.parse(test.earlier?.lastPassed?.createdAt ?? '')
  const edit = isEditedSince
    ? say`${{ kind: 'agent', text: agent.name }} was edited on the service on ${timeText(editedAt, results)}`
    : []
  const cause = aloneCause(results, placed)
  const doubt = test.cause === 'changed' ? doubtText(test) : []
  const more = moreTexts(results, test, [...cause, ...doubt])
  const parts = [ratesText(results, placed), cause, doubt, edit, ...more]
  return separated(
    parts.filter((part) => part.length > 0).map((part, at) => (at === 0 ? ended(part) : asSentence(part))),
    ' ',
  )
}

/** `fails 5 of 5 with this pull request's prompt, 0 of 3 without it`; `passed all 10 earlier runs, but fails 5 of 5 now` */
function ratesText(results: Results, placed: Placed): Sentence {
  const { agent, test } = placed
  const { failed, answered } = tally(test.attempts)
  const fails = answered <= 1 ? 'failed once' : `fails ${count(failed)} of ${count(answered)}`
  const there = tally(test.control?.attempts)
  if (test.control !== null && there.answered > 0) {
    const { override } = agent
    const change = override === null ? [testedChange(results)] : overriddenText(override, results)
    const ofBase = baseOnCopy(agent)
    // A copy is compared with its original, which nobody has to name.
    const name = override === null ? say` (${{ kind: 'agent', text: test.control.name }})` : []
    return say`${fails} with ${change}, ${of(there.failed, there.answered) ?? ''} ${ofBase === null ? 'without it' : say`with ${ofBase}`}${name}`
  }
  const { override } = agent
  if (override !== null && isUntouched(placed))
    return say`${fails} with ${overriddenText(override, results)}, which ${testedChange(results)} does not change`
  const { failures = 0, runs = 0, later = null } = test.earlier ?? {}
  if (runs === 0) return [fails]
  // It is compared with those in which it passed.
  if (later === null || 2 * later.passed >= later.total)
    return [`${earlierText(failures, runs)}, ${failures === 0 ? 'but' : 'and'} ${fails} now`]
  const laterFailed = of(later.total - later.passed, later.total)
  return [
    `${earlierText(failures, runs, ` before ${startOf(results)}`)}, then failed ${laterFailed} later ones, and ${fails} now`,
  ]
}

/** Whether it failed on a copy of which the change sets nothing. */
function isUntouched({ agent, test }: Placed): boolean {
  return test.cause === 'older' && agent.override !== null && isUnchanged(agent)
}

/** Empty where the counts say it. */
function aloneCause(results: Results, placed: Placed): Sentence {
  const { agent, test } = placed
  const { cause, control, source } = test
  const isTried = tally(control?.attempts).answered > 0
  if (cause === 'yours' && isTried && !source?.change) return []
  if (cause === 'changed')
    return say`${{ kind: 'agent', text: agent.name }} or its dependencies ${sureOf(test)} changed ${sinceText(results, test, timeText)}`
  const isWhole = cause === 'older' && (control !== null || test.earlier?.failingSince == null)
  if (isUntouched(placed)) return []
  if (isWhole) return [`so ${testedChange(results)} did not break it`]
  return causeWords(results, placed)
}

/** Why it is only perhaps a change. */
function doubtText(test: ResultsTest): Sentence {
  const { earlier, attempts, whyNotRunAgain } = test
  const doubt = earlier?.doubt ?? null
  switch (doubt) {
    case null:
    case 'failures':
      return []
    case 'runs':
      return ['its earlier runs are too few to say more']
    case 'day':
      return ['on a bad day, it would fail as often']
    case 'attempts': {
      if (whyNotRunAgain !== null) return notRunAgainText(test, whyNotRunAgain)
      return attempts.length > 1
        ? say`more ${input('retries')} show whether it always fails`
        : say`set ${input('retries', '2')} to see whether it fails again`
    }
    default:
      return doubt satisfies never
  }
}

/** What else decides: that a limit kept it from running again, how its earlier form did, and that its acceptance has ended. */
function moreTexts(results: Results, test: ResultsTest, said: Sentence): Sentence[] {
  const { whyNotRunAgain: reason, control, accepted, earlier } = test
  const isLimit = reason?.problem?.kind === 'max-tests' || reason?.problem?.kind === 'edited'
  const ofControl = reason?.why === 'control'
  const limit = !isLimit
    ? []
    : ofControl
      ? controlText(control, reason.problem)
      : notRunAgainText(test, reason)
  const form = earlier?.earlierForm ?? null
  return [
    plain(said).includes(plain(limit)) ? [] : limit,
    form === null ? [] : [`its earlier form passed ${count(form.passed)} of ${count(form.runs)} runs`],
    accepted === null ? [] : [`its acceptance ended on ${dayOf(accepted.until, results)}`],
  ]
}

/** What blocks although no single test was judged: `9 of 60 tests failed …`; null if nothing does. */
export function manyText({ decision, agents }: Pick<Results, 'decision' | 'agents'>): Sentence | null {
  const { count: found, sample } = decision
  if (sample?.blocks) {
    const { tests, rounds, roundsWorse } = sample
    const some = roundsWorse === rounds ? 'all' : `${count(roundsWorse)} of`
    const how = rounds === 1 ? 'the re-run side by side' : `${some} ${count(rounds)} side-by-side re-runs`
    const which = tests === 1 ? 'the test' : `the ${counted(tests, 'test')}`
    return [
      `In ${how}, more of ${which} failed with the change than without it${roundsWorse === rounds ? '' : ', and never fewer'}`,
    ]
  }
  if (!found?.blocks) return null
  const { tests, failed, expected, again } = found
  const first = `${capitalized(someOf(failed, tests, 'test'))} failed at first (usually ${approximate(expected)})`
  if (again === null) return [first]
  // No test of such a job runs again but to be counted.
  const failedAgain = agents.flatMap(({ run }) =>
    (run?.tests ?? []).filter(({ attempts }) => tally(attempts.slice(1)).failed > 0),
  )
  const names = firstFew(failedAgain, NAMES_SHOWN, ({ name, id }) => quotedTest(name ?? id))
  const which = names.length === 0 ? [] : say`: ${joined(names)}`
  return say`${first}; of the ${again.tests} that ran again, ${again.failed} failed${which}`
}

const NAMES_SHOWN = 5

/** Whether so many failed at once, and again, that an agent itself seems to be broken. */
export function failNearlyAll({ count: found }: Pick<Decision, 'count'>): boolean {
  return [found, found?.again].every((each) => each && each.failed >= NEARLY_ALL * each.tests)
}

const NEARLY_ALL = 0.9
