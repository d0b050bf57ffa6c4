// Where an agent stands against its earlier run: the comparison's lists, looked up by agent.
import type { AgentComparison, AgentRef, Comparison, GateOutcome, ServiceError } from '../gate/results.ts'

export type Standing =
  | { readonly kind: 'compared'; readonly comparison: AgentComparison }
  | { readonly kind: 'no-earlier-run' }
  | { readonly kind: 'unreadable'; readonly error: ServiceError }

/** Null where the mode compares nothing, and where all ended before any agent could be compared. */
export function comparisonMade({ comparison }: GateOutcome): Comparison | null {
  if (comparison === null) return null
  const { compared, withoutHistory, unreadable } = comparison
  return compared.length + withoutHistory.length + unreadable.length === 0 ? null : comparison
}

/** A lookup by agent; null for agents that no comparison speaks of. */
export function standings(comparison: Comparison | null): (agent: AgentRef) => Standing | null {
  if (comparison === null) return () => null
  const { compared, withoutHistory, unreadable } = comparison
  const byAgent = new Map<string, Standing>()
  for (const each of compared) byAgent.set(each.agent.uuid, { kind: 'compared', comparison: each })
  for (const { uuid } of withoutHistory) byAgent.set(uuid, { kind: 'no-earlier-run' })
  for (const { agent, error } of unreadable) byAgent.set(agent.uuid, { kind: 'unreadable', error })
  return ({ uuid }) => byAgent.get(uuid) ?? null
}

/** How many tests of an agent passed in its earlier run and fail now. */
export function newlyFailingCount(standing: Standing | null): number {
  return standing?.kind === 'compared' ? standing.comparison.newlyFailing.length : 0
}
