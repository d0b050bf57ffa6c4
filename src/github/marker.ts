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
  readonly issue: IssueState
}

/** What an issue remembers. */
export interface IssueState {
  /** The tests that have to pass before it is closed. */
  readonly tests: readonly NamedTest[]
  /** The hashes of those that it was about before. */
  readonly passed: readonly string[]
  /** Whether a job closed it, and not a person. */
  readonly isClosed: boolean
}

export interface NamedTest {
  readonly hash: string
  /** Null if it is not known any more. */
  readonly name: string | null
}

export const NO_ISSUE: IssueState = { tests: [], passed: [], isClosed: false }

/** So many tests, names, and characters of each, leave room for the text. */
export const MAX_ISSUE_TESTS = 1_000
const MAX_NAMES = 50
const MAX_NAME = 80

const MARKER = /^<!-- agent-tests:([0-9a-f]{32}) run:(\d+) attempt:(\d+)((?: [a-z]+(?::[\w,+/=]*)?)*) -->.*$/m

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
export function formatMarker({ commentId, runId, runAttempt, isNotice, issue }: Marker): string {
  const tests = issue.tests.slice(0, MAX_ISSUE_TESTS)
  const names = tests.slice(0, MAX_NAMES).map(({ name }) => cutName(name ?? ''))
  const fields = {
    ...{ run: runId, attempt: runAttempt, tests: tests.map(({ hash }) => hash).join() },
    passed: issue.passed.slice(0, MAX_ISSUE_TESTS - tests.length).join(),
    names: Buffer.from(names.join('\n')).toString('base64'),
  }
  const written = Object.entries(fields).flatMap(([name, value]) => (value === '' ? [] : `${name}:${value}`))
  const flags = [isNotice ? 'notice' : [], issue.isClosed ? 'closed' : []].flat()
  return ['<!--', `agent-tests:${commentId}`, ...written, ...flags, '-->'].join(' ')
}

function cutName(name: string): string {
  return [...name.replace(/\s+/g, ' ')].slice(0, MAX_NAME).join('')
}

const FOLD = ['', '<details>', '<summary>Earlier result</summary>', ''] as const
const FOLD_END = ['', '</details>'] as const

/** A notice of one line, and the text of an older run folded below it. */
export function formatNotice(notice: string, text: string): string {
  return [notice, ...FOLD, text, ...FOLD_END].join('\n')
}

/**
 * The marker, what a person wrote above it, and the text below it without a notice. Null without a marker at the start of a line.
 * Anyone can have written it: check the author too.
 */
export function parseBody(
  body: string,
): { readonly marker: Marker; readonly above: string; readonly text: string } | null {
  const plain = body.replaceAll('\r\n', '\n')
  const found = MARKER.exec(plain)
  if (found === null) return null
  const [line, commentId = '', runId, runAttempt, rest = ''] = found
  const fields = new Map(
    rest.split(' ').map((each) => [/^[a-z]*/.exec(each)?.[0], each.replace(/^.*?:/, '')]),
  )
  const isNotice = fields.has('notice')
  const below = plain.slice(found.index + line.length + 1)
  const text = isNotice
    ? below
        .split('\n')
        .slice(1 + FOLD.length, -FOLD_END.length)
        .join('\n')
    : below
  const hashes = (name: string) => (fields.get(name) ?? '').split(',').filter(Boolean)
  const names = Buffer.from(fields.get('names') ?? '', 'base64')
    .toString()
    .split('\n')
  const issue = {
    tests: hashes('tests').map((hash, index) => ({ hash, name: names[index] || null })),
    passed: hashes('passed'),
    isClosed: fields.has('closed'),
  }
  return {
    marker: { commentId, runId: Number(runId), runAttempt: Number(runAttempt), isNotice, issue },
    above: plain.slice(0, found.index),
    text,
  }
}

/** Negative if `a` is the older run, zero for the same one. */
export function compareRuns(a: WorkflowRun, b: WorkflowRun): number {
  return a.runId - b.runId || a.runAttempt - b.runAttempt
}
