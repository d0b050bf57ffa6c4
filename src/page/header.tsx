// The top of the page: the verdict, why, and the facts of the job.
import { Fragment } from 'preact'
import { count, dollars, duration } from '../report/units.ts'
import { capitalized } from '../report/verdict-reasons.ts'
import { asSentence, cutTo, reasonsOf, totalsText } from './headline.ts'
import type { Group, Model, Test } from './model.ts'
import { StatusIcon } from './status.tsx'

const VERDICTS = {
  passed: { word: 'Passed', group: 'passed' },
  failed: { word: 'Failed', group: 'broken' },
  inconclusive: { word: 'Inconclusive', group: 'inconclusive' },
} as const satisfies Record<string, { word: string; group: Group }>

interface HeaderProps {
  readonly model: Model
  readonly onOpen: (anchor: string) => void
}

export function Header({ model, onOpen }: HeaderProps) {
  const { job, leftOut } = model
  const { word, group } = VERDICTS[job.verdict]
  return (
    <header class="page-header">
      <div class="verdict-line">
        <span class={`verdict ${group}`}>
          <StatusIcon group={group} />
          {word}
        </span>
        <h1 dir="auto">{cutTo(job.title, 120)}</h1>
      </div>
      <p class="headline">
        <Reasons model={model} onOpen={onOpen} />
        {totalsText(model)}
      </p>
      <Facts job={job} />
      {job.abortReason && <AbortNotice reason={job.abortReason} />}
      {leftOut.length > 0 && (
        <p class="notice">
          <strong>This page is limited in size.</strong> {leftOut.join(' ')} The results file has everything.
        </p>
      )}
    </header>
  )
}

/** One sentence; the name of a single test leads to it. */
function Reasons({ model, onOpen }: HeaderProps) {
  const reasons = reasonsOf(model)
  if (reasons.length === 0) return null
  return (
    <>
      {reasons.map(({ test, text }, index) => (
        <Fragment key={index}>
          {index > 0 && '; '}
          {test === null ? (
            index === 0 ? (
              capitalized(text)
            ) : (
              text
            )
          ) : (
            <NamedTest test={test} text={text} isOneOfMany={model.agents.length > 1} onOpen={onOpen} />
          )}
        </Fragment>
      ))}
      .{' '}
    </>
  )
}

interface NamedTestProps {
  readonly test: Test
  readonly text: string
  readonly isOneOfMany: boolean
  readonly onOpen: (anchor: string) => void
}

function NamedTest({ test: { record, agent, anchor }, text, isOneOfMany, onOpen }: NamedTestProps) {
  const open = (event: Event) => {
    event.preventDefault()
    onOpen(anchor)
  }
  return (
    <>
      “
      <a href={`#${anchor}`} dir="auto" onClick={open}>
        {cutTo(record.name ?? '', 100)}
      </a>
      ” {text}
      {isOneOfMany && (
        <>
          {' '}
          (<bdi>{cutTo(agent.record.name, 60)}</bdi>)
        </>
      )}
    </>
  )
}

function Facts({ job }: { readonly job: Model['job'] }) {
  const { startedAt, durationMs, headSha, workflowRunUrl, executedTests, costUsd, mode } = job
  const retried = executedTests > job.totals.total
  const facts = [
    ['Mode', mode],
    ['Commit', headSha && <code>{headSha.slice(0, 7)}</code>],
    ['Started', startedAt && formatTime(startedAt)],
    ['Duration', duration(durationMs)],
    ['Tests run', executedTests > 0 && `${count(executedTests)}${retried ? ' (with retries)' : ''}`],
    ['Cost', costUsd !== null && dollars(costUsd)],
    ['Job', isWebLink(workflowRunUrl) && <a href={workflowRunUrl}>Workflow run</a>],
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

function AbortNotice({ reason }: { readonly reason: NonNullable<Model['job']['abortReason']> }) {
  return (
    <div class="notice" dir="auto">
      <strong>The job ended early.</strong> {reason.details.map(asSentence).join(' ')}{' '}
      <WithCode text={reason.remedy} />
    </div>
  )
}

/** Our own words, in which backticks mark code. */
export function WithCode({ text }: { readonly text: string }) {
  return (
    <>{text.split('`').map((part, index) => (index % 2 === 0 ? part : <code key={index}>{part}</code>))}</>
  )
}

/** Other schemes could run something. */
export function isWebLink(url: string | null | undefined): url is string {
  return /^https?:\/\//i.test(url ?? '')
}

/** `2026-11-21 09:30 UTC` */
export function formatTime(iso: string): string {
  return `${iso.slice(0, 16).replace('T', ' ')} UTC`
}
