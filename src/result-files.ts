// The files for machines, written piece by piece where the runner keeps a job's temporary files.
import { closeSync, mkdtempSync, openSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export interface ResultFiles {
  readonly results: string
  readonly junit: string
}

/**
 * Writes both files into a folder of their own, so that two steps of a job do not overwrite each other's.
 * @param folder RUNNER_TEMP; the system's folder for temporary files where it is not set
 * @returns their paths
 */
export function writeResultFiles(
  folder: string | null,
  files: { readonly results: Iterable<string>; readonly junit: Iterable<string> },
): ResultFiles {
  const own = mkdtempSync(join(folder ?? tmpdir(), 'agent-tests-'))
  return {
    results: writePieces(join(own, 'results.json'), files.results),
    junit: writePieces(join(own, 'junit.xml'), files.junit),
  }
}

function writePieces(path: string, pieces: Iterable<string>): string {
  const file = openSync(path, 'w')
  try {
    for (const piece of pieces) writeSync(file, piece)
  } finally {
    closeSync(file)
  }
  return path
}
