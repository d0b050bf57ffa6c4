// Builds dist/ with ncc. `--check` builds beside it and fails when the committed bundle is not what the sources give.
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const dist = join(root, 'dist')

function build(target: string): void {
  rmSync(target, { recursive: true, force: true })
  execFileSync(
    process.execPath,
    [
      'node_modules/@vercel/ncc/dist/ncc/cli.js',
      'build',
      'src/index.ts',
      '-o',
      target,
      '--license',
      'licenses.txt',
      '--quiet',
    ],
    { cwd: root, stdio: 'inherit' },
  )
}

function differences(built: string): string[] {
  mkdirSync(dist, { recursive: true })
  const names = new Set([...readdirSync(dist), ...readdirSync(built)])
  const read = (folder: string, name: string) =>
    readdirSync(folder).includes(name) ? readFileSync(join(folder, name), 'utf8') : undefined
  return [...names].filter((name) => read(dist, name) !== read(built, name)).sort()
}

if (process.argv.includes('--check')) {
  const built = mkdtempSync(join(tmpdir(), 'agent-tests-dist-'))
  build(built)
  const stale = differences(built)
  rmSync(built, { recursive: true, force: true })
  if (stale.length > 0) {
    console.error(
      `dist/ is not what the sources build (${stale.join(', ')}). Run "npm run build" and commit dist/.`,
    )
    process.exitCode = 1
  }
} else {
  build(dist)
}
