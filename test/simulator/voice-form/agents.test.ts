import { describe, expect, it } from 'vitest'
import { at, column, startOfClock } from '../serving.ts'
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

  it('is refused with all validation issues, and nothing is saved', async () => {
    const { send, get, idOf } = await startVoiceForm()
    const id = idOf('Garage booking')
    const before = (await get(`/agents/${id}`)).body
    const invalid = {
      title: ' ',
      questions: [
        { question: '', response_type: 'colour' },
        { question: 'Which?', response_type: 'multi-select', branch_id: 'b-9' },
      ],
      branches: [{ id: 'b-1', condition: { field: 'which', equals: true, present: true } }],
      scripts: { outro_incomplete: 'Call again.' },
    }
    const { status, body: refusal } = await send('PUT', `/api/v1/agents/${id}`, invalid)
    expect(status).toBe(400)
    expect(column(at(refusal, 'validation_issues'), 'field')).toEqual([
      'title',
      'questions[0].question',
      'questions[0].response_type',
      'questions[1].options',
      'questions[1].branch_id',
      'branches[0].condition',
      'scripts.outro_incomplete',
    ])
    expect((await get(`/agents/${id}`)).body).toEqual(before)
  })

  it('needs a title, questions and a known workspace', async () => {
    const { send } = await startVoiceForm()
    expect(await send('POST', '/api/v1/agents', {})).toMatchObject({
      status: 400,
      body: { validation_issues: [{ field: 'title' }, { field: 'questions' }] },
    })
    expect(await send('POST', '/api/v1/agents', { ...body, workspace_id: 'w-9' })).toEqual({
      status: 404,
      body: { error: 'Workspace not found' },
    })
  })
})
