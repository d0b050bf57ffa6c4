// When to look at a run next, so that the polls of many agents spread over the interval. Pure: time is a number.

export interface Pace {
  /** When the launch was answered. */
  readonly launchedAt: number
  readonly intervalMs: number
  /** The agent's place among all, from 0. */
  readonly place: number
}

/** Its multiples, taken modulo 1, lie evenly however many of them are taken, and from wherever on. */
const GOLDEN_RATIO = (Math.sqrt(5) - 1) / 2

export function firstTick({ launchedAt, intervalMs }: Pace): number {
  return launchedAt + intervalMs
}

/**
 * Ticks stand on a grid of intervals, so that a slow answer delays no later one. From the second tick on, each agent's
 * grid is shifted by its own share of the interval: agents that were launched together are not polled together for ever,
 * and those that remain when others have ended are still spread. The first agent's share is nothing.
 * @param queuedBehind the run waits in the service's queue while others of ours run: every second tick is left out,
 * half of the agents leave out the even ones. Two ticks are never more than two intervals apart.
 */
export function nextTick(
  { launchedAt, intervalMs, place }: Pace,
  now: number,
  queuedBehind: boolean,
): number {
  const grid = launchedAt + Math.round(((place * GOLDEN_RATIO) % 1) * intervalMs)
  const number = Math.max(2, Math.floor((now - grid) / intervalMs) + 1)
  const tick = grid + number * intervalMs
  const leftOut = queuedBehind && (number + place) % 2 === 1 && tick - now <= intervalMs
  return leftOut ? tick + intervalMs : tick
}
