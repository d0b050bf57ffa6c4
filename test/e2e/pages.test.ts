// Pages of firewalls, proxies and logins with HTTP 401, 403 or 404, between the bundle and the service.
import { describe, expect, it } from 'vitest'
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

describe.concurrent('before the first answer of the service', () => {
  it.for(pages)('three pages end the job and name the network: $status "$body"', async (fault, context) => {
    const harness = await createHarness(
      { agents, faultProxy: { rules: [() => fault] } },
      context.onTestFinished,
    )
    const step = await harness.run({ with: { agents: 'Alpha' } })
    expect(step.outputs['verdict']).toBe('inconclusive')
    expect(requestsOf(harness, 'resolve')).toHaveLength(3)
    const said = `${JSON.stringify(step.annotations)}${step.summary}`
    expect(said).toContain('a firewall, a proxy or a login answered, not the service')
    expect(said).toMatch(/base-url.*HTTPS_PROXY/)
    expect(said).not.toMatch(/authentication failed|the service says|deleted|API key/)
  })
})

describe.concurrent('a page in place of a later answer', () => {
  const once = (kind: string, fault: Fault): ProxyRule => {
    return (request) => (request.kind === kind && request.nth === 1 ? fault : undefined)
  }

  it.for(pages)('of polls costs nothing: $status "$body"', async (fault, context) => {
    const harness = await createHarness(
      { agents, faultProxy: { rules: [once('poll', fault)] } },
      context.onTestFinished,
    )
    const step = await harness.run({ with: { agents: 'Alpha' } })
    expect(step.outputs).toMatchObject({ verdict: 'passed', passed: '3' })
  })
})
