// The reviewer's notes as state of the page.
import { useState } from 'preact/hooks'
import { type Note, type NoteStore, withNote } from './notes.ts'

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
