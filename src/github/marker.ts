// The hidden first line of our comment: which comment it is, and which run wrote it last.
import { createHash } from 'node:crypto'

/** A run of a workflow; both numbers count upwards, the attempt within its run. */
export interface WorkflowRun {
  readonly runId: number
  readonly runAttempt: number
}

export interface Marker extends WorkflowRun {
  readonly commentId: string
}

const NOTICE = /<!-- agent-tests:notice run:(\d+) attempt:(\d+) -->$/
const MARKER = /^<!-- agent-tests:([0-9a-f]{32}) run:(\d+) attempt:(\d+) -->(?:\r?\n|$)/

/**
 * Identifies one of our comments on a pull request: 32 hex digits from the workflow's file, the job, the step and
 * the matrix leg. It is the same on all branches and pull requests, since the ref of the workflow is left out.
 */
export function commentIdOf(place: {
  /** GITHUB_WORKFLOW_REF, e.g. `org/repo/.github/workflows/ci.yml@refs/pull/7/merge`. */
  readonly workflowRef: string
  readonly job: string
  readonly action: string
  /** The leg as JSON, `null` outside a matrix. */
  readonly matrix: string
}): string {
  const workflowFile = /^(.*?\.ya?ml)@/.exec(place.workflowRef)?.[1] ?? place.workflowRef
  const parts = JSON.stringify([workflowFile, place.job, place.action, place.matrix])
  return createHash('sha256').update(parts).digest('hex').slice(0, 32)
}

/** The first line of a comment, without its line break. */
export function formatMarker(commentId: string, { runId, runAttempt }: WorkflowRun): string {
  return `<!-- agent-tests:${commentId} run:${runId} attempt:${runAttempt} -->`
}

/** The marker of a comment, or null if its first line is not one. Anyone can have written it: check the author too. */
export function parseMarker(body: string): Marker | null {
  const [, commentId, runId, runAttempt] = MARKER.exec(body) ?? []
  return commentId === undefined ? null : { commentId, runId: Number(runId), runAttempt: Number(runAttempt) }
}

/** A notice that a newer run is in progress, as the second line of a comment. */
export function formatNotice(notice: string, { runId, runAttempt }: WorkflowRun): string {
  return `${notice} <!-- agent-tests:notice run:${runId} attempt:${runAttempt} -->`
}

/** A comment's marker, the run that its notice is about (null without one), and its text without either. */
export function splitBody(body: string): { marker: string; noticeRun: WorkflowRun | null; text: string } {
  const [marker = '', second = '', ...rest] = body.split(/\r?\n/)
  const [, runId, runAttempt] = NOTICE.exec(second) ?? []
  if (runId === undefined) return { marker, noticeRun: null, text: [second, ...rest].join('\n') }
  // An empty line separates a notice from the text.
  const text = rest.slice(rest[0] === '' ? 1 : 0).join('\n')
  return { marker, noticeRun: { runId: Number(runId), runAttempt: Number(runAttempt) }, text }
}

/** Negative if `a` is the older run, zero for the same one. */
export function compareRuns(a: WorkflowRun, b: WorkflowRun): number {
  return a.runId - b.runId || a.runAttempt - b.runAttempt
}
