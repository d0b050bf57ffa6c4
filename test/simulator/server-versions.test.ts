import { describe, expect, it } from 'vitest'
import type { ServerVersion, SimulatedAgent } from '../../simulator/src/index.ts'
import { at, column, listAt, serving, textAt } from './serving.ts'

const agent: SimulatedAgent = { name: 'Support bot', scenario: 'mixed' }

async function endedOn(serverVersion: ServerVersion, described: SimulatedAgent = agent) {
  const service = await serving({ agents: [described], serverVersion })
  const taskId = await service.launch(described.name)
  service.advance(10_000)
  return { ...service, run: (await service.poll(taskId)).body }
}

const keysOf = (value: unknown) => Object.keys(Object(value))

describe('agents', () => {
  it('are an array of names on older servers', async () => {
    const { get } = await serving({ agents: [agent], serverVersion: 'older' })
    expect(keysOf(at((await get('/agents')).body, 0))).toEqual(['uuid', 'name'])
  })

  it('are a page on current servers', async () => {
    const { get } = await serving({ agents: [agent], serverVersion: 'current' })
    const { body } = await get('/agents')
    expect(body).toMatchObject({ total: 1, limit: null, offset: 0 })
    expect(keysOf(at(body, 'items', 0))).toEqual(['uuid', 'name', 'type', 'created_at', 'updated_at'])
  })

  it.each([
    ['older', undefined],
    ['current', undefined],
    ['newer', 'conversation'],
  ] as const)('on %s servers have the interaction type %s', async (serverVersion, type) => {
    const { get, uuidOf } = await serving({ agents: [agent], serverVersion })
    expect(at((await get(`/agents/${uuidOf('Support bot')}`)).body, 'interaction_type')).toBe(type)
  })
})

describe('a launch', () => {
  it.each([
    ['older', ['task_id', 'status', 'dataset_id', 'dataset_name']],
    ['current', ['task_id', 'status']],
    ['newer', ['task_id', 'status']],
  ] as const)('on %s servers responds with %j', async (serverVersion, fields) => {
    const { post, uuidOf } = await serving({ agents: [agent], serverVersion })
    const { body } = await post(`/agent-tests/agent/${uuidOf('Support bot')}/run`, {})
    expect(keysOf(body)).toEqual(fields)
  })
})

describe('a result', () => {
  it.each(['current', 'newer'] as const)('names its test by uuid on %s servers', async (version) => {
    const { run } = await endedOn(version)
    const ids = listAt(run, 'results').map((result) => at(result, 'test_case_id'))
    expect(ids).toEqual(at(run, 'test_uuids'))
    const uuids = listAt(run, 'results').map((result) => at(result, 'test_uuid'))
    expect(uuids).toEqual(version === 'newer' ? ids : ids.map(() => undefined))
  })

  it('does not name its test on older servers', async () => {
    const { run } = await endedOn('older')
    expect(at(run, 'results', 0, 'test_case_id')).toBe('case-1')
    expect(at(run, 'results', 0)).not.toHaveProperty('test_uuid')
  })

  it.each(['older', 'current'] as const)('has no flags of newer servers on %s servers', async (version) => {
    const { run } = await endedOn(version)
    for (const field of ['unanswered', 'not_run', 'test_type'])
      expect(at(run, 'results', 0)).not.toHaveProperty(field)
    for (const field of ['name', 'aborted', 'unanswered_tests', 'stopped_early'])
      expect(run).not.toHaveProperty(field)
  })
})

const refusal = 'The reply refuses the refund with the 30-day limit as its reason and offers store credit.'
const correctness = { name: 'Correctness', arguments: { criteria: refusal } }

describe('a test definition', () => {
  it('has the turns of the conversation and the kind of evaluation', async () => {
    const { run } = await endedOn('current')
    expect(at(run, 'results', 2, 'test_case')).toEqual({
      name: 'Refuses a refund after 30 days',
      history: [
        { role: 'user', content: expect.any(String) },
        { role: 'assistant', content: expect.any(String) },
        { role: 'user', content: expect.stringContaining('45 days old') },
      ],
      evaluation: { type: 'response', criteria: [correctness, { name: 'Tone' }, { name: 'Helpfulness' }] },
      inputs: {},
      settings: {},
    })
  })

  it('has the expected tool calls', async () => {
    const { run } = await endedOn('current')
    expect(at(run, 'results', 4, 'test_case', 'evaluation')).toEqual({
      type: 'tool_call',
      tool_calls: [
        {
          tool: 'create_ticket',
          arguments: {
            category: { match_type: 'exact', value: 'safety' },
            priority: 'urgent',
            summary: { match_type: 'llm_judge', criteria: 'says that the oven sparks' },
            product: { match_type: 'any' },
          },
        },
      ],
    })
  })

  it('has an input for agents that are no conversation', async () => {
    const { run } = await endedOn('newer', { ...agent, interactionType: 'general' })
    expect(at(run, 'results', 0, 'test_case', 'input')).toContain('headphones')
    expect(at(run, 'results', 0, 'test_case')).not.toHaveProperty('history')
    expect(at(run, 'results', 4, 'test_case')).toMatchObject({ input: expect.any(String), history: [{}] })
  })

  it('has the expectations as plain texts on older servers', async () => {
    const { run } = await endedOn('older')
    const criteria = (index: number) => at(run, 'results', index, 'test_case', 'evaluation', 'criteria')
    expect(criteria(0)).toEqual([
      expect.stringContaining('30-day'),
      'The reply says whether a refund is possible.',
    ])
    expect(criteria(2)).toBe(refusal)
  })

  it('names a second evaluator of the same name with the start of its id', async () => {
    const { run } = await endedOn('current')
    const names = column(at(run, 'results', 0, 'test_case', 'evaluation', 'criteria'), 'name')
    const [first, second] = listAt(run, 'evaluators')
    expect([at(first, 'name'), at(second, 'name')]).toEqual(['Correctness', 'Correctness'])
    const suffix = textAt(second, 'uuid').slice(0, 8)
    expect(names).toEqual(['Correctness', `Correctness-${suffix}`, 'Tone', 'Helpfulness'])
    expect(column(at(run, 'results', 0, 'judge_results'), 'evaluator_uuid').slice(0, 2)).toEqual([
      at(first, 'uuid'),
      at(second, 'uuid'),
    ])
  })

  it('calls the turns messages on older servers', async () => {
    const { run } = await endedOn('older')
    expect(at(run, 'results', 0, 'test_case', 'messages')).toMatchObject([{ role: 'user' }])
  })
})

describe('the run history', () => {
  it('is unknown to older servers', async () => {
    const { get, uuidOf } = await serving({ agents: [agent], serverVersion: 'older' })
    const { status, body } = await get(`/agent-tests/agent/${uuidOf('Support bot')}/runs`)
    expect([status, body]).toEqual([404, { detail: 'Not Found' }])
  })

  it('has no fields of newer servers on current ones', async () => {
    const { get, uuidOf } = await endedOn('current')
    const item = at((await get(`/agent-tests/agent/${uuidOf('Support bot')}/runs`)).body, 'items', 0)
    expect(item).toMatchObject({ status: 'done', type: 'llm-unit-test', created_at: '2026-11-20 22:42:02' })
    expect(keysOf(item)).not.toEqual(expect.arrayContaining(['aborted']))
  })
})

describe('GET /evaluators/{evaluator_uuid}', () => {
  async function evaluatorOn(serverVersion: ServerVersion, query = '') {
    const { get, run } = await endedOn(serverVersion)
    return (await get(`/evaluators/${textAt(run, 'evaluators', 0, 'uuid')}${query}`)).body
  }

  it('returns the record with its versions, newest first', async () => {
    const record = await evaluatorOn('newer')
    expect(record).toMatchObject({ name: 'Correctness', is_default: false, is_protected: false })
    expect(listAt(record, 'versions').map((version) => at(version, 'version_number'))).toEqual([4, 3, 2, 1])
    expect(at(record, 'live_version_id')).toBe(at(record, 'versions', 0, 'uuid'))
  })

  it.each(['older', 'current'] as const)(
    'omits is_default and is_protected on %s servers',
    async (version) => {
      const record = await evaluatorOn(version)
      expect(record).not.toHaveProperty('is_default')
      expect(record).not.toHaveProperty('is_protected')
    },
  )

  it('keeps the keys with compact and sets three fields to null', async () => {
    const hidden = { system_prompt: null, output_config: null, variables: null }
    expect(at(await evaluatorOn('newer', '?compact=true'), 'versions', 0)).toMatchObject(hidden)
  })

  it('is a 404 for unknown ids', async () => {
    const { get } = await serving({ agents: [agent] })
    expect(await get('/evaluators/none')).toEqual({ status: 404, body: { detail: 'Evaluator not found' } })
  })
})
