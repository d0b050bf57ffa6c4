// Builds the bundles with ncc; `npm run check` checks the types. `--check` only fails if a committed bundle is stale.
import { execFile } from 'node:child_process'
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { buildPage } from './build-page.ts'

const root = fileURLToPath(new URL('..', import.meta.url))

const bundles: readonly {
  readonly entry: string
  readonly folder: string
  readonly files: () => Promise<Readonly<Record<string, string>>>
}[] = [
  {
    entry: 'src/main.ts',
    folder: 'dist',
    files: async () => ({ 'report-page.html': await buildPage() }),
  },
  { entry: 'simulator/src/action.ts', folder: 'simulator/dist', files: async () => ({}) },
]

/** Into a temporary folder, so that a failed build leaves the last bundle in place. */
async function build(entry: string): Promise<string> {
  const target = mkdtempSync(join(tmpdir(), 'agent-tests-dist-'))
  const ncc = 'node_modules/@vercel/ncc/dist/ncc/cli.js'
  const options = ['-o', target, '--license', 'licenses.txt', '--transpile-only', '--no-cache', '--quiet']
  await promisify(execFile)(process.execPath, [ncc, 'build', entry, ...options], { cwd: root })
  return target
}

function differences(committed: string, built: string): string[] {
  const filesIn = (folder: string) => (existsSync(folder) ? readdirSync(folder) : [])
  const read = (folder: string, name: string) =>
    existsSync(join(folder, name)) ? readFileSync(join(folder, name), 'utf8') : null
  const names = new Set([...filesIn(committed), ...filesIn(built)])
  return [...names].filter((name) => read(committed, name) !== read(built, name)).sort()
}

const checkOnly = process.argv.includes('--check')
const builds = bundles.map(async ({ entry, folder, files }) => {
  const [built, others] = await Promise.all([build(entry), files()])
  for (const [name, text] of Object.entries(others)) writeFileSync(join(built, name), text)
  const committed = join(root, folder)
  const stale = differences(committed, built)
  if (checkOnly && stale.length > 0) {
    console.error(
      `${folder}/ is not what the sources build (${stale.join(', ')}). Run "npm run build" and commit ${folder}/.`,
    )
    process.exitCode = 1
  }
  if (!checkOnly) {
    rmSync(committed, { recursive: true, force: true })
    cpSync(built, committed, { recursive: true })
  }
  rmSync(built, { recursive: true, force: true })
})
await Promise.all(builds)
