// A reviewer's note on one test.
import type { Note, Opinion } from './notes.ts'

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
    </section>
  )
}
