// Builds the bundle with ncc; `npm run check` checks the types. `--check` only fails if the committed one is stale.
import { execFile } from 'node:child_process'
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { buildPage } from './build-page.ts'

const root = fileURLToPath(new URL('..', import.meta.url))

/** Into a temporary folder, so that a failed build leaves the last bundle in place. */
async function build(): Promise<string> {
  const target = mkdtempSync(join(tmpdir(), 'agent-tests-dist-'))
  const ncc = 'node_modules/@vercel/ncc/dist/ncc/cli.js'
  const options = ['-o', target, '--license', 'licenses.txt', '--transpile-only', '--no-cache', '--quiet']
  await promisify(execFile)(process.execPath, [ncc, 'build', 'src/main.ts', ...options], { cwd: root })
  return target
}

function differences(committed: string, built: string): string[] {
  const filesIn = (folder: string) => (existsSync(folder) ? readdirSync(folder) : [])
  const read = (folder: string, name: string) =>
    existsSync(join(folder, name)) ? readFileSync(join(folder, name), 'utf8') : null
  const names = new Set([...filesIn(committed), ...filesIn(built)])
  return [...names].filter((name) => read(committed, name) !== read(built, name)).sort()
}

const committed = join(root, 'dist')
const [built, page] = await Promise.all([build(), buildPage()])
writeFileSync(join(built, 'report-page.html'), page)
if (process.argv.includes('--check')) {
  const stale = differences(committed, built)
  if (stale.length > 0) {
    console.error(
      `dist/ is not what the sources build (${stale.join(', ')}). Run "npm run build" and commit dist/.`,
    )
    process.exitCode = 1
  }
} else {
  rmSync(committed, { recursive: true, force: true })
  cpSync(built, committed, { recursive: true })
}
rmSync(built, { recursive: true, force: true })
