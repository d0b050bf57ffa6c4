// What is asked again, and after how long; and that a launch which may have been received is never sent twice.
import { describe, expect, it } from 'vitest'
import type { Disturbance } from './faults/disturbance.ts'
import { type FrontRequest, ownAddress, type RequestKind } from './faults/front.ts'
import { createWorld, type World } from './world.ts'

const quick = { durationMs: 300, tests: 3 }
const alpha = { name: 'Alpha', scenario: 'all-pass', parameters: quick } as const
const beta = { name: 'Beta', scenario: 'all-pass', parameters: quick } as const

/** Below the 30 s of a request and the 60 s that a service asks for, and far above what a busy machine needs. */
const SOON_MS = 25_000

const requestsOf = (world: World, kind: RequestKind) =>
  world.front?.journal.filter((request) => request.kind === kind) ?? []

const launchesBySimulator = (world: World) => world.requests().filter((line) => line.endsWith('/run')).length

/** Disturbs the first requests of a kind, one after the other; later ones pass. */
function inTurn(kind: RequestKind, ...disturbances: readonly Disturbance[]) {
  let met = 0
  return (request: FrontRequest): Disturbance | undefined => {
    if (request.kind !== kind) return undefined
    met += 1
    return disturbances[met - 1]
  }
}

describe.concurrent('a launch that may have been received is never sent again', () => {
  const cases: readonly (readonly [string, Disturbance])[] = [
    ['a reset before the service got it', { kind: 'reset', performed: false }],
    ['a reset after the service got it', { kind: 'reset', performed: true }],
    ['a reset in the middle of the answer', { kind: 'cut', by: 'reset' }],
    ['an answer that ends early', { kind: 'cut', by: 'end' }],
    ['half a JSON answer', { kind: 'cut', by: 'lying-length' }],
    ['no answer before the deadline', { kind: 'hang', performed: true }],
    ['an answer too slow for the deadline', { kind: 'drip', ms: 60_000 }],
    ['bytes that are not HTTP', { kind: 'garbage', performed: true }],
    ['an HTML page with 200', { kind: 'answer', status: 200, body: '<html>Sign in</html>', performed: true }],
    ['an answer of another shape', { kind: 'rewrite', change: () => '{"ok":true}' }],
    ['408', { kind: 'answer', status: 408 }],
    ['500', { kind: 'answer', status: 500, body: 'Internal Server Error', performed: true }],
    ['502', { kind: 'answer', status: 502, body: '<html>Bad gateway</html>', performed: true }],
    ['503 without Retry-After', { kind: 'answer', status: 503, performed: true }],
    ['504', { kind: 'answer', status: 504, performed: true }],
    ['500 with Retry-After', { kind: 'answer', status: 500, headers: { 'retry-after': '1' } }],
  ]

  it.for(cases)('%s: the report says that a run may have started', async ([, disturbance], context) => {
    const world = await createWorld(
      { agents: [alpha], front: { rules: [inTurn('launch', disturbance)] } },
      context.onTestFinished,
    )
    const waits = disturbance.kind === 'hang' || disturbance.kind === 'drip'
    const step = await world.run({ with: { timeout: waits ? '3' : '20' } })
    expect(requestsOf(world, 'launch')).toHaveLength(1)
    expect(launchesBySimulator(world)).toBeLessThanOrEqual(1)
    expect(step.exitCode).toBe(1)
    expect(step.outputs).toMatchObject({ total: '0', verdict: 'inconclusive' })
    for (const report of [step.log, step.summary, world.comments()[0]])
      expect(report).toContain('a run may have started')
  })

  it('and the other agents lose nothing by it', async (context) => {
    const world = await createWorld(
      {
        agents: [alpha, beta],
        concurrency: 2,
        front: { rules: [inTurn('launch', { kind: 'reset', performed: true })] },
      },
      context.onTestFinished,
    )
    const step = await world.run({ with: { agents: 'Alpha,Beta' } })
    expect(requestsOf(world, 'launch')).toHaveLength(2)
    expect(launchesBySimulator(world)).toBe(2)
    expect(step.outputs).toMatchObject({ total: '3', passed: '3', verdict: 'inconclusive' })
  })
})

describe.concurrent('a launch that cannot have been acted on is sent again', () => {
  const inTwoSeconds = () => new Date(Date.now() + 2000).toUTCString()
  const anHourAgo = (ms = 0) => new Date(Date.now() - 3_600_000 + ms).toUTCString()
  const limited = (status: number, headers: Record<string, string> = {}): Disturbance => ({
    kind: 'answer',
    status,
    headers,
    body: '{"detail":"Too many requests"}',
  })
  // A date counts whole seconds, so that one "in two seconds" may be a little over one away.
  const cases: readonly (readonly [string, () => Disturbance, number])[] = [
    ['429', () => limited(429), 700],
    ['429 with Retry-After in seconds', () => limited(429, { 'retry-after': '2' }), 2000],
    ['429 with Retry-After as a date', () => limited(429, { 'retry-after': inTwoSeconds() }), 900],
    ['503 with Retry-After in seconds', () => limited(503, { 'retry-after': '2' }), 2000],
    ['503 with Retry-After as a date', () => limited(503, { 'retry-after': inTwoSeconds() }), 900],
    [
      '503 with Retry-After as a date of a clock that is an hour slow',
      () => limited(503, { date: anHourAgo(), 'retry-after': anHourAgo(2000) }),
      2000,
    ],
  ]

  it.for(cases)('%s', async ([, disturbance, leastMs], context) => {
    const world = await createWorld(
      {
        agents: [alpha],
        front: { rules: [({ kind, nth }) => (kind === 'launch' && nth === 1 ? disturbance() : undefined)] },
      },
      context.onTestFinished,
    )
    const step = await world.run()
    const [first, second, ...more] = requestsOf(world, 'launch')
    expect(more).toEqual([])
    expect((second?.atMs ?? 0) - (first?.atMs ?? 0)).toBeGreaterThanOrEqual(leastMs - 20)
    expect((second?.atMs ?? 0) - (first?.atMs ?? 0)).toBeLessThan(leastMs + SOON_MS)
    expect(launchesBySimulator(world)).toBe(1)
    expect(step.outputs).toMatchObject({ total: '3', passed: '3', verdict: 'passed' })
    expect(step.exitCode).toBe(0)
  })

  it('a port that opens late', async (context) => {
    const world: World = await createWorld(
      {
        agents: [alpha],
        front: {
          host: ownAddress(0),
          rules: [
            ({ kind }) => {
              if (kind !== 'list') return undefined
              world.front?.shut('gently')
              setTimeout(() => world.front?.open(), 1500)
              return undefined
            },
          ],
        },
      },
      context.onTestFinished,
    )
    const step = await world.run()
    expect(requestsOf(world, 'launch')).toHaveLength(1)
    expect(step.outputs).toMatchObject({ passed: '3', verdict: 'passed' })
  })

  it('not when the service asks for more patience than the deadline leaves', async (context) => {
    const later = limited(429, { 'retry-after': '60' })
    const world = await createWorld(
      { agents: [alpha], front: { rules: [inTurn('launch', later)] } },
      context.onTestFinished,
    )
    const step = await world.run({ with: { timeout: '3' } })
    expect(requestsOf(world, 'launch')).toHaveLength(1)
    expect(step.outputs['verdict']).toBe('inconclusive')
    expect(step.log).not.toContain('a run may have started')
    expect(step.durationMs).toBeLessThan(SOON_MS)
  })
})

describe.concurrent('reads are asked again', () => {
  const page: Disturbance = { kind: 'answer', status: 200, body: '<html>Please wait</html>' }
  const answers = (status: number): Disturbance => ({ kind: 'answer', status, body: '<html>No</html>' })
  const cases: readonly (readonly [RequestKind, string, readonly [Disturbance, Disturbance]])[] = [
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

  it.for(cases)('%s: after %s', async ([kind, , disturbances], context) => {
    const world = await createWorld(
      {
        agents: [{ name: 'Alpha', scenario: 'one-fails', parameters: quick }],
        front: { rules: [inTurn(kind, ...disturbances)] },
      },
      context.onTestFinished,
    )
    const step = await world.run({ with: kind === 'resolve' ? { agents: 'Alpha' } : {} })
    expect(requestsOf(world, kind).filter(({ disturbance }) => disturbance !== null)).toHaveLength(2)
    expect(requestsOf(world, 'launch')).toHaveLength(1)
    expect(step.outputs).toEqual(
      expect.objectContaining({ total: '3', passed: '2', failed: '1', verdict: 'failed' }),
    )
    expect(step.summary).toContain('<details')
  })
})

describe.concurrent('the deadline holds whatever the service does', () => {
  it('cuts the time of a request that hangs, and names the run with its link', async (context) => {
    const world = await createWorld(
      {
        agents: [alpha],
        front: {
          rules: [
            ({ kind, nth }) => (kind === 'poll' && nth === 1 ? { kind: 'hang', performed: true } : undefined),
          ],
        },
      },
      context.onTestFinished,
    )
    const step = await world.run({ with: { timeout: '3' } })
    // The last look at the deadline finds the run at its end: a request that hung cost nothing but time.
    expect(step.outputs).toMatchObject({ passed: '3', verdict: 'passed' })
    expect(requestsOf(world, 'poll')).toHaveLength(2)
    expect(step.durationMs).toBeLessThan(SOON_MS)
  })

  it('shows a run that nobody could look at as still going, with its link', async (context) => {
    const world = await createWorld(
      {
        agents: [alpha],
        front: { rules: [({ kind }) => (kind === 'poll' ? { kind: 'answer', status: 503 } : undefined)] },
      },
      context.onTestFinished,
    )
    const step = await world.run({ with: { timeout: '3' } })
    expect(step.outputs['verdict']).toBe('inconclusive')
    expect(step.exitCode).toBe(1)
    expect(world.comments()[0]).toMatch(/tests\?tab=runs&(amp;)?runId=[0-9a-f-]{36}/)
    expect(step.durationMs).toBeLessThan(SOON_MS)
  })

  it('ends a selection that hangs', async (context) => {
    const world = await createWorld(
      {
        agents: [alpha],
        front: { rules: [({ kind }) => (kind === 'list' ? { kind: 'hang', performed: false } : undefined)] },
      },
      context.onTestFinished,
    )
    const step = await world.run({ with: { timeout: '2' } })
    expect(step.exitCode).toBe(1)
    expect(step.log).toContain('no response within 2 s')
    expect(step.durationMs).toBeLessThan(SOON_MS)
    expect(requestsOf(world, 'launch')).toEqual([])
  })
})
