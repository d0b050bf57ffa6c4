// The right side for an agent: its totals, its problem, its earlier runs.
import { agentNotes } from '../results/groups.ts'
import type { ResultsAgent } from '../results/schema.ts'
import { count, counted, dollars, latency } from '../results/units.ts'
import { trendOf } from './chart-data.ts'
import { TrendBars } from './charts.tsx'
import { type Agent, groups } from './model.ts'
import { StatusBadge } from './status.tsx'
import { asSentence, formatTime, Link, Text, WithCode } from './text.tsx'

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
        {groups
          .filter((group) => counts[group] > 0)
          .map((group) => (
            <StatusBadge key={group} group={group} tests={counts[group]} />
          ))}
        {run?.counts && (
          <span>
            {count(run.counts.passed)} of {counted(run.counts.total, 'test')} passed
          </span>
        )}
        {run?.p95LatencyMs != null && <span>p95 {latency(run.p95LatencyMs)}</span>}
        {record.costUsd !== null && <span>{dollars(record.costUsd)}</span>}
        {run && <Link url={run.url}>Open run</Link>}
      </p>
      {problem !== null && (
        <section class="card">
          <h3>{problem.label}</h3>
          <Text text={asSentence(problem.message)} />
          <p class="muted">
            <WithCode text={problem.remedy} />{' '}
            {run === null && problem.url && <Link url={problem.url}>Open the list of runs</Link>}
          </p>
        </section>
      )}
      {agentNotes(record).map((note) => (
        <p key={note} class="notice" dir="auto">
          {asSentence(note)}
        </p>
      ))}
      {trend.length > 1 && (
        <section class="card agent-trend">
          <h3>Pass rate, first attempts</h3>
          <TrendBars points={trend} />
        </section>
      )}
      {record.baseline && <EarlierRuns {...record.baseline} />}
    </>
  )
}

function EarlierRuns({ runs, error }: NonNullable<ResultsAgent['baseline']>) {
  return (
    <section class="card">
      <h3>Earlier runs</h3>
      {error !== null && (
        <>
          <Text text={asSentence(error.message)} />
          <p class="muted">
            <WithCode text={error.remedy} />
          </p>
        </>
      )}
      {error === null && runs.length === 0 && <p class="muted">No earlier run.</p>}
      <ol class="baseline-runs">
        {runs.map(({ url, createdAt, passed, total }, index) => (
          <li key={index}>
            <Link url={url}>{createdAt === null ? `Run ${index + 1}` : formatTime(createdAt)}</Link>
            <span class="number">
              {count(passed)} of {count(total)} passed
            </span>
          </li>
        ))}
      </ol>
    </section>
  )
}
