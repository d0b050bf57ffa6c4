// The right side for a test: what became of it and why, its conversation, evaluators and attempts.

import { dollars, latency } from '../results/format.ts'
import { agentNotes } from '../results/notes.ts'
import { asSentence, ended } from '../results/sentence.ts'
import { expectations } from '../results/test-texts.ts'
import { testText } from '../results/verdicts.ts'
import type { Results, ResultsAgent, ResultsTest } from '../schema.ts'
import { Attempts } from './attempts.tsx'
import { Conversation } from './conversation.tsx'
import { CopyButton } from './copy.tsx'
import { Evaluators } from './evaluators.tsx'
import { isToFix } from './header.tsx'
import { type Test, UNNAMED } from './model.ts'
import { agentPrompt } from './prompt.ts'
import { explanationOf } from './reasons.ts'
import { StatusBadge } from './status.tsx'
import { Link, Text, Words } from './text.tsx'
import { ToolCalls } from './tool-calls.tsx'

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
        {isToFix(test) && !isPrinted && (
          <CopyButton
            key={test.anchor}
            label="Copy for a coding agent"
            text={() => agentPrompt([test], results)}
          />
        )}
      </p>
      <Verdict results={results} test={test} />
      <Conversation test={record} isPrinted={isPrinted} />
      <ToolCalls {...record} />
      {!hasConversation(record) && (
        <MissingConversation isPassed={record.outcome === 'passed'} agent={agent.record} />
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
      <Attempts key={test.anchor} test={record} blocks={test.section === 'blocks'} isPrinted={isPrinted} />
    </>
  )
}

/** The evidence stands out, and advice does not. */
function Verdict({ results, test }: { readonly results: Results; readonly test: Test }) {
  const { record, group, agent } = test
  if (group === 'passed') return null
  const text = testText(results, { agent: agent.record, test: record })
  const url = record.whyNotRunAgain?.url ?? null
  return (
    <p class={`history ${group}`}>
      <Words sentence={asSentence(text)} /> {url !== null && <Link url={url}>Open retry</Link>}
    </p>
  )
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
  const [unread = null] = agent.run?.detailsError ? agentNotes(agent) : []
  if (unread !== null)
    return (
      <p class="notice">
        <Words sentence={[{ kind: 'agent', text: agent.name }, ' ', ...ended(unread)]} />
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
