// The pass rate of the last runs, oldest first, this one last.
import { Chart } from './chart.tsx'
import type { Agent } from './model.ts'

export interface TrendPoint {
  readonly label: string
  readonly passed: number
  readonly total: number
}

/** Over several agents: the newest baseline run of each together, and so on. */
export function trendOf(agents: readonly Agent[]): TrendPoint[] {
  const compared = agents.filter(({ record }) => (record.baseline?.runs.length ?? 0) > 0)
  const longest = Math.max(0, ...compared.map(({ record }) => record.baseline?.runs.length ?? 0))
  const points = Array.from({ length: longest }, (_, age) => {
    const runs = compared.flatMap(({ record }) => record.baseline?.runs[age] ?? [])
    const [first] = runs
    const label = runs.length === 1 && first?.createdAt ? first.createdAt.slice(0, 10) : `${age + 1} before`
    return { label, ...sumOf(runs) }
  }).reverse()
  if (points.length === 0) return []
  return [...points, { label: 'this run', ...sumOf(compared.flatMap(firstAttempts)) }]
}

/** Baseline runs have no retries. */
function firstAttempts({ record, counts }: Agent) {
  const { passed, total } = record.run?.counts ?? { passed: 0, total: 0 }
  return total === 0 ? [] : [{ passed: passed - counts.flaky, total }]
}

function sumOf(runs: readonly { readonly passed: number; readonly total: number }[]) {
  return {
    passed: runs.reduce((sum, { passed }) => sum + passed, 0),
    total: runs.reduce((sum, { total }) => sum + total, 0),
  }
}

export function PassRateTrend({ points }: { readonly points: readonly TrendPoint[] }) {
  return (
    <Chart title="Pass rate" note="first attempts">
      <TrendBars points={points} />
    </Chart>
  )
}

/** Bars from 0 to 100%, each with its text. */
export function TrendBars({ points }: { readonly points: readonly TrendPoint[] }) {
  return (
    <ol class="trend">
      {points.map(({ label, passed, total }, index) => (
        <li
          key={index}
          class={index === points.length - 1 ? 'now' : ''}
          title={`${label}: ${passed} of ${total} passed`}
        >
          <span class="trend-bar" aria-hidden="true">
            <span style={{ height: `${total === 0 ? 0 : (100 * passed) / total}%` }} />
          </span>
          <span class="trend-rate">{total === 0 ? '–' : `${Math.floor((100 * passed) / total)}%`}</span>
          <span class="hidden">{label}</span>
        </li>
      ))}
    </ol>
  )
}
