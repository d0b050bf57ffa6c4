import { describe, expect, it } from 'vitest'
import { at, column, listAt } from '../serving.ts'
import { startVoiceForm } from './harness.ts'

describe("an agent's conversations", () => {
  it('are a plain array with transcripts, newest first', async () => {
    const { get, idOf } = await startVoiceForm()
    const { body } = await get(`/agents/${idOf('Clinic intake')}/conversations`)
    expect(body).toHaveLength(60)
    // `get` holds the fields against the published shape.
    expect(at(body, 0)).toMatchObject({
      status: 'complete',
      form_data: { birth_date: expect.stringMatching(/^\d{4}-/), takes_medicine: expect.any(Boolean) },
      ...{ form_status: {}, filled_fields: 3, total_fields: 3 },
      ...{ has_recording: true, has_transcript: true, has_events: true, has_metrics: true },
      source: 'twilio',
      cost: { turns: 3 },
      transcript: expect.arrayContaining([{ role: 'assistant', content: 'What is your full name?' }]),
    })
    const times = column(body, 'created_at').map(Number)
    expect(times).toEqual(times.toSorted((a, b) => b - a))
  })
})

describe('the conversations of all agents', () => {
  it('are always an envelope, with their agents', async () => {
    const { get, idOf } = await startVoiceForm()
    const { body } = await get('/conversations')
    expect(at(body, 'data')).toHaveLength(50)
    expect(at(body, 'next_cursor')).toBe(50)
    expect(at(body, 'data', 0)).not.toHaveProperty('transcript')
    const agents = listAt(body, 'data').map((row) => [at(row, 'agent_id'), at(row, 'agent_title')])
    expect(agents).toContainEqual([idOf('Garage booking'), 'Garage booking'])
    const rest = (await get('/conversations?cursor=50')).body
    expect(at(rest, 'data')).toHaveLength(25)
    expect(at(rest, 'next_cursor')).toBeNull()
  })
})

describe('a call', () => {
  async function call(title = 'Garage booking') {
    const service = await startVoiceForm()
    const agentId = service.idOf(title)
    const request_data = { agentId, conversation_id: 'my-call' }
    const offered = await service.open('POST', '/offer', { sdp: 'v=0', type: 'offer', request_data })
    const form = `/api/v1/agents/${agentId}/conversations/my-call/form_data`
    return {
      ...service,
      offered,
      update: (updates: object) => service.open('PATCH', form, { updates }),
      data: async () => (await service.open('GET', `/api/v1/data/${agentId}/my-call`)).body,
    }
  }

  it('starts with an offer, which needs no key', async () => {
    const { offered, get } = await call()
    expect(offered).toMatchObject({
      status: 200,
      body: { sdp: expect.any(String), type: 'answer', request_data: { conversation_id: 'my-call' } },
    })
    expect(at((await get('/conversations?status=in_progress')).body, 'data')).toMatchObject([
      {
        conversation_id: 'my-call',
        filled_fields: 0,
        duration_secs: null,
        has_transcript: false,
        has_events: false,
        form_status: {},
      },
    ])
  })

  it('may be started by the page of any site', async () => {
    const { simulator } = await startVoiceForm()
    const { status, headers } = await fetch(`${simulator.url}/offer`, { method: 'OPTIONS' })
    expect(status).toBe(204)
    expect(headers.get('access-control-allow-origin')).toBe('*')
    expect(headers.get('access-control-allow-headers')).toBe('authorization, content-type')
    expect(headers.get('access-control-allow-methods')).toBe('GET, POST, PUT, PATCH')
  })

  it('has no answers before the first save, then normalized ones', async () => {
    const { data, update } = await call()
    expect(await data()).toEqual({})
    const saved = { form_data: { kilometres: 42000, service: 'Oil' }, form_status: {} }
    expect(await update({ kilometres: '42000', service: 'Oil' })).toEqual({ status: 200, body: saved })
    expect(await data()).toEqual(saved)
  })

  it('is only known under its agent', async () => {
    const { data, update, open, idOf } = await call()
    await update({ kilometres: 1 })
    const other = idOf('Clinic intake')
    const form = `/api/v1/agents/${other}/conversations/my-call/form_data`
    expect(await open('PATCH', form, { updates: { full_name: 'Ada' } })).toEqual({
      status: 404,
      body: { error: 'Conversation not found' },
    })
    expect((await open('GET', `/api/v1/data/${other}/my-call`)).body).toEqual({})
    const request_data = { agentId: other, conversation_id: 'my-call' }
    await open('POST', '/offer', { sdp: 'v=0', type: 'offer', request_data })
    expect((await open('PATCH', form, { updates: { full_name: 'Ada' } })).status).toBe(200)
    expect(await data()).toMatchObject({ form_data: { kilometres: 1 } })
  })
})
