import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { firstTick, nextTick, type Pace } from '../../src/gate/pace.ts'
import { done, going, queued, times } from './answers.ts'
import { play, playOne } from './run-scripted.ts'

const LAUNCHED_AT = Date.UTC(2026, 10, 21)

const paces = fc.record({
  launchedAt: fc.constant(LAUNCHED_AT),
  intervalMs: fc.integer({ min: 1, max: 600 }).map((seconds) => seconds * 1000),
  place: fc.nat({ max: 5000 }),
})

/** The first so many ticks, each answered at once, from the launch on. */
function ticksOf(pace: Pace, count: number, queuedBehind = false): number[] {
  const ticks = [firstTick(pace)]
  while (ticks.length < count) ticks.push(nextTick(pace, ticks.at(-1) ?? 0, queuedBehind))
  return ticks.map((tick) => tick - pace.launchedAt)
}

const gapsOf = (ticks: readonly number[]) => ticks.slice(1).map((tick, index) => tick - (ticks[index] ?? 0))

describe('the ticks of an agent', () => {
  test('of the only agent, or the first one, are the multiples of the interval', () => {
    expect(ticksOf({ launchedAt: LAUNCHED_AT, intervalMs: 5000, place: 0 }, 4)).toEqual([
      5000, 10_000, 15_000, 20_000,
    ])
  })

  test('begin one interval after the launch, wait once for less than an interval more, then are an interval apart', () => {
    fc.assert(
      fc.property(paces, (pace) => {
        const [first, second, ...others] = gapsOf([0, ...ticksOf(pace, 6)])
        expect(first).toBe(pace.intervalMs)
        expect(second).toBeGreaterThanOrEqual(pace.intervalMs)
        expect(second).toBeLessThanOrEqual(2 * pace.intervalMs)
        expect(new Set(others)).toEqual(new Set([pace.intervalMs]))
      }),
    )
  })

  test('are skipped where an answer took longer, and the next one is less than an interval away', () => {
    fc.assert(
      fc.property(paces, fc.nat({ max: 10_000_000 }), (pace, late) => {
        const now = pace.launchedAt + 2 * pace.intervalMs + late
        const wait = nextTick(pace, now, false) - now
        expect(wait).toBeGreaterThan(0)
        expect(wait).toBeLessThanOrEqual(pace.intervalMs)
      }),
    )
  })
})

describe('the ticks of an agent whose run is queued behind others', () => {
  test('are never more than two intervals apart, and half as many in the long run', () => {
    fc.assert(
      fc.property(paces, (pace) => {
        const ticks = ticksOf(pace, 50, true)
        expect(Math.max(...gapsOf(ticks))).toBeLessThanOrEqual(2 * pace.intervalMs)
        expect(ticks.at(-1)).toBeGreaterThan(97 * pace.intervalMs)
      }),
    )
  })
})

describe('the ticks of many agents that were launched together', () => {
  const intervalMs = 5000
  const agents = Array.from({ length: 1000 }, (_, place) => ({ launchedAt: LAUNCHED_AT, intervalMs, place }))

  /** How many of the ticks fall into each tenth of a span. */
  function tenthsOf(ticks: readonly number[], spanMs: number): number[] {
    const tenths = times(10, 0)
    for (const tick of ticks) {
      const tenth = Math.floor((tick % spanMs) / (spanMs / 10))
      tenths[tenth] = (tenths[tenth] ?? 0) + 1
    }
    return tenths
  }

  test.each([
    ['all', agents],
    ['the first ten', agents.slice(0, 10)],
    ['those that are left when the first nine hundred have ended', agents.slice(900)],
  ])('are spread over the interval: %s', (_, some) => {
    const tenths = tenthsOf(
      some.map((pace) => ticksOf(pace, 3)[2] ?? 0),
      intervalMs,
    )
    const even = some.length / 10
    expect(Math.max(...tenths)).toBeLessThanOrEqual(even * 1.2 + 1)
    expect(Math.min(...tenths)).toBeGreaterThanOrEqual(even * 0.8 - 1)
  })

  test('are spread over two intervals while they are queued behind others', () => {
    const tenths = tenthsOf(
      agents.map((pace) => ticksOf(pace, 5, true)[4] ?? 0),
      2 * intervalMs,
    )
    expect(Math.max(...tenths)).toBeLessThanOrEqual(120)
  })
})

describe('a queued agent', () => {
  test('is polled every interval while no other agent runs', async () => {
    const alone = await playOne({ polls: [...times(4, queued), done(1, 0)] })
    expect(alone.polledAt).toEqual([5, 10, 15, 20, 25])
    const together = await play({
      ada: { polls: [...times(4, queued), done(1, 0)] },
      bob: { polls: [...times(4, queued), done(1, 0)] },
    })
    expect(together.polledAt('ada')).toEqual([5, 10, 15, 20, 25])
  })

  test('is polled every second interval while another one runs', async () => {
    const { polledAt } = await play({
      ada: { polls: [...times(6, queued), done(1, 0)] },
      bob: { polls: [...times(6, going), done(1, 0)] },
    })
    expect(polledAt('bob').map(Math.floor)).toEqual([5, 13, 18, 23, 28, 33, 38])
    expect(polledAt('ada')).toEqual([5, 10, 20, 30, 40, 45, 50])
  })

  test('does not take its own earlier state for another agent that runs', async () => {
    const { polledAt } = await playOne({ polls: [going, ...times(4, queued), done(1, 0)] })
    expect(polledAt).toEqual([5, 10, 15, 20, 25, 30])
  })
})
