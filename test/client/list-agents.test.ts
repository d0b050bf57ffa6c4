import { describe, expect, it } from 'vitest'
import { createEvaluationClient } from '../../src/client/index.ts'
import { baseUrl, service, withoutNetwork } from './without-network.ts'

withoutNetwork()

const apiKey = 'secret-key-0123456789'
const client = createEvaluationClient({ baseUrl, apiKey })
const uuid = '0b8a3a52-7e55-4b0e-9c5a-0d9f3f7d6a11'
const agent = { uuid, name: 'Support bot' }

describe('listAgents', () => {
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
    expect(await client.listAgents()).toEqual([a, b, c])
  })

  it('asks for a successor of a page as long as its limit', async () => {
    pages({ items: [a, b], limit: 2 }, { items: [c], limit: 2 })
    expect(await client.listAgents()).toEqual([a, b, c])
  })

  it.each([
    [
      'an empty second page',
      [
        { items: [a], total: 9, limit: 1 },
        { items: [], total: 9, limit: 1 },
      ],
    ],
    [
      'a server that ignores the offset',
      [
        { items: [a, b], total: 4 },
        { items: [a, b], total: 4 },
      ],
    ],
    [
      'fewer different agents than the total',
      [
        { items: [a, a], total: 2 },
        { items: [], total: 2 },
      ],
    ],
    [
      'the same full page again',
      [
        { items: [a, b], limit: 2 },
        { items: [a, b], limit: 2 },
      ],
    ],
  ])('rejects %s instead of returning a short list', async (_, bodies) => {
    pages(...bodies)
    await expect(client.listAgents()).rejects.toMatchObject({
      name: 'ContractError',
      message: expect.stringMatching(/the service lists (\d|more) agents, but sent only \d/),
    })
  })

  it('reads an agent without a name', async () => {
    pages([{ uuid }, { uuid: `b-${uuid}`, name: 5 }])
    expect(await client.listAgents()).toEqual([
      { uuid, name: '' },
      { uuid: `b-${uuid}`, name: '' },
    ])
  })

  it('asks for a part of the name', async () => {
    service().get('/agents').query({ q: 'bot' }).reply(200, [agent])
    expect(await client.listAgents({ q: 'bot' })).toEqual([agent])
  })

  it('refuses entries without an ID', async () => {
    service()
      .get('/agents')
      .reply(200, [{ name: 'Support bot' }])
    await expect(client.listAgents()).rejects.toMatchObject({
      name: 'ContractError',
      issues: [{ path: 'items[0].uuid', message: 'expected text, got nothing' }],
    })
  })
})
