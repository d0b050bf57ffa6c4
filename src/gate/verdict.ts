// The verdict over all agents, from their results.
import type { AbortReason, AgentResult, Comparison, Counts, Outcome, Verdict } from './results.ts'

/**
 * `failed` if any agent failed (when runs are compared: if the pass rate fell); else `inconclusive` if any agent is, if
 * a comparison could not be made, if the job ended early, or if nothing ran; else `passed`.
 * @param comparison null if the mode compares nothing
 */
export function verdictOf(
  results: readonly AgentResult[],
  abortReason: AbortReason | null,
  comparison: Comparison | null = null,
): Verdict {
  const agents: Record<Outcome, number> = { passed: 0, failed: 0, inconclusive: 0, skipped: 0 }
  for (const { outcome } of results) agents[outcome] += 1
  const totals = totalsOf(results)
  const failed = comparison === null ? agents.failed > 0 : comparison.worse
  if (failed) return { status: 'failed', totals, agents }
  const ran = agents.passed + agents.failed > 0
  const inconclusive =
    agents.inconclusive > 0 || abortReason !== null || !ran || isUncertain(results, comparison)
  return { status: inconclusive ? 'inconclusive' : 'passed', totals, agents }
}

/** A pass rate means nothing if its run is incomplete, or if the history that it should be compared with is missing. */
function isUncertain(results: readonly AgentResult[], comparison: Comparison | null): boolean {
  if (comparison === null) return false
  const incomplete = results.some((result) => result.outcome === 'failed' && result.reason !== undefined)
  return incomplete || comparison.unreadable.length > 0
}

/** Sums over the agents; an agent without counts adds nothing. */
export function totalsOf(results: readonly AgentResult[]): Counts {
  return results.reduce<Counts>(
    (sum, { run }) => ({
      total: sum.total + (run?.counts?.total ?? 0),
      passed: sum.passed + (run?.counts?.passed ?? 0),
      failed: sum.failed + (run?.counts?.failed ?? 0),
    }),
    { total: 0, passed: 0, failed: 0 },
  )
}
