// A temporary folder for one run of the tests. They have to leave it empty.
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export default function setup() {
  const folder = mkdtempSync(join(tmpdir(), 'agent-tests-run-'))
  for (const name of ['TMPDIR', 'TEMP', 'TMP']) process.env[name] = folder
  // The compiler and npm would keep their caches there.
  process.env['NODE_DISABLE_COMPILE_CACHE'] = '1'
  // Also after Ctrl+C, which skips the teardown.
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  return () => {
    // Chromium deletes its own a moment after it was closed.
    const left = readdirSync(folder).filter((name) => !name.startsWith('.org.chromium.'))
    if (left.length > 0) throw new Error(`Tests left files in the temporary folder: ${left.join(', ')}`)
  }
}
