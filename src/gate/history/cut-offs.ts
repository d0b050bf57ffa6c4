// Since when earlier runs may hold the change, by the clock of the service.
import { fromServiceTime } from '../../client/core/timestamps.ts'
import type { EarlierRun } from '../../client/index.ts'

/** In milliseconds since 1970. */
export interface CutOffs {
  /**
   * When the change may have begun. The last one is certain: runs since then do not count. An earlier one counts in its place where enough
   * comparable runs are older.
   */
  readonly times: readonly number[]
  /** The last one, if clocks differ: runs between them may have started before it. */
  readonly latest: number
  /** When this job's run started. */
  readonly startedAt: number
}

/**
 * None moves later: it is GitHub's time, and the clock of this machine may be the one that is wrong.
 * @param own this job's run, as the history lists it
 * @param launchedAt by the clock of this machine
 * @returns null if the run has no time
 */
export function cutOffsByService(
  times: readonly number[],
  own: EarlierRun | undefined,
  launchedAt: number | undefined,
): CutOffs | null {
  const startedAt = fromServiceTime(own?.created_at)?.getTime()
  if (startedAt === undefined) return null
  const aheadMs = startedAt - (launchedAt ?? startedAt)
  const certain = times.at(-1) ?? Number.POSITIVE_INFINITY
  return {
    times: times.map((time) => Math.min(time, time + aheadMs, startedAt)),
    // A clock that is behind may have been right when earlier runs started.
    latest: Number.isFinite(certain) ? certain + Math.max(0, aheadMs) : startedAt,
    startedAt,
  }
}
