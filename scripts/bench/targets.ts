// Targets for the measurements: ratios within one run, so that they hold on any machine.
import { CAP, fewestRequests, fewestWithRetries, idealMs } from './ideal.ts'
import { INTERVAL_MS, type Measurement } from './measure.ts'
import type { MergeMeasurement } from './merge.ts'
import { latestResultMs, type QueueMeasurement, shareOfService } from './queue.ts'
import type { StartUp } from './start-up.ts'
import { requestCount } from './traffic.ts'

export interface Target {
  readonly what: string
  readonly atMost: number
  readonly measured: number
}

/** @param measurements the first one of one agent, the last one of the most */
export function agentsTargets(measurements: readonly Measurement[]): Target[] {
  const walls = measurements.map(({ wallMs }) => wallMs)
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
      what: 'Wall time at 1,000 agents over that of one',
      atMost: 2.8,
      measured: (walls.at(-1) ?? 0) / (walls[0] ?? 0),
    },
    {
      what: 'Peak memory at 1,000 agents over that at one',
      atMost: 3,
      measured: (peaks.at(-1) ?? 0) / (peaks[0] ?? 0),
    },
  ]
}

export function failingTargets(measurements: readonly Measurement[]): Target[] {
  const most = (value: (each: Measurement) => number) => Math.max(...measurements.map(value))
  return [
    {
      what: 'Peak memory with 100,000 failing tests, MB',
      atMost: 400,
      measured: most(({ peakBytes }) => peakBytes / 1e6),
    },
    {
      what: 'Wall time with 100,000 failing tests, seconds',
      atMost: 15,
      measured: most(({ wallMs }) => wallMs / 1000),
    },
  ]
}

/** @param measurements the first one of one agent, the last one of the most */
export function retriesTargets(measurements: readonly Measurement[]): Target[] {
  const peaks = measurements.map(({ peakBytes }) => peakBytes)
  const excess = measurements.map((each) => requestCount(each.traffic) - fewestWithRetries(each))
  return [
    { what: 'Requests beyond the fewest, with retries', atMost: 0, measured: Math.max(...excess) },
    {
      what: 'Peak memory at 1,000 agents with retries over that at one',
      atMost: 3,
      measured: (peaks.at(-1) ?? 0) / (peaks[0] ?? 0),
    },
  ]
}

export function mergeTargets(measurements: readonly MergeMeasurement[]): Target[] {
  const [smallest] = measurements
  const peak = Math.max(...measurements.map(({ peakBytes }) => peakBytes))
  return [
    {
      what: 'Merging 25,600 agents with a test each, seconds',
      atMost: 3,
      measured: (smallest?.wallMs ?? 0) / 1000,
    },
    { what: 'Peak memory of a merge, MB', atMost: 400, measured: peak / 1e6 },
  ]
}

export function startUpTargets({ bundleMs, bareMs }: StartUp): Target[] {
  return [{ what: 'Start-up over that of bare Node', atMost: 2.4, measured: bundleMs / bareMs }]
}

/** @param measurements of 1, 20 and 100 agents on a service that works on one request at a time */
export function queueTargets(measurements: readonly QueueMeasurement[]): Target[] {
  const twenty = measurements.find(({ load }) => load.agents === 20)
  if (twenty === undefined) return []
  return [
    {
      what: "Share of the service's time with 20 agents, once all are launched",
      atMost: 0.2,
      measured: shareOfService(twenty),
    },
    {
      what: 'Latest result with 20 agents, in intervals and response times after it could have been seen',
      atMost: 1,
      measured: latestResultMs(twenty) / (INTERVAL_MS + 2 * twenty.load.requestMs),
    },
  ]
}

export function bundleTarget(bytes: number): Target {
  return { what: 'The bundle, MB of JavaScript', atMost: 4.8, measured: bytes / 1e6 }
}
