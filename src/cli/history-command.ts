// `agent-tests history`: what the run history says of the agents. Launches nothing.
import { selectAgents } from '../gate/select.ts'
import { analyse } from '../history/analysis.ts'
import { readHistory } from '../history/read.ts'
import { historyLines, historyMarkdown } from '../history/sections.ts'
import { evaluationService } from '../run.ts'
import { linePrinter } from './display.ts'
import { EXIT, refuse } from './exit.ts'
import { optionText } from './input-options.ts'
import { checkReportFiles, outputOf, type ReportPaths, writeReportFiles } from './report-files.ts'
import { abort, lookupOptions, readOptions } from './service-command.ts'

/** Of each page. */
const PAGE_MS = 60_000

export interface HistoryOptions extends ReportPaths {
  /** How many runs of each agent are read at most. */
  readonly runs: number
  readonly [input: string]: unknown
}

/** @returns the exit code */
export async function historyCommand(options: HistoryOptions): Promise<number> {
  const parsed = readOptions(options)
  if (!parsed.ok) return refuse(parsed.errors)
  const { inputs, warnings } = parsed
  for (const warning of warnings) console.error(`warning: ${optionText(warning)}`)
  const unwritable = checkReportFiles(options, [])
  if (unwritable.length > 0) return refuse(unwritable)

  const service = evaluationService(inputs)
  const selection = await selectAgents(inputs.agents, [], service, lookupOptions())
  if (!selection.ok) return abort(selection.abortReason)
  const read = selection.agents.map((agent) =>
    readHistory(agent, options.runs, service, () => ({ timeoutMs: PAGE_MS })),
  )
  const report = analyse(await Promise.all(read), options.runs, inputs.appUrl)
  linePrinter(outputOf(options), process.env)(historyLines(report))
  const reports = {
    json: () => [`${JSON.stringify(report, null, 2)}\n`],
    markdown: () => [historyMarkdown(report)],
  }
  for (const problem of writeReportFiles(options, reports).problems) console.error(`warning: ${problem}`)
  return report.agents.every(({ error }) => error !== null) ? EXIT.inconclusive : EXIT.passed
}
