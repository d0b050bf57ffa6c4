// What is said of a test that failed: the words of its cause, how often it failed, and the sentence of one that is told alone. The same in
// all reports, and never a probability.
import {
  type Cause,
  type Decision,
  isAccepted,
  type Results,
  type ResultsAgent,
  type ResultsTest,
} from '../schema.ts'
import { editNames, tally } from './evidence.ts'
import { count, counted, dayOf, earlierText, firstFew, someOf, timeText } from './format.ts'
import { whyNotCompared } from './notes.ts'
import { baseOnCopy, blamed, isUnchanged, overriddenText } from './origins.ts'
import { editedText, problemWords } from './problems.ts'
import {
  asSentence,
  capitalized,
  ended,
  input,
  joined,
  quoted,
  quotedTest,
  type Sentence,
  say,
  separated,
} from './sentence.ts'
import { testedChange } from './test-changes.ts'

/** A test of an agent. */
export interface Placed {
  readonly agent: ResultsAgent
  readonly test: ResultsTest
}

/** @property at the agent's position in the results */
export interface PlacedTest extends Placed {
  readonly at: number
}

/** All tests that failed and are not accepted, in the order of the results. */
export function failingTests({ agents }: Results): PlacedTest[] {
  return agents.flatMap((agent, at) =>
    (agent.run?.tests ?? []).flatMap((test) =>
      test.failed && !isAccepted(test) ? [{ at, agent, test }] : [],
    ),
  )
}

type Words = (results: Results, placed: Placed) => Sentence

const words: Readonly<Record<Cause, Words>> = {
  yours: yoursWords,
  changed: (results, { test }) => say`${sureOf(test)} changed ${sinceText(results, test, dayOf)}`,
  edited: editedWords,
  new: newWords,
  undecided: undecidedWords,
  unsteady: () => ['fails now and then'],
  older: olderWords,
  // These are told by what became of them.
  accepted: newWords,
  'no-result': newWords,
  passed: newWords,
}

/** Its cause in few words: `probably this pull request`, `failed before, too`. */
export function causeWords(results: Results, placed: Placed): Sentence {
  return words[placed.test.cause](results, placed)
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
  if (passed === null) return ['since it last passed']
  return say`after ${{ kind: 'link', text: text(passed.createdAt, results), url: passed.url }}`
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
  const [what, ...others] = new Set(edits.map((edit) => editNames[edit.what]))
  if (what === undefined || others.length > 0) return ['it was edited']
  return [`its ${what} ${what === 'type' || what === 'question' ? 'was' : 'were'} edited`]
}

/** There is nothing to compare it with. */
function newWords(results: Results, { agent, test }: Placed): Sentence {
  if (hasEarlierRuns(agent))
    return [`${test.earlier?.later ? `no run before ${startOf(results)}` : 'no earlier run'} has this test`]
  return test.control === null ? whyNotCompared(results, agent) : ['nothing to compare it with']
}

/** Else nobody knows which tests are new. */
export function hasEarlierRuns({ baseline }: ResultsAgent): boolean {
  return baseline !== null && baseline.problem === null && baseline.runs.length > 0
}

/** What the runs before were before: `this pull request was opened` */
function startOf({ about, pullRequest }: Results): string {
  if (about === 'merge-group') return pullRequest === null ? 'this merge group' : `#${pullRequest} was opened`
  if (pullRequest !== null) return 'this pull request was opened'
  return 'this job'
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

function undecidedWords(results: Results, placed: Placed): Sentence {
  const { undecided, source } = placed.test
  if (undecided === null || undecided.why === 'not-compared') return newWords(results, placed)
  if (undecided.why === 'many') return [`blocks together with ${others(results)}`]
  if (undecided.why === 'changes-unknown')
    return [`unclear: it is not known whether ${testedChange(results)} adds or edits it`]
  if (undecided.why === 'made-by-job')
    return say`unclear: a step of this job made ${{ kind: 'said', text: source?.file ?? 'its file' }}`
  return say`unclear: ${reasonText(placed, undecided)}`
}

function others({ decision: { sample, count: found } }: Results): string {
  const tests = (sample?.blocks ? sample.tests : found?.failed) ?? 0
  return tests > 1 ? counted(tests - 1, 'other') : 'others'
}

type Reason = Pick<NonNullable<ResultsTest['undecided'] | ResultsTest['whyNotRunAgain']>, 'why' | 'problem'>

const reasons: Readonly<Record<Exclude<Reason['why'], 'many' | 'changes-unknown' | 'made-by-job'>, string>> =
  {
    'no-time': 'the timeout left no time to run it again',
    'too-many-failures': 'not retried further, because too many tests did not pass',
    'not-possible': 'not retried further, because it could not be run alone',
    'no-result': 'its retry gave no result',
    blocked: 'not retried further, because another test had already broken',
    control: 'the control gave no answer',
    'control-silent': 'the control gave no answer',
    'candidate-silent': 'it gave no answer when it ran again',
    'too-few-answers': 'too few attempts have an answer',
    'fails-on-both': 'it failed without the change, too',
    'no-earlier-results': 'its earlier runs have no result',
    'perhaps-errors': 'its earlier failures may be errors',
    'not-compared': 'it was not compared',
  }

/** Why it is unclear, or was not run again: `its retry gave no result: Support bot answered HTTP 503` */
function reasonText({ agent, test }: Placed, { why, problem }: Reason): Sentence {
  const isOfControl = why === 'control' || why === 'control-silent'
  const name = isOfControl ? test.control?.name : agent.name
  const who = say`${isOfControl ? 'the control ' : ''}${{ kind: 'agent', text: name ?? '' }}`
  if (problem?.kind === 'max-tests')
    return say`${input('max-tests', `${problem.maxTests}`)} left no test for ${isOfControl ? who : 'a retry'}`
  if (problem?.kind === 'edited') return say`it could not be retried, because ${editedText(problem)}`
  if (problem !== null)
    return say`${isOfControl ? '' : 'when it ran again, '}${who} ${problemWords(problem).sentence}`
  return [reasons[why as keyof typeof reasons]]
}

/** How often it failed: counts for cells. */
export interface FailureCounts {
  readonly now: string
  /** In its earlier runs. */
  readonly before: string | null
  readonly without: string | null
}

type Share = readonly [failed: number, all: number]

/** @param tests of one cause: of several, of all of their attempts together */
export function countsOf(tests: readonly ResultsTest[]): FailureCounts {
  const shareOf = (attempts: ResultsTest['attempts'], least: number): Share => {
    const { failed, answered } = tally(attempts)
    return [Math.max(least, failed), Math.max(least, answered)]
  }
  const earlier = tests.flatMap((test) => test.earlier ?? [])
  const forms = earlier.flatMap(({ earlierForm }) => earlierForm ?? [])
  const inForm = together(forms.map(({ runs, passed }) => [runs - passed, runs]))
  const before = together(earlier.map(({ failures, runs }) => [failures, runs]))
  const later = together(
    earlier.map(({ later }) => [(later?.total ?? 0) - (later?.passed ?? 0), later?.total ?? 0]),
  )
  const compared = inForm === null ? before : `${inForm} in its earlier form`
  return {
    // A test that was run once has no attempts.
    now: together(tests.map(({ attempts }) => shareOf(attempts, 1))) ?? '',
    before: compared === null || later === null ? compared : `${compared}, later ${later}`,
    without: together(tests.map(({ control }) => shareOf(control?.attempts ?? [], 0))),
  }
}

/** `3 of 10`; null of none. */
function together(shares: readonly Share[]): string | null {
  const failed = shares.reduce((sum, share) => sum + share[0], 0)
  const all = shares.reduce((sum, share) => sum + share[1], 0)
  if (all === 1 && failed === 1) return 'once'
  return all === 0 ? null : `${count(failed)} of ${count(all)}`
}

/** `failed 5 of 5, before 0 of 10` */
export function countsText({ now, before, without }: FailureCounts): string {
  const all = [`failed ${now}`, without && `without the change ${without}`, before && `before ${before}`]
  return all.filter(Boolean).join(', ')
}

/** What follows the name of a test that is told alone: `passed all 10 earlier runs, but fails 5 of 5 now. Support bot or …` */
export function aloneText(results: Results, placed: Placed): Sentence {
  const { agent, test } = placed
  const { cause, accepted, earlier } = test
  const form = earlier?.earlierForm ?? null
  const isEditedSince = Date.parse(agent.editedAt ?? '') > Date.parse(earlier?.lastPassed?.createdAt ?? '')
  const parts: Sentence[] = [
    ratesText(results, placed),
    aloneCause(results, placed),
    cause === 'undecided' ? [] : doubtText(placed),
    cause === 'changed' && isEditedSince
      ? say`${{ kind: 'agent', text: agent.name }} was edited on the service on ${timeText(agent.editedAt ?? '', results)}`
      : [],
    form === null ? [] : [`its earlier form passed ${count(form.passed)} of ${count(form.runs)} runs`],
    accepted === null
      ? []
      : [
          `its acceptance ended on ${dayOf(accepted.until, results)}; to keep accepting it, a maintainer can extend the date`,
        ],
  ]
  const said = parts.filter((part) => part.length > 0)
  return separated(
    said.map((part, at) => (at === 0 ? ended(part) : asSentence(part))),
    ' ',
  )
}

/** `fails 5 of 5 with this pull request's prompt, 0 of 3 without it`; `passed all 10 earlier runs, but fails 5 of 5 now` */
function ratesText(results: Results, placed: Placed): Sentence {
  const { agent, test } = placed
  const { override } = agent
  const { failed, answered } = tally(test.attempts)
  const fails = answered <= 1 ? 'failed once' : `fails ${count(failed)} of ${count(answered)}`
  const { without } = countsOf([test])
  if (without !== null) {
    const change = override === null ? [testedChange(results)] : overriddenText(override, results)
    const ofBase = baseOnCopy(agent)
    // A copy is compared with its original, which nobody has to name.
    const name = override === null ? say` (${{ kind: 'agent', text: test.control?.name ?? '' }})` : []
    return say`${fails} with ${change}, ${without} ${ofBase === null ? 'without it' : say`with ${ofBase}`}${name}`
  }
  if (override !== null && isUntouched(placed))
    return say`${fails} with ${overriddenText(override, results)}, which ${testedChange(results)} does not change`
  const { failures = 0, runs = 0, later = null } = test.earlier ?? {}
  if (runs === 0) return [fails]
  // It is compared with those in which it passed.
  if (later === null || 2 * later.passed >= later.total)
    return [`${earlierText(failures, runs)}, ${failures === 0 ? 'but' : 'and'} ${fails} now`]
  const before = `${earlierText(failures, runs, 'run')} before ${startOf(results)}`
  return [
    `${before}, then failed ${together([[later.total - later.passed, later.total]])} later ones, and ${fails} now`,
  ]
}

/** Whether it failed on a copy of which the change sets nothing. */
function isUntouched({ agent, test }: Placed): boolean {
  return test.cause === 'older' && agent.override !== null && isUnchanged(agent)
}

/** Empty where the counts say it. */
function aloneCause(results: Results, placed: Placed): Sentence {
  const { agent, test } = placed
  const { cause, control, earlier, source } = test
  if (cause === 'changed')
    return say`${{ kind: 'agent', text: agent.name }} or its dependencies ${sureOf(test)} changed ${sinceText(results, test, timeText)}`
  if (isUntouched(placed)) return []
  if (cause === 'yours' && tally(control?.attempts).answered > 0 && !source?.change) return []
  if (cause === 'older' && (control !== null || earlier?.failingSince == null))
    return results.pullRequest === null ? [] : [`so ${testedChange(results)} did not break it`]
  return causeWords(results, placed)
}

/** Why it is only perhaps a change, and what kept it from running again. */
function doubtText(placed: Placed): Sentence {
  const { earlier, attempts, whyNotRunAgain: again, cause } = placed.test
  const doubt = cause === 'changed' ? (earlier?.doubt ?? null) : null
  const isLimit = again?.problem?.kind === 'max-tests' || again?.problem?.kind === 'edited'
  if (again !== null && (isLimit || doubt === 'attempts')) return reasonText(placed, again)
  switch (doubt) {
    case null:
    case 'failures':
      return []
    case 'runs':
      return ['its earlier runs are too few to say more']
    case 'day':
      return ['on a bad day, it would fail as often']
    case 'attempts':
      // A step says so of one attempt.
      return attempts.length > 1 ? say`more ${input('retries')} show whether it always fails` : []
    default:
      return doubt satisfies never
  }
}

const NAMES_SHOWN = 5

/** What blocks although no single test was judged: `9 of 60 tests failed …`; null if nothing does. */
export function manyText({ decision, agents }: Pick<Results, 'decision' | 'agents'>): Sentence | null {
  const { count: found, sample } = decision
  if (sample?.blocks) {
    const { tests, rounds, roundsWorse } = sample
    const runs = someOf(roundsWorse, rounds, 'side-by-side re-run')
    return [`In ${runs}, more of the ${counted(tests, 'test')} failed with the change than without it`]
  }
  if (!found?.blocks) return null
  const { tests, failed, expected, again } = found
  const first = `${capitalized(someOf(failed, tests, 'test'))} failed at first (usually ${count(expected)})`
  if (again === null) return [first]
  // No test of such a job runs again but to be counted.
  const failedAgain = agents.flatMap(({ run }) =>
    (run?.tests ?? []).filter(({ attempts }) => tally(attempts.slice(1)).failed > 0),
  )
  const names = firstFew(failedAgain, NAMES_SHOWN, ({ name, id }) => quotedTest(name ?? id))
  const which = names.length === 0 ? [] : say`: ${joined(names)}`
  return say`${first}; of the ${again.tests} that ran again, ${again.failed} failed${which}`
}

const NEARLY_ALL = 0.9

/** Whether so many failed at once, and again, that an agent itself seems to be broken. */
export function failNearlyAll({ count: found }: Pick<Decision, 'count'>): boolean {
  return [found, found?.again].every((each) => each && each.failed >= NEARLY_ALL * each.tests)
}
