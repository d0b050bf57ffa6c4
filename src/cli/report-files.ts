// The files that the options --json, --junit, --html and --markdown name.
import { closeSync, existsSync, mkdirSync, openSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import type { GateOutcome } from '../gate/results.ts'
import { readPageTemplate } from '../page-template.ts'
import { renderSummary } from '../report/comment.ts'
import type { ReportContext } from '../report/context.ts'
import { htmlPage } from '../report/html-page.ts'
import { junitXml } from '../report/junit.ts'
import { resultsJson } from '../report/results-json.ts'
import { writeChunks } from '../write-chunks.ts'

const FORMATS = ['json', 'junit', 'html', 'markdown'] as const
const MARKDOWN_MAX_BYTES = 1024 * 1024

/** Paths, relative to the working folder. */
export type ReportPaths = Readonly<Partial<Record<(typeof FORMATS)[number], string>>>

/**
 * Creates the files that are missing, with their folders. Leaves the others as they are: if there is an error, nothing is lost.
 * @returns what is wrong
 */
export function checkReportFiles(paths: ReportPaths): string[] {
  const formats = new Map<string, string>()
  return attemptEach(paths, (format, path) => {
    const same = formats.get(resolve(path))
    if (same !== undefined) throw new Error(`it is the file of --${same}, too`)
    formats.set(resolve(path), format)
    createFolder(dirname(path))
    closeSync(openSync(path, 'a'))
  })
}

/** Node's own `recursive` never ends in folders such as /proc. */
function createFolder(path: string): void {
  if (existsSync(path)) return
  createFolder(dirname(path))
  try {
    mkdirSync(path)
  } catch (error) {
    // Another process may have created it.
    if (!existsSync(path)) throw error
  }
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
