// What the list shows: its filter, and which agents are collapsed.
import { useEffect, useMemo, useState } from 'preact/hooks'
import {
  type Filter,
  filterAgents,
  initiallyCollapsed,
  isEmpty,
  linesOf,
  NO_FILTER,
  toggled,
} from './filter.ts'
import { isTest, type Model } from './model.ts'

export function useList(model: Model, selected: string | null) {
  const [filter, setFilter] = useState<Filter>(NO_FILTER)
  const [collapsed, setCollapsed] = useState(() => initiallyCollapsed(model))
  const shown = useMemo(() => filterAgents(model, filter), [model, filter])
  const lines = useMemo(() => linesOf(shown, collapsed), [shown, collapsed])
  const tests = useMemo(() => shown.flatMap((agent) => agent.tests), [shown])
  useEffect(() => {
    // A test that a chart or an address selects is shown in the list.
    const entry = model.byAnchor.get(selected ?? '')
    if (entry !== undefined && isTest(entry))
      setCollapsed((known) => (known.has(entry.agent.anchor) ? toggled(known, entry.agent.anchor) : known))
  }, [model, selected])
  return {
    filter,
    collapsed,
    lines,
    /** All that match, those of collapsed agents included. */
    tests,
    toggle: (anchor: string) => setCollapsed((known) => toggled(known, anchor)),
    changeFilter(changed: Filter) {
      setFilter(changed)
      setCollapsed(isEmpty(changed) ? initiallyCollapsed(model) : new Set<string>())
    },
  }
}
