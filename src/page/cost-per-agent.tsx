// What the tests of each agent cost, the most expensive agents first.
import { Chart } from './chart.tsx'
import { formatDollars } from './format.ts'
import type { Agent } from './model.ts'

const SHOWN = 5

export interface CostPerAgentProps {
  readonly agents: readonly Agent[]
  readonly onOpen: (anchor: string) => void
}

export function CostPerAgent({ agents, onOpen }: CostPerAgentProps) {
  const costs = agents
    .map((agent) => ({ agent, cost: costOf(agent) }))
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
            <span class="number">{formatDollars(cost)}</span>
          </li>
        ))}
      </ul>
      {rest.length > 0 && (
        <p class="muted">
          {rest.length} more: {formatDollars(rest.reduce((sum, { cost }) => sum + cost, 0))}
        </p>
      )}
    </Chart>
  )
}

/** First runs by the service's mean, plus the retries. */
export function costOf({ record, tests }: Agent): number {
  const { run } = record
  if (run === null) return 0
  const executed = (run.counts?.passed ?? 0) + (run.counts?.failed ?? 0)
  const first = (run.meanCostUsd ?? 0) * executed
  const retries = tests.flatMap((test) => test.record.attempts.slice(1).map(({ costUsd }) => costUsd ?? 0))
  return retries.reduce((sum, cost) => sum + cost, first)
}
