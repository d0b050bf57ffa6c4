// How many tests a job ran and what they cost, retries included.
import type { AgentResult, RunResult } from '../gate/results.ts'

/** `costUsd` covers the tests whose cost is known, in US dollars; null if none is. */
export interface ExecutedTests {
  readonly tests: number
  readonly costUsd: number | null
}

export function executedTests(results: readonly AgentResult[]): ExecutedTests {
  const runs = results.flatMap(({ run }) => (run === null ? [] : [executedIn(run)]))
  const costs = runs.flatMap(({ costUsd }) => costUsd ?? [])
  return { tests: runs.reduce((sum, { tests }) => sum + tests, 0), costUsd: total(costs) }
}

/** The same for one agent: its run and the retries of its tests. */
export function executedIn({ tests, counts, meanCostUsd }: RunResult): ExecutedTests {
  const executed = tests.filter(({ status }) => status !== 'not-run' && status !== 'pending')
  // Large suites come without rows of passing tests.
  const count = Math.max(executed.length, (counts?.passed ?? 0) + (counts?.failed ?? 0))
  const retries = tests.flatMap(({ attempts }) => attempts.slice(1))
  const known = executed.flatMap(({ cost }) => cost ?? [])
  const first = known.length < count && meanCostUsd !== null ? [meanCostUsd * count] : known
  return {
    tests: count + retries.length,
    costUsd: total([...first, ...retries.flatMap(({ cost }) => cost ?? [])]),
  }
}

function total(costs: readonly number[]): number | null {
  return costs.length === 0 ? null : costs.reduce((sum, cost) => sum + cost, 0)
}
