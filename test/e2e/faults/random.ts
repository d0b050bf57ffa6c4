// Seeded random numbers: the same seed and label give the same values, in whatever order labels are used.
import { createHash } from 'node:crypto'

export interface Random {
  /** In [0, 1). */
  next(): number
  chance(probability: number): boolean
  /** An integer, both ends included. */
  whole(from: number, to: number): number
  pick<T>(items: readonly T[]): T
}

/** One stream per label, so that a request's fault does not depend on the order of arrival. */
export function randomOf(seed: number, label: string): Random {
  let state = createHash('sha256').update(`${seed} ${label}`).digest().readInt32LE()
  // Mulberry32.
  const next = () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const whole = (from: number, to: number) => from + Math.floor(next() * (to - from + 1))
  return {
    next,
    whole,
    chance: (probability) => next() < probability,
    pick(items) {
      const item = items[whole(0, items.length - 1)]
      if (item === undefined) throw new RangeError('there is nothing to pick from')
      return item
    },
  }
}
