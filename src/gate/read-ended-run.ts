// A run that has ended: at most two more reads, one for the failing tests' details, one for the rows of all the others.
import type { CallOptions, TestRun } from '../client/index.ts'
import { rowCounts, runReport, serviceCounts, testReports } from './read-run.ts'
import type { Counts, RunReport, TestReport } from './results.ts'
import { faultOf, type GateService } from './service.ts'

export interface EndedRun {
  readonly run: TestRun
  readonly durationMs: number
}

/**
 * Completes a run from what the last poll (compact, failing rows only) left out. A read that fails leaves what the
 * poll told: counts and the names of the failing tests.
 * @param options for each read anew, since the first one uses up time
 */
export async function readEndedRun(
  { run, durationMs }: EndedRun,
  service: Pick<GateService, 'getRun'>,
  options: () => CallOptions,
): Promise<RunReport> {
  const polled = runReport(run, { counts: serviceCounts(run), durationMs })
  const compact = needsAllRows(polled)
    ? await service.getRun(run.task_id, { ...options(), compact: true })
    : null
  const rows = compact?.ok ? testReports(compact.value) : []
  const all = rows.length > polled.tests.length ? rows : polled.tests
  // Rows that may not be all of them can show a failure, but never that there is none.
  const countable = compact?.ok || all.some(isFailing)
  const counts = polled.counts ?? (countable ? rowCounts({ ...polled, tests: all }) : null)
  if (!hasFailure(counts, all)) return { ...polled, counts, tests: all }
  const details = await service.getRun(run.task_id, { ...options(), onlyFailed: true })
  if (!details.ok) return { ...polled, counts, tests: all, detailsFault: faultOf(details.error) }
  return { ...polled, counts, tests: withDetails(all, testReports(details.value)) }
}

/** The poll showed the failing rows only; where every test failed there are no others. */
function needsAllRows({ counts, tests }: RunReport): boolean {
  return counts === null || tests.length < counts.total
}

function hasFailure(counts: Counts | null, tests: readonly TestReport[]): boolean {
  return (counts?.failed ?? 0) > 0 || tests.some(isFailing)
}

function isFailing({ status }: TestReport): boolean {
  return status === 'failed'
}

/** The detailed rows first, then the rest of the others: a row that both reads know stands once, a nameless one too. */
function withDetails(all: readonly TestReport[], detailed: readonly TestReport[]): TestReport[] {
  const key = (test: TestReport) => test.id ?? test.name
  const known = new Set(detailed.map(key))
  const others = all.filter((test) => (key(test) === null ? !isFailing(test) : !known.has(key(test))))
  return [...detailed, ...others]
}
