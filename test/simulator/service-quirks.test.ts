import { describe, expect, it } from 'vitest'
import { at, column, listAt, serving } from './serving.ts'

describe('tests without a configuration', () => {
  it('are in every poll until the run ends, and in its total while it runs', async () => {
    const { launch, poll, advance } = await serving({
      agents: [{ name: 'Support bot', scenario: 'unconfigured', parameters: { tests: 4 } }],
    })
    const taskId = await launch('Support bot')
    advance(1000)
    const running = (await poll(taskId)).body
    expect(running).toMatchObject({ total_tests: 4, results: [{}, {}, {}, {}] })
    advance(1000)
    const { body } = await poll(taskId)
    expect(body).toMatchObject({ status: 'done', total_tests: 2, results: [{}, {}] })
    expect(column(at(body, 'results'), 'test_case_id')).toEqual(listAt(body, 'test_uuids').slice(0, 2))
    expect(at(body, 'test_uuids')).toHaveLength(4)
  })
})
