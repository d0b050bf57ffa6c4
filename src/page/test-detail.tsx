// The right side: one test with its conversation, evaluators, attempts and notes.
import { compareToolCalls } from '../report/tool-calls.ts'
import { dollars, latency } from '../report/units.ts'
import { Attempts } from './attempts.tsx'
import { Conversation } from './conversation.tsx'
import { Evaluators } from './evaluators.tsx'
import { isWebLink } from './header.tsx'
import { asSentence } from './headline.ts'
import type { Test } from './model.ts'
import { explanationOf, historyOf } from './reasons.ts'
import { StatusBadge } from './status.tsx'
import { ToolCalls } from './tool-calls.tsx'

export function TestDetail({ test }: { readonly test: Test }) {
  const { record, agent, group } = test
  const calls = compareToolCalls(record.expectedToolCalls, record.toolCalls)
  const { title, reasoning, evaluators, evaluatorsTitle, others } = explanationOf(record)
  const run = agent.record.run
  return (
    <>
      <p class="breadcrumb">
        <a href={`#${agent.anchor}`} dir="auto">
          {agent.record.name}
        </a>
      </p>
      <h2 id="detail-title" tabIndex={-1} dir="auto">
        {record.name?.trim() || 'Unnamed test'}
      </h2>
      <p class="detail-facts">
        <StatusBadge group={group} />
        {record.latencyMs !== null && <span>{latency(record.latencyMs)}</span>}
        {record.costUsd !== null && <span>{dollars(record.costUsd)}</span>}
        {isWebLink(run?.url) && <a href={run.url}>Open the run</a>}
      </p>
      <HistoryLine record={record} />
      {reasoning !== null && calls.length === 0 && (
        <section class="card">
          <h3>{title}</h3>
          <p class="text" dir="auto">
            {reasoning}
          </p>
        </section>
      )}
      <Evaluators title={evaluatorsTitle} evaluators={evaluators} />
      <Criteria criteria={record.criteria} />
      <Conversation turns={record.question} reply={record.reply} />
      {calls.length === 0 && record.question.length === 0 && record.reply === null && (
        <MissingConversation isPassed={record.status === 'passed'} error={run?.detailsMissing ?? null} />
      )}
      {calls.length > 0 && <ToolCalls calls={calls} reason={record.reasoning} />}
      <Evaluators title={evaluators.length > 0 ? 'Other evaluators' : 'Evaluators'} evaluators={others} />
      <Attempts reasoning={reasoning} attempts={record.attempts} retrySkipped={record.retrySkipped} />
    </>
  )
}

interface MissingConversationProps {
  readonly isPassed: boolean
  /** Why it could not be read; null if it was left out. */
  readonly error: string | null
}

function MissingConversation({ isPassed, error }: MissingConversationProps) {
  if (error !== null)
    return (
      <p class="notice">
        The details of this test could not be read: {asSentence(error)} Open the run to see them.
      </p>
    )
  return (
    <p class="muted">
      The conversation of this test is not part of this page. Open the run to read it
      {isPassed && (
        <>
          , or set the input <code>details</code> to <code>all</code>
        </>
      )}
      .
    </p>
  )
}

function HistoryLine({ record }: { readonly record: Test['record'] }) {
  const history = historyOf(record)
  if (history === null) return null
  return (
    <p class={`history ${history.kind ?? ''}`}>
      {history.meaning !== '' && <strong>{history.meaning} </strong>}
      {history.evidence}
    </p>
  )
}

function Criteria({ criteria }: { readonly criteria: readonly string[] }) {
  if (criteria.length === 0) return null
  return (
    <section class="card">
      <h3>Expected</h3>
      <ul class="criteria">
        {criteria.map((criterion) => (
          <li key={criterion} class="text" dir="auto">
            {criterion}
          </li>
        ))}
      </ul>
    </section>
  )
}
