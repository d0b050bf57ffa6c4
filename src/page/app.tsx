// The whole page: header, charts, the list on the left, the selected test or agent on the right.
import { useEffect, useMemo, useRef, useState } from 'preact/hooks'
import { AgentDetail } from './agent-detail.tsx'
import {
  type Filter,
  filterAgents,
  initiallyCollapsed,
  isEmpty,
  linesOf,
  NO_FILTER,
  toggled,
} from './filter.ts'
import { Filters } from './filters.tsx'
import { Header } from './header.tsx'
import { isTest, type Model, type Test } from './model.ts'
import { NoteBar } from './note-bar.tsx'
import { NoteForm } from './note-form.tsx'
import { exportNotes, type NoteStore } from './notes.ts'
import { Overview } from './overview.tsx'
import { TestDetail } from './test-detail.tsx'
import { TestList } from './test-list.tsx'
import { useNotes } from './use-notes.ts'
import { useSelection } from './use-selection.ts'

interface AppProps {
  readonly model: Model
  readonly store: NoteStore
  /** Told which tests the list shows. */
  readonly onShown: (tests: readonly Test[]) => void
}

export function App({ model, store, onShown }: AppProps) {
  const [filter, setFilter] = useState<Filter>(NO_FILTER)
  const [collapsed, setCollapsed] = useState(() => initiallyCollapsed(model))
  const [selected, select] = useSelection(model)
  const { notes, noteOn, setNote, isSaved } = useNotes(store)
  const shown = useMemo(() => filterAgents(model, filter), [model, filter])
  const lines = useMemo(() => linesOf(shown, collapsed), [shown, collapsed])
  const tests = useMemo(() => shown.flatMap((agent) => agent.tests), [shown])
  useEffect(() => onShown(tests), [tests])
  const detail = useRef<HTMLElement>(null)
  const openDetail = (anchor: string) => {
    select(anchor)
    detail.current?.scrollIntoView({ block: 'nearest' })
  }
  const entry = selected === null ? undefined : model.byAnchor.get(selected)
  const toggle = (anchor: string) => setCollapsed((known) => toggled(known, anchor))
  const changeFilter = (changed: Filter) => {
    setFilter(changed)
    setCollapsed(isEmpty(changed) ? initiallyCollapsed(model) : new Set<string>())
  }
  return (
    <>
      <a class="skip" href="#tests">
        Skip to the tests
      </a>
      <Header model={model} />
      <main>
        <Overview model={model} onOpen={openDetail} />
        <div class="panes">
          <section class="list-pane" aria-label="Tests">
            <Filters model={model} filter={filter} shown={tests.length} onChange={changeFilter} />
            <TestList
              lines={lines}
              collapsed={collapsed}
              selected={selected}
              onSelect={openDetail}
              onToggle={toggle}
              onEnter={focusDetail}
            />
            <NoteBar notes={notes} isSaved={isSaved} exportText={() => exportNotes(model, notes)} />
          </section>
          <section class="detail-pane" aria-label="Details" ref={detail}>
            {entry === undefined && <p class="empty">Choose a test to see its conversation.</p>}
            {entry !== undefined && !isTest(entry) && <AgentDetail agent={entry} />}
            {entry !== undefined && isTest(entry) && (
              <>
                <TestDetail test={entry} />
                <NoteForm
                  key={entry.anchor}
                  note={noteOn(entry.anchor)}
                  onChange={(note) => setNote(entry.anchor, note)}
                />
              </>
            )}
          </section>
        </div>
      </main>
    </>
  )
}

function focusDetail(): void {
  document.getElementById('detail-title')?.focus()
}
