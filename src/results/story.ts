// The story of a job, which every report tells: the headline, its findings in order, which of them stand above, what to do next, and what
// was tested.
import { hasFailed, hasPassed, type Results } from '../schema.ts'
import { type Finding, findingsOf } from './findings.ts'
import { type FirstLines, firstLinesOf } from './first-lines.ts'
import { grouped } from './format.ts'
import { type Advice, adviceOf, type Headline, headlineOf, headlineText } from './headline.ts'
import { leftOutNote } from './notes.ts'
import { testedValues } from './origins.ts'
import { problemWords } from './problems.ts'
import { agentList, asSentence, plain, type Sentence, say } from './sentence.ts'
import { sentencesShown } from './shared-problems.ts'
import { changesNoTest, changesText } from './test-changes.ts'
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
    details: endedDetails(findings, firstLines.above),
    changes: changesText(results),
    tested: [...overriddenText(results), ...unchangedText(results)],
    leftOut: leftOutNote(results),
  }
}

function endedDetails(findings: readonly Finding[], above: readonly Finding[]): readonly Sentence[] {
  return findings.flatMap((finding) => {
    if (finding.problem === null || finding.agents.length > 0) return []
    const { problem } = finding.problem
    return problemWords(problem).sentences.slice(above.includes(finding) ? sentencesShown(problem) : 0)
  })
}

/** `Skipped: this pull request changes neither Bot nor its tests.` */
function unchangedText({ agents, pullRequest }: Results): readonly Sentence[] {
  const unchanged = agents.flatMap(({ problem }) => (problem?.kind === 'unchanged' ? [problem] : []))
  const [first, ...others] = unchanged
  if (first === undefined) return []
  const change = pullRequest === null ? 'the change' : 'this pull request'
  const originals = agentList([first, ...others].map(({ original }) => original))
  return [
    say`Skipped: ${change} changes neither ${originals} nor ${others.length === 0 ? 'its' : 'their'} tests.`,
  ]
}

/** `Tested with this pull request's `system_prompt` (prompts/support-bot.md of 3f1c9a7).`: a line per set of keys. */
function overriddenText(results: Results): readonly Sentence[] {
  const overridden = results.agents.flatMap(({ name, override, run }) => {
    const hasTested = run?.tests.some((test) => hasPassed(test) || hasFailed(test))
    const isOfFiles = run?.tests.every(({ source }) => source !== null) === true
    return override === null || hasTested !== true ? [] : [{ name, isOfFiles, ...override }]
  })
  const sets = grouped(overridden, ({ keys }) => JSON.stringify(keys))
  return sets.map((same) => {
    const whose = sets.length === 1 ? [] : say`${agentList(same.map(({ name }) => name))}: `
    const isUntested = same.every(({ isOfFiles, differs }) => isOfFiles && differs) && changesNoTest(results)
    const tests = isUntested ? '; no test was added or edited' : ''
    return say`${whose}Tested with ${testedValues(same[0].keys, results)}${tests}.`
  })
}

/** On a pull request that was not tested: what was, in its place. Null elsewhere. */
export function testedInstead({
  agents,
  filesOf,
  pullRequest,
}: Results): { readonly sentence: string; readonly short: string } | null {
  const tested = agents.filter(({ run }) => run?.tests.some((test) => hasPassed(test) || hasFailed(test)))
  const isOfChange = tested.some(({ override, control }) => override !== null || control !== null)
  if (pullRequest === null || tested.length === 0 || isOfChange) return null
  const which = tested.length === 1 ? 'the deployed agent' : 'the deployed agents'
  const sources = tested.flatMap(({ run }) => run?.tests.flatMap(({ source }) => source ?? []) ?? [])
  const isOfFiles = sources.some(({ committed }) => committed)
  // What is behind an address may be deployed from the pull request.
  if (isOfFiles && filesOf === 'pull-request')
    return {
      sentence: `This job ran the tests of this pull request on ${which}: unless you deployed its other files, they are not the cause.`,
      short: 'Tested as deployed, with your tests',
    }
  return {
    sentence: `This job tested ${which}: unless you deployed this pull request, it is not the cause.`,
    short: 'Tested as deployed, without your files',
  }
}

/** What was tested, as every report says once: in few words where no test failed. */
export function testedText({ results, failing, tested }: Story): readonly Sentence[] {
  const instead = testedInstead(results)
  if (instead === null) return tested
  return [...tested, [failing.length === 0 ? `${instead.short}.` : instead.sentence]]
}

/** The first lines as text. */
export function storyText({ headline, lines, next }: Story): readonly string[] {
  return [
    `${headline.sign} ${headlineText(headline)}`,
    ...lines.map((line) => `${line.sign} ${plain(line.words)}`),
    ...next.map((step) => `Next: ${plain(asSentence(step), { urls: true })}`),
  ]
}
