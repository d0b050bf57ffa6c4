// The first line of every report: whether to merge, and what became of the tests. And how many of them passed.
import { type Cause, DEFAULT_TITLE, type Results } from '../schema.ts'
import type { TestOfAgent } from './agent-views.ts'
import { causes, sectionOf } from './causes.ts'
import { sureOf } from './failing-tests.ts'
import type { Finding } from './findings.ts'
import { count, counted, firstFew, grouped, someOf, testedAgents, wordFor } from './format.ts'
import { blamed, testedInPlace } from './origins.ts'
import { neverStarts, toldOf } from './problems.ts'
import { input, ofJob, plain, type Sentence, say, separated, type Wording } from './sentence.ts'
import { isSilent, namesOf, shortProblems } from './shared-problems.ts'
import { changesFacts, testedChange } from './test-changes.ts'
import { agentList } from './untrusted.ts'

/** `care`: nothing blocks, but tests fail that are not accepted, and perhaps by the change. */
export type Advice = 'merge' | 'care' | 'wait' | 'stop'

export function adviceOf({ verdict, decision }: Results, findings: readonly Finding[]): Advice {
  // Whoever sets a rate says that the other tests may fail.
  if (verdict === 'passed' && decision.passRate !== null) return 'merge'
  if (verdict === 'failed' || neverStarts(decision)) return 'stop'
  if (verdict === 'inconclusive') return 'wait'
  return findings.every(({ row }) => row === null || row.cause === 'older') ? 'merge' : 'care'
}

export interface Headline {
  readonly sign: '✅' | '❌' | '⚠️' | 'ℹ️'
  /** Null if it is the usual one. */
  readonly title: string | null
  /** Such as `Do not merge:`; without a pull request, such as `Failed:`; before the facts. */
  readonly advice: string
  /** Such as `this change probably broke 1 of 8 tests`. */
  readonly facts: Sentence
}

/** `Do not merge: 1 of 8 tests broke`, behind the title of the job if it is not the usual one. */
export function headlineText({ title, advice, facts }: Headline, wording: Wording = ofJob): string {
  return `${title === null ? '' : `${title}: `}${advice} ${plain(wording(facts))}`
}

/** The sign, and the words on a pull request and elsewhere. */
const advices = {
  merge: ['✅', 'Good to merge', 'Passed'],
  care: ['⚠️', 'You can merge', 'Nothing blocks'],
  wait: ['⚠️', 'Do not merge yet', 'Inconclusive'],
  stop: ['❌', 'Do not merge', 'Failed'],
  report: ['ℹ️', 'Report only', 'Report only'],
  refused: ['❌', 'Report only, but this job fails', 'Report only, but this job fails'],
  withheld: ['❌', 'Not tested', 'Not tested'],
} as const

function adviceKey({ mode, decision: { endedEarly } }: Results, advice: Advice): keyof typeof advices {
  if (mode === 'report') return endedEarly?.kind === 'wrong-inputs' ? 'refused' : 'report'
  return endedEarly?.kind === 'key' && endedEarly.withheld ? 'withheld' : advice
}

export function headlineOf(results: Results, findings: readonly Finding[]): Headline {
  const { title, verdict, pullRequest, decision } = results
  const failing = findings.flatMap(({ tests }) => tests)
  const advice = adviceOf(results, findings)
  const key = adviceKey(results, advice)
  const [sign, ofPullRequest, ofJob] = advices[key]
  const inPlace = key === 'merge' ? testedInPlace(results) : []
  const blocking = failing.filter(({ test }) => sectionOf(test) === 'blocks')
  const important = blocking.length > 0 ? blocking : failing
  const hasUntested = verdict === 'inconclusive' && findings.some(({ problem }) => problem !== null)
  const tellsFailing = important.length > 0 && advice !== 'merge' && !hasUntested
  const what = tellsFailing
    ? separated([failingText(results, important, failing.length), ...withoutResultTexts(results)])
    : otherFacts(results, findings)
  const isToldOfChange = tellsFailing && important.every(isOwnFailure) && decision.passRate === null
  return {
    sign,
    title: title === DEFAULT_TITLE ? null : title,
    advice: `${pullRequest === null || inPlace.length > 0 ? ofJob : ofPullRequest}:`,
    facts: [
      ...(key === 'refused' ? ['the inputs are wrong'] : withRate(results, what)),
      ...(pullRequest === null || inPlace.length === 0 ? [] : [', ', ...inPlace]),
      key === 'report' ? '; nothing blocks' : '',
      unknownChanges(results, failing),
      changesFacts(results, isToldOfChange),
    ].filter(Boolean),
  }
}

/**
 * `37 of 40 tests passed (92%; at least 90% must pass)`, rounded down, if the rate decided. If it is met, what blocks are tests that have to
 * pass anyway.
 */
function withRate(results: Results, what: Sentence): Sentence {
  const { decision, verdict, totals, agents } = results
  if (decision.passRate === null) return what
  const { atLeast, passed, total, isMet } = decision.passRate
  const countsNone = total === 0 && isMet === null && verdict === 'inconclusive' && !agents.some(isSilent)
  if (countsNone) return ['no test counts for ', input('pass-rate')]
  if (total === 0 || isMet === null) return what
  const tests = `${someOf(passed, total, 'test')}${total < totals.total ? ' that count' : ''}`
  const rate = `${tests} passed (${Math.floor((passed * 100) / total)}%; at least ${atLeast}% must pass)`
  if (isMet && verdict === 'failed') return [...what, `; ${rate}`]
  return separated([rate, ...withoutResultTexts(results)])
}

/** Tests that may be of the change, of which nobody knows in a job without a pull request, so that they do not block. */
function unknownChanges({ decision }: Results, failing: readonly TestOfAgent[]): string {
  if (decision.changes?.known !== 'no-pull-request' || decision.compares === 'nothing') return ''
  const tests = failing.filter(
    ({ test: { source, cause, blocks } }) => source && !blocks && (cause === 'new' || cause === 'edited'),
  )
  if (tests.length === 0) return ''
  return `; ${counted(tests.length, 'test')} that may be new or edited ${wordFor(tests.length, 'does', 'do')} not block, because the job has no pull request`
}

const CAUSES_COUNTED = 2

/** `this pull request probably broke 1 of 8 tests`, `2 of 8 tests failed, as before`. @param failing how many failed in all */
function failingText(results: Results, tests: readonly TestOfAgent[], failing: number): Sentence {
  const all = someOf(tests.length, results.totals.total, 'test')
  const groups = grouped(tests, ({ test }) => test.cause)
  const [same, ...others] = groups
  if (same !== undefined && others.length === 0)
    return causeText(results, same, all, agentsText(results, tests))
  const most = groups.length > CAUSES_COUNTED ? CAUSES_COUNTED - 1 : CAUSES_COUNTED
  const counts = firstFew(
    groups,
    most,
    (of) => say`${of.length} ${labelOf(results, of)}`,
    () => `and ${count(tests.length - (same?.length ?? 0))} others`,
  )
  return say`${all} ${tests.length === failing ? 'failed' : 'block'}: ${separated(counts, ', ')}`
}

type SameCause = readonly [TestOfAgent, ...TestOfAgent[]]

/** The label of their cause, with what is blamed. */
function labelOf(results: Results, tests: SameCause): Sentence {
  const { cause } = tests[0].test
  if (cause === 'changed') return [brokeText(tests)]
  if (cause !== 'yours') return [causes[cause].label]
  return tests.every(isOwnFailure) ? ['added or edited'] : say`probably ${blamedFor(results, tests)}`
}

/** How tests of one cause failed; those of the other causes have nothing to compare with. */
const endings: Readonly<Partial<Record<Cause, string>>> = {
  edited: ' after an edit',
  undecided: ', unclear why',
  unsteady: ', as happens now and then',
}

function causeText(results: Results, tests: SameCause, some: string, whose: Sentence): Sentence {
  const { cause } = tests[0].test
  if (cause === 'changed') return say`${some} ${brokeText(tests)}${whose}`
  if (cause === 'yours')
    return tests.every(isOwnFailure)
      ? say`${some} failed, added or edited by ${testedChange(results)}`
      : say`${blamedFor(results, tests)} probably broke ${some}${whose}`
  if (tests.every(({ test }) => test.undecided?.why === 'many'))
    return tests.some(({ test }) => test.control !== null)
      ? say`${some} failed more often with ${testedChange(results)}`
      : say`${some} failed at once`
  const isCompared = results.decision.compares === 'history'
  if (cause === 'older') return say`${some} failed${whose}${asBefore(tests)}`
  return say`${some} failed${whose}${endings[cause] ?? (isCompared ? ', not compared' : '')}`
}

function asBefore(tests: readonly TestOfAgent[]): string {
  return tests.some(({ test }) => test.control !== null) ? ', with or without the change' : ', as before'
}

function brokeText(tests: readonly TestOfAgent[]): string {
  return tests.some(({ test }) => sureOf(test) === 'perhaps') ? 'perhaps broke' : 'broke'
}

function blamedFor(results: Results, tests: readonly TestOfAgent[]): Sentence {
  const all = tests.map(({ agent }) => blamed(results, agent))
  const [blame = [], ...others] = new Map(all.map((each) => [plain(each), each])).values()
  return others.length > 0 ? ['what was tested'] : blame
}

function isOwnFailure({ test: { cause, source } }: TestOfAgent): boolean {
  return cause === 'yours' && source?.change != null
}

/** ` in Support bot`, ` in 2 agents`; empty if only one was tested. */
function agentsText(results: Results, tests: readonly TestOfAgent[]): Sentence {
  const agents = [...new Set(tests.map(({ at }) => at))]
  if (testedAgents(results) === 1) return []
  return agents.length === 1
    ? say` in ${agentList(namesOf(results, agents))}`
    : [` in ${counted(agents.length, 'agent')}`]
}

/** The facts of a job without a failing test that matters by itself, or that tested too little. */
function otherFacts(results: Results, findings: readonly Finding[]): Sentence {
  const { agents, verdict, decision } = results
  const problems = findings.flatMap(({ problem }) => problem ?? [])
  const failing = findings.flatMap(({ tests }) => tests)
  if (findings.some(({ isMany }) => isMany))
    return [`${counted(decision.count?.failed ?? decision.sample?.tests ?? 0, 'test')} failed at first`]
  const tested = testedAgents(results)
  if (problems.length > 0 && verdict !== 'passed' && (tested > 0 || agents.length === 0)) {
    const failed = failing.length > 0 ? `; ${counted(failing.length, 'test')} failed` : ''
    return say`${shortProblems(results, problems)}${failed}`
  }
  if (tested === 0 && agents.some(({ problem }) => problem && toldOf(problem) === 'tested'))
    return ['nothing to test']
  if (tested === 0) return separated(['no agent was tested', ...skippedTexts(results)])
  return separated(totalsOf(results, failing, asBefore(failing)))
}

/** `37 of 39 tests passed in 3 agents, 1 only on retry`, `1 failed, as before`, `1 test without a result`. @param how the tests failed */
export function totalsOf(results: Results, failing: readonly TestOfAgent[], how = ''): string[] {
  const failed = failing.length === 0 ? [] : [`${count(failing.length)} failed${how}`]
  return [
    ...passedTexts(results),
    ...failed,
    ...acceptedTexts(results),
    ...withoutResultTexts(results),
    ...skippedTexts(results),
  ]
}

/** `1 accepted failure` */
function acceptedTexts({ agents }: Results): string[] {
  const tests = agents.flatMap(({ run }) => run?.tests.filter(({ cause }) => cause === 'accepted') ?? [])
  return tests.length === 0 ? [] : [counted(tests.length, 'accepted failure')]
}

/** `all 50 tests passed in 3 agents, 1 only on retry`; without `all` if nobody knows how many tests an agent has */
function passedTexts(results: Results): string[] {
  const { passed, failed, total, flaky } = results.totals
  if (passed + failed === 0 && (total === 0 || withoutResultTexts(results).length > 0)) return []
  const agents = results.agents.filter(({ run }) => run?.tests.length).length
  const isWhole = passed < total || !results.agents.some(isSilent)
  const tests = isWhole ? someOf(passed, total, 'test') : counted(total, 'test')
  const retried = flaky > 0 ? `, ${count(flaky)} only on retry` : ''
  return [`${tests} passed${agents <= 1 ? '' : ` in ${counted(agents, 'agent')}`}${retried}`]
}

/** Tests and agents without a result, as far as there are any: `1 test and 2 agents without a result`. */
function withoutResultTexts({ totals, agents }: Results): readonly string[] {
  const tests = totals.total - totals.passed - totals.failed
  const silent = agents.filter(isSilent).length
  const parts = [tests > 0 && counted(tests, 'test'), silent > 0 && counted(silent, 'agent')].filter(Boolean)
  return parts.length === 0 ? [] : [`${parts.join(' and ')} without a result`]
}

/** Not in headlines of what blocks. */
function skippedTexts({ agentTotals }: Results): readonly string[] {
  return agentTotals.skipped > 0 ? [`${counted(agentTotals.skipped, 'agent')} skipped`] : []
}
