// Tests that are written through the interface: created, changed and run.
import { describe, expect, it } from 'vitest'
import type { SimulatorOptions } from '../../simulator/src/index.ts'
import { at, column, failuresOf, listAt, serving, textAt } from './serving.ts'

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
  it('run on any agent, and rows show what was asked', async () => {
    const { createMany, refund, runTests, get } = await withTests()
    const { body } = await createMany([refund('Refund · 3fa9c1e25b07d846', 'Is polite.')], { language: 'en' })
    expect(body).toMatchObject({ count: 1, uuids: [expect.any(String)], warnings: null })
    const answer = await runTests('Support bot', at(body, 'uuids'))
    expect(answer).toMatchObject({ test_uuids: at(body, 'uuids'), total_tests: 1, passed: 1 })
    expect(at(answer, 'results')).toMatchObject([
      {
        name: 'Refund · 3fa9c1e25b07d846',
        test_case_id: at(body, 'uuids', 0),
        test_case: {
          history,
          settings: { language: 'en' },
          evaluation: {
            type: 'response',
            criteria: [{ name: 'Correctness', arguments: { criteria: 'Is polite.' } }, { name: 'Tone' }],
          },
        },
        judge_results: [{ match: true, variable_values: { criteria: 'Is polite.' } }, { match: true }],
      },
    ])
    expect(listAt((await get('/tests')).body, 'items')[0]).toMatchObject({
      name: 'Refund · 3fa9c1e25b07d846',
    })
  })

  it('fail if the prompt lacks the quoted words, or as the test of the same name', async () => {
    const { createMany, refund, runTests, get, put, uuidOf } = await withTests()
    const own = 'Refuses a refund after 30 days'
    const tests = [
      refund('A', 'Names the "40 days".'),
      refund('B', 'Is brief.'),
      refund(`${own} · 0123456789abcdef`, 'x'),
    ]
    const { uuids } = Object((await createMany(tests)).body)
    expect(failuresOf(await runTests('Support bot', uuids))).toEqual(['A'])
    const { config } = Object((await get(`/agents/${uuidOf('Support bot')}`)).body)
    const system_prompt = config.system_prompt.replaceAll('30 days', '40 days')
    await put(`/agents/${uuidOf('Support bot')}`, { config: { ...config, system_prompt } })
    expect(failuresOf(await runTests('Support bot', uuids))).toEqual([`${own} · 0123456789abcdef`])
  })

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

it('evaluators are listed with the variables of their live version, and unique names', async () => {
  const { get } = await withTests()
  const { body } = await get('/evaluators')
  const names = column(listAt(body, 'items'), 'name')
  expect(new Set(names).size).toBe(names.length)
  const correctness = listAt(body, 'items').find((each) => at(each, 'name') === 'Correctness')
  expect(at(correctness, 'live_version', 'version_number')).toBe(4)
  const variables = listAt(body, 'items').flatMap((each) => listAt(each, 'live_version', 'variables'))
  expect(variables.map((each) => [at(each, 'name'), at(each, 'default')])).toContainEqual(['goal', null])
  expect(at((await get('/evaluators?q=TONE&limit=1')).body, 'items', 0, 'evaluator_type')).toBe('llm')
  const { body: found } = await get('/evaluators?q=tone&q=goal')
  expect(column(listAt(found, 'items'), 'name')).toEqual(['Goal reached'])
})

/** A wait that the test ends. */
function pause() {
  let resume: () => void = () => undefined
  const sleep = () => new Promise<void>((resolve) => (resume = resolve))
  return { sleep, resume: () => resume() }
}

// test/e2e/file-tests.test.ts has those that edit tests.
describe('what happens when tests are created', () => {
  it('evaluators are written after the tests', async () => {
    const { sleep, resume } = pause()
    const { createMany, refund, get, runTests } = await withTests({ evaluatorsAfterMs: 500, sleep })
    const creating = createMany([refund('Late evaluators', 'x')])
    const find = async () => (await get('/tests?q=LATE%20EV')).body
    let found = await find()
    while (at(found, 'total') === 0) found = await find()
    const uuid = textAt(found, 'items', 0, 'uuid')
    expect(at((await get(`/tests/${uuid}`)).body, 'evaluators')).toEqual([])
    expect(at(await runTests('Support bot', [uuid]), 'results', 0, 'reasoning')).toMatch(
      /names no evaluators/,
    )
    resume()
    await creating
    expect(at((await get(`/tests/${uuid}`)).body, 'evaluators')).toHaveLength(2)
  })

  it('others-first: another job has just created them, and may not have written their evaluators, yet', async () => {
    const { sleep, resume } = pause()
    const testEvent = 'others-first'
    const { createMany, refund, get } = await withTests({ testEvent, evaluatorsAfterMs: 500, sleep })
    expect(await createMany([refund('A', 'x'), refund('B', 'y')])).toEqual({
      status: 400,
      body: { detail: 'Test names already exist: A, B' },
    })
    const uuid = textAt((await get('/tests?limit=1')).body, 'items', 0, 'uuid')
    const evaluators = async () => at((await get(`/tests/${uuid}`)).body, 'evaluators')
    expect(await evaluators()).toEqual([])
    resume()
    await expect.poll(evaluators).toMatchObject([{ variable_values: { criteria: 'y' } }, {}])
  })

  it('interrupted: the service ends before it writes their evaluators, and answers nothing', async () => {
    const { createMany, refund, get } = await withTests({ testEvent: 'interrupted' })
    await expect(createMany([refund('A', 'x')])).rejects.toThrow('fetch failed')
    const { body } = await get('/tests?limit=1')
    expect(at((await get(`/tests/${textAt(body, 'items', 0, 'uuid')}`)).body, 'evaluators')).toEqual([])
  })
})
