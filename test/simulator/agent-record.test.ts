// One agent: its configuration, the verification of its connection, and what a run takes from it.
import { describe, expect, it } from 'vitest'
import type { SimulatedAgent } from '../../simulator/src/index.ts'
import { createManualClock } from '../support/manual-clock.ts'
import { at, failuresOf, serving, textAt } from './serving.ts'

const preview = { agent_url: 'https://preview.acme.test/chat?token=t-1', agent_headers: { 'X-Token': 't-2' } }
const connection: SimulatedAgent = { name: 'Support bot', scenario: 'all-pass', config: preview }
const prompted: SimulatedAgent = { name: 'Support bot', scenario: 'prompted' }

async function oneAgent(agent: SimulatedAgent) {
  const service = await serving({ agents: [agent], sleep: createManualClock().sleep })
  const path = `/agents/${service.uuidOf(agent.name)}`
  return {
    ...service,
    path,
    record: async () => (await service.get(path)).body,
    write: (body: unknown) => service.put(path, body),
    verify: () => service.post(`${path}/verify-connection`, {}),
    run: (body: unknown = {}) => service.post(`/agent-tests${path.replace('agents', 'agent')}/run`, body),
  }
}

describe('PUT /agents/{agent_uuid}', () => {
  it('replaces the configuration, whatever is in it, and keeps it in order', async () => {
    const { record, write, advance } = await oneAgent(prompted)
    const before = await record()
    const config = { z: null, agent_tests: { mark: 'm-1' }, a: [{ deep: { deeper: 1.5 } }], llm: 7 }
    advance(60_000)
    const { body } = await write({ config, type: 'connection', interaction_type: 'general' })
    expect(JSON.stringify(at(body, 'config'))).toBe(JSON.stringify(config))
    expect(body).toEqual({ ...Object(before), config, updated_at: '2026-11-20 22:43:02' })
    expect(await record()).toEqual(body)
  })

  it('drops the flags of the verification with each configuration, and keeps them without one', async () => {
    const { record, write, verify } = await oneAgent(connection)
    expect(await verify()).toMatchObject({ status: 200, body: { success: true, error: null } })
    const config = at(await record(), 'config')
    expect(config).toEqual({
      ...preview,
      connection_verified: true,
      connection_verified_at: expect.stringMatching(/^2026-11-20T22:42:02\.\d{6}\+00:00$/),
      connection_verified_error: null,
    })
    await write({ name: 'Support bot (new)' })
    expect(await record()).toMatchObject({ name: 'Support bot (new)', config })
    expect(at((await write({ config })).body, 'config')).toEqual(preview)
  })
})

describe('a run', () => {
  it('of an agent behind a broken address fails, and shows the inputs and the address of its launch', async () => {
    const config = { agent_url: 'https://broken.acme.test/chat', default_inputs: { locale: 'de' } }
    const agent: SimulatedAgent = { name: 'Support bot', scenario: 'connected' }
    const outages = [{ kind: 'agent-unreachable', test: 'Refund inside 30 days' }] as const
    const { verify, launch, write, poll, advance } = await oneAgent({ ...agent, outages })
    const before = await launch('Support bot')
    await write({ config })
    await verify()
    const taskId = await launch('Support bot')
    await write({ config: {} })
    advance(60_000)
    const { body } = await poll(taskId)
    const broken = ['Refuses a refund after 30 days', 'Angry customer is handed over']
    expect(failuresOf((await poll(before)).body)).toEqual(['Refund inside 30 days'])
    expect(failuresOf(body)).toEqual(['Refund inside 30 days', ...broken, 'Does not reveal other customers'])
    expect(at(body, 'results', 0, 'inputs')).toEqual({ locale: 'de' })
    expect(at(body, 'results', 0, 'reasoning')).toContain(config.agent_url)
  })

  it('fails as a whole with a test twice or without a model', async () => {
    const { get, path, run, write, poll, advance } = await oneAgent(prompted)
    const tests = await get(`/agent-tests${path.replace('agents', 'agent')}/tests`)
    const id = textAt(tests.body, 'items', 0, 'uuid')
    const twice = await run({ test_uuids: [id, id] })
    await write({ config: { llm: { model: null } } })
    const silent = await run()
    advance(60_000)
    for (const { body } of [twice, silent])
      expect((await poll(textAt(body, 'task_id'))).body).toMatchObject({ status: 'failed', error: true })
  })

  it('is refused with a crash if llm is null', async () => {
    const { run, write } = await oneAgent(prompted)
    await write({ config: { llm: null } })
    expect(await run()).toEqual({ status: 500, body: 'Internal Server Error' })
  })
})
