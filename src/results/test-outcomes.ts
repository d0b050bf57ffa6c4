// The table of what may become of a test: what is said and done about it, and where lists and JUnit put it. And the words of all reports
// for what is not said of a failing test alone.
import {
  hasFailed,
  isAccepted,
  type Results,
  type ResultsAgent,
  type ResultsTest,
  type TestOutcome,
} from '../schema.ts'
import { count, counted, dayOf, wordFor } from './format.ts'
import type { FailingTest } from './rates.ts'
import { ended, plain, quoted, type Sentence, say, separated } from './sentence.ts'
import { limitText } from './undecided.ts'
import {
  broke,
  edited,
  editedEvaluators,
  failedBefore,
  failedOnControl,
  failingSince,
  failsNowAndThen,
  isNew,
  notCompared,
  oneOfMany,
  ownTest,
  type PlacedTest,
  passedBefore,
  undecided,
  unknownTest,
  type Verdict,
} from './verdicts.ts'

/** What tests are listed by: their outcomes, and apart from these the accepted ones. */
export type TestGroup = Exclude<TestOutcome, 'not-run'> | 'accepted'

export function groupOf({ outcome, accepted }: Pick<ResultsTest, 'outcome' | 'accepted'>): TestGroup {
  if (outcome === 'passed' || outcome === 'pending') return outcome
  if (isAccepted({ accepted })) return 'accepted'
  return outcome === 'not-run' ? 'unanswered' : outcome
}

/** What an agent means for the verdict. Most important first. */
export const standings = ['blocks', 'inconclusive', 'does-not-block', 'skipped', 'passed'] as const
export type Standing = (typeof standings)[number]

export function standingOf({ outcome, run }: Pick<ResultsAgent, 'outcome' | 'run'>): Standing {
  const tests = run?.tests ?? []
  if (tests.some(({ blocks }) => blocks)) return 'blocks'
  if (outcome !== 'failed') return outcome
  return tests.some((test) => groupOf(test) === 'undecided') ? 'inconclusive' : 'does-not-block'
}

/** That of the lines about its tests, if it does not block. */
export function signOf(agent: Pick<ResultsAgent, 'outcome' | 'run'>): string {
  const standing = standingOf(agent)
  const failing = (agent.run?.tests ?? []).filter((test) => hasFailed(test) && !isAccepted(test))
  const isMinor = failing.length > 0 && failing.every((test) => groups[groupOf(test)].sign === '➖')
  return standing === 'does-not-block' && isMinor ? '➖' : standingWords[standing].sign
}

/** Where lists put a test: by what it means for the verdict. */
export type TestSection = 'blocks' | 'does-not-block' | 'without-result' | 'passed'

export const sectionTitles: Readonly<Record<TestSection, string>> = {
  blocks: 'Blocks the merge',
  'does-not-block': 'Does not block',
  'without-result': 'Without a result',
  passed: 'Passed',
}

interface Row {
  readonly icon: string
  /** What became of one test. */
  readonly label: string
  /** What became of so many tests. */
  readonly title: (tests: number) => string
  /** Unless it blocks. */
  readonly section: TestSection
  readonly junit: 'passed' | 'failure' | 'error' | 'skipped'
  /** The sign of its line, unless it blocks. */
  readonly sign: '⚠️' | '➖'
  /** What is said of one that failed, and what is to be done. */
  readonly verdict: ((failing: FailingTest) => Verdict) | null
}

function withVerb(icon: string, label: string) {
  return { icon, label, title: (tests: number) => `${counted(tests, 'test')} ${label}` }
}

function withNoun(icon: string, label: string) {
  return { icon, label, title: (tests: number) => counted(tests, label) }
}

const failure = { section: 'does-not-block', junit: 'failure', sign: '➖' } as const
const open = { section: 'without-result', junit: 'error', sign: '⚠️', verdict: null } as const

/** Most important first. */
export const groups: Readonly<Record<TestGroup, Row>> = {
  broke: { ...withVerb('❌', 'broke'), ...failure, verdict: broke },
  failed: { ...withVerb('❌', 'failed'), ...failure, verdict: notCompared },
  // Nobody may merge before that is known.
  undecided: {
    ...withNoun('⚠️', 'undecided test'),
    ...failure,
    section: 'blocks',
    sign: '⚠️',
    verdict: undecided,
  },
  edited: { ...withVerb('✏️', 'failed after an edit'), ...failure, sign: '⚠️', verdict: edited },
  new: { ...withNoun('🆕', 'new failing test'), ...failure, verdict: isNew },
  'not-compared': { ...withVerb('⚠️', 'not compared'), ...failure, verdict: notCompared },
  'passed-before': {
    ...withVerb('➖', 'passed before'),
    title: (tests) => `${counted(tests, 'failing test')} passed before`,
    ...failure,
    verdict: passedBefore,
  },
  'failed-on-control': {
    ...withVerb('➖', 'failed without the change, too'),
    ...failure,
    verdict: failedOnControl,
  },
  'fails-now-and-then': {
    ...withVerb('➖', 'fails now and then'),
    title: (tests) => `${counted(tests, 'test')} ${wordFor(tests, 'fails', 'fail')} now and then`,
    ...failure,
    verdict: failsNowAndThen,
  },
  'failed-before': { ...withVerb('➖', 'failed before, too'), ...failure, verdict: failedBefore },
  accepted: { ...withNoun('☑️', 'accepted test'), ...failure, junit: 'skipped', verdict: null },
  flaky: { ...withNoun('🔁', 'flaky test'), ...failure, junit: 'passed', verdict: null },
  unanswered: { ...withVerb('⚠️', 'without a result'), ...open },
  pending: { ...withVerb('⏳', 'still running'), ...open },
  passed: { ...withVerb('✅', 'passed'), ...failure, section: 'passed', junit: 'passed', verdict: null },
}

export const groupOrder = Object.keys(groups) as readonly TestGroup[]

/** What a test means for the verdict. */
export function sectionOf(test: ResultsTest): TestSection {
  return test.blocks ? 'blocks' : groups[groupOf(test)].section
}

/** Reporters show errors as red, which a test without a result has to be, also if it is accepted. */
export function junitKind(test: ResultsTest): Row['junit'] {
  return groups[hasFailed(test) ? groupOf(test) : groupOf({ ...test, accepted: null })].junit
}

/** What is said of a test whatever became of it: the first of these that is true of it, before the row of its outcome. */
const exceptions: readonly ((failing: FailingTest) => Verdict | null)[] = [
  ownTest,
  unknownTest,
  editedEvaluators,
  failingSince,
  oneOfMany,
]

interface TestVerdict extends Verdict {
  readonly sign: '❌' | '⚠️' | '➖'
}

/** What is said of a test that failed and is not accepted. */
export function verdictOf(
  results: Results,
  { agent, test }: Omit<PlacedTest, 'at'>,
  isSeveral = false,
): TestVerdict {
  const failing = { results, agent, test, isSeveral }
  const { sign, verdict } = groups[groupOf(test)]
  const [exception] = exceptions.flatMap((exceptionOf) => exceptionOf(failing) ?? [])
  const usual = exception ?? (verdict ?? notCompared)(failing)
  const expired = test.accepted && say`Its acceptance ended on ${dayOf(test.accepted.until, results)}`
  const limit = limitText(test, [...usual.words, ...usual.numbers])
  const { numbers, together, alone } = usual
  const withMore = (text: Sentence) =>
    separated(
      [text, limit, expired ?? []].filter((each) => each.length > 0),
      '. ',
    )
  return {
    ...usual,
    numbers: withMore(numbers),
    ...(together && { together: withMore(together) }),
    ...(alone && { alone: withMore(alone) }),
    sign: test.blocks ? '❌' : sign,
  }
}

/** The same of any test, in all lists: `probably broken by this pull request. Fails 3 of 3 …`, `passed on attempt 2`. */
export function testText(results: Results, placed: Omit<PlacedTest, 'at'>): Sentence {
  if (!hasFailed(placed.test) || isAccepted(placed.test)) return factsText(placed.test)
  const { words, numbers } = verdictOf(results, placed)
  return numbers.length === 0 ? words : separated([ended(words), numbers], ' ')
}

/** After what became of the test: `broke: probably a change since …` */
export function outcomeText(test: ResultsTest, text: Sentence): Sentence {
  const group = groupOf(test)
  // What failed before the change was not broken by it.
  const label = test.earlier?.failingSince ? 'failed' : groups[group].label
  const isSaid = group === 'accepted' || plain(text).startsWith(label)
  return separated([...(isSaid ? [] : [[label]]), ...(text.length > 0 ? [text] : [])], ': ')
}

export const standingWords: Readonly<Record<Standing, { readonly sign: string; readonly label: string }>> = {
  blocks: { sign: '❌', label: 'failed' },
  inconclusive: { sign: '⚠️', label: 'inconclusive' },
  'does-not-block': { sign: '⚠️', label: 'failed, does not block' },
  skipped: { sign: '⏭️', label: 'skipped' },
  passed: { sign: '✅', label: 'passed' },
}

/** What became of one attempt. */
export const statuses: Readonly<Record<ResultsTest['attempts'][number]['status'], string>> = {
  passed: 'passed',
  failed: 'failed',
  unanswered: 'no answer',
  'not-run': 'not run',
  pending: 'no result',
}

/** Why a test has no result, or its first attempt had none. */
const errorTexts: Readonly<Record<NonNullable<ResultsTest['error']>['kind'] | 'pending', string>> = {
  agent: 'error of the agent',
  model: "error of the agent's model",
  evaluator: 'error of the evaluator',
  service: 'error of the service',
  test: 'the test is defective',
  edited: 'its runs asked something else than its file',
  'not-run': 'not run, because the run ended first',
  pending: 'no result was reported',
  unread: 'nobody knows whether it failed',
  unknown: 'it could not be run or evaluated',
}

/** What is known of a test without a verdict, of an accepted and of a flaky one: `passed on attempt 2`. */
export function factsText({ accepted, outcome, error, attempts, source }: ResultsTest): Sentence {
  if (outcome === 'passed') return []
  const until = accepted && `${accepted.expired ? 'was accepted' : 'accepted'} until ${dayOf(accepted.until)}`
  const passedAt = attempts.findIndex(({ status }) => status === 'passed')
  const hasResult = outcome === 'flaky' || hasFailed({ outcome })
  const kind = error?.kind ?? (outcome === 'not-run' ? outcome : 'pending')
  const what = error?.detail == null ? errorTexts[kind] : `${errorTexts[kind]} (${error.detail})`
  return separated([
    ...(until === null ? [] : [[until]]),
    ...(until !== null && source?.change ? [[`${source.change} by the change itself`]] : []),
    ...(passedAt > 0 ? [[`passed on attempt ${passedAt + 1}`]] : []),
    ...(passedAt < 0 && attempts.length > 0 ? [[triesText(attempts)]] : []),
    ...(error === null && hasResult ? [] : [[what]]),
    ...(error?.message ? [quoted(error.message)] : []),
  ])
}

/** Attempts without a result are counted only if there are no others. */
function triesText(attempts: ResultsTest['attempts']): string {
  const failed = attempts.filter(({ status }) => status === 'failed').length
  return failed === 0
    ? `no result in ${counted(attempts.length, 'attempt')}`
    : `failed ${count(failed)} of ${counted(failed, 'attempt')}`
}
