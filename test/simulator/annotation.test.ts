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

  it.each([
    [400, [], 'updates must be non-empty'],
    [
      400,
      [{ uuid: UNKNOWN, payload: {} }],
      expect.stringMatching(/Missing on updates at index\(es\): \[0\]$/),
    ],
    [422, 7, [expect.objectContaining({ type: 'list_type', loc: ['body', 'updates'] })]],
    [422, ['x'], [expect.objectContaining({ loc: ['body', 'updates', 0] })]],
    [
      422,
      [{ payload: {} }],
      [expect.objectContaining({ type: 'missing', loc: ['body', 'updates', 0, 'uuid'] })],
    ],
    [422, [{ uuid: 'x' }], [expect.objectContaining({ ctx: { min_length: 36 } })]],
  ])('answers %i to %j', async (status, updates, detail) => {
    const { update } = await annotating()
    expect(await update(updates)).toEqual({ status, body: { detail } })
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

  it.each([
    [400, { select_all: true, evaluator_ids: [] }],
    [400, { select_all: true, evaluator_ids: ['elsewhere'] }],
    [400, { item_ids: [] }],
    [400, { item_ids: ['elsewhere'] }],
    [400, { item_ids: ['twice', 'twice'] }],
    [400, { select_all: true, annotator_ids: [] }],
    [404, { select_all: true, annotator_ids: ['nobody'] }],
    [422, { select_all: 'perhaps' }],
    [422, { select_all: true, comments_enabled: 'x' }],
    [422, { select_all: true, reasoning_mode: 'sometimes' }],
  ])('answers %i to %j', async (status, body) => {
    const { assign } = await annotating()
    expect((await assign(body)).status).toBe(status)
  })
})

describe('PUT /annotators/{annotator_uuid}', () => {
  it.each([
    [400, {}, 'No fields to update'],
    [409, { name: 'Ben' }, 'Annotator name already exists'],
    [400, { name: null }, 'No fields to update'],
    [400, { name: ' ' }, 'annotator name must not be empty'],
    [422, { name: 7 }, [expect.objectContaining({ type: 'string_type', loc: ['body', 'name'] })]],
  ])('answers %i to %j', async (status, given, detail) => {
    const { rename, annotators } = await annotating()
    expect(await rename(annotators[0], given)).toEqual({ status, body: { detail } })
  })
})
