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
import { factsText, groupOf, groups } from './test-outcomes.ts'

/** A test of an agent. `at`: the agent's position in the results. */
export interface PlacedTest {
  readonly at: number
  readonly agent: ResultsAgent
  readonly test: ResultsTest
}

/** What the next step depends on. */
export type Cause =
  | 'change'
  | 'own-test'
  | 'test-edited'
  | 'evaluator-edited'
  | 'now-and-then'
  | 'not-this-change'
  | 'new'
  | 'not-compared'
  | 'unclear'

export interface TestVerdict {
  readonly sign: '❌' | '⚠️' | '➖'
  readonly cause: Cause
  /** Behind the name of the test: `probably this change`. */
  readonly words: Sentence
  /** Further sentences: `Failed 3 of 3; passed its last 10 runs`. Empty if the words say it all. */
  readonly numbers: Sentence
}

/** So many runs that a test which broke passed all of are rarely chance. */
const MANY_RUNS = 10
/** So many failed attempts are needed to say that a test broke. */
const ENOUGH_ATTEMPTS = 3

/** All tests that failed and are not accepted, in the order of the results. */
export function failingTests({ agents }: Results): PlacedTest[] {
  return agents.flatMap((agent, at) =>
    (agent.run?.tests ?? []).flatMap((test) =>
      hasFailed(test) && !isAccepted(test) ? [{ at, agent, test }] : [],
    ),
  )
}

/** @param of one of {@link failingTests} */
export function verdictOf(results: Results, { agent, test }: Omit<PlacedTest, 'at'>): TestVerdict {
  const found =
    ownWords(results, agent, test) ??
    unknownWords(results, agent, test) ??
    editedWords(test) ??
    (test.control === null ? byHistory(results, agent, test) : byControl(results, agent, test, test.control))
  const isOpen = found.cause === 'unclear' || found.cause === 'test-edited' || test.outcome === 'undecided'
  const expired = test.accepted === null ? [] : say`Its acceptance ended on ${dayText(test.accepted.until)}`
  const further = [found.numbers, limitText(test, [...found.words, ...found.numbers]), expired]
  const numbers = separated(
    further.filter(({ length }) => length > 0),
    '. ',
  )
  return { ...found, numbers, sign: test.blocks ? '❌' : isOpen ? '⚠️' : '➖' }
}

type Found = Omit<TestVerdict, 'sign'>

/** That `max-tests` kept a test from running again, where the text does not say so. */
function limitText({ whyNotRunAgain: reason, control }: ResultsTest, text: Sentence): Sentence {
  if (reason?.problem?.kind !== 'max-tests') return []
  const limit = notRunAgainText(reason, control)
  return plain(text).includes(plain(limit)) ? [] : asSentence(limit)
}

/** A test that the pull request adds or edits has to pass, whatever it did before. */
function ownWords(
  results: Results,
  agent: ResultsAgent,
  { source, attempts, control, earlier }: ResultsTest,
): Found | null {
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
  return {
    cause: 'own-test',
    words: [`${source.change} by ${changeName(results, agent)}, and fails`],
    numbers: [attemptsText(attempts), ...earlierFormText(earlier), ...onControl],
  }
}

/** A test that would not block, unless it is the pull request's own, which nobody knows. */
function unknownWords(
  results: Results,
  agent: ResultsAgent,
  { source, outcome, attempts, whyNotRunAgain: why }: ResultsTest,
): Found | null {
  const { known = true, reason = null } = changesOf(results, agent) ?? {}
  const isUnknown = !known && reason !== 'no-pull-request' && outcome === 'undecided' && why === null
  if (source === null || reason === null || !isUnknown) return null
  const words = [`unclear: it is not known whether ${changeName(results, agent)} adds or edits it`]
  return {
    cause: 'unclear',
    words,
    numbers: say`${attemptsText(attempts)}. ${{ kind: 'said', text: reason.replace(/\.$/, '') }}`,
  }
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
  // A results file may say anything.
  const time = Date.parse(form.createdAt ?? '')
  const of = Number.isNaN(time) ? '' : `, of ${dayText(new Date(time).toISOString().slice(0, 10))},`
  return [`; its earlier form${of} passed ${count(form.passed)} of ${count(form.runs)}`]
}

function editedWords({ outcome, edits, editedEvaluators, earlier, attempts }: ResultsTest): Found | null {
  if (outcome === 'edited' && edits.length === 0 && earlier?.earlierForm) {
    const numbers = [attemptsText(attempts), ...earlierFormText(earlier)]
    return { cause: 'test-edited', words: ['the test was edited in its file'], numbers }
  }
  if (outcome === 'edited') {
    const what = [...new Set(edits.map((edit) => editNames[edit.what]))].join(' and ')
    return {
      cause: 'test-edited',
      words: say`the test was edited: ${what || 'it'} changed since ${lastPass(earlier)}`,
      numbers: [attemptsText(attempts)],
    }
  }
  if (editedEvaluators.length === 0) return null
  const texts = firstFew(editedEvaluators, EDITS_SHOWN, ({ evaluator, version, before }) => {
    const name = evaluator === null ? [] : say` ${quoted(evaluator)}`
    // Versions are no counts.
    return say`the evaluator${name} was edited: version ${`${version}`} now, ${`${before}`} when it last passed`
  })
  return {
    cause: 'evaluator-edited',
    words: separated(texts),
    numbers: [pastText(attempts, earlier)],
  }
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

function byHistory(results: Results, agent: ResultsAgent, test: ResultsTest): Found {
  const { outcome, earlier, attempts } = test
  const tries: Sentence = [attemptsText(attempts)]
  if (agent.baseline === null && agent.override === null && agent.problem === null && earlier === null)
    return { cause: 'not-compared', words: [attemptsText(attempts).toLowerCase()], numbers: [] }
  const missing = whyNotCompared(results, agent, outcome)
  if (missing !== null) return { cause: 'not-compared', words: missing, numbers: tries }
  const many = blockedAtOnce(results, agent, test)
  if (many !== null) return { cause: 'change', words: ['perhaps a change, or a bad day'], numbers: many }
  if (outcome === 'new')
    return { cause: 'new', words: ['new, so nothing tells whether it ever passed'], numbers: tries }
  if (earlier === null || earlier.runs === 0) return unclear(test)
  const { failures, runs } = earlier
  const numbers: Sentence = [pastText(attempts, earlier)]
  const edit = editText(agent, earlier)
  if (outcome === 'broke') {
    const isProbable = failures === 0 && runs >= MANY_RUNS
    const words = say`${isProbable ? 'probably' : 'perhaps'} a change since ${lastPass(earlier)}`
    return { cause: 'change', words, numbers: [...numbers, ...edit] }
  }
  if (2 * failures > runs)
    return {
      cause: 'not-this-change',
      words: [isOfPullRequest(results) ? 'not this change' : 'failed before, too'],
      numbers,
    }
  if (outcome === 'undecided') return unclear(test)
  if (failures > 0) return { cause: 'now-and-then', words: ['fails now and then'], numbers }
  return {
    cause: 'change',
    words: say`perhaps a change since ${lastPass(earlier)}`,
    numbers: say`${numbers[0] ?? ''}: ${whyNotEnough(results, test, runs)}${edit}`,
  }
}

/** `. Support bot was edited on the service on 21 Nov, 09:14`, if that was after the test last passed. */
function editText(
  { name, editedAt }: ResultsAgent,
  { lastPassed }: NonNullable<ResultsTest['earlier']>,
): Sentence {
  const isLater = editedAt !== null && Date.parse(editedAt) > Date.parse(lastPassed?.createdAt ?? '')
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

/** Failed, though it passed all its earlier runs, and yet that does not say that it broke. */
function whyNotEnough({ mode }: Results, { attempts, whyNotRunAgain }: ResultsTest, runs: number): Sentence {
  const { failed } = tally(attempts)
  if (failed < ENOUGH_ATTEMPTS && whyNotRunAgain !== null) return notRunAgainText(whyNotRunAgain, null)
  if (failed < ENOUGH_ATTEMPTS && mode !== 'gate-if-worse')
    return say`${{ kind: 'code', text: 'retries: 2' }} would tell more`
  return runs < MANY_RUNS
    ? [`fewer than ${MANY_RUNS} runs say little`]
    : ['among so many tests, that is not enough to say more']
}

function byControl(
  results: Results,
  agent: ResultsAgent,
  test: ResultsTest,
  control: NonNullable<ResultsTest['control']>,
): Found {
  const there = tally(control.attempts)
  const many = blockedAtOnce(results, agent, test)
  if (many !== null || test.outcome === 'broke') {
    const words = [`probably ${isOfPullRequest(results) ? 'this change' : 'the tested change'}`]
    return { cause: 'change', words, numbers: many ?? roundsText(test.attempts, control) }
  }
  if (test.outcome !== 'failed-on-control') return unclear(test)
  const own = tally(test.attempts)
  const failed = Math.max(1, own.failed)
  const all = Math.max(1, failed + own.passed)
  const onControl = say`${there.failed} of ${there.answered}`
  if (there.failed * all >= failed * there.answered)
    return {
      cause: 'not-this-change',
      words: [isOfPullRequest(results) ? 'not this change' : 'fails without it, too'],
      numbers: say`${attemptsText(test.attempts)}, and ${onControl} on ${controlName(control)}, too`,
    }
  return {
    cause: 'now-and-then',
    words: ['fails now and then'],
    numbers: say`The change may make it fail more often: ${failed} of ${all} with it, ${onControl} without, on ${controlName(control)}`,
  }
}

function unclear({ attempts, control, whyNotRunAgain: reason, earlier }: ResultsTest): Found {
  const { passed, answered } = tally(control?.attempts)
  const why =
    reason !== null
      ? notRunAgainText(reason, control)
      : control !== null && answered === 0
        ? say`${controlName(control)} gave no answer`
        : control !== null
          ? say`${passed} of ${answered} passed on ${controlName(control)}, which decides nothing`
          : earlier?.runs === 0
            ? ['its earlier runs have no result, or cannot be read']
            : ['too few attempts have an answer']
  const numbers: Sentence =
    control !== null && answered > 0 && reason !== null
      ? roundsText(attempts, control)
      : [pastText(attempts, earlier)]
  return { cause: 'unclear', words: say`unclear: ${why}`, numbers }
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
}

/** `it last passed ([20 Nov, 14:02](…))` */
function lastPass(earlier: ResultsTest['earlier']): Sentence {
  const { url, createdAt } = earlier?.lastPassed ?? { url: null, createdAt: null }
  // A results file may say anything.
  if (createdAt === null || Number.isNaN(Date.parse(createdAt))) return ['it last passed']
  const time = timeText(createdAt)
  return say`it last passed (${url === null ? time : { kind: 'link', text: time, url }})`
}

/** `Failed 3 of 3; passed its last 10 runs` */
function pastText(attempts: ResultsTest['attempts'], earlier: ResultsTest['earlier']): string {
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

/** The numbers of all, where too many failed at once for this test to be judged by itself. */
function blockedAtOnce({ decisions }: Results, { part }: ResultsAgent, test: ResultsTest): Sentence | null {
  const decision = decisions.find((each) => each.part === part)
  const isOneOfMany = test.outcome === 'failed' && test.blocks
  return decision === undefined || !isOneOfMany ? null : manyText(decision, test.control)
}

/** The same of any test, in all lists: `probably this change. Failed 3 of 3 …`, `passed on attempt 2`. */
export function testText(results: Results, of: Omit<PlacedTest, 'at'>): Sentence {
  if (!hasFailed(of.test) || isAccepted(of.test)) return factsText(of.test)
  const { words, numbers } = verdictOf(results, of)
  return numbers.length === 0 ? words : [...words, '. ', ...numbers]
}

/** After what became of the test: `broke: probably a change since …` */
export function outcomeText(results: Results, of: Omit<PlacedTest, 'at'>): Sentence {
  const text = testText(results, of)
  const group = groupOf(of.test)
  const { label: name } = groups[group]
  const label = group === 'accepted' || plain(text).startsWith(name) ? [] : [[name]]
  return separated([...label, ...(text.length > 0 ? [text] : [])], ': ')
}
