// The files that the options --json, --junit, --html and --markdown name.
import { closeSync, existsSync, mkdirSync, openSync, rmSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { findFiles, writePieces } from '../files.ts'
import { quotedWhole } from '../input-values.ts'
import { readPageTemplate } from '../page-template.ts'
import { renderSummary } from '../report/comment.ts'
import { htmlPage } from '../report/html-page.ts'
import { junitXml } from '../report/junit.ts'
import { resultsJson } from '../report/results-json.ts'
import { logText } from '../report/untrusted-text.ts'
import type { Results } from '../results/schema.ts'

const FORMATS = ['json', 'junit', 'html', 'markdown'] as const
/** The path that is standard output. */
const STDOUT = '-'
const MARKDOWN_MAX_BYTES = 1024 * 1024

/** Paths, relative to the working folder, or `-` for standard output. */
export type ReportPaths = Readonly<Partial<Record<(typeof FORMATS)[number], string>>>

/** Where a command prints, so that nothing comes between what it writes to standard output. */
export function outputOf(paths: ReportPaths): NodeJS.WriteStream {
  return FORMATS.some((format) => paths[format] === STDOUT) ? process.stderr : process.stdout
}

/**
 * Tries to open each file, and creates its folder. No file is created or changed before there is something to write.
 * @param inputs paths and globs of the files that the command reads, which it never overwrites
 * @returns what is wrong
 */
export function checkReportFiles(paths: ReportPaths, inputs: readonly string[]): string[] {
  const formats = new Map<string, string>()
  const read = new Set(inputs.flatMap(findFiles).map((path) => resolve(path)))
  return attemptEach(paths, (format, path) => {
    const same = formats.get(resolve(path))
    if (same !== undefined) throw new Error(`it is the file of --${same}, too`)
    if (read.has(resolve(path))) throw new Error('this command reads it')
    formats.set(resolve(path), format)
    if (path === STDOUT) return
    mkdirSync(dirname(path), { recursive: true })
    const isNew = !existsSync(path)
    closeSync(openSync(path, 'a'))
    if (isNew) rmSync(path)
  })
}

type Reports = Readonly<Partial<Record<(typeof FORMATS)[number], () => Iterable<string>>>>

export function reportsOf(results: Results): Reports {
  return {
    json: () => resultsJson(results),
    junit: () => junitXml(results),
    html: () => htmlPage(results, { template: readPageTemplate() }),
    markdown: () => [renderSummary(results, { maxBytes: MARKDOWN_MAX_BYTES })],
  }
}

/** @returns what was written, as a line for the reader, and what could not be written */
export function writeReportFiles(
  paths: ReportPaths,
  reports: Reports,
): { readonly written: readonly string[]; readonly problems: readonly string[] } {
  const files: string[] = []
  const problems = attemptEach(paths, (format, path) => {
    const pieces = reports[format]?.() ?? []
    if (path === STDOUT) {
      for (const piece of pieces) process.stdout.write(piece)
      return
    }
    writePieces(path, pieces)
    files.push(logText(path, 1000))
  })
  return { written: files.length === 0 ? [] : [`Written: ${files.join(', ')}`], problems }
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
      return `Option --${format}: ${quotedWhole(path)} cannot be written (${cause}). Choose another path.`
    }
  })
}
