// The pull request, if any, of the event that started the workflow: without one there is no comment.

/** The pull request of an event. */
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
  switch (eventName) {
    case 'pull_request':
    case 'pull_request_target':
    case 'pull_request_review':
    case 'pull_request_review_comment':
    case 'pull_request_review_thread':
      return fromPullRequest(payload, at(payload, 'pull_request'))
    case 'workflow_run':
      // Empty for forks.
      return fromPullRequest(payload, at(payload, 'workflow_run', 'pull_requests', '0'))
    case 'issue_comment':
      return fromIssue(payload)
    case 'merge_group':
      return fromMergeGroup(payload)
    default:
      return null
  }
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
