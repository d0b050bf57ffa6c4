// The entry of the action, and of merge/ (`merge` as argument): refuses invalid inputs, runs the action, and is the only
// place that fails the step.
import { parseInputs } from './inputs.ts'
import { parseMergeInputs } from './merge-inputs.ts'
import { type Cancellation, watchSignals } from './runner/cancellation.ts'
import { errorCommand, ignoreLogErrors, maskCommand } from './runner/commands.ts'
import { type Environment, environmentError, readEnvironment, readInput } from './runner/environment.ts'

const read = (name: string) => readInput(process.env, name)

function fail(title: string, ...messages: readonly string[]): void {
  for (const message of messages) console.log(errorCommand(title, message))
  process.exitCode = 1
}

// What runs is loaded only then: refused inputs need neither the client nor the toolkit.

async function gate(environment: Environment, cancellation: Cancellation): Promise<void> {
  const parsed = parseInputs(read)
  if (!parsed.ok) return fail('Invalid input', ...parsed.errors.map(({ message }) => message))
  const { runAction } = await import('./action.ts')
  const conclusion = await runAction(parsed, environment, cancellation)
  if (conclusion === 'failure') process.exitCode = 1
}

async function merge(environment: Environment, cancellation: Cancellation): Promise<void> {
  const parsed = parseMergeInputs(read)
  if (!parsed.ok) return fail('Invalid input', ...parsed.messages)
  const { runMerge } = await import('./action.ts')
  const conclusion = await runMerge(parsed.inputs, environment, cancellation)
  if (conclusion === 'failure') process.exitCode = 1
}

try {
  ignoreLogErrors(process)
  const cancellation = watchSignals(process)
  const apiKey = read('api-key')
  if (apiKey !== '') console.log(maskCommand(apiKey))
  const environment = readEnvironment(process.env)
  // @actions/github parses the event file when it is imported, and throws if that is not plain JSON.
  delete process.env['GITHUB_EVENT_PATH']
  const unsafe = environmentError(process.env)
  if (unsafe !== null) fail('Unsafe environment', unsafe)
  else await (process.argv[2] === 'merge' ? merge : gate)(environment, cancellation)
  // A call to GitHub that was given up may still wait for its next attempt.
  if (cancellation.requested.aborted) process.exit()
} catch (thrown) {
  fail('Internal error', `${String(thrown)}. Please report it: this is a bug in agent-tests.`)
}
