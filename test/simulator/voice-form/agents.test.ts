import { describe, expect, it } from 'vitest'
import { at, startOfClock } from '../serving.ts'
import { startVoiceForm } from './harness.ts'

const body = {
  title: 'Booking',
  questions: [
    { question: 'When?', response_type: 'date', name: 'day', required: true, branch_id: 'b-1' },
    { question: 'Which?', response_type: 'single-select', name: 'which', options: ['A', 'B'] },
  ],
  branches: [{ id: 'b-1', condition: { field: 'which', present: true } }],
  description: 'For the garage.',
  ai_instructions: 'Be brief.',
  scripts: { outro: 'Bye.', outro_incomplete: 'Call again.' },
  custom: { kept: true },
}

describe('the key', () => {
  it.each([
    ['no key', {}, 'Not authenticated'],
    ['a wrong key', { authorization: 'Bearer guessed' }, 'Invalid or revoked API key'],
    ['a key in another header', { 'x-api-key': 'simulator-key-5b1f0c6e9a72' }, 'Not authenticated'],
  ])('%s is refused with 401', async (_, headers, detail) => {
    const { send } = await startVoiceForm()
    expect(await send('GET', '/api/v1/agents', undefined, headers)).toEqual({ status: 401, body: { detail } })
  })
})

describe('GET /api/v1/agents', () => {
  it('is a plain array without limit and cursor', async () => {
    const { get, idOf } = await startVoiceForm()
    const { body: rows } = await get('/agents')
    expect(rows).toHaveLength(3)
    expect(at(rows, 0)).toEqual({
      id: idOf('Clinic intake'),
      title: 'Clinic intake',
      question_count: 3,
      updated_at: startOfClock / 1000,
      conversation_count: 60,
      status: 'published',
      workspace_id: 'w-clinic',
      workspace_role: 'limited',
    })
  })
})

describe('saving an agent', () => {
  it('replaces and publishes', async () => {
    const { send, get, idOf, advance } = await startVoiceForm()
    const id = idOf('Garage booking')
    advance(5000)
    expect((await send('PUT', `/api/v1/agents/${id}`, body)).body).toEqual({
      id,
      status: 'updated',
      version: 2,
    })
    const config = (await get(`/agents/${id}`)).body
    const changed = { ...Object(config), title: 'Visits' }
    const put = await send('PUT', `/api/v1/agents/${id}/config`, changed)
    expect(put.body).toEqual({ id, status: 'updated', version: 3, config: changed })
    expect((await get('/agents')).body).toContainEqual(
      expect.objectContaining({ title: 'Visits', updated_at: startOfClock / 1000 + 5 }),
    )
  })
})
