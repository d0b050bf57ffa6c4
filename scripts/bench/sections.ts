// The sections of `npm run bench`: each measures, prints a table, and has targets.
import type { Subject } from './bundle.ts'
import { CAP, fewestRequests, fewestWithRetries, idealMs } from './ideal.ts'
import type { Load } from './load.ts'
import { megabytes, milliseconds, number, percent, seconds, table } from './markdown.ts'
import { INTERVAL_MS, type Measurement, measure } from './measure.ts'
import { measureReading } from './test-files.ts'
import { requestCount, shareOfService } from './traffic.ts'

export interface Section {
  readonly title: string
  readonly table: string
  readonly targets: readonly Target[]
}

export interface Target {
  readonly what: string
  readonly atMost: number
  readonly measured: number
}

/** Eight tests per agent; all runs go at once and have ended by their first poll; 50 ms for every response. */
const ordinary: Load = {
  agents: 1,
  testsPerAgent: 8,
  failingPerAgent: 0,
  failureRate: 0,
  runMs: 3000,
  slots: Number.POSITIVE_INFINITY,
  startDelayMs: 0,
  latencyMs: 50,
  requestMs: 0,
  textLength: null,
}

async function agents(subject: Subject): Promise<Section> {
  const passing = await measureAll(
    [1, 10, 100, 1000].map((agents) => ({ agents })),
    subject,
  )
  const queued = await measureAll(
    [1, 100, 1000].map((agents) => ({ agents, startDelayMs: 100 })),
    subject,
  )
  const failing = await measureAll([{ agents: 100, testsPerAgent: 1000, failingPerAgent: 100 }], subject)
  const manyTests = { agents: 100, testsPerAgent: 100, failingPerAgent: 100, textLength: 1500 }
  const longTexts = await measureAll([manyTests], subject)
  const measured = [...passing, ...queued, ...failing, ...longTexts]
  return {
    title: 'Agents',
    table: table(
      ['Agents', 'At launch', 'Failing tests', 'Texts', 'Wall', 'Ideal', 'Wall / ideal', ...costs],
      measured.map((each) => [
        number(each.load.agents),
        each.load.startDelayMs > 0 ? 'queued' : 'in progress',
        number(each.load.agents * each.load.failingPerAgent),
        each.load.textLength === null ? 'short' : `${number(each.load.textLength)} characters`,
        seconds(each.wallMs),
        seconds(idealMs(each.load, INTERVAL_MS)),
        (each.wallMs / idealMs(each.load, INTERVAL_MS)).toFixed(2),
        ...costsOf(each, fewestRequests(each.load)),
      ]),
    ),
    targets: [
      requestsTarget('Requests / fewest', [...passing, ...failing, ...longTexts], ({ load }) =>
        fewestRequests(load),
      ),
      {
        ...requestsTarget('Requests / fewest, queued at launch', queued, ({ load }) => fewestRequests(load)),
        atMost: 1.05,
      },
      {
        what: 'Requests in flight',
        atMost: CAP,
        measured: most(measured, ({ traffic }) => traffic.peakInFlight),
      },
      {
        what: 'Wall / ideal, 1 to 1,000 agents',
        atMost: 1.2,
        measured: most([...passing, ...queued], ({ wallMs, load }) => wallMs / idealMs(load, INTERVAL_MS)),
      },
      {
        what: 'Peak memory with 10,000 failing tests and long texts, MB',
        atMost: 600,
        measured: most(longTexts, ({ peakBytes }) => peakBytes / 1e6),
      },
    ],
  }
}

async function retries(subject: Subject): Promise<Section> {
  const loads = [1, 100, 1000].map((agents) => ({ agents, testsPerAgent: 100, failureRate: 0.02 }))
  const measured = await measureAll(loads, subject, { mode: 'gate-if-worse' })
  return {
    title: 'Mode `gate-if-worse`, 100 tests per agent that fail in 2% of their runs',
    table: table(
      ['Agents', 'Wall', 'Verdict', 'Flaky tests', ...costs],
      measured.map((each) => [
        number(each.load.agents),
        seconds(each.wallMs),
        each.outputs['verdict'] ?? '',
        number(Number(each.outputs['flaky'])),
        ...costsOf(each, fewestWithRetries(each)),
      ]),
    ),
    targets: [
      { ...requestsTarget('Requests / fewest, with retries', measured, fewestWithRetries), atMost: 1.1 },
    ],
  }
}

/** A service as it is: one agent at a time, and 0.26 s of its single thread for each request. */
async function queue(subject: Subject): Promise<Section> {
  const loads = [
    { agents: 1, runMs: 30_000 },
    { agents: 20, runMs: 8_000 },
    { agents: 100, runMs: 3_000 },
  ].map((load) => ({ ...load, slots: 1, requestMs: 260, latencyMs: 0 }))
  const measured = await measureAll(loads, subject)
  const queues = measured.filter(({ load }) => load.agents > 1)
  return {
    title: 'A queue of agents on a service that works on one request at a time',
    table: table(
      ['Agents', 'Requests', "Share of the service's time", 'Another client waits (p95)'],
      measured.map((each) => [
        number(each.load.agents),
        number(requestCount(each.traffic)),
        percent(share(each)),
        milliseconds(p95(each.otherClientMs)),
      ]),
    ),
    targets: [
      {
        what: "Share of the service's time with 20 agents, once all are launched",
        atMost: 0.2,
        measured: most(queues.slice(0, 1), share),
      },
      {
        what: 'Wait of another client, ms (p95)',
        atMost: 1000,
        measured: most(measured, ({ otherClientMs }) => p95(otherClientMs)),
      },
    ],
  }
}

async function testFiles(): Promise<Section> {
  const { files, tests, readMs, parseMs } = measureReading()
  return {
    title: 'Files of tests, read and checked',
    table: table(
      ['Files', 'Tests', 'Time', 'YAML parser alone', 'Time / parser'],
      [
        [
          number(files),
          number(tests),
          milliseconds(readMs),
          milliseconds(parseMs),
          (readMs / parseMs).toFixed(2),
        ],
      ],
    ),
    targets: [{ what: 'Time of 10,000 tests / YAML parser alone', atMost: 2.5, measured: readMs / parseMs }],
  }
}

export const sections: Readonly<Record<string, (subject: Subject) => Promise<Section>>> = {
  agents,
  retries,
  queue,
  'test-files': testFiles,
}

async function measureAll(
  loads: readonly Partial<Load>[],
  subject: Subject,
  inputs?: Readonly<Record<string, string>>,
): Promise<Measurement[]> {
  const measured: Measurement[] = []
  for (const load of loads) measured.push(await measure({ ...ordinary, ...load }, subject, inputs))
  return measured
}

const costs = ['Requests', 'Fewest', 'In flight', 'Peak memory']

function costsOf({ traffic, peakBytes }: Measurement, fewest: number): string[] {
  return [number(requestCount(traffic)), number(fewest), number(traffic.peakInFlight), megabytes(peakBytes)]
}

function requestsTarget(
  what: string,
  measured: readonly Measurement[],
  fewest: (each: Measurement) => number,
): Target {
  return { what, atMost: 1, measured: most(measured, (each) => requestCount(each.traffic) / fewest(each)) }
}

function most(measured: readonly Measurement[], value: (each: Measurement) => number): number {
  return Math.max(...measured.map(value))
}

function share({ load, traffic }: Measurement): number {
  return shareOfService(traffic, load.requestMs)
}

function p95(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length * 0.95)] ?? 0
}
