// Chance that a seed repeats: the same seed and the same question give the same answer, in whatever order they are asked.

export interface Random {
  /** In [0, 1). */
  next(): number
  chance(probability: number): boolean
  /** A whole number, both ends included. */
  whole(from: number, to: number): number
  pick<T>(items: readonly T[]): T
}

/** A stream of its own for each label, so that one request's fate does not hang on when others arrive. */
export function randomOf(seed: number, label: string): Random {
  let state = hashOf(`${seed} ${label}`)
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

/** FNV-1a. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5
  for (const character of text) hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193)
  return hash
}
