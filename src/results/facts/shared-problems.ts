// What was not tested or compared, and why: the problems of the job, then those of its agents, the same ones together.
import type { Problem, ResultsAgent, SharedProblem, StoryFacts } from '../../schema.ts'
import { grouped } from '../units.ts'
import { NO_ANSWER_NEXT } from './problems.ts'

export function sharedProblems({
  agents,
  decisions,
}: Pick<StoryFacts, 'agents' | 'decisions'>): SharedProblem[] {
  const ofJob = decisions.flatMap(({ part, endedEarly: problem }) =>
    problem === null ? [] : [{ problem, part, agents: [] }],
  )
  const hasTested = agents.some(({ outcome }) => outcome !== 'skipped')
  const isSaid = (agent: ResultsAgent) =>
    (agent.outcome === 'skipped' && hasTested) ||
    (agent.problem?.kind === 'aborted' && ofJob.length > 0) ||
    (agent.problem?.kind === 'unfinished-tests' && noAnswers(agent).length > 0)
  const ofRuns = together(agents.map((agent) => (isSaid(agent) ? [] : [agent.problem])))
  return [
    ...ofJob,
    ...together(agents.map(noAnswers)),
    ...ofRuns.sort((a, b) => b.agents.length - a.agents.length),
    ...together(agents.map(({ baseline }) => [baseline?.problem ?? null])),
  ]
}

/** Why the tests of an agent have no answer. Of those that were not run, its own problem says it. */
function noAnswers({ run }: ResultsAgent): Problem[] {
  return (run?.tests ?? []).flatMap(({ group, status, error }) => {
    const { kind: whose, detail, message } = error ?? { kind: 'unknown', detail: null, message: '' }
    if (group !== 'unanswered' || status !== 'unanswered' || whose === 'not-run') return []
    const said = (whose === 'unknown' && message) || null
    return { kind: 'no-answer', whose, detail, said, next: NO_ANSWER_NEXT[whose], url: run?.url ?? null }
  })
}

/** @param problems by agent */
function together(problems: readonly (readonly (Problem | null)[])[]): SharedProblem[] {
  const all = problems.flatMap((own, at) =>
    own.flatMap((problem) => (problem === null ? [] : { at, problem })),
  )
  const same = grouped(all, ({ problem: { kind, next, ...problem } }) => {
    const cause = 'whose' in problem ? [problem.whose, problem.detail, problem.said] : []
    return [kind, next, ...cause].join('\n')
  })
  return same.map((of) => {
    return { problem: of[0].problem, part: null, agents: [...new Set(of.map(({ at }) => at))] }
  })
}

export function isUntested({ problem }: SharedProblem): boolean {
  return problem.kind !== 'no-history'
}

/** Whose error all of it was, as far as that matters to the author of a change. */
export function sideOf(problems: readonly SharedProblem[]): 'service' | 'agent' | null {
  if (problems.some(isOfAgent)) return 'agent'
  return problems.length > 0 && problems.every(({ problem }) => isOfService(problem)) ? 'service' : null
}

export function isOfAgent({ problem }: SharedProblem): boolean {
  return problem.kind === 'no-answer' && problem.whose === 'agent'
}

const OUTAGE = /^(?:HTTP (?:429|5\d\d)|no connection|timed out)$/

function isOfService(problem: Problem): boolean {
  switch (problem.kind) {
    case 'no-answer':
      return (
        problem.whose === 'service' || (problem.whose === 'evaluator' && OUTAGE.test(problem.detail ?? ''))
      )
    case 'contradictory':
    case 'maybe-launched':
      return true
    case 'not-launched':
    case 'unreadable':
    case 'unreachable': {
      const { kind, status } = problem.error
      return kind === 'network' || kind === 'timeout' || status === 429 || (status ?? 0) >= 500
    }
    default:
      return false
  }
}
