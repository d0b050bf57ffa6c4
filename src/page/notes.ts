// Notes of reviewers, kept in the browser and exported as JSON.
import type { Model, Test } from './model.ts'
import { isTest } from './model.ts'

export type Opinion = 'agree' | 'disagree'

export interface Note {
  readonly opinion: Opinion | null
  readonly comment: string
}

/** By anchor. */
export type Notes = Readonly<Record<string, Note>>

export interface NoteStore {
  readonly load: () => Notes
  /** False if the browser refuses to keep them. */
  readonly save: (notes: Notes) => boolean
}

/** Notes belong to one job: attempts and matrix legs of a workflow run differ in time or title. */
export function noteStore(
  { title, workflowRunUrl, startedAt }: Model['results'],
  storage: () => Storage,
): NoteStore {
  const key = `agent-tests notes ${workflowRunUrl} ${startedAt} ${title}`
  return {
    load() {
      try {
        const stored: unknown = JSON.parse(storage().getItem(key) ?? '{}')
        return readNotes(stored)
      } catch {
        return {}
      }
    },
    save(notes) {
      try {
        storage().setItem(key, JSON.stringify(notes))
        return true
      } catch {
        return false
      }
    },
  }
}

function readNotes(stored: unknown): Notes {
  const notes = Object.entries(Object(stored)).flatMap(([anchor, value]) => {
    const opinion: unknown = Reflect.get(Object(value), 'opinion')
    const comment: unknown = Reflect.get(Object(value), 'comment')
    if (typeof comment !== 'string') return []
    return [
      [anchor, { comment, opinion: opinion === 'agree' || opinion === 'disagree' ? opinion : null }] as const,
    ]
  })
  return Object.fromEntries(notes)
}

/** Without empty notes. */
export function withNote(notes: Notes, anchor: string, note: Note): Notes {
  const { [anchor]: _, ...others } = notes
  return note.opinion === null && note.comment.trim() === '' ? others : { ...others, [anchor]: note }
}

/** What a reviewer hands on: every note with the test and the result that it is about. */
export function exportNotes({ results, byAnchor }: Model, notes: Notes): string {
  const exported = Object.entries(notes).map(([anchor, note]) => {
    const entry = byAnchor.get(anchor)
    return { anchor, ...(entry !== undefined && isTest(entry) ? about(entry) : {}), ...note }
  })
  const { title, headSha, workflowRunUrl, startedAt } = results
  return `${JSON.stringify({ kind: 'agent-tests notes', version: 1, title, headSha, workflowRunUrl, startedAt, notes: exported }, null, 2)}\n`
}

function about({ agent, record, group }: Test) {
  const { uuid, name } = agent.record
  return {
    agent: { uuid, name },
    test: { uuid: record.uuid, id: record.id, name: record.name },
    runTaskId: agent.record.run?.taskId ?? null,
    status: record.status,
    group,
  }
}
