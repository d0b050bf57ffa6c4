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

it('PUT does not move an agent to another workspace, and says so', async () => {
  const { send, get, idOf } = await startVoiceForm()
  const path = `/api/v1/agents/${idOf('Clinic intake')}`
  const refused = await send('PUT', path, { ...body, workspace_id: 'w-personal' })
  expect(refused).toMatchObject({ status: 400, body: { validation_issues: [{ field: 'workspace_id' }] } })
  expect(at((await get('/agents')).body, 0)).toMatchObject({
    title: 'Clinic intake',
    workspace_id: 'w-clinic',
  })
})

const stored = {
  title: 'Booking',
  questions: [{ label: 'When?', type: 'date' }],
  context: 'For the garage.',
  instructions: 'Be brief.',
}
const [question] = body.questions
const [branch] = body.branches
const named = (place: string, ...names: string[]) => names.map((name) => `${place}.${name}`).join(', ')

describe.each(['POST', 'PUT'])('%s refuses, by the names of the body,', (method) => {
  it.each<[change: object, fields: string]>([
    [{ hearing_acknowledgement_mode: 'nope' }, 'hearing_acknowledgement_mode'],
    [{ hearing_acknowledgement_phrases: 'Aha' }, 'hearing_acknowledgement_phrases'],
    [{ agent_speaks_first: 'x' }, 'agent_speaks_first'],
    [{ scripts: 'x' }, 'scripts'],
    [{ scripts: { intro: 1 } }, 'scripts.intro'],
    [{ scripts: { outro_incomplete: 'Call again.' } }, 'scripts.outro_incomplete'],
    [{ branches: 'x', questions: [{ ...question, branch_id: null }] }, 'branches'],
    [{ branches: [branch, 'x'] }, 'branches[1]'],
    [{ branches: [{ ...branch, condition: {} }] }, 'branches[0].condition.field, branches[0].condition'],
    [{ description: 1 }, 'description'],
    [{ questions: [{ question: 'When?' }] }, 'questions[0].response_type'],
    [{ questions: [{ ...question, required: 'x' }] }, 'questions[0].required'],
    [
      { description: undefined, ai_instructions: undefined, ...stored },
      `context, instructions, ${named('questions[0]', 'question', 'response_type', 'label', 'type')}`,
    ],
  ])('%j: %s', async (change, fields) => {
    const { send, idOf } = await startVoiceForm()
    const path = method === 'POST' ? '/api/v1/agents' : `/api/v1/agents/${idOf('Garage booking')}`
    const { status, body: refusal } = await send(method, path, { ...body, ...change })
    expect(status).toBe(400)
    expect(column(at(refusal, 'validation_issues'), 'field').join(', ')).toBe(fields)
  })
})

it('the stored format has names of its own', async () => {
  const { send, idOf } = await startVoiceForm()
  const path = `/api/v1/agents/${idOf('Garage booking')}/config`
  expect((await send('PUT', path, { ...stored, scripts: null })).status).toBe(200)
  const { body: refusal } = await send('PUT', path, { ...stored, ...body, branches: null })
  const [first, second] = [['branch_id'], []].map((more, index) =>
    named(`questions[${index}]`, 'label', 'type', 'question', 'response_type', ...more),
  )
  expect(column(at(refusal, 'validation_issues'), 'field').join(', ')).toBe(
    `description, ai_instructions, ${first}, ${second}`,
  )
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
