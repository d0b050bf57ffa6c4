// The right side for an agent: its totals, its problem, its baseline.
import { count, dollars, latency } from '../report/units.ts'
import { trendOf } from './chart-data.ts'
import { TrendBars } from './charts.tsx'
import { formatTime, isWebLink, WithCode } from './header.tsx'
import { type Agent, GROUPS } from './model.ts'
import { groupName, StatusIcon } from './status.tsx'

export function AgentDetail({ agent }: { readonly agent: Agent }) {
  const { record, counts } = agent
  const { run, problem } = record
  const trend = trendOf([agent])
  return (
    <>
      <h2 id="detail-title" tabIndex={-1} dir="auto">
        {record.name}
      </h2>
      <p class="detail-facts">
        {GROUPS.filter((group) => counts[group] > 0).map((group) => (
          <span key={group} class={`badge ${group}`}>
            <StatusIcon group={group} />
            {count(counts[group])} {groupName(group).toLowerCase()}
          </span>
        ))}
        {run?.p95LatencyMs != null && <span>p95 {latency(run.p95LatencyMs)}</span>}
        {record.costUsd !== null && <span>{dollars(record.costUsd)}</span>}
        {isWebLink(run?.url) && <a href={run.url}>Open the run</a>}
      </p>
      {problem !== null && (
        <section class="card">
          <h3>{problem.label}</h3>
          <p class="text" dir="auto">
            {problem.message}
          </p>
          {problem.remedy && (
            <p class="muted">
              <WithCode text={problem.remedy} />
            </p>
          )}
        </section>
      )}
      {run?.detailsMissing && <p class="notice">Details are missing: {run.detailsMissing}</p>}
      {trend.length > 1 && (
        <section class="card agent-trend">
          <h3>Pass rate, first attempts</h3>
          <TrendBars points={trend} />
        </section>
      )}
      <Baseline agent={agent} />
    </>
  )
}

function Baseline({ agent: { record } }: { readonly agent: Agent }) {
  if (record.baseline === null) return null
  const { runs, error } = record.baseline
  return (
    <section class="card">
      <h3>Earlier runs</h3>
      {error !== null && (
        <p class="text" dir="auto">
          The run history could not be read: {error.message}. {error.remedy}
        </p>
      )}
      {error === null && runs.length === 0 && <p class="muted">No earlier run.</p>}
      <ol class="baseline-runs">
        {runs.map(({ url, createdAt, passed, total }, index) => {
          const name = createdAt === null ? `Run ${index + 1}` : formatTime(createdAt)
          return (
            <li key={index}>
              {isWebLink(url) ? <a href={url}>{name}</a> : name}
              <span class="number">
                {count(passed)} of {count(total)} passed
              </span>
            </li>
          )
        })}
      </ol>
    </section>
  )
}
