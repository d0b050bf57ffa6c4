// What was not tested or compared, and why: the problems of the job, then those of its agents, the same ones together. In a few words
// for the headline, in full for the line below it.
import {
  countTests,
  type Problem,
  type Results,
  type ResultsAgent,
  type ResultsTest,
  type TestError,
} from '../schema.ts'
import { counted, grouped, someOf, testedAgents, wordFor } from './format.ts'
import { type AnyProblem, problemWords, toldOf } from './problems.ts'
import { agentList, joined, plain, type Sentence, say, separated, strong } from './sentence.ts'
import { stepText } from './steps.ts'

/** A problem of several agents together; one of the job, if there are none. */
export interface SharedProblem {
  readonly problem: AnyProblem
  /** The positions of the agents in the results. */
  readonly agents: readonly number[]
  /** Their tests that have no result because of it; none if it is about more than tests. */
  readonly tests: readonly ResultsTest[]
}

/** A problem of one agent, or of one of its tests. */
interface OwnProblem {
  readonly at: number
  readonly problem: AnyProblem
  readonly test: ResultsTest | null
}

/** What was not tested or compared, and why: those of the job, then of several agents together. */
export function sharedProblems(agents: readonly ResultsAgent[], endedEarly: Problem | null): SharedProblem[] {
  const ofJob = endedEarly === null ? [] : [{ problem: endedEarly, agents: [], tests: [] }]
  const isTested = agents.some(({ outcome }) => outcome !== 'skipped')
  const isTold = (agent: ResultsAgent, problem: AnyProblem) => {
    const of = toldOf(problem)
    if (of === 'tests') return unansweredTests(agent, 0).length > 0
    return of === 'tested' || (of === 'job' && ofJob.length > 0)
  }
  const ofRuns = agents.flatMap((agent, at): OwnProblem[] => {
    const { problem, outcome } = agent
    // The headline counts skipped agents.
    if (problem === null || (outcome === 'skipped' && isTested)) return []
    return isTold(agent, problem) ? [] : [{ at, problem, test: null }]
  })
  const ofAgents = together([...agents.flatMap(unansweredTests), ...ofRuns])
  return [...ofJob, ...ofAgents.sort((a, b) => b.agents.length - a.agents.length)]
}

/** Why the tests of an agent have no answer. Its own problem says why others were not run. */
function unansweredTests({ run, problem }: ResultsAgent, at: number): OwnProblem[] {
  const isOfRun = problem !== null && toldOf(problem) !== 'tests'
  const silent = (run?.tests ?? []).filter(
    ({ cause, error }) => cause === 'no-result' && (error !== null || !isOfRun),
  )
  const own = silent.flatMap((test): OwnProblem[] => {
    const { kind: whose, detail, message } = test.error ?? { kind: 'unknown', detail: null, message: '' }
    if (whose === 'not-run') return []
    const said = saidOf({ kind: whose, detail, message })
    return [{ at, problem: { kind: 'no-answer', whose, detail, said }, test }]
  })
  // Those that were not run go with the first that has a cause.
  const notRun = silent.filter(({ error }) => error?.kind === 'not-run')
  const [first] = own
  return first === undefined ? [] : [...own, ...notRun.map((test) => ({ ...first, test }))]
}

const SAID_LENGTH = 100

/** What the service says of an error beyond its kind and detail: behind `Agent returned HTTP 503: `. */
function saidOf({ kind, detail, message }: TestError): string | null {
  if (kind === 'edited' || kind === 'unread') return null
  const [, before = '', behind] = /^([^:]*): (.*)$/s.exec(message) ?? []
  const isDetail = detail !== null && before.replace(/\)$/, '').endsWith(detail)
  const ofDetail = isDetail || behind === undefined ? behind : message
  const words = kind === 'unknown' || detail === null ? message : (ofDetail ?? '')
  // In quotes, it is whole, or its first sentence is, and shows that it goes on.
  const text = words.replace(/\s+/g, ' ').trim().replace(/\.$/, '').replaceAll('"', "'")
  const [first = ''] = text.split('. ')
  if (first.length > SAID_LENGTH) return null
  return (text.length > SAID_LENGTH ? `${first} …` : text) || null
}

/** What differs between tests is not said. */
function together(all: readonly OwnProblem[]): SharedProblem[] {
  const saidBy = (problem: AnyProblem) => (problem.kind === 'no-answer' ? problem.said : null)
  const same = grouped(all, ({ problem }) => {
    const { short, step } = problemWords(problem)
    const cause = problem.kind === 'no-answer' ? [problem.whose, problem.detail] : []
    return [plain([short]), plain(stepText(step)), step.see, ...cause].join('\n')
  })
  return same.map((alike) => {
    const [{ problem }] = alike
    const isSame = alike.every((each) => saidBy(each.problem) === saidBy(problem))
    return {
      problem: problem.kind === 'no-answer' && !isSame ? { ...problem, said: null } : problem,
      agents: [...new Set(alike.map(({ at }) => at))],
      tests: alike.flatMap(({ test }) => test ?? []),
    }
  })
}

export function namesOf(results: Pick<Results, 'agents'>, agents: readonly number[]): readonly string[] {
  return agents.flatMap((at) => results.agents[at]?.name ?? [])
}

/** So many agents or tests are named. */
const NAMED = 2

/** `Bot timed out`, `3 of 4 agents did not start, 2 more problems`: what differs between agents is not said. */
export function shortProblems(results: Results, problems: readonly SharedProblem[], most: number): Sentence {
  const same = Map.groupBy(problems, ({ problem }) => problemWords(problem).short)
  const texts = [...same].map(([short, of]) => {
    const agents = [...new Set(of.flatMap((each) => each.agents))]
    if (agents.length === 0) return [short]
    const some = someOf(agents.length, testedAgents(results), 'agent')
    return say`${agents.length <= NAMED ? agentList(namesOf(results, agents)) : some} ${short}`
  })
  if (texts.length <= most) return separated(texts, ', ')
  const silent = results.agents.filter(isSilent).length
  if (silent > 1) return [`${someOf(silent, testedAgents(results), 'agent')} have no result`]
  const left = [...same.values()].slice(most - 1).flat().length
  return separated([...texts.slice(0, most - 1), counted(left, 'more problem')], ', ')
}

/** Nobody knows how many tests such an agent has. */
export function isSilent({ outcome, run }: ResultsAgent): boolean {
  return outcome !== 'skipped' && (run === null || countTests(run).total === 0)
}

/** `Support bot timed out (…); 2 more agents timed out`; `Support bot answered HTTP 503 ("…"), so 4 tests have no result` */
export function problemLineText(results: Pick<Results, 'agents'>, shared: SharedProblem): Sentence {
  const { problem, agents, tests } = shared
  const { short, sentence } = problemWords(problem)
  const names = namesOf(results, agents).map((text) => ({ kind: 'agent', text, isStrong: true }) as const)
  const [first, ...others] = names
  if (first === undefined) return say`${strong(short)}: ${sentence}`
  const more = counted(others.length, 'more agent')
  if (tests.length === 0) return say`${first} ${sentence}${others.length === 0 ? '' : `; ${more} ${short}`}`
  const testNames = [...new Set(tests.map(({ name, id }) => name ?? id))]
  const which =
    testNames.length > NAMED
      ? [counted(tests.length, 'test')]
      : joined(testNames.map((text) => say`"${{ kind: 'test', text, isStrong: true }}"`))
  const whose = joined(names.length > NAMED ? [first, more] : names)
  return say`${whose} ${sentence}, so ${which} ${wordFor(testNames.length, 'has', 'have')} no result`
}
