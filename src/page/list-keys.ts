// What keys do: in the list, as the ARIA pattern for listboxes has it, and anywhere on the page.
import { useEffect } from 'preact/hooks'

const PAGE_KEYS = 12

const STEPS: Readonly<Record<string, number>> = {
  ArrowDown: 1,
  ArrowUp: -1,
  PageDown: PAGE_KEYS,
  PageUp: -PAGE_KEYS,
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

/** The key of the list that does the same. */
export type Neighbor = 'ArrowUp' | 'ArrowDown'

const NEIGHBORS: Readonly<Record<string, Neighbor>> = { j: 'ArrowDown', k: 'ArrowUp' }

/** `j` and `k` open the next and the previous entry, `/` leads to the search. */
export function usePageKeys(onNeighbor: (key: Neighbor) => void): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const isTyping = event.target instanceof Element && event.target.matches('input, select')
      if (isTyping || event.ctrlKey || event.metaKey || event.altKey) return
      const neighbor = NEIGHBORS[event.key]
      if (neighbor !== undefined) onNeighbor(neighbor)
      if (event.key !== '/') return
      // Otherwise, it would be typed into the search.
      event.preventDefault()
      document.getElementById('search')?.focus()
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  })
}
