// What the reader has chosen: the selected test, the filter with the collapsed agents, and the notes.
import { useEffect, useMemo, useState } from 'preact/hooks'
import { blocks } from '../results/groups.ts'
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
import { type Note, type NoteStore, withNote } from './notes.ts'

/** The selected test or agent, which is also the fragment of the address: every test has a link. */
export function useSelection(model: Model): readonly [string | null, (anchor: string) => void] {
  const fromAddress = () => {
    const anchor = location.hash.slice(1)
    return model.byAnchor.has(anchor) ? anchor : null
  }
  const [selected, setSelected] = useState(() => fromAddress() ?? firstOf(model))
  useEffect(() => {
    // From the start, the address is a link to what is shown.
    if (selected !== null) show(selected)
    const follow = () => setSelected((before) => fromAddress() ?? before)
    addEventListener('hashchange', follow)
    return () => removeEventListener('hashchange', follow)
  }, [model])
  const select = (anchor: string) => {
    setSelected(anchor)
    show(anchor)
  }
  return [selected, select]
}

function show(anchor: string): void {
  // Replaced, so that the back button leaves the page instead of walking through the list.
  history.replaceState(null, '', `#${anchor}`)
}

/** What a reviewer came for: a test that blocks, else what is inconclusive, else the first test that did not simply pass. */
export function firstOf({ agents, tests }: Model): string | null {
  const first =
    tests.find(({ group }) => group !== 'passed' && blocks(group)) ??
    agents.find(({ record }) => record.outcome === 'inconclusive') ??
    tests.find(({ group }) => group !== 'passed') ??
    agents[0]
  return first?.anchor ?? null
}

/** What the list shows: its filter, and which agents are collapsed. */
export function useList(model: Model, selected: string | null) {
  const [filter, setFilter] = useState<Filter>(NO_FILTER)
  const [collapsed, setCollapsed] = useState(() => initiallyCollapsed(model))
  const shown = useMemo(() => filterAgents(model, filter), [model, filter])
  const lines = useMemo(() => linesOf(shown, collapsed), [shown, collapsed])
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
    /** All that match, tests of collapsed agents included. */
    shown,
    toggle: (anchor: string) => setCollapsed((known) => toggled(known, anchor)),
    changeFilter(changed: Filter) {
      setFilter(changed)
      setCollapsed(isEmpty(changed) ? initiallyCollapsed(model) : new Set<string>())
    },
  }
}

const NO_NOTE: Note = { opinion: null, comment: '' }

export function useNotes(store: NoteStore) {
  const [notes, setNotes] = useState(() => store.load())
  const [isSaved, setSaved] = useState(true)
  return {
    notes,
    isSaved,
    noteOn: (anchor: string) => notes[anchor] ?? NO_NOTE,
    setNote(anchor: string, note: Note) {
      const changed = withNote(notes, anchor, note)
      setNotes(changed)
      setSaved(store.save(changed))
    },
  }
}
