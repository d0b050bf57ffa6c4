// The findings of a job, in the order in which reports tell them: many failures at once, failing tests as rows, what has no result, and
// outages that passed.
import { type Cause, hasPassed, isAccepted, isFlaky, type Results } from '../schema.ts'
import { type TestOfAgent, testKey } from './agent-views.ts'
import { causes, isWorse, signOfTest } from './causes.ts'
import { causeWords, countsOf, countsText, type FailureCounts, manyText } from './failing-tests.ts'
import { counted, firstFew, grouped } from './format.ts'
import { fileLink } from './links.ts'
import { neverStarts, problemWords } from './problems.ts'
import { asSentence, ended, joined, plain, type Sentence, say, shortened } from './sentence.ts'
import { problemLineText, type SharedProblem, sharedProblems } from './shared-problems.ts'
import { agentName, testName } from './untrusted.ts'

/** What a reader has to know, as a line of every report tells it. */
export interface Finding {
  readonly sign: '❌' | '⚠️' | '➖'
  /** Many failures that block together, though no test does by itself. */
  readonly isMany: boolean
  /** Failing tests, where it is about some. */
  readonly row: TestRow | null
  readonly tests: readonly TestOfAgent[]
  /** Why something has no result, or the job ended early. */
  readonly problem: SharedProblem | null
  /** The positions of its agents in the results. */
  readonly agents: readonly number[]
  readonly words: Sentence
}

/** Tests that failed for the same cause: those of one name, or all where there are many. */
export interface TestRow {
  readonly cause: Cause
  readonly name: Sentence
  readonly counts: FailureCounts
  readonly words: Sentence
}

const aboutNoTest = { isMany: false, row: null, tests: [], problem: null } as const

/** What blocks first, then what has no clear result; of what blocks, first what is new to the reader. */
export function findingsOf(results: Results, cases: readonly TestOfAgent[]): Finding[] {
  const { agents, decision, mode } = results
  const isWrong = neverStarts(decision) && (mode !== 'report' || decision.endedEarly?.kind === 'wrong-inputs')
  const problems = sharedProblems(agents, decision.endedEarly).map(
    (problem): Finding => ({
      ...aboutNoTest,
      sign: isWrong ? '❌' : '⚠️',
      problem,
      agents: problem.agents,
      words: ended(problemLineText(results, problem)),
    }),
  )
  const all = [...manyAtOnce(results), ...failures(results, cases), ...problems, ...passingOutages(results)]
  return all.toSorted((a, b) => placeOf(a) - placeOf(b))
}

const signOrder = ['❌', '⚠️', '➖'] as const

function placeOf({ sign, row, tests }: Finding): number {
  // Nothing is to be done about these, unless they block.
  const isExcused =
    row?.cause === 'older' || row?.cause === 'unsteady' || (tests.length === 0 && sign === '➖')
  return 2 * signOrder.indexOf(sign) + Number(isExcused)
}

function manyAtOnce(results: Results): Finding[] {
  const isNamed = results.agents.some(({ run }) => run?.tests.some(({ blocks }) => blocks))
  const text = manyText(results)
  if (text === null || isNamed) return []
  const agents = [...results.agents.keys()]
  return [{ ...aboutNoTest, sign: '❌', isMany: true, agents, words: asSentence(text) }]
}

/** More of them are a row for each cause. */
const ROWS_BY_NAME = 5

/** Failing tests of which the same is to be said are one finding. */
function failures(results: Results, cases: readonly TestOfAgent[]): Finding[] {
  const rank = ({ agent, test }: TestOfAgent) => Number(!isWorse(results, agent, test))
  const failing = cases
    .filter(({ test }) => test.failed && !isAccepted(test))
    .sort((a, b) => rank(a) - rank(b))
    .map((placed) => ({
      placed,
      sign: signOfTest(results, placed.agent, placed.test),
      words: causeWords(results, placed),
    }))
  const hasAgent = new Set(failing.map(({ placed }) => placed.at)).size > 1
  // Those that block together are one row.
  const nameOfRow = ({ test }: TestOfAgent) => (test.undecided?.why === 'many' ? '' : testKey(test))
  const byName = grouped(failing, ({ placed, sign, words }) =>
    JSON.stringify([nameOfRow(placed), sign, placed.test.cause, plain(words)]),
  )
  const byCause = grouped(failing, ({ placed, sign }) => `${sign} ${placed.test.cause}`)
  return (byName.length <= ROWS_BY_NAME ? byName : byCause).map((alike): Finding => {
    const [{ placed, sign, words: first }] = alike
    const { cause } = placed.test
    const tests = alike.map((each) => each.placed)
    const isSame = new Set(alike.map(({ words }) => plain(words))).size === 1
    const words = isSame ? first : [causes[cause].label]
    const counts = countsOf(tests.map(({ test }) => test))
    const name = nameOf(results, tests, hasAgent)
    return {
      ...aboutNoTest,
      sign,
      row: { cause, name: nameOf(results, tests, hasAgent, shortName), counts, words },
      tests,
      agents: [...new Set(tests.map(({ at }) => at))],
      words: ended(say`${name} ${countsText(counts)}; ${words}`),
    }
  })
}

const NAMES_SHOWN = 3
/** The longest name in a cell or a step that fits on a phone. */
const NAME_LENGTH = 48

/** A long word makes its column wide. */
export function shortName(name: string): string {
  return shortened(name, /\S{24}/.test(name) ? NAME_LENGTH / 4 : NAME_LENGTH)
}

/** `A · Support bot`, `A in 5 agents`, `A, B, C and 7 more tests` */
function nameOf(
  results: Results,
  tests: readonly TestOfAgent[],
  hasAgent: boolean,
  shown = (name: string) => name,
): Sentence {
  const names = firstFew(
    grouped(tests, ({ test }) => testKey(test)),
    NAMES_SHOWN,
    ([{ test }]) => {
      const url = fileLink(results, test.source)
      return testName(shown(test.name ?? test.id), url)
    },
    (left) => counted(left, 'more test'),
  )
  const [agent, ...others] = new Map(tests.map((each) => [each.at, each.agent])).values()
  if (others.length > 0) return say`${joined(names)} in ${counted(others.length + 1, 'agent')}`
  return hasAgent && agent ? say`${joined(names)} · ${agentName(agent.name)}` : joined(names)
}

/** `Support bot answered HTTP 503 in 6 of 24 tests; the retries passed.` */
function passingOutages({ agents }: Results): Finding[] {
  return agents.flatMap(({ name, run }, at) => {
    const all = run?.tests ?? []
    const errors = all.flatMap((test) => {
      const { error } = test
      if (!hasPassed(test) || isFlaky(test) || error === null || error.kind === 'not-run') return []
      const { kind: whose, detail } = error
      return [problemWords({ kind: 'unfinished-tests', tests: 1, whose, detail }).sentence]
    })
    return grouped(errors, (sentence) => plain(sentence)).map((same): Finding => {
      const words = say`${agentName(name)} ${same[0]} in ${same.length} of ${counted(all.length, 'test')}; the retries passed.`
      return { ...aboutNoTest, sign: '➖', agents: [at], words }
    })
  })
}
