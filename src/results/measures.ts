// What a job cost and how fast its agents answered, against earlier runs.
import type { PassRate, Results, ResultsAgent, ResultsRun, ResultsTest } from './schema.ts'

/** How many tests a run executed, without retries. Large suites may come without rows of passing tests. */
export function firstRuns({
  counts,
  tests,
}: Pick<ResultsRun, 'counts'> & { readonly tests: readonly Pick<ResultsTest, 'status'>[] }): number {
  const listed = tests.filter(({ status }) => status !== 'not-run' && status !== 'pending').length
  return Math.max(listed, (counts?.passed ?? 0) + (counts?.failed ?? 0))
}

/** Null for an empty list, of which nothing is known. */
export function sum(values: readonly number[]): number | null {
  return values.length === 0 ? null : values.reduce((total, value) => total + value, 0)
}

/** Tests that broke, and first attempts of the compared tests, over all parts of a merge; null if nothing was compared. */
export function comparedTotals({ agents, decisions }: Results) {
  const compared = decisions.flatMap((each) => each.compared ?? [])
  const rate = (name: 'now' | 'before'): PassRate | null => {
    const passed = sum(compared.map((each) => each[name].passed))
    const total = sum(compared.map((each) => each[name].total))
    return passed === null || total === null ? null : { passed, total }
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
