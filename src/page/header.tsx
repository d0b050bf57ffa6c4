// The top of the page: the verdict, why, and the facts of the job.
import { count, counted, dollars, duration } from '../report/units.ts'
import type { Group, Model } from './model.ts'
import { StatusIcon } from './status.tsx'

const VERDICTS = {
  passed: { word: 'Passed', group: 'passed' },
  failed: { word: 'Failed', group: 'broken' },
  inconclusive: { word: 'Inconclusive', group: 'inconclusive' },
} as const satisfies Record<string, { word: string; group: Group }>

export function Header({ model }: { readonly model: Model }) {
  const { job, leftOut } = model
  const { word, group } = VERDICTS[job.verdict]
  return (
    <header class="page-header">
      <div class="verdict-line">
        <span class={`verdict ${group}`}>
          <StatusIcon group={group} />
          {word}
        </span>
        <h1 dir="auto">{job.title}</h1>
      </div>
      <p class="headline">{headline(model)}</p>
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

function headline({ job, counts }: Model): string {
  const { total, passed, flaky } = job.totals
  const retried = flaky > 0 ? `, ${count(flaky)} of them only on retry` : ''
  const sentence = total === 0 ? '' : `${count(passed)} of ${count(total)} tests passed${retried}.`
  const broken = counts.broken > 0 ? `${counted(counts.broken, 'test')} broke. ` : ''
  if (broken !== '' || job.reasons.length === 0) return broken + sentence
  return `${asSentence(job.reasons.join('; '))} ${sentence}`
}

/** With a capital at the start and an end. */
export function asSentence(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}${/[.!?…]$/.test(text) ? '' : '.'}`
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
      <strong>The job ended early.</strong> {reason.details.map(asSentence).join(' ')} {reason.remedy}
    </div>
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
