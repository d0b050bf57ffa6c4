// Pages of firewalls, proxies and logins with HTTP 401, 403 or 404, between the bundle and the service.
import { describe, expect, it } from 'vitest'
import type { Fault } from './faults/fault.ts'
import type { ProxyRule } from './faults/fault-proxy.ts'
import { createHarness, requestsOf, tally } from './harness.ts'
import { resultsOf } from './results-file.ts'

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

  it.for([pages[1], pages[2]])(
    'of a launch is as 503, repeated after a read: $status "$body"',
    async (fault, context) => {
      const rules = [once('launch', fault ?? page(404, ''))]
      const harness = await createHarness({ agents, faultProxy: { rules } }, context.onTestFinished)
      const step = await harness.run({ with: { agents: 'Alpha', timeout: '60' } })
      expect(step.outputs).toMatchObject({ verdict: 'passed', passed: '3' })
      expect(requestsOf(harness, 'launch')).toHaveLength(2)
      expect(tally(harness)['GET /agent-tests/agent/…/runs']).toBe(1)
    },
  )

  it('of a launch without time to repeat it may have started a run, and concerns no key', async (context) => {
    const rule: ProxyRule = ({ kind }) => (kind === 'launch' ? pages[0] : undefined)
    const harness = await createHarness({ agents, faultProxy: { rules: [rule] } }, context.onTestFinished)
    const step = await harness.run({ with: { agents: 'Alpha' } })
    expect(resultsOf(step).agents).toMatchObject([{ problem: { kind: 'maybe-launched' } }])
    expect(JSON.stringify(step.annotations)).not.toContain('authentication failed')
  })
})
