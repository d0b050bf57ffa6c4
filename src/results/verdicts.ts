// What is said of each test that failed: whose doing it probably is, and the numbers that this rests on. The same in all reports,
// and never a probability.
import { type Decision, isAccepted, type Results, type ResultsAgent, type ResultsTest } from '../schema.ts'
import { approximate, count, counted, dayOf, firstFew, someOf, timeText, wordFor } from './format.ts'
import { whyNotCompared } from './notes.ts'
import { blamed, isUnchanged, overriddenText } from './origins.ts'
import {
  attemptsText,
  besideControl,
  changedText,
  earlierAndNow,
  type FailingTest,
  failsText,
  formsOf,
  onceText,
  pastText,
  roundsText,
  startOf,
} from './rates.ts'
import { capitalized, input, joined, quoted, quotedTest, type Sentence, say, separated } from './sentence.ts'
import { testedChange, thatChange } from './test-changes.ts'
import { editNames, tally } from './test-texts.ts'
import { notRunAgainText, undecidedText } from './undecided.ts'

/** A test of an agent. `at`: the agent's position in the results. */
export interface PlacedTest {
  readonly at: number
  readonly agent: ResultsAgent
  readonly test: ResultsTest
}

export interface Verdict {
  /** Behind the name of the test: `probably this pull request`. */
  readonly words: Sentence
  /** Further sentences: `Failed 3 of 3; passed all 10 earlier runs`. Empty if the words say it all. */
  readonly numbers: Sentence
  /** What is said once of all tests with this verdict, in place of their numbers. */
  readonly together?: Sentence
  /** A whole sentence behind the name of a test that is told alone: `fails 5 of 5 with this pull request's prompt, 0 of 3 without it`. */
  readonly alone?: Sentence
}

/** All tests that failed and are not accepted, in the order of the results. */
export function failingTests({ agents }: Results): PlacedTest[] {
  return agents.flatMap((agent, at) =>
    (agent.run?.tests ?? []).flatMap((test) =>
      test.failed && !isAccepted(test) ? [{ at, agent, test }] : [],
    ),
  )
}

/** What the pull request broke; and a test that it adds or edits, which has to pass, whatever it did before. */
export function yours(failing: FailingTest): Verdict {
  const { results, agent, test } = failing
  const change = testedChange(results)
  if (test.source !== null && test.source.change !== null) {
    const { change: how, serviceName } = test.source
    const isMoved = results.decision.changes?.tests.some(
      (each) => each.what === 'moved' && each.serviceName === serviceName && each.agent === agent.name,
    )
    const words = [`${isMoved ? 'moved' : how} by ${change}`]
    const form = earlierFormText(failing)
    const more = form.length > 0 ? ['. ', ...form] : []
    const numbers = [`${attemptsText(failing)}${ownOnControlText(failing)}`, ...more]
    const alone = [`was ${words.join('')}, and ${failsText(test)}${ownOnControlText(failing)}`, ...more]
    return { words, numbers, alone }
  }
  const words = say`probably ${blamed(results, agent, change)}`
  if (test.control === null) return { words, numbers: [pastText(failing)] }
  const alone = besideControl(failing, test.control, change)
  return { words, numbers: roundsText(failing, test.control, 'it'), alone }
}

/** ` (passes without your change: 3 of 3)`; empty if it was not tried. */
function ownOnControlText({ results, test }: FailingTest): string {
  const { failed, passed, answered } = tally(test.control?.attempts)
  const { about, pullRequest } = results
  const change = about === 'merge-group' ? 'this group' : pullRequest === null ? 'the change' : 'your change'
  if (answered === 0) return ''
  if (passed === 0) return ` (fails without ${change}, too: ${failed} of ${failed})`
  return ` (${failed === 0 ? 'passes' : 'passed'} without ${change}: ${passed} of ${answered})`
}

/** `Its earlier form, of 20 Nov, passed 9 of 10` */
function earlierFormText({ results, test }: FailingTest): Sentence {
  const form = test.earlier?.earlierForm ?? null
  if (form === null) return []
  const when = form.createdAt === null ? '' : `, of ${dayOf(form.createdAt, results)},`
  return [`Its earlier form${when} passed ${count(form.passed)} of ${count(form.runs)}`]
}

export function edited(failing: FailingTest): Verdict {
  const { edits, editedEvaluators } = failing.test
  const { it, its, was } = formsOf(failing)
  if (editedEvaluators.length > 0) {
    const texts = firstFew(editedEvaluators, EDITS_SHOWN, ({ evaluator, version, before }) => {
      const name = evaluator === null ? [] : say` ${quoted(evaluator)}`
      // Versions are no counts.
      return say`${its} evaluator${name} was edited (version ${`${before}`} → ${`${version}`}) after ${it} last passed`
    })
    return { words: separated(texts), numbers: [pastText(failing)] }
  }
  const form = edits.length === 0 ? earlierFormText(failing) : []
  const [what, ...others] = new Set(edits.map((edit) => editNames[edit.what].edited))
  const isOne = what !== undefined && others.length === 0 && !failing.isSeveral
  const numbers = say`${attemptsText(failing)}${form.length > 0 ? say`. ${form}` : lastPass(failing)}`
  return { words: [isOne ? what : `${it} ${was} edited`], numbers }
}

const EDITS_SHOWN = 3

/** `; last passed on [20 Nov, 14:02 UTC](…)` */
function lastPass({ results, test }: FailingTest): Sentence {
  const passed = test.earlier?.lastPassed ?? null
  return passed === null
    ? []
    : say`; last passed on ${{ kind: 'link', text: timeText(passed.createdAt, results), url: passed.url }}`
}

/** By its earlier runs. */
export function changed(failing: FailingTest): Verdict {
  const { results, test } = failing
  const doubt = test.earlier?.doubt ?? null
  const lastPassed = test.earlier?.lastPassed ?? null
  const sure = doubt === null ? 'probably' : 'perhaps'
  const after =
    lastPassed === null
      ? say`since ${formsOf(failing).it} last passed`
      : say`after ${{ kind: 'link', text: timeText(lastPassed.createdAt, results), url: lastPassed.url }}`
  const more = [...(doubt === null ? [] : doubtText(failing, doubt)), onceText(failing), ...editText(failing)]
  const alone = say`${changedText(failing, sure)} ${after}${more}`
  return { words: say`${sure} changed ${after}`, numbers: [pastText(failing), ...more], alone }
}

function doubtText(
  failing: FailingTest,
  doubt: NonNullable<NonNullable<ResultsTest['earlier']>['doubt']>,
): Sentence {
  const forms = formsOf(failing)
  const { it, its, has, fails } = forms
  const { attempts, whyNotRunAgain } = failing.test
  switch (doubt) {
    case 'runs':
      return [`: ${its} earlier runs are too few to say more`]
    case 'attempts': {
      if (whyNotRunAgain !== null)
        return say`; ${notRunAgainText(whyNotRunAgain.why, whyNotRunAgain.problem, forms)}`
      return attempts.length > 1
        ? say`. More ${input('retries')} show whether ${it} always ${fails}`
        : say`. Set ${input('retries', '2')} to see whether ${it} ${fails} again`
    }
    case 'day':
      return [`: on a bad day, ${it} would fail as often`]
    case 'failures':
      return [`: ${it} ${has} failed before`]
    default:
      return doubt satisfies never
  }
}

/** `. Support bot was edited on the service on 21 Nov, 09:14`, if that was after the test last passed. */
function editText({ results, agent: { name, editedAt }, test: { earlier } }: FailingTest): Sentence {
  const isLater = editedAt !== null && Date.parse(editedAt) > Date.parse(earlier?.lastPassed?.createdAt ?? '')
  return isLater
    ? say`. ${{ kind: 'agent', text: name }} was edited on the service on ${timeText(editedAt, results)}`
    : []
}

/** Else nobody knows which tests are new. */
export function hasEarlierRuns({ baseline }: ResultsAgent): boolean {
  return baseline !== null && baseline.problem === null && baseline.runs.length > 0
}

/** There is nothing to compare it with. */
export function isNew(failing: FailingTest): Verdict {
  const { results, agent, test } = failing
  if (hasEarlierRuns(agent)) {
    const none = test.earlier?.later ? `no run before ${startOf(results)}` : 'no earlier run'
    const words = [`${none} has ${failing.isSeveral ? 'these tests' : 'this test'}`]
    return {
      words,
      numbers: [attemptsText(failing)],
      alone: [`${failsText(test)}. ${capitalized(none)} has this test`],
    }
  }
  const hasNothing = agent.baseline === null && agent.override === null && agent.problem === null
  // A run that nothing is wrong with, and with which nothing was to be compared.
  const isAlone = test.control !== null || (hasNothing && test.earlier === null)
  const words = isAlone ? null : whyNotCompared(results, agent)
  if (words === null)
    return { words: [attemptsText(failing).toLowerCase()], numbers: [], alone: [failsText(test)] }
  return { words, numbers: [attemptsText(failing)], alone: say`${failsText(test)}. It was ${words}` }
}

export function undecided(failing: FailingTest): Verdict {
  const { results, test } = failing
  const { control, undecided: reason } = test
  if (reason === null || reason.why === 'not-compared') return isNew(failing)
  if (reason.why === 'many') return oneOfMany(failing)
  const words = undecidedText(failing, reason.why, reason.problem)
  const unknown = reason.why === 'changes-unknown' ? (results.decision.changes?.reason ?? null) : null
  if (unknown !== null)
    return {
      words,
      numbers: say`${attemptsText(failing)}. ${{ kind: 'said', text: unknown.replace(/\.$/, '') }}`,
    }
  const isCompared = control !== null && tally(control.attempts).answered > 0
  const numbers = isCompared ? roundsText(failing, control) : [pastText(failing)]
  const fails = isCompared ? besideControl(failing, control, testedChange(results)) : [earlierAndNow(failing)]
  return {
    words,
    numbers,
    alone: say`${fails}. Whether ${control === null ? 'a change' : thatChange(results)} broke it is ${words}`,
  }
}

/** One of many that failed, and that block together: none of them was judged by itself. */
function oneOfMany(failing: FailingTest): Verdict {
  const { results, test } = failing
  const others = failingTests(results).filter((each) => each.test.undecided?.why === 'many').length - 1
  const together = manyText(results) ?? []
  if (failing.isSeveral) return { words: ['block together'], numbers: [pastText(failing)], together }
  const words = others === 0 ? ['blocks by itself'] : [`blocks together with ${counted(others, 'other')}`]
  const numbers = test.control === null ? [pastText(failing)] : roundsText(failing, test.control)
  return { words, numbers, together }
}

export function unsteady(failing: FailingTest): Verdict {
  const { control, attempts } = failing.test
  const { them, fails } = formsOf(failing)
  const words = [`${fails} now and then`]
  const once = onceText(failing)
  if (control === null)
    return {
      words,
      numbers: [`${pastText(failing)}${once}`],
      alone: [`fails now and then: ${earlierAndNow(failing)}${once}`],
    }
  const [own, there] = [tally(attempts), tally(control.attempts)]
  const name = { kind: 'agent', text: control.name } as const
  const failed = Math.max(1, own.failed)
  const numbers = say`The change may make ${them} fail more often: ${failed} of ${Math.max(failed, own.answered)} with it, ${there.failed} of ${there.answered} without (${name})`
  return { words, numbers }
}

/** Not of this change: it failed before, or without the change, too. */
export function older(failing: FailingTest): Verdict {
  const { results, agent, test } = failing
  const { control, earlier } = test
  if (isUnchanged(agent) && agent.override !== null) {
    const change = testedChange(results)
    const why = say`with ${overriddenText(agent.override, results)}, which ${change} does not change`
    const words = [
      `${change} does not change what ${formsOf(failing).it} ${failing.isSeveral ? 'test' : 'tests'}`,
    ]
    return {
      words,
      numbers: say`${attemptsText(failing)} ${why}`,
      alone: say`${failsText(test)} ${why}`,
    }
  }
  if (control !== null) {
    const beside = besideControl(failing, control, testedChange(results))
    const alone = say`${beside}. It was not broken by ${thatChange(results)}`
    const words = [`${formsOf(failing).fails} without the change, too`]
    return { words, numbers: roundsText(failing, control), alone }
  }
  if (earlier?.failingSince != null) return failingSince(failing, earlier.failingSince, earlier.runs)
  const alone = [`${earlierAndNow(failing)}. It was not broken by ${thatChange(results)}`]
  return { words: ['failed before, too'], numbers: [pastText(failing)], alone }
}

/** A test that failed in its newest earlier runs already, and in none before. */
function failingSince(
  failing: FailingTest,
  since: NonNullable<NonNullable<ResultsTest['earlier']>['failingSince']>,
  runs: number,
): Verdict {
  const { results } = failing
  const day = dayOf(since.createdAt, results)
  const passedRuns = runs - since.runs
  const before = wordFor(passedRuns, 'passed the run before', `passed the ${count(passedRuns)} runs before`)
  const numbers = [`${attemptsText(failing)}; ${before}`]
  if (since.runs <= 1) {
    const fact = `also failed in the last run before ${startOf(results)} (${day}), and ${before}`
    const alone = [`${fact}. Perhaps it was not broken by ${thatChange(results)}`]
    return { words: [`failed on ${day}, too`], numbers, alone }
  }
  const start = startOf(results)
  return {
    words: [`failing since ${day}, before ${start}`],
    numbers,
    alone: [
      `has failed since ${day}, before ${start}, and ${before}. It was not broken by ${thatChange(results)}`,
    ],
  }
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
  const usual = approximate(expected)
  const all = capitalized(someOf(failed, tests, 'test'))
  const isWhole = failed === tests && usual === 'almost none' && again?.failed === again?.tests
  if (isWhole && again?.tests === tests) return [`${all} fail, twice; they usually pass`]
  if (isWhole)
    return [
      `${all} fail${again === null ? '' : `, also the ${count(again.tests)} that ran again`}; they usually pass`,
    ]
  const first = `${all} failed at first (usually ${usual})`
  if (again === null) return [first]
  // No test of such a job runs again but to be counted.
  const failedAgain = agents.flatMap(({ run }) =>
    (run?.tests ?? []).filter(({ attempts }) => tally(attempts.slice(1)).failed > 0),
  )
  const names = failedAgain.map(({ name, id }) => quotedTest(name ?? id))
  const which = names.length === 0 ? [] : say`: ${joined(names)}`
  return say`${first}; of the ${again.tests} that ran again, ${again.failed} failed${which}`
}

/** Whether so many failed at once, and again, that an agent itself seems to be broken. */
export function failNearlyAll({ count: found }: Pick<Decision, 'count'>): boolean {
  return [found, found?.again].every((each) => each && each.failed >= NEARLY_ALL * each.tests)
}

const NEARLY_ALL = 0.9
