// What a job cost and how fast its agents answered, against earlier runs.
import type { Results, ResultsAgent, ResultsTest } from '../schema.ts'

/** How many tests of a run have ended, without retries. */
export function firstRuns(tests: readonly Pick<ResultsTest, 'status'>[]): number {
  return tests.filter(({ status }) => hasEnded(status)).length
}

export function hasEnded(status: ResultsTest['status']): boolean {
  return status !== 'not-run' && status !== 'pending'
}

/** Null for an empty list, of which nothing is known. */
export function sum(values: readonly number[]): number | null {
  return values.length === 0 ? null : values.reduce((total, value) => total + value, 0)
}

/** How many tests broke; null if nothing was compared. */
export function brokenTests({ agents, decisions }: Results): number | null {
  if (agents.length === 0 || decisions.every(({ compares }) => compares === 'nothing')) return null
  return agents.flatMap(({ run }) => run?.tests ?? []).filter(({ group }) => group === 'broken').length
}

/** Over agents, or over the parts of a merge. */
export function executed(agents: readonly Pick<ResultsAgent, 'executedTests' | 'costUsd'>[]) {
  return {
    executedTests: sum(agents.map(({ executedTests }) => executedTests)) ?? 0,
    costUsd: sum(agents.flatMap(({ costUsd }) => costUsd ?? [])),
  }
}
