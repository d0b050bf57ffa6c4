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
})

describe('GET /agents', () => {
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
