import { describe, expect, it } from 'vitest'
import { exportNotes, noteStore, withNote } from '../../src/page/notes.ts'
import { modelOf } from './models.ts'

const model = modelOf()

describe('the notes', () => {
  function storage(content: Record<string, string> = {}): Storage {
    return {
      getItem: (key: string) => content[key] ?? null,
      setItem: (key: string, value: string) => {
        content[key] = value
      },
    } as Storage
  }

  it('are kept for this job alone', () => {
    const content: Record<string, string> = {}
    const store = noteStore(model.results, () => storage(content))
    const notes = withNote({}, 'a', { opinion: 'agree', comment: '' })
    expect(store.save(notes)).toBe(true)
    expect(store.load()).toEqual(notes)
    expect(noteStore({ ...model.results, startedAt: 'later' }, () => storage(content)).load()).toEqual({})
  })

  it('survive a browser that keeps nothing, and what others stored', () => {
    const refusing = noteStore(model.results, () => {
      throw new Error('denied')
    })
    expect([refusing.save({}), refusing.load()]).toEqual([false, {}])
    const odd = { a: { opinion: 'maybe', comment: 'x' }, b: 1, c: { opinion: 'agree' } }
    const store = noteStore(model.results, () => ({ ...storage(), getItem: () => JSON.stringify(odd) }))
    expect(store.load()).toEqual({ a: { opinion: null, comment: 'x' } })
  })

  it('disappear when they are empty, and are exported with their test', () => {
    const anchor = model.tests[0]?.anchor ?? ''
    const notes = withNote({}, anchor, { opinion: 'disagree', comment: 'Too strict' })
    expect(withNote(notes, anchor, { opinion: null, comment: ' ' })).toEqual({})
    expect(JSON.parse(exportNotes(model, notes))).toMatchObject({
      version: 1,
      notes: [
        { anchor, status: 'failed', runTaskId: 'run-support-1', opinion: 'disagree', comment: 'Too strict' },
      ],
    })
  })
})
