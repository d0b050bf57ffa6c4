// The right side: the selected test or agent.
import type { RefObject } from 'preact'
import { AgentDetail } from './agent-detail.tsx'
import { isTest, type Model } from './model.ts'
import { NoteForm } from './note-form.tsx'
import type { Note } from './notes.ts'
import { TestDetail } from './test-detail.tsx'

interface DetailPaneProps {
  readonly model: Model
  readonly selected: string | null
  readonly noteOn: (anchor: string) => Note
  readonly onNote: (anchor: string, note: Note) => void
  readonly pane: RefObject<HTMLElement | null>
}

export function DetailPane({ model, selected, noteOn, onNote, pane }: DetailPaneProps) {
  const entry = selected === null ? undefined : model.byAnchor.get(selected)
  if (entry === undefined) return null
  return (
    <section class="detail-pane" aria-label="Details" ref={pane}>
      <a class="back" href="#tests">
        Back to the list
      </a>
      {!isTest(entry) && <AgentDetail agent={entry} />}
      {isTest(entry) && (
        <>
          <TestDetail test={entry} />
          <NoteForm
            key={entry.anchor}
            note={noteOn(entry.anchor)}
            onChange={(note) => onNote(entry.anchor, note)}
          />
        </>
      )}
    </section>
  )
}

/** Scrolls to the start of the details if that is out of view: they follow below the list on a phone. */
export function scrollToDetails({ current: element }: RefObject<HTMLElement | null>): void {
  if (element === null) return
  const { top } = element.getBoundingClientRect()
  if (top < 0 || top > innerHeight * 0.6) element.scrollIntoView({ block: 'start' })
}

export function focusDetails(): void {
  document.getElementById('detail-title')?.focus()
}
