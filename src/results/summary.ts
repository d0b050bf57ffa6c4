// What every report begins with: the headline, the lines below it, what to do next, and what was tested.
import { hasFailed, hasPassed, type Results, type ResultsTest } from '../schema.ts'
import { counted, firstFew, grouped } from './format.ts'
import { type Advice, adviceOf, type Headline, headlineOf } from './headline.ts'
import { allLines, fewLines, type Line, shownLines } from './lines.ts'
import { type NextStep, nextSteps } from './next.ts'
import { leftOutNote } from './notes.ts'
import { editedText, problemWords } from './problems.ts'
import {
  agentList,
  asSentence,
  code,
  ended,
  joined,
  plain,
  type Sentence,
  say,
  separated,
} from './sentence.ts'
import { changesNoTest, changesText } from './test-changes.ts'
import { andOthers, problemText, SHOWN_IN_FULL, type SharedProblem, sentencesShown } from './untested.ts'
import type { PlacedTest } from './verdicts.ts'

export interface Summary {
  readonly results: Results
  readonly advice: Advice
  /** Empty if all is green. */
  readonly lines: readonly Line[]
  /** The tests of these lines, in their order: those that the verdict rests on. */
  readonly failing: readonly PlacedTest[]
  /** Those of the lines, too. */
  readonly problems: readonly SharedProblem[]
  readonly next: readonly Sentence[]
  readonly above: Above
  readonly headline: Headline
  /** Why a job ended early, as far as the lines have no space for it: such as the other unknown names. */
  readonly details: readonly Sentence[]
  /** What the change does to tests; empty if it does nothing to them. */
  readonly changes: Sentence
  /** What was tested, and what needed no test: a line each. */
  readonly tested: readonly Sentence[]
  readonly leftOut: string | null
}

/** What stands above the fold, in full. */
interface Above {
  /** The first lines, then one for all others of a sign; where no test has a result, one that says why. */
  readonly lines: readonly { readonly sign: string; readonly text: Sentence }[]
  /** The tests and the problems that the first lines are about. */
  readonly tests: ReadonlySet<ResultsTest>
  readonly problems: readonly SharedProblem[]
  /** The steps for these lines. */
  readonly next: readonly Sentence[]
}

export function summarize(results: Results): Summary {
  const lines = allLines(results)
  const failing = lines.flatMap((line) => (line.kind === 'tests' ? line.tests : []))
  const problems = lines.flatMap((line) => (line.kind === 'problem' ? line.problem : []))
  const steps = nextSteps(results, lines)
  const above = aboveTheFold(results, lines, problems, steps)
  const next = [...new Set([...above.next, ...steps.map(({ sentence }) => sentence)])]
  const facts = { results, advice: adviceOf(results, lines), lines, failing, problems }
  return {
    ...facts,
    above,
    next,
    headline: headlineOf(facts),
    details: endedDetails(problems, above),
    changes: changesText(results),
    tested: [...overriddenText(results), ...unchangedText(results)],
    leftOut: leftOutNote(results),
  }
}

function aboveTheFold(
  results: Results,
  lines: readonly Line[],
  problems: readonly SharedProblem[],
  steps: readonly NextStep[],
): Above {
  const first = shownLines(lines)
  const named = first.whole.flatMap((line) => (line.kind === 'tests' ? line.tests : []))
  const tests = new Set(named.map(({ test }) => test))
  const theirs = steps.filter((step) => step.lines.some((line) => first.whole.includes(line)))
  const next = (theirs.length > 0 ? theirs : steps.slice(0, 1)).map(({ sentence }) => sentence)
  if (problems.length > 0 && results.totals.passed + results.totals.failed === 0) {
    const text = results.agents.length === 0 ? 'Nothing was tested:' : 'No test has a result:'
    const why = firstFew(problems, SHOWN_IN_FULL, (each) => problemText(results, each), andOthers)
    const only = { sign: '⚠️', text: ended(say`${{ kind: 'strong', text }} ${separated(why)}`) }
    return { lines: [only], tests, problems: problems.slice(0, SHOWN_IN_FULL), next }
  }
  return {
    lines: fewLines(results, first),
    tests,
    problems: first.whole.flatMap((line) => (line.kind === 'problem' ? line.problem : [])),
    next,
  }
}

function endedDetails(problems: readonly SharedProblem[], above: Above): readonly Sentence[] {
  const isShown = new Set(above.problems.map(({ problem }) => problem))
  return problems.flatMap(({ problem, agents }) => {
    const rest = problemWords(problem).sentences.slice(isShown.has(problem) ? sentencesShown(problem) : 0)
    return agents.length > 0 ? [] : rest
  })
}

/** `Nothing to test: Bot (preview) would be equal to Bot as it is on the service (edited 21 Nov, 09:14 UTC), and no test changed.` */
function unchangedText({ agents }: Results): readonly Sentence[] {
  const unchanged = agents.flatMap(({ name, problem }) =>
    problem?.kind === 'unchanged' ? [{ name, ...problem }] : [],
  )
  const [first, ...others] = unchanged
  if (first === undefined) return []
  const original: Sentence =
    others.length === 0
      ? say`${{ kind: 'agent', text: first.original }} as it is on the service${editedText(first.editedAt)}`
      : ['their originals as they are on the service']
  const names = agentList(unchanged.map(({ name }) => name))
  return [say`Nothing to test: ${names} would be equal to ${original}, and no test changed.`]
}

/** `Tested with this pull request's `system_prompt` (prompts/support-bot.md).`: a line per set of keys. */
function overriddenText(results: Results): readonly Sentence[] {
  const { agents, headSha, pullRequest } = results
  const overridden = agents.flatMap(({ name, override, run }) => {
    const hasTested = run?.tests.some((test) => hasPassed(test) || hasFailed(test))
    const isOfFiles = run?.tests.every(({ source }) => source !== null) === true
    return override === null || hasTested !== true ? [] : [{ name, isOfFiles, ...override }]
  })
  const sets = grouped(overridden, ({ keys }) => JSON.stringify(keys))
  // On the command line, the files need not be of any commit.
  const ofCommit = headSha === null ? 'the changed' : "this commit's"
  const whose = pullRequest === null ? ofCommit : "this pull request's"
  return sets.map((same) => {
    const keys = same[0].keys.map(({ key, file }) =>
      file === null ? say`${code(key)}` : say`${code(key)} (${{ kind: 'said', text: file }})`,
    )
    const of = sets.length === 1 ? [] : say`${agentList(same.map(({ name }) => name))}: `
    const isUntested = same.every(({ isOfFiles, differs }) => isOfFiles && differs) && changesNoTest(results)
    const tests = isUntested ? '; no test was added or edited' : ''
    return say`${of}Tested with ${whose} ${joined(keys)}${tests}.`
  })
}

/** On a pull request of which nothing was tested: what was, in its place. Empty elsewhere. */
export function testedInstead({ agents, pullRequest }: Results): Sentence {
  const tested = agents.filter(({ run }) => run?.tests.some((test) => hasPassed(test) || hasFailed(test)))
  const isOfChange = tested.some(({ override, control }) => override !== null || control !== null)
  if (pullRequest === null || tested.length === 0 || isOfChange) return []
  const who =
    tested.length === 1
      ? say`${agentList(tested.map(({ name }) => name))} as it is on the service`
      : say`${counted(tested.length, 'agent')} as they are on the service`
  const isOfFiles = tested.some(({ run }) => run?.tests.some(({ source }) => source !== null))
  // What is behind an address may be deployed from the pull request.
  const which = isOfFiles
    ? "with the tests of this pull request's files"
    : 'not the files of this pull request, unless deployed'
  return say`Tested: ${who}, ${which}.`
}

/** The first lines as text. */
export function summaryText(summary: Summary): readonly string[] {
  const { sign, title, advice, facts } = summary.headline
  return [
    `${sign} ${title === null ? '' : `${title}: `}${advice} ${plain(facts)}`,
    ...summary.above.lines.map((line) => `${line.sign} ${plain(line.text)}`),
    ...summary.next.map((step) => `Next: ${plain(asSentence(step), { urls: true })}`),
  ]
}
