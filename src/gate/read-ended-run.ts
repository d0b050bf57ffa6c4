// A run that has ended: at most two more reads, one for the failing tests' details, one for the rows of all the others.
import type { CallOptions, GetRunOptions } from '../client/index.ts'
import { rowCounts, testResults } from './read-run.ts'
import type { Counts, RunResult, TestResult } from './results.ts'
import { type GateService, type Result, serviceError } from './service.ts'

type RunReader = Pick<GateService, 'getRun'>

/**
 * Completes a run from what the last poll (compact, failing rows only) left out. A read that fails leaves what the
 * poll told: counts and the names of the failing tests.
 * @param options for each read anew, since the first one uses up time
 */
export async function readEndedRun(
  polled: RunResult,
  service: RunReader,
  options: () => CallOptions,
): Promise<RunResult> {
  const { taskId } = polled
  const rows = needsAllRows(polled) ? await readTests(taskId, service, { ...options(), compact: true }) : null
  const all = rows?.ok && rows.value.length > polled.tests.length ? rows.value : polled.tests
  // Rows that may not be all of them can show a failure, but never that there is none.
  const countable = rows?.ok || all.some(isFailing)
  const counts = polled.counts ?? (countable ? rowCounts({ ...polled, tests: all }) : null)
  if (!hasFailure(counts, all)) return { ...polled, counts, tests: all }
  const details = await readTests(taskId, service, { ...options(), onlyFailed: true })
  if (!details.ok) return { ...polled, counts, tests: all, detailsError: serviceError(details.error) }
  return { ...polled, counts, tests: withDetails(all, details.value) }
}

/** Of the answer, which may be large, nothing but this is kept while the next one is waited for. */
async function readTests(
  taskId: string,
  service: RunReader,
  options: GetRunOptions,
): Promise<Result<readonly TestResult[]>> {
  const answer = await service.getRun(taskId, options)
  return answer.ok ? { ok: true, value: testResults(answer.value) } : answer
}

/** The poll showed the failing rows only; where every test failed there are no others. */
function needsAllRows({ counts, tests }: RunResult): boolean {
  return counts === null || tests.length < counts.total
}

function hasFailure(counts: Counts | null, tests: readonly TestResult[]): boolean {
  return (counts?.failed ?? 0) > 0 || tests.some(isFailing)
}

function isFailing({ status }: TestResult): boolean {
  return status === 'failed'
}

/** The detailed rows first, then the rest of the others: a row that both reads know stands once, a nameless one too. */
function withDetails(all: readonly TestResult[], detailed: readonly TestResult[]): TestResult[] {
  const key = (test: TestResult) => test.id ?? test.name
  const known = new Set(detailed.map(key))
  const others = all.filter((test) => (key(test) === null ? !isFailing(test) : !known.has(key(test))))
  return [...detailed, ...others]
}
