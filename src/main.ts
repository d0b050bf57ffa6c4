// The entry of the action: reads its inputs, runs it, and is the only place that fails the step.
import { appendFileSync } from 'node:fs'
import { createRedactor } from './client/core/redactor.ts'
import { eventOf } from './github/event.ts'
import { parseInputs } from './inputs/inputs.ts'
import { apiKeyError, keysIn } from './inputs/values.ts'
import { type Cancellation, watchSignals } from './runner/cancellation.ts'
import { endSoon } from './runner/end.ts'
import { givenInputs, readEnvironment, readInput } from './runner/environment.ts'
import { environmentError } from './runner/network-variables.ts'
import { errorCommand, maskCommand } from './runner/workflow-commands.ts'

const read = (name: string) => readInput(process.env, name)
/** The key may have been pasted with quotes, or with its name. */
const apiKeys = () => keysIn(read('api-key'))

/** Where no report can be written: as an annotation, and in the job summary, which not every runner has. */
function failStep(title: string, text: string): void {
  process.exitCode = 1
  console.log(errorCommand(title, text))
  const file = process.env['GITHUB_STEP_SUMMARY']
  if (!file) return
  try {
    // So far to the right, nothing ends the code block.
    appendFileSync(file, `### ❌ Agent tests: ${title}\n\n    ${text.replace(/[\r\n]+/g, '\n    ')}\n`)
  } catch (error) {
    console.log(`The job summary could not be written: ${String(error)}`)
  }
}

async function runStep(cancellation: Cancellation): Promise<void> {
  const environment = readEnvironment(process.env)
  // @actions/github parses the event file when it is imported, and throws if that is not plain JSON.
  delete process.env['GITHUB_EVENT_PATH']
  const unsafe = environmentError(process.env)
  if (unsafe === null) {
    const job = { ...environment, event: eventOf(environment) }
    const parsed = parseInputs(read, {
      now: Date.now(),
      given: givenInputs(process.env),
      secretsWithheld: job.event.secretsWithheld,
    })
    // Imported this late because it loads an HTTP stack, which takes long: the signals are watched before.
    const { runAction } = await import('./action.ts')
    if ((await runAction(parsed, job, cancellation)) === 'failure') process.exitCode = 1
  } else failStep('Invalid environment', unsafe)
  endSoon(250, cancellation.overdue)
}

const cancellation = watchSignals(process)

try {
  // Nothing of a key with a wrong form is printed, and masking a short one would make the log unreadable.
  for (const key of apiKeys()) if (apiKeyError(key) === null) console.log(maskCommand(key))
  await runStep(cancellation)
} catch (thrown) {
  const said = createRedactor(apiKeys())(String(thrown))
  failStep('Internal error', `${said}. Please report it: this is a bug in agent-tests.`)
}
