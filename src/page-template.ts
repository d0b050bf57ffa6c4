// The HTML page without its data: scripts/build.ts puts it beside the bundle.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const FILE = 'report-page.html'

/** @throws if the file is missing, which means an incomplete installation */
export function readPageTemplate(): string {
  const bundled = join(import.meta.dirname, FILE)
  // From source, the bundle is next door.
  return readFileSync(existsSync(bundled) ? bundled : join(import.meta.dirname, '..', 'dist', FILE), 'utf8')
}
