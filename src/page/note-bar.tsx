// How many notes there are, and their export.
import type { Notes } from './notes.ts'

interface NoteBarProps {
  readonly notes: Notes
  readonly isSaved: boolean
  /** The notes as JSON text. */
  readonly exportText: () => string
}

export function NoteBar({ notes, isSaved, exportText }: NoteBarProps) {
  const count = Object.keys(notes).length
  return (
    <div class="note-bar">
      <span class="muted">
        {count === 0
          ? 'Notes stay in this browser.'
          : `${count} ${count === 1 ? 'note' : 'notes'} in this browser.`}
        {!isSaved && ' This browser does not keep them: export before you close the page.'}
      </span>
      <button type="button" class="chip" disabled={count === 0} onClick={() => download(exportText())}>
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
