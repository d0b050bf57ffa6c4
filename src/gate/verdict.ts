// The verdict over all agents, from their results. Inconclusive never passes.

import { type Counts, countTests } from '../schema.ts'
import { failuresNotAccepted, openNotAccepted } from './accept.ts'
import {
  type AbortReason,
  type AgentRef,
  type AgentResult,
  type Comparison,
  contradictory,
  type InconclusiveReason,
  type Outcome,
  type RunResult,
  type Verdict,
} from './model.ts'
import { countOf, isUsable } from './read-run.ts'

export type Mode = 'gate' | 'gate-if-worse' | 'report'

/** The result of an agent. `reason`: why its run is inconclusive, if it is. */
export function agentResult(
  agent: AgentRef,
  run: RunResult | null,
  reason: InconclusiveReason | null,
): AgentResult {
  // Counts without rows are a contradiction.
  if (run === null || run.tests.length === 0)
    return { outcome: 'inconclusive', agent, run, reason: reason ?? contradictory }
  const { failed } = countTests(run)
  const tests = openNotAccepted(run)
  const unfinished = tests > 0 ? (reason ?? { kind: 'unfinished-tests', tests }) : null
  const why = isUsable(reason) ? unfinished : reason
  if (why === null) return { outcome: failed > 0 ? 'failed' : 'passed', agent, run }
  return { outcome: failed > 0 ? 'failed' : 'inconclusive', agent, run, reason: why }
}

/**
 * `failed` if any test failed that is not accepted, in `gate-if-worse` if the comparison says so; else `inconclusive` if any agent is, if the
 * comparison is incomplete, if the job ended early, or if nothing ran; else `passed`.
 * @param comparison null if nothing was compared
 * @param isComplete whether every failing agent was compared, and every history could be used
 */
export function verdictOf(
  mode: Mode,
  results: readonly AgentResult[],
  abortReason: AbortReason | null,
  comparison: Comparison | null,
  isComplete: boolean,
): Verdict {
  const agents: Record<Outcome, number> = { passed: 0, failed: 0, inconclusive: 0, skipped: 0 }
  for (const { outcome } of results) agents[outcome] += 1
  const tests = results.flatMap(({ run }) => run?.tests ?? [])
  const summary = { totals: totalsOf(results), flaky: countOf(tests, 'flaky'), agents }
  const compares = mode === 'gate-if-worse'
  const blocks = compares
    ? isWorse(comparison)
    : results.some(({ run }) => run !== null && failuresNotAccepted(run) > 0)
  if (blocks) return { status: 'failed', ...summary }
  const isUncertain = comparison === null || !isComplete || comparison.classes.undetermined > 0
  const inconclusive =
    abortReason !== null ||
    agents.inconclusive > 0 ||
    agents.passed + agents.failed === 0 ||
    results.some((result) => result.outcome === 'failed' && result.reason !== undefined) ||
    (compares && isUncertain)
  return { status: inconclusive ? 'inconclusive' : 'passed', ...summary }
}

function isWorse(comparison: Comparison | null): boolean {
  if (comparison === null) return false
  const { classes, count, sample } = comparison
  return classes.broken > 0 || count?.blocks === true || sample?.blocks === true
}

/** Sums over the agents; a run without rows adds nothing. */
function totalsOf(results: readonly AgentResult[]): Counts {
  const counts = results.flatMap(({ run }) => (run === null || run.tests.length === 0 ? [] : countTests(run)))
  const sum = (count: keyof Counts) => counts.reduce((total, each) => total + each[count], 0)
  return { total: sum('total'), passed: sum('passed'), failed: sum('failed') }
}
