// What the measurements are held against: ratios within one run, and sizes, so that another machine may judge too.
import { CAP, fewestRequests, idealMs } from './ideal.ts'
import { INTERVAL_MS, type Measurement } from './measure.ts'
import type { StartUp } from './start-up.ts'
import { goingPolls, laterPolls, requestCount, tenths } from './traffic.ts'

export interface Target {
  readonly what: string
  readonly atMost: number
  readonly measured: number
}

/** @param measurements the first one of one agent, the last one of the most */
export function agentsTargets(measurements: readonly Measurement[]): Target[] {
  const peaks = measurements.map(({ peakBytes }) => peakBytes)
  const most = (value: (each: Measurement) => number) => Math.max(...measurements.map(value))
  return [
    {
      what: 'Wall time over the ideal, at every size',
      atMost: 1.1,
      measured: most(({ wallMs, load }) => wallMs / idealMs(load, INTERVAL_MS)),
    },
    {
      what: 'Requests over the fewest, at every size',
      atMost: 1.05,
      measured: most(({ traffic, load }) => requestCount(traffic) / fewestRequests(load)),
    },
    { what: 'Requests in flight', atMost: CAP, measured: most(({ traffic }) => traffic.peakInFlight) },
    {
      what: 'Peak memory at 1,000 agents over that at one',
      atMost: 1.5,
      measured: (peaks.at(-1) ?? 0) / (peaks[0] ?? 0),
    },
  ]
}

export function failingTargets(measurements: readonly Measurement[]): Target[] {
  const peak = Math.max(...measurements.map(({ peakBytes }) => peakBytes))
  return [{ what: 'Peak memory with 100,000 failing tests, MB', atMost: 400, measured: peak / 1e6 }]
}

export function startUpTargets({ bundleMs, bareMs }: StartUp): Target[] {
  return [{ what: 'Start-up over that of bare Node', atMost: 2.4, measured: bundleMs / bareMs }]
}

/** @param measurement of agents whose runs go at once, and pass */
export function paceTargets({ traffic }: Measurement): Target[] {
  const bytes = goingPolls(traffic).map((poll) => poll.bytes)
  return [
    {
      what: 'Polls in the busiest tenth of the interval over the mean',
      atMost: 1.5,
      measured: unevenness(tenths(laterPolls(traffic), INTERVAL_MS)),
    },
    {
      what: 'Bytes of the largest poll over the smallest, while tests pass',
      atMost: 1.01,
      measured: Math.max(...bytes) / Math.min(...bytes),
    },
  ]
}

export function bundleTarget(bytes: number): Target {
  return { what: 'The bundle, MB of JavaScript', atMost: 1.6, measured: bytes / 1e6 }
}

/** The largest count over the mean of all. */
export function unevenness(counts: readonly number[]): number {
  return Math.max(...counts) / (counts.reduce((sum, count) => sum + count, 0) / counts.length)
}
