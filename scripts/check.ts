// `npm run check`: types, lint and format, and the API reference of the client, all at once. `--bundles` also compares the
// committed bundles with new ones.
import { spawn } from 'node:child_process'
import { once } from 'node:events'

const commands = [
  'tsc -p test',
  'tsc -p src/page',
  'biome check --error-on-warnings .',
  'typedoc --tsconfig tsconfig.client.json --emit none',
]
if (process.argv.includes('--bundles')) commands.push('node scripts/build.ts --check')

const ends = commands.map((command) => once(spawn(command, { shell: true, stdio: 'inherit' }), 'close'))
const failed = (await Promise.all(ends)).some(([exitCode]) => exitCode !== 0)
if (failed) process.exitCode = 1
