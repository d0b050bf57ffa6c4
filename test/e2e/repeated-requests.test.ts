// Which requests are sent again, and that the timeout holds while they are.
import { describe, expect, it } from 'vitest'
import type { Fault } from './faults/fault.ts'
import { faultsInTurn, type ProxyRule } from './faults/fault-proxy.ts'
import { createHarness, requestsOf } from './harness.ts'

const quick = { durationMs: 300, tests: 3 }
const alpha = { name: 'Alpha', scenario: 'all-pass', parameters: quick } as const

/** Less than a request timeout (30 s); more than a busy machine needs. */
const SOON_MS = 25_000

describe.concurrent('a launch', () => {
  it('that the service may have received is never sent again; the other agents are not affected', async (context) => {
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

  it('that the service refused is sent again when it says, by its own clock, which is an hour slow', async (context) => {
    const anHourAgo = (ms = 0) => new Date(Date.now() - 3_600_000 + ms).toUTCString()
    const busy: ProxyRule = ({ kind, nth }) => {
      const headers = { date: anHourAgo(), 'retry-after': anHourAgo(2000) }
      return kind === 'launch' && nth === 1 ? { kind: 'answer', status: 429, headers } : undefined
    }
    const harness = await createHarness(
      { agents: [alpha], faultProxy: { rules: [busy] } },
      context.onTestFinished,
    )
    const step = await harness.run()
    const [first, second, ...more] = requestsOf(harness, 'launch')
    expect(more).toEqual([])
    expect((second?.atMs ?? 0) - (first?.atMs ?? 0)).toBeGreaterThanOrEqual(1980)
    expect(step.outputs).toMatchObject({ total: '3', passed: '3', verdict: 'passed' })
  })

  it('that a gateway answers with 503 is sent again half a minute later, once a read of its runs succeeds', async (context) => {
    const gateway: ProxyRule = ({ kind, nth, path }) => {
      const isRead = kind === 'other' && path.endsWith('/runs')
      if (kind === 'launch' && nth === 1) return { kind: 'answer', status: 503, performed: true }
      return isRead && nth === 1 ? { kind: 'answer', status: 502 } : undefined
    }
    const harness = await createHarness(
      { agents: [alpha], concurrency: 2, faultProxy: { rules: [gateway] } },
      context.onTestFinished,
    )
    const step = await harness.run({ with: { timeout: '240' } })
    const requests = harness.faultProxy?.journal.filter(({ kind }) => kind === 'launch' || kind === 'other')
    expect(requests?.map(({ method, query }) => `${method} ${query}`)).toEqual([
      'POST ',
      'GET ?limit=1',
      'GET ?limit=1',
      'POST ',
    ])
    const [first, second] = requestsOf(harness, 'launch')
    expect((second?.atMs ?? 0) - (first?.atMs ?? 0)).toBeGreaterThanOrEqual(30_000)
    expect(step.outputs).toMatchObject({ total: '3', passed: '3', verdict: 'passed' })
  })

  it('that a gateway answers with 503 counts for max-tests, with the linked tests of the agent', async (context) => {
    const gateway: ProxyRule = ({ kind }) =>
      kind === 'launch' ? { kind: 'answer', status: 503, performed: true } : undefined
    const parameters = { ...quick, tests: 20 }
    const agents = ['Alpha', 'Beta'].map((name) => ({ ...alpha, name, parameters }))
    const harness = await createHarness({ agents, faultProxy: { rules: [gateway] } }, context.onTestFinished)
    const step = await harness.run({ with: { agents: 'Alpha,Beta', 'max-tests': '20', timeout: '240' } })
    expect(requestsOf(harness, 'launch')).toHaveLength(1)
    expect(step.outputs).toMatchObject({ total: '0', verdict: 'inconclusive' })
    for (const report of [step.log, step.summary, harness.comments()[0]])
      expect(report).toContain('may have started')
    expect(step.log).toContain('no more than 20 tests may be run')
  })
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

describe.concurrent('the timeout holds whatever the service does', () => {
  const hang = (of: string): ProxyRule => {
    return ({ kind, nth }) => (kind === of && nth === 1 ? { kind: 'hang', performed: true } : undefined)
  }

  it('aborts a request that hangs and polls once more', async (context) => {
    const harness = await createHarness(
      { agents: [alpha], faultProxy: { rules: [hang('poll')] } },
      context.onTestFinished,
    )
    const step = await harness.run({ with: { timeout: '8' } })
    // The last poll finds the finished run: the request that hung cost only time.
    expect(step.outputs).toMatchObject({ passed: '3', verdict: 'passed' })
    expect(requestsOf(harness, 'poll')).toHaveLength(2)
    expect(step.durationMs).toBeLessThan(SOON_MS)
  })

  it('names the error of a run whose polls failed until the deadline, with its link', async (context) => {
    const down: ProxyRule = ({ kind }) =>
      kind === 'poll' || kind === 'details' ? { kind: 'answer', status: 503 } : undefined
    const harness = await createHarness(
      { agents: [alpha], faultProxy: { rules: [down] } },
      context.onTestFinished,
    )
    const step = await harness.run({ with: { timeout: '16' } })
    expect([step.exitCode, step.outputs['verdict']]).toEqual([1, 'inconclusive'])
    const [comment] = harness.comments()
    expect(comment).toMatch(/tests\?tab=runs&(amp;)?runId=[0-9a-f-]{36}/)
    for (const report of [comment, step.log])
      expect(report).toMatch(/had no result after 16s, and the last poll failed: [^\n]*503/)
  })

  it('ends a selection that hangs', async (context) => {
    const harness = await createHarness(
      { agents: [alpha], faultProxy: { rules: [hang('list')] } },
      context.onTestFinished,
    )
    const step = await harness.run({ with: { timeout: '2' } })
    expect(step.exitCode).toBe(1)
    expect(step.log).toMatch(/no response within [\d.]+ s/)
    expect(step.durationMs).toBeLessThan(SOON_MS)
    expect(requestsOf(harness, 'launch')).toEqual([])
  })
})
