// Reads the parts of a merged report: the results files of several jobs. What is wrong with them is named, not thrown.
import { basename, dirname, parse, resolve } from 'node:path'
import type { PartProblem, VerdictStatus } from './gate/results.ts'
import type { MergeInputs } from './merge-inputs.ts'
import type { Results } from './report/results-schema.ts'
import { counted } from './report/units.ts'
import { readResultsFiles } from './results-files.ts'
import { type FileOutcome, outcomeOf } from './results-outcome.ts'

interface PartFile extends FileOutcome {
  readonly headSha: string | null
  /** Milliseconds since 1970; NaN if unknown. */
  readonly startedAt: number
  readonly timeoutSeconds: number
}

export interface Part extends PartFile {
  readonly name: string
}

export interface ReadParts {
  readonly parts: readonly Part[]
  readonly problems: readonly PartProblem[]
  /** Of every readable file, those of duplicates too. */
  readonly verdicts: readonly VerdictStatus[]
}

/** None of the expected parts may be missing, and there may be no others. */
export async function readParts(
  paths: readonly string[],
  expected: MergeInputs['expected'],
): Promise<ReadParts> {
  const { files, unmatched } = await readResultsFiles(paths, partFile)
  const problems: PartProblem[] = []
  const parts: Part[] = []
  const names = new Set<string>()
  const partOfRun = new Map<string, string>()
  for (const { path, ...file } of files) {
    const name = partName(path)
    const ids = file.ok ? taskIds(file.results) : []
    const sameRun = ids.find((id) => partOfRun.has(id))
    const other = names.has(name) ? name : partOfRun.get(sameRun ?? '')
    names.add(name)
    if (other) {
      const message = `is a duplicate: ${JSON.stringify(path)} and part "${other}" are of the same job. Keep one of them; the results of the first are shown.`
      problems.push({ kind: 'duplicate', part: name, message })
    } else if (file.ok) {
      parts.push({ ...file.results, name })
      for (const id of ids) partOfRun.set(id, name)
      problems.push(...problemsOf(name, file.results), ...otherCommit(parts))
    } else problems.push({ kind: 'unreadable', part: name, message: `is unreadable: ${file.message}` })
  }
  const verdicts = files.flatMap((file) => (file.ok ? file.results.outcome.verdict.status : []))
  return { parts, problems: [...problems, ...unexpectedParts([...names], expected, unmatched)], verdicts }
}

/** The name of the file without its ending; of its folder if it has the name that the action gives. */
function partName(path: string): string {
  const { name } = parse(path)
  return name === 'results' ? basename(dirname(resolve(path))) || name : name
}

function partFile(results: Results): PartFile {
  const { headSha, startedAt, timeoutSeconds } = results
  return { ...outcomeOf(results), headSha, startedAt: Date.parse(startedAt ?? ''), timeoutSeconds }
}

function taskIds({ outcome }: PartFile): readonly string[] {
  return outcome.results.flatMap(({ run }) => run?.taskId ?? [])
}

/** What is wrong with the commit of the last part. */
function otherCommit(parts: readonly Part[]): PartProblem[] {
  const [first, last] = [parts.find(({ headSha }) => headSha !== null), parts.at(-1)]
  if (!first?.headSha || !last?.headSha || first.headSha === last.headSha) return []
  const [commit, other] = [last.headSha, first.headSha].map((sha) => sha.slice(0, 7))
  const message = `is of another commit (${commit}) than part "${first.name}" (${other}). Remove the outdated file, or run its job for this commit.`
  return [{ kind: 'mismatched', part: last.name, message }]
}

function problemsOf(part: string, { outcome, contradictory }: PartFile): PartProblem[] {
  const { abortReason } = outcome
  const ended = abortReason?.kind === 'parts' ? abortReason.problems.map((each) => ({ ...each, part })) : []
  if (!contradictory) return ended
  const message =
    'contradicts itself: its verdict, totals or comparison do not agree with its tests, so the worse ones count. Re-run its job, and do not change the file.'
  return [...ended, { kind: 'contradictory', part, message }]
}

function unexpectedParts(
  names: readonly string[],
  expected: MergeInputs['expected'],
  unmatched: readonly string[],
): PartProblem[] {
  const remedy = [
    ...unmatched.map((pattern) => `${JSON.stringify(pattern)} matches no file.`),
    'Check that the job ran and uploaded its results file.',
  ].join(' ')
  if (typeof expected !== 'number') {
    const missing = expected.filter((name) => !names.includes(name))
    const others = names.filter((name) => !expected.includes(name))
    const notListed = 'is not listed in the input expect. Add it there, or remove its file.'
    return [
      ...missing.map((part) => ({ kind: 'missing', part, message: `is missing. ${remedy}` }) as const),
      ...others.map((part) => ({ kind: 'unexpected', part, message: notListed }) as const),
    ]
  }
  if (names.length === expected) return []
  const kind = names.length < expected ? 'missing' : 'unexpected'
  const found = names.length === 0 ? '' : ` (${names.join(', ')})`
  const message = `${counted(names.length, 'part')} found, but ${expected} expected${found}. ${kind === 'missing' ? remedy : 'Correct the input expect, or remove the other files.'}`
  return [{ kind, part: null, parts: Math.abs(expected - names.length), message }]
}
