// The hidden first line of our comment or issue: which one it is, and which run wrote it last.
import { createHash } from 'node:crypto'

/** A run of a workflow; both numbers count upwards, the attempt within its run. */
export interface WorkflowRun {
  readonly runId: number
  readonly runAttempt: number
}

export interface Marker extends WorkflowRun {
  /** From `commentIdOf`. */
  readonly commentId: string
  /** Whether the run has only said that its tests are running; the text is then that of an older run. */
  readonly isNotice: boolean
  /** The tests that an issue is about, by their hashes. */
  readonly tests: readonly string[]
}

/** An issue about more than these is about all tests. */
export const MAX_TESTS = 1_000

const MARKER =
  /^<!-- agent-tests:([0-9a-f]{32}) run:(\d+) attempt:(\d+)( notice)?(?: tests:([0-9a-f,]*))? -->$/

/**
 * Which comment on a pull request it is, in 32 hex digits: the same on all branches and pull requests, and for all calls of
 * the action that share these values.
 */
export function commentIdOf(call: {
  /** GITHUB_WORKFLOW_REF, e.g. `org/repo/.github/workflows/ci.yml@refs/pull/7/merge`. */
  readonly workflowRef: string
  readonly job: string
  readonly action: string
  /** The leg as JSON, `null` outside a matrix. */
  readonly matrix: string
  readonly title: string
}): string {
  const workflowFile = /^(.*?\.ya?ml)@/.exec(call.workflowRef)?.[1] ?? call.workflowRef
  const parts = [workflowFile, call.job, call.action, call.matrix, call.title]
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 32)
}

/** The first line of a comment or an issue, without its line break. */
export function formatMarker({ commentId, runId, runAttempt, isNotice, tests }: Marker): string {
  const about = tests.length === 0 ? '' : ` tests:${tests.slice(0, MAX_TESTS).join(',')}`
  return `<!-- agent-tests:${commentId} run:${runId} attempt:${runAttempt}${isNotice ? ' notice' : ''}${about} -->`
}

const FOLD = ['', '<details>', '<summary>Earlier result</summary>', ''] as const
const FOLD_END = ['', '</details>'] as const

/** A notice of one line, and the text of an older run folded below it. */
export function formatNotice(notice: string, text: string): string {
  return [notice, ...FOLD, text, ...FOLD_END].join('\n')
}

/**
 * The marker, and the text below it without a notice. Null if the first line is not a marker. Anyone can have written it:
 * check the author too.
 */
export function parseBody(body: string): { readonly marker: Marker; readonly text: string } | null {
  const [first = '', ...lines] = body.split(/\r?\n/)
  const [, commentId, runId, runAttempt, notice, tests = ''] = MARKER.exec(first) ?? []
  if (commentId === undefined) return null
  const isNotice = notice !== undefined
  const text = isNotice ? lines.slice(1 + FOLD.length, -FOLD_END.length) : lines
  const run = { runId: Number(runId), runAttempt: Number(runAttempt) }
  return {
    marker: { commentId, ...run, isNotice, tests: tests.split(',').filter(Boolean) },
    text: text.join('\n'),
  }
}

/** Negative if `a` is the older run, zero for the same one. */
export function compareRuns(a: WorkflowRun, b: WorkflowRun): number {
  return a.runId - b.runId || a.runAttempt - b.runAttempt
}
