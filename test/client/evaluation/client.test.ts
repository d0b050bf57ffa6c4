import { describe, expect, it } from 'vitest'
import { createEvaluationClient, createVoiceFormClient } from '../../../src/client/index.ts'
import { createManualClock } from '../../support/manual-clock.ts'
import { baseUrl, service, withoutNetwork } from '../without-network.ts'

withoutNetwork()

const apiKey = 'secret-key-0123456789'
const client = createEvaluationClient({ baseUrl, apiKey })
const uuid = '0b8a3a52-7e55-4b0e-9c5a-0d9f3f7d6a11'
const agent = { uuid, name: 'Support bot' }

describe('agents.list', () => {
  const [a, b, c] = ['a', 'b', 'c'].map((name) => ({ uuid: `${name}-${uuid}`, name }))

  /** A service that answers one request after the other with these bodies, whatever their offset. */
  function pages(...bodies: readonly object[]): void {
    for (const body of bodies) service().get('/agents').query(true).reply(200, body)
  }

  it('reads every page', async () => {
    service()
      .get('/agents')
      .reply(200, { items: [a, b], total: 3, limit: 2, offset: 0 })
    service()
      .get('/agents')
      .query({ offset: 2 })
      .reply(200, { items: [c], total: 3, limit: 2, offset: 2 })
    expect(await client.agents.list().toArray()).toEqual([a, b, c])
  })

  it('asks for a successor of a page as long as its limit', async () => {
    pages({ items: [a, b], limit: 2 }, { items: [c], limit: 2 })
    expect(await client.agents.list().toArray()).toEqual([a, b, c])
  })

  it.each<[title: string, ...bodies: object[]]>([
    ['an empty second page', { items: [a], total: 9, limit: 1 }, { items: [], total: 9, limit: 1 }],
    ['a server that ignores the offset', { items: [a, b], total: 4 }, { items: [a, b], total: 4 }],
    ['fewer different agents than the total', { items: [a, a], total: 2 }, { items: [], total: 2 }],
    ['the same full page again', { items: [a, b], limit: 2 }, { items: [a, b], limit: 2 }],
  ])('rejects %s instead of returning a short list', async (_, ...bodies) => {
    pages(...bodies)
    await expect(client.agents.list().toArray()).rejects.toMatchObject({
      name: 'ContractError',
      message: expect.stringMatching(/the service lists (\d|more) items, but sent only \d/),
    })
  })

  it('reads an agent without a name', async () => {
    pages([{ uuid }, { uuid: `b-${uuid}`, name: 5 }])
    expect(await client.agents.list().toArray()).toEqual([
      { uuid, name: '' },
      { uuid: `b-${uuid}`, name: '' },
    ])
  })

  it('asks for a part of the name', async () => {
    service().get('/agents').query({ q: 'bot' }).reply(200, [agent])
    expect(await client.agents.list({ q: 'bot' }).toArray()).toEqual([agent])
  })

  it('refuses entries without an ID', async () => {
    service()
      .get('/agents')
      .reply(200, [{ name: 'Support bot' }])
    await expect(client.agents.list().toArray()).rejects.toMatchObject({
      name: 'ContractError',
      issues: [{ path: 'items[0].uuid', message: 'expected text, got nothing' }],
    })
  })
})

describe('the agents', () => {
  it('keep their configuration as it is, whatever is in it, and tell how old the answer is', async () => {
    const config = {
      default_inputs: 'odd',
      agent_headers: { 'X-Key': apiKey },
      added_later: [null, { a: 1.5 }],
    }
    const whole = { ...agent, created_at: 'x', updated_at: 'x', config }
    service().get(`/agents/${uuid}`).reply(200, whole, { age: '30' })
    const { data, response } = await client.agents.get(uuid).withResponse()
    expect(data).toEqual(whole)
    expect(response.headers.get('age')).toBe('30')
    service().put(`/agents/${uuid}`, { config }).reply(200, whole)
    expect(await client.agents.update(uuid, { config })).toEqual(whole)
  })

  it('are verified with a timeout of their own', async () => {
    const clock = createManualClock()
    const fetch = () => new Promise<never>(() => undefined)
    const patient = createEvaluationClient({ baseUrl, apiKey, clock, fetch })
    const verified = patient.agents.verifyConnection(uuid).catch((error: unknown) => error)
    await clock.untilAsleep(150_000)
    await clock.advance(150_000)
    expect(await verified).toMatchObject({ kind: 'timeout', maybeReceived: true })
  })
})

describe('the runs', () => {
  const off = { error: false, is_public: false }

  it('are launched in a batch, which tells what it skipped', async () => {
    const answer = {
      runs: [{ agent_name: 'A', agent_uuid: uuid, task_id: uuid, status: 'in_progress' }],
      skipped: [{ agent_name: 'B', agent_uuid: uuid, reason: 'no_linked_tests' }],
    }
    service()
      .post('/agent-tests/run', {})
      .reply(200, { ...answer, skipped: ['B', 7] })
    expect(await client.runs.batch()).toEqual({ ...answer, skipped: [{ agent_name: 'B' }] })
    service()
      .post('/agent-tests/run', { agent_names: ['A'] })
      .reply(200, answer)
    expect(await client.runs.batch({ agent_names: ['A'] })).toEqual(answer)
  })

  it('of the past are counted where they cannot be read', async () => {
    const at = `/agent-tests/agent/${uuid}/runs`
    const good = { uuid: '1', status: 'done', ...off }
    const bad = { uuid: '2', status: 'done', total_tests: '4' }
    const answer = (query: object, body: object) =>
      service()
        .get(at)
        .query({ ...query })
        .reply(200, body)
    answer({ limit: 50 }, { items: [bad, good, null] })
    expect(await client.runs.list(uuid).page()).toEqual({ items: [good], unreadable: 2 })
    answer({ limit: 50 }, { items: [bad], total: 2 })
    answer({ limit: 50, offset: 1 }, { items: [good], total: 2 })
    expect(await client.runs.list(uuid).toArray()).toEqual([good])
  })

  it('of the past end with a page that is not full where no total is given', async () => {
    const at = `/agent-tests/agent/${uuid}/runs`
    const items = ['1', '2', '3'].map((id) => ({ uuid: id, status: 'done', ...off }))
    service()
      .get(at)
      .query({ limit: 2 })
      .reply(200, { items: items.slice(0, 2) })
    service()
      .get(at)
      .query({ limit: 2, offset: 2 })
      .reply(200, { items: items.slice(2) })
    expect(await client.runs.list(uuid, { limit: 2 }).toArray()).toEqual(items)
  })

  it('of the past that start meanwhile are left out, and none is given twice', async () => {
    const at = `/agent-tests/agent/${uuid}/runs`
    const [b, c, d] = ['b', 'c', 'd'].map((id) => ({ uuid: id, status: 'done', ...off }))
    const page = (offset: number, items: unknown[], total: number) =>
      service()
        .get(at)
        .query({ limit: 2, ...(offset > 0 && { offset }) })
        .reply(200, { items, total, limit: 2, offset })
    page(0, [b, c], 3)
    // Another one is before them by now.
    page(2, [c, d], 4)
    expect(await client.runs.list(uuid, { limit: 2 }).toArray()).toEqual([b, c, d])
  })
})

describe('a response about something else than was asked for', () => {
  const other = {
    ...agent,
    ...{ uuid: 'other', id: 'other', task_id: 'other' },
    resolved: { B: uuid },
    evaluators: [],
  }
  const settings = { baseUrl, apiKey, maxRetries: 0 }
  const fetch = async () => Response.json({ ...other, created_at: 'x', updated_at: 'x', status: 'done' })
  const confused = createEvaluationClient({ ...settings, fetch })
  const { agents } = createVoiceFormClient({ ...settings, fetch })

  it.each<[string, () => Promise<unknown>]>([
    ['task_id', () => confused.runs.get(uuid)],
    ['uuid', () => confused.agents.get(uuid)],
    ['uuid', () => confused.agents.update(uuid, { name: 'A' })],
    ['resolved', () => confused.agents.resolve(['A'])],
    ['uuid', () => confused.evaluators.get(uuid)],
    ['uuid', () => confused.tests.update(uuid, {})],
    ['uuid', () => confused.annotations.updateAnnotator(uuid, { name: 'Ada' })],
    ['id', () => agents.update(uuid, { title: 'A', questions: [] })],
    ['id', () => agents.updateConfig(uuid, {})],
    ['id', () => agents.getPublic(uuid)],
  ])('is a transient error, by its %s: %s', async (path, call) => {
    await expect(call()).rejects.toMatchObject({
      name: 'ContractError',
      transient: true,
      issues: [{ path, message: 'not what was asked for' }],
    })
  })

  it('is read again', async () => {
    const clock = createManualClock()
    const answers = [
      { resolved: { B: 'other' }, not_found: [] },
      { resolved: { A: uuid }, not_found: [] },
    ]
    const patient = createEvaluationClient({
      ...{ baseUrl, apiKey, clock },
      fetch: async () => Response.json(answers.shift()),
    })
    expect(await clock.finish(patient.agents.resolve(['A']))).toMatchObject({ resolved: { A: uuid } })
  })
})
