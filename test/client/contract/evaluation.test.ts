import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type SimulatedAgent, type Simulator, startSimulator } from '../../../simulator/src/index.ts'
import { createEvaluationClient, type EvaluationClient } from '../../../src/client/index.ts'
import { contractOf } from './contract.ts'
import { evaluationDescription } from './description.ts'

const description = evaluationDescription()
const contract = contractOf(description, 'x-api-key')
const unknown = '0b8a3a52-7e55-4b0e-9c5a-0d9f3f7d6a11'
const quick = { durationMs: 0 }
const agents: readonly SimulatedAgent[] = [
  { name: 'All pass', scenario: 'all-pass', parameters: quick },
  { name: 'Two fail', scenario: 'two-fail', parameters: quick },
  { name: 'Rated', scenario: 'mixed', parameters: quick },
  { name: 'Tools', scenario: 'tool-call-failure', parameters: quick },
  { name: 'Broken', scenario: 'fails-as-run', parameters: quick },
  { name: 'Cancelled', scenario: 'cancelled', parameters: quick },
  { name: 'Unanswered', scenario: 'unanswered', parameters: quick },
  { name: 'Not verified', scenario: 'not-verified' },
  { name: 'Hangs', scenario: 'hangs' },
  { name: 'Copy', scenario: 'prompted', verifications: [{ agent: 401 }, { agent: 'works' }] },
]

let simulator: Simulator
let client: EvaluationClient

beforeAll(async () => {
  simulator = await startSimulator({ agents, concurrency: Number.POSITIVE_INFINITY })
  client = clientOf(simulator.url, simulator.apiKey)
})
afterAll(() => simulator.close())

function clientOf(baseUrl: string, apiKey: string): EvaluationClient {
  return createEvaluationClient({ baseUrl, apiKey, fetch: contract.fetch })
}

function uuidOf(name: string): string {
  return simulator.agents.find((agent) => agent.name === name)?.uuid ?? ''
}

describe('the description', () => {
  it('is served without a key, as it stands in the repository', async () => {
    const served = await client.getApiDescription()
    expect(served).toHaveProperty('openapi', '3.1.0')
    expect(Object.keys(Object(served['paths']))).toEqual([
      ...new Set(description.operations.map(({ path }) => path)),
    ])
  })
})

describe('agents', () => {
  it('are listed, filtered, and read', async () => {
    expect(await client.listAgents()).toHaveLength(agents.length)
    expect(await client.listAgents({ q: 'Rated' })).toMatchObject([{ name: 'Rated' }])
    expect(await client.getAgent(uuidOf('Rated'))).toMatchObject({ name: 'Rated' })
  })

  it('are listed by older servers', async () => {
    const older = await startSimulator({ agents, listShape: 'array' })
    const list = await clientOf(older.url, older.apiKey).listAgents()
    await older.close()
    expect(list).toHaveLength(agents.length)
  })

  it('are resolved', async () => {
    const response = await client.resolveAgents(['Rated', 'Nobody', 'Nobody'])
    expect(response).toEqual({ resolved: { Rated: uuidOf('Rated') }, not_found: ['Nobody'] })
  })

  it('are changed and verified', async () => {
    const config = { agent_url: 'https://bot.acme.test/chat', added_later: { deep: [1, null] } }
    const uuid = uuidOf('Copy')
    expect(await client.updateAgent(uuid, { name: 'Copy 2', config })).toMatchObject({
      name: 'Copy 2',
      config,
    })
    expect(await client.verifyConnection(uuid)).toMatchObject({ success: false })
    expect(await client.verifyConnection(uuid)).toMatchObject({ success: true })
  })

  it('list their tests', async () => {
    const { items } = await client.listAgentTests(uuidOf('Rated'))
    const page = await client.listAgentTests(uuidOf('Rated'), { limit: 1, offset: 1 })
    expect(page).toMatchObject({ items: items.slice(1, 2), total: items.length })
  })

  it('that do not exist are refused', async () => {
    await expect(client.getAgent(unknown)).rejects.toMatchObject({ status: 404 })
  })
})

describe('runs', () => {
  it.each(['All pass', 'Tools', 'Broken'])('of "%s" are launched and read', async (name) => {
    const { task_id } = await client.runAgentTests(uuidOf(name))
    const run = await client.waitForRun(task_id, { intervalMs: 5 })
    expect(run.results).not.toHaveLength(0)
    for (const only_failed of [true, false])
      for (const compact of [true, false])
        expect(await client.getRun(task_id, { only_failed, compact })).toHaveProperty('task_id', task_id)
  })

  it('that wait or go on are read', async () => {
    const narrow = await startSimulator({ agents })
    const one = clientOf(narrow.url, narrow.apiKey)
    const uuid = narrow.agents.find(({ name }) => name === 'Hangs')?.uuid ?? ''
    const [going, waiting] = [await one.runAgentTests(uuid), await one.runAgentTests(uuid)]
    expect(await one.getRun(going.task_id)).toHaveProperty('status', 'in_progress')
    expect(await one.getRun(waiting.task_id)).toMatchObject({ status: 'queued', total_tests: null })
    await narrow.close()
  })

  it('of some of the tests', async () => {
    const uuid = uuidOf('All pass')
    const { task_id } = await client.runAgentTests(uuid)
    const { test_uuids } = await client.getRun(task_id)
    const part = await client.runAgentTests(uuid, { test_uuids: test_uuids?.slice(0, 1) ?? [] })
    expect(await client.waitForRun(part.task_id, { intervalMs: 5 })).toHaveProperty('total_tests', 1)
  })

  it('in a batch skip agents that are not ready', async () => {
    const { runs, skipped } = await client.runBatch()
    expect(runs).toHaveLength(agents.length - 1)
    // No names are all names.
    expect((await client.runBatch({ agent_names: [] })).runs).toHaveLength(agents.length - 1)
    expect(skipped).toMatchObject([{ agent_name: 'Not verified', reason: 'connection_not_verified' }])
    expect((await client.runBatch({ agent_names: ['Tools'] })).runs).toHaveLength(1)
  })

  it('of the past are listed', async () => {
    const uuid = uuidOf('Two fail')
    for (let i = 0; i < 3; i += 1)
      await client.waitForRun((await client.runAgentTests(uuid)).task_id, { intervalMs: 5 })
    const filter = { type: 'llm-unit-test', status: 'done', has_failures: true } as const
    const { total } = await client.listRuns(uuid, { ...filter, limit: 1, offset: 1 })
    expect(total).toBeGreaterThanOrEqual(3)
    expect(await client.iterateRuns(uuid, { ...filter, limit: 2 }).toArray()).toHaveLength(total ?? 0)
  })

  it('that cannot be are refused with the reason', async () => {
    await expect(client.runAgentTests(uuidOf('Not verified'))).rejects.toMatchObject({
      status: 400,
      reason: expect.stringContaining('not verified'),
    })
    await expect(client.runBatch({ agent_names: ['Nobody'] })).rejects.toMatchObject({
      status: 404,
    })
    await expect(client.getRun(unknown)).rejects.toMatchObject({ status: 404 })
  })
})

describe('evaluators and annotation', () => {
  it('are read and changed', async () => {
    const { task_id } = await client.runAgentTests(uuidOf('Rated'))
    const { evaluators } = await client.waitForRun(task_id, { intervalMs: 5 })
    const uuid = evaluators?.[0]?.uuid ?? ''
    expect(await client.getEvaluator(uuid, { compact: true })).toHaveProperty('name', 'Correctness')
    const { task, items, annotators } = simulator.annotation
    const [item = '', annotator = ''] = [items[0], annotators[0]]
    const updates = [{ uuid: item, payload: { name: 'Call' }, metadata: [{ key: 'lang', value: 'de' }] }]
    expect(await client.updateAnnotationItems(task, { updates })).toEqual({ updated_count: 1 })
    const chosen = { annotator_ids: [...annotators], item_ids: [item] }
    const body = { ...chosen, comments_enabled: true, reasoning_mode: 'hidden' }
    expect(await client.createLabellingJobs(task, body)).toHaveProperty('count', annotators.length)
    expect(await client.updateAnnotator(annotator, { name: 'Ada L.' })).toHaveProperty('name', 'Ada L.')
  })

  it('are refused with the reason', async () => {
    const { task, annotators } = simulator.annotation
    const annotator = annotators[0] ?? ''
    await expect(client.getEvaluator(unknown)).rejects.toMatchObject({ status: 404 })
    const body = { annotator_ids: [annotator], item_ids: [], evaluator_ids: [] }
    await expect(client.createLabellingJobs(task, body)).rejects.toMatchObject({ status: 400 })
    await expect(client.request('PUT', `/annotators/${annotator}`, { body: {} })).rejects.toMatchObject({
      status: 400,
    })
    await expect(client.updateAnnotator(annotator, { name: 'Ben' })).rejects.toMatchObject({ status: 409 })
  })
})

describe('tests', () => {
  const history = [
    { role: 'user', content: 'Room 101' },
    { role: 'tool', content: null, name: 'find', tool_call_id: '1' },
  ]
  const tool_calls = [{ tool: 'book', arguments: { room: { match_type: 'exact', value: 101 } } }]

  async function evaluatorOf(type: string) {
    const { items } = await client.listEvaluators()
    const found = items.find((each) => each.evaluator_type === type)
    const values = found?.live_version?.variables?.map(({ name }) => [name, 'Books it.']) ?? []
    return { evaluator_uuid: found?.uuid ?? '', variable_values: Object.fromEntries(values) }
  }

  it('are created, read, changed and listed', async () => {
    const config = { history, evaluation: { type: 'response' }, inputs: { a: null }, kept: 1 }
    const evaluators = [await evaluatorOf('llm')]
    const { uuid } = await client.tests.create({ name: 'Room', type: 'response', config, evaluators })
    expect(await client.tests.get(uuid)).toMatchObject({
      name: 'Room',
      config,
      evaluators: [{ uuid: evaluators[0]?.evaluator_uuid, variable_values: { criteria: 'Books it.' } }],
    })
    const changed = await client.tests.update(uuid, {
      name: 'Room 2',
      config: { input: 'x' },
      evaluators: [],
    })
    expect(changed).toMatchObject({ uuid, name: 'Room 2', config: { input: 'x' }, evaluators: [] })
    expect(await client.tests.list({ q: 'room', limit: 1 })).toMatchObject({ items: [{ uuid }], total: 1 })
  })

  it('are created together, and refused together', async () => {
    const evaluators = [await evaluatorOf('llm-general')]
    const general = [1, 2].map((n) => ({ name: `Input ${n}`, input: 'Sum up.', evaluators }))
    const { uuids } = await client.tests.createMany({ type: 'general', tests: general, language: 'en' })
    const { items } = await client.tests.list({ q: 'input' })
    expect(items.map((each) => each.uuid)).toEqual(uuids.toReversed())
    const calls = [{ name: 'Input 1', conversation_history: history, tool_calls }]
    await expect(client.tests.createMany({ type: 'tool_call', tests: calls })).rejects.toMatchObject({
      status: 400,
      reason: 'Test names already exist: Input 1',
    })
    await expect(client.tests.create({ name: 'Input 1', type: 'tool_call' })).rejects.toMatchObject({
      status: 409,
    })
    await expect(client.tests.createMany({ type: 'general', tests: [] })).rejects.toMatchObject({
      name: 'ValidationError',
    })
  })
})

describe('a key that is wrong', () => {
  it('is refused everywhere with 401', async () => {
    const stranger = clientOf(simulator.url, 'wrong-key-0123456789')
    await expect(stranger.listAgents()).rejects.toMatchObject({ name: 'HttpError', status: 401 })
    await expect(stranger.runBatch()).rejects.toMatchObject({ name: 'HttpError', status: 401 })
  })
})

describe('the client', () => {
  it('has called every operation with success', () => {
    const successes = description.operations.map(({ id }) => `${id} 200`)
    expect(contract.seen()).toEqual(expect.arrayContaining(successes))
  })
})
