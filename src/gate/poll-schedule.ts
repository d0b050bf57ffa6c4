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
  /** How many runs in a row had left the queue when they were polled. */
  readonly moves: number
  /** When a run was last seen to have left the queue. */
  readonly movedAt: number
}

export const stillQueue: Queue = { moves: 0, movedAt: Number.NEGATIVE_INFINITY }

/** The queue after one of its runs was polled. */
export function queueAfterPoll({ moves, movedAt }: Queue, leftQueue: boolean, now: number): Queue {
  return leftQueue ? { moves: moves + 1, movedAt: now } : { moves: 0, movedAt }
}

/** How many runs from the head on are polled: one at first, then twice as many each time while the queue moves. */
function walkOf({ moves }: Queue): number {
  return Math.min(2 ** Math.max(0, moves - 2), MAX_WALK)
}

/**
 * When to send the next poll of each run, in the order of `runs`, which is the order of their launches. A run in
 * progress is due one interval after its launch, then once in every interval.
 */
export function pollTimes(runs: readonly ScheduledRun[], queue: Queue, intervalMs: number): number[] {
  const queued = runs.filter((run) => run.queued)
  const walk = walkOf(queue)
  const head = new Set(queued.slice(0, walk))
  const tail = queued.slice(walk)
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
