// The charts under the header. Each is also readable as text.
import { CostPerAgent } from './cost-per-agent.tsx'
import { HeatMap } from './heat-map.tsx'
import { LatencyHistogram } from './latency-histogram.tsx'
import type { Model } from './model.ts'
import { PassRateTrend, trendOf } from './pass-rate-trend.tsx'

interface OverviewProps {
  readonly model: Model
  readonly onOpen: (anchor: string) => void
}

export function Overview({ model, onOpen }: OverviewProps) {
  const latencies = model.tests.flatMap(({ record }) => record.latencyMs ?? [])
  const trend = trendOf(model.agents)
  const hasCosts = model.agents.some(({ record }) => record.run?.meanCostUsd != null)
  if (model.tests.length === 0) return null
  return (
    <details class="overview" open={globalThis.innerWidth > 700}>
      <summary>Overview</summary>
      <div class="charts">
        {model.evaluators.length > 0 && <HeatMap model={model} onOpen={onOpen} />}
        {latencies.length > 0 && <LatencyHistogram latencies={latencies} />}
        {hasCosts && <CostPerAgent agents={model.agents} onOpen={onOpen} />}
        {trend.length > 1 && <PassRateTrend points={trend} />}
      </div>
    </details>
  )
}
