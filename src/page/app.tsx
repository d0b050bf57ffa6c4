// The whole page: header, charts, the list on the left, the selected test or agent on the right.
import type { RefObject } from 'preact'
import { useLayoutEffect, useRef } from 'preact/hooks'
import { AgentDetail } from './agent-detail.tsx'
import type { ShownAgent } from './filter.ts'
import { Filters, NotIncluded } from './filters.tsx'
import { Header } from './header.tsx'
import { isTest, type Model } from './model.ts'
import { NoteBar, NoteForm } from './note-form.tsx'
import { exportNotes, type Note, type NoteStore, type Notes } from './notes.ts'
import { Overview } from './overview.tsx'
import { useList, useNotes, useSelection } from './state.ts'
import { TestDetail } from './test-detail.tsx'
import { TestList } from './test-list.tsx'

interface AppProps {
  readonly model: Model
  readonly store: NoteStore
  /** Told what the list shows, and the notes. */
  readonly onShown: (shown: readonly ShownAgent[], notes: Notes) => void
}

export function App({ model, store, onShown }: AppProps) {
  const [selected, select] = useSelection(model)
  const { filter, changeFilter, collapsed, toggle, lines, shown } = useList(model, selected)
  const { notes, noteOn, setNote, isSaved } = useNotes(store)
  useLayoutEffect(() => onShown(shown, notes), [shown, notes])
  const pane = useRef<HTMLElement>(null)
  const open = (anchor: string) => {
    select(anchor)
    scrollToDetails(pane)
  }
  return (
    <>
      <a class="skip" href="#tests">
        Skip to the tests
      </a>
      <Header model={model} />
      <main>
        <Overview model={model} onOpen={open} />
        {model.agents.length === 0 ? (
          <p class="empty" id="tests" tabIndex={-1}>
            No agent was tested.
          </p>
        ) : (
          <div class="panes">
            <section class="list-pane" aria-label="Tests">
              <Filters
                model={model}
                filter={filter}
                shown={shown.reduce((sum, { tests }) => sum + tests.length, 0)}
                onChange={changeFilter}
              />
              <TestList
                lines={lines}
                collapsed={collapsed}
                selected={selected}
                onSelect={select}
                onOpen={open}
                onToggle={toggle}
                onEnter={() => document.getElementById('detail-title')?.focus()}
              />
              <NotIncluded model={model} />
              <NoteBar notes={notes} isSaved={isSaved} exportText={() => exportNotes(model, notes)} />
            </section>
            <DetailPane model={model} selected={selected} noteOn={noteOn} onNote={setNote} pane={pane} />
          </div>
        )}
      </main>
    </>
  )
}

interface DetailPaneProps {
  readonly model: Model
  readonly selected: string | null
  readonly noteOn: (anchor: string) => Note
  readonly onNote: (anchor: string, note: Note) => void
  readonly pane: RefObject<HTMLElement | null>
}

/** The right side: the selected test or agent. */
function DetailPane({ model, selected, noteOn, onNote, pane }: DetailPaneProps) {
  const entry = selected === null ? undefined : model.byAnchor.get(selected)
  if (entry === undefined) return null
  return (
    <section class="detail-pane" aria-label="Details" ref={pane}>
      <a class="back" href="#tests">
        Back to the list
      </a>
      {isTest(entry) ? (
        <>
          <TestDetail test={entry} results={model.results} />
          <NoteForm
            key={entry.anchor}
            note={noteOn(entry.anchor)}
            onChange={(note) => onNote(entry.anchor, note)}
          />
        </>
      ) : (
        <AgentDetail agent={entry} />
      )}
    </section>
  )
}

/** Scrolls to the start of the details if that is out of view: they follow below the list on a phone. */
function scrollToDetails({ current: element }: RefObject<HTMLElement | null>): void {
  if (element === null) return
  const { top } = element.getBoundingClientRect()
  if (top < 0 || top > innerHeight * 0.6) element.scrollIntoView({ block: 'start' })
}
