// Tool calls as cards, with the arguments that differ marked.
import type { ComparedCall, ComparedField } from '../report/tool-calls.ts'

const CALLS: Readonly<Record<ComparedCall['status'], { readonly text: string; readonly kind: string }>> = {
  same: { text: 'As expected', kind: 'passed' },
  different: { text: 'Arguments differ', kind: 'failing' },
  missing: { text: 'Expected, but not called', kind: 'failing' },
  unexpected: { text: 'Called, but not expected', kind: 'failing' },
  made: { text: 'Called', kind: 'neutral' },
}

interface ToolCallsProps {
  readonly calls: readonly ComparedCall[]
  readonly reason: string | null
}

export function ToolCalls({ calls, reason }: ToolCallsProps) {
  return (
    <section aria-labelledby="calls-title">
      <h3 id="calls-title">Tool calls</h3>
      {calls.map((call, index) => (
        <ToolCall key={index} call={call} />
      ))}
      {reason !== null && (
        <details class="raw">
          <summary>Difference as the service reported it</summary>
          <p class="text code" dir="auto">
            {reason}
          </p>
        </details>
      )}
    </section>
  )
}

function ToolCall({ call: { tool, status, fields } }: { readonly call: ComparedCall }) {
  const { text, kind } = CALLS[status]
  const isCompared = status === 'same' || status === 'different'
  return (
    <article class={`card call ${kind}`}>
      <h4>
        <code dir="auto">{tool}</code> <span class={`badge ${kind}`}>{text}</span>
      </h4>
      {fields.length === 0 ? (
        <p class="muted">No arguments</p>
      ) : (
        <table>
          <thead>
            <tr>
              <th scope="col">Argument</th>
              {isCompared && <th scope="col">Expected</th>}
              <th scope="col">{isCompared ? 'Actual' : 'Value'}</th>
            </tr>
          </thead>
          <tbody>
            {fields.map((field) => (
              <FieldRow key={field.path} field={field} isCompared={isCompared} />
            ))}
          </tbody>
        </table>
      )}
    </article>
  )
}

const MARKS = { same: '', different: 'differs', missing: 'missing', unexpected: 'not expected' } as const

function FieldRow({ field, isCompared }: { readonly field: ComparedField; readonly isCompared: boolean }) {
  const { path, expected, actual, status } = field
  if (!isCompared)
    return (
      <tr>
        <FieldName path={path} />
        <Value value={actual ?? expected} />
      </tr>
    )
  return (
    <tr class={status === 'same' ? '' : 'differs'}>
      <FieldName path={path} />
      <Value value={expected} />
      <Value value={actual} mark={MARKS[status]} />
    </tr>
  )
}

function FieldName({ path }: { readonly path: string }) {
  return (
    <th scope="row" dir="auto">
      {path || 'all'}
    </th>
  )
}

function Value({ value, mark = '' }: { readonly value: string | null; readonly mark?: string }) {
  return (
    <td>
      {value === null ? <span class="muted">–</span> : <code dir="auto">{value}</code>}
      {mark !== '' && <span class="mark"> {mark}</span>}
    </td>
  )
}
