// What was not tested or compared, and why: the problems of the job, then those of its agents, the same ones together. In a few words
// for the headline, in full for the line below it.
import { countTests, type Problem, type Results, type ResultsAgent, type ResultsTest } from '../schema.ts'
import { counted, firstFew, grouped, someOf, testedAgents, wordFor } from './format.ts'
import { problemWords, toldOf } from './problems.ts'
import { joined, plain, type Sentence, say, separated, strong } from './sentence.ts'
import { agentList, quoted, strongAgent, testName } from './untrusted.ts'

/** A problem of several agents together; one of the job, if there are none. */
export interface SharedProblem {
  readonly problem: Problem
  readonly why: Sentence
  /** The positions of the agents in the results. */
  readonly agents: readonly number[]
  /** Their tests that have no result because of it; none if it is about more than tests. */
  readonly tests: readonly ResultsTest[]
}

/** What was not tested or compared, and why: those of the job, then of several agents together. */
export function sharedProblems(agents: readonly ResultsAgent[], endedEarly: Problem | null): SharedProblem[] {
  const isTested = agents.some(({ outcome }) => outcome !== 'skipped')
  const isTold = (agent: ResultsAgent, problem: Problem) => {
    const of = toldOf(problem)
    if (of === 'tests') return unansweredTests(agent, 0).length > 0
    // The headline counts skipped agents.
    if (agent.outcome === 'skipped' && isTested) return true
    return of === 'tested' || (of === 'job' && endedEarly !== null)
  }
  const ofRuns = agents.flatMap((agent, at) =>
    agent.problem === null || isTold(agent, agent.problem) ? [] : ownProblem(agent.problem, [at]),
  )
  const ofAgents = together([...agents.flatMap(unansweredTests), ...ofRuns])
  const ofJob = endedEarly === null ? [] : [ownProblem(endedEarly, [])]
  return [...ofJob, ...ofAgents.sort((a, b) => b.agents.length - a.agents.length)]
}

function ownProblem(problem: Problem, agents: readonly number[]): SharedProblem {
  return { problem, why: separated(problemWords(problem).why), agents, tests: [] }
}

/** Why the tests of an agent have no answer. Its own problem says why others were not run. */
function unansweredTests({ run, problem }: ResultsAgent, at: number): SharedProblem[] {
  const isOfRun = problem !== null && toldOf(problem) !== 'tests'
  const silent = (run?.tests ?? []).filter(
    ({ cause, error }) => cause === 'no-result' && (error !== null || !isOfRun),
  )
  const first = silent.find(({ error }) => error?.kind !== 'not-run')
  if (first === undefined) return []
  return silent.map((test) => {
    // Those that were not run go with the first that has a cause.
    const { error } = test.error?.kind === 'not-run' ? first : test
    const { kind: whose, detail } = error ?? { kind: 'unknown', detail: null }
    const own = ownProblem({ kind: 'unfinished-tests', tests: 1, whose, detail }, [at])
    const said = saidOf(error)
    return { ...own, why: separated([own.why, said].filter(({ length }) => length > 0)), tests: [test] }
  })
}

const SAID_LENGTH = 100

/** In quotes, what the service says of an error beyond its kind and detail: behind `Agent returned HTTP 503: `. */
function saidOf(error: ResultsTest['error']): Sentence {
  if (error === null || error.kind === 'edited' || error.kind === 'unread') return []
  const { kind, detail, message } = error
  const words = kind === 'unknown' || detail === null ? message : message.replace(/^[^:]*(?:: |$)/, '')
  // It is whole, or its first sentence is, and shows that it goes on.
  const text = words.replace(/\s+/g, ' ').trim().replaceAll('"', "'")
  const [first = ''] = text.split('. ')
  if (text === '' || first.length > SAID_LENGTH) return []
  return quoted(text.length > SAID_LENGTH ? `${first} …` : text)
}

/** What differs between them is an example. */
function together(all: readonly SharedProblem[]): SharedProblem[] {
  const same = grouped(all, ({ problem, tests }) => {
    const { short, step } = problemWords(problem)
    return JSON.stringify([short, step, tests.length > 0 && problem])
  })
  return same.map((alike) => {
    const [{ problem, why }] = alike
    const isSame = alike.every((each) => plain(each.why) === plain(why))
    return {
      problem,
      why: isSame ? why : say`for example ${why}`,
      agents: [...new Set(alike.flatMap((each) => each.agents))],
      tests: alike.flatMap((each) => each.tests),
    }
  })
}

export function namesOf(results: Pick<Results, 'agents'>, agents: readonly number[]): readonly string[] {
  return agents.flatMap((at) => results.agents[at]?.name ?? [])
}

/** So many problems, agents or tests are named. */
const NAMED = 2

/** `Bot timed out`, `3 of 4 agents did not start, 2 more problems`. */
export function shortProblems(results: Results, problems: readonly SharedProblem[]): Sentence {
  const same = grouped(problems, ({ problem }) => problemWords(problem).short)
  const texts = same.map((alike) => {
    const { short } = problemWords(alike[0].problem)
    const agents = [...new Set(alike.flatMap((each) => each.agents))]
    if (agents.length === 0) return [short]
    const some = someOf(agents.length, testedAgents(results), 'agent')
    return say`${agents.length <= NAMED ? agentList(namesOf(results, agents)) : some} ${short}`
  })
  if (texts.length <= NAMED) return separated(texts, ', ')
  const silent = results.agents.filter(isSilent).length
  if (silent > 1) return [`${someOf(silent, testedAgents(results), 'agent')} have no result`]
  return separated([...texts.slice(0, NAMED - 1), counted(texts.length - NAMED + 1, 'more problem')])
}

/** Nobody knows how many tests such an agent has. */
export function isSilent({ outcome, run }: ResultsAgent): boolean {
  return outcome !== 'skipped' && (run === null || countTests(run).total === 0)
}

/** `Support bot and 2 more agents timed out (…)`; `Support bot answered HTTP 503 ("…"), so 4 tests have no result` */
export function problemLineText(results: Pick<Results, 'agents'>, shared: SharedProblem): Sentence {
  const { problem, why, agents, tests } = shared
  const { short } = problemWords(problem)
  if (agents.length === 0) return say`${strong(short)}: ${why}`
  const told = firstFew(namesOf(results, agents), NAMED, strongAgent, (left) => counted(left, 'more agent'))
  const names = [...new Set(tests.map(({ name, id }) => name ?? id))]
  const which = names.map((text) => say`"${testName(text)}"`)
  const some = names.length > NAMED ? [counted(tests.length, 'test')] : joined(which)
  const end = tests.length === 0 ? [] : say`, so ${some} ${wordFor(names.length, 'has', 'have')} no result`
  return say`${joined(told)} ${short}${why.length === 0 ? [] : say` (${why})`}${end}`
}
