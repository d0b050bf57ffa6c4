// What a key does in the list, as the ARIA pattern for listboxes has it.

const PAGE = 12

const STEPS: Readonly<Record<string, number>> = {
  ArrowDown: 1,
  ArrowUp: -1,
  PageDown: PAGE,
  PageUp: -PAGE,
  Home: Number.NEGATIVE_INFINITY,
  End: Number.POSITIVE_INFINITY,
}

/**
 * The entry that the key selects, null if it selects none.
 * @param selected its index, negative for none
 */
export function selectedBy<Entry>(key: string, entries: readonly Entry[], selected: number): Entry | null {
  const step = STEPS[key]
  if (step === undefined) return null
  return entries[Math.min(entries.length - 1, Math.max(0, selected + step))] ?? null
}
