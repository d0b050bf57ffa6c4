// Which requests are sent again, and that the timeout holds while they are.
import { expect, it } from 'vitest'
import type { Fault } from './faults/fault.ts'
import { faultsInTurn, type ProxyRule } from './faults/fault-proxy.ts'
import { createHarness, requestsOf } from './harness.ts'

const quick = { durationMs: 300, tests: 3 }
const alpha = { name: 'Alpha', scenario: 'all-pass', parameters: quick } as const

/** Less than a request timeout (30 s); more than a busy machine needs. */
const SOON_MS = 25_000

it.concurrent('a launch that the service may have received is never sent again; the other agents are not affected', async (context) => {
  const agents = [alpha, { ...alpha, name: 'Beta' }]
  const rules = [faultsInTurn('launch', { kind: 'reset', performed: true })]
  const harness = await createHarness(
    { agents, concurrency: 2, faultProxy: { rules } },
    context.onTestFinished,
  )
  const step = await harness.run({ with: { agents: 'Alpha,Beta' } })
  expect(requestsOf(harness, 'launch')).toHaveLength(2)
  expect(harness.requests().filter((line) => line.endsWith('/run'))).toHaveLength(2)
  expect(step.exitCode).toBe(1)
  expect(step.outputs).toMatchObject({ total: '3', passed: '3', verdict: 'inconclusive' })
  for (const report of [step.log, step.summary, harness.comments()[0]])
    expect(report).toContain('may have started')
})

it.concurrent('reads are sent again, also if the response is about something else', async (context) => {
  const page: Fault = { kind: 'answer', status: 200, body: '<html>Please wait</html>' }
  const others: Fault = { kind: 'answer', status: 200, body: '{"resolved":{"Beta":"b-1"},"not_found":[]}' }
  const other: Fault = { kind: 'answer', status: 200, body: '{"task_id":"t-1","status":"cancelled"}' }
  const rules = [
    faultsInTurn('resolve', { kind: 'reset', performed: true }, { kind: 'cut', by: 'reset' }, others),
    faultsInTurn('poll', { kind: 'answer', status: 502 }, { kind: 'garbage', performed: true }, other),
    faultsInTurn('details', page, { kind: 'cut', by: 'lying-length' }),
  ]
  const agents = [{ name: 'Alpha', scenario: 'one-fails', parameters: quick }] as const
  const harness = await createHarness({ agents, faultProxy: { rules } }, context.onTestFinished)
  const step = await harness.run({ with: { agents: 'Alpha', timeout: '60' } })
  expect(harness.faultProxy?.journal.filter(({ fault }) => fault !== null)).toHaveLength(8)
  expect(requestsOf(harness, 'launch')).toHaveLength(1)
  expect(step.outputs).toMatchObject({ total: '3', passed: '2', failed: '1', verdict: 'failed' })
  expect(step.summary).toContain('<details')
})

it.concurrent('the timeout aborts a request that hangs, and the run is polled once more', async (context) => {
  const hang: ProxyRule = ({ kind, nth }) =>
    kind === 'poll' && nth === 1 ? { kind: 'hang', performed: true } : undefined
  const harness = await createHarness(
    { agents: [alpha], faultProxy: { rules: [hang] } },
    context.onTestFinished,
  )
  const step = await harness.run({ with: { timeout: '8' } })
  // The last poll finds the finished run: the request that hung cost only time.
  expect(step.outputs).toMatchObject({ passed: '3', verdict: 'passed' })
  expect(requestsOf(harness, 'poll')).toHaveLength(2)
  expect(step.durationMs).toBeLessThan(SOON_MS)
})
