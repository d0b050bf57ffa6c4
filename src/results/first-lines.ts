// The first lines of every report: which findings they tell in full, each with what to do about it, and how they name the others.
import type { Results } from '../schema.ts'
import type { Finding } from './findings.ts'
import { counted, firstFew, grouped } from './format.ts'
import { type NextStep, nextSteps } from './next.ts'
import { neverStarts, problemWords } from './problems.ts'
import { asSentence, ended, joined, plain, type Sentence, say, separated, strong } from './sentence.ts'
import { andOthers, problemText, SHOWN_IN_FULL, shortProblems } from './shared-problems.ts'
import { countdown, firstLinesSize, largestThatFits } from './sizes.ts'

type Line = Pick<Finding, 'sign' | 'words'>

export interface FirstLines {
  /** The findings that the lines tell in full. What is below asks only for the others, and their tests. */
  readonly above: readonly Finding[]
  /** In full, each with what to do about it, then in brief; where no test has a result, one that says why. */
  readonly lines: readonly Line[]
  /** What no line says to do: for what is told alone, for several lines together, or for what is below. */
  readonly next: readonly Sentence[]
  /** How many of these steps are for what stands above. */
  readonly nextAbove: number
}

export function firstLinesOf(results: Results, findings: readonly Finding[]): FirstLines {
  const steps = nextSteps(results, findings)
  const silent = findings.filter(({ problem }) => problem !== null)
  if (silent.length > 0 && results.totals.passed + results.totals.failed === 0) {
    const above = silent.slice(0, SHOWN_IN_FULL)
    return { above, lines: nothingLines(results, silent), ...stepsBehind(steps, above) }
  }
  const [only, ...others] = findings
  if (only !== undefined && others.length === 0) {
    const { sign, words, alone = words } = only
    return { above: [only], lines: [{ sign, words: alone }], ...stepsBehind(steps, [only]) }
  }
  const above = toldInFull(findings)
  // What to do about a single line ends it, so that nobody looks for its test.
  const stepsOfLine = (line: Line) =>
    steps.filter((step) => step.findings.length === 1 && step.findings[0] === line)
  const lines = linesOf(results, findings, above)
  return {
    above,
    lines: lines.map((line) => {
      const advice = stepsOfLine(line).map(({ sentence }) => asSentence(sentence))
      return { sign: line.sign, words: separated([line.words, ...advice], ' ') }
    }),
    ...stepsBehind(steps, above, lines.flatMap(stepsOfLine)),
  }
}

/** Those for what stands above are first; of none, the most important one stands there. @param said those that lines say */
function stepsBehind(
  steps: readonly NextStep[],
  above: readonly Finding[],
  said: readonly NextStep[] = [],
): Pick<FirstLines, 'next' | 'nextAbove'> {
  const left = steps.filter((step) => !said.includes(step))
  const ofAbove = left.filter(({ findings }) => findings.some((finding) => above.includes(finding)))
  const first = ofAbove.length + said.length > 0 ? ofAbove : left.slice(0, 1)
  const next = [...new Set([...first, ...left])].map(({ sentence }) => sentence)
  return { next, nextAbove: first.length }
}

/** `No test has a result: Bot timed out; Other did not start; and others.` Of a job that ended early, each of its sentences. */
function nothingLines(results: Results, silent: readonly Finding[]): readonly Line[] {
  const problems = silent.flatMap(({ problem }) => problem ?? [])
  const [only] = problems
  if (results.agents.length === 0 && only !== undefined) {
    const { sentences } = problemWords(only.problem)
    const [sign, isSaid] = neverStarts(results.decision) ? (['❌', true] as const) : (['⚠️', false] as const)
    return sentences.slice(0, EARLY_LINES).map((each, at) => {
      const words = isSaid || at > 0 ? asSentence(each) : ended(say`${strong('Nothing was tested:')} ${each}`)
      return { sign, words }
    })
  }
  const why = firstFew(problems, SHOWN_IN_FULL, (each) => problemText(results, each), andOthers)
  return [{ sign: '⚠️', words: ended(say`${strong('No test has a result:')} ${separated(why)}`) }]
}

/** Whoever corrects names or inputs needs all of them. */
export const EARLY_LINES = 10

/** As many as there is space for, and one that is alone of its sign. What does not block gives way to what does. */
function toldInFull(findings: readonly Finding[]): readonly Finding[] {
  const { findingsInFull, charactersInFull, characters } = firstLinesSize
  const urgent = findings.filter(({ isMinor }) => !isMinor).length
  // A line for one more is no longer than one that says that there is one more.
  const isShort = findings.length <= findingsInFull + 1
  const most = isShort ? findings.length : Math.min(findingsInFull, urgent || findingsInFull)
  const first = largestThatFits(
    countdown(most, 1),
    (length) => findings.slice(0, length),
    (some) => lengthOf(some) <= charactersInFull,
  )
  const alone = grouped(findings.slice(first.length), ({ sign }) => sign).flatMap(([finding, ...others]) =>
    others.length === 0 && lengthOf([...first, finding]) <= characters ? finding : [],
  )
  return [...first, ...alone]
}

/** A line for each that is told in full, then one for all others of a sign. */
function linesOf(results: Results, findings: readonly Finding[], above: readonly Finding[]): readonly Line[] {
  const firstBelow = findings.findIndex((finding) => !above.includes(finding))
  const start = firstBelow < 0 ? findings.length : firstBelow
  const lines: Line[] = findings.slice(0, start)
  for (const same of grouped(findings.slice(start), ({ sign }) => sign)) {
    const [first] = same
    const left = firstLinesSize.characters - lengthOf(lines)
    lines.push(above.includes(first) ? first : { sign: first.sign, words: inBrief(results, same, left) })
  }
  return lines
}

function lengthOf(lines: readonly Pick<Line, 'words'>[]): number {
  return plain(lines.flatMap(({ words }) => words)).length
}

const briefStart = { '❌': 'also failed', '⚠️': 'also unclear', '➖': 'not blocking' } as const

/** Findings of one sign: tests, problems, and what has no shorter form. */
function inBrief(
  results: Results,
  [first, ...others]: readonly [Finding, ...Finding[]],
  length: number,
): Sentence {
  const { testsNamed, problemsNamed } = firstLinesSize
  const findings = [first, ...others]
  const ofTests = findings.filter(({ tests }) => tests.length > 0)
  const named = largestThatFits(
    countdown(Math.min(ofTests.length, testsNamed), 0),
    (most) => ofTests.slice(0, most).map(({ brief = [] }) => brief),
    (briefs) => plain(briefs.flat()).length <= length,
  )
  const left = ofTests.slice(named.length).flatMap(({ tests }) => tests).length
  const noun = named.length === 0 ? 'test' : 'more test'
  const more = left === 0 ? [] : [counted(left, noun)]
  const problems = findings.flatMap(({ problem }) => problem ?? [])
  const parts = [
    ...(ofTests.length === 0 ? [] : [say`${briefStart[first.sign]}: ${joined([...named, ...more])}`]),
    ...(problems.length === 0 ? [] : [shortProblems(results, problems, problemsNamed, andOthers)]),
  ]
  const outages = findings.flatMap(({ cause, problem, words }) =>
    cause === null && problem === null ? [' ', ...words] : [],
  )
  return [...(parts.length === 0 ? [] : asSentence(separated(parts))), ...outages]
}
