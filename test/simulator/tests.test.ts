// Tests that are written through the interface: created, changed and run.
import { describe, expect, it } from 'vitest'
import type { SimulatorOptions } from '../../simulator/src/index.ts'
import { at, column, ended, listAt, serving, textAt } from './serving.ts'

const history = [{ role: 'user', content: 'I bought it 40 days ago. Can I return it?' }]

async function withTests(options: SimulatorOptions = {}) {
  const agents = [
    { name: 'Support bot', scenario: 'prompted' as const },
    { name: 'Summaries', scenario: 'all-pass' as const, interactionType: 'general' as const },
  ]
  const service = await serving({ agents, ...options })
  const { get, post } = service
  const { body } = await get('/evaluators')
  const evaluatorOf = (name: string) =>
    textAt(
      listAt(body, 'items').find((each) => at(each, 'name') === name),
      'uuid',
    )
  const judgedBy = (name: string, variable_values?: object) => ({
    evaluator_uuid: evaluatorOf(name),
    ...(variable_values && { variable_values }),
  })
  const refund = (name: string, criteria: string) => ({
    name,
    conversation_history: history,
    evaluators: [judgedBy('Correctness', { criteria }), judgedBy('Tone')],
  })
  const createMany = (tests: readonly object[], more: object = {}) =>
    post('/tests/bulk', { type: 'response', tests, ...more })
  const runTests = (agent: string, test_uuids: unknown) => service.run(agent, { test_uuids })
  return { ...service, judgedBy, refund, createMany, runTests }
}

describe('created tests', () => {
  it('of tool calls show any arguments as null, and pass by what they expect', async () => {
    const { createMany, runTests } = await withTests()
    const room = { room: { match_type: 'exact', value: '101' }, why: { match_type: 'any' } }
    const calls = [{ tool: 'book', arguments: room }, { tool: 'pay' }]
    const tests = [
      {
        name: 'Books',
        conversation_history: [...history, { role: 'user', content: null }],
        tool_calls: calls,
      },
    ]
    const { body } = await createMany(tests, { type: 'tool_call' })
    expect(at(await runTests('Support bot', at(body, 'uuids')), 'results')).toMatchObject([
      {
        passed: true,
        output: { tool_calls: [{ tool: 'book', arguments: { room: '101' } }] },
        test_case: {
          history: [history[0], { role: 'user' }],
          evaluation: { tool_calls: [calls[0], { tool: 'pay', arguments: null }] },
        },
      },
    ])
  })
})

describe('tests of agents', () => {
  it('are read as they run, and run as they are changed', async () => {
    const { get, put, runTests, uuidOf } = await withTests()
    const { body } = await get(`/agent-tests/agent/${uuidOf('Support bot')}/tests?q=inside`)
    const uuid = textAt(body, 'items', 0, 'uuid')
    const { body: test } = await get(`/tests/${uuid}`)
    const { config, evaluators } = Object(test)
    const before = at(await runTests('Support bot', [uuid]), 'results', 0, 'test_case')
    expect(config.history).toEqual(at(before, 'history'))
    expect(evaluators).toMatchObject(
      listAt(before, 'evaluation', 'criteria').map((each) => ({
        variable_values: at(each, 'arguments') ?? null,
      })),
    )
    await put(`/tests/${uuid}`, { config: { ...config, history } })
    const after = at(await runTests('Support bot', [uuid]), 'results', 0, 'test_case')
    expect(column(at(after, 'evaluation', 'criteria'), 'name')).toEqual(column(evaluators, 'name'))
    expect(at(after, 'history')).toEqual(history)
  })
})

it('an evaluator has one name: in lists, in records, in tests, in runs and in what their rows expect', async () => {
  const { get, poll } = await ended('all-pass')
  const list = (await get('/evaluators')).body
  const nameOf = new Map(listAt(list, 'items').map((each) => [at(each, 'uuid'), at(each, 'name')]))
  for (const [uuid, name] of nameOf) expect((await get(`/evaluators/${uuid}`)).body).toMatchObject({ name })
  const run = (await poll()).body
  expect(column(at(run, 'evaluators'), 'name')).toContain('Correctness (2)')
  for (const each of listAt(run, 'evaluators')) expect(at(each, 'name')).toBe(nameOf.get(at(each, 'uuid')))
  for (const row of listAt(run, 'results')) {
    const judged = at(row, 'judge_results')
    const names = Array.isArray(judged)
      ? column(judged, 'evaluator_uuid').map((uuid) => nameOf.get(uuid))
      : []
    const criteria = at(row, 'test_case', 'evaluation', 'criteria') ?? []
    expect(column(criteria, 'name')).toEqual(names)
  }
})

it('evaluators are listed with the variables of their live version, and unique names', async () => {
  const { get } = await withTests()
  const { body } = await get('/evaluators')
  const names = column(listAt(body, 'items'), 'name')
  expect(new Set(names).size).toBe(names.length)
  const correctness = listAt(body, 'items').find((each) => at(each, 'name') === 'Correctness')
  expect(at(correctness, 'live_version', 'version_number')).toBe(4)
  const variables = listAt(body, 'items').flatMap((each) => listAt(each, 'live_version', 'variables'))
  expect(variables.map((each) => [at(each, 'name'), at(each, 'default')])).toContainEqual(['goal', null])
})
