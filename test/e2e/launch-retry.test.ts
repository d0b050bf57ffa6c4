// When a launch is retried; one that the service may have received is never sent again.
import { describe, expect, it } from 'vitest'
import type { Fault } from './faults/fault.ts'
import { faultsInTurn, ownAddress } from './faults/fault-proxy.ts'
import { createHarness, type Harness, requestsOf } from './harness.ts'

const quick = { durationMs: 300, tests: 3 }
const alpha = { name: 'Alpha', scenario: 'all-pass', parameters: quick } as const
const beta = { name: 'Beta', scenario: 'all-pass', parameters: quick } as const

/** Less than a request timeout (30 s) and than the Retry-After of these tests (60 s); more than a busy machine needs. */
const SOON_MS = 25_000

const launchesBySimulator = (harness: Harness) =>
  harness.requests().filter((line) => line.endsWith('/run')).length

describe.concurrent('a launch that the service may have received is never sent again', () => {
  const cases: readonly (readonly [string, Fault])[] = [
    ['a reset after the service received it', { kind: 'reset', performed: true }],
    ['a reset in the middle of the answer', { kind: 'cut', by: 'reset' }],
    ['half a JSON answer', { kind: 'cut', by: 'lying-length' }],
    ['no answer before the deadline', { kind: 'hang', performed: true }],
    ['bytes that are not HTTP', { kind: 'garbage', performed: true }],
    ['500', { kind: 'answer', status: 500, body: 'Internal Server Error', performed: true }],
    ['500 with Retry-After', { kind: 'answer', status: 500, headers: { 'retry-after': '1' } }],
  ]

  it.for(cases)('%s: the reports say that a run may have started', async ([, fault], context) => {
    const harness = await createHarness(
      { agents: [alpha], faultProxy: { rules: [faultsInTurn('launch', fault)] } },
      context.onTestFinished,
    )
    const waits = fault.kind === 'hang' || fault.kind === 'drip'
    const step = await harness.run({ with: { timeout: waits ? '8' : '20' } })
    expect(requestsOf(harness, 'launch')).toHaveLength(1)
    expect(launchesBySimulator(harness)).toBeLessThanOrEqual(1)
    expect(step.exitCode).toBe(1)
    expect(step.outputs).toMatchObject({ total: '0', verdict: 'inconclusive' })
    for (const report of [step.log, step.summary, harness.comments()[0]])
      expect(report).toContain('may have started')
  })

  it('the other agents are not affected', async (context) => {
    const harness = await createHarness(
      {
        agents: [alpha, beta],
        concurrency: 2,
        faultProxy: { rules: [faultsInTurn('launch', { kind: 'reset', performed: true })] },
      },
      context.onTestFinished,
    )
    const step = await harness.run({ with: { agents: 'Alpha,Beta' } })
    expect(requestsOf(harness, 'launch')).toHaveLength(2)
    expect(launchesBySimulator(harness)).toBe(2)
    expect(step.outputs).toMatchObject({ total: '3', passed: '3', verdict: 'inconclusive' })
  })
})

describe.concurrent('a launch that the service cannot have acted on is retried', () => {
  const anHourAgo = (ms = 0) => new Date(Date.now() - 3_600_000 + ms).toUTCString()
  const limited = (status: number, headers: Record<string, string> = {}): Fault => ({
    kind: 'answer',
    status,
    headers,
    body: '{"detail":"Too many requests"}',
  })
  const cases: readonly (readonly [string, () => Fault, number])[] = [
    ['429', () => limited(429), 700],
    ['503 with Retry-After in seconds', () => limited(503, { 'retry-after': '2' }), 2000],
    [
      '503 with Retry-After as a date of a clock that is an hour slow',
      () => limited(503, { date: anHourAgo(), 'retry-after': anHourAgo(2000) }),
      2000,
    ],
  ]

  it.for(cases)('%s', async ([, fault, leastMs], context) => {
    const harness = await createHarness(
      {
        agents: [alpha],
        faultProxy: { rules: [({ kind, nth }) => (kind === 'launch' && nth === 1 ? fault() : undefined)] },
      },
      context.onTestFinished,
    )
    const step = await harness.run()
    const [first, second, ...more] = requestsOf(harness, 'launch')
    expect(more).toEqual([])
    expect((second?.atMs ?? 0) - (first?.atMs ?? 0)).toBeGreaterThanOrEqual(leastMs - 20)
    expect((second?.atMs ?? 0) - (first?.atMs ?? 0)).toBeLessThan(leastMs + SOON_MS)
    expect(launchesBySimulator(harness)).toBe(1)
    expect(step.outputs).toMatchObject({ total: '3', passed: '3', verdict: 'passed' })
    expect(step.exitCode).toBe(0)
  })

  it('after a port that was closed for a while', async (context) => {
    const harness: Harness = await createHarness(
      {
        agents: [alpha],
        faultProxy: {
          host: ownAddress(0),
          rules: [
            ({ kind }) => {
              if (kind !== 'list') return undefined
              harness.faultProxy?.close('gracefully')
              setTimeout(() => harness.faultProxy?.reopen(), 1500)
              return undefined
            },
          ],
        },
      },
      context.onTestFinished,
    )
    const step = await harness.run()
    expect(requestsOf(harness, 'launch')).toHaveLength(1)
    expect(step.outputs).toMatchObject({ passed: '3', verdict: 'passed' })
  })

  it('not if Retry-After is beyond the deadline', async (context) => {
    const later = limited(429, { 'retry-after': '60' })
    const harness = await createHarness(
      { agents: [alpha], faultProxy: { rules: [faultsInTurn('launch', later)] } },
      context.onTestFinished,
    )
    const step = await harness.run({ with: { timeout: '8' } })
    expect(requestsOf(harness, 'launch')).toHaveLength(1)
    expect(step.outputs['verdict']).toBe('inconclusive')
    expect(step.log).not.toContain('may have started')
    expect(step.durationMs).toBeLessThan(SOON_MS)
  })
})
