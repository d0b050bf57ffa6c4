// What the reader has chosen: the selected test and the filter. Both are the fragment of the address, so that a view can be shared.
import { useEffect, useMemo, useState } from 'preact/hooks'
import { type Filter, filterEntries, filterOf, filterQuery, listLines, NO_FILTER } from './filter.ts'
import type { Model } from './model.ts'

/** On a narrow screen, the details are a place of their own, from which the browser leads back to the list. */
type Pane = 'list' | 'details'

/** @param onPane told where the address leads */
export function useChoices(model: Model, onPane: (pane: Pane) => void) {
  const [selected, setSelected] = useState(() => readAddress(model).selected ?? firstOf(model))
  const [filter, changeFilter] = useState(() => readAddress(model).filter ?? NO_FILTER)
  /** Whether the address was that of a test which the page does not have. */
  const [isDeadLink, setDeadLink] = useState(() => readAddress(model).isDeadLink)
  const shown = useMemo(() => filterEntries(model, filter), [model, filter])
  const lines = useMemo(() => listLines(shown), [shown])
  useEffect(() => {
    if (readAddress(model).selected !== null) onPane('details')
    history.replaceState('list' satisfies Pane, '')
  }, [model])
  useEffect(() => {
    writeAddress(selected, filter)
    const follow = () => {
      // Back from the details: what was read last stays selected.
      if (placeNow() === 'list') return writeAddress(selected, filter)
      const address = readAddress(model)
      // A link of the page has no filter, and may lead to what is selected already.
      writeAddress(selected, filter)
      setDeadLink(address.isDeadLink)
      if (address.filter !== null) changeFilter(address.filter)
      if (address.selected === null) return
      setSelected(address.selected)
      onPane('details')
    }
    const goBack = () => placeNow() === 'list' && onPane('list')
    addEventListener('hashchange', follow)
    addEventListener('popstate', goBack)
    return () => {
      removeEventListener('hashchange', follow)
      removeEventListener('popstate', goBack)
    }
  }, [model, selected, filter])
  const select = (anchor: string) => {
    setSelected(anchor)
    setDeadLink(false)
  }
  const search = (query: string) => {
    const changed = { ...filter, query }
    changeFilter(changed)
    const [first] = query.trim() === '' ? [] : filterEntries(model, changed)
    if (first !== undefined) select(first.anchor)
  }
  return { selected, select, isDeadLink, filter, changeFilter, search, shown, lines }
}

/** Null of an entry that a link has made, until its address is written. */
function placeNow(): Pane | null {
  return history.state
}

/** To be left with {@link leaveDetails}, or the browser's button. */
export function enterDetails(): void {
  if (placeNow() === 'list') history.pushState('details' satisfies Pane, '')
}

/** @returns whether the list was the place before */
export function leaveDetails(): boolean {
  if (placeNow() !== 'details') return false
  history.back()
  return true
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
  // Replaced, so that the back button does not walk through the list.
  history.replaceState(
    placeNow() ?? ('details' satisfies Pane),
    '',
    `#${selected}${query === '' ? '' : `?${query}`}`,
  )
}

/** What a reviewer came for: the list begins with tests that block, and goes on with what has no result. */
export function firstOf({ entries }: Model): string | null {
  return entries[0]?.anchor ?? null
}
