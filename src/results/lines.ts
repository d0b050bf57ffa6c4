// The lines below the headline: one for each failing test with its verdict, and for what has no result; what is the same is said once.
import type { Results } from '../schema.ts'
import { counted, firstFew, grouped } from './format.ts'
import { sourceLink } from './links.ts'
import { problemWords } from './problems.ts'
import { asSentence, capitalized, ended, joined, plain, type Sentence, say, separated } from './sentence.ts'
import { namesOf, problemText, type SharedProblem, sharedProblems } from './untested.ts'
import {
  type Cause,
  failingTests,
  manyText,
  type PlacedTest,
  type TestVerdict,
  verdictOf,
} from './verdicts.ts'

export interface TestLine {
  readonly kind: 'tests'
  readonly sign: TestVerdict['sign']
  readonly cause: Cause
  readonly tests: readonly [PlacedTest, ...PlacedTest[]]
  readonly text: Sentence
}

export interface ProblemLine {
  readonly kind: 'problem'
  readonly sign: '⚠️'
  readonly problem: SharedProblem
  readonly text: Sentence
}

/** Many failures that block together, though no test does by itself. */
export interface ManyLine {
  readonly kind: 'many'
  readonly sign: '❌'
  readonly agents: readonly number[]
  readonly text: Sentence
}

export type Line = TestLine | ProblemLine | ManyLine

const SIGNS = ['❌', '⚠️', '➖'] as const

/** It fails whether or not something changed. */
export function isExcused(line: Line): boolean {
  return line.kind === 'tests' && (line.cause === 'not-this-change' || line.cause === 'now-and-then')
}

/** What blocks first, then what has no clear result; of what blocks, first what is new to the reader. */
export function allLines(results: Results): Line[] {
  const all = [...linesOfMany(results), ...linesOfTests(results), ...linesOfProblems(results)]
  return all.toSorted(
    (a, b) => SIGNS.indexOf(a.sign) - SIGNS.indexOf(b.sign) || Number(isExcused(a)) - Number(isExcused(b)),
  )
}

function linesOfMany(results: Results): ManyLine[] {
  return results.decisions.flatMap((decision) => {
    const ofPart = results.agents.flatMap((agent, at) =>
      agent.part === decision.part ? [{ agent, at }] : [],
    )
    const isNamed = ofPart.some(({ agent }) => agent.run?.tests.some(({ blocks }) => blocks))
    const text = manyText(decision, ofPart[0]?.agent.control ?? null)
    if (text === null || isNamed) return []
    return { kind: 'many', sign: '❌', agents: ofPart.map(({ at }) => at), text: ended(asSentence(text)) }
  })
}

function linesOfTests(results: Results): TestLine[] {
  const failing = failingTests(results).map((placed) => ({ placed, verdict: verdictOf(results, placed) }))
  const isOfSeveral = new Set(failing.map(({ placed }) => placed.at)).size > 1
  const same = grouped(failing, ({ verdict: { sign, cause, words, numbers } }) =>
    [sign, cause, plain(byDay(words)), plain(numbers, { urls: true })].join('\n'),
  )
  return same.map((of): TestLine => {
    const [{ placed, verdict }, ...others] = of
    const tests = [placed, ...others.map((each) => each.placed)] as const
    const { sign, cause, numbers } = verdict
    const runs = new Set(of.map((each) => plain(each.verdict.words, { urls: true })))
    const words = runs.size === 1 ? verdict.words : byDay(verdict.words)
    const text = say`${subjectOf(results, tests, isOfSeveral)}: ${words}`
    const further = numbers.length === 0 ? [] : [' ', ...asSentence(numbers)]
    return { kind: 'tests', sign, cause, tests: [...tests], text: [...ended(text), ...further] }
  })
}

/** Agents are tested one after another: what their last passes have in common is the day. */
function byDay(words: Sentence): Sentence {
  return words.map((piece) =>
    typeof piece === 'object' && piece.kind === 'link' ? piece.text.replace(/,.*/, '') : piece,
  )
}

const TESTS_NAMED = 10

/** `Refuses a refund · Support bot`, `Refuses a refund in 5 agents`, `A, B and 3 more tests` */
function subjectOf(results: Results, tests: readonly PlacedTest[], hasAgent: boolean): Sentence {
  const agents = new Map(tests.map(({ at, agent }) => [at, agent]))
  const urls = new Map(tests.map(({ test }) => [test.name ?? test.id, sourceLink(results, test.source)]))
  const what = namesText([...urls.keys()], urls)
  if (agents.size > 1) return say`${what} in ${counted(agents.size, 'agent')}`
  const [agent] = agents.values()
  if (!hasAgent || agent === undefined) return what
  return say`${what} · ${{ kind: 'agent', text: agent.name }}`
}

export function namesText(
  names: readonly string[],
  urls: ReadonlyMap<string, string | null> = new Map(),
): Sentence {
  return joined(
    firstFew(
      names,
      TESTS_NAMED,
      (text): Sentence => [{ kind: 'test', text, isStrong: true, url: urls.get(text) ?? null }],
      (left) => counted(left, 'more test'),
    ),
  )
}

function linesOfProblems(results: Results): ProblemLine[] {
  return sharedProblems(results).map((problem) => {
    return { kind: 'problem', sign: '⚠️', problem, text: ended(problemLineText(results, problem)) }
  })
}

/** `4 tests of Support bot have no result: it answered HTTP 503` */
export function problemLineText(results: Pick<Results, 'agents'>, problem: SharedProblem): Sentence {
  const { agents, tests, notRun } = problem
  const { short, sentence } = problemWords(problem.problem)
  const [text, ...others] = namesOf(results, agents)
  if (text === undefined)
    return say`${{ kind: 'strong', text: capitalized(short) }}: ${problemText(results, problem)}`
  if (tests === 0) return problemText(results, problem, true)
  const whose = others.length === 0 ? [] : say` and ${counted(others.length, 'more agent')}`
  const have = `${tests === 1 ? 'has' : 'have'} no result: ${others.length === 0 ? 'it' : 'they'}`
  const further =
    notRun === 0 ? '' : `; ${counted(notRun, 'more test')} ${notRun === 1 ? 'was' : 'were'} not run`
  return say`${{ kind: 'strong', text: counted(tests, 'test') }} of ${{ kind: 'agent', text, isStrong: true }}${whose} ${have} ${sentence}${further}`
}

const MOST_LINES = 3

/** The first lines, and those for which there is no space: what does not block gives way to what does. */
export function shownLines<T extends Pick<Line, 'sign'>>(lines: readonly T[]): { shown: T[]; rest: T[] } {
  if (lines.length <= MOST_LINES + 1) return { shown: [...lines], rest: [] }
  const first = lines.slice(0, MOST_LINES)
  const urgent = first.filter(({ sign }) => sign !== '➖')
  const shown = urgent.length > 0 ? urgent : first
  return { shown, rest: lines.slice(shown.length) }
}

/** The first lines, then one for all others. */
export function fewLines(lines: readonly Line[]): readonly Pick<Line, 'sign' | 'text'>[] {
  const { shown, rest } = shownLines(lines)
  const [first] = rest
  if (first === undefined) return shown
  const names = rest.flatMap((line) =>
    line.kind === 'tests' ? line.tests.map(({ test }) => test.name ?? test.id) : [],
  )
  const problems = rest.filter(({ kind }) => kind === 'problem').length
  const parts = [
    ...(names.length === 0 ? [] : [say`also failed: ${namesText([...new Set(names)])}`]),
    ...(problems === 0 ? [] : [[counted(problems, 'more problem')]]),
  ]
  return [...shown, { sign: first.sign, text: asSentence(separated(parts)) }]
}
