// The hidden first line of our comment: which comment it is, and who wrote it last.
import { createHash } from 'node:crypto'

/** A run of a workflow; both numbers count upwards, the attempt within its run. */
export interface WorkflowRun {
  readonly runId: number
  readonly runAttempt: number
}

/** One call of the action. A run can have several that look alike, as in a reusable workflow that is called twice. */
export interface Call extends WorkflowRun {
  /** 8 random hex digits. */
  readonly call: string
}

/** Which comment on a pull request it is, in hex digits. It is the same on all branches and pull requests. */
export interface CommentKey {
  /** Of the workflow's file, the job, the step, the matrix leg and the title. */
  readonly id: string
  /** Of what is tested, which tells apart calls with the same id. */
  readonly hash: string
}

export interface Marker extends CommentKey, Call {}

export interface MarkedBody {
  readonly marker: Marker
  /** The call that said in this comment that its tests are running. */
  readonly notice: Call | null
  readonly text: string
}

const MARKER =
  /^<!-- agent-tests:([0-9a-f]{32}):([0-9a-f]{8}) run:(\d+) attempt:(\d+) call:([0-9a-f]{8}) -->$/
const NOTICE = /<!-- agent-tests:notice run:(\d+) attempt:(\d+) call:([0-9a-f]{8}) -->$/

export function commentKeyOf(of: {
  /** GITHUB_WORKFLOW_REF, e.g. `org/repo/.github/workflows/ci.yml@refs/pull/7/merge`. */
  readonly workflowRef: string
  readonly job: string
  readonly action: string
  /** The leg as JSON, `null` outside a matrix. */
  readonly matrix: string
  readonly title: string
  readonly agents: readonly string[]
  readonly mode: string
}): CommentKey {
  const workflowFile = /^(.*?\.ya?ml)@/.exec(of.workflowRef)?.[1] ?? of.workflowRef
  return {
    id: digest([workflowFile, of.job, of.action, of.matrix, of.title], 32),
    hash: digest([of.mode, ...of.agents.toSorted()], 8),
  }
}

function digest(parts: readonly string[], length: number): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, length)
}

/** The first line of a comment, without its line break. */
export function formatMarker({ id, hash, ...call }: Marker): string {
  return `<!-- agent-tests:${id}:${hash} ${formatCall(call)} -->`
}

const FOLD = ['', '<details>', '<summary>Earlier result</summary>', ''] as const
const FOLD_END = ['', '</details>'] as const

/** A notice that results of a call are on their way, as the second line of a comment, and the old text folded below it. */
export function formatNotice(notice: string, call: Call, text: string): string {
  const first = `${notice} <!-- agent-tests:notice ${formatCall(call)} -->`
  return [first, ...FOLD, text, ...FOLD_END].join('\n')
}

function formatCall({ runId, runAttempt, call }: Call): string {
  return `run:${runId} attempt:${runAttempt} call:${call}`
}

/** Null if the first line is not a marker. Anyone can have written it: check the author too. */
export function parseBody(body: string): MarkedBody | null {
  const [first = '', second = '', ...rest] = body.split(/\r?\n/)
  const [, id, hash, ...by] = MARKER.exec(first) ?? []
  if (id === undefined || hash === undefined) return null
  const marker = { id, hash, ...callOf(by) }
  const noticeBy = NOTICE.exec(second)?.slice(1)
  if (noticeBy === undefined) return { marker, notice: null, text: [second, ...rest].join('\n') }
  const text = rest.slice(FOLD.length, -FOLD_END.length).join('\n')
  return { marker, notice: callOf(noticeBy), text }
}

function callOf([runId, runAttempt, call = '']: readonly string[]): Call {
  return { runId: Number(runId), runAttempt: Number(runAttempt), call }
}

/** Negative if `a` is the older run, zero for the same one. */
export function compareRuns(a: WorkflowRun, b: WorkflowRun): number {
  return a.runId - b.runId || a.runAttempt - b.runAttempt
}
