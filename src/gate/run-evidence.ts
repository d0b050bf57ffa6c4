// What the service said of one run, over all reads. A later read never removes the evidence of a failure. If reads
// contradict each other, the run is inconclusive.
import type { TestRun } from '../client/index.ts'
import { mergeRows } from './merge-rows.ts'
import { runFields, type TestRow, testOf, testRows } from './read-run.ts'
import type { Counts, InconclusiveReason, RunResult, TestStatus } from './results.ts'

const GOING = new Set(['queued', 'in_progress'])
const ENDED = new Set(['done', 'failed', 'cancelled'])

export type RunPhase = 'going' | 'ended' | 'unknown'

export function phaseOf(run: Pick<TestRun, 'status' | 'error'>): RunPhase {
  if (ENDED.has(run.status)) return 'ended'
  if (GOING.has(run.status)) return 'going'
  return run.error === true ? 'ended' : 'unknown'
}

export interface RunEvidence {
  /** The run as the newest read told it; `tests` merged over all reads, `counts` still null. */
  readonly run: RunResult
  /** The newest counts, as far as the service gave them. */
  readonly passed: number | null
  readonly failed: number | null
  /** The largest number of tests that any read told of. */
  readonly total: number
  /** Linked tests, by `test_uuids`. */
  readonly linked: number
  /** Whether `tests` is all rows of the ended run. */
  readonly allRows: boolean
  /** The most failed tests, and the most without a verdict, that any read showed. */
  readonly mostFailed: number
  readonly mostWithoutVerdict: number
  readonly error: boolean
  readonly stoppedEarly: boolean
  readonly ended: boolean
  readonly contradictory: boolean
}

export function noEvidence(launched: RunResult): RunEvidence {
  return {
    run: launched,
    passed: null,
    failed: null,
    total: 0,
    linked: 0,
    allRows: false,
    mostFailed: 0,
    mostWithoutVerdict: 0,
    error: false,
    stoppedEarly: false,
    ended: false,
    contradictory: false,
  }
}

/**
 * The evidence with one more read.
 * @param onlyFailed whether the read asked for failed rows alone
 */
export function addRead(
  before: RunEvidence,
  read: TestRun,
  { onlyFailed, durationMs }: { readonly onlyFailed: boolean; readonly durationMs: number },
): RunEvidence {
  const ended = phaseOf(read) === 'ended'
  const rows = testRows(read, before.run.tests)
  const merged = before.ended
    ? mergeRows(before.run.tests, rows)
    : { tests: ended || rows.length > 0 ? rows.map(testOf) : before.run.tests, contradictory: false }
  const passed = read.passed ?? null
  const failed = read.failed ?? null
  const linked = Math.max(before.linked, new Set(read.test_uuids).size)
  const total = Math.max(
    before.total,
    linked,
    read.total_tests ?? 0,
    (passed ?? 0) + (failed ?? 0),
    rows.length,
  )
  const differs = (one: number | null, other: number | null) =>
    before.ended && one !== null && other !== null && one !== other
  return {
    run: { ...before.run, ...runFields(read), tests: merged.tests, plannedTests: total || null, durationMs },
    passed: passed ?? before.passed,
    failed: failed ?? before.failed,
    total,
    linked,
    allRows: before.allRows || (ended && !onlyFailed && rows.length > 0),
    mostFailed: Math.max(before.mostFailed, failed ?? 0, countOf(rows, 'failed')),
    mostWithoutVerdict: Math.max(
      before.mostWithoutVerdict,
      read.unanswered_tests ?? 0,
      withoutVerdict(rows, ended),
    ),
    error: before.error || read.error === true,
    stoppedEarly: before.stoppedEarly || read.aborted === true || read.stopped_early === true,
    ended: before.ended || ended,
    contradictory:
      before.contradictory ||
      merged.contradictory ||
      (before.ended && (!ended || read.status !== before.run.status)) ||
      differs(passed, before.passed) ||
      differs(failed, before.failed) ||
      (read.total_tests ?? total) < (passed ?? 0) + (failed ?? 0),
  }
}

/**
 * Empties a read that was added. Promises that waited long for a response are freed late, and would keep its lists until
 * then.
 */
export function emptyRead({ results, test_uuids }: TestRun): void {
  results?.splice(0)
  test_uuids?.splice(0)
}

/** The run with its counts, and why it is inconclusive in itself, whatever its tests say. */
export function concludeRun(evidence: RunEvidence): { run: RunResult; reason: InconclusiveReason | null } {
  const counts = countsOf(evidence)
  return { run: { ...evidence.run, counts }, reason: reasonOf(evidence, counts) }
}

function countsOf({ run, passed, failed, total }: RunEvidence): Counts | null {
  const { tests } = run
  if (tests.length === 0 && passed === null && failed === null) return null
  return { total, passed: passed ?? countOf(tests, 'passed'), failed: failed ?? countOf(tests, 'failed') }
}

function reasonOf(evidence: RunEvidence, counts: Counts | null): InconclusiveReason | null {
  const { run, linked, total, mostWithoutVerdict } = evidence
  if (contradicts(evidence, counts)) return { kind: 'contradictory' }
  if (run.status === 'failed') return { kind: 'run-failed' }
  if (run.status === 'cancelled') return { kind: 'run-cancelled' }
  if (run.status !== 'done') return { kind: 'unknown-status', status: run.status }
  if (evidence.error) return { kind: 'run-error' }
  if (evidence.stoppedEarly) return { kind: 'stopped-early' }
  if (counts === null || ((evidence.passed === null || evidence.failed === null) && !evidence.allRows))
    return { kind: 'no-counts' }
  if (total === 0) return { kind: 'no-tests' }
  const known = Math.max(run.tests.length, counts.passed + counts.failed + mostWithoutVerdict)
  const uuids = run.tests.flatMap(({ uuid }) => uuid ?? [])
  // Several rows of one test are no results of others.
  const repeated = uuids.length - new Set(uuids).size
  const notRun = linked - (known - repeated)
  return notRun > 0 ? { kind: 'tests-not-run', notRun, total } : null
}

function contradicts(evidence: RunEvidence, counts: Counts | null): boolean {
  const { run, allRows, mostFailed, mostWithoutVerdict, contradictory } = evidence
  if (contradictory || counts === null) return contradictory
  const { total, passed, failed } = counts
  if (mostFailed > failed || mostWithoutVerdict > total - passed - failed) return true
  return allRows && (countOf(run.tests, 'failed') !== failed || countOf(run.tests, 'passed') !== passed)
}

/** A pending test may still get its verdict until the run has ended. */
function withoutVerdict(rows: readonly TestRow[], ended: boolean): number {
  return countOf(rows, 'unanswered') + countOf(rows, 'not-run') + (ended ? countOf(rows, 'pending') : 0)
}

export function countOf(tests: readonly TestRow[], status: TestStatus): number {
  return tests.reduce((count, test) => count + (test.status === status ? 1 : 0), 0)
}
