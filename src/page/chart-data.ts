// The numbers of the charts.

import { countTests, hasPassed, isFlaky, type PassRate, type ResultsRun } from '../schema.ts'
import type { Model, PageAgent } from './model.ts'

/** Fewer say nothing about most answers. */
const FEWEST_LATENCIES = 5

/** In milliseconds; empty unless the data has every test, since failing ones alone are not like the others. */
export function latenciesOf({ results, tests }: Pick<Model, 'results' | 'tests'>): readonly number[] {
  if (tests.length < results.totals.total) return []
  const latencies = tests.flatMap(({ record }) => record.latencyMs ?? [])
  return latencies.length < FEWEST_LATENCIES ? [] : latencies
}

export interface TrendPoint extends PassRate {
  readonly label: string
}

/**
 * Over several agents: the newest earlier run of each together, and so on.
 * @param now of this run, if the comparison has counted it; else that of all tests of these agents
 */
export function trendOf(agents: readonly PageAgent[], now?: PassRate): TrendPoint[] {
  const histories = agents.flatMap(({ record: { baseline, run } }) =>
    baseline !== null && baseline.runs.length > 0 ? [{ runs: baseline.runs, run }] : [],
  )
  const longest = Math.max(0, ...histories.map(({ runs }) => runs.length))
  if (longest === 0) return []
  const points = Array.from({ length: longest }, (_, age) => {
    const runs = histories.flatMap((each) => each.runs[age] ?? [])
    const only = runs.length === 1 ? runs[0] : undefined
    const label = only?.createdAt.slice(0, 10) ?? `${age + 1} before`
    return { label, ...sumOf(runs) }
  }).reverse()
  const first = histories.flatMap(({ run }) => (run === null ? [] : [firstAttempts(run)]))
  return [...points, { label: 'this run', ...(now ?? sumOf(first)) }]
}

/** Earlier runs have no retries, so that only first attempts compare. */
function firstAttempts(run: ResultsRun): PassRate {
  const passed = run.tests.filter((test) => hasPassed(test) && !isFlaky(test)).length
  return { passed, total: countTests(run).total }
}

function sumOf(runs: readonly PassRate[]): PassRate {
  return {
    passed: runs.reduce((sum, { passed }) => sum + passed, 0),
    total: runs.reduce((sum, { total }) => sum + total, 0),
  }
}
