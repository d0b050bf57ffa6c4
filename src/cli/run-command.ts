// `agent-tests run`: checks everything that can be checked first, runs the gate, prints the verdict, writes the files.
import { spawnSync } from 'node:child_process'
import { basename, dirname } from 'node:path'
import type { GateEvent } from '../gate/events.ts'
import { BESIDE_CONTROL, inputErrors } from '../inputs/inputs.ts'
import type { Override } from '../inputs/override.ts'
import { outcomeWarnings } from '../outcome-warnings.ts'
import { reportsOf } from '../report/reports.ts'
import { readFiles, runTests, toResults } from '../run.ts'
import { signalExitCode, watchSignals } from '../runner/cancellation.ts'
import { endSoon } from '../runner/end.ts'
import { linePrinter, linesOfEvent, printError } from './display.ts'
import { END_MS, EXIT, exitCodeOf, refuse } from './exit.ts'
import { optionError, optionTerms, optionWording, shellWord } from './input-options.ts'
import { reportSlowness, UNRESOLVED_MS } from './lookup.ts'
import { errorText, readOptions } from './read-options.ts'
import { canWrite, contentsOf, outputOf, type ReportPaths, writeReportFiles } from './report-files.ts'

/** The options as given, by the names that commander makes of them: `baseUrl` is `--base-url`. */
interface RunCommandOptions extends ReportPaths {
  /** Milliseconds since 1970. */
  readonly baselineBefore?: number
  /** A path. */
  readonly override?: string
  /** Only the results are printed. */
  readonly quiet?: boolean
  readonly [input: string]: unknown
}

/**
 * @param names arguments, which it does not have
 * @returns the exit code
 */
export async function runCommand(names: readonly string[], options: RunCommandOptions): Promise<number> {
  const asOptions = names.map((name) => `--agents ${shellWord(name)}`).join(' ')
  if (names.length > 0) return refuse([`Agents are named by an option: ${asOptions}`])
  const cancellation = watchSignals(process)
  const inputs = readOptions(options)
  if (inputs === null) return EXIT.usage
  if (options.baselineBefore !== undefined && inputs.control.length > 0)
    return refuse(inputErrors('baseline-before', { error: BESIDE_CONTROL }).map(optionError))
  const files = await readFiles(inputs, '.', optionTerms)
  if ('errors' in files) return refuse(files.errors.map((error) => errorText(error, options.override)))
  const { override, tests } = files
  const overrideFiles = [options.override ?? [], override.map((each) => each.files)].flat(2)
  if (!canWrite(options, [...overrideFiles, ...tests.files])) return EXIT.usage

  const print = linePrinter(outputOf(options))
  const show = (event: GateEvent) => {
    if (!options.quiet) print(linesOfEvent(event))
  }
  const answered = reportSlowness(show, inputs.baseUrl, inputs.timeoutSeconds * 1000)
  const emit = (event: GateEvent) => {
    // The phase begins with the first request; what follows is its answer or its error.
    if (event.type !== 'phase') answered()
    show(event)
  }
  const cutOffs = [options.baselineBefore ?? Number.POSITIVE_INFINITY]
  const asked = { ...inputs, override: override.map(withOrigins) }
  const outcome = await runTests(asked, cutOffs, tests.planWith(NO_PULL_REQUEST), {
    emit,
    signal: cancellation.requested,
    unresolvedMs: UNRESOLVED_MS,
  })
  answered()
  const { title, mode, timeoutSeconds, details } = inputs
  const job = {
    title,
    mode,
    timeoutSeconds,
    headSha: null,
    filesOf: 'unknown',
    about: 'change',
    pullRequest: null,
    workflowRunUrl: null,
    documentsUrl: null,
  } as const
  const results = toResults(outcome, job, details)
  const reports = reportsOf(results)
  print(['Results', ...reports.log(optionWording)])
  writeReportFiles(options, contentsOf(reports))
  for (const warning of outcomeWarnings(inputs, outcome)) printError(`warning: ${optionError(warning)}`)
  endSoon(END_MS, cancellation.overdue)
  const { aborted, reason } = cancellation.requested
  if (aborted) return signalExitCode(reason)
  return exitCodeOf(results)
}

/** Nothing is asked of GitHub: Git says which files the commit has that is checked out. */
function withOrigins({ keys, ...override }: Override) {
  return {
    ...override,
    keys: keys.map(({ key, file, sources }) => {
      const [of = null, ...others] = new Set(sources.map((source) => source && commitWith(source)))
      if (of === null || others.length > 0) return { key, file, origin: 'unknown', of: null } as const
      return { key, file, origin: 'commit', of } as const
    }),
  }
}

/** The commit that is checked out, if it has a file as it is here. */
function commitWith(file: string): string | null {
  const git = (...args: readonly string[]) =>
    spawnSync('git', ['-C', dirname(file), ...args], { encoding: 'utf8' }).stdout?.split('\n') ?? []
  const [commit = '', blob] = git('rev-parse', 'HEAD', `HEAD:./${basename(file)}`)
  const [here = ''] = git('hash-object', basename(file))
  return here !== '' && here === blob ? commit : null
}

const NO_PULL_REQUEST = {
  known: 'no-pull-request',
  reason: null,
  isHidden: false,
  repositories: [],
  commits: new Map<string, string>(),
} as const
