// The first line of every report: whether to merge, and what became of the tests. And how many of them passed.
import { type Cause, DEFAULT_TITLE, type Results, type ResultsTest } from '../schema.ts'
import { causes, sectionOf } from './causes.ts'
import { causeWords, type PlacedTest } from './failing-tests.ts'
import type { Finding } from './findings.ts'
import { count, counted, dayOf, firstFew, grouped, someOf, testedAgents, wordFor } from './format.ts'
import { blamed, testedInPlace } from './origins.ts'
import { neverStarts, toldOf } from './problems.ts'
import { agentList, input, ofJob, plain, type Sentence, say, separated, type Wording } from './sentence.ts'
import { isSilent, namesOf, shortProblems } from './shared-problems.ts'
import { changesFacts, testedChange } from './test-changes.ts'

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
function unknownChanges({ decision }: Results, failing: readonly PlacedTest[]): string {
  if (decision.changes?.known !== 'no-pull-request' || decision.compares === 'nothing') return ''
  const tests = failing.filter(
    ({ test: { source, cause, blocks } }) => source && !blocks && (cause === 'new' || cause === 'edited'),
  )
  if (tests.length === 0) return ''
  return `; ${counted(tests.length, 'test')} that may be new or edited ${wordFor(tests.length, 'does', 'do')} not block, because the job has no pull request`
}

const CAUSES_COUNTED = 2

/** `this pull request probably broke 1 of 8 tests`, `2 of 8 tests failed, as before`. @param failing how many failed in all */
function failingText(results: Results, tests: readonly PlacedTest[], failing: number): Sentence {
  const all = someOf(tests.length, results.totals.total, 'test')
  const groups = grouped(tests, ({ test }) => test.cause)
  const [same, ...others] = groups
  // The line of a single test has its agent.
  if (same !== undefined && others.length === 0)
    return causeFacts(
      results,
      tests,
      same[0].test.cause,
      tests.length === 1 ? [all] : say`${all}${agentsText(results, tests)}`,
    )
  const most = groups.length > CAUSES_COUNTED ? CAUSES_COUNTED - 1 : CAUSES_COUNTED
  const counts = firstFew(
    groups,
    most,
    (of) => say`${of.length} ${shortCause(results, of)}`,
    () => `and ${count(tests.length - (same?.length ?? 0))} others`,
  )
  return say`${all} ${tests.length === failing ? 'failed' : 'block'}: ${separated(counts, ', ')}`
}

/** The words of one cause, with the name of the change. */
function shortCause(results: Results, tests: readonly [PlacedTest, ...PlacedTest[]]): Sentence {
  const { cause } = tests[0].test
  const words = new Map(tests.map((each) => causeWords(results, each)).map((text) => [plain(text), text]))
  const [only = [], ...others] = words.values()
  if (cause === 'yours' && others.length === 0) return only
  if (cause === 'changed' && tests.some(({ test }) => test.earlier?.doubt != null)) return ['perhaps broke']
  return [causes[cause].label.replace('this change', testedChange(results))]
}

/** The facts of tests that failed for one cause. */
function causeFacts(results: Results, tests: readonly PlacedTest[], cause: Cause, some: Sentence): Sentence {
  const change = testedChange(results)
  const every = (is: (placed: PlacedTest) => boolean) => tests.every(is)
  const they = wordFor(tests.length, 'it', 'they')
  switch (cause) {
    case 'yours': {
      if (every(isOwnFailure)) return say`${some} failed, which ${change} adds or edits`
      const [blame = [change], ...others] = grouped(
        tests.map(({ agent }) => blamed(results, agent, change)),
        (text) => plain(text),
      ).map(([text]) => text)
      return say`${others.length > 0 ? ['what was tested'] : blame} probably broke ${some}`
    }
    case 'changed':
      return say`${some} ${every(({ test }) => test.earlier?.doubt == null) ? 'broke' : 'perhaps broke'}`
    case 'edited':
      return say`${some} failed after an edit`
    case 'undecided':
      if (!every(({ test }) => test.undecided?.why === 'many')) return say`${some} failed, unclear why`
      return every(({ test }) => test.control !== null)
        ? say`${some} failed more often with ${change}`
        : say`${some} failed at once`
    case 'unsteady':
      return say`${some} failed, as ${they} ${wordFor(tests.length, 'does', 'do')} now and then`
    case 'older':
      return say`${some} failed${asBefore(tests, change)}`
    case 'new':
    case 'accepted':
    case 'no-result':
    case 'passed':
      if (every(isFirst)) return say`${some} failed, but no earlier run shows whether ${they} ever passed`
      return say`${some} failed${results.decision.compares === 'history' ? ', not compared' : ''}`
    default:
      return cause satisfies never
  }
}

function isOwnFailure({ test: { cause, source } }: PlacedTest): boolean {
  return cause === 'yours' && source?.change != null
}

/** Whether it has no earlier run, not even one that is too recent. */
function isFirst({ agent: { baseline }, test }: PlacedTest): boolean {
  if (baseline === null || baseline.problem !== null) return false
  return baseline.runs.length > 0 ? test.earlier?.later == null : baseline.tooRecent === 0
}

/** `, as in its last 10 runs` */
function asBefore(tests: readonly PlacedTest[], change: string): string {
  if (tests.some(({ test }) => test.control !== null)) return ` with or without ${change}`
  const [same = 0, ...others] = new Set(
    tests.map(({ test: { earlier } }) => (earlier?.failures === earlier?.runs ? earlier?.runs : 0)),
  )
  if (others.length > 0 || same < 2) return ', as before'
  return `, as in ${wordFor(tests.length, 'its', 'their')} last ${count(same)} runs`
}

/** ` in Support bot`, ` in 2 of 3 agents`, of different tests ` across 2 agents`; empty if only one was tested. */
function agentsText(results: Results, tests: readonly PlacedTest[]): Sentence {
  const all = testedAgents(results)
  const agents = [...new Set(tests.map(({ at }) => at))]
  if (all === 1) return []
  if (agents.length === 1) return say` in ${agentList(namesOf(results, agents))}`
  const names = new Set(tests.map(({ test: { source, name } }) => source?.serviceName ?? name))
  const isSame = names.size * agents.length === tests.length
  // Different tests did not fail in both.
  return isSame || agents.length < all
    ? [` in ${someOf(agents.length, all, 'agent')}`]
    : [` across ${counted(agents.length, 'agent')}`]
}

const PROBLEMS_IN_HEADLINE = 2

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
    return say`${shortProblems(results, problems, PROBLEMS_IN_HEADLINE)}${failed}`
  }
  if (tested === 0 && agents.some(({ problem }) => problem && toldOf(problem) === 'tested'))
    return ['nothing to test']
  const skipped = skippedTexts(results)
  if (tested === 0) return separated(['no agent was tested', ...skipped])
  const older =
    failing.length === 0 ? [] : [`${count(failing.length)} failed${asBefore(failing, testedChange(results))}`]
  return separated([
    ...passedTexts(results),
    ...acceptedTexts(results),
    ...older,
    ...withoutResultTexts(results),
    ...skipped,
  ])
}

/** `1 failure is accepted until 3 Dec`; of several dates, the first. */
function acceptedTexts(results: Results): string[] {
  const isAccepted = ({ cause }: ResultsTest) => cause === 'accepted'
  const tests = results.agents.flatMap(({ run }) => run?.tests.filter(isAccepted) ?? [])
  const [first, ...later] = [...new Set(tests.flatMap(({ accepted }) => accepted?.until ?? []))].sort()
  if (first === undefined) return []
  const are = `${counted(tests.length, 'failure')} ${wordFor(tests.length, 'is', 'are')} accepted`
  return [`${are} until ${dayOf(first, results)}${later.length > 0 ? ' or later' : ''}`]
}

/** `all 50 tests passed in 3 agents, 1 only on retry`; without `all` if nobody knows how many tests an agent has */
function passedTexts(results: Results): string[] {
  const { passed, failed, total, flaky } = results.totals
  if (passed + failed === 0 && withoutResultTexts(results).length > 0) return []
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
  const isCounted = silent > 0 || totals.passed + totals.failed === 0
  const parts = [
    tests > 0 && (isCounted ? counted(tests, 'test') : count(tests)),
    silent > 0 && counted(silent, 'agent'),
  ].filter(Boolean)
  return parts.length === 0 ? [] : [`${parts.join(' and ')} without a result`]
}

/** Not in headlines of what blocks. */
function skippedTexts({ agentTotals }: Results): readonly string[] {
  return agentTotals.skipped > 0 ? [`${counted(agentTotals.skipped, 'agent')} skipped`] : []
}

/** `37 of 39 tests passed in 3 agents, 1 only on retry · 1 failed · 1 without a result` */
export function totalsText(results: Results): string {
  const { failed } = results.totals
  const parts = [...passedTexts(results), ...(failed > 0 ? [`${count(failed)} failed`] : [])]
  return [...parts, ...withoutResultTexts(results), ...skippedTexts(results)].join(' · ')
}
