// When to poll which run. Pure: time is a number, in milliseconds.
// The service runs its queue first in, first out, and every request costs it a quarter of a second of CPU. So runs in
// progress and the head of the queue are polled every interval, the rest now and then. If heads have started, the service
// runs several at once, and more of them are polled.

import type { RunningRun } from '../model.ts'

/** For the rest of the queue: the service may not run it in order. */
const REST_PERIOD_MS = 60_000
/** However long the queue, its polls are this far apart on average. */
const REST_GAP_MS = 3_000

/**
 * When to send the next poll of each run, in the order of `runs`, which is the order of their launches.
 * @param started how many queued runs the last polls found started, since one found a run still queued
 */
export function pollTimes(runs: readonly RunningRun[], intervalMs: number, started: number): number[] {
  const queued = runs.filter(isQueued)
  const heads = new Set(queued.slice(0, Math.max(1, started)))
  const restPeriodMs = Math.max(REST_PERIOD_MS, intervalMs, queued.length * REST_GAP_MS)
  const dueAt = (run: RunningRun) => {
    if (!heads.has(run)) return nextInPhase(run, isQueued(run) ? restPeriodMs : intervalMs, intervalMs)
    // That is at once for most new heads.
    return (run.polledAt ?? run.launchedAt) + intervalMs
  }
  return runs.map((run) => Math.max(dueAt(run), run.notBefore))
}

export function isQueued({ run }: Pick<RunningRun, 'run'>): boolean {
  return run.status === 'queued'
}

/** Once in every period, from one interval after the launch on. */
function nextInPhase(
  { launchedAt, polledAt, phase }: RunningRun,
  periodMs: number,
  intervalMs: number,
): number {
  const start = launchedAt + phase * periodMs
  if (polledAt === null) return Math.max(start, launchedAt + intervalMs)
  const next = start + (Math.floor((polledAt - start) / periodMs) + 1) * periodMs
  // Rounding may give the poll that was just made.
  return next > polledAt ? next : next + periodMs
}
