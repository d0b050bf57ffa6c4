// What was not tested or compared, and why: the problems of the job, then those of its agents, the same ones together. In a few words
// for the headline, in full for the line below it.
import {
  countTests,
  type Decision,
  type Results,
  type ResultsAgent,
  type ResultsTest,
  type TestError,
} from '../schema.ts'
import { count, counted, grouped, someOf, testedAgents, wordFor } from './format.ts'
import { type AnyProblem, damagedText, ends, type NoAnswer, problemWords, toldOf } from './problems.ts'
import { agentList, joined, quoted, type Sentence, say, separated, strong } from './sentence.ts'

/** A problem of several agents together; one of the job, if there are none. */
export interface SharedProblem {
  readonly problem: AnyProblem
  /** The positions of the agents in the results. */
  readonly agents: readonly number[]
  /** Their tests that have no result because of it; none if it is about more than tests. */
  readonly tests: readonly ResultsTest[]
  /** How many more were not run, because their run ended first. */
  readonly notRun: number
}

/** What was not tested or compared, and why: those of the job, then of several agents together. */
export function sharedProblems(
  agents: readonly ResultsAgent[],
  endedEarly: Decision['endedEarly'],
): SharedProblem[] {
  const ofJob = endedEarly === null ? [] : [{ problem: endedEarly, agents: [], tests: [], notRun: 0 }]
  const isTested = agents.some(({ outcome }) => outcome !== 'skipped')
  const isToldBy = {
    agent: () => false,
    tested: () => true,
    job: () => ofJob.length > 0,
    tests: (agent: ResultsAgent) => unansweredTests(agent).length > 0,
  }
  const ofRuns = together(
    agents.map((agent) => {
      const { problem, outcome } = agent
      // The headline counts skipped agents.
      if (problem === null || (outcome === 'skipped' && isTested)) return []
      return isToldBy[toldOf(problem)](agent) ? [] : [{ problem }]
    }),
  )
  return [
    ...ofJob,
    ...withNotRun(agents, together(agents.map(unansweredTests))),
    ...ofRuns.sort((a, b) => b.agents.length - a.agents.length),
  ]
}

/** Each agent's tests that were not run go with its first other cause. */
function withNotRun(agents: Results['agents'], problems: readonly SharedProblem[]): SharedProblem[] {
  const counted = new Set<number>()
  return problems.map((problem) => {
    const uncounted = problem.agents.filter((at) => !counted.has(at))
    for (const at of uncounted) counted.add(at)
    const tests = uncounted.flatMap((at) => agents[at]?.run?.tests ?? [])
    const isNotRun = ({ cause, error }: ResultsTest) => cause === 'no-result' && error?.kind === 'not-run'
    return { ...problem, notRun: tests.filter(isNotRun).length }
  })
}

/** Why the tests of an agent have no answer. Its own problem says why others were not run. */
function unansweredTests({ run, problem }: ResultsAgent): { problem: NoAnswer; test: ResultsTest }[] {
  const isOfRun = problem !== null && toldOf(problem) !== 'tests'
  return (run?.tests ?? []).flatMap((test) => {
    if (test.error === null && isOfRun) return []
    const { kind: whose, detail, message } = test.error ?? { kind: 'unknown', detail: null, message: '' }
    if (test.cause !== 'no-result' || whose === 'not-run') return []
    const said = saidOf({ kind: whose, detail, message })
    return { problem: { kind: 'no-answer', whose, detail, said }, test }
  })
}

const SAID_LENGTH = 100

/** What the service says of an error beyond its kind and detail: behind `Agent returned HTTP 503: `. */
function saidOf({ kind, detail, message }: TestError): string | null {
  if (kind === 'edited' || kind === 'unread') return null
  const [, behindColon] = /^[^:]*: (.*)$/s.exec(message) ?? []
  // The detail has what stands before the colon.
  const isWhole = kind === 'unknown' || detail === null
  const words = isWhole ? message : (behindColon ?? '')
  // In quotes, it is whole, or its first sentence is, and shows that it goes on.
  const text = words.replace(/\s+/g, ' ').trim().replace(/\.$/, '').replaceAll('"', "'")
  const [first = ''] = text.split('. ')
  if (first.length > SAID_LENGTH) return null
  return (text.length > SAID_LENGTH ? `${first} …` : text) || null
}

/** @param problems by agent */
function together(
  problems: readonly (readonly { problem: AnyProblem; test?: ResultsTest }[])[],
): SharedProblem[] {
  const all = problems.flatMap((ofAgent, at) => ofAgent.map((each) => ({ ...each, at })))
  const saidBy = ({ problem }: { problem: AnyProblem }) =>
    problem.kind === 'no-answer' ? problem.said : null
  const same = grouped(all, ({ problem }) => {
    const cause = problem.kind === 'no-answer' ? [problem.whose, problem.detail] : []
    const said = problem.kind === 'no-answer' && problem.whose === 'unknown' ? problem.said : null
    return [problem.kind, problemWords(problem).remedy, ...cause, said].join('\n')
  })
  return same.map((alike) => {
    const [{ problem }] = alike
    // What differs between tests is not said.
    const isSame = alike.every((each) => saidBy(each) === saidBy(alike[0]))
    return {
      problem: problem.kind === 'no-answer' && !isSame ? { ...problem, said: null } : problem,
      agents: [...new Set(alike.map(({ at }) => at))],
      tests: alike.flatMap(({ test }) => test ?? []),
      notRun: 0,
    }
  })
}

export function namesOf(
  { agents }: Pick<Results, 'agents'>,
  positions: readonly number[],
): readonly string[] {
  return positions.flatMap((at) => agents[at]?.name ?? [])
}

const AGENTS_IN_LINE = 2
export const SHOWN_IN_FULL = 2

/** The headline alone counts them. */
export function andOthers(): string {
  return 'and others'
}

/**
 * `Bot timed out`, `3 of 4 agents did not start, 2 more problems`: what differs between agents is not said.
 * @param rest in place of how many problems there are more, or agents without a result
 */
export function shortProblems(
  results: Results,
  problems: readonly SharedProblem[],
  most: number,
  rest?: (left: number) => string,
): Sentence {
  const same = Map.groupBy(problems, ({ problem }) => problemWords(problem).short)
  const texts = [...same].map(([short, of]) => {
    const agents = [...new Set(of.flatMap((each) => each.agents))]
    const names =
      agents.length <= AGENTS_IN_LINE
        ? agentList(namesOf(results, agents))
        : [someOf(agents.length, testedAgents(results), 'agent')]
    if (of[0]?.problem.kind === 'maybe-launched') return say`no answer to the launch of ${names}`
    if (of[0]?.problem.kind === 'run-ended' && agents.length <= AGENTS_IN_LINE)
      return say`the ${wordFor(agents.length, 'run', 'runs')} of ${names} ${short}`
    return agents.length === 0 ? [short] : say`${names} ${short}`
  })
  if (texts.length <= most) return separated(texts, ', ')
  const silent = results.agents.filter(isSilent).length
  if (rest === undefined && silent > 1)
    return [`${someOf(silent, testedAgents(results), 'agent')} have no result`]
  const left = [...same.values()].slice(most - 1).flat().length
  return separated([...texts.slice(0, most - 1), rest?.(left) ?? counted(left, 'more problem')], ', ')
}

/** `Bot was still running its tests after 30m; 2 more agents timed out` */
export function problemText(
  results: Pick<Results, 'agents'>,
  { problem, agents }: SharedProblem,
  isStrong = false,
): Sentence {
  const { short, sentence } = problemWords(problem)
  const silent = results.agents.filter((agent) => agent.problem && toldOf(agent.problem) === 'job')
  const what =
    problem.kind === 'cancelled' && silent.length > 0
      ? say`${agentList(silent.map(({ name }) => name))} had no result by then`
      : sentence
  const [text, ...others] = namesOf(results, agents)
  if (text === undefined) return what
  const more = others.length === 0 ? '' : `; ${counted(others.length, 'more agent')} ${short}`
  const agent = { kind: 'agent', text, isStrong } as const
  if (problem.kind === 'run-ended') {
    const run = results.agents[agents[0] ?? -1]?.run
    const { passed, failed, total } = run ? countTests(run) : { passed: 0, failed: 0, total: 0 }
    const after = total === 0 ? '' : ` after ${count(passed + failed)} of ${counted(total, 'test')}`
    return say`${isStrong ? 'The' : 'the'} run of ${agent} ${ends[problem.how]}${after}${damagedText(problem.damaged)}${more}`
  }
  return say`${agent} ${what}${more}`
}

/** `Support bot answered HTTP 503 ("upstream connect error"), so no test has a result`: the problem first. */
export function causeText(results: Results, problem: SharedProblem): Sentence {
  const { short } = problemWords(problem.problem)
  const said = problemText(results, problem)
  if (problem.agents.length === 0) return say`${short}: ${said}`
  const why = problem.agents.length > 1 ? shortProblems(results, [problem], 1) : said
  const { passed, failed } = results.totals
  const tests = problem.tests.length
  if (tests === 0 && passed + failed > 0) return why
  const has =
    passed + failed === 0
      ? 'no test has a result'
      : `${counted(tests, 'test')} ${wordFor(tests, 'has', 'have')} no result`
  return say`${why}, so ${has}`
}

/** Nobody knows how many tests such an agent has. */
export function isSilent({ outcome, run }: ResultsAgent): boolean {
  return outcome !== 'skipped' && (run === null || countTests(run).total === 0)
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
  const named = [...new Set(problem.tests.map(({ name, id }) => name ?? id))]
  const isNamed = tests <= TESTS_NAMED_WITHOUT_RESULT
  const number = isNamed ? named.length : tests
  const ofTests = problem.problem.kind === 'no-answer' ? ownErrorText(problem.problem, number) : null
  const [they, their] = others.length === 0 ? ['it', 'its'] : ['they', 'their']
  const why = ofTests ?? say`${wordFor(number, 'has', 'have')} no result: ${they} ${sentence}`
  const further =
    notRun === 0 ? '' : `; ${count(notRun)} more of ${their} tests ${wordFor(notRun, 'was', 'were')} not run`
  const which = isNamed
    ? joined(named.map((text) => say`"${{ kind: 'test', text, isStrong: true }}"`))
    : [{ kind: 'strong', text: counted(tests, 'test') } as const]
  const more = isNamed ? others : [counted(others.length, 'more agent')]
  const whose = joined([first, ...(others.length > 0 ? more : [])])
  return say`${which} of ${whose} ${why}${further}`
}

/** What the tests themselves did, and not their agent: `are defective: no evaluator`. */
function ownErrorText({ whose, detail, said }: NoAnswer, tests: number): Sentence | null {
  if (whose === 'test')
    return [`${wordFor(tests, 'is', 'are')} defective${detail === null ? '' : `: ${detail}`}`]
  if (whose === 'unread') return ['could not be read in full']
  if (whose !== 'unknown') return null
  return say`ended in ${wordFor(tests, 'an error', 'errors')}${said === null ? '' : say`: ${quoted(said)}`}`
}
