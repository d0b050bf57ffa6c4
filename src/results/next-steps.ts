// What to do next about agents without a clear result, skipped agents, and a job that ended early. Plain text.
import type { Overview } from './overview.ts'
import type { Results, ResultsAgent } from './schema.ts'

/** What to do, in our own words, and about what: the most frequent problem first. */
export interface NextStep {
  readonly kind: 'problem' | 'skipped'
  readonly remedy: string
  readonly problems: readonly Problem[]
}

/** Agents with the same problem: `message` continues their names and is untrusted. */
export interface Problem {
  readonly agents: readonly ResultsAgent[]
  readonly message: string
  /** What to open, if only one agent has it. */
  readonly url: string | null
}

export interface NextSteps {
  readonly abort: Results['abortReason']
  /** The one that concerns the most agents first. */
  readonly steps: readonly NextStep[]
  /** Set if failing tests could not be judged. */
  readonly undetermined: boolean
  /** Whether to run the job again, once the rest is done. */
  readonly rerun: boolean
}

/** Null if there is nothing to do. */
export function nextSteps({ nonPassing, results }: Overview): NextSteps | null {
  const { abortReason, comparison, verdict, agents } = results
  const explained: Explained[] = [
    ...nonPassing.flatMap(({ agent }) => problemOf(agent)),
    ...(comparison === null ? [] : agents).flatMap((agent) => {
      const error = agent.baseline?.error
      return error ? [{ agent, kind: 'problem' as const, ...error, url: null }] : []
    }),
    ...agents.flatMap(controlProblemOf),
  ]
  const undetermined = verdict === 'inconclusive' && (comparison?.classes.undetermined ?? 0) > 0
  if (explained.length === 0 && abortReason === null && !undetermined) return null
  return {
    abort: abortReason,
    steps: [...Map.groupBy(explained, ({ kind, remedy }) => `${kind}\n${remedy}`).values()]
      .flatMap((same) => stepOf(same) ?? [])
      .sort((a, b) => agentsOf(b.problems) - agentsOf(a.problems)),
    undetermined,
    // Neither for skipped agents alone, nor before the workflow is edited.
    rerun:
      abortReason === null
        ? undetermined || explained.some(({ kind }) => kind !== 'skipped')
        : abortReason.kind !== 'unknown-agents' && abortReason.kind !== 'same-agent',
  }
}

interface Explained {
  readonly agent: ResultsAgent
  readonly kind: NextStep['kind']
  readonly message: string
  readonly remedy: string
  readonly url: string | null
}

function problemOf(agent: ResultsAgent): Explained[] {
  const { outcome, problem } = agent
  return problem === null ? [] : [{ ...problem, agent, kind: outcome === 'skipped' ? 'skipped' : 'problem' }]
}

function stepOf(same: readonly Explained[]): NextStep | null {
  const [first] = same
  if (first === undefined) return null
  const problems = [...Map.groupBy(same, ({ message }) => message)].map(([message, explained]) => ({
    agents: explained.map(({ agent }) => agent),
    message,
    url: explained.length === 1 ? (explained[0]?.url ?? null) : null,
  }))
  problems.sort((a, b) => b.agents.length - a.agents.length)
  return { kind: first.kind, remedy: first.remedy, problems }
}

function agentsOf(problems: readonly Problem[]): number {
  return problems.reduce((sum, { agents }) => sum + agents.length, 0)
}

function controlProblemOf(agent: ResultsAgent): Explained[] {
  if (!agent.control?.problem) return []
  const { message, ...problem } = agent.control.problem
  const what = `its control ${agent.control.name} gave no result: ${message}`
  return [{ ...problem, agent, kind: 'problem', message: what }]
}
