// What a job cost and how fast its agents answered, against earlier runs.
import type { Results, ResultsAgent, ResultsRun, ResultsTest } from './schema.ts'

/** p95 of the slowest agent in milliseconds, cost of first attempts as a share. Null if unknown. */
export interface Changes {
  readonly p95LatencyMs: number | null
  readonly cost: number | null
}

/** Against the baseline; null without a comparison. */
export function changesOf({ agents, comparison }: Results): Changes | null {
  if (comparison === null) return null
  const runs = agents.flatMap(({ run, baseline }) => {
    const earlier = baseline?.runs ?? []
    const p95Before = median(earlier.flatMap(({ p95LatencyMs }) => p95LatencyMs ?? []))
    const costBefore = median(earlier.flatMap(({ meanCostUsd }) => meanCostUsd ?? []))
    return run === null ? [] : [{ ...run, executed: firstRuns(run), p95Before, costBefore }]
  })
  const [slowest] = runs.toSorted((a, b) => (b.p95LatencyMs ?? 0) - (a.p95LatencyMs ?? 0))
  const priced = runs.filter(({ meanCostUsd, costBefore }) => meanCostUsd !== null && costBefore !== null)
  const now = sum(priced.map(({ meanCostUsd, executed }) => (meanCostUsd ?? 0) * executed)) ?? 0
  const before = sum(priced.map(({ costBefore, executed }) => (costBefore ?? 0) * executed)) ?? 0
  return {
    p95LatencyMs: slowest?.p95Before ? (slowest.p95LatencyMs ?? 0) - slowest.p95Before : null,
    cost: before > 0 ? now / before - 1 : null,
  }
}

/** How many tests a run executed, without retries. Large suites may come without rows of passing tests. */
export function firstRuns({
  counts,
  tests,
}: Pick<ResultsRun, 'counts'> & { readonly tests: readonly Pick<ResultsTest, 'status'>[] }): number {
  const listed = tests.filter(({ status }) => status !== 'not-run' && status !== 'pending').length
  return Math.max(listed, (counts?.passed ?? 0) + (counts?.failed ?? 0))
}

/** Of the slowest agent, in milliseconds; null if unknown. */
export function maxP95LatencyMs({ agents }: Results): number | null {
  const latencies = agents.flatMap(({ run }) => run?.p95LatencyMs ?? [])
  return latencies.length === 0 ? null : Math.max(...latencies)
}

/** Null for an empty list, of which nothing is known. */
export function sum(values: readonly number[]): number | null {
  return values.length === 0 ? null : values.reduce((total, value) => total + value, 0)
}

/** Over agents, or over the parts of a merge. */
export function executed(agents: readonly Pick<ResultsAgent, 'executedTests' | 'costUsd'>[]) {
  return {
    executedTests: sum(agents.map(({ executedTests }) => executedTests)) ?? 0,
    costUsd: sum(agents.flatMap(({ costUsd }) => costUsd ?? [])),
  }
}

function median(values: readonly number[]): number | null {
  return values.toSorted((a, b) => a - b)[values.length >> 1] ?? null
}
