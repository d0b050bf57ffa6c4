// `npm run package`: builds the client's npm package in build/, to be packed or published from there.
import { execFileSync } from 'node:child_process'
import { copyFileSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const root = new URL('..', import.meta.url)
const build = new URL('build/', root)
const at = (path: string, base = root) => fileURLToPath(new URL(path, base))

rmSync(build, { recursive: true, force: true })
execFileSync(process.execPath, [at('node_modules/typescript/bin/tsc'), '-p', 'tsconfig.client.json'], {
  cwd: root,
  stdio: 'inherit',
})
const {
  scripts: _,
  devDependencies: __,
  overrides: ___,
  allowScripts: ____,
  private: _____,
  ...manifest
} = JSON.parse(readFileSync(at('package.json'), 'utf8'))
const description = 'Typed client of the evaluation service and the voice-form service.'
const text = JSON.stringify({ ...manifest, description }, null, 2).replaceAll('./build/', './')
writeFileSync(at('package.json', build), `${text}\n`)
copyFileSync(at('docs/client.md'), at('README.md', build))
for (const file of ['CHANGELOG.md', 'LICENSE']) copyFileSync(at(file), at(file, build))
