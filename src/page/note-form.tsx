// The reviewer's note on one test, and the line that exports all notes.
import { counted } from '../results/units.ts'
import type { Note, Notes, Opinion } from './notes.ts'

interface NoteFormProps {
  readonly note: Note
  readonly onChange: (note: Note) => void
}

const OPINIONS = [
  { opinion: 'agree', text: 'I agree with this result' },
  { opinion: 'disagree', text: 'I disagree' },
] as const satisfies readonly { opinion: Opinion; text: string }[]

export function NoteForm({ note, onChange }: NoteFormProps) {
  const choose = (opinion: Opinion) =>
    onChange({ ...note, opinion: note.opinion === opinion ? null : opinion })
  return (
    <section class="card note" aria-labelledby="note-title">
      <h3 id="note-title">Your note</h3>
      <div class="chips">
        {OPINIONS.map(({ opinion, text }) => (
          <button
            key={opinion}
            type="button"
            class="chip"
            aria-pressed={note.opinion === opinion}
            onClick={() => choose(opinion)}
          >
            {text}
          </button>
        ))}
      </div>
      <label>
        Comment
        <textarea
          rows={3}
          dir="auto"
          value={note.comment}
          onInput={(event) => onChange({ ...note, comment: event.currentTarget.value })}
        />
      </label>
      <p class="muted">Notes stay in this browser until you export them.</p>
    </section>
  )
}

interface NoteBarProps {
  readonly notes: Notes
  readonly isSaved: boolean
  /** The notes as JSON text. */
  readonly exportText: () => string
}

export function NoteBar({ notes, isSaved, exportText }: NoteBarProps) {
  const count = Object.keys(notes).length
  if (count === 0) return null
  return (
    <div class="note-bar">
      <span class="muted">
        {counted(count, 'note')} in this browser.
        {!isSaved && ' This browser does not keep them: export before you close the page.'}
      </span>
      <button type="button" class="chip" onClick={() => download(exportText())}>
        Export notes
      </button>
    </div>
  )
}

function download(text: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(new Blob([text], { type: 'application/json' }))
  link.download = 'agent-tests-notes.json'
  link.click()
  URL.revokeObjectURL(link.href)
}
