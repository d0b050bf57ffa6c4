// The tool calls of a test.

import {
  type ArgumentRow,
  type Calls,
  type ComparedCall,
  callText,
  compareCalls,
} from '../results/tool-calls.ts'

/** Without an expectation, there is nothing to compare. */
export function ToolCalls(test: Calls) {
  const { expectedToolCalls, toolCalls } = test
  if (expectedToolCalls.length + toolCalls.length === 0) return null
  return (
    <section class="calls" aria-labelledby="calls-title">
      <h3 id="calls-title">Tool calls</h3>
      {expectedToolCalls.length === 0
        ? toolCalls.map((call, index) => (
            <p key={index} class="text code" dir="auto">
              {callText(call)}
            </p>
          ))
        : compareCalls(test).map((call, index) => <ComparedCallTable key={index} {...call} />)}
    </section>
  )
}

function ComparedCallTable({ tool, badge, rows }: ComparedCall) {
  return (
    <div class="card">
      <h4>
        <code dir="auto">{tool}</code> {badge !== null && <span class="badge neutral">{badge}</span>}
      </h4>
      {rows.length > 0 && (
        <table>
          <thead>
            <tr>
              <th scope="col">Argument</th>
              <th scope="col">Expected</th>
              <th scope="col">Called</th>
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <ArgumentLine key={row.name} {...row} />
            ))}
          </tbody>
        </table>
      )}
    </div>
  )
}

function ArgumentLine({ name, expected, called, differs }: ArgumentRow) {
  return (
    <tr class={differs ? 'differs' : ''}>
      <th scope="row" dir="auto">
        {name}
      </th>
      <td dir="auto">{expected ?? '–'}</td>
      <td dir="auto">
        {differs && (
          <>
            <span aria-hidden="true">≠ </span>
            <span class="hidden">differs: </span>
          </>
        )}
        {called ?? '–'}
      </td>
    </tr>
  )
}
