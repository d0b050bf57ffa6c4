// The story of a job, which every report tells: the headline, its findings in order, what to do next, and what was tested.
import { hasPassed, type Results, type ResultsAgent } from '../schema.ts'
import {
  type AgentView,
  agentViews,
  type SameTests,
  sameTests,
  type TestOfAgent,
  worstFirst,
} from './agent-views.ts'
import { saying } from './blocks.ts'
import { manyText } from './failing-tests.ts'
import { type Finding, findingsOf, shortName, type TestRow } from './findings.ts'
import { firstFew, grouped, wordFor } from './format.ts'
import { type Advice, adviceOf, type Headline, headlineOf } from './headline.ts'
import { nextSteps, STEPS_ABOVE } from './next.ts'
import { isOfChange, newerText, testedValues } from './origins.ts'
import { isElsewhere, neverStarts, problemWords } from './problems.ts'
import { asSentence, code, joined, type Sentence, say, separated, strong } from './sentence.ts'
import { changesNoTest, changesText, testedChange } from './test-changes.ts'
import { agentList, testName } from './untrusted.ts'

/** What every report is written from. */
export interface Story {
  readonly results: Results
  /** Worst first. */
  readonly agents: readonly AgentView[]
  /** All tests, in the order of the results. */
  readonly cases: readonly TestOfAgent[]
  /** The uploaded page, null while there is none. */
  readonly pageUrl: string | null
  readonly advice: Advice
  readonly headline: Headline
  /** Most important first; none if all is green. */
  readonly findings: readonly Finding[]
  /** The tests of the findings, in their order: those that the verdict rests on. */
  readonly failing: readonly TestOfAgent[]
  /** The same, those that block first; the same test of several agents together. */
  readonly evidence: readonly SameTests[]
  /** Two failing tests or more; one alone has a line. */
  readonly rows: readonly (Finding & { readonly row: TestRow })[]
  /** Whose it probably is, where the words of the tests do not say it; else empty. */
  readonly whose: Sentence
  readonly lines: readonly Line[]
  /** What to do, most important first. */
  readonly next: readonly Sentence[]
  /** What the change does to tests; empty if it does nothing to them. */
  readonly changes: Sentence
  /** What was tested, and what needed no test: a line each. */
  readonly tested: readonly Sentence[]
  readonly leftOut: string | null
}

type Line = Pick<Finding, 'sign' | 'words'>

const LEFT_OUT =
  'Some tests are shown without their conversations, because those of this job have more than 30 million characters. Open the runs to read them.'

export function storyOf(results: Results): Story {
  const agents = agentViews(results)
  const cases = agents.flatMap((agent) => agent.cases)
  const findings = findingsOf(results, cases)
  const failing = findings.flatMap(({ tests }) => tests)
  const rows =
    failing.length < 2 ? [] : findings.flatMap((each) => (each.row ? [{ ...each, row: each.row }] : []))
  const others = findings.filter(({ row }) => rows.length === 0 || row === null)
  return {
    results,
    agents: worstFirst(agents),
    cases,
    pageUrl: null,
    advice: adviceOf(results, findings),
    headline: headlineOf(results, findings),
    findings,
    failing,
    evidence: sameTests(failing),
    rows,
    whose: whoseText(results, findings),
    lines: others.flatMap((each) => linesOf(results, each)),
    next: namedSteps(results, findings, rows.length > 0),
    changes: changesText(results),
    tested: [...overriddenText(results), ...newerText(results), ...unchangedText(results)],
    leftOut: results.conversationsLeftOut ? LEFT_OUT : null,
  }
}

export function isGreen({ findings }: Pick<Story, 'findings'>): boolean {
  return findings.length === 0
}

/** A finding is one line; a job that ended early has one for each of its sentences. */
function linesOf({ agents, decision }: Results, finding: Finding): readonly Line[] {
  if (finding.problem === null || agents.length > 0) return [finding]
  const { why } = problemWords(finding.problem.problem)
  const [first = [], ...more] = why
  const start = neverStarts(decision) ? first : say`${strong('Nothing was tested:')} ${first}`
  return [start, ...more].map((words) => ({ sign: finding.sign, words: asSentence(words) }))
}

/** `This job tested the deployed agent: unless …`, `Support bot (preview) has the change …`, `Probably not your change.` */
function whoseText(results: Results, findings: readonly Finding[]): Sentence {
  // What failed before was not broken by the change, whatever was tested.
  if (findings.some(({ row }) => row !== null && row.cause !== 'older')) {
    const isMany = findings.some(({ tests }) => tests.some(({ test }) => test.undecided?.why === 'many'))
    const many = isMany ? asSentence(manyText(results) ?? []) : []
    return separated(saying([many, testedInstead(results)?.sentence ?? []]), ' ')
  }
  const problems = findings.flatMap(({ problem }) => problem ?? [])
  const isOutage = problems.every(({ problem }) => isElsewhere(problem))
  const isFailed = findings.some(({ row }) => row !== null)
  if (results.pullRequest === null || problems.length === 0 || isFailed || !isOutage) return []
  const agents = problems.flatMap((each) => each.agents.flatMap((at) => results.agents[at] ?? []))
  const isChanged = (agent: ResultsAgent) => !isAsDeployed(agent) && isOfChange(agent)
  const changed = [...new Set(agents.filter(isChanged).map(({ name }) => name))]
  if (changed.length === 0) return ['Probably not your change.']
  return say`${agentList(changed)} ${wordFor(changed.length, 'has', 'have')} the change of ${testedChange(results)}: if that is the reason, fix it.`
}

const TESTS_NAMED = 2

/** Where several steps are about different tests, each names its own. */
function namedSteps(results: Results, findings: readonly Finding[], hasRows: boolean): readonly Sentence[] {
  const steps = nextSteps(results, findings)
  const testsOf = (some: typeof steps) => new Set(some.flatMap(({ tests }) => tests.map(({ test }) => test)))
  const above = testsOf(steps.slice(0, STEPS_ABOVE))
  return steps.map((step, at) => {
    const { sentence, tests } = step
    const names = [...new Set(tests.map(({ test }) => test.name ?? test.id))]
    const some = firstFew(names, TESTS_NAMED, (text) => testName(shortName(text)))
    const isOfSome = at >= STEPS_ABOVE || testsOf([step]).size < above.size
    return hasRows && isOfSome && names.length > 0 ? say`${joined(some)}: ${sentence}` : sentence
  })
}

/** `Skipped: this pull request changes neither Bot nor its tests.` */
function unchangedText(results: Results): readonly Sentence[] {
  const unchanged = results.agents.flatMap(({ problem }) =>
    problem?.kind === 'unchanged' ? [problem.original] : [],
  )
  if (unchanged.length === 0) return []
  const which = say`neither ${agentList(unchanged)} nor ${wordFor(unchanged.length, 'its', 'their')} tests`
  if (results.pullRequest === null) return [say`Skipped: ${which} changed.`]
  return [say`Skipped: ${testedChange(results)} changes ${which}.`]
}

/** `Tested with this pull request's `system_prompt` (prompts/support-bot.md of 3f1c9a7).`: a line per set of keys. */
function overriddenText(results: Results): readonly Sentence[] {
  const tested = testedAgents(results)
  const overridden = tested.flatMap(({ name, override, run }) => {
    const isOfFiles = run?.tests.every(({ source }) => source !== null) === true
    return override === null ? [] : [{ name, isOfFiles, ...override }]
  })
  const sets = grouped(overridden, ({ keys }) => JSON.stringify(keys))
  return sets.map((same) => {
    const isOfAll = sets.length === 1 && !tested.some(isAsDeployed)
    const whose = isOfAll ? [] : say`${agentList(same.map(({ name }) => name))}: `
    const isUntested = same.every(({ isOfFiles, differs }) => isOfFiles && differs) && changesNoTest(results)
    const tests = isUntested ? '; no test was added or edited' : ''
    const isUnknown = same[0].keys.some(({ origin }) => origin === 'unknown') && results.pullRequest !== null
    const unknown = isUnknown ? `; it is not known whether that is ${testedChange(results)}'s` : ''
    return say`${whose}Tested with ${testedValues(same[0].keys, results)}${unknown}${tests}.`
  })
}

/** On a pull request of which agents were tested without it: what was, in its place. Null elsewhere. */
export function testedInstead(
  results: Results,
): { readonly sentence: Sentence; readonly short: Sentence } | null {
  const { filesOf, about, headSha, pullRequest } = results
  const tested = testedAgents(results)
  const deployed = tested.filter(isAsDeployed)
  if (pullRequest === null || deployed.length === 0) return null
  const change = testedChange(results)
  const isSome = deployed.length < tested.length
  if (about === 'deployment' && headSha !== null && !isSome) {
    const deployment = say`the deployment of ${code(headSha.slice(0, 7))}`
    return { sentence: say`This job tested ${deployment}.`, short: say`Tested ${deployment}` }
  }
  const those = agentList(deployed.map(({ name }) => name))
  const which = isSome
    ? say`${those} as deployed`
    : [wordFor(deployed.length, 'the deployed agent', 'the deployed agents')]
  const short = isSome ? which : ['Tested as deployed']
  const isOfFiles = deployed.some(({ run }) => run?.tests.some(({ source }) => source?.committed))
  // What is behind an address may be deployed from the pull request.
  if (isOfFiles && filesOf === 'pull-request')
    return {
      sentence: say`This job ran the tests of ${change} against ${which}. Its other files were not part of it.`,
      short: say`${short}, with your tests`,
    }
  return {
    sentence: say`This job tested ${which}: unless you deployed ${change}, it is not the cause.`,
    short: say`${short}, without your files`,
  }
}

function testedAgents({ agents }: Results): readonly ResultsAgent[] {
  return agents.filter(({ run }) => run?.tests.some((test) => hasPassed(test) || test.failed))
}

function isAsDeployed({ override, control }: ResultsAgent): boolean {
  return override === null && control === null
}
