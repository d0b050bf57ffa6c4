// The attempts of a test, those on its control after them, each to be unfolded.
import { shownAttempt } from '../results/evidence.ts'
import { dollars, duration } from '../results/format.ts'
import type { ResultsAttempt, ResultsTest } from '../schema.ts'
import { Link, Text } from './text.tsx'

interface AttemptsProps {
  readonly test: Pick<ResultsTest, 'attempts' | 'control'>
  /** The color of failed attempts of a test that blocks. */
  readonly blocks: boolean
  /** On paper, nothing can be unfolded. */
  readonly isPrinted: boolean
}

const statuses: Readonly<Record<ResultsAttempt['status'], string>> = {
  passed: 'Passed',
  failed: 'Failed',
  unanswered: 'No answer',
  'not-run': 'Not run',
  pending: 'No result',
}

/** Only the one that is shown of the test is open. */
export function Attempts({ test, blocks, isPrinted }: AttemptsProps) {
  const { attempts, control } = test
  const onControl = control?.attempts ?? []
  if (attempts.length + onControl.length === 0) return null
  const shown = shownAttempt(test) ?? onControl[0]
  const view = (label: string) => (attempt: ResultsAttempt, index: number) => (
    <AttemptView
      key={`${label} ${index}`}
      label={`${label} ${index + 1}`}
      attempt={attempt}
      blocks={blocks}
      isOpen={isPrinted || attempt === shown}
    />
  )
  return (
    <section>
      <h3>Attempts</h3>
      {attempts.map(view('Attempt'))}
      {onControl.map(view(control?.name ?? ''))}
    </section>
  )
}

interface AttemptViewProps {
  /** `Attempt 2`, or `Support bot 1` for the control. */
  readonly label: string
  readonly attempt: ResultsAttempt
  readonly blocks: boolean
  readonly isOpen: boolean
}

function AttemptView({ label, attempt, blocks, isOpen }: AttemptViewProps) {
  const { status, reasoning, reply, latencyMs, costUsd, url } = attempt
  const failed = blocks ? 'failed' : 'neutral'
  const kind = status === 'passed' ? 'passed' : status === 'failed' ? failed : 'no-result'
  return (
    <details class="card attempt" open={isOpen}>
      <summary>
        <span dir="auto">{label}</span> <span class={`badge ${kind}`}>{statuses[status]}</span>
      </summary>
      <p class="detail-facts">
        {latencyMs !== null && <span>{duration(latencyMs)}</span>}
        {costUsd !== null && <span>{dollars(costUsd)}</span>}
        <Link url={url}>Open run</Link>
      </p>
      {reply && (
        <>
          <span class="role">Replied</span>
          <Text text={reply} />
        </>
      )}
      {reasoning && (
        <>
          <span class="role">Why</span>
          <Text text={reasoning} />
        </>
      )}
    </details>
  )
}
