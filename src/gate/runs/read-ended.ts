// What is read of a run once a poll has seen its end, and how it is judged by that.
import type { TestRun } from '../../client/index.ts'
import type { JudgedRun } from '../cause.ts'
import { contradictory, type EndedRun, type GatePlan, launchedFileTests, type RunningRun } from '../model.ts'
import { versionsOf } from '../same-question.ts'
import { type Effects, type Result, serviceError, until } from '../service.ts'
import {
  countOf,
  hasRowsOf,
  isExplained,
  isOf,
  showsTests,
  whyInconclusive,
  withDetails,
} from './read-run.ts'

/** For the last polls and reads after the deadline. */
export const LAST_READS_MS = 20_000
const MOST_PROOF_READS = 3
const PROOF_WAIT_MS = 1_000

type ReadEffects = Pick<Effects, 'service' | 'clock' | 'signal'>

type ReadRows = (rows: 'all' | 'failing') => Promise<Result<TestRun>>

type Seen = Pick<RunningRun, 'launch' | 'run' | 'testsSeen'>

/** Judges the run by the poll that saw its end. */
export async function readEnded(
  seen: Seen,
  poll: TestRun,
  details: GatePlan['details'],
  deadline: number,
  effects: ReadEffects,
): Promise<EndedRun> {
  const { run, launch, testsSeen } = seen
  const problem = isOf(poll, launch.testUuids) ? whyInconclusive(poll, run, testsSeen) : contradictory
  const detailed = await withTexts(seen, details, deadline, effects)
  const isOver = problem === null || isExplained(problem, detailed.run)
  return { ...detailed, versions: versionsOf(poll), problem: isOver ? null : problem }
}

/** The run as it was polled, with the texts of its tests: those that the job shows, of a retry all. */
export async function withTexts(
  { run: polled, launch }: Seen,
  details: GatePlan['details'],
  deadline: number,
  effects: ReadEffects,
) {
  const end = deadline + LAST_READS_MS
  const read: ReadRows = (rows) => {
    const options = { compact: false, only_failed: rows === 'failing', ...until(end, effects) }
    return effects.service.runs.get(polled.taskId, options)
  }
  const isRetry = launch.round !== 1
  const isProof = launchedFileTests(launch) !== null
  const needsAll = isRetry || isProof
  const reads = isProof
    ? [await readProof(polled, read, effects)]
    : await readDetails(polled, needsAll, details, read)
  const best = reads.at(-1)
  const showsAll = (isRetry || details === 'all') && reads.length === 1
  const shown = showsAll ? 'all' : 'failing'
  const detailed = best?.ok ? withDetails(polled, best.value, shown, needsAll) : { run: polled }
  const failed = reads.findLast(({ ok }) => !ok)
  const detailsError = failed?.ok === false ? serviceError(failed.error) : null
  return { ...detailed, run: { ...detailed.run, detailsError } }
}

/**
 * A full read tells errors from failures.
 * @returns the reads that were made, of which the last one counts: that of all tests may be too large
 */
async function readDetails(
  { tests }: JudgedRun,
  needsAll: boolean,
  details: GatePlan['details'],
  read: ReadRows,
): Promise<readonly Result<TestRun>[]> {
  // Among failing rows, newer servers do not list all tests without a verdict.
  const lacksVerdicts = tests.some(({ outcome }) => outcome === 'unanswered' || outcome === 'not-run')
  const all = needsAll || lacksVerdicts || details === 'all' ? [await read('all')] : []
  // Its failures alone, without what passed beside them, would count for too much.
  const isEnough = needsAll || all[0]?.ok || !(lacksVerdicts || countOf(tests, 'failed') > 0)
  return isEnough ? all : [...all, await read('failing')]
}

/** An old copy of the run lacks rows, or what tests asked. It is read again like one that cannot be read. */
async function readProof(
  polled: JudgedRun,
  read: ReadRows,
  { clock, signal }: ReadEffects,
): Promise<Result<TestRun>> {
  for (let nth = 1; ; nth += 1) {
    const proof = await read('all')
    const isWhole = proof.ok && showsTests(proof.value) && hasRowsOf(polled, proof.value)
    if (!proof.ok || isWhole || nth === MOST_PROOF_READS) return proof
    await clock.sleep(nth * PROOF_WAIT_MS, signal)
  }
}
