// The entry of the action: refuses invalid inputs, runs the action, and is the only place that fails the step.
import { parseInputs } from './inputs.ts'
import { watchSignals } from './runner/cancellation.ts'
import { errorCommand, maskCommand } from './runner/commands.ts'
import { readInput } from './runner/environment.ts'

function fail(title: string, message: string): void {
  console.log(errorCommand(title, message))
  process.exitCode = 1
}

// A closed or full stdout must not keep the outputs, the summary and the comment from being written.
process.stdout.on('error', () => {})

try {
  const cancellation = watchSignals(process)
  const apiKey = readInput(process.env, 'api-key')
  if (apiKey !== '') console.log(maskCommand(apiKey))
  const parsed = parseInputs((name) => readInput(process.env, name))
  if (parsed.ok) {
    // Loaded only now: refused inputs need neither the client nor the toolkit.
    const { runAction } = await import('./action.ts')
    const conclusion = await runAction(parsed, process.env, cancellation)
    if (conclusion === 'failure') process.exitCode = 1
    // A call to GitHub that was given up may still wait for its next try.
    if (cancellation.requested.aborted) process.exit()
  } else for (const { message } of parsed.faults) fail('Invalid input', message)
} catch (thrown) {
  fail('Internal error', thrown instanceof Error ? (thrown.stack ?? thrown.message) : String(thrown))
}
