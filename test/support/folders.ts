// Temporary folders with files, for one test each.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { onTestFinished, type TestContext } from 'vitest'

/**
 * Removed at the end of the test.
 * @param files their texts, by paths in the folder
 * @param test the context of a concurrent test
 */
export function createFolder(
  files: Readonly<Record<string, string>> = {},
  test: Pick<TestContext, 'onTestFinished'> = { onTestFinished },
): string {
  const folder = mkdtempSync(join(tmpdir(), 'agent-tests-folder-'))
  test.onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  writeFiles(folder, files)
  return folder
}

/** Creates their folders, too. Scripts can be run. */
export function writeFiles(folder: string, files: Readonly<Record<string, string>>): void {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), text, { mode: text.startsWith('#!') ? 0o755 : 0o644 })
  }
}
