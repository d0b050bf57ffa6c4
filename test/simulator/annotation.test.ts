import { describe, expect, it } from 'vitest'
import { at, column, serving } from './serving.ts'

const UNKNOWN = '00000000-0000-4000-8000-000000000000'

async function annotating() {
  const { simulator, post, put } = await serving({ agents: [] })
  const { task, items, annotators } = simulator.annotation
  return {
    items,
    annotators,
    update: (updates: unknown, id = task) => put(`/annotation-tasks/${id}/items`, { updates }),
    assign: (body: object, id = task) =>
      post(`/annotation-tasks/${id}/jobs`, { annotator_ids: annotators, ...body }),
    rename: (uuid: string | undefined, body: unknown) => put(`/annotators/${uuid}`, body),
  }
}

describe('PUT /annotation-tasks/{task_uuid}/items', () => {
  it('counts the items that it changed, and skips those of other tasks', async () => {
    const { update, items } = await annotating()
    const payload = { name: 'Call of Monday', reference_transcript: 'Hello' }
    const updates = [
      { uuid: items[0], payload, metadata: [{ key: 'language', value: 'en' }] },
      { uuid: UNKNOWN, payload: { name: 'x' } },
    ]
    expect(await update(updates)).toEqual({ status: 200, body: { updated_count: 1 } })
  })
})

describe('POST /annotation-tasks/{task_uuid}/jobs', () => {
  it('creates a pending job for each annotator', async () => {
    const { assign, annotators, items } = await annotating()
    const { body } = await assign({ item_ids: [items[1]], reasoning_mode: 'hidden' })
    expect(at(body, 'count')).toBe(2)
    expect(at(body, 'jobs')).toMatchObject([
      { annotator_id: annotators[0], annotator_name: 'Ada', item_ids: [items[1]], status: 'pending' },
      { annotator_id: annotators[1], annotator_name: 'Ben', item_count: 1 },
    ])
    expect(new Set(column(at(body, 'jobs'), 'uuid')).size).toBe(2)
    const twice = await assign({ select_all: true, annotator_ids: [annotators[0], annotators[0]] })
    expect(at(twice.body, 'count')).toBe(2)
  })

  it('assigns all items, or those whose name contains a text', async () => {
    const { assign, items, update } = await annotating()
    const assigned = async (body: object) => at((await assign(body)).body, 'jobs', 0, 'item_ids')
    expect(await assigned({ select_all: true, item_ids: ['ignored'] })).toEqual(items)
    await update([{ uuid: items[2], payload: { name: 'Call of Monday' } }])
    expect(await assigned({ select_all: true, q: 'MON' })).toEqual([items[2]])
  })

  it('refuses a filter that is no text', async () => {
    const { assign } = await annotating()
    const { status, body } = await assign({ select_all: true, q: 5 })
    expect(status).toBe(422)
    expect(at(body, 'detail')).toMatchObject([{ type: 'string_type', loc: ['body', 'q'], input: 5 }])
  })
})
