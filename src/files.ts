// Files in and out: a results file, the page to fill, and the files that reports are written to.
import { appendFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parserOf } from './client/core/schema.ts'
import { quotedWhole } from './inputs/values.ts'
import { RESULTS_VERSION, type Results, resultsSchema } from './schema.ts'

/** `message` names the file, says what is wrong with it, and what to do. */
type ResultsOrError =
  | { readonly ok: true; readonly results: Results }
  | { readonly ok: false; readonly message: string }

const parse = parserOf<Results>(resultsSchema)

const RESULTS_FILE = 'Give a results file: one that --json wrote, or the path in the output `results-file`.'

export async function readResultsFile(path: string): Promise<ResultsOrError> {
  const failed = (message: string) => ({ ok: false, message: `${quotedWhole(path)} ${message}` }) as const
  let json: unknown
  try {
    const bytes = await readFile(path)
    // With `>`, PowerShell writes UTF-16.
    const encoding = bytes[0] === 0xff && bytes[1] === 0xfe ? 'utf-16le' : 'utf-8'
    json = JSON.parse(new TextDecoder(encoding).decode(bytes))
  } catch (error) {
    const why = error instanceof SyntaxError ? 'not JSON' : (Reflect.get(Object(error), 'code') ?? error)
    return failed(`cannot be read (${why}). ${RESULTS_FILE}`)
  }
  const version: unknown = Reflect.get(Object(json), 'version')
  if (typeof version === 'number' && version !== RESULTS_VERSION)
    return failed(
      `is a results file of version ${version}; this release reads version ${RESULTS_VERSION}. Use the same release in the job that writes it.`,
    )
  const parsed = parse(json)
  if (parsed.ok) return { ok: true, results: parsed.value }
  const [issue] = parsed.issues
  const hasNoVersion = issue?.path === 'version' && version === undefined
  const what = hasNoVersion ? 'it has no `version`' : `${issue?.path || 'content'}: ${issue?.message}`
  return failed(`is not a results file of agent-tests (${what}). ${RESULTS_FILE}`)
}

/** The path that is standard output. */
export const STDOUT = '-'

/** Replaces the file. In pieces, because a whole results file can be longer than the longest string. */
export function writePieces(path: string, pieces: Iterable<string>): void {
  const append = (piece: string) =>
    path === STDOUT ? process.stdout.write(piece) : appendFileSync(path, piece)
  if (path !== STDOUT) writeFileSync(path, '')
  for (const piece of pieces) append(piece)
}

const PAGE = 'report-page.html'

/** The HTML page without its data, which the build puts beside the bundle. @throws if the installation is incomplete */
export function readPageTemplate(): string {
  const bundled = join(import.meta.dirname, PAGE)
  // From source, the bundle is next door.
  return readFileSync(existsSync(bundled) ? bundled : join(import.meta.dirname, '..', 'dist', PAGE), 'utf8')
}
