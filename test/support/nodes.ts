// The versions of Node on this machine, the running one, those in node_modules and those on the PATH, and its Deno.
import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, globSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'

export interface InstalledNode {
  /** As `v24.4.0`. */
  readonly version: string
  readonly path: string
}

const root = fileURLToPath(new URL('../..', import.meta.url))
const installed = findNodes()
/** What must be there, for CI: `AGENT_TESTS_NODES="22 24 26 deno"`. */
const required = (process.env['AGENT_TESTS_NODES'] ?? '').split(' ').filter((version) => version !== '')

/** One of each major version that is on this machine. @throws Error if one is missing that CI has to test */
export function nodesOf(...majors: readonly number[]): InstalledNode[] {
  return majors.flatMap((major) => {
    const found = installed.find(({ version }) => version.startsWith(`v${major}.`))
    if (found !== undefined) return found
    sayMissing(`Node ${major}`, `${major}`, `node@${major}`)
    return []
  })
}

/** The path of Deno, null if it is not on this machine. @throws Error if CI has to test it */
export function findDeno(): string | null {
  const paths = [join(root, 'node_modules/.nodes/deno/node_modules/.bin/deno'), 'deno']
  const found = paths.find((path) => spawnSync(path, ['--version']).status === 0)
  if (found === undefined) sayMissing('Deno', 'deno', 'deno@2')
  return found ?? null
}

function sayMissing(what: string, name: string, npmPackage: string): void {
  const command = `npm install --no-save --prefix node_modules/.nodes/${name} ${npmPackage}`
  const text = `${what} is not on this machine. Run: ${command}`
  if (required.includes(name)) throw new Error(text)
  console.warn(`Not tested on ${what}: ${text}`)
}

function findNodes(): InstalledNode[] {
  const file = process.platform === 'win32' ? 'node.exe' : 'node'
  const packages = globSync('node_modules/{node,.nodes/*/node_modules/node}/bin', { cwd: root })
  const folders = [
    ...packages.map((path) => join(root, path)),
    ...(process.env['PATH'] ?? '').split(delimiter),
  ]
  const paths = folders.map((folder) => join(folder, file))
  const others = paths.filter(existsSync).map((path) => ({
    version: execFileSync(path, ['--version'], { encoding: 'utf8' }).trim(),
    path,
  }))
  return [{ version: process.version, path: process.execPath }, ...others]
}
