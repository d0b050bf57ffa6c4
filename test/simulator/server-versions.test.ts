import { describe, expect, it } from 'vitest'
import { at, column, ended, listAt, serving, textAt } from './serving.ts'

const keysOf = (value: unknown) => Object.keys(Object(value))

describe('on older servers', () => {
  it('agents are an array of names, and a launch names a dataset', async () => {
    const agents = [{ name: 'Support bot', scenario: 'mixed' as const }]
    const { get, post, uuidOf } = await serving({ agents, serverVersion: 'older' })
    expect((await get('/agents')).body).toEqual([{ uuid: uuidOf('Support bot'), name: 'Support bot' }])
    expect((await get(`/agents/${uuidOf('Support bot')}`)).body).not.toHaveProperty('interaction_type')
    const { body } = await post(`/agent-tests/agent/${uuidOf('Support bot')}/run`, {})
    expect(keysOf(body)).toEqual(['task_id', 'status', 'dataset_id', 'dataset_name'])
  })

  it('a result does not name its test, and has its turns as messages and its expectations as texts', async () => {
    const { whole: run } = await ended('mixed', {}, 'older')
    const row = at(run, 'results', 0)
    expect(at(row, 'test_case_id')).toBe('case-1')
    expect(row).not.toHaveProperty('test_uuid')
    expect(at(row, 'test_case', 'messages')).toMatchObject([{ role: 'user' }])
    const criteria = (index: number) => at(run, 'results', index, 'test_case', 'evaluation', 'criteria')
    expect(criteria(0)).toEqual([
      expect.stringContaining('30-day'),
      'The reply says whether a refund is possible.',
    ])
    expect(criteria(2)).toBe(refusal)
  })
})

it('on newer servers, runs and their results have more fields', async () => {
  const { whole: run, historyOf } = await ended('unanswered', {}, 'newer')
  const fields = ['name', 'aborted', 'unanswered_tests', 'stopped_early']
  expect(keysOf(run)).toEqual(expect.arrayContaining(fields))
  expect(listAt(run, 'results').slice(5)).toMatchObject([
    { unanswered: true, not_run: false, passed: false },
    { unanswered: true, not_run: false, passed: null },
    { unanswered: false, not_run: true, passed: null },
  ])
  expect(column(at(run, 'results'), 'test_uuid')).toEqual(at(run, 'test_uuids'))
  expect(at(await historyOf('Support bot'), 'items', 0)).toMatchObject({
    aborted: false,
    unanswered_tests: 2,
  })
})

const refusal = 'The reply refuses the refund with the 30-day limit as its reason and offers store credit.'
const correctness = { name: 'Correctness', arguments: { criteria: refusal } }

describe('a test definition', () => {
  it('has inputs and a language only where the test has them', async () => {
    const { whole: run } = await ended('all-pass', { name: 'Booking assistant' })
    const [first, second] = listAt(run, 'results')
    expect(keysOf(at(first, 'test_case'))).toEqual(['id', 'name', 'history', 'evaluation'])
    expect(second).toMatchObject({
      inputs: { channel: 'phone', locale: 'en-GB' },
      test_case: { inputs: { channel: 'phone' }, settings: { language: 'en' } },
    })
  })

  it('has the turns of the conversation and the kind of evaluation', async () => {
    const { whole: run } = await ended('mixed')
    expect(at(run, 'results', 2, 'test_case')).toEqual({
      id: at(run, 'test_uuids', 2),
      name: 'Refuses a refund after 30 days',
      history: [
        { role: 'user', content: expect.any(String) },
        { role: 'assistant', content: expect.any(String) },
        { role: 'user', content: expect.stringContaining('45 days old') },
      ],
      evaluation: { type: 'response', criteria: [correctness, { name: 'Tone' }, { name: 'Helpfulness' }] },
    })
  })

  it('has an input for agents that are no conversation', async () => {
    const { whole: run } = await ended('mixed', { interactionType: 'general' })
    expect(at(run, 'results', 0, 'test_case', 'evaluation', 'type')).toBe('general')
    expect(at(run, 'results', 0, 'test_case', 'input')).toContain('headphones')
    expect(at(run, 'results', 0, 'test_case')).not.toHaveProperty('history')
    expect(at(run, 'results', 4, 'test_case')).toMatchObject({ input: expect.any(String), history: [{}] })
  })

  it('names a second evaluator of the same name with the start of its id', async () => {
    const { whole: run } = await ended('mixed')
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
})

it('an evaluator is a record with its versions, newest first', async () => {
  const { get, whole: run } = await ended('mixed', {}, 'newer')
  const { body: record } = await get(`/evaluators/${textAt(run, 'evaluators', 0, 'uuid')}`)
  expect(record).toMatchObject({ name: 'Correctness', is_default: true, is_protected: false })
  expect(column(at(record, 'versions'), 'version_number')).toEqual([4, 3, 2, 1])
  expect(at(record, 'live_version_id')).toBe(at(record, 'versions', 0, 'uuid'))
})
