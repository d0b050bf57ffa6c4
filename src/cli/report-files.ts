// The files that the options --json, --junit, --html and --markdown name.
import { mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import type { GateOutcome } from '../gate/results.ts'
import { readPageTemplate } from '../page-template.ts'
import type { ReportContext } from '../report/context.ts'
import { htmlPage } from '../report/html-page.ts'
import { junitXml } from '../report/junit.ts'
import { renderSummary } from '../report/page.ts'
import { resultsJson } from '../report/results-json.ts'
import { writeChunks } from '../write-chunks.ts'

const FORMATS = ['json', 'junit', 'html', 'markdown'] as const
const MARKDOWN_MAX_BYTES = 1024 * 1024

/** Paths, relative to the working folder. */
export type ReportPaths = Readonly<Partial<Record<(typeof FORMATS)[number], string>>>

/**
 * Empties the files, or creates them and their folders, so that none of an earlier run is taken for a result of this one.
 * @returns what is wrong
 */
export function openReportFiles(paths: ReportPaths): string[] {
  return attemptEach(paths, (_, path) => {
    mkdirSync(dirname(path), { recursive: true })
    writeChunks(path, [])
  })
}

/** @returns what could not be written */
export function writeReportFiles(paths: ReportPaths, outcome: GateOutcome, context: ReportContext): string[] {
  const render = {
    json: () => resultsJson(outcome, context),
    junit: () => junitXml(outcome, context),
    html: () => htmlPage(outcome, context, { template: readPageTemplate() }),
    markdown: () => [renderSummary(outcome, context, { maxBytes: MARKDOWN_MAX_BYTES })],
  }
  return attemptEach(paths, (format, path) => writeChunks(path, render[format]()))
}

function attemptEach(
  paths: ReportPaths,
  attempt: (format: (typeof FORMATS)[number], path: string) => void,
): string[] {
  return FORMATS.flatMap((format) => {
    const path = paths[format]
    if (path === undefined) return []
    try {
      attempt(format, path)
      return []
    } catch (error) {
      const cause = error instanceof Error ? error.message : String(error)
      return `Option --${format}: ${JSON.stringify(path)} cannot be written (${cause}). Choose another path.`
    }
  })
}
