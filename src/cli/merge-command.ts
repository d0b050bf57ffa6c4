// `agent-tests merge`: one verdict and one report from the results files of several jobs.
import { parseMergeInputs } from '../inputs/inputs.ts'
import { mergeParts } from '../merge.ts'
import { reportsOf } from '../report/reports.ts'
import { linePrinter, printError } from './display.ts'
import { EXIT, refuse } from './exit.ts'
import { mergeWording, optionError } from './input-options.ts'
import { canWrite, contentsOf, outputOf, type ReportPaths, writeReportFiles } from './report-files.ts'

interface MergeOptions extends ReportPaths {
  readonly expect?: string
  readonly mode?: string
  readonly title?: string
}

/** @returns the exit code */
export async function mergeCommand(paths: readonly string[], options: MergeOptions): Promise<number> {
  const given: Readonly<Record<string, string | undefined>> = {
    path: paths.join('\n'),
    expect: options.expect,
    mode: options.mode,
    title: options.title,
  }
  const parsed = parseMergeInputs((name) => given[name] ?? '', [])
  if (!parsed.ok) return refuse(parsed.errors.map(optionError))
  if (!canWrite(options, paths)) return EXIT.usage
  // As the shell gave them: a name may have a comma.
  const plan = { ...parsed.inputs, paths, headSha: null, workflowRunUrl: null }
  const { results, warnings } = await mergeParts(plan)
  const reports = reportsOf(results)
  for (const warning of warnings) printError(`warning: ${warning}`)
  linePrinter(outputOf(options))(reports.log(mergeWording))
  writeReportFiles(options, contentsOf(reports))
  return results.mode === 'report' ? EXIT.passed : EXIT[results.verdict]
}
