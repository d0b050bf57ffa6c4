// `agent-tests history`: what the run history says of the agents. Launches nothing.

import { evaluationService } from '../evaluation-service.ts'
import { selectAgents } from '../gate/select/agents.ts'
import { analyse } from '../history/analysis.ts'
import { readHistory } from '../history/read.ts'
import { historyLines, historyMarkdown } from '../history/sections.ts'
import { runUrlOf } from '../results/links.ts'
import { linePrinter } from './display.ts'
import { abort } from './early-end.ts'
import { EXIT } from './exit.ts'
import { lookupOptions } from './no-answer.ts'
import { readOptions } from './read-options.ts'
import { canWrite, outputOf, type ReportPaths, writeReportFiles } from './report-files.ts'

/** How long the reading of a page may take. */
const PAGE_MS = 60_000

interface HistoryOptions extends ReportPaths {
  /** How many runs of each agent are read at most. */
  readonly runs: number
  readonly [input: string]: unknown
}

/** @returns the exit code */
export async function historyCommand(options: HistoryOptions): Promise<number> {
  const inputs = readOptions(options)
  if (inputs === null || !canWrite(options, [])) return EXIT.usage

  const service = evaluationService(inputs)
  const selection = await selectAgents(inputs.agents, [], service, lookupOptions(inputs))
  if (!selection.ok) return abort(selection.earlyEnd)
  const read = selection.agents.map((agent) =>
    readHistory(agent, options.runs, service, runUrlOf(inputs.appUrl), () => ({ timeoutMs: PAGE_MS })),
  )
  const report = analyse(await Promise.all(read), options.runs)
  linePrinter(outputOf(options))(historyLines(report))
  const reports = {
    json: () => [`${JSON.stringify(report, null, 2)}\n`],
    markdown: () => [historyMarkdown(report)],
  }
  writeReportFiles(options, reports)
  return report.agents.every(({ error }) => error !== null) ? EXIT.inconclusive : EXIT.passed
}
