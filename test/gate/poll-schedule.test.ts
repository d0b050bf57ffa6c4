import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { pollTimes, queueAfterPoll, type ScheduledRun, stillQueue } from '../../src/gate/poll-schedule.ts'

const interval = 5000
const launched: ScheduledRun = { launchedAt: 0, queued: false, polledAt: null, notBefore: 0, phase: 0 }
const queued = { ...launched, queued: true }
const never = Number.POSITIVE_INFINITY

const timesOf = (runs: readonly ScheduledRun[], queue = stillQueue) => pollTimes(runs, queue, interval)

describe('a run in progress', () => {
  test.each([
    ['one interval after its launch', { launchedAt: 1000 }, 6000],
    ['one interval after its launch, whatever its phase', { launchedAt: 1000, phase: 0.9 }, 6000],
    ['then in the next interval, at its phase', { polledAt: 5000, phase: 0.4 }, 7000],
    ['then every interval', { polledAt: 7000, phase: 0.4 }, 12_000],
    ['at its next time if a response took long', { polledAt: 26_000, phase: 0.4 }, 27_000],
    ['not before the wait after an error is over', { polledAt: 5000, notBefore: 60_000 }, 60_000],
  ])('is polled %s', (_, run, at) => {
    expect(timesOf([{ ...launched, ...run }])).toEqual([at])
  })

  test('is polled exactly once in every interval of its own', () => {
    const runs = fc.record({
      launchedAt: fc.double({ min: 0, max: 2e12, noNaN: true }),
      intervalMs: fc.integer({ min: 1, max: 600 }).map((seconds) => seconds * 1000),
      phase: fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
    })
    fc.assert(
      fc.property(runs, ({ intervalMs, ...run }) => {
        let polledAt: number | null = null
        const gaps: number[] = []
        for (let poll = 0; poll < 20; poll += 1) {
          const [at = 0] = pollTimes([{ ...launched, ...run, polledAt }], stillQueue, intervalMs)
          gaps.push(at - (polledAt ?? run.launchedAt))
          polledAt = at
        }
        const [first = 0, second = 0, ...others] = gaps
        expect(first).toBeCloseTo(intervalMs, 2)
        expect(second).toBeGreaterThan(0)
        expect(second).toBeLessThanOrEqual(intervalMs + 0.001)
        for (const gap of others) expect(gap).toBeCloseTo(intervalMs, 2)
      }),
    )
  })

  test('is polled apart from the others launched with it', () => {
    const runs = Array.from({ length: 1000 }, (_, index) => ({
      ...launched,
      polledAt: 5000,
      phase: index / 1000,
    }))
    const tenths = new Map<number, number>()
    for (const at of timesOf(runs)) {
      const tenth = Math.floor((at % interval) / 500)
      tenths.set(tenth, (tenths.get(tenth) ?? 0) + 1)
    }
    expect([...tenths.values()]).toEqual(Array.from({ length: 10 }, () => 100))
  })
})

describe('the queue', () => {
  test('is polled at its head, one interval after the launch and then every interval', () => {
    expect(timesOf([queued])).toEqual([5000])
    expect(timesOf([{ ...queued, polledAt: 12_345 }])).toEqual([17_345])
  })

  test('is polled at its new head at once when a run has left it', () => {
    const head = { ...queued, polledAt: 30_000 }
    expect(timesOf([head, queued], { moves: 0, movedAt: 31_000 })).toEqual([31_000, expect.any(Number)])
    expect(timesOf([{ ...head, polledAt: 31_000 }], { moves: 0, movedAt: 31_000 })).toEqual([36_000])
    expect(timesOf([{ ...head, polledAt: 31_500 }], { moves: 0, movedAt: 31_000 })).toEqual([36_500])
  })

  test('is polled at as many places as its walk', () => {
    const runs = Array.from({ length: 6 }, () => ({ ...queued, polledAt: 1000 }))
    const at = timesOf(runs, { moves: 4, movedAt: 2000 })
    expect(at.slice(0, 4)).toEqual([2000, 2000, 2000, 2000])
    expect(at.slice(4).filter((each) => each < never)).toHaveLength(1)
  })

  test('is walked one by one at first, then in doubling steps up to 64, and from one again when it stands still', () => {
    let queue = stillQueue
    const runs = Array.from({ length: 100 }, () => ({ ...queued, polledAt: 0 }))
    const walks = Array.from({ length: 10 }, (_, at) => {
      queue = queueAfterPoll(queue, true, at + 1)
      return timesOf(runs, queue).filter((time) => time === at + 1).length
    })
    expect(walks).toEqual([1, 1, 2, 4, 8, 16, 32, 64, 64, 64])
    expect(queueAfterPoll(queue, false, 20)).toEqual({ moves: 0, movedAt: 10 })
  })
})

describe('the tail of the queue', () => {
  const tailOf = (length: number, polledAt: (index: number) => number | null = () => null) =>
    Array.from({ length }, (_, index) => ({ ...queued, polledAt: polledAt(index) }))
  const tailTimes = (tail: readonly ScheduledRun[]) => timesOf([queued, ...tail]).slice(1)

  test.each([
    [1, 60_000],
    [4, 15_000],
    [20, 3000],
    [1000, 3000],
  ])('of %i runs is polled every %i ms', (length, gap) => {
    const at = tailTimes(tailOf(length))
    expect(at[0]).toBe(gap)
    expect(at.slice(1).every((each) => each === never)).toBe(true)
  })

  test('is polled every interval if that is longer', () => {
    expect(pollTimes([queued, queued], stillQueue, 600_000)).toEqual([600_000, 600_000])
  })

  test('is polled at the run that was polled longest ago, or not yet', () => {
    expect(tailTimes(tailOf(3, (index) => [9000, 4000, 7000][index] ?? 0))).toEqual([never, 29_000, never])
    expect(tailTimes(tailOf(3, (index) => [9000, 4000, null][index] ?? null))).toEqual([never, never, 29_000])
  })

  test('does not wait for a run whose wait after an error is long', () => {
    const [first, ...others] = tailOf(3, (index) => index * 1000)
    const delayed = { ...queued, ...first, notBefore: 3_600_000 }
    expect(tailTimes([delayed, ...others])).toEqual([never, 22_000, never])
  })

  test('is polled at a delayed run once it is its turn again', () => {
    const [first, ...others] = tailOf(3, (index) => 70_000 + index * 1000)
    const delayed = { ...queued, ...first, polledAt: 1000, notBefore: 65_000 }
    expect(tailTimes([delayed, ...others])).toEqual([92_000, never, never])
  })
})

test('no run is starved: whatever happened, each is polled within its period', () => {
  const run = fc.record({
    queued: fc.boolean(),
    polledAt: fc.option(fc.nat(100_000), { nil: null }),
    notBefore: fc.oneof(fc.constant(0), fc.nat(4_000_000)),
    launchedAt: fc.constant(0),
    phase: fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
  })
  const queue = fc.record({ moves: fc.integer({ min: 0, max: 12 }), movedAt: fc.nat(100_000) })
  fc.assert(
    fc.property(fc.array(run, { minLength: 1, maxLength: 12 }), queue, (runs, queue) => {
      const polls = runs.map(() => 0)
      const now: ScheduledRun[] = [...runs]
      let time = 100_000
      while (time < 100_000 + 15 * 60_000) {
        const times = pollTimes(now, queue, interval).map((at) => Math.max(at, time))
        time = Math.min(...times)
        const index = times.indexOf(time)
        const polled = now[index]
        if (polled === undefined) break
        now[index] = { ...polled, polledAt: time }
        polls[index] = (polls[index] ?? 0) + 1
        time += 1
      }
      for (const [index, { notBefore }] of runs.entries())
        if (notBefore < 100_000) expect(polls[index]).toBeGreaterThan(2)
    }),
    { numRuns: 50 },
  )
})
