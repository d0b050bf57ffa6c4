// When to poll which run. Pure: time is a number, in milliseconds.
// The service runs its queue first in, first out, and every request costs it a quarter of a second of CPU. So runs in
// progress are polled every interval, of the queued ones only the head, and the rest now and then.

/** Every queued run is polled this often, for services that do not run their queue in order. */
const TAIL_PERIOD_MS = 60_000
/** But no two of them closer together than this, however long the queue. */
const TAIL_GAP_MS = 3000
/** How many queued runs may be polled at once while the queue moves. */
const MAX_WALK = 64

/** What the schedule knows of a run that has been launched and has not ended. */
export interface ScheduledRun {
  readonly launchedAt: number
  readonly queued: boolean
  /** When the last poll was sent; null before the first. */
  readonly polledAt: number | null
  /** Not before this time, after errors. */
  readonly notBefore: number
  /** Its share of the interval, in [0, 1), so that runs launched together are not polled together. */
  readonly phase: number
}

/** How the queue was last seen to move. */
export interface Queue {
  /** How many runs from its head on are polled: it doubles while each of them has left the queue. */
  readonly walk: number
  /** When a run was last seen to have left the queue. */
  readonly movedAt: number
}

export const stillQueue: Queue = { walk: 1, movedAt: Number.NEGATIVE_INFINITY }

/** The queue after one of its runs was polled. */
export function queueAfterPoll({ walk, movedAt }: Queue, leftQueue: boolean, now: number): Queue {
  return leftQueue ? { walk: Math.min(walk * 2, MAX_WALK), movedAt: now } : { walk: 1, movedAt }
}

/**
 * When to send the next poll of each run, in the order of `runs`, which is the order of their launches. A run in
 * progress is due one interval after its launch, then once in every interval.
 */
export function pollTimes(runs: readonly ScheduledRun[], queue: Queue, intervalMs: number): number[] {
  const queued = runs.filter((run) => run.queued)
  const head = new Set(queued.slice(0, queue.walk))
  const tail = queued.slice(queue.walk)
  const tailNext = leastRecentlyPolled(tail)
  return runs.map((run) => {
    const due = !run.queued
      ? nextInPhase(run, intervalMs)
      : head.has(run)
        ? nextAtHead(run, queue, intervalMs)
        : run === tailNext
          ? nextInTail(tail, intervalMs)
          : Number.POSITIVE_INFINITY
    return Math.max(due, run.notBefore)
  })
}

function nextInPhase({ launchedAt, polledAt, phase }: ScheduledRun, intervalMs: number): number {
  if (polledAt === null) return launchedAt + intervalMs
  const start = launchedAt + phase * intervalMs
  const next = start + (Math.floor((polledAt - start) / intervalMs) + 1) * intervalMs
  // Rounding may give the poll that was just made.
  return next > polledAt ? next : next + intervalMs
}

/** A new head may have started with the run before it: it is polled at once. */
function nextAtHead({ launchedAt, polledAt }: ScheduledRun, queue: Queue, intervalMs: number): number {
  if (polledAt === null) return launchedAt + intervalMs
  return polledAt < queue.movedAt ? queue.movedAt : polledAt + intervalMs
}

function nextInTail(tail: readonly ScheduledRun[], intervalMs: number): number {
  const gap = Math.max(Math.max(TAIL_PERIOD_MS, intervalMs) / tail.length, TAIL_GAP_MS)
  return gap + Math.max(...tail.map(({ launchedAt, polledAt }) => polledAt ?? launchedAt))
}

/** A run that waits after an error comes when its wait is over, so that the others do not wait for it. */
function leastRecentlyPolled(runs: readonly ScheduledRun[]): ScheduledRun | undefined {
  const since = ({ polledAt, notBefore }: ScheduledRun) =>
    Math.max(polledAt ?? Number.NEGATIVE_INFINITY, notBefore)
  return runs.reduce<ScheduledRun | undefined>(
    (oldest, run) => (oldest === undefined || since(run) < since(oldest) ? run : oldest),
    undefined,
  )
}
