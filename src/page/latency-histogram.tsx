// How long the agent took to answer, over all tests.
import { Chart } from './chart.tsx'
import { formatCount, formatLatency } from './format.ts'

const BARS = 24
const WIDTH = 240
const HEIGHT = 64

export function LatencyHistogram({ latencies }: { readonly latencies: readonly number[] }) {
  const sorted = latencies.toSorted((a, b) => a - b)
  const [fastest = 0] = sorted
  const slowest = sorted.at(-1) ?? 0
  const bars = binned(sorted, fastest, slowest)
  const most = Math.max(...bars)
  const text = `p50 ${formatLatency(quantile(sorted, 0.5))}, p95 ${formatLatency(quantile(sorted, 0.95))}`
  const label = `Latency of ${formatCount(sorted.length)} tests: ${text}, from ${formatLatency(fastest)} to ${formatLatency(slowest)}`
  return (
    <Chart title="Latency" note={text}>
      <svg
        class="histogram"
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={label}
      >
        {bars.map((count, index) => {
          const height = count === 0 ? 0 : Math.max(2, (count / most) * HEIGHT)
          const width = WIDTH / bars.length
          return (
            <rect key={index} x={index * width + 0.5} y={HEIGHT - height} width={width - 1} height={height} />
          )
        })}
      </svg>
      <div class="axis" aria-hidden="true">
        <span>{formatLatency(fastest)}</span>
        <span>{formatLatency(slowest)}</span>
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
