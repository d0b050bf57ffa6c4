// A server that answers as the specification says, where real servers differ from it.
import { describe, expect, it } from 'vitest'
import { at, column, ended, listAt, serving } from './serving.ts'

const iso = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/)
const serve = (scenario: 'mixed' | 'bare' = 'mixed') =>
  serving({ agents: [{ name: 'Support bot', scenario }], serverVersion: 'documented' })

describe('a documented server', () => {
  it('launches into the queue', async () => {
    const { post, uuidOf } = await serve()
    const one = await post(`/agent-tests/agent/${uuidOf('Support bot')}/run`, {})
    expect(one.body).toMatchObject({ status: 'queued', dataset_id: null, dataset_name: null })
    expect(at((await post('/agent-tests/run', {})).body, 'runs')).toMatchObject([{ status: 'queued' }])
  })

  it('lists agents as an array, and gives each a configuration', async () => {
    const { get, uuidOf } = await serve('bare')
    const uuid = uuidOf('Support bot')
    expect((await get('/agents')).body).toEqual([{ uuid, name: 'Support bot' }])
    const { body } = await get(`/agents/${uuid}`)
    expect(body).toMatchObject({ config: {}, created_at: iso, updated_at: iso })
  })

  it('refuses a request without a key with 401', async () => {
    const { ask } = await serve()
    expect((await ask('GET', '/agents', { headers: {} })).status).toBe(401)
  })

  it('leaves out what is not asked for', async () => {
    const { poll } = await ended('mixed', {}, 'documented')
    const { body } = await poll('?compact=true')
    for (const field of ['output', 'test_case', 'judge_results', 'reasoning'])
      expect(listAt(body, 'results')[0]).not.toHaveProperty(field)
    expect(at(body, 'evaluators', 0)).not.toHaveProperty('output_config')
    expect(at((await poll()).body, 'evaluators', 0)).toHaveProperty('output_config')
  })

  it('has the versions of an evaluator oldest first, and nothing null', async () => {
    const { get } = await serve()
    const { body: list } = await get('/evaluators')
    for (const uuid of column(at(list, 'items'), 'uuid')) {
      const { body } = await get(`/evaluators/${uuid}`)
      const numbers = column(at(body, 'versions'), 'version_number')
      expect(numbers).toEqual(numbers.map((_, index) => index + 1))
      expect(JSON.stringify(body)).not.toContain('null')
      expect(body).toMatchObject({ created_at: iso, is_protected: false })
      const compact = (await get(`/evaluators/${uuid}?compact=true`)).body
      for (const field of ['system_prompt', 'output_config', 'variables']) {
        expect(at(body, 'versions', 0)).toHaveProperty(field)
        expect(at(compact, 'versions', 0)).not.toHaveProperty(field)
      }
    }
  })

  it('counts the jobs of an annotator', async () => {
    const { simulator, post, put } = await serve()
    const { task, annotators } = simulator.annotation
    await post(`/annotation-tasks/${task}/jobs`, { annotator_ids: annotators, select_all: true })
    expect(await put(`/annotators/${annotators[0]}`, {})).toMatchObject({
      status: 200,
      body: { name: 'Ada' },
    })
    expect((await put(`/annotators/${annotators[0]}`, { name: 'Eve' })).body).toMatchObject({
      created_at: iso,
      jobs_count: 1,
      current_agreement: expect.any(Number),
      pair_count: expect.any(Number),
    })
  })
})
