// The pull request, if any, of the event that started the workflow: without one there is no comment.

export interface PullRequest {
  readonly number: number
  /** The commit under test, not GitHub's merge commit; null if the payload does not have it. */
  readonly headSha: string | null
  /** Its branch is in another repository, so `pull_request` runs get no secrets and a read-only token; null if that is unknown. */
  readonly fromFork: boolean | null
  /** Dependabot triggered the event, which has the same consequences. */
  readonly byDependabot: boolean
  /** Milliseconds since 1970, of the earliest one if several have its head; null if the payload does not have it. */
  readonly createdAt: number | null
  /** The branch that it is to be merged into; null if the payload does not have it. */
  readonly baseRef: string | null
  /** Null if the payload does not have it, or if the fork was deleted. */
  readonly head: Branch | null
}

export interface Branch {
  readonly owner: string
  readonly repositoryId: number
  readonly branch: string
}

/**
 * The pull request of an event, or null if the event has none or its payload is malformed; never throws.
 * @param eventName as in GITHUB_EVENT_NAME
 * @param payload the parsed file at GITHUB_EVENT_PATH
 */
export function pullRequestOf(eventName: string, payload: unknown): PullRequest | null {
  switch (eventKind(eventName)) {
    case 'pull_request':
      return toPullRequest(at(payload, 'pull_request'), at(payload, 'sender', 'login'))
    case 'workflow_run': {
      const { event, head_branch, head_sha } = Object(at(payload, 'workflow_run'))
      const own = toPullRequest(ownPullRequest(payload), at(payload, 'sender', 'login'))
      // The branch of another event may have the name of a queue's.
      return own ?? (event === 'merge_group' ? fromQueue(head_branch, head_sha, payload) : null)
    }
    case 'issue_comment':
      return fromIssue(payload)
    case 'merge_group':
      return fromQueue(
        at(payload, 'merge_group', 'head_ref'),
        at(payload, 'merge_group', 'head_sha'),
        payload,
      )
    default:
      return null
  }
}

/** What finds the pull requests of an event that does not name them. */
export type PullRequestHead =
  | Branch
  /** `ref` is what was deployed: the name of a branch, a tag or a commit. */
  | { readonly sha: string; readonly ref: string | null }

/** Null if the event has no branch or commit that may be a pull request's. */
export function headOf(eventName: string, payload: unknown): PullRequestHead | null {
  switch (eventName) {
    case 'workflow_run': {
      const { event, head_repository, head_branch, head_sha } = Object(at(payload, 'workflow_run'))
      // Its repository is this one, whatever repository the deployed branch is of.
      if (event === 'deployment' || event === 'deployment_status') return deployedHead(head_sha, head_branch)
      return branchOf(head_repository, head_branch)
    }
    case 'workflow_dispatch': {
      const branch = /^refs\/heads\/(.+)/.exec(stringOf(at(payload, 'ref')) ?? '')?.[1]
      return branchOf(at(payload, 'repository'), branch)
    }
    case 'deployment':
    case 'deployment_status':
      return deployedHead(at(payload, 'deployment', 'sha'), at(payload, 'deployment', 'ref'))
    default:
      return null
  }
}

function deployedHead(commit: unknown, ref: unknown): PullRequestHead | null {
  const sha = stringOf(commit)
  return sha === null ? null : { sha, ref: stringOf(ref) }
}

function branchOf(repository: unknown, branch: unknown): Branch | null {
  const owner = stringOf(at(repository, 'owner', 'login'))
  const repositoryId = positiveNumber(at(repository, 'id'))
  const name = stringOf(branch)
  return owner === null || repositoryId === null || name === null
    ? null
    : { owner, repositoryId, branch: name }
}

/** Whether a pull request of the REST API has this head. */
export function hasHead(pullRequest: unknown, head: PullRequestHead): boolean {
  return 'sha' in head
    ? at(pullRequest, 'head', 'sha') === head.sha
    : at(pullRequest, 'head', 'repo', 'id') === head.repositoryId &&
        at(pullRequest, 'head', 'ref') === head.branch
}

/** Whether GitHub gives the workflow of this event no secrets. */
export function secretsWithheld(eventName: string, payload: unknown): boolean {
  if (!/^pull_request(_review|_review_comment)?$/.test(eventName)) return false
  const { fromFork, byDependabot } = pullRequestOf(eventName, payload) ?? {}
  return byDependabot === true || fromFork === true
}

/** Whose change a job tests, as far as its event says. */
export type ChangeOrigin =
  /** People with write access wrote, started or approved it. */
  | 'own'
  /** Or it may be: the event does not deny it. */
  | 'fork'
  /** Only the pull request says, which the event or the workflow names. */
  | 'pull-request'
  /** Own if a branch of this repository has the deployed commit as its head. */
  | 'deployment'
  | 'unknown'

/** @param isNamed whether the workflow names a pull request */
export function changeOrigin(eventName: string, payload: unknown, isNamed: boolean): ChangeOrigin {
  const run = at(payload, 'workflow_run')
  const isOfRun = eventName === 'workflow_run'
  const isOfPullRequest = eventKind(eventName) === 'pull_request'
  if (isOfRun && isElsewhere(at(run, 'head_repository'), at(payload, 'repository')) !== false) return 'fork'
  if (isOfPullRequest && pullRequestOf(eventName, payload)?.fromFork !== false) return 'fork'
  if (isNamed) return 'pull-request'
  // Only for some events is the head repository of a run that of the change.
  const origin = eventKind(isOfRun ? (stringOf(at(run, 'event')) ?? '') : eventName)
  switch (origin) {
    case 'pull_request':
    case 'push':
    case 'schedule':
    case 'workflow_dispatch':
    case 'merge_group':
      return 'own'
    case 'deployment':
    case 'deployment_status':
      return isOfRun ? 'unknown' : 'deployment'
    case 'issue_comment':
      return pullRequestOf(eventName, payload) === null || isOfRun ? 'unknown' : 'pull-request'
    default:
      return 'unknown'
  }
}

/** Reviews and others have the payload of `pull_request`. */
function eventKind(eventName: string): string {
  return eventName.replace(/^(pull_request)_(?:target|review|review_comment|review_thread)$/, '$1')
}

/**
 * The commit that a workflow of this event tests; null if the event does not say.
 * @param sha GITHUB_SHA, which is a merge commit on pull requests, and on some events the default branch's commit
 * @param pullRequest of the event, or the one that the workflow names
 */
export function testedCommit(
  eventName: string,
  payload: unknown,
  sha: string | null,
  pullRequest: PullRequest | null,
): string | null {
  switch (eventKind(eventName)) {
    case 'pull_request':
      return stringOf(at(payload, 'pull_request', 'head', 'sha'))
    case 'workflow_run':
      return stringOf(at(payload, 'workflow_run', 'head_sha'))
    case 'push':
      return stringOf(at(payload, 'after')) ?? sha
    case 'merge_group':
      return stringOf(at(payload, 'merge_group', 'head_sha')) ?? sha
    case 'deployment':
    case 'deployment_status':
      return stringOf(at(payload, 'deployment', 'sha')) ?? sha
    case 'issue_comment':
      return pullRequest?.headSha ?? null
    default:
      return pullRequest?.headSha ?? sha
  }
}

/** Events of a change itself, on which GITHUB_SHA is its commit, or a merge of it. On others, that may be the default branch's. */
const OF_CHANGE =
  /^(?:pull_request(?:_review|_review_comment|_review_thread)?|push|merge_group|deployment|deployment_status|workflow_dispatch)$/

/** GITHUB_SHA, if it is a commit that a job of this event may have in its workspace; else null. */
export function commitOfChange(eventName: string, sha: string | null): string | null {
  return OF_CHANGE.test(eventName) ? sha : null
}

/** The commit that a merge queue builds its group on; null on other events, and if the payload does not have it. */
export function baseOfGroup(eventName: string, payload: unknown): string | null {
  return eventName === 'merge_group' ? stringOf(at(payload, 'merge_group', 'base_sha')) : null
}

/** Clocks differ, and the service's times have no more than seconds. */
const CLOCK_MARGIN_MS = 60_000

/**
 * The time before which runs cannot belong to this event's change, so that they can be its baseline, less one minute: when
 * the pull request was opened, else when the change was pushed or deployed.
 * @param payload the parsed file at GITHUB_EVENT_PATH
 * @param pullRequest of the event, or the one that the workflow names
 * @returns milliseconds since 1970; infinite if the event has no time of its own
 */
export function baselineCutOff(eventName: string, payload: unknown, pullRequest: PullRequest | null): number {
  const time = pullRequest?.createdAt ?? eventTime(eventName, payload)
  return time === null ? Number.POSITIVE_INFINITY : time - CLOCK_MARGIN_MS
}

function eventTime(eventName: string, payload: unknown): number | null {
  switch (eventName) {
    case 'push': {
      // Seconds here, other than in all other payloads.
      const pushedAt = positiveNumber(at(payload, 'repository', 'pushed_at'))
      return pushedAt === null ? null : pushedAt * 1_000
    }
    // The time of the run that started this one: a re-run of it has the same.
    case 'workflow_run':
      return timestampOf(at(payload, 'workflow_run', 'created_at'))
    case 'deployment':
    case 'deployment_status':
      return timestampOf(at(payload, 'deployment', 'created_at'))
    default:
      return null
  }
}

function timestampOf(value: unknown): number | null {
  const isTime = typeof value === 'string' && /^\d{4}-\d\d-\d\dT/.test(value)
  const time = isTime ? Date.parse(value) : Number.NaN
  return Number.isNaN(time) ? null : time
}

/**
 * A pull request as payloads and the REST API describe it; null if it has no number.
 * @param sender the login of who triggered the event; undefined if that is unknown
 */
export function toPullRequest(pullRequest: unknown, sender: unknown): PullRequest | null {
  const number = positiveNumber(at(pullRequest, 'number'))
  if (number === null) return null
  return {
    number,
    headSha: stringOf(at(pullRequest, 'head', 'sha')),
    fromFork: isElsewhere(at(pullRequest, 'head', 'repo'), at(pullRequest, 'base', 'repo')),
    // As GitHub does: a person who pushes to Dependabot's branch gets secrets.
    byDependabot: (sender ?? at(pullRequest, 'user', 'login')) === 'dependabot[bot]',
    createdAt: timestampOf(at(pullRequest, 'created_at')),
    baseRef: stringOf(at(pullRequest, 'base', 'ref')),
    head: branchOf(at(pullRequest, 'head', 'repo'), at(pullRequest, 'head', 'ref')),
  }
}

/**
 * The only one into this repository: the list also has those into others from the same branch, and none from forks. Which of
 * several counts depends on when they were opened, which the list does not say.
 */
function ownPullRequest(payload: unknown): unknown {
  const pullRequests = at(payload, 'workflow_run', 'pull_requests')
  const id = at(payload, 'repository', 'id')
  if (!Array.isArray(pullRequests) || id === undefined) return undefined
  const own = pullRequests.filter((pullRequest: unknown) => at(pullRequest, 'base', 'repo', 'id') === id)
  return own.length === 1 ? own[0] : undefined
}

/** Comments on issues and on pull requests are the same event. */
function fromIssue(payload: unknown): PullRequest | null {
  const issue = at(payload, 'issue')
  return at(issue, 'pull_request') ? toPullRequest(issue, at(payload, 'sender', 'login')) : null
}

/** A merge queue names its branch `gh-readonly-queue/<base>/pr-<number>-<sha>`; a group of several has the last one's. */
function fromQueue(branch: unknown, sha: unknown, payload: unknown): PullRequest | null {
  const number = Number(
    /(?:^|\/)gh-readonly-queue\/.*\/pr-(\d+)-[0-9a-f]+$/.exec(stringOf(branch) ?? '')?.[1],
  )
  return toPullRequest({ number, head: { sha } }, at(payload, 'sender', 'login'))
}

/** By the repositories' ids: a repository that is itself a fork can have pull requests of its own. Null if it is not known. */
function isElsewhere(head: unknown, base: unknown): boolean | null {
  // The fork was deleted.
  if (head === null) return true
  const known = ['id', 'full_name']
    .map((key) => [at(base, key), at(head, key)])
    .filter((pair) => !pair.includes(undefined))
  return known.length === 0 ? null : known.some(([ours, theirs]) => ours !== theirs)
}

function at(value: unknown, ...path: readonly string[]): unknown {
  return path.reduce<unknown>(
    (inner, key) => (typeof inner === 'object' && inner !== null ? Reflect.get(inner, key) : undefined),
    value,
  )
}

function stringOf(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null
}

function positiveNumber(value: unknown): number | null {
  return typeof value === 'number' && Number.isSafeInteger(value) && value > 0 ? value : null
}
