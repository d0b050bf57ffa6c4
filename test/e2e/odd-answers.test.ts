// Odd answers: whatever happens, the reports are written.
import { describe, expect, it } from 'vitest'
import type { Fault } from './faults/fault.ts'
import type { ProxyRequest } from './faults/fault-proxy.ts'
import { createHarness, requestsOf } from './harness.ts'

const parameters = { durationMs: 200, tests: 4 }
const inputs = { timeout: '240' }

type Json = Record<string, unknown>

const rewrite = (change: (body: Json) => Json): Fault => ({
  kind: 'rewrite',
  change: (body) => JSON.stringify(change(JSON.parse(body))),
})

const isRead = ({ kind }: ProxyRequest) => kind === 'poll' || kind === 'details'

describe.concurrent('an answer cannot destroy the reports', () => {
  const noStack = /^\s+at .*\(|RangeError|URIError/m

  it('with arguments that are nested 5,000 deep', async (context) => {
    const deep = `${'['.repeat(5000)}${']'.repeat(5000)}`
    let nested = 0
    const nest: Fault = {
      kind: 'rewrite',
      change: (body) =>
        body.replaceAll(/"arguments":\{[^{}]*\}/g, () => {
          nested += 1
          return `"arguments":${deep}`
        }),
    }
    const harness = await createHarness(
      {
        agents: [{ name: 'Alpha', scenario: 'tool-call-failure', parameters: { ...parameters, tests: 8 } }],
        faultProxy: { rules: [(request) => (isRead(request) ? nest : undefined)] },
      },
      context.onTestFinished,
    )
    const step = await harness.run({ with: inputs })
    expect(step.exitCode).toBe(1)
    expect(step.outputs).toMatchObject({ total: '8', failed: '1', verdict: 'failed' })
    expect(harness.comments()[0]).toContain('Alpha')
    expect(nested).toBeGreaterThan(0)
    expect(step.raw).not.toMatch(noStack)
  })

  it('with a lone surrogate in an ID: that run is inconclusive, the others are not', async (context) => {
    const lone = rewrite((body) => ({ ...body, task_id: `run-${'\ud800'}` }))
    const harness = await createHarness(
      {
        agents: [
          { name: 'Alpha', scenario: 'all-pass', parameters },
          { name: 'Beta', scenario: 'all-pass', parameters },
        ],
        concurrency: 2,
        faultProxy: {
          rules: [
            (request) =>
              request.kind === 'launch' && requestsOf(harness, 'launch').length === 1 ? lone : undefined,
          ],
        },
      },
      context.onTestFinished,
    )
    const step = await harness.run({ with: inputs })
    expect(step.exitCode).toBe(1)
    expect(step.outputs).toMatchObject({ total: '4', passed: '4', verdict: 'inconclusive' })
    for (const report of [harness.comments()[0], step.summary, step.log])
      expect(report).toContain('may have started')
    expect(step.raw).not.toMatch(noStack)
  })
})
