import { Agent, request } from 'node:http'
import { describe, expect, it } from 'vitest'
import { startSimulator } from '../../simulator/src/index.ts'
import { serving } from './serving.ts'

const agents = [{ name: 'Support bot', scenario: 'all-pass' }] as const

describe('the journal', () => {
  it('says whether a key was right, and never contains it', async () => {
    const { simulator, ask, get } = await serving({ agents, apiKey: 'the-right-key' })
    await get('/agents')
    await ask('GET', '/agents', { headers: { 'x-api-key': 'a-wrong-key' } })
    await ask('GET', '/agents', { headers: { authorization: 'Bearer the-right-key' } })
    await ask('GET', '/agents', { headers: {} })
    expect(simulator.journal.map(({ key }) => key)).toEqual(['right', 'wrong', 'right', 'missing'])
    expect(simulator.journal[0]?.headers).toHaveProperty('x-api-key')
    expect(JSON.stringify(simulator.journal)).not.toMatch(/the-right-key|a-wrong-key/)
  })
})

describe('close', () => {
  it.each([
    ['open', { latencyMs: 60_000 }],
    ['waiting', { requestMs: 3_600_000 }],
  ])('ends idle connections and %s requests at once', async (_, slowness) => {
    const simulator = await startSimulator({ agents, ...slowness })
    const options = { agent: new Agent({ keepAlive: true }), headers: { 'x-api-key': simulator.apiKey } }
    const outcome = new Promise((resolve) => {
      request(`${simulator.url}/agents`, options, resolve).on('error', resolve).end()
    })
    while (simulator.peakInFlight === 0) await new Promise((resolve) => setTimeout(resolve, 5))
    const before = performance.now()
    await simulator.close()
    // The request would take a minute or more.
    expect(performance.now() - before).toBeLessThan(30_000)
    expect(await outcome).toMatchObject({ code: 'ECONNRESET' })
    await expect(fetch(simulator.url)).rejects.toThrow()
  })
})
