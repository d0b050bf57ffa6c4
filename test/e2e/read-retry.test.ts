// Which reads are retried, and that the timeout holds while they are.
import { describe, expect, it } from 'vitest'
import type { Fault } from './faults/fault.ts'
import { faultsInTurn, type RequestKind } from './faults/fault-proxy.ts'
import { createHarness, requestsOf } from './harness.ts'

const quick = { durationMs: 300, tests: 3 }
const alpha = { name: 'Alpha', scenario: 'all-pass', parameters: quick } as const

/** Less than a request timeout (30 s) and than the Retry-After of these tests (60 s); more than a busy machine needs. */
const SOON_MS = 25_000

describe.concurrent('reads are retried', () => {
  const page: Fault = { kind: 'answer', status: 200, body: '<html>Please wait</html>' }
  const answers = (status: number): Fault => ({ kind: 'answer', status, body: '<html>No</html>' })
  const cases: readonly (readonly [RequestKind, string, readonly [Fault, Fault]])[] = [
    ['resolve', '408 and 425', [answers(408), answers(425)]],
    [
      'resolve',
      'a reset and a cut',
      [
        { kind: 'reset', performed: true },
        { kind: 'cut', by: 'reset' },
      ],
    ],
    ['list', '429 and 500', [answers(429), answers(500)]],
    ['list', 'an HTML page and half a JSON answer', [page, { kind: 'cut', by: 'lying-length' }]],
    ['poll', '502 and 503', [answers(502), answers(503)]],
    [
      'poll',
      'a reset and garbage',
      [
        { kind: 'reset', performed: false },
        { kind: 'garbage', performed: true },
      ],
    ],
    ['poll', 'an HTML page and an early end', [page, { kind: 'cut', by: 'end' }]],
    ['details', '504 and a reset', [answers(504), { kind: 'reset', performed: true }]],
    ['details', '429 and an HTML page', [answers(429), page]],
  ]

  it.for(cases)('%s: after %s', async ([kind, , faults], context) => {
    const harness = await createHarness(
      {
        agents: [{ name: 'Alpha', scenario: 'one-fails', parameters: quick }],
        faultProxy: { rules: [faultsInTurn(kind, ...faults)] },
      },
      context.onTestFinished,
    )
    const step = await harness.run({ with: kind === 'resolve' ? { agents: 'Alpha' } : {} })
    expect(requestsOf(harness, kind).filter(({ fault }) => fault !== null)).toHaveLength(2)
    expect(requestsOf(harness, 'launch')).toHaveLength(1)
    expect(step.outputs).toEqual(
      expect.objectContaining({ total: '3', passed: '2', failed: '1', verdict: 'failed' }),
    )
    expect(step.summary).toContain('<details')
  })
})

describe.concurrent('the timeout holds whatever the service does', () => {
  it('aborts a request that hangs and polls once more', async (context) => {
    const harness = await createHarness(
      {
        agents: [alpha],
        faultProxy: {
          rules: [
            ({ kind, nth }) => (kind === 'poll' && nth === 1 ? { kind: 'hang', performed: true } : undefined),
          ],
        },
      },
      context.onTestFinished,
    )
    const step = await harness.run({ with: { timeout: '8' } })
    // The last poll finds the finished run: the request that hung cost only time.
    expect(step.outputs).toMatchObject({ passed: '3', verdict: 'passed' })
    expect(requestsOf(harness, 'poll')).toHaveLength(2)
    expect(step.durationMs).toBeLessThan(SOON_MS)
  })

  it('names the error of a run whose polls failed until the deadline, with its link', async (context) => {
    const harness = await createHarness(
      {
        agents: [alpha],
        faultProxy: {
          rules: [
            ({ kind }) =>
              kind === 'poll' || kind === 'details' ? { kind: 'answer', status: 503 } : undefined,
          ],
        },
      },
      context.onTestFinished,
    )
    const step = await harness.run({ with: { timeout: '16' } })
    expect(step.outputs['verdict']).toBe('inconclusive')
    expect(step.exitCode).toBe(1)
    const [comment] = harness.comments()
    expect(comment).toMatch(/tests\?tab=runs&(amp;)?runId=[0-9a-f-]{36}/)
    for (const report of [comment, step.log]) {
      expect(report).toMatch(/had no result after 16s, and the last poll failed: [^\n]*503/)
      expect(report).not.toContain('still running')
      expect(report).not.toMatch(/raise `?timeout/i)
    }
    expect(step.durationMs).toBeLessThan(SOON_MS)
  })

  it('ends a selection that hangs', async (context) => {
    const harness = await createHarness(
      {
        agents: [alpha],
        faultProxy: {
          rules: [({ kind }) => (kind === 'list' ? { kind: 'hang', performed: false } : undefined)],
        },
      },
      context.onTestFinished,
    )
    const step = await harness.run({ with: { timeout: '2' } })
    expect(step.exitCode).toBe(1)
    expect(step.log).toMatch(/no response within [\d.]+ s/)
    expect(step.durationMs).toBeLessThan(SOON_MS)
    expect(requestsOf(harness, 'launch')).toEqual([])
  })
})
