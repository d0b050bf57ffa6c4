// The right side: one test with its conversation, evaluators, attempts and notes.
import { compareToolCalls } from '../report/tool-calls.ts'
import { dollars, earlierText, latency } from '../report/units.ts'
import { Attempts } from './attempts.tsx'
import { Conversation } from './conversation.tsx'
import { Evaluators } from './evaluators.tsx'
import { asSentence, isWebLink } from './header.tsx'
import type { Test } from './model.ts'
import { StatusBadge } from './status.tsx'
import { ToolCalls } from './tool-calls.tsx'

export function TestDetail({ test }: { readonly test: Test }) {
  const { record, agent, group, anchor } = test
  const calls = compareToolCalls(record.expectedToolCalls, record.toolCalls)
  const failing = record.evaluators.filter(({ passed }) => passed === false)
  const others = record.evaluators.filter(({ passed }) => passed !== false)
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
        <a href={`#${anchor}`}>Link to this test</a>
        {isWebLink(run?.url) && <a href={run.url}>Open the run</a>}
      </p>
      <History test={test} />
      {record.reasoning !== null && calls.length === 0 && record.evaluators.length === 0 && (
        <section class="card">
          <h3>Reason</h3>
          <p class="text" dir="auto">
            {record.reasoning}
          </p>
        </section>
      )}
      <Evaluators title="Why it failed" evaluators={failing} />
      <Criteria criteria={record.criteria} />
      <Conversation turns={record.question} reply={record.reply} hasCalls={calls.length > 0} />
      {calls.length > 0 && <ToolCalls calls={calls} reason={record.reasoning} />}
      <Evaluators title={failing.length > 0 ? 'Other evaluators' : 'Evaluators'} evaluators={others} />
      <Attempts attempts={record.attempts} retrySkipped={record.retrySkipped} />
    </>
  )
}

const CLASSES = {
  broken: 'Broke: its history does not explain that it fails now.',
  'known-failure': 'Known failure: it failed in more than half of its earlier runs, too. It does not block.',
  new: 'New: no earlier run has this test. It does not block.',
  flaky: 'Flaky: it failed, then passed a retry. It does not block.',
  unreliable: 'Too unreliable to judge: it fails too often anyway. It does not block.',
  undetermined: 'Could not be judged: it was not run often enough to tell whether it broke.',
} as const

function History({ test: { record } }: { readonly test: Test }) {
  const { baseline, attempts } = record
  if (baseline === null) return null
  const failed = attempts.filter(({ status }) => status === 'failed').length
  const now = attempts.length > 1 ? `Failed ${failed} of ${attempts.length} attempts. ` : ''
  const before = baseline.runs > 0 ? asSentence(earlierText(baseline.failures, baseline.runs)) : ''
  return (
    <p class={`history ${baseline.class}`}>
      <strong>{CLASSES[baseline.class]}</strong> {now}
      {before}
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
