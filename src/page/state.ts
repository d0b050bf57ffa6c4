// What the reader has chosen: the selected test and the filter.
import { useEffect, useMemo, useState } from 'preact/hooks'
import { type Filter, filterEntries, listLines, NO_FILTER } from './filter.ts'
import type { Model } from './model.ts'

/**
 * The selected test or agent, which is also the fragment of the address: every test has a link.
 * @param onAddress told when the address selects one
 * @returns what is selected, what selects, and whether the address was that of a test which the page does not have
 */
export function useSelection(
  model: Model,
  onAddress: () => void,
): readonly [string | null, (anchor: string) => void, boolean] {
  const fromAddress = () => {
    const anchor = location.hash.slice(1)
    return model.byAnchor.has(anchor) ? anchor : null
  }
  const isOfNoTest = () => location.hash.startsWith('#test-') && fromAddress() === null
  const [isDeadLink, setDeadLink] = useState(isOfNoTest)
  const [selected, setSelected] = useState(() => fromAddress() ?? firstOf(model))
  useEffect(() => {
    if (fromAddress() !== null) onAddress()
    // From the start, the address is a link to what is shown.
    if (selected !== null) show(selected)
    const follow = () => {
      const anchor = fromAddress()
      setDeadLink(isOfNoTest())
      if (anchor === null) return
      setSelected(anchor)
      onAddress()
    }
    addEventListener('hashchange', follow)
    return () => removeEventListener('hashchange', follow)
  }, [model])
  const select = (anchor: string) => {
    setSelected(anchor)
    setDeadLink(false)
    show(anchor)
  }
  return [selected, select, isDeadLink]
}

function show(anchor: string): void {
  // Replaced, so that the back button leaves the page instead of walking through the list.
  history.replaceState(null, '', `#${anchor}`)
}

/** What a reviewer came for: a test that blocks, else what has no result, else the first of the list. */
export function firstOf({ entries }: Model): string | null {
  const first =
    entries.find(({ section }) => section === 'blocks') ??
    entries.find(({ section }) => section === 'without-result') ??
    entries[0]
  return first?.anchor ?? null
}

/** What the list shows. */
export function useList(model: Model) {
  const [filter, changeFilter] = useState<Filter>(NO_FILTER)
  const shown = useMemo(() => filterEntries(model, filter), [model, filter])
  const lines = useMemo(() => listLines(shown), [shown])
  return { filter, changeFilter, shown, lines }
}
