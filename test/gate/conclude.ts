// What the reads of one run come to, one after the other.
import type { TestRun } from '../../src/client/index.ts'
import { launchedRun } from '../../src/gate/read-run.ts'
import { addRead, concludeRun, noEvidence } from '../../src/gate/run-evidence.ts'

/** A read of a run that is done, unless told otherwise. */
export type Read = Partial<TestRun> & { readonly onlyFailed?: boolean }

export function conclude(...reads: Read[]) {
  const evidence = reads.reduce(
    (before, { onlyFailed = false, ...fields }) =>
      addRead(before, { task_id: 'run-1', status: 'done', ...fields }, { onlyFailed, durationMs: 1500 }),
    noEvidence(launchedRun('run-1', 'queued')),
  )
  return concludeRun(evidence)
}

export const reasonOf = (...reads: Read[]) => conclude(...reads).reason?.kind ?? null
