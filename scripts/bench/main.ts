// `npm run bench`: what the committed bundle adds to what the service takes, at any size. Prints Markdown.
import { readdirSync, statSync } from 'node:fs'
import { cpus, release, totalmem, type } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import type { Load } from './load.ts'
import { type Measurement, measure, type Subject } from './measure.ts'
import { measureStartUp } from './start-up.ts'
import { agentsTable, failingTable, paceTable, startUpTable, targetsTable } from './tables.ts'
import {
  agentsTargets,
  bundleTarget,
  failingTargets,
  paceTargets,
  startUpTargets,
  type Target,
} from './targets.ts'

const usage = `npm run bench [-- options]; ends with 1 where a target is missed
  --bundle <path>   another bundle than dist/index.js
  --only <table>    agents, failing, start-up or pace; more than once for several
  --node=<option>   for the bundle's process, such as --node=--cpu-prof`

const committed = fileURLToPath(new URL('../../dist/index.js', import.meta.url))

/** Eight tests an agent, runs that all go at once and have ended by their first poll, 50 ms on every answer. */
const ordinary: Load = {
  agents: 1,
  testsPerAgent: 8,
  failingPerAgent: 0,
  runMs: 3000,
  slots: Number.POSITIVE_INFINITY,
  latencyMs: 50,
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

async function failing(subject: Subject): Promise<Section> {
  const loads = [10, 1000].map((failingPerAgent) => ({ agents: 100, testsPerAgent: 1000, failingPerAgent }))
  const measured = await measureAll(loads, subject)
  const title = 'Failing tests, of 100 agents with 1,000 tests each'
  return { title, table: failingTable(measured), targets: failingTargets(measured) }
}

async function startUp({ bundle }: Subject): Promise<Section> {
  const measured = measureStartUp(bundle, 20)
  return { title: 'Start-up', table: startUpTable(measured), targets: startUpTargets(measured) }
}

async function pace(subject: Subject): Promise<Section> {
  const together = { agents: 100, runMs: 28_000 }
  const [few, many, queued] = await measureAll(
    [together, { ...together, testsPerAgent: 1000 }, { agents: 20, slots: 1 }],
    subject,
  )
  if (few === undefined || many === undefined || queued === undefined) throw new Error('unmeasured')
  const table = paceTable({
    '100 agents at once': few,
    '100 agents at once, 1,000 tests each': many,
    '20 agents, one at a time': queued,
  })
  return { title: 'Pace, of polls after each agent’s first', table, targets: paceTargets(many) }
}

const sections: Readonly<Record<string, (subject: Subject) => Promise<Section>>> = {
  agents,
  failing,
  'start-up': startUp,
  pace,
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
