import { describe, expect, it } from 'vitest'
import { createVoiceFormClient } from '../../../src/client/index.ts'
import { baseUrl, service, withoutNetwork } from '../without-network.ts'

withoutNetwork()

const apiKey = 'secret-key-0123456789'
const client = createVoiceFormClient({ baseUrl, apiKey })
const withoutKey = { badheaders: ['authorization', 'x-api-key'] }
const agent = (id: string) => ({ id, title: `Agent ${id}` })
const workspace = (id: string) => ({ id, name: `Workspace ${id}` })

/** The service gives this answer, once, if it is asked for the path with this query. */
const answer = (path: string, query: object | true, body: object) =>
  service()
    .get(`/api/v1${path}`)
    .query(query === true || { ...query })
    .reply(200, body)

describe('the key', () => {
  it('may be missing: the service then refuses what wants one', async () => {
    service(withoutKey).get('/api/v1/agents').query({ limit: 50 }).reply(401, { detail: 'Not authenticated' })
    await expect(createVoiceFormClient({ baseUrl }).agents.list().toArray()).rejects.toMatchObject({
      name: 'HttpError',
      status: 401,
    })
  })
})

describe('a list', () => {
  it('by page hands the cursor on as it is', async () => {
    const page = { data: [workspace('a')], next_cursor: 'b/2==' }
    answer('/workspaces', { limit: 1, cursor: 'a&1' }, page)
    expect(await client.workspaces.list({ limit: 1, cursor: 'a&1' }).page()).toEqual(page)
  })

  it('that comes as an array although a page was asked for is one page', async () => {
    answer('/agents', { limit: 5 }, [agent('a')])
    const list = client.agents.list({ limit: 5 })
    expect(await list.page()).toEqual({ data: [agent('a')], next_cursor: null })
  })

  it.each(['agents', 'workspaces'] as const)(
    'of %s takes times, and the cursor of a last page',
    async (name) => {
      const time = { since: 1.25, until: 2.5 }
      answer(`/${name}`, { ...time, limit: 50 }, [])
      expect(await client[name].list({ ...time, cursor: null }).toArray()).toEqual([])
    },
  )
})

describe('all rows of a list', () => {
  const at = '/agents'

  it('reads page after page, 50 rows each, until there is no next cursor', async () => {
    answer(at, { limit: 50 }, { data: [agent('a')], next_cursor: 50 })
    answer(at, { limit: 50, cursor: 50 }, { data: [], next_cursor: 'x' })
    answer(at, { limit: 50, cursor: 'x' }, { data: [agent('b')], next_cursor: null })
    expect(await client.agents.list().toArray()).toEqual([agent('a'), agent('b')])
  })

  it('begins where it is told, and keeps its filter', async () => {
    const at = '/conversations'
    const filter = { limit: 1, since: 3.5, until: 9, status: 'complete', source: 'web', agent_id: 'a' }
    const row = { conversation_id: 'c', created_at: 4, agent_id: 'a', agent_title: 'A' }
    answer(at, { ...filter, cursor: 7 }, { data: [row], next_cursor: 8 })
    answer(at, { ...filter, cursor: 8 }, { data: [], next_cursor: null })
    expect(await client.conversations.list({ ...filter, cursor: 7 }).toArray()).toEqual([row])
  })

  it.each([
    ['its own', { start: undefined, next: [2, 2] }],
    ['an earlier one', { start: undefined, next: [2, 4, 2] }],
    ['the one it began with', { start: 2, next: ['2'] }],
    ['one that differs in its type only', { start: undefined, next: [2, '2'] }],
  ])('never follows a cursor twice: %s', async (_, { start, next }) => {
    let cursor: unknown = start
    for (const [index, next_cursor] of next.entries()) {
      answer(at, cursor === undefined ? { limit: 2 } : { limit: 2, cursor: String(cursor) }, {
        data: [agent(`a${index}`)],
        next_cursor,
      })
      cursor = next_cursor
    }
    await expect(client.agents.list({ limit: 2, cursor: start }).toArray()).rejects.toMatchObject({
      name: 'ContractError',
      transient: false,
      issues: [{ path: 'next_cursor', message: 'a cursor that was used already' }],
    })
  })

  it('follows ever new cursors through empty pages, but not for ever', async () => {
    answer(at, { limit: 2 }, { data: [], next_cursor: 1 })
    for (let cursor = 1; cursor < 200; cursor += 1)
      answer(at, { limit: 2, cursor }, { data: cursor === 99 ? [agent('a')] : [], next_cursor: cursor + 1 })
    const rows = client.agents.list({ limit: 2 })[Symbol.asyncIterator]()
    expect(await rows.next()).toEqual({ done: false, value: agent('a') })
    await expect(rows.next()).rejects.toMatchObject({
      name: 'ContractError',
      issues: [{ path: 'next_cursor', message: '100 empty pages in a row' }],
    })
  })

  it('reads no page after the limit of toArray', async () => {
    answer(at, { limit: 2 }, { data: [agent('a'), agent('b')], next_cursor: 2 })
    expect(await client.agents.list({ limit: 2 }).toArray({ limit: 2 })).toEqual([agent('a'), agent('b')])
    expect(await client.agents.list().toArray({ limit: 0 })).toEqual([])
  })

  it('reads nothing before the first row is needed, and begins anew for each reader', async () => {
    const list = client.agents.list({ limit: 1 })
    answer(at, { limit: 1 }, { data: [agent('a')], next_cursor: 1 })
    answer(at, { limit: 1 }, { data: [agent('b')], next_cursor: 1 })
    for (const row of [agent('a'), agent('b')])
      for await (const first of list) {
        expect(first).toEqual(row)
        break
      }
  })
})

describe('conversations', () => {
  const row = { conversation_id: 'c', created_at: 1.5, form_data: null, added_later: true }
  const at = '/agents/a/conversations'

  it('are always asked for with or without transcript, because defaults differ', async () => {
    const asked = async (query: object, options: object | undefined) => {
      answer(at, { ...query, limit: 50 }, [row])
      expect(await client.agents.listConversations('a', options).toArray()).toEqual([row])
    }
    await asked({ include_transcript: true }, undefined)
    await asked({ include_transcript: true }, { include_transcript: true })
    await asked({ include_transcript: true }, { include_transcript: undefined })
    await asked({ include_transcript: false }, { include_transcript: false })
    answer(at, { include_transcript: false, limit: 1 }, { data: [], next_cursor: null })
    await client.agents.listConversations('a', { include_transcript: false, limit: 1 }).page()
  })

  it('may have no time, and transcripts and questions that are texts', async () => {
    const rows = [
      { conversation_id: 'c', created_at: null, transcript: ['Hello.', { role: 'user', content: 'Hi' }] },
      { conversation_id: 'd', transcript: 'Hello.' },
    ]
    answer(at, true, rows)
    expect(await client.agents.listConversations('a').toArray()).toEqual(rows)
    answer('/agents/a/public', {}, { title: 'A', questions: ['Age?', { label: 'Name?' }] })
    expect(await client.agents.getPublic('a')).toHaveProperty('questions', ['Age?', { label: 'Name?' }])
    answer('/agents/a', {}, { questions: ['Age?', { label: 'Name?' }] })
    expect(await client.agents.get('a')).toEqual({ questions: [{ label: 'Age?' }, { label: 'Name?' }] })
  })
})
