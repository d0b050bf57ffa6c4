import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startVoiceFormSimulator, type VoiceFormSimulator } from '../../../simulator/src/index.ts'
import { createVoiceFormClient, type VoiceFormClient } from '../../../src/client/index.ts'
import { contractOf } from './contract.ts'
import { voiceFormDescription } from './description.ts'

const description = voiceFormDescription()
const contract = contractOf(description, 'authorization')
let service: VoiceFormSimulator
let client: VoiceFormClient
let agentId: string

beforeAll(async () => {
  const questions = [{ label: 'How old are you?', type: 'number', name: 'age', required: true }]
  service = await startVoiceFormSimulator({
    agents: ['Intake', 'Survey', 'Callback'].map((title) => ({ title, questions, conversations: 5 })),
  })
  client = createVoiceFormClient({ baseUrl: service.url, apiKey: service.apiKey, fetch: contract.fetch })
  agentId = service.agents[0]?.id ?? ''
})
afterAll(() => service.close())

const body = {
  title: 'Booking',
  questions: [
    { question: 'When?', response_type: 'date', name: 'day', required: true, branch_id: 'b-1' },
    { question: 'Sure?', response_type: 'boolean', boolean_labels: { true: 'yes', false: 'no' } },
  ],
  branches: [{ id: 'b-1', condition: { field: 'sure', equals: true } }],
  description: 'For the garage.',
  ai_instructions: 'Be brief.',
  hearing_acknowledgement_mode: 'fixed',
  hearing_acknowledgement_phrases: ['mhm'],
  scripts: { intro: 'Hello.', outro: 'Bye.', outro_incomplete: 'Call again.' },
  unknown_field: { kept: true },
}

describe('agents', () => {
  it('are listed plain, by page, and one by one', async () => {
    const rows = await client.agents.list()
    expect(await client.agents.page({ limit: 2 })).toEqual({ data: rows.slice(0, 2), next_cursor: 2 })
    expect(await client.agents.page({ cursor: 2 })).toEqual({ data: rows.slice(2), next_cursor: null })
    expect(await client.agents.iterate({ limit: 1 }).toArray()).toEqual(rows)
  })

  it('are created, read, replaced, and read by anybody', async () => {
    const { id } = await client.agents.create({ ...body, workspace_id: 'w-clinic' })
    const stored = await client.agents.get(id)
    expect(stored).toMatchObject({
      context: 'For the garage.',
      instructions: 'Be brief.',
      questions: [{ label: 'When?', type: 'date' }, { label: 'Sure?' }],
      unknown_field: { kept: true },
    })
    expect(await client.agents.update(id, body)).toMatchObject({ id, status: 'updated' })
    const changed = { ...stored, title: 'Visits' }
    expect(await client.agents.updateConfig(id, changed)).toMatchObject({ config: changed })
    expect(await client.agents.getPublic(id)).toMatchObject({ id, title: 'Visits' })
  })

  it('that cannot be saved are refused with every issue', async () => {
    const scripts = { outro_incomplete: 'Call again.' }
    await expect(client.agents.create({ ...body, title: '', scripts, branches: [] })).rejects.toMatchObject({
      name: 'ValidationError',
      status: 400,
      issues: [
        { path: 'title', message: 'Enter a title.' },
        { path: 'questions[0].branch_id', loc: ['questions', 0, 'branch_id'] },
        { loc: ['scripts', 'outro_incomplete'], message: 'Set outro as well.' },
      ],
    })
  })

  it('that do not exist are refused with the reason', async () => {
    await expect(client.agents.get('agent-99')).rejects.toMatchObject({
      status: 404,
      reason: 'Agent not found',
    })
  })
})

describe('the conversations of an agent', () => {
  it('come with their transcripts', async () => {
    const rows = await client.agentConversations.list(agentId)
    expect(rows).toHaveLength(5)
    expect(rows.every((row) => 'transcript' in row)).toBe(true)
  })

  it('come without them, in every form of the list', async () => {
    const without = { include_transcript: false } as const
    const rows = await client.agentConversations.list(agentId, without)
    const { data } = await client.agentConversations.page(agentId, { ...without, limit: 5 })
    const walked = await client.agentConversations.iterate(agentId, { ...without, limit: 2 }).toArray()
    expect(rows.some((row) => 'transcript' in row)).toBe(false)
    expect(data).toEqual(rows)
    expect(walked).toEqual(rows)
  })

  it('are filtered by status and source', async () => {
    const filter = { status: 'complete', source: 'web' }
    const rows = await client.agentConversations.list(agentId, filter)
    expect(rows.length).toBeGreaterThan(0)
    for (const row of rows) expect(row).toMatchObject(filter)
    expect(await client.agentConversations.list(agentId, { status: 'in_progress' })).toEqual([])
  })

  it('have the published fields and no others', async () => {
    const published = description.fieldsOf('Conversation')
    for (const row of await client.agentConversations.list(agentId))
      expect(published).toEqual(expect.arrayContaining(Object.keys(row)))
    const { data } = await client.conversations.page()
    for (const row of data)
      expect([...published, 'agent_id', 'agent_title']).toEqual(expect.arrayContaining(Object.keys(row)))
  })

  it('are filtered by time', async () => {
    const [, second, third] = await client.agentConversations.list(agentId)
    const since = third?.created_at ?? 0
    const until = second?.created_at ?? 0
    expect(await client.agentConversations.list(agentId, { since, until })).toEqual([second, third])
  })
})

describe('the conversations of all agents', () => {
  it('come in pages only, with their agents', async () => {
    const { data, next_cursor } = await client.conversations.page()
    expect(data).toHaveLength(15)
    expect(new Set(data.map(({ agent_title }) => agent_title))).toEqual(
      new Set(['Intake', 'Survey', 'Callback']),
    )
    expect(next_cursor).toBeNull()
    expect(await client.conversations.iterate({ limit: 2 }).toArray()).toEqual(data)
  })

  it('are filtered', async () => {
    const filter = { workspace_id: 'w-clinic', agent_id: agentId, status: 'complete', source: 'web' }
    const { data } = await client.conversations.page({ ...filter, since: 1.5, limit: 200, cursor: 0 })
    expect(data.length).toBeGreaterThan(0)
    for (const row of data)
      expect(row).toMatchObject({ agent_id: agentId, status: 'complete', source: 'web' })
    expect((await client.conversations.page({ ...filter, until: 2 })).data).toEqual([])
  })
})

describe('form data', () => {
  it('is empty, then saved, then read', async () => {
    await client.offer({ sdp: 'v=0', type: 'offer', request_data: { agentId, conversation_id: 'c-1' } })
    expect(await client.formData.get(agentId, 'c-1')).toEqual({})
    const saved = { form_data: { age: 44 }, form_status: {} }
    expect(await client.formData.update(agentId, 'c-1', { updates: { age: 44 } })).toEqual(saved)
    expect(await client.formData.get(agentId, 'c-1')).toEqual(saved)
  })

  it('that was cleared is skipped', async () => {
    const cleared = { form_data: { age: null }, form_status: { age: 'skipped' } }
    expect(await client.formData.update(agentId, 'c-1', { updates: { age: null } })).toEqual(cleared)
  })

  it('that does not fit is refused with the fields', async () => {
    const updates = { age: 44, height: 180 }
    await expect(client.formData.update(agentId, 'c-1', { updates })).rejects.toMatchObject({
      name: 'ValidationError',
      issues: [{ path: 'height', message: 'There is no question with this name.' }],
    })
  })
})

describe('the rest', () => {
  it('lists workspaces in all three forms', async () => {
    const rows = await client.workspaces.list()
    expect((await client.workspaces.page({ limit: 2 })).data).toEqual(rows.slice(0, 2))
    expect(await client.workspaces.iterate().toArray()).toEqual(rows)
  })

  it('signals a call', async () => {
    const offer = { sdp: 'v=0', type: 'offer', request_data: { agentId } }
    expect(await client.offer(offer)).toMatchObject({ type: 'answer', request_data: { agentId } })
  })
})

describe('a key that is wrong', () => {
  it('is refused with 401 in the same class as the other service’s', async () => {
    const stranger = createVoiceFormClient({
      baseUrl: service.url,
      apiKey: 'wrong-key-0123456789',
      fetch: contract.fetch,
    })
    await expect(stranger.agents.list()).rejects.toMatchObject({
      name: 'HttpError',
      status: 401,
      reason: 'Invalid or revoked API key',
    })
  })
})

describe('the client', () => {
  it('has called every operation with success', () => {
    const successes = description.operations.map(({ id }) => `${id} 200`)
    expect(contract.seen()).toEqual(expect.arrayContaining(successes))
  })
})
