// A service without the run history, which older ones do not have: its route is a 404 `Not Found`.
import { describe, expect, it } from 'vitest'
import { createHarness } from './harness.ts'
import { resultsOf } from './results-file.ts'

const parameters = { durationMs: 200, tests: 3 }
const agents = ['Alpha', 'Beta'].map((name) => ({ name, scenario: 'one-fails' as const, parameters }))

const answering = (status: number, detail: string) => ({
  rules: [
    ({ path }: { readonly path: string }) =>
      path.endsWith('/runs')
        ? ({ kind: 'answer', status, body: JSON.stringify({ detail }) } as const)
        : undefined,
  ],
})

describe.concurrent('in mode gate, the log', () => {
  it('says so once, and no report does', async (context) => {
    const faultProxy = answering(404, 'Not Found')
    const harness = await createHarness({ agents, concurrency: 2, faultProxy }, context.onTestFinished)
    const step = await harness.run()
    expect(step.outputs['verdict']).toBe('failed')
    expect(step.log.match(/this service has no run history/g)).toHaveLength(1)
    expect(resultsOf(step).agents.map(({ baseline }) => baseline)).toEqual([null, null])
    const reports = [harness.comments()[0], step.summary, JSON.stringify(step.annotations)].join('\n')
    expect(reports).toMatch(/in 2 agents \| 2 of 2 \|/)
    expect(reports).not.toMatch(/history|compared|Not Found/i)
  })

  it('does not where the history of one agent is missing, and the comment does', async (context) => {
    const faultProxy = answering(404, 'Agent not found')
    const harness = await createHarness({ agents, concurrency: 2, faultProxy }, context.onTestFinished)
    const step = await harness.run()
    expect(harness.comments()[0]).toContain(
      'not compared: no usable run history: HTTP 404: "Agent not found"',
    )
    expect(step.log).not.toContain('this service has no run history')
  })
})

it('in mode gate-if-worse, a failing test is inconclusive, with what to do', async () => {
  const faultProxy = answering(404, 'Not Found')
  const harness = await createHarness({ agents, concurrency: 2, faultProxy })
  const step = await harness.run({ with: { mode: 'gate-if-worse' } })
  expect(step.outputs['verdict']).toBe('inconclusive')
  const [comment = ''] = harness.comments()
  expect(comment).toContain('the service has no run history')
  expect(comment).toMatch(/set `control` to the agents without the change, in the order of `agents`/)
  expect(comment).not.toContain('Not Found')
})
