// Measurements as Markdown.
import { fewestRequests, fewestWithRetries, idealMs } from './ideal.ts'
import { INTERVAL_MS, type Measurement } from './measure.ts'
import type { MergeMeasurement } from './merge.ts'
import { latestResultMs, type QueueMeasurement, shareOfService } from './queue.ts'
import type { StartUp } from './start-up.ts'
import type { Target } from './targets.ts'
import { afterLaunches, requestCount } from './traffic.ts'

/** @param first the measurement that the others are compared with, of one agent */
export function agentsTable(measurements: readonly Measurement[]): string {
  const first = measurements[0]
  return table(
    ['Agents', 'Wall', 'Ideal', 'Added', 'Wall / ideal', 'Wall / one agent', ...costs, 'Peak / one agent'],
    measurements.map((each) => [
      number(each.load.agents),
      ...times(each),
      ratio(each.wallMs, first?.wallMs),
      ...costsOf(each),
      ratio(each.peakBytes, first?.peakBytes),
    ]),
  )
}

export function failingTable(measurements: readonly Measurement[]): string {
  return table(
    ['Failing tests', 'Agents', 'Latency', 'Wall', 'Ideal', 'Added', 'Wall / ideal', ...costs],
    measurements.map((each) => [
      number(each.load.agents * each.load.failingPerAgent),
      number(each.load.agents),
      milliseconds(each.load.latencyMs),
      ...times(each),
      ...costsOf(each),
    ]),
  )
}

/** @param first the measurement that the others are compared with, of one agent */
export function retriesTable(measurements: readonly Measurement[]): string {
  const first = measurements[0]
  return table(
    ['Agents', 'Wall', 'Wall / one agent', 'Verdict', 'Flaky tests', ...costs, 'Peak / one agent'],
    measurements.map((each) => [
      number(each.load.agents),
      seconds(each.wallMs),
      ratio(each.wallMs, first?.wallMs),
      each.outputs['verdict'] ?? '',
      each.outputs['flaky'] ?? '',
      ...costsOf(each, fewestWithRetries(each)),
      ratio(each.peakBytes, first?.peakBytes),
    ]),
  )
}

export function startUpTable({ bundleMs, bareMs }: StartUp): string {
  return table(
    ['`node dist/index.js`, refusing an input', '`node -e 0`', 'Ratio'],
    [[milliseconds(bundleMs), milliseconds(bareMs), ratio(bundleMs, bareMs)]],
  )
}

export function mergeTable(measurements: readonly MergeMeasurement[]): string {
  return table(
    ['Tests per agent', 'Wall', 'CPU', 'Peak memory'],
    measurements.map(({ testsPerAgent, wallMs, cpuMs, peakBytes }) => [
      number(testsPerAgent),
      seconds(wallMs),
      seconds(cpuMs),
      megabytes(peakBytes),
    ]),
  )
}

export function queueTable(measurements: readonly QueueMeasurement[]): string {
  const at = (times: readonly number[], share: number) => times[Math.floor(times.length * share)] ?? 0
  return table(
    [
      'Agents',
      'Requests',
      'After the launches',
      "Share of the service's time",
      'Latest result',
      'Another client waits (median)',
      'p95',
    ],
    measurements.map((each) => [
      number(each.load.agents),
      number(requestCount(each.traffic)),
      number(afterLaunches(each.traffic).length),
      percent(shareOfService(each)),
      seconds(latestResultMs(each)),
      milliseconds(at(each.otherClientMs, 0.5)),
      milliseconds(at(each.otherClientMs, 0.95)),
    ]),
  )
}

export function targetsTable(targets: readonly Target[]): string {
  return table(
    ['Target', 'At most', 'Measured', ''],
    targets.map(({ what, atMost, measured }) => [
      what,
      String(atMost),
      measured.toFixed(2),
      measured <= atMost ? 'held' : '**missed**',
    ]),
  )
}

function times({ wallMs, load }: Measurement): string[] {
  const ideal = idealMs(load, INTERVAL_MS)
  return [seconds(wallMs), seconds(ideal), seconds(wallMs - ideal), ratio(wallMs, ideal)]
}

const costs = ['Requests', 'Fewest', 'Received', 'In flight', 'Connections', 'CPU', 'Peak memory']

function costsOf(
  { load, traffic, cpuMs, peakBytes }: Measurement,
  fewest: number = fewestRequests(load),
): string[] {
  return [
    number(requestCount(traffic)),
    number(fewest),
    megabytes(traffic.bytes),
    number(traffic.peakInFlight),
    number(traffic.connections),
    seconds(cpuMs),
    megabytes(peakBytes),
  ]
}

const number = (value: number) => value.toLocaleString('en')
const percent = (share: number) => `${(100 * share).toFixed(1)}%`
const seconds = (ms: number) => `${(ms / 1000).toFixed(2)} s`
const milliseconds = (ms: number) => `${ms.toFixed(0)} ms`
const megabytes = (bytes: number) => `${(bytes / 1e6).toFixed(bytes < 1e7 ? 2 : 0)} MB`
const ratio = (value: number, of: number | undefined) => (of === undefined ? '' : (value / of).toFixed(2))

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
  return [line(head), `|${'---|'.repeat(head.length)}`, ...rows.map(line)].join('\n')
}
