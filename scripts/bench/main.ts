// `npm run bench`: what the committed bundle adds to what the service takes, at any size. Prints Markdown.
import { readdirSync, statSync } from 'node:fs'
import { cpus, release, totalmem, type } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import type { Load } from './load.ts'
import { type Measurement, measure, type Subject } from './measure.ts'
import { measureMerge } from './merge.ts'
import { measureQueue, type QueueMeasurement } from './queue.ts'
import { measureStartUp } from './start-up.ts'
import {
  agentsTable,
  failingTable,
  mergeTable,
  queueTable,
  retriesTable,
  startUpTable,
  targetsTable,
} from './tables.ts'
import {
  agentsTargets,
  bundleTarget,
  failingTargets,
  mergeTargets,
  queueTargets,
  retriesTargets,
  startUpTargets,
  type Target,
} from './targets.ts'

const usage = `npm run bench [-- options]; ends with 1 where a target is missed
  --bundle <path>   another bundle than dist/index.js
  --only <table>    agents, failing, retries, start-up, merge or queue; more than once for several
  --node=<option>   for the bundle's process, such as --node=--cpu-prof`

const committed = fileURLToPath(new URL('../../dist/index.js', import.meta.url))

/** Eight tests per agent; all runs go at once and have ended by their first poll; 50 ms for every response. */
const ordinary: Load = {
  agents: 1,
  testsPerAgent: 8,
  failingPerAgent: 0,
  failureRate: 0,
  runMs: 3000,
  slots: Number.POSITIVE_INFINITY,
  latencyMs: 50,
  requestMs: 0,
}

interface Section {
  readonly title: string
  readonly table: string
  readonly targets: readonly Target[]
}

async function measureAll(loads: readonly Partial<Load>[], subject: Subject): Promise<Measurement[]> {
  const measured: Measurement[] = []
  for (const load of loads) measured.push(await measure({ ...ordinary, ...load }, subject))
  return measured
}

async function agents(subject: Subject): Promise<Section> {
  const sizes = [1, 10, 100, 1000].map((size) => ({ agents: size }))
  const measured = await measureAll(sizes, subject)
  return { title: 'Agents', table: agentsTable(measured), targets: agentsTargets(measured) }
}

/** The run with the median peak of five: it depends on when Node collects garbage. */
async function median(measureOnce: () => Promise<Measurement>): Promise<Measurement> {
  const runs: Measurement[] = []
  for (let run = 0; run < 5; run += 1) runs.push(await measureOnce())
  const [, , third] = runs.sort((a, b) => a.peakBytes - b.peakBytes)
  if (third === undefined) throw new Error('unreachable: there are five runs')
  return third
}

/** With 1,000 agents, a service that responds quickly: at 50 ms, their 3,000 requests alone take 19 s. */
async function failing(subject: Subject): Promise<Section> {
  const measured = await measureAll([{ agents: 100, testsPerAgent: 1000, failingPerAgent: 10 }], subject)
  for (const load of [
    { agents: 100, testsPerAgent: 1000, failingPerAgent: 1000 },
    { agents: 1000, testsPerAgent: 100, failingPerAgent: 100, latencyMs: 10 },
  ])
    measured.push(await median(() => measure({ ...ordinary, ...load }, subject)))
  return { title: 'Failing tests', table: failingTable(measured), targets: failingTargets(measured) }
}

async function retries(subject: Subject): Promise<Section> {
  const measured: Measurement[] = []
  for (const agents of [1, 100, 1000]) {
    const load = { ...ordinary, agents, testsPerAgent: 100, failureRate: 0.02 }
    measured.push(await median(() => measure(load, subject, { inputs: { mode: 'gate-if-worse' } })))
  }
  const title = 'Mode `gate-if-worse`, 100 tests per agent that fail in 2% of their runs'
  return { title, table: retriesTable(measured), targets: retriesTargets(measured) }
}

async function startUp({ bundle }: Subject): Promise<Section> {
  const measured = measureStartUp(bundle, 20)
  return { title: 'Start-up', table: startUpTable(measured), targets: startUpTargets(measured) }
}

async function merge(subject: Subject): Promise<Section> {
  const measured = [await measureMerge(1, subject), await measureMerge(5, subject)]
  const title = 'Merging 256 results files with 100 agents each'
  return { title, table: mergeTable(measured), targets: mergeTargets(measured) }
}

/** A service as it is: one agent at a time, and 0.26 s of its single thread for each request. */
async function queue(subject: Subject): Promise<Section> {
  const service = { slots: 1, requestMs: 260, latencyMs: 0 }
  const measured: QueueMeasurement[] = []
  for (const load of [
    { agents: 1, runMs: 30_000 },
    { agents: 20, runMs: 8_000 },
    { agents: 100, runMs: 3_000 },
  ])
    measured.push(await measureQueue({ ...ordinary, ...service, ...load }, subject))
  const title = 'A queue of agents on a service that works on one request at a time'
  return { title, table: queueTable(measured), targets: queueTargets(measured) }
}

const sections: Readonly<Record<string, (subject: Subject) => Promise<Section>>> = {
  agents,
  failing,
  retries,
  'start-up': startUp,
  merge,
  queue,
}

function bytesOf(bundle: string): number {
  const folder = dirname(bundle)
  const scripts = readdirSync(folder).filter((name) => name.endsWith('.js'))
  return scripts.reduce((sum, name) => sum + statSync(join(folder, name)).size, 0)
}

function machine(): string {
  const [processor] = cpus()
  const memory = `${Math.round(totalmem() / 2 ** 30)} GiB`
  return `Node ${process.version} on ${type()} ${release()}, ${cpus().length} × ${processor?.model.trim()}, ${memory}.`
}

async function main(names: readonly string[], subject: Subject): Promise<void> {
  console.log(machine())
  const targets = [bundleTarget(bytesOf(subject.bundle))]
  for (const name of names) {
    const section = await sections[name]?.(subject)
    if (section === undefined) throw new Error(`there is no table "${name}"\n${usage}`)
    console.log(`\n## ${section.title}\n\n${section.table}`)
    targets.push(...section.targets)
  }
  console.log(`\n## Targets\n\n${targetsTable(targets)}`)
  if (targets.some(({ atMost, measured }) => !(measured <= atMost))) process.exitCode = 1
}

const { values } = parseArgs({
  options: {
    bundle: { type: 'string', default: committed },
    only: { type: 'string', multiple: true, default: Object.keys(sections) },
    node: { type: 'string', multiple: true, default: [] },
    help: { type: 'boolean', default: false },
  },
})
if (values.help) console.log(usage)
else await main(values.only, { bundle: values.bundle, nodeOptions: values.node })
