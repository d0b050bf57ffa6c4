// What the reader has chosen: the selected test and the filter. Both are the fragment of the address, so that a view can be shared.
import { useEffect, useMemo, useState } from 'preact/hooks'
import { type Filter, filterEntries, filterOf, filterQuery, listLines, NO_FILTER } from './filter.ts'
import type { Model } from './model.ts'

/** @param onAddress told when the address selects a test or an agent */
export function useChoices(model: Model, onAddress: () => void) {
  const [selected, setSelected] = useState(() => readAddress(model).selected ?? firstOf(model))
  const [filter, changeFilter] = useState(() => readAddress(model).filter ?? NO_FILTER)
  /** Whether the address was that of a test which the page does not have. */
  const [isDeadLink, setDeadLink] = useState(() => readAddress(model).isDeadLink)
  const shown = useMemo(() => filterEntries(model, filter), [model, filter])
  const lines = useMemo(() => listLines(shown), [shown])
  useEffect(() => {
    if (readAddress(model).selected !== null) onAddress()
  }, [model])
  useEffect(() => {
    writeAddress(selected, filter)
    const follow = () => {
      const address = readAddress(model)
      // A link of the page has no filter, and may lead to what is selected already.
      writeAddress(selected, filter)
      setDeadLink(address.isDeadLink)
      if (address.filter !== null) changeFilter(address.filter)
      if (address.selected === null) return
      setSelected(address.selected)
      onAddress()
    }
    addEventListener('hashchange', follow)
    return () => removeEventListener('hashchange', follow)
  }, [model, selected, filter])
  const select = (anchor: string) => {
    setSelected(anchor)
    setDeadLink(false)
  }
  return { selected, select, isDeadLink, filter, changeFilter, shown, lines }
}

/** `#test-…`, or `#test-…?status=broke`: the anchors themselves have no question mark. */
function readAddress({ byAnchor }: Model) {
  const [anchor = '', query = ''] = location.hash.slice(1).split('?')
  const selected = byAnchor.has(anchor) ? anchor : null
  return {
    selected,
    filter: query === '' ? null : filterOf(query),
    isDeadLink: selected === null && anchor.startsWith('test-'),
  }
}

function writeAddress(selected: string | null, filter: Filter): void {
  if (selected === null) return
  const query = filterQuery(filter)
  // Replaced, so that the back button leaves the page instead of walking through the list.
  history.replaceState(null, '', `#${selected}${query === '' ? '' : `?${query}`}`)
}

/** What a reviewer came for: a test that blocks, else what has no result, else the first of the list. */
export function firstOf({ entries }: Model): string | null {
  const first =
    entries.find(({ section }) => section === 'blocks') ??
    entries.find(({ section }) => section === 'without-result') ??
    entries[0]
  return first?.anchor ?? null
}
