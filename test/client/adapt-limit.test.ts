import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type AdaptiveLimit, adaptLimit, type LatencySample } from '../../src/client/limiter.ts'

describe('adaptLimit', () => {
  const state = { limit: 4, baseMs: new Map([['run', 100]]), loweredAt: 0 }
  const sample = (ms: number | null, inFlight = 4, sentAt = 0): LatencySample => ({
    kind: 'run',
    sentAt,
    endedAt: sentAt + (ms ?? 10),
    overloaded: ms === null,
    inFlight,
  })

  it.each([
    [200, 3],
    [199, 4],
    [151, 4],
    [150, 5],
    [null, 3],
  ])('after a latency of %s ms on a base of 100 ms moves the limit from 4 to %i', (ms, limit) => {
    expect(adaptLimit(state, sample(ms), 8).limit).toBe(limit)
  })

  it.each([null, 900])('lowers the limit once for all requests that were sent before (%s)', (ms) => {
    const slow = (sentAt: number) => sample(ms, 4, sentAt)
    const once = adaptLimit(state, slow(0), 8)
    expect(once.limit).toBe(3)
    expect(adaptLimit(once, slow(once.loweredAt - 1), 8).limit).toBe(3)
    expect(adaptLimit(once, slow(once.loweredAt), 8).limit).toBe(2)
  })

  it('raises the base by 1%% of the difference, after a request without company', () => {
    expect(adaptLimit(state, sample(300, 1), 8).baseMs.get('run')).toBe(102)
    expect(adaptLimit(state, sample(300), 8).baseMs.get('run')).toBe(100)
    expect(adaptLimit(state, sample(80), 8).baseMs.get('run')).toBe(80)
  })

  it('does not raise a limit that is not reached', () => {
    expect(adaptLimit(state, sample(100, 3), 8).limit).toBe(4)
  })

  it('keeps a base for each kind of request', () => {
    const other = adaptLimit(state, { ...sample(900), kind: 'list' }, 8)
    expect(other).toEqual({ ...state, limit: 5, baseMs: new Map([...state.baseMs, ['list', 900]]) })
  })

  it('treats all latencies up to 20 ms alike', () => {
    const quick = adaptLimit(state, sample(1), 8)
    expect(adaptLimit(quick, sample(19, 5), 8).limit).toBe(6)
  })

  it('stays between 1 and the maximum', () => {
    const samples = fc.array(
      fc.record({
        kind: fc.constantFrom('a', 'b'),
        sentAt: fc.double({ min: 0, max: 1e6, noNaN: true }),
        endedAt: fc.double({ min: 1e6, max: 2e6, noNaN: true }),
        overloaded: fc.boolean(),
        inFlight: fc.integer({ min: 1, max: 10 }),
      }),
    )
    fc.assert(
      fc.property(samples, fc.integer({ min: 1, max: 10 }), (list, max) => {
        let current: AdaptiveLimit = { limit: 1, baseMs: new Map(), loweredAt: 0 }
        for (const each of list) {
          current = adaptLimit(current, each, max)
          expect(current.limit).toBeGreaterThanOrEqual(1)
          expect(current.limit).toBeLessThanOrEqual(max)
        }
      }),
    )
  })
})
