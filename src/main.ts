// The entry of the action: refuses invalid inputs, runs the action, and is the only place that fails the step.
import { parseInputs } from './inputs.ts'
import { watchSignals } from './runner/cancellation.ts'
import { errorCommand, ignoreLogErrors, maskCommand } from './runner/commands.ts'
import { environmentError, readEnvironment, readInput } from './runner/environment.ts'

function fail(title: string, message: string): void {
  console.log(errorCommand(title, message))
  process.exitCode = 1
}

// A closed or full stdout must not keep the outputs, the summary and the comment from being written.
process.stdout.on('error', () => {})

try {
  ignoreLogErrors(process)
  const cancellation = watchSignals(process)
  const apiKey = readInput(process.env, 'api-key')
  if (apiKey !== '') console.log(maskCommand(apiKey))
  const environment = readEnvironment(process.env)
  // @actions/github parses the event file when it is imported, and throws if that is not plain JSON.
  delete process.env['GITHUB_EVENT_PATH']
  const parsed = parseInputs((name) => readInput(process.env, name))
  const unsafe = environmentError(process.env)
  if (unsafe !== null) {
    fail('Unsafe environment', unsafe)
  } else if (parsed.ok) {
    // Loaded only now: refused inputs need neither the client nor the toolkit.
    const { runAction } = await import('./action.ts')
    const conclusion = await runAction(parsed, environment, cancellation)
    if (conclusion === 'failure') process.exitCode = 1
    // A call to GitHub that was given up may still wait for its next attempt.
    if (cancellation.requested.aborted) process.exit()
  } else if (parsed.reportWithoutKey !== null) {
    const { publishWithoutKey } = await import('./action.ts')
    await publishWithoutKey(parsed.reportWithoutKey, environment, cancellation)
  } else {
    for (const { message } of parsed.errors) fail('Invalid input', message)
  }
} catch (thrown) {
  fail('Internal error', `${String(thrown)}. Please report it: this is a bug in agent-tests.`)
}
