// The facts of the job and the charts, folded unless all is well: what failed comes first.

import { costText, count, counted, duration, isInstant } from '../results/format.ts'
import type { Results } from '../schema.ts'
import { latenciesOf, trendOf } from './chart-data.ts'
import { Chart, CostPerAgent, LatencyHistogram, TrendBars } from './charts.tsx'
import type { Model } from './model.ts'
import { formatTime } from './text.tsx'

interface OverviewProps {
  readonly model: Model
  readonly onOpen: (anchor: string) => void
}

export function JobOverview({ model, onOpen }: OverviewProps) {
  const latencies = latenciesOf(model)
  const { compared } = model.results.decision
  const isGreen = model.story.findings.length === 0
  const trend = trendOf(model.agents, compared?.now)
  const hasCosts = model.agents.some(({ record }) => record.costUsd)
  return (
    <details class="overview" open={isGreen && globalThis.innerWidth >= 900}>
      <summary>Overview</summary>
      <Facts results={model.results} />
      <div class="charts">
        {latencies.length > 0 && <LatencyHistogram latencies={latencies} />}
        {hasCosts && <CostPerAgent agents={model.agents} onOpen={onOpen} />}
        {trend.length > 1 && (
          <Chart
            title="Pass rate"
            note={`first attempts${compared === null ? '' : ' of the compared tests'}`}
          >
            <TrendBars points={trend} />
          </Chart>
        )}
      </div>
    </details>
  )
}

function Facts({ results }: { readonly results: Results }) {
  const { startedAt, durationMs, executedTests, mode, totals } = results
  const { total, passed, flaky } = totals
  const onRetry = flaky > 0 ? ` (${count(flaky)} only on retry)` : ''
  const facts = [
    ['Passed', total > 0 && `${count(passed)} of ${counted(total, 'test')}${onRetry}`],
    ['Mode', mode],
    ['Started', startedAt && formatTime(startedAt)],
    ['Duration', !isInstant(durationMs) && duration(durationMs)],
    ['Tests run', executedTests > total && `${count(executedTests)} (with retries)`],
    ['Cost', costText(results)],
  ] as const
  return (
    <dl class="facts">
      {facts.map(
        ([name, value]) =>
          value && (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ),
      )}
    </dl>
  )
}
