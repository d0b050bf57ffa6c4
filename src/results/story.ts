// The story of a job, which every report tells: the headline, its findings in order, which of them stand above, what to do next, and what
// was tested.
import { hasPassed, type Results, type ResultsAgent } from '../schema.ts'
import type { PlacedTest } from './failing-tests.ts'
import { type Finding, findingsOf, shortName, type TestRow } from './findings.ts'
import { firstFew, grouped, wordFor } from './format.ts'
import { type Advice, adviceOf, type Headline, headlineOf, headlineText } from './headline.ts'
import { nextSteps } from './next.ts'
import { leftOutNote } from './notes.ts'
import { newerText, testedValues } from './origins.ts'
import { isElsewhere, neverStarts, problemWords } from './problems.ts'
import { agentList, asSentence, code, ended, joined, plain, type Sentence, say, strong } from './sentence.ts'
import { problemLineText, type SharedProblem, shortProblems } from './shared-problems.ts'
import { changesNoTest, changesText, testedChange } from './test-changes.ts'

/** What every report tells. */
export interface Story {
  readonly results: Results
  readonly advice: Advice
  readonly headline: Headline
  /** Most important first; none if all is green. */
  readonly findings: readonly Finding[]
  /** The tests of the findings, in their order: those that the verdict rests on. */
  readonly failing: readonly PlacedTest[]
  /** Two failing tests or more; one alone has a line. */
  readonly rows: readonly (Finding & { readonly row: TestRow })[]
  /** Whose it probably is, where the words of the tests do not say it; else empty. */
  readonly whose: Sentence
  readonly lines: readonly Line[]
  /** The findings that rows and lines tell in full. What is below asks only for the others, and their tests. */
  readonly above: readonly Finding[]
  /** What to do, most important first. */
  readonly next: readonly Sentence[]
  /** How many of these steps stand above. */
  readonly nextAbove: number
  /** Why a job ended early, as far as the lines have no space for it: such as the other unknown names. */
  readonly details: readonly Sentence[]
  /** What the change does to tests; empty if it does nothing to them. */
  readonly changes: Sentence
  /** What was tested, and what needed no test: a line each. */
  readonly tested: readonly Sentence[]
  readonly leftOut: string | null
}

type Line = Pick<Finding, 'sign' | 'words'>

const STEPS_ABOVE = 3
const PROBLEMS_ABOVE = 3
const PROBLEMS_NAMED = 5

export function storyOf(results: Results): Story {
  const findings = findingsOf(results)
  const failing = findings.flatMap(({ tests }) => tests)
  const advice = adviceOf(results, findings)
  const rows =
    failing.length < 2
      ? []
      : findings.flatMap((each) => (each.row === null ? [] : [{ ...each, row: each.row }]))
  const others = findings.filter(({ row }) => rows.length === 0 || row === null)
  const silent = others.filter(({ problem }) => problem !== null)
  const untold = silent.slice(PROBLEMS_ABOVE)
  const [only] = silent
  const lines =
    results.agents.length === 0 && only !== undefined
      ? jobLines(results, only)
      : linesOf(results, others, untold)
  const outages = outagesOf(results, findings)
  const isToldAsWhose =
    outages.length === 1 && outages[0]?.agents.length !== 0 && changedAgents(results, outages).length === 0
  const next = namedSteps(results, findings, rows.length > 0)
  const above = findings.filter((finding) => !untold.includes(finding))
  return {
    results,
    advice,
    headline: headlineOf({ results, advice, findings, failing }),
    findings,
    failing,
    rows,
    whose: whoseText(results, findings, outages),
    lines: isToldAsWhose ? others.filter(({ problem }) => problem === null) : lines,
    above,
    next,
    nextAbove: Math.min(next.length, STEPS_ABOVE),
    details: endedDetails(findings),
    changes: changesText(results),
    tested: [...overriddenText(results), ...newerText(results), ...unchangedText(results)],
    leftOut: leftOutNote(results),
  }
}

/** Problems of a job without a failing test that no change of its files repairs; none if one of them may be its doing. */
function outagesOf(results: Results, findings: readonly Finding[]): readonly SharedProblem[] {
  const problems = findings.flatMap(({ problem }) => problem ?? [])
  const isOutage = problems.every(({ problem }) => isElsewhere(problem))
  return isOutage && results.pullRequest !== null && findings.every(({ row }) => row === null) ? problems : []
}

/** The agents that have the change, which may be why they gave no answer. */
function changedAgents(results: Results, outages: readonly SharedProblem[]): readonly string[] {
  const agents = outages.flatMap((each) => each.agents.flatMap((at) => results.agents[at] ?? []))
  return [...new Set(agents.filter((agent) => !isAsDeployed(agent)).map(({ name }) => name))]
}

/** `This job tested the deployed agent: unless …`, `Support bot (preview) has the change …`, `Probably not your change: …` */
function whoseText(
  results: Results,
  findings: readonly Finding[],
  outages: readonly SharedProblem[],
): Sentence {
  // What failed before was not broken by the change, whatever was tested.
  if (findings.some(({ row }) => row !== null && row.cause !== 'older'))
    return testedInstead(results)?.sentence ?? []
  const changed = changedAgents(results, outages)
  if (changed.length > 0)
    return say`${agentList(changed)} ${wordFor(changed.length, 'has', 'have')} the change of ${testedChange(results)}, which may be the reason.`
  const [only, ...others] = outages
  if (only === undefined) return []
  return others.length > 0 || only.agents.length === 0
    ? ['Probably not your change.']
    : ended(say`Probably not your change: ${problemLineText(results, only)}`)
}

/** A line each, but one for all problems for which there is no space. */
function linesOf(
  results: Results,
  findings: readonly Finding[],
  untold: readonly Finding[],
): readonly Line[] {
  const [first] = untold
  const problems = untold.flatMap(({ problem }) => problem ?? [])
  return findings.flatMap((finding): Line[] => {
    if (finding !== first) return untold.includes(finding) ? [] : [finding]
    return [{ sign: '⚠️', words: asSentence(shortProblems(results, problems, PROBLEMS_NAMED, 'and others')) }]
  })
}

/** Of a job that ended before any agent was tested, each of its sentences. */
function jobLines(results: Results, { problem }: Finding): readonly Line[] {
  const sentences = problem === null ? [] : problemWords(problem.problem).sentences
  const [sign, isSaid] = neverStarts(results.decision) ? (['❌', true] as const) : (['⚠️', false] as const)
  return sentences.slice(0, EARLY_LINES).map((each, at) => {
    const words = isSaid || at > 0 ? asSentence(each) : ended(say`${strong('Nothing was tested:')} ${each}`)
    return { sign, words }
  })
}

/** Whoever corrects names or inputs needs all of them. */
const EARLY_LINES = 10

const TESTS_NAMED = 2

/** Where several steps are about different tests, each names its own. */
function namedSteps(results: Results, findings: readonly Finding[], hasRows: boolean): readonly Sentence[] {
  const steps = nextSteps(results, findings)
  const all = new Set(steps.flatMap(({ tests }) => tests.map(({ test }) => test)))
  return steps.map(({ sentence, tests }) => {
    const names = [...new Set(tests.map(({ test }) => test.name ?? test.id))]
    const some = firstFew(
      names,
      TESTS_NAMED,
      (text): Sentence => [{ kind: 'test', text: shortName(text), isStrong: true }],
    )
    const isOfSome = new Set(tests.map(({ test }) => test)).size < all.size
    return hasRows && isOfSome && names.length > 0 ? say`${joined(some)}: ${sentence}` : sentence
  })
}

function endedDetails(findings: readonly Finding[]): readonly Sentence[] {
  return findings.flatMap(({ problem, agents }) =>
    problem === null || agents.length > 0 ? [] : problemWords(problem.problem).sentences.slice(EARLY_LINES),
  )
}

/** `Skipped: this pull request changes neither Bot nor its tests.` */
function unchangedText(results: Results): readonly Sentence[] {
  const unchanged = results.agents.flatMap(({ problem }) => (problem?.kind === 'unchanged' ? [problem] : []))
  const [first, ...others] = unchanged
  if (first === undefined) return []
  const change = results.pullRequest === null ? 'the change' : testedChange(results)
  const originals = agentList([first, ...others].map(({ original }) => original))
  return [
    say`Skipped: ${change} changes neither ${originals} nor ${others.length === 0 ? 'its' : 'their'} tests.`,
  ]
}

/** `Tested with this pull request's `system_prompt` (prompts/support-bot.md of 3f1c9a7).`: a line per set of keys. */
function overriddenText(results: Results): readonly Sentence[] {
  const overridden = results.agents.flatMap(({ name, override, run }) => {
    const hasTested = run?.tests.some((test) => hasPassed(test) || test.failed)
    const isOfFiles = run?.tests.every(({ source }) => source !== null) === true
    return override === null || hasTested !== true ? [] : [{ name, isOfFiles, ...override }]
  })
  const sets = grouped(overridden, ({ keys }) => JSON.stringify(keys))
  return sets.map((same) => {
    const isOfAll = sets.length === 1 && !testedAgents(results).some(isAsDeployed)
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
  const those = isSome
    ? agentList(deployed.map(({ name }) => name))
    : [deployed.length === 1 ? 'the deployed agent' : 'the deployed agents']
  const which = isSome ? say`${those} as deployed` : those
  const short = isSome ? which : ['Tested as deployed']
  if (about === 'deployment' && headSha !== null && !isSome) {
    const deployment = say`the deployment of ${code(headSha.slice(0, 7))}`
    return { sentence: say`This job tested ${deployment}.`, short: say`Tested ${deployment}` }
  }
  const sources = deployed.flatMap(({ run }) => run?.tests.flatMap(({ source }) => source ?? []) ?? [])
  const isOfFiles = sources.some(({ committed }) => committed)
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

/** What was tested, as every report says once: in few words where no test failed. */
export function testedText({ results, failing, tested }: Story): readonly Sentence[] {
  const instead = failing.length === 0 ? testedInstead(results) : null
  return [...tested, ...(instead === null ? [] : [say`${instead.short}.`])]
}

/** The first lines as text. */
export function storyText({ headline, whose, rows, lines, next, nextAbove }: Story): readonly string[] {
  return [
    `${headline.sign} ${headlineText(headline)}`,
    ...[...rows, ...lines].map((line) => `${line.sign} ${plain(line.words)}`),
    ...next.slice(0, nextAbove).map((step) => `Next: ${plain(asSentence(step), { urls: true })}`),
    ...(whose.length === 0 ? [] : [plain(whose)]),
  ]
}
