// The pull request, if any, of the event that started the workflow: without one there is no comment.

export interface PullRequest {
  readonly number: number
  /** The commit under test, not GitHub's merge commit; null if the payload does not have it. */
  readonly headSha: string | null
  /** Its branch is in another repository, so `pull_request` runs get no secrets and a read-only token. */
  readonly fromFork: boolean
  /** Dependabot triggered the event, which has the same consequences. */
  readonly byDependabot: boolean
}

/**
 * The pull request of an event, or null if the event has none or its payload is malformed; never throws.
 * @param eventName as in GITHUB_EVENT_NAME
 * @param payload the parsed file at GITHUB_EVENT_PATH
 */
export function pullRequestOf(eventName: string, payload: unknown): PullRequest | null {
  switch (kindOf(eventName)) {
    case 'pull_request':
      return fromPullRequest(payload, at(payload, 'pull_request'))
    case 'workflow_run':
      return fromPullRequest(payload, ownPullRequest(payload))
    case 'issue_comment':
      return fromIssue(payload)
    case 'merge_group':
      return fromMergeGroup(payload)
    default:
      return null
  }
}

/** Whether GitHub gives the workflow of this event no secrets. */
export function secretsWithheld(eventName: string, payload: unknown): boolean {
  if (!/^pull_request(_review|_review_comment)?$/.test(eventName)) return false
  const { fromFork, byDependabot } = pullRequestOf(eventName, payload) ?? {}
  return byDependabot === true || fromFork === true
}

/** Reviews and others have the payload of `pull_request`. */
function kindOf(eventName: string): string {
  return eventName.replace(/^(pull_request)_(?:target|review|review_comment|review_thread)$/, '$1')
}

/** Clocks differ, and the service's times have no more than seconds. */
const CLOCK_MARGIN_MS = 60_000

/**
 * The time before which runs cannot belong to this event's change, so that they can be its baseline: when the pull
 * request was opened, the push, or the head commit of a merge group, else the start of the job; less one minute.
 * @param payload the parsed file at GITHUB_EVENT_PATH
 * @returns milliseconds since 1970, never later than the start of the job
 */
export function baselineCutOff(eventName: string, payload: unknown, startOfJobMs: number): number {
  const time = eventTime(eventName, payload)
  return (time === null ? startOfJobMs : Math.min(time, startOfJobMs)) - CLOCK_MARGIN_MS
}

function eventTime(eventName: string, payload: unknown): number | null {
  switch (kindOf(eventName)) {
    case 'pull_request':
      return timeOf(at(payload, 'pull_request', 'created_at'))
    case 'issue_comment':
      return timeOf(at(payload, 'issue', 'pull_request') && at(payload, 'issue', 'created_at'))
    case 'push': {
      // Seconds here, other than in all other payloads.
      const pushedAt = positiveNumber(at(payload, 'repository', 'pushed_at'))
      return pushedAt === null ? null : pushedAt * 1_000
    }
    case 'merge_group':
      return timeOf(at(payload, 'merge_group', 'head_commit', 'timestamp'))
    default:
      return null
  }
}

function timeOf(value: unknown): number | null {
  const isTime = typeof value === 'string' && /^\d{4}-\d\d-\d\dT/.test(value)
  const time = isTime ? Date.parse(value) : Number.NaN
  return Number.isNaN(time) ? null : time
}

function fromPullRequest(payload: unknown, pullRequest: unknown): PullRequest | null {
  const number = positiveNumber(at(pullRequest, 'number'))
  if (number === null) return null
  return {
    number,
    headSha: text(at(pullRequest, 'head', 'sha')),
    fromFork: isFromFork(pullRequest),
    byDependabot: isByDependabot(payload, at(pullRequest, 'user', 'login')),
  }
}

/** The first one into this repository: the list also has those into others from the same branch, and none from forks. */
function ownPullRequest(payload: unknown): unknown {
  const pullRequests = at(payload, 'workflow_run', 'pull_requests')
  const id = at(payload, 'repository', 'id')
  if (!Array.isArray(pullRequests) || id === undefined) return undefined
  return pullRequests.find((pullRequest: unknown) => at(pullRequest, 'base', 'repo', 'id') === id)
}

/** Comments on issues and on pull requests are the same event. */
function fromIssue(payload: unknown): PullRequest | null {
  const number = positiveNumber(at(payload, 'issue', 'number'))
  if (number === null || !at(payload, 'issue', 'pull_request')) return null
  const byDependabot = isByDependabot(payload, at(payload, 'issue', 'user', 'login'))
  return { number, headSha: null, fromFork: false, byDependabot }
}

/** A merge queue names its branch `gh-readonly-queue/<base>/pr-<number>-<sha>`; a group of several has the last one's. */
function fromMergeGroup(payload: unknown): PullRequest | null {
  const headRef = text(at(payload, 'merge_group', 'head_ref')) ?? ''
  const number = positiveNumber(Number(/(?:^|\/)pr-(\d+)-[0-9a-f]+$/.exec(headRef)?.[1]))
  if (number === null) return null
  const headSha = text(at(payload, 'merge_group', 'head_sha'))
  return { number, headSha, fromFork: false, byDependabot: isByDependabot(payload, undefined) }
}

/** By the repositories' ids: a repository that is itself a fork can have pull requests of its own. */
function isFromFork(pullRequest: unknown): boolean {
  const head = at(pullRequest, 'head', 'repo')
  // The fork was deleted.
  if (head === null) return true
  const base = at(pullRequest, 'base', 'repo')
  return ['id', 'full_name'].some((key) => {
    const [ours, theirs] = [at(base, key), at(head, key)]
    return ours !== undefined && theirs !== undefined && ours !== theirs
  })
}

/** By who triggered the event, as GitHub does: a person who pushes to Dependabot's branch gets secrets. */
function isByDependabot(payload: unknown, author: unknown): boolean {
  return (at(payload, 'sender', 'login') ?? author) === 'dependabot[bot]'
}

function at(value: unknown, ...path: readonly string[]): unknown {
  return path.reduce<unknown>(
    (inner, key) => (typeof inner === 'object' && inner !== null ? Reflect.get(inner, key) : undefined),
    value,
  )
}

function text(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null
}

function positiveNumber(value: unknown): number | null {
  return typeof value === 'number' && Number.isSafeInteger(value) && value > 0 ? value : null
}
