// A run that has ended: at most two more reads, one for the failing tests' details, one for the rows of all the others.
import type { CallOptions, GetRunOptions } from '../client/index.ts'
import { rowCounts, testReports } from './read-run.ts'
import type { Counts, RunReport, TestReport } from './results.ts'
import { type Answer, faultOf, type GateService } from './service.ts'

type RunReader = Pick<GateService, 'getRun'>

/**
 * Completes a run from what the last poll (compact, failing rows only) left out. A read that fails leaves what the
 * poll told: counts and the names of the failing tests.
 * @param options for each read anew, since the first one uses up time
 */
export async function readEndedRun(
  polled: RunReport,
  service: RunReader,
  options: () => CallOptions,
): Promise<RunReport> {
  const { taskId } = polled
  const rows = needsAllRows(polled) ? await readTests(taskId, service, { ...options(), compact: true }) : null
  const all = rows?.ok && rows.value.length > polled.tests.length ? rows.value : polled.tests
  // Rows that may not be all of them can show a failure, but never that there is none.
  const countable = rows?.ok || all.some(isFailing)
  const counts = polled.counts ?? (countable ? rowCounts({ ...polled, tests: all }) : null)
  if (!hasFailure(counts, all)) return { ...polled, counts, tests: all }
  const details = await readTests(taskId, service, { ...options(), onlyFailed: true })
  if (!details.ok) return { ...polled, counts, tests: all, detailsFault: faultOf(details.error) }
  return { ...polled, counts, tests: withDetails(all, details.value) }
}

/** Of the answer, which may be large, nothing but this is kept while the next one is waited for. */
async function readTests(
  taskId: string,
  service: RunReader,
  options: GetRunOptions,
): Promise<Answer<readonly TestReport[]>> {
  const answer = await service.getRun(taskId, options)
  return answer.ok ? { ok: true, value: testReports(answer.value) } : answer
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
