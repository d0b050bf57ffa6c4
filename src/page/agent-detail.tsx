// The right side for an agent: its totals, its problems, its earlier runs.

import { groupOrder } from '../results/causes.ts'
import { costText, count, counted, duration } from '../results/format.ts'
import { runsLink } from '../results/links.ts'
import { agentNotes } from '../results/notes.ts'
import { stepFor } from '../results/problems.ts'
import { asSentence, ended } from '../results/sentence.ts'
import { problemLineText, type SharedProblem, sharedProblems } from '../results/shared-problems.ts'
import { countTests, type ResultsAgent } from '../schema.ts'
import { trendOf } from './chart-data.ts'
import { TrendBars } from './charts.tsx'
import type { PageAgent } from './model.ts'
import { StatusBadge } from './status.tsx'
import { formatTime, Link, Words } from './text.tsx'

export function AgentDetail({ agent }: { readonly agent: PageAgent }) {
  const { record, counts } = agent
  const { run } = record
  const trend = trendOf([agent])
  return (
    <>
      <h2 id="detail-title" tabIndex={-1} dir="auto">
        {record.name}
      </h2>
      <p class="detail-facts">
        {groupOrder
          .filter((group) => counts[group] > 0)
          .map((group) => (
            <StatusBadge key={group} group={group} tests={counts[group]} />
          ))}
        {run !== null && run.tests.length > 0 && (
          <span>
            {count(countTests(run).passed)} of {counted(countTests(run).total, 'test')} passed
          </span>
        )}
        {run?.p95LatencyMs != null && <span>p95 {duration(run.p95LatencyMs)}</span>}
        {record.costUsd !== null && <span>{costText(record)}</span>}
        {run && <Link url={run.url}>Open run</Link>}
      </p>
      {problemsOf(record).map((shared, index) => (
        <AgentProblem key={index} agent={record} shared={shared} />
      ))}
      {agentNotes(record).map((note, index) => (
        <p key={index} class="notice">
          <Words sentence={[{ kind: 'agent', text: record.name }, ' ', ...ended(note)]} />
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

/** As all reports say them, of this agent alone. */
function problemsOf(agent: ResultsAgent): SharedProblem[] {
  return sharedProblems([agent], null)
}

interface AgentProblemProps {
  readonly agent: ResultsAgent
  readonly shared: SharedProblem
}

function AgentProblem({ agent, shared }: AgentProblemProps) {
  const { problem } = shared
  const url = problem.kind === 'maybe-launched' ? runsLink(agent.appUrl) : null
  return (
    <section class="card">
      <p class="text">
        <Words sentence={ended(problemLineText({ agents: [agent] }, shared))} />
      </p>
      <p class="muted">
        <Words sentence={asSentence(stepFor(problem))} />{' '}
        {url && <Link url={url}>Open the list of runs</Link>}
      </p>
    </section>
  )
}

function EarlierRuns({ runs, problem }: NonNullable<ResultsAgent['baseline']>) {
  return (
    <section class="card">
      <h3>Earlier runs</h3>
      {runs.length === 0 && (
        <p class="muted">{problem === null ? 'No earlier run.' : 'They could not be used.'}</p>
      )}
      <ol class="baseline-runs">
        {runs.map(({ url, createdAt, passed, total }, index) => (
          <li key={index}>
            <Link url={url}>{formatTime(createdAt)}</Link>
            <span class="number">
              {count(passed)} of {count(total)} passed
            </span>
          </li>
        ))}
      </ol>
    </section>
  )
}
