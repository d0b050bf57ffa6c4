// What is said of a test that failed: the words of its cause, and how often it failed. The same in all reports, and never a probability.
import type { Cause, Decision, Results, ResultsAgent, ResultsTest } from '../schema.ts'
import { editNames, tally } from './evidence.ts'
import { count, counted, dayOf, firstFew, someOf } from './format.ts'
import { whyNotCompared } from './notes.ts'
import { blamed, isUnchanged } from './origins.ts'
import { problemWords } from './problems.ts'
import { capitalized, input, joined, type Sentence, say, separated } from './sentence.ts'
import { testedChange } from './test-changes.ts'
import { agentName, quoted, quotedTest, said } from './untrusted.ts'

/** A test of an agent. */
export interface Placed {
  readonly agent: ResultsAgent
  readonly test: ResultsTest
}

type Words = (results: Results, placed: Placed) => Sentence

const words: Readonly<Record<Cause, Words>> = {
  yours: yoursWords,
  changed: changedWords,
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

/** Its cause in few words: `probably this pull request`, `an older failure`. */
export function causeWords(results: Results, placed: Placed): Sentence {
  const { cause, accepted, earlier, whyNotRunAgain: again } = placed.test
  const isLimited = again?.problem?.kind === 'max-tests' || again?.problem?.kind === 'edited'
  const isAsked = isLimited || (cause === 'changed' && earlier?.doubt === 'attempts')
  const why = again !== null && isAsked && cause !== 'undecided' ? say`; ${reasonText(placed, again)}` : []
  const was = accepted === null ? '' : `; was accepted until ${dayOf(accepted.until, results)}`
  return say`${words[cause](results, placed)}${why}${was}`
}

/** What the pull request broke; and a test that it adds or edits, which has to pass, whatever it did before. */
function yoursWords(results: Results, { agent, test }: Placed): Sentence {
  const change = testedChange(results)
  if (!test.source?.change) return say`probably ${blamed(results, agent)}`
  const { change: how, serviceName } = test.source
  const isMoved = results.decision.changes?.tests.some(
    (each) => each.what === 'moved' && each.serviceName === serviceName && each.agent === agent.name,
  )
  return [`${isMoved ? 'moved' : how} by ${change}`]
}

/** `the agent probably changed after 20 Nov`, when it last passed, with a link to that run. */
function changedWords(results: Results, placed: Placed): Sentence {
  const { agent, test } = placed
  const { doubt = null, lastPassed = null } = test.earlier ?? {}
  const since =
    lastPassed === null
      ? 'since it last passed'
      : say`after ${{ kind: 'link', text: dayOf(lastPassed.createdAt, results), url: lastPassed.url }}`
  const isEdited = Date.parse(agent.editedAt ?? '') > Date.parse(lastPassed?.createdAt ?? '')
  const edited = isEdited ? `; it was edited on the service on ${dayOf(agent.editedAt ?? '', results)}` : ''
  return say`the agent ${sureOf(test)} changed ${since}${doubt === null ? '' : doubts[doubt]}${edited}`
}

/** Only perhaps, if something is in doubt. */
export function sureOf({ earlier }: ResultsTest): 'probably' | 'perhaps' {
  return earlier?.doubt == null ? 'probably' : 'perhaps'
}

/** Why it is only perhaps a change. A step says so of one attempt. */
const doubts = {
  failures: '',
  attempts: '',
  runs: ', judged by few earlier runs',
  day: ', or had a bad day',
} as const

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
  return test.control === null ? whyNotCompared(agent) : ['nothing to compare it with']
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
  const since = control === null ? (earlier?.failingSince ?? null) : null
  if (since === null) return ['an older failure']
  const day = dayOf(since.createdAt, results)
  return [since.runs > 1 ? `failing since ${day}, before ${startOf(results)}` : `failed on ${day}, too`]
}

function undecidedWords(results: Results, placed: Placed): Sentence {
  const { undecided, source } = placed.test
  if (undecided === null || undecided.why === 'not-compared') return newWords(results, placed)
  if (undecided.why === 'many') return ['unclear: many failed at once']
  if (undecided.why === 'changes-unknown')
    return [`unclear: it is not known whether ${testedChange(results)} adds or edits it`]
  if (undecided.why === 'made-by-job')
    return say`unclear: a step of this job made ${said(source?.file ?? 'its file')}`
  return say`unclear: ${reasonText(placed, undecided)}`
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
  const who = say`${isOfControl ? 'the control ' : ''}${agentName(name ?? '')}`
  if (problem?.kind === 'max-tests')
    return say`${input('max-tests', `${problem.maxTests}`)} left no test for ${isOfControl ? who : 'a retry'}`
  if (problem?.kind === 'edited')
    return say`it could not be retried, because ${separated(problemWords(problem).why)}`
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

/** Whether it failed on a copy of which the change sets nothing. */
function isUntouched({ agent, test }: Placed): boolean {
  return test.cause === 'older' && agent.override !== null && isUnchanged(agent)
}

/** `failed 5 of 5, before 0 of 10` */
export function countsText({ now, before, without }: FailureCounts): string {
  const all = [`failed ${now}`, without && `without the change ${without}`, before && `before ${before}`]
  return all.filter(Boolean).join(', ')
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
  const first = `${capitalized(someOf(failed, tests, 'test'))} failed at first (usually ${expected < 0.5 ? 'none' : count(expected)})`
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
