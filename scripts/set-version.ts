// Runs within `npm version`: client, bundles and documents state the version that package.json has now.
import { execFileSync } from 'node:child_process'
import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const { version } = JSON.parse(readFileSync(`${root}/package.json`, 'utf8'))

function replace(file: string, pattern: RegExp, text: string): void {
  const path = `${root}/${file}`
  writeFileSync(path, readFileSync(path, 'utf8').replace(pattern, text))
}

replace('src/client/core/version.ts', /VERSION = '.*'/, `VERSION = '${version}'`)
const documents = globSync(['docs/*.md', 'examples/*.{mjs,yml}', 'examples/ci/*'], { cwd: root })
for (const file of documents)
  replace(
    file,
    /(?<=releases\/download\/v|gh release [a-z-]+ v|agent-tests-(?:client-)?)\d+\.\d+\.\d+/g,
    version,
  )
execFileSync(process.execPath, ['scripts/build.ts'], { cwd: root, stdio: 'inherit' })
const changed = ['src/client/core/version.ts', ...documents, 'dist']
execFileSync('git', ['add', ...changed], { cwd: root })
