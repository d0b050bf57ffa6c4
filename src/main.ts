// The entry of the action, and of merge/ (`merge` as argument): refuses invalid inputs, runs the action, and is the only
// place that fails the step.
import { appendFileSync } from 'node:fs'
import { secretsWithheld } from './github/event.ts'
import { parseInputs } from './inputs.ts'
import { parseMergeInputs } from './merge-inputs.ts'
import { type Cancellation, watchSignals } from './runner/cancellation.ts'
import { errorCommand, ignoreLogErrors, maskCommand } from './runner/commands.ts'
import { type Environment, environmentError, readEnvironment, readInput } from './runner/environment.ts'

const read = (name: string) => readInput(process.env, name)

const INVALID = 'Invalid input'

// Loaded on demand: with invalid inputs, neither the client nor the toolkit is needed.

/**
 * As annotations and in the job summary. There is no comment, which would need valid inputs. In the summary the messages
 * stay as they are, in a code block, because the runner masks a secret only if nothing in it was escaped.
 */
function fail(title: string, messages: readonly string[]): void {
  process.exitCode = 1
  for (const message of messages) console.log(errorCommand(title, message))
  const summary = process.env['GITHUB_STEP_SUMMARY']
  if (!summary) return
  try {
    const lines = messages.map((message) => `- ${message.replace(/[\r\n]+/g, ' ')}\n`)
    appendFileSync(summary, `### ❌ Agent tests: ${title}\n\n\`\`\`text\n${lines.join('')}\`\`\`\n`)
  } catch (error) {
    console.log(`The job summary could not be written: ${String(error)}`)
  }
}

async function gate(environment: Environment, cancellation: Cancellation): Promise<void> {
  const parsed = parseInputs(read, secretsWithheld(environment.eventName, environment.payload))
  if (!parsed.ok)
    return fail(
      INVALID,
      parsed.errors.map(({ message }) => message),
    )
  const { runAction } = await import('./action.ts')
  const conclusion = await runAction(parsed, environment, cancellation)
  if (typeof conclusion === 'object') return fail(INVALID, conclusion.invalid)
  if (conclusion === 'failure') process.exitCode = 1
}

async function merge(environment: Environment, cancellation: Cancellation): Promise<void> {
  const parsed = parseMergeInputs(read)
  if (!parsed.ok) return fail(INVALID, parsed.messages)
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
  if (unsafe !== null) fail('Unsafe environment', [unsafe])
  else await (process.argv[2] === 'merge' ? merge : gate)(environment, cancellation)
  // What was given up, such as a connection to a proxy that does not answer, would keep the process for minutes.
  setTimeout(() => process.exit(), 1000).unref()
} catch (thrown) {
  fail('Internal error', [`${String(thrown)}. Please report it: this is a bug in agent-tests.`])
}
