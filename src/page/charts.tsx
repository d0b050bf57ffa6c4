// The charts of the overview: latency, cost and pass rate. Each is also readable as text.
import type { ComponentChildren } from 'preact'
import { count, dollars, duration, percentage } from '../results/format.ts'
import type { TrendPoint } from './chart-data.ts'
import type { PageAgent } from './model.ts'

interface ChartProps {
  readonly title: string
  readonly note?: string | undefined
  readonly children: ComponentChildren
}

export function Chart({ title, note, children }: ChartProps) {
  return (
    <section class="chart">
      <h2>
        {title} {note !== undefined && <small>{note}</small>}
      </h2>
      {children}
    </section>
  )
}

const BARS = 24
const WIDTH = 240
const HEIGHT = 64

export function LatencyHistogram({ latencies }: { readonly latencies: readonly number[] }) {
  const sorted = latencies.toSorted((a, b) => a - b)
  const [fastest = 0] = sorted
  const slowest = sorted.at(-1) ?? 0
  const bars = binned(sorted, fastest, slowest)
  const most = Math.max(...bars)
  const text = `p50 ${duration(quantile(sorted, 0.5))}, p95 ${duration(quantile(sorted, 0.95))}`
  const label = `Latency of ${count(sorted.length)} tests: ${text}, from ${duration(fastest)} to ${duration(slowest)}`
  return (
    <Chart title="Latency" note={text}>
      <svg
        class="histogram"
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={label}
      >
        {bars.map((tests, index) => {
          const height = tests === 0 ? 0 : Math.max(2, (tests / most) * HEIGHT)
          const width = WIDTH / bars.length
          return (
            <rect key={index} x={index * width + 0.5} y={HEIGHT - height} width={width - 1} height={height} />
          )
        })}
      </svg>
      <div class="axis" aria-hidden="true">
        <span>{duration(fastest)}</span>
        <span>{duration(slowest)}</span>
      </div>
    </Chart>
  )
}

/** On a logarithmic scale: a few slow answers would push all others into one bar. */
function binned(sorted: readonly number[], fastest: number, slowest: number): number[] {
  const low = Math.log(Math.max(1, fastest))
  const span = Math.log(Math.max(1, slowest)) - low
  const bars = new Array<number>(span === 0 ? 1 : BARS).fill(0)
  for (const value of sorted) {
    const place = span === 0 ? 0 : ((Math.log(Math.max(1, value)) - low) / span) * BARS
    const index = Math.min(bars.length - 1, Math.floor(place))
    bars[index] = (bars[index] ?? 0) + 1
  }
  return bars
}

function quantile(sorted: readonly number[], share: number): number {
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? 0
}

const SHOWN = 5

interface CostPerAgentProps {
  readonly agents: readonly PageAgent[]
  readonly onOpen: (anchor: string) => void
}

export function CostPerAgent({ agents, onOpen }: CostPerAgentProps) {
  const costs = agents
    .map((agent) => ({ agent, cost: agent.record.costUsd ?? 0 }))
    .filter(({ cost }) => cost > 0)
    .sort((a, b) => b.cost - a.cost)
  const most = costs[0]?.cost ?? 1
  const rest = costs.slice(SHOWN)
  return (
    <Chart title="Cost per agent">
      <ul class="cost-list">
        {costs.slice(0, SHOWN).map(({ agent, cost }) => (
          <li key={agent.anchor}>
            <button type="button" class="link" dir="auto" onClick={() => onOpen(agent.anchor)}>
              {agent.record.name}
            </button>
            <span class="cost-bar" aria-hidden="true">
              <span style={{ width: `${(100 * cost) / most}%` }} />
            </span>
            <span class="number">{dollars(cost)}</span>
          </li>
        ))}
      </ul>
      {rest.length > 0 && (
        <p class="muted">
          {rest.length} more: {dollars(rest.reduce((sum, { cost }) => sum + cost, 0))}
        </p>
      )}
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
          <span class={isLabelled(index, points.length) ? 'trend-rate' : 'hidden'}>
            {percentage({ passed, total }) ?? '–'}
          </span>
          <span class="hidden">{label}</span>
        </li>
      ))}
    </ol>
  )
}

/** If there are many runs, only the first and the last have room for a number. */
function isLabelled(index: number, runs: number): boolean {
  return runs <= 5 || index === 0 || index === runs - 1
}
