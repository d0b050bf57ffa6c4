// The lines below the headline: one for each failing test with its verdict, and for what has no result; what is the same is said once.
import type { Results } from '../schema.ts'
import { counted, firstFew, grouped } from './format.ts'
import { sourceLink } from './links.ts'
import { type NoAnswer, problemWords } from './problems.ts'
import {
  agentList,
  asSentence,
  ended,
  joined,
  plain,
  quoted,
  type Sentence,
  say,
  separated,
  strong,
} from './sentence.ts'
import { type TestVerdict, verdictOf } from './test-outcomes.ts'
import {
  andOthers,
  namesOf,
  problemText,
  type SharedProblem,
  sharedProblems,
  shortProblems,
} from './untested.ts'
import { failingTests, manyText, type PlacedTest, type Step } from './verdicts.ts'

interface TestLine {
  readonly kind: 'tests'
  readonly sign: TestVerdict['sign']
  readonly step: Step
  readonly tests: readonly [PlacedTest, ...PlacedTest[]]
  readonly text: Sentence
  /** `Refuses a refund (passed its last 10 runs)` */
  readonly brief: Sentence
}

interface ProblemLine {
  readonly kind: 'problem'
  readonly sign: '⚠️'
  readonly problem: SharedProblem
  readonly text: Sentence
}

/** Many failures that block together, though no test does by itself. */
interface ManyLine {
  readonly kind: 'many'
  readonly sign: '❌'
  readonly agents: readonly number[]
  readonly text: Sentence
}

/** Errors of agents that passed by: the tests have a result. */
interface OutageLine {
  readonly kind: 'outage'
  readonly sign: '➖'
  readonly text: Sentence
}

export type Line = TestLine | ProblemLine | ManyLine | OutageLine

const SIGNS = ['❌', '⚠️', '➖'] as const

/** As `gate-if-worse` would have it, also in `report`, which never blocks. */
function rankOf(line: Line): number {
  const isWorse =
    line.kind === 'tests' &&
    line.tests.some(({ test: { outcome } }) => outcome === 'broke' || outcome === 'failed')
  return isWorse ? 0 : SIGNS.indexOf(line.sign)
}

/** It fails whether or not something changed. */
export function isExcused(line: Line): boolean {
  return isNotThisChange(line) || (line.kind === 'tests' && line.step === 'now-and-then')
}

export function isNotThisChange(line: Line): boolean {
  return line.kind === 'outage' || (line.kind === 'tests' && line.step === 'not-this-change')
}

/** What blocks first, then what has no clear result; of what blocks, first what is new to the reader. */
export function allLines(results: Results): Line[] {
  const all = [
    ...linesOfMany(results),
    ...linesOfTests(results),
    ...linesOfProblems(results),
    ...linesOfOutages(results),
  ]
  return all.toSorted((a, b) => rankOf(a) - rankOf(b) || Number(isExcused(a)) - Number(isExcused(b)))
}

function linesOfMany({ decision, agents }: Results): ManyLine[] {
  const isNamed = agents.some(({ run }) => run?.tests.some(({ blocks }) => blocks))
  const text = manyText(decision, agents[0]?.control ?? null)
  if (text === null || isNamed) return []
  return [{ kind: 'many', sign: '❌', agents: [...agents.keys()], text: ended(asSentence(text)) }]
}

function linesOfTests(results: Results): TestLine[] {
  const failing = failingTests(results).map((placed) => ({ placed, verdict: verdictOf(results, placed) }))
  const isOfSeveral = new Set(failing.map(({ placed }) => placed.at)).size > 1
  const same = grouped(failing, ({ verdict: { sign, step, words, numbers } }) =>
    [sign, step, plain(byDay(words)), plain(numbers, { urls: true })].join('\n'),
  )
  return same.map((of): TestLine => {
    const [{ placed, verdict }, ...others] = of
    const tests = [placed, ...others.map((each) => each.placed)] as const
    const { sign, step } = verdict
    const told = others.length === 0 ? verdict : verdictOf(results, placed, true)
    const { numbers } = told
    const runs = new Set(of.map((each) => plain(each.verdict.words, { urls: true })))
    const words = runs.size === 1 ? told.words : byDay(told.words)
    const text = ended(say`${subjectOf(results, tests, isOfSeveral)}: ${words}`)
    const further = numbers.length === 0 ? [] : [' ', ...asSentence(numbers)]
    const brief = say`${subjectOf(results, tests, false)} (${verdict.brief})`
    return { kind: 'tests', sign, step, tests: [...tests], text: [...text, ...further], brief }
  })
}

/** Agents are tested one after another: what their last passes have in common is the day. */
function byDay(words: Sentence): Sentence {
  return words.map((piece) =>
    typeof piece === 'object' && piece.kind === 'link' ? piece.text.replace(/,.*/, '') : piece,
  )
}

const TESTS_NAMED = 10
/** If there are more tests than this, a few stand for all. */
const ALL_NAMED = 5
const FEW_NAMED = 3
/** More of them would be a long line. */
const TESTS_WITH_AGENTS = 3
const AGENTS_OF_TESTS = 6

/**
 * `A · Support bot`, `A in 5 agents`, `A (Support bot, Order agent) and B (Order agent)`, `A, B, C and 7 more tests in Support bot (8) and
 * Order agent (2)`
 */
function subjectOf(results: Results, tests: readonly PlacedTest[], hasAgent: boolean): Sentence {
  const agents = new Map(tests.map(({ at, agent }) => [at, agent]))
  const named = [...Map.groupBy(tests, ({ test }) => test.name ?? test.id)]
  const isEach =
    agents.size > 1 &&
    named.length > 1 &&
    named.length <= TESTS_WITH_AGENTS &&
    tests.length <= AGENTS_OF_TESTS
  const isMass = named.length > ALL_NAMED
  const what = joined(
    firstFew(
      named,
      isMass ? FEW_NAMED : ALL_NAMED,
      ([text, of]): Sentence => {
        const url = sourceLink(results, of[0]?.test.source ?? null)
        const name: Sentence = [{ kind: 'test', text, isStrong: true, url }]
        const its = of.map((each): Sentence => [{ kind: 'agent', text: each.agent.name }])
        return isEach ? say`${name} (${separated(its, ', ')})` : name
      },
      (left) => counted(left, 'more test'),
    ),
  )
  if (isEach) return what
  if (agents.size > 1 && agents.size <= TESTS_WITH_AGENTS && isMass) {
    const counts = [...Map.groupBy(tests, ({ at }) => at).values()].sort((a, b) => b.length - a.length)
    return say`${what} in ${joined(counts.map((of) => say`${{ kind: 'agent', text: of[0]?.agent.name ?? '' }} (${of.length})`))}`
  }
  if (agents.size > 1) return say`${what} in ${counted(agents.size, 'agent')}`
  const [agent] = agents.values()
  if (!hasAgent || agent === undefined) return what
  return say`${what} · ${{ kind: 'agent', text: agent.name }}`
}

function linesOfProblems(results: Results): ProblemLine[] {
  return sharedProblems(results.agents, results.decision.endedEarly).map((problem) => {
    return { kind: 'problem', sign: '⚠️', problem, text: ended(problemLineText(results, problem)) }
  })
}

/** `Support bot answered HTTP 503 in 6 of 24 tests. They passed when they ran again.` */
function linesOfOutages({ agents }: Results): OutageLine[] {
  const hit = agents.flatMap(({ name, run }) => {
    const all = run?.tests ?? []
    return all.flatMap(({ outcome, error }) => {
      if (outcome !== 'passed' || error === null || error.kind === 'not-run') return []
      const { kind: whose, detail } = error
      const did = problemWords({ kind: 'no-answer', whose, detail, said: null }).sentence
      return [{ name, all, did }]
    })
  })
  return grouped(hit, ({ did }) => plain(did)).map((same) => {
    const of = [...new Map(same.map(({ name, all }) => [all, name]))]
    const total = of.reduce((sum, [all]) => sum + all.length, 0)
    const [they, ran] = same.length === 1 ? ['It', 'it'] : ['They', 'they']
    const text = say`${agentList(of.map(([, name]) => name))} ${same[0].did} in ${same.length} of ${counted(total, 'test')}. ${they} passed when ${ran} ran again.`
    return { kind: 'outage', sign: '➖', text }
  })
}

const TESTS_NAMED_WITHOUT_RESULT = 2

/** `4 tests of Support bot have no result: it answered HTTP 503` */
export function problemLineText(results: Pick<Results, 'agents'>, problem: SharedProblem): Sentence {
  const { agents, notRun } = problem
  const tests = problem.tests.length
  const { short, sentence } = problemWords(problem.problem)
  const [first, ...others] = namesOf(results, agents).map(
    (text) => ({ kind: 'agent', text, isStrong: true }) as const,
  )
  if (first === undefined) return say`${strong(short)}: ${problemText(results, problem)}`
  if (tests === 0) return problemText(results, problem, true)
  const ofTests = problem.problem.kind === 'no-answer' ? ownErrorText(problem.problem, tests) : null
  const why =
    ofTests ??
    say`${tests === 1 ? 'has' : 'have'} no result: ${others.length === 0 ? 'it' : 'they'} ${sentence}`
  const further =
    notRun === 0 ? '' : `; ${counted(notRun, 'more test')} ${notRun === 1 ? 'was' : 'were'} not run`
  const named = [...new Set(problem.tests.map(({ name, id }) => name ?? id))]
  const isNamed = tests <= TESTS_NAMED_WITHOUT_RESULT
  const which = isNamed
    ? joined(named.map((text) => say`"${{ kind: 'test', text, isStrong: true }}"`))
    : [{ kind: 'strong', text: counted(tests, 'test') } as const]
  const more = isNamed ? others : [counted(others.length, 'more agent')]
  const whose = joined([first, ...(others.length > 0 ? more : [])])
  return say`${which} of ${whose} ${why}${further}`
}

/** What the tests themselves did, and not their agent: `are defective: no evaluator`. */
function ownErrorText({ whose, detail, said }: NoAnswer, tests: number): Sentence | null {
  const isOne = tests === 1
  if (whose === 'test') return [`${isOne ? 'is' : 'are'} defective${detail === null ? '' : `: ${detail}`}`]
  if (whose === 'unread') return ['could not be read in full']
  if (whose !== 'unknown') return null
  return say`ended in ${isOne ? 'an error' : 'errors'}${said === null ? '' : say`: ${quoted(said)}`}`
}

const MOST_LINES = 3
const MOST_PROBLEMS = 5
/** So many characters of the first lines, and of all, leave the next step near the top, on a phone, too. */
const SHOWN_LENGTH = 500
const ALL_LENGTH = 590

/** The first lines, those for which there is no space, and all that are printed as they are: what does not block gives way to what does. */
export function shownLines(lines: readonly Line[]) {
  const isShort = lines.length <= MOST_LINES + 1
  const urgent = lines.filter((line) => isShort || rankOf(line) < SIGNS.indexOf('➖'))
  const first = (urgent.length > 0 ? urgent : lines).slice(0, isShort ? MOST_LINES + 1 : MOST_LINES)
  const texts = first.map(({ text }) => text)
  const most = Math.max(1, fitting(texts, SHOWN_LENGTH))
  const [shown, rest] = [lines.slice(0, most), lines.slice(most)]
  const alone = grouped(rest, ({ sign }) => sign).flatMap(([line, ...others]) => {
    const length = plain([...shown, line].flatMap(({ text }) => text)).length
    return others.length > 0 || length > ALL_LENGTH ? [] : line
  })
  return { shown, rest, whole: [...shown, ...alone] }
}

/** How many of the first texts have together no more characters. */
function fitting(texts: readonly Sentence[], most: number): number {
  const first = texts.slice(0, TESTS_NAMED)
  const ends = first.map((_, at) => plain(first.slice(0, at + 1).flat()).length)
  return ends.filter((end) => end <= most).length
}

/** The first lines, then one for all others of a sign. */
export function fewLines(
  results: Results,
  { shown, rest, whole }: ReturnType<typeof shownLines>,
): readonly Pick<Line, 'sign' | 'text'>[] {
  const all: Pick<Line, 'sign' | 'text'>[] = [...shown]
  for (const same of grouped(rest, ({ sign }) => sign)) {
    const left = ALL_LENGTH - plain(all.flatMap(({ text }) => text)).length
    const [first] = same
    const { sign } = first
    all.push({ sign, text: whole.includes(first) ? first.text : restText(results, sign, same, left) })
  }
  return all
}

const restStart = { '❌': 'also failed', '⚠️': 'also unclear', '➖': 'not blocking' } as const

function restText(results: Results, sign: Line['sign'], lines: readonly Line[], length: number): Sentence {
  const ofTests = lines.flatMap((line) => (line.kind === 'tests' ? line : []))
  const briefs = ofTests.map(({ brief }) => brief)
  const most = fitting(briefs, length)
  const left = ofTests.slice(most).flatMap(({ tests }) => tests).length
  const more = left === 0 ? [] : [counted(left, most === 0 ? 'test' : 'more test')]
  const problems = lines.flatMap((line) => (line.kind === 'problem' ? line.problem : []))
  const parts = [
    ...(briefs.length === 0 ? [] : [say`${restStart[sign]}: ${joined([...briefs.slice(0, most), ...more])}`]),
    ...(problems.length === 0 ? [] : [shortProblems(results, problems, MOST_PROBLEMS, andOthers)]),
  ]
  const outages = lines.flatMap((line) => (line.kind === 'outage' ? [' ', ...line.text] : []))
  return [...(parts.length === 0 ? [] : asSentence(separated(parts))), ...outages]
}
