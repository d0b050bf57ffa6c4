// Every attempt of a test that was run again, and why it was not.
import type { ResultsTest } from '../report/results-schema.ts'
import { dollars, latency } from '../report/units.ts'
import { isWebLink } from './header.tsx'

interface AttemptsProps {
  /** What is shown above as the reason of the test. */
  readonly reasoning: string | null
  readonly attempts: ResultsTest['attempts']
  readonly retrySkipped: ResultsTest['retrySkipped']
}

export function Attempts({ reasoning, attempts, retrySkipped }: AttemptsProps) {
  if (attempts.length === 0 && retrySkipped === null) return null
  return (
    <section aria-labelledby="attempts-title">
      <h3 id="attempts-title">Attempts</h3>
      {attempts.length > 0 && (
        <ol class="attempts">
          {attempts.map((attempt, index) => (
            <Attempt key={index} attempt={attempt} before={attempts[index - 1]?.reasoning ?? reasoning} />
          ))}
        </ol>
      )}
      {retrySkipped !== null && (
        <p class="muted" dir="auto">
          {SKIPPED[retrySkipped.kind]}
          {retrySkipped.message && ` (${retrySkipped.message})`}
        </p>
      )}
    </section>
  )
}

const SKIPPED = {
  'no-id': 'Not run again: the service reported no ID for this test alone.',
  'no-time': 'Not run again: no time was left.',
  'too-many-failures': 'Not run again: too many tests failed at once.',
  'incomplete-run': 'Not run again: the run is incomplete.',
  'no-history': 'Not run again: the run history could not be used.',
  refused: 'Not run again: the retry could not be started.',
  lost: 'The retry gave no result.',
} as const

const STATUS_NAMES = {
  passed: 'Passed',
  flaky: 'Flaky',
  failed: 'Failed',
  unanswered: 'Unanswered',
  'not-run': 'Not run',
  pending: 'Pending',
} as const

interface AttemptProps {
  readonly attempt: ResultsTest['attempts'][number]
  /** The reason that is shown last before; the same is not repeated. */
  readonly before: string | null
}

function Attempt({ attempt, before }: AttemptProps) {
  const { status, reasoning, latencyMs, costUsd, url } = attempt
  const kind = status === 'passed' ? 'passed' : status === 'failed' ? 'failing' : 'inconclusive'
  return (
    <li class="card">
      <p class="detail-facts">
        <span class={`badge ${kind}`}>{STATUS_NAMES[status]}</span>
        {latencyMs != null && <span>{latency(latencyMs)}</span>}
        {costUsd != null && <span>{dollars(costUsd)}</span>}
        {isWebLink(url) && <a href={url}>Run</a>}
      </p>
      {reasoning && reasoning !== before && (
        <p class="text" dir="auto">
          {reasoning}
        </p>
      )}
    </li>
  )
}
