import { describe, expect, it } from 'vitest'
import { createVoiceFormClient } from '../../src/client/index.ts'
import { allOf } from '../support/all-of.ts'
import { baseUrl, playWithoutNetwork, service } from './without-network.ts'

playWithoutNetwork()

const apiKey = 'secret-key-0123456789'
const client = createVoiceFormClient({ baseUrl, apiKey })
const withKey = { reqheaders: { authorization: `Bearer ${apiKey}` } }
const withoutKey = { badheaders: ['authorization', 'x-api-key'] }
const agent = (id: string) => ({ id, title: `Agent ${id}` })
const workspace = (id: string) => ({ id, name: `Workspace ${id}` })

describe('the key', () => {
  it('goes with the routes that want it', async () => {
    service(withKey).get('/api/v1/agents').reply(200, [])
    expect(await client.agents.list()).toEqual([])
  })

  it('stays at home on the four open routes, though there is one', async () => {
    const open = service(withoutKey)
    open.post('/offer').reply(200, { sdp: 'v=0', type: 'answer' })
    open.get('/api/v1/agents/a/public').reply(200, { id: 'a', title: 'A', questions: [] })
    open.get('/api/v1/data/a/c').reply(200, {})
    open.patch('/api/v1/agents/a/conversations/c/form_data').reply(200, { form_data: {}, form_status: 'ok' })
    await client.offer({ sdp: 'v=0', type: 'offer' })
    await client.agents.getPublic('a')
    await client.formData.get('a', 'c')
    await client.formData.update('a', 'c', { updates: {} })
  })

  it('may be missing: the service then refuses what wants one', async () => {
    service(withoutKey).get('/api/v1/agents').reply(401, { detail: 'Not authenticated' })
    await expect(createVoiceFormClient({ baseUrl }).agents.list()).rejects.toMatchObject({
      name: 'HttpError',
      status: 401,
    })
  })
})

describe('a list', () => {
  it('at once asks for neither page size nor position', async () => {
    service()
      .get('/api/v1/agents')
      .reply(200, [agent('a'), agent('b')])
    expect(await client.agents.list()).toEqual([agent('a'), agent('b')])
  })

  it('by page hands the cursor on as it is', async () => {
    const page = { data: [workspace('a')], next_cursor: 'b/2==' }
    service().get('/api/v1/workspaces').query({ limit: 1, cursor: 'a&1' }).reply(200, page)
    expect(await client.workspaces.page({ limit: 1, cursor: 'a&1' })).toEqual(page)
  })

  it('that comes in pages although none were asked for is read to the end', async () => {
    service()
      .get('/api/v1/agents')
      .reply(200, { data: [agent('a')], next_cursor: 1 })
    service()
      .get('/api/v1/agents')
      .query({ cursor: 1 })
      .reply(200, { data: [agent('b')] })
    expect(await client.agents.list()).toEqual([agent('a'), agent('b')])
  })

  it('that comes as an array although a page was asked for is one page', async () => {
    service()
      .get('/api/v1/agents')
      .query({ limit: 5 })
      .reply(200, [agent('a')])
    expect(await client.agents.page({ limit: 5 })).toEqual({ data: [agent('a')], next_cursor: null })
  })

  it('filters by time in fractional seconds', async () => {
    service().get('/api/v1/agents').query({ since: 1.25, until: 2 }).reply(200, [])
    await client.agents.list({ since: 1.25, until: 2 })
  })
})

describe('iterating', () => {
  const at = '/api/v1/agents'

  it('reads page after page, 50 rows each, until there is no next cursor', async () => {
    service()
      .get(at)
      .query({ limit: 50 })
      .reply(200, { data: [agent('a')], next_cursor: 50 })
    service().get(at).query({ limit: 50, cursor: 50 }).reply(200, { data: [], next_cursor: 'x' })
    service()
      .get(at)
      .query({ limit: 50, cursor: 'x' })
      .reply(200, { data: [agent('b')], next_cursor: null })
    expect(await allOf(client.agents.iterate())).toEqual([agent('a'), agent('b')])
  })

  it('reads a page only when its rows are wanted', async () => {
    service()
      .get(at)
      .query({ limit: 2 })
      .reply(200, { data: [agent('a'), agent('b')], next_cursor: 2 })
    const rows = client.agents.iterate({ limit: 2 })
    expect((await rows.next()).value).toEqual(agent('a'))
    expect((await rows.next()).value).toEqual(agent('b'))
  })

  it('begins where it is told, and keeps its filter', async () => {
    service()
      .get(at)
      .query({ limit: 1, cursor: 7, since: 3.5 })
      .reply(200, { data: [agent('h')], next_cursor: 8 })
    service().get(at).query({ limit: 1, cursor: 8, since: 3.5 }).reply(200, { data: [], next_cursor: null })
    expect(await allOf(client.agents.iterate({ limit: 1, cursor: 7, since: 3.5 }))).toEqual([agent('h')])
  })

  it.each([
    ['its own', { start: undefined, next: [2, 2] }],
    ['an earlier one', { start: undefined, next: [2, 4, 2] }],
    ['the one it began with', { start: 2, next: ['2'] }],
    ['one that differs in its type only', { start: undefined, next: [2, '2'] }],
  ])('never follows a cursor twice: %s', async (_, { start, next }) => {
    let cursor: unknown = start
    for (const [index, next_cursor] of next.entries()) {
      service()
        .get(at)
        .query(cursor === undefined ? { limit: 2 } : { limit: 2, cursor: String(cursor) })
        .reply(200, { data: [agent(`a${index}`)], next_cursor })
      cursor = next_cursor
    }
    await expect(allOf(client.agents.iterate({ limit: 2, cursor: start }))).rejects.toMatchObject({
      name: 'ContractError',
      transient: false,
      issues: [{ path: 'next_cursor', message: 'a cursor that was used already' }],
    })
  })

  it('rejects a page that comes again under another cursor', async () => {
    for (const cursor of [undefined, 2])
      service()
        .get(at)
        .query(cursor === undefined ? { limit: 2 } : { limit: 2, cursor })
        .reply(200, { data: [agent('a')], next_cursor: (cursor ?? 0) + 2 })
    await expect(client.agents.iterate({ limit: 2 }).toArray()).rejects.toMatchObject({
      name: 'ContractError',
      issues: [{ message: 'the same page again' }],
    })
  })

  it('reads no page after the limit of toArray', async () => {
    service()
      .get(at)
      .query({ limit: 2 })
      .reply(200, { data: [agent('a'), agent('b')], next_cursor: 2 })
    expect(await client.agents.iterate({ limit: 2 }).toArray({ limit: 2 })).toEqual([agent('a'), agent('b')])
    expect(await client.agents.iterate().toArray({ limit: 0 })).toEqual([])
  })
})

describe('conversations', () => {
  const row = { conversation_id: 'c', created_at: 1.5, form_data: null, added_later: true }

  it('are asked for with or without transcript only where that is said', async () => {
    const at = '/api/v1/agents/a/conversations'
    service().get(at).reply(200, [row])
    expect(await client.agentConversations.list('a')).toEqual([row])
    service()
      .get(at)
      .query({ include_transcript: false, limit: 1 })
      .reply(200, { data: [], next_cursor: null })
    await client.agentConversations.page('a', { includeTranscript: false, limit: 1 })
    service().get(at).query({ include_transcript: true }).reply(200, [row])
    await client.agentConversations.list('a', { includeTranscript: true })
  })

  it('of all agents are a page without being asked', async () => {
    const page = { data: [{ ...row, agent_id: 'a' }], next_cursor: null }
    service().get('/api/v1/conversations').reply(200, page)
    expect(await client.conversations.page()).toEqual(page)
  })
})

describe('a save', () => {
  it('sends what it is given, and is never repeated once it may have been received', async () => {
    const body = { title: 'A', questions: [], later: { kept: [1] } }
    service().post('/api/v1/agents', body).reply(500)
    await expect(client.agents.create(body)).rejects.toMatchObject({ status: 500, maybeReceived: true })
    service().put('/api/v1/agents/a%2Fb', body).reply(502)
    await expect(client.agents.update('a/b', body)).rejects.toMatchObject({ status: 502 })
  })
})
