// Files in and out: results files of earlier jobs, found by paths and globs, and the files that reports are written to.
import { appendFileSync, existsSync, realpathSync, statSync, writeFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { isAbsolute, join, relative, sep } from 'node:path'
import { globSync } from 'tinyglobby'
import { parserOf } from './client/core/schema.ts'
import { type BaselineFile, passRateOf, testOutcomes } from './gate/history/baseline.ts'
import type { InputError } from './inputs/inputs.ts'
import { quotedWhole } from './inputs/values.ts'
import {
  hasFailed,
  hasPassed,
  RESULTS_VERSION,
  type Results,
  type ResultsTest,
  resultsSchema,
} from './schema.ts'

/** `message` names the file, says what is wrong with it, and what to do. */
type ResultsOrError =
  | { readonly ok: true; readonly path: string; readonly results: Results }
  | { readonly ok: false; readonly path: string; readonly message: string }

const parse = parserOf<Results>(resultsSchema)

/** @param patterns paths or globs of the input `baseline`; every error names it, and all are reported together */
export async function readBaselineFiles(patterns: readonly string[]) {
  const { files: read, unmatched } = await readResultsFiles(patterns)
  const files = read.flatMap((each) => (each.ok ? [baselineFile(each.results)] : []))
  const messages = [
    ...unmatched.map(
      (pattern) =>
        `${quotedWhole(pattern)} matches no file. Paths are relative to the working folder, which is the workspace of a job. If no job has stored a file yet, run that job once.`,
    ),
    ...read.flatMap((each) => (each.ok ? [] : each.message)),
  ]
  // One empty file (a cancelled job) is fine; all empty is an error.
  if (messages.length === 0 && files.length > 0 && files.every((runs) => runs.length === 0))
    messages.push('none of the files has results to compare with. Give the file of a job that ran its tests.')
  const errors = messages.map((message): InputError => ({ input: 'baseline', message }))
  return errors.length > 0 ? ({ ok: false, errors } as const) : ({ ok: true, files } as const)
}

/** Reads each file once, in the order of the patterns. `unmatched`: the patterns without any file. */
export async function readResultsFiles(
  patterns: readonly string[],
): Promise<{ readonly files: readonly ResultsOrError[]; readonly unmatched: readonly string[] }> {
  const found = patterns.map((pattern) => ({ pattern, paths: findFiles(pattern) }))
  const paths = [...new Set(found.flatMap((each) => each.paths))]
  return {
    files: await Promise.all(paths.map(readResultsFile)),
    unmatched: found.filter((each) => each.paths.length === 0).map(({ pattern }) => pattern),
  }
}

/** A folder stands for the JSON files in it; an existing path is never read as a glob. Globs follow no link out of here. */
export function findFiles(pattern: string): readonly string[] {
  const found = existsSync(pattern)
    ? [pattern]
    : globSync([pattern.replaceAll('\\', '/')], {
        absolute: isAbsolute(pattern),
        onlyFiles: false,
        expandDirectories: false,
        dot: true,
        followSymbolicLinks: false,
      }).filter((path) => isAbsolute(pattern) || pattern.startsWith('..') || isInside(path))
  const files = found.flatMap((path) =>
    statSync(path, { throwIfNoEntry: false })?.isDirectory() === true
      ? globSync(['**/*.json'], { cwd: path, dot: true, followSymbolicLinks: false }).map((file) =>
          join(path, file),
        )
      : [path.replace(/\/$/, '')],
  )
  return [...new Set(files)].sort()
}

function isInside(path: string): boolean {
  if (!existsSync(path)) return false
  const way = relative(realpathSync('.'), realpathSync(path))
  return !isAbsolute(way) && way.split(sep)[0] !== '..'
}

const RESULTS_FILE = 'Give a results file: one that --json wrote, or the path in the output `results-file`.'

export async function readResultsFile(path: string): Promise<ResultsOrError> {
  const failed = (message: string) =>
    ({ ok: false, path, message: `${quotedWhole(path)} ${message}` }) as const
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
  if (parsed.ok) return { ok: true, path, results: parsed.value }
  const [issue] = parsed.issues
  const hasNoVersion = issue?.path === 'version' && version === undefined
  const what = hasNoVersion ? 'it has no `version`' : `${issue?.path || 'content'}: ${issue?.message}`
  return failed(`is not a results file of agent-tests (${what}). ${RESULTS_FILE}`)
}

/** Which tests passed their first attempt, agent by agent. */
export function baselineFile({ startedAt, agents }: Results): BaselineFile {
  return agents.flatMap(({ uuid, name, problem, run }) => {
    // A run that ended with an error says nothing of its tests; one that merely lacks some says enough of the others.
    if (run === null || (problem !== null && !PARTIAL.has(problem.kind))) return []
    const passed = testOutcomes(run.tests.map(firstAttempt))
    const baselineRun = { taskId: null, url: null, createdAt: startedAt, ...passRateOf(passed) }
    return baselineRun.total === 0 ? [] : [{ uuid, name, taskId: run.taskId, run: baselineRun, passed }]
  })
}

const PARTIAL: ReadonlySet<string> = new Set(['unfinished-tests', 'tests-not-run'])

function firstAttempt({ name, source, attempts, ...test }: ResultsTest) {
  const first = attempts[0]?.status
  const [passed, failed] =
    first === undefined ? [hasPassed(test), hasFailed(test)] : [first === 'passed', first === 'failed']
  return { name, source, passed: passed || (failed ? false : null) }
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
