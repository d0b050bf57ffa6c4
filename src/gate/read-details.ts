// Reads of a run that has ended, for what the polls left out.
import type { Clock } from '../client/index.ts'
import { addRead, emptyRead, type RunEvidence } from './run-evidence.ts'
import { type GateService, serviceError } from './service.ts'

/** For the last polls and reads after the deadline. */
export const LAST_READS_MS = 20_000

/** Of which tests questions, replies and reasons are read; for all tests, one more request per run. */
export type DetailsOf = 'failing' | 'all'

const EVERYTHING = { compact: false, onlyFailed: false }

interface ReadEffects {
  readonly service: Pick<GateService, 'getRun'>
  readonly clock: Clock
  readonly signal: AbortSignal
}

/** The evidence with all rows and the details of failing or all tests; why, if they could not be read. */
export async function readDetails(
  ended: RunEvidence,
  { deadline, details }: { readonly deadline: number; readonly details: DetailsOf },
  { service, clock, signal }: ReadEffects,
): Promise<RunEvidence> {
  let evidence = ended
  const hasAllRows = ended.allRows || (ended.total > 0 && ended.total === ended.run.tests.length)
  const reads = [
    ...(details === 'all' ? [EVERYTHING] : []),
    ...(hasAllRows ? [] : [{ compact: true, onlyFailed: false }]),
    ...(ended.mostFailed > 0 ? [{ compact: false, onlyFailed: true }] : []),
  ]
  for (const how of reads) {
    const timeoutMs = Math.max(deadline - clock.now(), 0) + LAST_READS_MS
    const result = await service.getRun(ended.run.taskId, { ...how, timeoutMs, signal })
    if (result.ok) {
      evidence = addRead(evidence, result.value, { ...how, durationMs: ended.run.durationMs })
      emptyRead(result.value)
      if (how === EVERYTHING) break
    } else {
      evidence = { ...evidence, run: { ...evidence.run, detailsError: serviceError(result.error) } }
    }
  }
  return evidence
}
