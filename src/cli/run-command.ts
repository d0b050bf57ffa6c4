// `agent-tests run`: checks everything that can be checked first, runs the gate, prints the verdict, writes the files.
import { constants } from 'node:os'
import { readBaselineFiles } from '../files.ts'
import { type Inputs, type Parsed, parseInputs } from '../inputs.ts'
import { resultsLines } from '../report/log.ts'
import { toResults } from '../results/from-outcome.ts'
import { baselineWarnings, runTests } from '../run.ts'
import { watchSignals } from '../runner/cancellation.ts'
import { environmentError } from '../runner/environment.ts'
import { createDisplay } from './display.ts'
import { exitCodeOf, refuse } from './exit.ts'
import { API_KEY, optionText } from './input-options.ts'
import { checkReportFiles, type ReportPaths, writeReportFiles } from './report-files.ts'

const NO_KEY = `${API_KEY} is not set. Create an API key in the service (workspace settings, API keys) and set this environment variable to it.`

const KEY_AS_OPTION = `Option --api-key: other users of this machine can read command lines. Set the environment variable ${API_KEY} instead.`

/** Clocks differ, and the service's times have no more than seconds. */
const CLOCK_MARGIN_MS = 60_000

/** The options as given, by the names that commander makes of them: `baseUrl` is `--base-url`. */
export interface RunOptions extends ReportPaths {
  /** Milliseconds since 1970. */
  readonly baselineBefore?: number
  readonly [input: string]: unknown
}

/** @returns the exit code */
export async function runCommand(options: RunOptions): Promise<number> {
  const cancellation = watchSignals(process, { repeatedAfterMs: 500, exitCode: signalExitCode })
  const parsed = readOptions(options)
  if (!parsed.ok) return refuse(parsed.errors)
  const { inputs } = parsed
  for (const warning of parsed.warnings) console.error(`warning: ${optionText(warning)}`)
  const baseline = await readBaselineFiles(inputs.baseline)
  if (!baseline.ok) return refuse(baseline.messages.map(optionText))
  const unwritable = checkReportFiles(options)
  if (unwritable.length > 0) return refuse(unwritable)

  const display = createDisplay(process.stdout, process.env, inputs.appUrl)
  const now = Date.now()
  const cutOff = Math.min(options.baselineBefore ?? now, now) - CLOCK_MARGIN_MS
  const outcome = await runTests(
    inputs,
    { files: baseline.files, cutOff, trends: 'failing' },
    { emit: display.show, signal: cancellation.requested },
  )
  const { appUrl, mode, timeoutSeconds } = inputs
  const job = { title: 'Agent tests', appUrl, mode, timeoutSeconds, headSha: null, workflowRunUrl: null }
  const results = toResults(outcome, { ...job, endedAt: Date.now() })
  display.end(['Results', ...resultsLines(results)])
  for (const warning of baselineWarnings(inputs, outcome)) console.error(`warning: ${optionText(warning)}`)
  for (const problem of writeReportFiles(options, results)) console.error(`warning: ${problem}`)
  // What was given up, such as a connection to a proxy that does not answer, would keep the process for minutes.
  setTimeout(() => process.exit(), 1000).unref()
  const { aborted, reason } = cancellation.requested
  return aborted ? signalExitCode(reason) : exitCodeOf(results, inputs.mode)
}

interface OptionErrors {
  readonly ok: false
  readonly errors: readonly string[]
}

function readOptions(options: RunOptions): (Parsed<Inputs> & { readonly ok: true }) | OptionErrors {
  const apiKey = (process.env[API_KEY] ?? '').trim()
  const parsed = parseInputs((name) => {
    if (name === 'api-key') return apiKey
    const value = options[name.replace(/-(.)/g, (_, letter: string) => letter.toUpperCase())]
    return Array.isArray(value) ? value.join('\n') : String(value ?? '')
  })
  const unsafe = environmentError(process.env)
  const errors = [
    ...('apiKey' in options ? [KEY_AS_OPTION] : []),
    ...(unsafe === null ? [] : [unsafe]),
    ...(parsed.ok && apiKey === '' ? [NO_KEY] : []),
    ...(parsed.ok ? [] : parsed.errors).map(({ input, message }) =>
      input === 'api-key' && apiKey === '' ? NO_KEY : optionText(message),
    ),
  ]
  return parsed.ok && errors.length === 0 ? parsed : { ok: false, errors }
}

function signalExitCode(signal: NodeJS.Signals): number {
  return 128 + constants.signals[signal]
}
