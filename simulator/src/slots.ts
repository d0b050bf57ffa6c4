// Who runs when: a workspace runs so many at a time, first in, first out.

export interface Span {
  /** When the run leaves the queue; Infinity behind runs that never end. */
  readonly startsAt: number
  readonly endsAt: number
}

export interface Slots {
  /** The span of a run that is launched at `now` and takes `durationMs` (Infinity: for ever). */
  take(now: number, durationMs: number): Span
}

/**
 * A queue for `count` runs at a time (Infinity allowed). How long a run takes is known when it is launched, so its
 * start and end are told at once and no timer is needed.
 */
export function createSlots(count: number): Slots {
  const freeAt: number[] = []
  return {
    take(now, durationMs) {
      if (count === Number.POSITIVE_INFINITY) return { startsAt: now, endsAt: now + durationMs }
      const slot = freeAt.length < count ? freeAt.length : freeAt.indexOf(Math.min(...freeAt))
      const startsAt = Math.max(now, freeAt[slot] ?? now)
      const endsAt = startsAt + durationMs
      freeAt[slot] = endsAt
      return { startsAt, endsAt }
    },
  }
}
