import { describe, expect, it } from 'vitest'
import { serving } from './serving.ts'

const agents = [{ name: 'Support bot', scenario: 'all-pass' }] as const

describe('routes', () => {
  it.each([
    ['GET', '/', 404, 'Not Found'],
    ['GET', '/agents/', 404, 'Not Found'],
    ['GET', '/agent-tests/agent/x/run/y', 404, 'Not Found'],
    ['GET', '/agents/%E0%A4%A', 404, 'Agent not found'],
    ['DELETE', '/agents', 405, 'Method Not Allowed'],
    ['GET', '/agent-tests/run', 405, 'Method Not Allowed'],
  ])('%s %s is answered with %i', async (method, path, status, detail) => {
    const { ask } = await serving({ agents })
    expect(await ask(method, path)).toEqual({ status, body: { detail } })
  })

  it('say which methods they allow', async () => {
    const { simulator } = await serving({ agents })
    const headers = { 'x-api-key': simulator.apiKey }
    const { headers: sent } = await fetch(`${simulator.url}/agents`, { method: 'DELETE', headers })
    expect(sent.get('allow')).toBe('GET')
  })
})
