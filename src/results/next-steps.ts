// What to do next about agents without a clear result, skipped agents, and a job that ended early. Plain text.
import type { Overview } from './overview.ts'
import type { Results, ResultsAgent } from './schema.ts'

/** `message` continues the agents' names and is untrusted; `remedy` is our own. */
export interface NextStep {
  readonly agents: readonly ResultsAgent[]
  readonly kind: 'problem' | 'skipped'
  readonly message: string
  readonly remedy: string
  /** What to open, if the step concerns one agent only. */
  readonly url: string | null
}

export interface NextSteps {
  readonly abort: Results['abortReason']
  /** Agents with the same explanation share a step. */
  readonly steps: readonly NextStep[]
  /** Set if failing tests could not be judged. */
  readonly undetermined: boolean
  /** Whether to run the job again, once the rest is done. */
  readonly rerun: boolean
}

/** Null if there is nothing to do. */
export function nextSteps({ nonPassing, results }: Overview): NextSteps | null {
  const { abortReason, comparison, verdict, agents } = results
  const explained = [
    ...nonPassing.flatMap(({ agent }) => problemOf(agent) ?? []),
    ...(comparison === null ? [] : agents).flatMap((agent) => {
      const error = agent.baseline?.error
      return error ? [{ agents: [agent], kind: 'problem' as const, ...error, url: null }] : []
    }),
  ]
  const undetermined = verdict === 'inconclusive' && (comparison?.classes.undetermined ?? 0) > 0
  if (explained.length === 0 && abortReason === null && !undetermined) return null
  const same = Map.groupBy(explained, ({ message, remedy }) => `${message}\n${remedy}`)
  return {
    abort: abortReason,
    steps: [...same.values()].flatMap(([first, ...others]) => {
      if (first === undefined) return []
      return others.length === 0
        ? [first]
        : [{ ...first, agents: [first, ...others].flatMap((each) => each.agents), url: null }]
    }),
    undetermined,
    // Neither for skipped agents alone, nor before the workflow is edited.
    rerun:
      abortReason === null
        ? undetermined || explained.some(({ kind }) => kind !== 'skipped')
        : abortReason.kind !== 'unknown-agents' && abortReason.kind !== 'same-agent',
  }
}

function problemOf(agent: ResultsAgent): NextStep | null {
  const { outcome, problem } = agent
  if (problem === null) return null
  const { message, remedy, url } = problem
  return { agents: [agent], kind: outcome === 'skipped' ? 'skipped' : 'problem', message, remedy, url }
}
