// From what became of each agent to the one word that the job hangs on.
import { percent } from './comparison.ts'
import type {
  AbortReason,
  AgentResult,
  Comparison,
  Counts,
  Outcome,
  Verdict,
  VerdictStatus,
} from './results.ts'

/**
 * `failed` if any agent failed (where runs are compared: if the pass rate fell); else `inconclusive` if any agent is, if
 * a comparison could not be made, if all stopped early, or if nothing ran; else `passed`.
 * @param comparison null where nothing is compared
 */
export function verdictOf(
  results: readonly AgentResult[],
  stop: AbortReason | null,
  comparison: Comparison | null = null,
): Verdict {
  const agents: Record<Outcome, number> = { passed: 0, failed: 0, inconclusive: 0, skipped: 0 }
  for (const { outcome } of results) agents[outcome] += 1
  const totals = totalsOf(results)
  const bad = comparison === null ? agents.failed > 0 : comparison.worse
  const ran = agents.passed + agents.failed > 0
  const untold = agents.inconclusive > 0 || stop !== null || !ran || isUnsure(results, comparison)
  const word: VerdictStatus = bad ? 'failed' : untold ? 'inconclusive' : 'passed'
  const reasons = [...agentReasons(agents, totals, stop), ...comparisonReasons(results, comparison)]
  return { status: word, totals, agents, reasons: word === 'passed' ? [] : reasons }
}

/** A rate is no measure where a run behind it is incomplete, or where there is none to compare with for want of an answer. */
function isUnsure(results: readonly AgentResult[], comparison: Comparison | null): boolean {
  if (comparison === null) return false
  return comparison.unreadable.length > 0 || incompleteOf(results) > 0
}

function incompleteOf(results: readonly AgentResult[]): number {
  return results.filter((result) => result.outcome === 'failed' && result.reason !== undefined).length
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

function agentReasons(
  agents: Readonly<Record<Outcome, number>>,
  totals: Counts,
  stop: AbortReason | null,
): string[] {
  const reasons: string[] = []
  if (agents.failed > 0)
    reasons.push(`${agentsIn(agents.failed)} failed (${totals.failed} of ${totals.total} tests)`)
  if (agents.inconclusive > 0) reasons.push(`the result of ${agentsIn(agents.inconclusive)} cannot be told`)
  if (stop !== null) reasons.push(stopReason(stop))
  else if (agents.passed + agents.failed + agents.inconclusive === 0) reasons.push('no agent could be run')
  return reasons
}

function comparisonReasons(results: readonly AgentResult[], comparison: Comparison | null): string[] {
  if (comparison === null) return []
  const { now, before, worse, unreadable } = comparison
  const reasons: string[] = []
  if (worse)
    reasons.push(
      `the pass rate fell from ${percent(before)}% (${before.passed} of ${before.total}) to ${percent(now)}% (${now.passed} of ${now.total})`,
    )
  const incomplete = incompleteOf(results)
  if (incomplete > 0)
    reasons.push(`the run of ${agentsIn(incomplete)} is incomplete, so its rate is no measure`)
  if (unreadable.length > 0)
    reasons.push(`the run history of ${agentsIn(unreadable.length)} could not be read`)
  return reasons
}

function agentsIn(count: number): string {
  return `${count} ${count === 1 ? 'agent' : 'agents'}`
}

function stopReason(stop: AbortReason): string {
  switch (stop.kind) {
    case 'authentication':
      return `authentication failed (HTTP ${stop.error.status})`
    case 'unknown-agents':
      return `${stop.unknown.length === 1 ? 'an agent was' : `${stop.unknown.length} agents were`} not found by name`
    case 'no-agents':
      return 'the workspace has no agents'
    case 'select-failed':
      return 'the agents could not be read from the service'
    case 'signal':
      return `the job was cancelled (${stop.signal})`
    default:
      return stop satisfies never
  }
}
