// The right side for a test: what became of it and why, its conversation, evaluators and attempts.
import { agentNotes, blocks, historyText, noteOf, statusText } from '../results/groups.ts'
import type { Results, ResultsAgent, ResultsTest } from '../results/schema.ts'
import { evaluatorChanges, expectations } from '../results/test-reason.ts'
import { dollars, latency } from '../results/units.ts'
import { capitalized } from '../results/verdict-reasons.ts'
import { Attempts } from './attempts.tsx'
import { Conversation, ToolCalls } from './conversation.tsx'
import { CopyButton } from './copy.tsx'
import { Evaluators } from './evaluators.tsx'
import { type Test, UNNAMED } from './model.ts'
import { agentPrompt } from './prompt.ts'
import { explanationOf } from './reasons.ts'
import { StatusBadge } from './status.tsx'
import { asSentence, Link, Text } from './text.tsx'

interface TestDetailProps {
  readonly test: Test
  readonly results: Results
  readonly isPrinted?: boolean
}

/** The reply under test comes first, then what was expected, then why it failed. */
export function TestDetail({ test, results, isPrinted = false }: TestDetailProps) {
  const { record, agent, group } = test
  const { title, reasoning, evaluators, evaluatorsTitle, others } = explanationOf(record)
  const { run } = agent.record
  return (
    <>
      <p class="breadcrumb">
        <a href={`#${agent.anchor}`} dir="auto">
          {agent.record.name}
        </a>
      </p>
      <h2 id="detail-title" tabIndex={-1} dir="auto">
        {record.name?.trim() || UNNAMED}
      </h2>
      <p class="detail-facts">
        <StatusBadge group={group} />
        {record.latencyMs !== null && <span>{latency(record.latencyMs)}</span>}
        {record.costUsd !== null && <span>{dollars(record.costUsd)}</span>}
        {run && <Link url={run.url}>Open run</Link>}
        {record.status === 'failed' && !isPrinted && (
          <CopyButton
            key={test.anchor}
            label="Copy for a coding agent"
            text={() => agentPrompt([test], results)}
          />
        )}
      </p>
      <History test={test} />
      {evaluatorChanges(record).map((change) => (
        <p key={change} class="notice" dir="auto">
          {asSentence(capitalized(change))} This may be why it broke.
        </p>
      ))}
      <Conversation {...record} isPrinted={isPrinted} />
      <ToolCalls {...record} />
      {!hasConversation(record) && (
        <MissingConversation isPassed={record.status === 'passed'} agent={agent.record} />
      )}
      <Criteria criteria={expectations(record)} />
      {reasoning !== null && (
        <section class="card">
          <h3>{title}</h3>
          <Text text={reasoning} />
        </section>
      )}
      <Evaluators title={evaluatorsTitle} evaluators={evaluators} />
      <Evaluators title={evaluators.length > 0 ? 'Other evaluators' : 'Evaluators'} evaluators={others} />
      <Attempts
        key={test.anchor}
        test={record}
        blocks={group !== 'passed' && blocks(group)}
        isPrinted={isPrinted}
      />
    </>
  )
}

/** What it means, and what happened before. */
function History({ test: { record, group } }: { readonly test: Test }) {
  const meaning = meaningOf(group, record)
  const history = historyText(record)
  if (meaning === null && history === '') return null
  const retry = record.retrySkipped?.url ?? null
  return (
    <p class={`history ${group}`}>
      {meaning !== null && <strong>{asSentence(meaning)}</strong>} {history !== '' && asSentence(history)}{' '}
      {retry !== null && <Link url={retry}>Open retry</Link>}
    </p>
  )
}

function meaningOf(group: Test['group'], test: ResultsTest): string | null {
  if (group === 'passed') return null
  return group === 'unfinished' ? statusText(test) : noteOf(group, test.control !== null)
}

function Criteria({ criteria }: { readonly criteria: readonly string[] }) {
  if (criteria.length === 0) return null
  return (
    <section class="card">
      <h3>Expected</h3>
      <ul class="criteria">
        {criteria.map((criterion, index) => (
          <li key={index} class="text" dir="auto">
            {criterion}
          </li>
        ))}
      </ul>
    </section>
  )
}

function hasConversation({ question, reply, toolCalls, expectedToolCalls }: ResultsTest): boolean {
  return reply !== null || question.length + toolCalls.length + expectedToolCalls.length > 0
}

interface MissingConversationProps {
  readonly isPassed: boolean
  readonly agent: ResultsAgent
}

/** It could not be read, or was left out. */
function MissingConversation({ isPassed, agent }: MissingConversationProps) {
  const [unread = null] = agent.run?.detailsMissing ? agentNotes(agent) : []
  if (unread !== null)
    return (
      <p class="notice" dir="auto">
        {agent.name}: {unread}
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
