// Pages of firewalls, proxies and logins with HTTP 401, 403 or 404, between the bundle and the service.
import { expect, it } from 'vitest'
import type { Fault } from './faults/fault.ts'
import type { ProxyRule } from './faults/fault-proxy.ts'
import { createHarness, requestsOf } from './harness.ts'

const agents = [{ name: 'Alpha', scenario: 'all-pass', parameters: { durationMs: 1500, tests: 3 } }] as const

const page = (status: number, body: string, type = 'text/html'): Fault => {
  return { kind: 'answer', status, body, headers: { 'content-type': type } }
}
const pages = [
  page(401, '<!DOCTYPE html><html><title>Sign in</title></html>'),
  page(403, 'error code: 1020', 'text/plain'),
  page(404, '404 page not found\n', 'text/plain; charset=utf-8'),
  page(403, '', 'application/json'),
]

it.concurrent.for(pages)(
  'three pages before the first answer end the job and name the network: $status "$body"',
  async (fault, context) => {
    const options = { agents, faultProxy: { rules: [() => fault] } }
    const harness = await createHarness(options, context.onTestFinished)
    const step = await harness.run({ with: { agents: 'Alpha' } })
    expect(step.outputs['verdict']).toBe('inconclusive')
    expect(requestsOf(harness, 'resolve')).toHaveLength(3)
    const said = `${JSON.stringify(step.annotations)}${step.summary}`
    expect(said).toContain('a firewall, a proxy or a login answered, not the service')
    expect(said).toMatch(/base-url.*HTTPS_PROXY/)
    expect(said).not.toMatch(/authentication failed|the service says|deleted|API key/)
  },
)

it('a page in place of a later answer costs nothing', async (context) => {
  const once: ProxyRule = ({ kind, nth }) => (kind === 'poll' && nth === 1 ? pages[1] : undefined)
  const harness = await createHarness({ agents, faultProxy: { rules: [once] } }, context.onTestFinished)
  const step = await harness.run({ with: { agents: 'Alpha' } })
  expect(step.outputs).toMatchObject({ verdict: 'passed', passed: '3' })
})
