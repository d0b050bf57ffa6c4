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
import {
  approximate,
  count,
  counted,
  dayOf,
  earlierText,
  firstFew,
  someOf,
  timeText,
  wordFor,
} from './format.ts'
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
import type { Step } from './steps.ts'
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

/** A test that the pull request adds or edits has to pass, whatever it did before. Null for others. */
export function ownTest(failing: FailingTest): Verdict | null {
  const { results, agent, test } = failing
  if (test.source === null || test.source.change === null) return null
  const { change, serviceName } = test.source
  const isMoved = results.decision.changes?.tests.some(
    (each) => each.what === 'moved' && each.serviceName === serviceName && each.agent === agent.name,
  )
  const brief = [`${isMoved ? 'moved' : change} by ${testedChange(results)}`]
  const words = [...brief, `; ${attemptsText(failing).toLowerCase()}${ownOnControlText(failing)}`]
  const numbers = earlierFormText(failing)
  const fails = `${failsText(test)}${ownOnControlText(failing)}. It was ${brief.join('')}`
  return {
    step: 'fix',
    words,
    numbers,
    brief,
    alone: numbers.length > 0 ? [fails, '. ', ...numbers] : [fails],
  }
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

/** A test that would not block, unless it is the pull request's own, which nobody knows. Null for others. */
export function unknownTest(failing: FailingTest): Verdict | null {
  const { reason = null } = failing.results.decision.changes ?? {}
  if (failing.test.undecided?.why !== 'changes-unknown' || reason === null) return null
  const words = undecidedText(failing, 'changes-unknown')
  const numbers = say`${attemptsText(failing)}. ${{ kind: 'said', text: reason.replace(/\.$/, '') }}`
  return { step: 'look-into-tests', words, numbers, brief: words }
}

/** `Its earlier form, of 20 Nov, passed 9 of 10` */
function earlierFormText({ results, test }: FailingTest): Sentence {
  const form = test.earlier?.earlierForm ?? null
  if (form === null) return []
  const when = form.createdAt === null ? '' : `, of ${dayOf(form.createdAt, results)},`
  return [`Its earlier form${when} passed ${count(form.passed)} of ${count(form.runs)}`]
}

export function edited(failing: FailingTest): Verdict {
  const { edits } = failing.test
  const form = edits.length === 0 ? earlierFormText(failing) : []
  const what = [...new Set(edits.map((edit) => editNames[edit.what].one))].join(' and ')
  const words =
    form.length > 0
      ? ['the test was edited in its file']
      : say`the test was edited: ${what || 'it'} changed since ${lastPass({ results: failing.results, test: failing.test })}`
  const numbers = separated([[attemptsText(failing)], ...(form.length > 0 ? [form] : [])], '. ')
  return { step: 'check-test-edit', words, numbers, brief: ['test edited'] }
}

/** Null unless evaluators were edited, which may be why a test fails that was not. */
export function editedEvaluators(failing: FailingTest): Verdict | null {
  const { test } = failing
  if (test.outcome === 'edited' || test.editedEvaluators.length === 0) return null
  const texts = firstFew(test.editedEvaluators, EDITS_SHOWN, ({ evaluator, version, before }) => {
    const name = evaluator === null ? [] : say` ${quoted(evaluator)}`
    // Versions are no counts.
    return say`the evaluator${name} was edited: version ${`${version}`} now, ${`${before}`} when it last passed`
  })
  const numbers = [pastText(failing)]
  return { step: 'check-evaluator-edit', words: separated(texts), numbers, brief: ['evaluator edited'] }
}

const EDITS_SHOWN = 3

/** A test that failed in its newest earlier runs already, and in none before. Null for others. */
export function failingSince(failing: FailingTest): Verdict | null {
  const { results, test } = failing
  const { failingSince: since = null, runs = 0 } = test.earlier ?? {}
  const isOfHistory = ['broke', 'passed-before', 'fails-now-and-then', 'failed-before'].includes(test.outcome)
  if (since === null || !isOfHistory) return null
  const { it, has } = formsOf(failing)
  const change = thatChange(results)
  const day = dayOf(since.createdAt, results)
  const start = startOf(results)
  const numbers = [`${attemptsText(failing)}${onceText(failing)}`]
  const passedRuns = runs - since.runs
  if (since.runs <= 1) {
    const before = wordFor(passedRuns, 'passed the run before', `passed the ${count(passedRuns)} before`)
    const fact = `also failed in the last run before ${start} (${day}), and ${before}`
    return {
      step: 'failing-since',
      words: [`perhaps not ${change}: ${it} ${fact}`],
      numbers,
      brief: [`failed on ${day}, too`],
      alone: [`${fact}. Perhaps it was not broken by ${change}`],
    }
  }
  const before = wordFor(passedRuns, 'passed the run before', `passed the ${count(passedRuns)} runs before`)
  const isExcused = !test.blocks || test.outcome === 'failed-before'
  return {
    step: isExcused ? 'not-this-change' : 'failing-since',
    words: [`not ${change}: ${it} ${has} failed since ${day}, before ${start}; ${it} ${before}`],
    numbers,
    brief: [`failed since ${day}`],
    alone: [`has failed since ${day}, before ${start}, and ${before}. It was not broken by ${change}`],
  }
}

export function broke(failing: FailingTest): Verdict {
  const { test } = failing
  if (test.control !== null)
    return {
      ...thisChange(failing, roundsText(failing, test.control, 'it')),
      alone: besideControl(failing, test.control, testedChange(failing.results)),
    }
  const sure = test.earlier?.doubt === null ? 'probably' : 'perhaps'
  return since(sure, failing, [], editText(failing))
}

/** With a control. */
function thisChange({ results, agent }: FailingTest, numbers: Sentence): Verdict {
  const words = say`probably broken by ${blamed(results, agent, testedChange(results))}`
  return { step: 'fix', words, numbers, brief: words, byChange: 'probably' }
}

/** @param doubt why it is not sure, behind a sentence */
function since(
  byChange: 'probably' | 'perhaps',
  failing: FailingTest,
  doubt: Sentence,
  edit: Sentence,
): Verdict {
  const { test } = failing
  const lastPassed = test.earlier?.lastPassed ?? null
  const [broke, changed] = byChange === 'probably' ? ['broke', 'probably'] : ['perhaps broke', 'perhaps']
  const after =
    lastPassed === null
      ? say`since ${formsOf(failing).it} last passed`
      : say`after ${{ kind: 'link', text: timeText(lastPassed.createdAt, failing.results), url: lastPassed.url }}`
  const words = say`${broke} ${after}`
  const numbers = [pastText(failing), ...doubt, ...edit]
  const alone = say`${changedText(failing, changed)} ${after}${doubt}${edit}`
  return { step: 'fix', words, numbers, brief: briefly(test.earlier, words), byChange, alone }
}

function briefly(earlier: ResultsTest['earlier'], words: Sentence): Sentence {
  return earlier === null ? words : [earlierText(earlier.failures, earlier.runs)]
}

export function passedBefore(failing: FailingTest): Verdict {
  const doubt = failing.test.earlier?.doubt ?? null
  const why = doubt === null ? [] : doubtText(failing, doubt)
  return since('perhaps', failing, [...why, onceText(failing)], editText(failing))
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

export function failsNowAndThen(failing: FailingTest): Verdict {
  const words = [`${formsOf(failing).fails} now and then`]
  const once = onceText(failing)
  const numbers = [`${pastText(failing)}${once}`]
  const alone = [`fails now and then: ${earlierAndNow(failing)}${once}`]
  return { step: 'now-and-then', words, numbers, brief: briefly(failing.test.earlier, words), alone }
}

export function failedBefore(failing: FailingTest): Verdict {
  const { test, results } = failing
  const isPull = results.pullRequest !== null
  return {
    step: 'not-this-change',
    words: [isPull ? `not ${thatChange(results)}` : 'failed before, too'],
    numbers: [pastText(failing, isPull)],
    brief: briefly(test.earlier, ['failed before']),
    alone: [`${earlierAndNow(failing)}. It was not broken by ${thatChange(results)}`],
  }
}

export function isNew(failing: FailingTest): Verdict {
  const { results, test, isSeveral } = failing
  const none = test.earlier?.later ? `no run before ${startOf(results)}` : 'no earlier run'
  const words = [`${none} has ${isSeveral ? 'these tests' : 'this test'}`]
  const alone = [`${failsText(test)}. ${capitalized(none)} has this test`]
  return { step: 'compare', words, numbers: [attemptsText(failing)], brief: ['new'], alone }
}

export function notCompared(failing: FailingTest): Verdict {
  const { results, agent, test } = failing
  const hasNothing = agent.baseline === null && agent.override === null && agent.problem === null
  // A run that nothing is wrong with, and with which nothing was to be compared.
  const isAlone = test.control !== null || (hasNothing && test.earlier === null)
  const words = isAlone ? null : whyNotCompared(results, agent)
  if (words === null) {
    const failed = [attemptsText({ results, test }).toLowerCase()]
    return { step: 'compare', words: failed, numbers: [], brief: failed, alone: [failsText(test)] }
  }
  const alone = say`${failsText(test)}. It was ${words}`
  return { step: 'compare', words, numbers: [attemptsText(failing)], brief: words, alone }
}

/** One of many that failed, and that block together: none of them was judged by itself. Null for others. */
export function oneOfMany(failing: FailingTest): Verdict | null {
  const { results, test } = failing
  const isJudged = test.outcome !== 'failed' || !test.blocks
  const many = isJudged ? null : manyText(results)
  if (many === null) return null
  if (test.control !== null)
    return { ...thisChange(failing, roundsText(failing, test.control, 'it')), together: many }
  const words = failNearlyAll(results.decision)
    ? ['the agent, or something it needs, is broken or was changed']
    : ['perhaps a change, or a bad day']
  const numbers = [pastText(failing)]
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
function editText({ results, agent: { name, editedAt }, test: { earlier } }: FailingTest): Sentence {
  const isLater = editedAt !== null && Date.parse(editedAt) > Date.parse(earlier?.lastPassed?.createdAt ?? '')
  return isLater
    ? say`. ${{ kind: 'agent', text: name }} was edited on the service on ${timeText(editedAt, results)}`
    : []
}

export function failedOnControl(failing: FailingTest): Verdict {
  const { results, test, agent } = failing
  const { attempts, control } = test
  if (control === null) return notCompared(failing)
  if (isUnchanged(agent) && agent.override !== null) {
    const why = say`with ${overriddenText(agent.override, results)}, which ${testedChange(results)} does not change`
    const numbers = say`${attemptsText(failing)} ${why}`
    return { ...notThisChange(results), numbers, alone: say`${failsText(test)} ${why}` }
  }
  const there = tally(control.attempts)
  const own = tally(attempts)
  const failed = Math.max(1, own.failed)
  const answered = Math.max(1, failed + own.passed)
  if (there.failed * answered >= failed * there.answered) {
    const beside = besideControl(failing, control, testedChange(results))
    const alone = say`${beside}. It was not broken by ${thatChange(results)}`
    return { ...notThisChange(results), numbers: roundsText(failing, control), alone }
  }
  const { them, fails } = formsOf(failing)
  const words = [`${fails} now and then`]
  const name = { kind: 'agent', text: control.name } as const
  const numbers = say`The change may make ${them} fail more often: ${failed} of ${answered} with it, ${there.failed} of ${there.answered} without (${name})`
  return { step: 'now-and-then', words, numbers, brief: words }
}

function notThisChange(results: Results) {
  const words = [results.pullRequest === null ? 'fails without it, too' : `not ${thatChange(results)}`]
  return { step: 'not-this-change', words, brief: words } as const
}

export function undecided(failing: FailingTest): Verdict {
  const { control, undecided: reason } = failing.test
  if (reason === null || reason.why === 'not-compared') return notCompared(failing)
  const words = undecidedText(failing, reason.why, reason.problem)
  const hasPairs = control !== null && tally(control.attempts).answered > 0
  const numbers = hasPairs ? roundsText(failing, control) : [pastText(failing)]
  const fails = hasPairs
    ? besideControl(failing, control, testedChange(failing.results))
    : [earlierAndNow(failing)]
  const change = control === null ? 'a change' : thatChange(failing.results)
  return {
    step: 'look-into-tests',
    words,
    numbers,
    brief: words,
    alone: say`${fails}. Whether ${change} broke it is ${words}`,
  }
}

/** `it last passed ([20 Nov, 14:02 UTC](…))` */
function lastPass(failing: Pick<FailingTest, 'results' | 'test' | 'isSeveral'>): Sentence {
  const passed = failing.test.earlier?.lastPassed ?? null
  const { it } = formsOf(failing)
  if (passed === null) return [`${it} last passed`]
  return say`${it} last passed (${{ kind: 'link', text: timeText(passed.createdAt, failing.results), url: passed.url }})`
}

/** What blocks although no single test was judged: `9 of 60 tests failed …`; null if nothing does. */
export function manyText({ decision, agents }: Pick<Results, 'decision' | 'agents'>): Sentence | null {
  const { count: found, sample } = decision
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
