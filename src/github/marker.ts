// The hidden first line of our comment: whose it is, and which run wrote it last.
import { createHash } from 'node:crypto'

/** Which run of a workflow wrote a comment; both count upwards, the attempt within its run. */
export interface RunStamp {
  readonly runId: number
  readonly runAttempt: number
}

export interface Marker extends RunStamp {
  readonly key: string
}

const MARKER_LINE = /^<!-- agent-tests:([0-9a-f]{32}) run:(\d+) attempt:(\d+) -->(?:\r?\n|$)/

/**
 * What keeps one comment apart from the others on a pull request: 32 hex digits over the workflow's file, the
 * job, the step and the matrix leg. Branches and pull requests share it: the ref behind the file is dropped.
 */
export function commentKey(place: {
  /** GITHUB_WORKFLOW_REF, e.g. `org/repo/.github/workflows/ci.yml@refs/pull/7/merge`. */
  readonly workflowRef: string
  /** GITHUB_JOB. */
  readonly job: string
  /** GITHUB_ACTION. */
  readonly action: string
  /** The leg as JSON, `null` outside a matrix. */
  readonly matrix: string
}): string {
  const workflowFile = /^(.*?\.ya?ml)@/.exec(place.workflowRef)?.[1] ?? place.workflowRef
  const parts = JSON.stringify([workflowFile, place.job, place.action, place.matrix])
  return createHash('sha256').update(parts).digest('hex').slice(0, 32)
}

/** The first line of a comment, without its line break. */
export function markerLine(key: string, { runId, runAttempt }: RunStamp): string {
  return `<!-- agent-tests:${key} run:${runId} attempt:${runAttempt} -->`
}

/** The marker of a comment, or null where its first line is none of ours. Says nothing of who wrote it. */
export function readMarker(body: string): Marker | null {
  const [, key, runId, runAttempt] = MARKER_LINE.exec(body) ?? []
  return key === undefined ? null : { key, runId: Number(runId), runAttempt: Number(runAttempt) }
}

/** Below zero where `a` is the older run, zero for the same one. */
export function compareRuns(a: RunStamp, b: RunStamp): number {
  return a.runId - b.runId || a.runAttempt - b.runAttempt
}
