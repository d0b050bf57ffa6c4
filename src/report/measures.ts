// What the tests of a job cost and how fast the agents answered; retries included.
import type { AgentBaseline, AgentRef, AgentResult, RunResult } from '../gate/results.ts'

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

/** The same for one agent: its run and the retries of its tests, also those whose results do not count. */
export function executedIn(run: RunResult): ExecutedTests {
  const { tests, meanCostUsd } = run
  const count = firstAttempts(run)
  const retried = tests.filter(({ attempts }) => attempts.length > 0)
  const retries = retried.flatMap(({ attempts }) => attempts.slice(1))
  const known = tests.flatMap(({ status, cost }) => (hasRun(status) ? (cost ?? []) : []))
  const first = known.length < count && meanCostUsd !== null ? [meanCostUsd * count] : known
  const lost = lostRetries(run).map(executedIn)
  return {
    tests: count + retries.length + lost.reduce((sum, { tests }) => sum + tests, 0),
    costUsd: total([
      ...first,
      ...retries.flatMap(({ cost }) => cost ?? []),
      ...lost.flatMap(({ costUsd }) => costUsd ?? []),
    ]),
  }
}

/** Retries of which no result counts, each once. */
function lostRetries({ taskId, tests }: RunResult): readonly RunResult[] {
  const lost = new Map<string, RunResult>()
  for (const { retrySkipped } of tests) {
    const run = retrySkipped !== null && 'run' in retrySkipped ? retrySkipped.run : null
    if (run !== null) lost.set(run.taskId, run)
  }
  lost.delete(taskId)
  for (const { attempts } of tests) for (const counted of attempts) lost.delete(counted.taskId)
  return [...lost.values()]
}

/** Against the baseline: p95 of the slowest agent in milliseconds, cost of first attempts as a share. Null if unknown. */
export interface Changes {
  readonly p95LatencyMs: number | null
  readonly cost: number | null
}

export function changesOf(
  results: readonly AgentResult[],
  earlierRuns: (agent: AgentRef) => AgentBaseline | null,
): Changes {
  const runs = results.flatMap(({ agent, run }) => {
    const earlier = earlierRuns(agent)?.runs ?? []
    const p95Before = median(earlier.flatMap(({ p95LatencyMs }) => p95LatencyMs ?? []))
    const costBefore = median(earlier.flatMap(({ meanCostUsd }) => meanCostUsd ?? []))
    return run === null ? [] : [{ ...run, tests: firstAttempts(run), p95Before, costBefore }]
  })
  const [slowest] = runs.toSorted((a, b) => (b.p95LatencyMs ?? 0) - (a.p95LatencyMs ?? 0))
  const priced = runs.filter(({ meanCostUsd, costBefore }) => meanCostUsd !== null && costBefore !== null)
  const now = total(priced.map(({ meanCostUsd, tests }) => (meanCostUsd ?? 0) * tests)) ?? 0
  const before = total(priced.map(({ costBefore, tests }) => (costBefore ?? 0) * tests)) ?? 0
  return {
    p95LatencyMs: slowest?.p95Before ? (slowest.p95LatencyMs ?? 0) - slowest.p95Before : null,
    cost: before > 0 ? now / before - 1 : null,
  }
}

function firstAttempts({ tests, counts }: RunResult): number {
  // Large suites come without rows of passing tests.
  const listed = tests.filter(({ status }) => hasRun(status)).length
  return Math.max(listed, (counts?.passed ?? 0) + (counts?.failed ?? 0))
}

function hasRun(status: RunResult['tests'][number]['status']): boolean {
  return status !== 'not-run' && status !== 'pending'
}

function median(values: readonly number[]): number | null {
  return values.toSorted((a, b) => a - b)[values.length >> 1] ?? null
}

function total(costs: readonly number[]): number | null {
  return costs.length === 0 ? null : costs.reduce((sum, cost) => sum + cost, 0)
}
