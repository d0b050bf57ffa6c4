// The findings of a job, in the order in which reports tell them: failing tests with their verdicts, and what has no result. What is the
// same is one finding. first-lines.ts says which of them stand above.
import { type Cause, hasPassed, isFlaky, type Results } from '../schema.ts'
import { verdictOf } from './causes.ts'
import { counted, firstFew, grouped } from './format.ts'
import { sourceLink } from './links.ts'
import { neverStarts, problemWords } from './problems.ts'
import { agentList, asSentence, ended, joined, plain, type Sentence, say, separated } from './sentence.ts'
import { problemLineText, type SharedProblem, sharedProblems } from './shared-problems.ts'
import { failingTests, hasEarlierRuns, manyText, type PlacedTest } from './verdicts.ts'

/** What a reader has to know, as a line of every report tells it. */
export interface Finding {
  readonly sign: '❌' | '⚠️' | '➖'
  /** Many failures that block together, though no test does by itself. */
  readonly isMany: boolean
  /** Why its tests failed. */
  readonly cause: Cause | null
  /** The failing tests that it is about. */
  readonly tests: readonly PlacedTest[]
  /** Why something has no result, or the job ended early. */
  readonly problem: SharedProblem | null
  /** The positions of its agents in the results. */
  readonly agents: readonly number[]
  readonly words: Sentence
  /** In place of the words if nothing else is told. */
  readonly alone?: Sentence
  /** Its tests where there is no space for the numbers: `Refuses a refund (failed before, too)`. */
  readonly brief?: Sentence
  /** Whether a reader has to do nothing about it before the merge. */
  readonly isMinor: boolean
}

/** What blocks first, then what has no clear result; of what blocks, first what is new to the reader. */
export function findingsOf(results: Results): Finding[] {
  const all = [
    ...manyAtOnce(results),
    ...failures(results),
    ...sharedProblems(results.agents, results.decision.endedEarly).map((each) =>
      problemFinding(results, each),
    ),
    ...passingOutages(results),
  ]
  return all.toSorted((a, b) => placeOf(a) - placeOf(b))
}

const signOrder = ['❌', '⚠️', '➖'] as const

function placeOf({ sign, isMinor, cause, tests }: Finding): number {
  const place = sign === '➖' && !isMinor ? 0 : signOrder.indexOf(sign)
  return 2 * place + Number(isExcused(cause) || (tests.length === 0 && isMinor))
}

/** Nothing is to be done about these, unless they block. */
function isExcused(cause: Cause | null): boolean {
  return cause === 'older' || cause === 'unsteady'
}

/** In `report`, which never blocks, what would block in another mode comes first. */
function isWorse({ mode }: Results, { agent, test: { cause, earlier } }: PlacedTest): boolean {
  return (
    mode === 'report' &&
    ((cause === 'new' && !hasEarlierRuns(agent)) ||
      cause === 'yours' ||
      (cause === 'changed' && earlier?.doubt === null))
  )
}

/** Many failures that block together, though no test does by itself. */
function manyAtOnce({ decision, agents }: Results): Finding[] {
  const isNamed = agents.some(({ run }) => run?.tests.some(({ blocks }) => blocks))
  const text = manyText({ decision, agents })
  if (text === null || isNamed) return []
  const words = ended(asSentence(text))
  return [
    {
      sign: '❌',
      isMany: true,
      cause: null,
      tests: [],
      problem: null,
      agents: [...agents.keys()],
      words,
      isMinor: false,
    },
  ]
}

/** Failing tests of which the same is to be said are one finding. */
function failures(results: Results): Finding[] {
  const failing = failingTests(results).map((placed) => ({ placed, verdict: verdictOf(results, placed) }))
  const isOfSeveral = new Set(failing.map(({ placed }) => placed.at)).size > 1
  const same = grouped(failing, ({ placed, verdict: { sign, words, numbers, together = numbers } }) =>
    [placed.test.cause, sign, plain(byDay(words)), plain(together, { urls: true })].join('\n'),
  )
  return same.map((alike): Finding => {
    const [{ placed, verdict }, ...others] = alike
    const tests = alike.map((each) => each.placed)
    const shared = others.length === 0 ? verdict : verdictOf(results, placed, true)
    const numbers = shared.together ?? shared.numbers
    const isOfOneRun = new Set(alike.map((each) => plain(each.verdict.words, { urls: true }))).size === 1
    const subject = subjectOf(results, tests, isOfSeveral)
    const sentence = ended(say`${subject}: ${isOfOneRun ? shared.words : byDay(shared.words)}`)
    const words = numbers.length === 0 ? sentence : [...sentence, ' ', ...asSentence(numbers)]
    const alone = others.length === 0 && verdict.alone && ended(say`${subject} ${verdict.alone}`)
    return {
      sign: verdict.sign,
      isMany: false,
      cause: placed.test.cause,
      tests,
      problem: null,
      agents: [...new Set(tests.map(({ at }) => at))],
      words,
      ...(alone && { alone }),
      brief: say`${subjectOf(results, tests, false)} (${byDay(shared.words)})`,
      isMinor: verdict.sign === '➖' && !tests.some((each) => isWorse(results, each)),
    }
  })
}

/** Agents are tested one after another: what their last passes have in common is the day. */
function byDay(words: Sentence): Sentence {
  return words.map((piece) =>
    typeof piece === 'object' && piece.kind === 'link' ? piece.text.replace(/,.*/, '') : piece,
  )
}

function problemFinding(results: Results, problem: SharedProblem): Finding {
  const words = ended(problemLineText(results, problem))
  return {
    sign: neverStarts(results.decision) ? '❌' : '⚠️',
    isMany: false,
    cause: null,
    tests: [],
    problem,
    agents: problem.agents,
    words,
    isMinor: false,
  }
}

/** `Support bot answered HTTP 503 in 6 of 24 tests. They passed when they ran again.` */
function passingOutages({ agents }: Results): Finding[] {
  const errors = agents.flatMap(({ name, run }, at) => {
    const all = run?.tests ?? []
    return all.flatMap((test) => {
      const { error } = test
      if (!hasPassed(test) || isFlaky(test) || error === null || error.kind === 'not-run') return []
      const { kind: whose, detail } = error
      const { sentence } = problemWords({ kind: 'no-answer', whose, detail, said: null })
      return [{ at, name, tests: all.length, sentence }]
    })
  })
  return grouped(errors, ({ sentence }) => plain(sentence)).map((same): Finding => {
    const theirs = [...new Map(same.map((each) => [each.at, each])).values()]
    const total = theirs.reduce((sum, { tests }) => sum + tests, 0)
    const [they, ran] = same.length === 1 ? ['It', 'it'] : ['They', 'they']
    const words = say`${agentList(theirs.map(({ name }) => name))} ${same[0].sentence} in ${same.length} of ${counted(total, 'test')}. ${they} passed when ${ran} ran again.`
    const about = theirs.map(({ at }) => at)
    return {
      sign: '➖',
      isMany: false,
      cause: null,
      tests: [],
      problem: null,
      agents: about,
      words,
      isMinor: true,
    }
  })
}

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
  const named = grouped(tests, ({ test }) => `${test.uuid} ${test.name ?? test.id}`)
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
      (of): Sentence => {
        const [{ test }] = of
        const url = sourceLink(results, test.source)
        const name: Sentence = [{ kind: 'test', text: test.name ?? test.id, isStrong: true, url }]
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
