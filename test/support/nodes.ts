// The versions of Node on this machine: the running one, those in node_modules, and those on the PATH.
import { execFileSync } from 'node:child_process'
import { existsSync, globSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'

export interface InstalledNode {
  /** As `v24.4.0`. */
  readonly version: string
  readonly path: string
}

const installed = findNodes()
/** Versions that must be there, for CI: `AGENT_TESTS_NODES="22 24 26"`. */
const required = (process.env['AGENT_TESTS_NODES'] ?? '').split(' ').filter((version) => version !== '')

/** One of each major version that is on this machine. @throws Error if one is missing that CI has to test */
export function nodesOf(...majors: readonly number[]): InstalledNode[] {
  return majors.flatMap((major) => {
    const found = installed.find(({ version }) => version.startsWith(`v${major}.`))
    if (found !== undefined) return found
    const folder = `node_modules/.nodes/${major}`
    const text = `Node ${major} is not on this machine. Run: npm install --no-save --prefix ${folder} node@${major}`
    if (required.includes(String(major))) throw new Error(text)
    console.warn(`Not tested on Node ${major}: ${text}`)
    return []
  })
}

function findNodes(): InstalledNode[] {
  const file = process.platform === 'win32' ? 'node.exe' : 'node'
  const root = fileURLToPath(new URL('../..', import.meta.url))
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
