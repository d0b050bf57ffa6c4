// The numbers of the charts.
import type { Agent, Model } from './model.ts'

/** Fewer say nothing about most answers. */
const FEWEST_LATENCIES = 5

/** In milliseconds; empty unless the data has every test, since failing ones alone are not like the others. */
export function latenciesOf({ job, tests }: Model): readonly number[] {
  if (tests.length < job.totals.total) return []
  const latencies = tests.flatMap(({ record }) => record.latencyMs ?? [])
  return latencies.length < FEWEST_LATENCIES ? [] : latencies
}

interface PassRate {
  readonly passed: number
  readonly total: number
}

export interface TrendPoint extends PassRate {
  readonly label: string
}

/**
 * Over several agents: the newest baseline run of each together, and so on.
 * @param now of this run, if the comparison has counted it; else that of all tests of these agents
 */
export function trendOf(agents: readonly Agent[], now?: PassRate): TrendPoint[] {
  const compared = agents.filter(({ record }) => (record.baseline?.runs.length ?? 0) > 0)
  const longest = Math.max(0, ...compared.map(({ record }) => record.baseline?.runs.length ?? 0))
  const points = Array.from({ length: longest }, (_, age) => {
    const runs = compared.flatMap(({ record }) => record.baseline?.runs[age] ?? [])
    const [first] = runs
    const label = runs.length === 1 && first?.createdAt ? first.createdAt.slice(0, 10) : `${age + 1} before`
    return { label, ...sumOf(runs) }
  }).reverse()
  if (points.length === 0) return []
  return [...points, { label: 'this run', ...(now ?? sumOf(compared.flatMap(firstAttempts))) }]
}

/** Baseline runs have no retries. */
function firstAttempts({ record, counts }: Agent) {
  const { passed, total } = record.run?.counts ?? { passed: 0, total: 0 }
  return total === 0 ? [] : [{ passed: passed - counts.flaky, total }]
}

function sumOf(runs: readonly PassRate[]): PassRate {
  return {
    passed: runs.reduce((sum, { passed }) => sum + passed, 0),
    total: runs.reduce((sum, { total }) => sum + total, 0),
  }
}
