// The story of a job, which every report tells: the headline, its findings in order, which of them stand above, what to do next, and what
// was tested.
import { hasPassed, type Results, type ResultsAgent } from '../schema.ts'
import { type Finding, findingsOf } from './findings.ts'
import { EARLY_LINES, type FirstLines, firstLinesOf } from './first-lines.ts'
import { grouped } from './format.ts'
import { type Advice, adviceOf, type Headline, headlineOf, headlineText } from './headline.ts'
import { leftOutNote } from './notes.ts'
import { newerText, testedValues } from './origins.ts'
import { problemWords } from './problems.ts'
import { agentList, asSentence, code, plain, type Sentence, say } from './sentence.ts'
import { changesNoTest, changesText, testedChange } from './test-changes.ts'
import type { PlacedTest } from './verdicts.ts'

/** What every report tells. */
export interface Story extends FirstLines {
  readonly results: Results
  readonly advice: Advice
  readonly headline: Headline
  /** Most important first; none if all is green. */
  readonly findings: readonly Finding[]
  /** The tests of the findings, in their order: those that the verdict rests on. */
  readonly failing: readonly PlacedTest[]
  /** Why a job ended early, as far as the lines have no space for it: such as the other unknown names. */
  readonly details: readonly Sentence[]
  /** What the change does to tests; empty if it does nothing to them. */
  readonly changes: Sentence
  /** What was tested, and what needed no test: a line each. */
  readonly tested: readonly Sentence[]
  readonly leftOut: string | null
}

export function storyOf(results: Results): Story {
  const findings = findingsOf(results)
  const failing = findings.flatMap(({ tests }) => tests)
  const firstLines = firstLinesOf(results, findings)
  const advice = adviceOf(results, findings)
  return {
    results,
    advice,
    headline: headlineOf({ results, advice, findings, failing }),
    findings,
    failing,
    ...firstLines,
    details: endedDetails(findings),
    changes: changesText(results),
    tested: [...overriddenText(results), ...newerText(results), ...unchangedText(results)],
    leftOut: leftOutNote(results),
  }
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
  const instead = testedInstead(results)
  if (instead === null) return tested
  return [...tested, failing.length === 0 ? say`${instead.short}.` : instead.sentence]
}

/** The first lines as text. */
export function storyText({ headline, lines, next }: Story): readonly string[] {
  return [
    `${headline.sign} ${headlineText(headline)}`,
    ...lines.map((line) => `${line.sign} ${plain(line.words)}`),
    ...next.map((step) => `Next: ${plain(asSentence(step), { urls: true })}`),
  ]
}
