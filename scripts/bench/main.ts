// `npm run bench`: what the committed bundle adds to what the service takes, at any size. Prints Markdown.
import { readdirSync, statSync } from 'node:fs'
import { cpus, release, totalmem, type } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import type { Load } from './load.ts'
import { type Measurement, measure, type Subject } from './measure.ts'
import { measureStartUp } from './start-up.ts'
import { agentsTable, failingTable, paceTable, startUpTable } from './tables.ts'

const usage = `npm run bench [-- options]
  --bundle <path>   another bundle than dist/index.js
  --only <table>    agents, failing, start-up or pace; more than once for several
  --node <option>   for the bundle's process, such as --node=--cpu-prof`

const everyTable = ['agents', 'failing', 'start-up', 'pace']
const committed = fileURLToPath(new URL('../../dist/index.js', import.meta.url))

const { values } = parseArgs({
  options: {
    bundle: { type: 'string', default: committed },
    only: { type: 'string', multiple: true, default: everyTable },
    node: { type: 'string', multiple: true, default: [] },
    help: { type: 'boolean', default: false },
  },
})

/** Eight tests an agent, runs that all go at once and have ended by their first poll, 50 ms on every answer. */
const ordinary: Load = {
  agents: 1,
  testsPerAgent: 8,
  failingPerAgent: 0,
  runMs: 3000,
  slots: Number.POSITIVE_INFINITY,
  latencyMs: 50,
}

async function measureAll(loads: readonly Partial<Load>[], subject: Subject): Promise<Measurement[]> {
  const measured: Measurement[] = []
  for (const load of loads) measured.push(await measure({ ...ordinary, ...load }, subject))
  return measured
}

async function agents(subject: Subject): Promise<string> {
  const sizes = [1, 10, 100, 1000].map((size) => ({ agents: size }))
  return `## Agents\n\n${agentsTable(await measureAll(sizes, subject))}`
}

async function failing(subject: Subject): Promise<string> {
  const loads = [10, 1000].map((failingPerAgent) => ({ agents: 100, testsPerAgent: 1000, failingPerAgent }))
  return `## Failing tests, of 100 agents with 1,000 tests each\n\n${failingTable(await measureAll(loads, subject))}`
}

async function pace(subject: Subject): Promise<string> {
  const together = { agents: 100, runMs: 28_000 }
  const loads = [
    { name: '100 agents at once', ...together },
    { name: '100 agents at once, 1,000 tests each', ...together, testsPerAgent: 1000 },
    { name: '20 agents, one at a time', agents: 20, slots: 1 },
  ]
  const measured = await measureAll(loads, subject)
  const named = measured.map((each, index) => ({ ...each, name: loads[index]?.name ?? '' }))
  return `## Pace, of polls after each agent's first\n\n${paceTable(named)}`
}

function startUp({ bundle }: Subject): string {
  return `## Start-up\n\n${startUpTable(measureStartUp(bundle, 20))}`
}

function circumstances({ bundle }: Subject): string {
  const folder = dirname(bundle)
  const scripts = readdirSync(folder).filter((name) => name.endsWith('.js'))
  const bytes = scripts.reduce((sum, name) => sum + statSync(join(folder, name)).size, 0)
  const [processor] = cpus()
  const machine = `${cpus().length} × ${processor?.model.trim()}, ${Math.round(totalmem() / 2 ** 30)} GiB`
  return `Node ${process.version} on ${type()} ${release()}, ${machine}. The bundle: ${(bytes / 1e6).toFixed(2)} MB of JavaScript.`
}

const tables: Readonly<Record<string, (subject: Subject) => string | Promise<string>>> = {
  agents,
  failing,
  'start-up': startUp,
  pace,
}

const unknown = values.only.filter((name) => !everyTable.includes(name))
if (values.help || unknown.length > 0) {
  console.log(usage)
  process.exitCode = unknown.length > 0 ? 1 : 0
} else {
  const subject = { bundle: values.bundle, nodeOptions: values.node }
  console.log(circumstances(subject))
  for (const name of values.only) console.log(`\n${await tables[name]?.(subject)}`)
}
