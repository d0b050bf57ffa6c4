// The attempts of a test, those on its control after them: one tab each, the one that is shown of it open.
import { useId, useState } from 'preact/hooks'
import { statuses } from '../results/causes.ts'
import { shownAttempt } from '../results/evidence.ts'
import { dollars, latency } from '../results/format.ts'
import { capitalized } from '../results/sentence.ts'
import type { ResultsAttempt, ResultsTest } from '../schema.ts'
import { selectedBy } from './list-keys.ts'
import { Link, Text } from './text.tsx'

interface LabelledAttempt {
  /** `Attempt 2`, or `Support bot 1` for the control. */
  readonly label: string
  readonly attempt: ResultsAttempt
}

type TestAttempts = Pick<ResultsTest, 'cause' | 'error' | 'attempts' | 'control'>

function labelled({
  attempts,
  control,
}: Pick<TestAttempts, 'attempts' | 'control'>): readonly LabelledAttempt[] {
  return [
    ...attempts.map((attempt, index) => ({ label: `Attempt ${index + 1}`, attempt })),
    ...(control?.attempts ?? []).map((attempt, index) => ({
      label: `${control?.name} ${index + 1}`,
      attempt,
    })),
  ]
}

interface AttemptsProps {
  readonly test: TestAttempts
  /** The color of failed attempts of a test that blocks. */
  readonly blocks: boolean
  /** On paper, nothing can be chosen. */
  readonly isPrinted: boolean
}

export function Attempts({ test, blocks, isPrinted }: AttemptsProps) {
  const id = useId()
  const all = labelled(test)
  const [chosen, choose] = useState<LabelledAttempt | null>(null)
  const shown = shownAttempt(test)
  const isOpen = ({ label, attempt }: LabelledAttempt) =>
    chosen === null ? attempt === shown : label === chosen.label
  const open = all.find(isOpen) ?? all[0]
  if (open === undefined) return null
  const kinds = { passed: 'passed', failed: blocks ? 'failed' : 'neutral' } as const
  const kindOf = ({ status }: ResultsAttempt) =>
    status === 'passed' || status === 'failed' ? kinds[status] : 'no-result'
  if (isPrinted)
    return (
      <section>
        <h3>Attempts</h3>
        {all.map((each) => (
          <article key={each.label} class="card">
            <h4 dir="auto">{each.label}</h4>
            <AttemptDetail attempt={each.attempt} kind={kindOf(each.attempt)} />
          </article>
        ))}
      </section>
    )
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowLeft: 'ArrowUp', ArrowRight: 'ArrowDown' }[event.key] ?? event.key
    const next = selectedBy(step, all, all.indexOf(open))
    if (next === null) return
    event.preventDefault()
    choose(next)
    document.getElementById(`${id}-${all.indexOf(next)}`)?.focus()
  }
  return (
    <section>
      <h3>Attempts</h3>
      <div class="tabs" role="tablist" aria-label="Attempts" onKeyDown={onKeyDown}>
        {all.map((each, index) => (
          <button
            key={each.label}
            id={`${id}-${index}`}
            type="button"
            role="tab"
            class={`tab ${kindOf(each.attempt)}`}
            aria-selected={each === open}
            aria-controls={`${id}-panel`}
            tabIndex={each === open ? 0 : -1}
            onClick={() => choose(each)}
          >
            <span dir="auto">{each.label}</span>{' '}
            <span class="tab-status">{statuses[each.attempt.status]}</span>
          </button>
        ))}
      </div>
      <div class="card" role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${all.indexOf(open)}`}>
        <AttemptDetail attempt={open.attempt} kind={kindOf(open.attempt)} />
      </div>
    </section>
  )
}

interface AttemptDetailProps {
  readonly attempt: ResultsAttempt
  readonly kind: string
}

function AttemptDetail({ attempt, kind }: AttemptDetailProps) {
  const { status, reasoning, reply, latencyMs, costUsd, url } = attempt
  return (
    <>
      <p class="detail-facts">
        <span class={`badge ${kind}`}>{capitalized(statuses[status])}</span>
        {latencyMs !== null && <span>{latency(latencyMs)}</span>}
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
    </>
  )
}
