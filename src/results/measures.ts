// What a job cost and how fast its agents answered, against earlier runs.
import type { PassRate, Results, ResultsAgent, ResultsRun, ResultsTest } from './schema.ts'

/** The cost of first attempts against the baseline, as a share; null if unknown. */
export function costChangeOf({ agents, comparison }: Results): number | null {
  if (comparison === null) return null
  const runs = agents.flatMap(({ run, baseline }) => {
    const before = median((baseline?.runs ?? []).flatMap(({ meanCostUsd }) => meanCostUsd ?? []))
    return run === null || run.meanCostUsd === null || before === null
      ? []
      : [{ now: run.meanCostUsd * firstRuns(run), before: before * firstRuns(run) }]
  })
  const before = sum(runs.map((each) => each.before)) ?? 0
  return before > 0 ? (sum(runs.map(({ now }) => now)) ?? 0) / before - 1 : null
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

interface ComparedTotals {
  /** Tests that broke; null in modes that do not compare. */
  readonly broken: number | null
  /** First attempts of the compared tests; null if nothing was compared. */
  readonly now: PassRate | null
  readonly before: PassRate | null
}

/** Over all parts of a merge. */
export function comparedTotals({ agents, decisions }: Results): ComparedTotals {
  const compared = decisions.flatMap((each) => each.compared ?? [])
  const rate = (name: 'now' | 'before') =>
    compared.length === 0
      ? null
      : {
          passed: sum(compared.map((each) => each[name].passed)) ?? 0,
          total: sum(compared.map((each) => each[name].total)) ?? 0,
        }
  const isCompared = agents.length > 0 && decisions.some(({ compares }) => compares !== 'nothing')
  const tests = agents.flatMap(({ run }) => run?.tests ?? [])
  const broken = tests.filter(({ group }) => group === 'broken').length
  return { broken: isCompared ? broken : null, now: rate('now'), before: rate('before') }
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
