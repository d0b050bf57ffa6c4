// The top of the page: the verdict, why, and the facts of the job.
import { explanation, headline, headlineText } from '../results/headline.ts'
import type { Results } from '../results/schema.ts'
import { count, counted, dollars, duration } from '../results/units.ts'
import { capitalized } from '../results/verdict-reasons.ts'
import type { Group, Model } from './model.ts'
import { StatusIcon } from './status.tsx'
import { asSentence, formatTime, Link, WithCode } from './text.tsx'

const GROUPS = {
  passed: 'passed',
  failed: 'broken',
  inconclusive: 'undetermined',
} as const satisfies Record<Results['verdict'], Group>

export function Header({ model }: { readonly model: Model }) {
  const { results, conversations } = model
  const { verdict, title, abortReason } = results
  return (
    <header class="page-header">
      <div class="verdict-line">
        <span class={`verdict ${GROUPS[verdict]}`}>
          <StatusIcon group={GROUPS[verdict]} />
          {capitalized(verdict)}
        </span>
        <h1 dir="auto">{title}</h1>
      </div>
      <p class="headline" dir="auto">
        {headlineText(headline(model.overview))}
      </p>
      {explanation(results).map((sentences) => (
        <p key={sentences[0]} dir="auto">
          {sentences.join(' ')}
        </p>
      ))}
      <Facts results={results} />
      {abortReason && (
        <div class="notice" dir="auto">
          <strong>The job ended early.</strong> {abortReason.details.map(asSentence).join(' ')}{' '}
          <WithCode text={abortReason.remedy} />
        </div>
      )}
      {conversations !== null && (
        <p class="notice">
          <strong>This page is limited in size.</strong> It has only the conversations of the{' '}
          {counted(conversations, 'most important test')}; the results file has all of them.
        </p>
      )}
    </header>
  )
}

function Facts({ results }: { readonly results: Results }) {
  const { startedAt, durationMs, headSha, workflowRunUrl, executedTests, costUsd, mode, totals } = results
  const { total, passed, flaky } = totals
  const onRetry = flaky > 0 ? ` (${count(flaky)} only on retry)` : ''
  const facts = [
    ['Passed', total > 0 && `${count(passed)} of ${counted(total, 'test')}${onRetry}`],
    ['Mode', mode],
    ['Commit', headSha && <code>{headSha.slice(0, 7)}</code>],
    ['Started', startedAt && formatTime(startedAt)],
    ['Duration', duration(durationMs)],
    ['Tests run', executedTests > total && `${count(executedTests)} (with retries)`],
    ['Cost', costUsd !== null && dollars(costUsd)],
    ['Job', workflowRunUrl && <Link url={workflowRunUrl}>Workflow run</Link>],
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
