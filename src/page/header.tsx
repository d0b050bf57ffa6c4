// The top of the page: the verdict, why, and the facts of the job.
import { headline } from '../results/headline.ts'
import type { Results } from '../results/schema.ts'
import { count, counted, dollars, duration } from '../results/units.ts'
import { capitalized, notBlocking } from '../results/verdict-reasons.ts'
import type { Group, Model } from './model.ts'
import { StatusIcon } from './status.tsx'
import { asSentence, formatTime, Link, WithCode } from './text.tsx'

const GROUPS = {
  passed: 'passed',
  failed: 'broken',
  inconclusive: 'undetermined',
} as const satisfies Record<Results['verdict'], Group>

interface HeaderProps {
  readonly model: Model
  readonly onOpen: (anchor: string) => void
}

export function Header({ model, onOpen }: HeaderProps) {
  const { results, conversations } = model
  const { verdict, title, abortReason } = results
  const further = furtherText(results)
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
        <Headline model={model} onOpen={onOpen} />
      </p>
      {further !== '' && <p>{further}</p>}
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

/** The headline of all reports; the name of a single test leads to it. */
function Headline({ model: { overview, tests }, onOpen }: HeaderProps) {
  const { text } = headline(overview)
  const named = ['broken', 'failing'].map((each) => tests.find(({ group }) => group === each)).find(Boolean)
  const name = named?.record.name?.trim() ?? ''
  const [before, ...after] = text.split(`"${name}"`)
  if (named === undefined || after.length === 0) return <>{text}</>
  const open = (event: Event) => {
    event.preventDefault()
    onOpen(named.anchor)
  }
  return (
    <>
      {before}"
      <a href={`#${named.anchor}`} dir="auto" onClick={open}>
        {name}
      </a>
      "{after.join(`"${name}"`)}
    </>
  )
}

const SAID_BY_HEADLINE: readonly string[] = ['failed', 'failure-count', 'broken']

/** The reasons that the headline of a failed verdict does not give, and what does not block. */
function furtherText({ verdict, totals, reasons, comparison }: Results): string {
  const further = verdict === 'failed' && totals.failed > 0 ? reasons : []
  const excused = comparison === null ? [] : notBlocking(comparison)
  return [
    ...further
      .filter(({ kind }) => !SAID_BY_HEADLINE.includes(kind))
      .map(({ message }) => asSentence(message)),
    ...(excused.length > 0 ? [`Not blocking: ${excused.join(', ')}.`] : []),
  ].join(' ')
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
