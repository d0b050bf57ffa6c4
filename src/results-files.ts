// Reads results files of earlier jobs: as baselines, to merge them, or to show them as a page.
import { readFile } from 'node:fs/promises'
import { parserOf } from './client/schema.ts'
import { findFiles } from './find-files.ts'
import type { BaselineFile } from './gate/baseline.ts'
import { passRateOf, testOutcomes } from './gate/earlier-run.ts'
import { RESULTS_VERSION, type Results, type ResultsTest, resultsSchema } from './report/results-schema.ts'
import { outcomeOf } from './results-outcome.ts'

/** `message` names the file, says what is wrong with it, and what to do. */
export type ReadResults<T = Results> =
  | { readonly ok: true; readonly path: string; readonly results: T }
  | { readonly ok: false; readonly path: string; readonly message: string }

export type BaselineFiles =
  | { readonly ok: true; readonly files: readonly BaselineFile[] }
  | { readonly ok: false; readonly messages: readonly string[] }

const parse = parserOf<Results>(resultsSchema)

/** @param patterns paths or globs of the input `baseline`; every error names it, and all are reported together */
export async function readBaselineFiles(patterns: readonly string[]): Promise<BaselineFiles> {
  const read = await readResultsFiles(patterns, (results) => ({
    file: baselineFile(results),
    contradictory: outcomeOf(results).contradictory,
  }))
  const messages = read.unmatched.map(
    (pattern) =>
      `${JSON.stringify(pattern)} matches no file. Paths are relative to the working folder, which is the workspace of a job. If no job has stored a file yet, run that job once.`,
  )
  const files: BaselineFile[] = []
  for (const each of read.files) {
    if (!each.ok) messages.push(each.message)
    else if (each.results.contradictory) messages.push(`${JSON.stringify(each.path)} ${CONTRADICTORY}`)
    else files.push(each.results.file)
  }
  // A file without any is normal, such as that of a cancelled job, if another one has some.
  if (messages.length === 0 && files.length > 0 && files.every(({ byUuid }) => byUuid.size === 0))
    messages.push('none of the files has results to compare with. Give the file of a job that ran its tests.')
  return messages.length > 0
    ? { ok: false, messages: messages.map((message) => `Input "baseline": ${message}`) }
    : { ok: true, files }
}

/** Continues the name of a file. */
const CONTRADICTORY =
  'contradicts itself: its verdict, totals or comparison do not agree with its tests. Re-run its job, and do not change the file.'

/**
 * Reads each file once, in the order of the patterns. `unmatched`: the patterns without any file.
 * @param keep what to keep of a file: it may be hundreds of megabytes
 */
export async function readResultsFiles<T>(
  patterns: readonly string[],
  keep: (results: Results) => T,
): Promise<{ readonly files: readonly ReadResults<T>[]; readonly unmatched: readonly string[] }> {
  const found = patterns.map((pattern) => ({ pattern, paths: findFiles(pattern) }))
  const files: ReadResults<T>[] = []
  for (const path of new Set(found.flatMap(({ paths }) => paths))) {
    const file = await readResultsFile(path)
    files.push(file.ok ? { ...file, results: keep(file.results) } : file)
  }
  return { files, unmatched: found.filter(({ paths }) => paths.length === 0).map(({ pattern }) => pattern) }
}

export async function readResultsFile(path: string): Promise<ReadResults> {
  const failed = (message: string) =>
    ({ ok: false, path, message: `${JSON.stringify(path)} ${message}` }) as const
  let json: unknown
  try {
    json = JSON.parse(await readFile(path, 'utf8'))
  } catch (error) {
    const why = error instanceof SyntaxError ? 'not JSON' : (Reflect.get(Object(error), 'code') ?? error)
    return failed(
      `cannot be read (${why}). Give a file that the output results-file or the option --json names.`,
    )
  }
  const version: unknown = Reflect.get(Object(json), 'version')
  if (typeof version === 'number' && version !== RESULTS_VERSION)
    return failed(
      `is a results file of version ${version}; this release reads version ${RESULTS_VERSION}. Use the same release in the job that writes it.`,
    )
  const parsed = parse(json)
  if (parsed.ok) return { ok: true, path, results: parsed.value }
  const [issue] = parsed.issues
  return failed(
    `is not a results file of agent-tests (${issue?.path || 'content'}: ${issue?.message}). Give a file that the output results-file or the option --json names.`,
  )
}

/** Which tests passed their first attempt, agent by agent. Pure. */
export function baselineFile({ startedAt, agents }: Results): BaselineFile {
  const time = Date.parse(startedAt ?? '')
  const createdAt = Number.isNaN(time) ? null : time
  const runs = agents.flatMap(({ uuid, name, problem, run }) => {
    // A run that ended with an error says nothing of its tests; one that merely lacks some says enough of the others.
    if (run === null || (problem !== null && !PARTIAL.has(problem.kind))) return []
    const passed = testOutcomes(run.tests.map(firstAttempt))
    const { p95LatencyMs, meanCostUsd } = run
    const baselineRun = { taskId: null, createdAt, ...passRateOf(passed), p95LatencyMs, meanCostUsd }
    const fileRun = { taskId: run.taskId, run: baselineRun, passed }
    return passed.size === 0 ? [] : [{ uuid, name, run: fileRun }]
  })
  const names = agents.map(({ name }) => name)
  const isShared = (name: string) => names.indexOf(name) !== names.lastIndexOf(name)
  return {
    byUuid: new Map(runs.map(({ uuid, run }) => [uuid, run])),
    byName: new Map(runs.filter(({ name }) => !isShared(name)).map(({ name, run }) => [name, run])),
  }
}

const PARTIAL: ReadonlySet<string> = new Set(['unfinished-tests', 'tests-not-run'])

function firstAttempt({ name, status, attempts }: ResultsTest) {
  const first = attempts[0]?.status ?? status
  return { name, passed: first === 'passed' ? true : first === 'failed' ? false : null }
}
