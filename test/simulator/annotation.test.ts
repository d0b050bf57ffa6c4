import { expect, it } from 'vitest'
import { at, column, serving } from './serving.ts'

it('items are changed and assigned, and those of other tasks are not', async () => {
  const { simulator, post, put } = await serving({ agents: [] })
  const { task, items, annotators } = simulator.annotation
  const assign = async (body: object) =>
    (await post(`/annotation-tasks/${task}/jobs`, { annotator_ids: annotators, ...body })).body
  const updates = [
    { uuid: items[2], payload: { name: 'Call of Monday' }, metadata: [{ key: 'language', value: 'en' }] },
    { uuid: '00000000-0000-4000-8000-000000000000', payload: { name: 'x' } },
  ]
  expect(await put(`/annotation-tasks/${task}/items`, { updates })).toEqual({
    status: 200,
    body: { updated_count: 1 },
  })
  const body = await assign({ item_ids: [items[1]], reasoning_mode: 'hidden' })
  expect(at(body, 'count')).toBe(2)
  expect(at(body, 'jobs')).toMatchObject([
    { annotator_id: annotators[0], annotator_name: 'Ada', item_ids: [items[1]], status: 'pending' },
    { annotator_id: annotators[1], annotator_name: 'Ben', item_count: 1 },
  ])
  expect(new Set(column(at(body, 'jobs'), 'uuid')).size).toBe(2)
  const all = await assign({ select_all: true, item_ids: ['ignored'] })
  const found = await assign({ select_all: true, q: 'MON' })
  expect([all, found].map((each) => at(each, 'jobs', 0, 'item_ids'))).toEqual([items, [items[2]]])
  expect(at(await assign({ select_all: true, q: 5 }), 'detail')).toMatchObject([
    { type: 'string_type', loc: ['body', 'q'], input: 5 },
  ])
})
