// The files that the options --json, --junit, --html and --markdown name.
import { closeSync, existsSync, mkdirSync, openSync, realpathSync, rmSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { readPageTemplate, STDOUT, writePieces } from '../files.ts'
import { quotedWhole } from '../inputs/values.ts'
import type { Reports } from '../report/reports.ts'
import { logText } from '../report/untrusted-text.ts'
import { printError } from './display.ts'
import { refuse } from './exit.ts'

const FORMATS = ['json', 'junit', 'html', 'markdown'] as const
const MARKDOWN_MAX_BYTES = 1024 * 1024

/** Paths, relative to the working folder, or `-` for standard output. */
export type ReportPaths = Readonly<Partial<Record<(typeof FORMATS)[number], string>>>

/** Where a command prints, so that nothing comes between what it writes to standard output. */
export function outputOf(paths: ReportPaths): NodeJS.WriteStream {
  return FORMATS.some((format) => paths[format] === STDOUT) ? process.stderr : process.stdout
}

/**
 * Tries to open each file, and creates its folder. No file is created or changed before there is something to write.
 * @param inputs paths of the files that the command reads, which it never overwrites
 * @returns false if the command cannot start; what is wrong is printed
 */
export function canWrite(paths: ReportPaths, inputs: readonly string[]): boolean {
  const formats = new Map<string, string>()
  // A link and the file that it leads to are one.
  const fileOf = (path: string) => (existsSync(path) ? realpathSync.native(path) : resolve(path))
  const read = new Set(inputs.map(fileOf))
  const unwritable = attemptEach(paths, (format, path) => {
    const file = fileOf(path)
    const same = formats.get(file)
    if (same !== undefined) throw new Error(`it is the file of --${same}, too`)
    if (read.has(file)) throw new Error('this command reads it')
    formats.set(file, format)
    if (path === STDOUT) return
    mkdirSync(dirname(path), { recursive: true })
    const isNew = !existsSync(path)
    closeSync(openSync(path, 'a'))
    if (isNew) rmSync(path)
  })
  refuse(unwritable)
  return unwritable.length === 0
}

type Contents = Readonly<Partial<Record<(typeof FORMATS)[number], () => Iterable<string>>>>

export function contentsOf({ json, junit, page, summary }: Reports): Required<Contents> {
  return {
    json,
    junit,
    html: () => page(readPageTemplate()),
    markdown: () => [summary({ maxBytes: MARKDOWN_MAX_BYTES })],
  }
}

/** Says what was written, and warns of what could not be written. */
export function writeReportFiles(paths: ReportPaths, contents: Contents): void {
  const files: string[] = []
  const problems = attemptEach(paths, (format, path) => {
    writePieces(path, contents[format]?.() ?? [])
    if (path !== STDOUT) files.push(logText(path, 1000))
  })
  if (files.length > 0) outputOf(paths).write(`Written: ${files.join(', ')}\n`)
  for (const problem of problems) printError(`warning: ${problem}`)
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
