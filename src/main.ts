// The entry of the action: refuses invalid inputs, runs the action, and is the only place that fails the step.
import { appendFileSync } from 'node:fs'
import { createRedactor } from './client/core/redactor.ts'
import { eventOf } from './github/event.ts'
import type { Job } from './github/pull-request.ts'
import { inputText, parseInputs, type Refusal, type ReportInputs, refusalOf } from './inputs/inputs.ts'
import { apiKeyError, keysIn } from './inputs/values.ts'
import { headlineOutput } from './report/untrusted-text.ts'
import { type Cancellation, watchSignals } from './runner/cancellation.ts'
import { endSoon } from './runner/end.ts'
import { type Environment, givenInputs, readEnvironment, readInput } from './runner/environment.ts'
import { environmentError } from './runner/network-variables.ts'
import { errorCommand, maskCommand } from './runner/workflow-commands.ts'

const read = (name: string) => readInput(process.env, name)
/** It may have been pasted with quotes, or with its name. */
const apiKeys = () => keysIn(read('api-key'))

/**
 * As annotations and in the job summary. There the messages stay as they are, in a code block, because the runner masks a
 * secret only if nothing in it was escaped.
 */
function failStep(title: string, refusals: readonly Refusal[]): void {
  process.exitCode = 1
  for (const { text, title: own = title, ...place } of refusals) console.log(errorCommand(own, text, place))
  // So far to the right, nothing ends the code block.
  const lines = refusals.map(({ text }) => `- ${text.replace(/[\r\n]+/g, '\n    ')}\n`)
  append(
    'job summary',
    'GITHUB_STEP_SUMMARY',
    `### ❌ Agent tests: ${refusals[0]?.title ?? title}\n\n\`\`\`text\n${lines.join('')}\`\`\`\n`,
  )
}

/** To a file that not every runner has. */
function append(what: string, variable: 'GITHUB_STEP_SUMMARY' | 'GITHUB_OUTPUT', text: string): void {
  const file = process.env[variable]
  if (!file) return
  try {
    appendFileSync(file, text)
  } catch (error) {
    console.log(`The ${what} could not be written: ${String(error)}`)
  }
}

async function runStep(job: Environment & Job, cancellation: Cancellation): Promise<void> {
  const given = givenInputs(process.env)
  const context = {
    now: Date.now(),
    given,
    secretsWithheld: job.event.secretsWithheld,
  }
  const parsed = parseInputs(read, context)
  if (!parsed.ok) {
    return failInvalid(parsed.errors.map(refusalOf), parsed.report, job, cancellation)
  }
  for (const each of parsed.ignored) console.log(inputText(each))
  // On demand: it loads an HTTP stack, which takes long.
  const { runAction } = await import('./action.ts')
  const { inputs, warnings } = parsed
  const conclusion = await runAction(inputs, warnings, job, cancellation)
  if (typeof conclusion === 'object') await failInvalid(conclusion.invalid, inputs, job, cancellation)
  else if (conclusion === 'failure') process.exitCode = 1
}

/** @param report null if it is not known which comment says what an earlier commit did */
async function failInvalid(
  refusals: readonly Refusal[],
  report: ReportInputs | null,
  job: Environment & Job,
  cancellation: Cancellation,
): Promise<void> {
  failStep('Invalid input', refusals)
  const redact = createRedactor([...apiKeys(), read('github-token')])
  const errors = refusals.map(({ text }) => redact(text))
  const advice = job.event.pullRequest === null ? 'Failed' : 'Do not merge'
  const headline = `❌ ${advice}: nothing was tested: ${errors.join(' ')}`
  append('output "headline"', 'GITHUB_OUTPUT', `headline=${headlineOutput(headline)}\n`)
  if (report === null) return
  const { reportInvalid } = await import('./action.ts')
  await reportInvalid(errors, report, job, cancellation)
}

try {
  const cancellation = watchSignals(process)
  // Nothing of a key with a wrong form is printed, and masking a short one would make the log unreadable.
  for (const key of apiKeys()) if (apiKeyError(key, false) === null) console.log(maskCommand(key))
  const environment = readEnvironment(process.env)
  // @actions/github parses the event file when it is imported, and throws if that is not plain JSON.
  delete process.env['GITHUB_EVENT_PATH']
  const unsafe = environmentError(process.env)
  if (unsafe !== null) failStep('Invalid environment', [{ text: unsafe }])
  else await runStep({ ...environment, event: eventOf(environment) }, cancellation)
  endSoon(250, cancellation.overdue)
} catch (thrown) {
  const said = createRedactor(apiKeys())(String(thrown))
  failStep('Internal error', [{ text: `${said}. Please report it: this is a bug in agent-tests.` }])
}
