// The verdict over all agents, from their results. Inconclusive never passes.
import type {
  AbortReason,
  AgentRef,
  AgentResult,
  Comparison,
  Counts,
  InconclusiveReason,
  Outcome,
  RunResult,
  TestResult,
  Verdict,
} from './results.ts'
import { countOf } from './run-evidence.ts'

export type Mode = 'gate' | 'gate-if-worse' | 'report'

/** The result of an agent. `reason`: why its run is inconclusive, if it is. */
export function agentResult(
  agent: AgentRef,
  run: RunResult | null,
  reason: InconclusiveReason | null,
): AgentResult {
  if (run === null || run.counts === null)
    return { outcome: 'inconclusive', agent, run, reason: reason ?? { kind: 'no-counts' } }
  const { total, passed, failed } = run.counts
  const withoutVerdict = total - passed - failed
  const why = reason ?? (withoutVerdict > 0 ? { kind: 'unfinished-tests', withoutVerdict } : null)
  if (why === null) return { outcome: failed > 0 ? 'failed' : 'passed', agent, run }
  return { outcome: failed > 0 ? 'failed' : 'inconclusive', agent, run, reason: why }
}

/** The run with the final results of its retried tests; `settled` may hold tests of other runs too. */
export function withRetries(run: RunResult, settled: ReadonlyMap<TestResult, TestResult>): RunResult {
  const tests = run.tests.map((test) => settled.get(test) ?? test)
  const gained = (status: TestResult['status']) => countOf(tests, status) - countOf(run.tests, status)
  const counts = run.counts && {
    total: run.counts.total,
    passed: run.counts.passed + gained('flaky'),
    failed: run.counts.failed + gained('failed'),
  }
  return { ...run, counts, tests }
}

/**
 * `failed` if any test failed, in `gate-if-worse` if the comparison says so; else `inconclusive` if any agent is, if the
 * comparison is incomplete, if the job ended early, or if nothing ran; else `passed`.
 * @param comparison null if nothing was compared
 */
export function verdictOf(
  mode: Mode,
  results: readonly AgentResult[],
  abortReason: AbortReason | null,
  comparison: Comparison | null,
): Verdict {
  const agents: Record<Outcome, number> = { passed: 0, failed: 0, inconclusive: 0, skipped: 0 }
  for (const { outcome } of results) agents[outcome] += 1
  const tests = results.flatMap(({ run }) => run?.tests ?? [])
  const summary = { totals: totalsOf(results), flaky: countOf(tests, 'flaky'), agents }
  const compares = mode === 'gate-if-worse'
  if (compares ? isWorse(comparison) : agents.failed > 0) return { status: 'failed', ...summary }
  const inconclusive =
    abortReason !== null ||
    agents.inconclusive > 0 ||
    agents.passed + agents.failed === 0 ||
    (compares && isUncertain(results, comparison))
  return { status: inconclusive ? 'inconclusive' : 'passed', ...summary }
}

function isWorse(comparison: Comparison | null): boolean {
  return comparison !== null && (comparison.classes.broken > 0 || comparison.failureCount.blocks)
}

/** A history or a retry is missing, or a failing run is incomplete or was not compared. */
function isUncertain(results: readonly AgentResult[], comparison: Comparison | null): boolean {
  if (comparison === null || comparison.classes.undetermined > 0) return true
  const compared = new Set(comparison.agents.map(({ agent }) => agent.uuid))
  const uncertain = results.some(
    (result) =>
      result.outcome === 'failed' && (result.reason !== undefined || !compared.has(result.agent.uuid)),
  )
  return uncertain || comparison.agents.some(({ error }) => error !== null)
}

/** Sums over the agents; an agent without counts adds nothing. */
function totalsOf(results: readonly AgentResult[]): Counts {
  const sum = (count: keyof Counts) =>
    results.reduce((total, { run }) => total + (run?.counts?.[count] ?? 0), 0)
  return { total: sum('total'), passed: sum('passed'), failed: sum('failed') }
}
