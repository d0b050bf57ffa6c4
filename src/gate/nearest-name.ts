// The existing name that a mistyped one most likely meant.

/** The nearest of `names`, or null where none is close: case and outer spaces aside, at most a third may differ. */
export function nearestName(wanted: string, names: readonly string[]): string | null {
  const fold = (name: string) => name.trim().toLowerCase()
  let best: { name: string; distance: number } | null = null
  for (const name of names) {
    const distance = editDistance(fold(wanted), fold(name))
    const longest = Math.max(wanted.length, name.length)
    const close = distance <= Math.max(longest > 1 ? 1 : 0, Math.floor(longest / 3))
    if (close && (best === null || distance < best.distance)) best = { name, distance }
  }
  return best?.name ?? null
}

/** Levenshtein distance in UTF-16 units, one row of the table at a time. */
function editDistance(from: string, to: string): number {
  let previous = Array.from({ length: to.length + 1 }, (_, index) => index)
  for (let i = 0; i < from.length; i += 1) {
    const row = [i + 1]
    for (let j = 0; j < to.length; j += 1) {
      const replaced = (previous[j] ?? 0) + (from[i] === to[j] ? 0 : 1)
      row.push(Math.min(replaced, (previous[j + 1] ?? 0) + 1, (row[j] ?? 0) + 1))
    }
    previous = row
  }
  return previous[to.length] ?? 0
}
