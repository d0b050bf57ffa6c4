import { describe, expect, it } from 'vitest'
import { scenarios } from '../../simulator/src/index.ts'
import { at, column, listAt, serving } from './serving.ts'

const agents = [
  { name: 'Support bot', scenario: 'all-pass' },
  { name: 'Booking assistant', scenario: 'not-verified' },
  { name: 'Billing, helper', scenario: 'one-fails' },
] as const

describe('the key', () => {
  it.each([
    ['a wrong key', { 'x-api-key': 'guessed' }, 401, 'Invalid or revoked API key'],
    ['a wrong bearer key', { authorization: 'Bearer guessed' }, 401, 'Invalid or expired token'],
    ['no key', {}, 403, 'Not authenticated'],
  ])('%s is refused', async (_, headers, status, detail) => {
    const { ask } = await serving({ agents })
    expect(await ask('GET', '/agents', { headers })).toEqual({ status, body: { detail } })
  })

  it('starts no run when it is wrong', async () => {
    const { ask, get, uuidOf } = await serving({ agents })
    const path = `/agent-tests/agent/${uuidOf('Support bot')}/run`
    expect((await ask('POST', path, { body: '{}', headers: { 'x-api-key': 'guessed' } })).status).toBe(401)
    expect((await get(`${path}s`)).body).toMatchObject({ total: 0 })
  })
})

it('records of another workspace are refused on every route', async () => {
  const other = { name: 'Moved', scenario: 'other-workspace', history: [{ scenario: 'all-pass' }] } as const
  const { simulator, ask } = await serving({ agents: [...agents, other] })
  const { elsewhere, task } = simulator.annotation
  const refused = { status: 403, body: { detail: 'This resource belongs to a different workspace' } }
  const paths = [
    `GET /agents/${elsewhere}`,
    `PUT /agents/${elsewhere}`,
    `POST /agents/${elsewhere}/verify-connection`,
    `GET /agent-tests/agent/${elsewhere}/tests`,
    `POST /agent-tests/agent/${elsewhere}/run`,
    `GET /agent-tests/agent/${elsewhere}/runs`,
    `GET /agent-tests/run/${elsewhere}`,
    `GET /agent-tests/run/${simulator.addRun('Moved', { scenario: 'all-pass' })}`,
    `GET /evaluators/${elsewhere}`,
    `PUT /annotation-tasks/${elsewhere}/items`,
    `POST /annotation-tasks/${elsewhere}/jobs`,
    `PUT /annotators/${elsewhere}`,
  ]
  for (const [method = '', path = ''] of paths.map((each) => each.split(' ')))
    expect(await ask(method, path), path).toEqual(refused)
  expect((await ask('PUT', `/annotation-tasks/${task}/items`, { body: '{}' })).status).toBe(422)
})

describe('POST /agents/resolve', () => {
  it('matches names exactly and names each unknown one once, in the order asked', async () => {
    const { post, uuidOf } = await serving({ agents })
    const names = ['Nobody', 'Support bot', 'support bot', 'Billing, helper', 'Nobody', 'Support bot ']
    const { status, body } = await post('/agents/resolve', { names })
    expect(status).toBe(200)
    expect(body).toEqual({
      resolved: { 'Support bot': uuidOf('Support bot'), 'Billing, helper': uuidOf('Billing, helper') },
      not_found: ['Nobody', 'support bot', 'Support bot '],
    })
  })

  it('resolves a name that is also a property of every object', async () => {
    const { post, uuidOf } = await serving({ agents: [{ name: '__proto__', scenario: 'all-pass' }] })
    const { body } = await post('/agents/resolve', { names: ['__proto__', 'constructor'] })
    expect(Object.entries(Object(at(body, 'resolved')))).toEqual([['__proto__', uuidOf('__proto__')]])
    expect(at(body, 'not_found')).toEqual(['constructor'])
  })

  it('refuses a name that is no text', async () => {
    const { post } = await serving({ agents })
    const { status, body } = await post('/agents/resolve', { names: ['Support bot', 7] })
    expect(status).toBe(422)
    expect(at(body, 'detail')).toMatchObject([{ type: 'string_type', loc: ['body', 'names', 1], input: 7 }])
  })
})

describe('GET /agents', () => {
  it('lists as newer servers do', async () => {
    const { get, uuidOf } = await serving({ agents })
    const { body } = await get('/agents')
    expect(body).toMatchObject({ total: 3, limit: null, offset: 0 })
    const [uuid, created_at] = [uuidOf('Booking assistant'), '2026-10-20 22:42:02']
    const rest = { type: 'connection', connection_verified: false, has_default_inputs: true }
    // `get` holds the fields against the recorded shape.
    expect(at(body, 'items')).toMatchObject([
      {},
      { uuid, name: 'Booking assistant', created_at, ...rest },
      {},
    ])
  })

  it('lists as some older servers do', async () => {
    const { get } = await serving({ agents, listShape: 'array' })
    expect(column((await get('/agents')).body, 'name')).toEqual(agents.map(({ name }) => name))
  })

  it.each([
    ['?q=b', ['Support bot', 'Booking assistant', 'Billing, helper'], 3],
    ['?q=BOOK', ['Booking assistant'], 1],
    ['?limit=1&offset=1', ['Booking assistant'], 3],
    ['?offset=2', ['Billing, helper'], 3],
    ['?q=nothing', [], 0],
  ])('keeps to the query %s', async (query, names, total) => {
    const { get } = await serving({ agents })
    const { body } = await get(`/agents${query}`)
    expect(column(at(body, 'items'), 'name')).toEqual(names)
    expect(at(body, 'total')).toBe(total)
  })

  it.each([
    ['?limit=0', 'greater_than_equal'],
    ['?limit=many', 'int_parsing'],
    ['?offset=-1', 'greater_than_equal'],
  ])('refuses the query %s', async (query, type) => {
    const { get } = await serving({ agents })
    const { status, body } = await get(`/agents${query}`)
    expect(status).toBe(422)
    expect(at(body, 'detail')).toMatchObject([{ type, loc: ['query', expect.any(String)] }])
  })
})

describe('the workspace', () => {
  it('has other ids in every simulator, and the same with the same seed', async () => {
    const idsWith = async (seed?: string) => {
      const { simulator, launch, poll } = await serving({ agents, seed })
      const taskId = await launch('Support bot')
      const { body } = await poll(taskId)
      return [taskId, ...listAt(body, 'test_uuids'), ...simulator.agents.map(({ uuid }) => uuid)]
    }
    const [first, second] = [await idsWith(), await idsWith()]
    expect(new Set([...first, ...second]).size).toBe(2 * first.length)
    expect(await idsWith('7')).toEqual(await idsWith('7'))
  })

  const slow = { name: 'A', scenario: 'slow' } as const
  it.each([
    ['two agents of one name', [slow, slow], 'two agents have the same name'],
    ['an id of another length', [{ ...slow, uuid: '1' }], 'must have 36 characters'],
    ['too few tests', [{ ...slow, parameters: { tests: 2, failing: 3 } }], 'fewer than its failing'],
    ['half a test', [{ ...slow, parameters: { tests: 1.5 } }], 'must be a whole number'],
  ])('is refused with %s', async (_, given, words) => {
    await expect(serving({ agents: given })).rejects.toThrow(words)
  })

  it('has agents of every scenario by default', async () => {
    const { simulator } = await serving()
    expect(new Set(simulator.agents.map(({ scenario }) => scenario))).toEqual(new Set(Object.keys(scenarios)))
  })
})
