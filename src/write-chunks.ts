// Writes a report to a file, piece by piece: it can be larger than the longest string.
import { appendFileSync, writeFileSync } from 'node:fs'

/** Written at once: there may be a chunk per test. */
const WRITE_CHARACTERS = 65_536

/** Replaces the file. */
export function writeChunks(path: string, chunks: Iterable<string>): void {
  writeFileSync(path, '')
  let text = ''
  for (const chunk of chunks) {
    text += chunk
    if (text.length < WRITE_CHARACTERS) continue
    appendFileSync(path, text)
    text = ''
  }
  appendFileSync(path, text)
}
