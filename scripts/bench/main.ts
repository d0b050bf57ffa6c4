// `npm run bench`: what the committed bundle adds to what the service takes, at any size. Prints Markdown.
import { cpus, release, totalmem, type } from 'node:os'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import type { Subject } from './bundle.ts'
import { table } from './markdown.ts'
import { sections, type Target } from './sections.ts'

const usage = `npm run bench [-- options]; ends with 1 if a target is missed
  --bundle <path>     another bundle than dist/index.js
  --only <section>    ${Object.keys(sections).join(', ')}; more than once for several
  --node=<option>     for the bundle's process, such as --node=--cpu-prof`

function machine(): string {
  const [processor] = cpus()
  const memory = `${Math.round(totalmem() / 2 ** 30)} GiB`
  return `Node ${process.version} on ${type()} ${release()}, ${cpus().length} × ${processor?.model.trim()}, ${memory}.`
}

async function main(names: readonly string[], subject: Subject): Promise<void> {
  console.log(machine())
  const targets: Target[] = []
  for (const name of names) {
    const section = await sections[name]?.(subject)
    if (section === undefined) throw new Error(`there is no section "${name}"\n${usage}`)
    console.log(`\n## ${section.title}\n\n${section.table}`)
    targets.push(...section.targets)
  }
  const isHeld = ({ atMost, measured }: Target) => measured <= atMost
  const rows = targets.map((target) => [
    target.what,
    String(target.atMost),
    target.measured.toFixed(2),
    isHeld(target) ? 'held' : '**missed**',
  ])
  console.log(`\n## Targets\n\n${table(['Target', 'At most', 'Measured', ''], rows)}`)
  if (!targets.every(isHeld)) process.exitCode = 1
}

const { values } = parseArgs({
  options: {
    bundle: { type: 'string', default: fileURLToPath(new URL('../../dist/index.js', import.meta.url)) },
    only: { type: 'string', multiple: true, default: Object.keys(sections) },
    node: { type: 'string', multiple: true, default: [] },
    help: { type: 'boolean', default: false },
  },
})
if (values.help) console.log(usage)
else await main(values.only, { bundle: values.bundle, nodeOptions: values.node })
