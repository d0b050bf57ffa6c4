// The right side for a test: what became of it and why, its conversation, evaluators and attempts.
import { useId } from 'preact/hooks'
import { testText } from '../results/causes.ts'
import { editExcerpts, expected, shownAttempt } from '../results/evidence.ts'
import { dollars, duration } from '../results/format.ts'
import { fileLink } from '../results/links.ts'
import { agentNotes } from '../results/notes.ts'
import { asSentence, ended } from '../results/sentence.ts'
import { hasPassed, type Results, type ResultsAgent, type ResultsTest } from '../schema.ts'
import { Attempts } from './attempts.tsx'
import { Excerpts } from './blocks.tsx'
import { ConversationView } from './conversation.tsx'
import { CopyButton } from './copy.tsx'
import { Evaluators } from './evaluators.tsx'
import { isToFix, promptOf } from './header.tsx'
import { explanationOf, type Model, type PageTest } from './model.ts'
import { StatusBadge, StatusIcon } from './status.tsx'
import { formatTime, Link, Words } from './text.tsx'
import { ToolCalls } from './tool-calls.tsx'

interface TestDetailProps {
  readonly test: PageTest
  readonly model: Model
  readonly isPrinted?: boolean
}

/** The reply under test comes first, then what was expected, then why it failed. */
export function TestDetail({ test, model, isPrinted = false }: TestDetailProps) {
  const { record, agent, group } = test
  const { results } = model
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
        {record.name?.trim() || record.id}
      </h2>
      <p class="detail-facts">
        <StatusBadge group={group} blocks={test.section === 'blocks'} />
        {record.latencyMs !== null && <span>{duration(record.latencyMs)}</span>}
        {record.costUsd !== null && <span>{dollars(record.costUsd)}</span>}
        {run && <Link url={shownAttempt(record)?.url ?? run.url}>Open run</Link>}
        <TestSourceView source={record.source} results={results} />
        {isToFix(test) && !isPrinted && (
          <CopyButton
            key={test.anchor}
            label="Copy for a coding agent"
            text={() => promptOf(model, [test])}
          />
        )}
      </p>
      <Verdict results={results} test={test} />
      <ConversationView test={record} isPrinted={isPrinted} />
      {/* In place of the reply before, which answered another question. */}
      <Excerpts excerpts={editExcerpts(record)} />
      <ToolCalls {...record} />
      {!hasConversation(record) && <MissingConversation isPassed={hasPassed(record)} agent={agent.record} />}
      <Excerpts
        excerpts={[...expected(record), ...(reasoning === null ? [] : [{ title, texts: [reasoning] }])]}
      />
      <Evaluators title={evaluatorsTitle} evaluators={evaluators} />
      <Evaluators title={evaluators.length > 0 ? 'Other evaluators' : 'Evaluators'} evaluators={others} />
      <Attempts key={test.anchor} test={record} blocks={test.section === 'blocks'} isPrinted={isPrinted} />
    </>
  )
}

/** Where a test of a file is written, and what this job did with it on the service. */
function TestSourceView({ source, results }: Pick<ResultsTest, 'source'> & { readonly results: Results }) {
  if (source === null) return null
  const { file, line, made, writtenBack } = source
  return (
    <span>
      <Link url={fileLink(results, source)}>
        <code dir="ltr">{`${file}:${line}`}</code>
      </Link>
      {made && ', made on the service by this job'}
      {writtenBack && ', written back to the service by this job'}
    </span>
  )
}

/** The evidence stands out. */
function Verdict({ results, test }: { readonly results: Results; readonly test: PageTest }) {
  const { record, group, agent } = test
  const text = testText(results, { agent: agent.record, test: record })
  if (text.length === 0) return null
  const url = record.whyNotRunAgain?.url ?? null
  return (
    <div class={`history ${group}`}>
      <p>
        <Words sentence={asSentence(text)} /> {url !== null && <Link url={url}>Open retry</Link>}
      </p>
      <LastRuns test={record} runs={agent.record.baseline?.runs ?? []} />
    </div>
  )
}

const PAST = {
  true: { words: 'passed', group: 'passed' },
  false: { words: 'failed', group: 'changed' },
  null: { words: 'no result', group: 'no-result' },
} as const

interface LastRunsProps {
  readonly test: ResultsTest
  /** Newest first. */
  readonly runs: NonNullable<ResultsAgent['baseline']>['runs']
}

/** How the test did in each earlier run, oldest first, as the charts have them. */
function LastRuns({ test: { earlier }, runs }: LastRunsProps) {
  const id = useId()
  const past = runs.flatMap((run, index) => {
    const passed = earlier?.results[index]
    return passed === undefined ? [] : [{ run, ...PAST[`${passed}`] }]
  })
  if (past.length === 0) return null
  return (
    <div class="last-runs">
      <small id={id}>Earlier runs, oldest first</small>
      <ol aria-labelledby={id}>
        {past.toReversed().map(({ run: { url, createdAt }, words, group }, index) => {
          const text = `${formatTime(createdAt)}: ${words}`
          return (
            <li key={index} title={text}>
              <Link url={url}>
                <StatusIcon group={group} />
                <span class="hidden">{text}</span>
              </Link>
            </li>
          )
        })}
      </ol>
    </div>
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
