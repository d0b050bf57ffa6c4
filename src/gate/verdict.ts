// From what became of each agent to the one word that the job hangs on.
import type { AgentResult, Counts, Outcome, Stop, Verdict, VerdictWord } from './results.ts'

/** `failed` if any agent failed; else `inconclusive` if any is, if all stopped early, or if nothing ran; else `passed`. */
export function verdictOf(results: readonly AgentResult[], stop: Stop | null): Verdict {
  const agents: Record<Outcome, number> = { passed: 0, failed: 0, inconclusive: 0, skipped: 0 }
  for (const { outcome } of results) agents[outcome] += 1
  const totals = totalsOf(results)
  return { word: wordOf(agents, stop), totals, agents, reasons: reasonsOf(agents, totals, stop) }
}

function wordOf(agents: Readonly<Record<Outcome, number>>, stop: Stop | null): VerdictWord {
  if (agents.failed > 0) return 'failed'
  if (agents.inconclusive > 0 || stop !== null || agents.passed === 0) return 'inconclusive'
  return 'passed'
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

function reasonsOf(agents: Readonly<Record<Outcome, number>>, totals: Counts, stop: Stop | null): string[] {
  const many = (count: number) => `${count} ${count === 1 ? 'agent' : 'agents'}`
  const reasons: string[] = []
  if (agents.failed > 0)
    reasons.push(`${many(agents.failed)} failed (${totals.failed} of ${totals.total} tests)`)
  if (agents.inconclusive > 0) reasons.push(`the result of ${many(agents.inconclusive)} cannot be told`)
  if (stop !== null) reasons.push(stopReason(stop))
  else if (agents.passed + agents.failed + agents.inconclusive === 0) reasons.push('no agent could be run')
  return reasons
}

function stopReason(stop: Stop): string {
  switch (stop.kind) {
    case 'authentication':
      return `authentication failed (HTTP ${stop.fault.status})`
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
