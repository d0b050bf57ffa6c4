// What the event that started a workflow says of the change that its job tests: one record.
import * as z from 'zod/mini'

export interface JobEvent {
  /** Null if the event has none, or its payload is malformed: without one there is no comment. */
  readonly pullRequest: PullRequest | null
  /** What finds the pull request if the event does not name it; null without a branch or commit that may be one's. */
  readonly head: PullRequestHead | null
  readonly origin: ChangeOrigin
  /** The tested commit, whichever pull request the workflow names; null if the event does not say. */
  readonly commit: string | null
  /** GITHUB_SHA, if that commit is tested where there is no pull request; null on events on which it is a merge or the default branch's. */
  readonly sha: string | null
  /** GITHUB_SHA, if it is GitHub's merge of the commit into its base, which actions/checkout checks out by default; else null. */
  readonly merge: string | null
  /** What actions/checkout needs as `ref` to check out the commit, as an expression; null if the event does not say. */
  readonly ref: string | null
  /** When the change was pushed or deployed, in milliseconds since 1970; null if the event has no time of its own. */
  readonly time: number | null
  /** The default branch, if the job tests it; else null. */
  readonly defaultBranch: string | null
  /** The default branch, whatever the job tests; null if the event does not say. */
  readonly mainBranch: string | null
  /** Whether GitHub gives the workflow no secrets. */
  readonly secretsWithheld: boolean
  /** Null unless a merge queue tests a group; `base`, null if it is not known, is the commit that it is built on. */
  readonly group: { readonly base: string | null } | null
  readonly about: 'change' | 'merge-group' | 'deployment'
  /** Why nothing of it is known, as sentences; null if its payload was read. */
  readonly problem: string | null
}

export interface PullRequest {
  readonly number: number
  /** The commit under test, not GitHub's merge commit; null if the payload does not have it. */
  readonly headSha: string | null
  /** Its branch is in another repository, so `pull_request` runs get no secrets and a read-only token; null if that is unknown. */
  readonly fromFork: boolean | null
  /** Milliseconds since 1970, of the earliest one if several have its head; null if the payload does not have it. */
  readonly createdAt: number | null
  /** The branch that it is to be merged into; null if the payload does not have it. */
  readonly baseRef: string | null
  /** Null if the payload does not have it, or if the fork was deleted. */
  readonly head: HeadBranch | null
}

interface HeadBranch {
  readonly owner: string
  readonly repositoryId: number
  readonly branch: string
}

export type PullRequestHead =
  | HeadBranch
  /** `ref` is what was deployed: the name of a branch, a tag or a commit. */
  | { readonly sha: string; readonly ref: string | null }

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

/** What a payload lacks, or has in another form, is null: in an object that it lacks, everything. */
function lenientObject<Fields extends Readonly<Record<string, z.ZodMiniType>>>(fields: Fields) {
  const schema = z.object(fields)
  return z.catch(schema, () => schema.parse({}))
}

function orNull<Schema extends z.ZodMiniType>(schema: Schema) {
  return z.catch(z.nullable(schema), null)
}

const nonEmpty = orNull(z.string().check(z.minLength(1)))
const positive = orNull(z.int().check(z.positive()))
const instant = orNull(z.iso.datetime({ offset: true }))
const account = lenientObject({ login: nonEmpty })
/** Null if the fork was deleted, undefined if the payload does not have it. */
const repository = z.catch(
  z.nullish(
    z.object({
      id: positive,
      full_name: nonEmpty,
      owner: account,
      // Seconds in the payload of a push, a date in all others.
      pushed_at: orNull(z.union([z.int().check(z.positive()), z.iso.datetime({ offset: true })])),
      default_branch: nonEmpty,
    }),
  ),
  undefined,
)

const pullRequestFields = {
  number: positive,
  created_at: instant,
  user: account,
  head: lenientObject({ sha: nonEmpty, ref: nonEmpty, repo: repository }),
  base: lenientObject({ ref: nonEmpty, repo: repository }),
}
const pullRequestData = lenientObject(pullRequestFields)

const payloadData = lenientObject({
  deployment: lenientObject({ sha: nonEmpty, ref: nonEmpty, created_at: instant }),
  // Comments on issues and on pull requests are the same event.
  issue: lenientObject({ ...pullRequestFields, pull_request: orNull(z.object({})) }),
  merge_group: lenientObject({ head_ref: nonEmpty, head_sha: nonEmpty, base_sha: nonEmpty }),
  pull_request: pullRequestData,
  ref: nonEmpty,
  repository,
  sender: account,
  workflow_run: lenientObject({
    created_at: instant,
    event: nonEmpty,
    head_branch: nonEmpty,
    head_repository: repository,
    head_sha: nonEmpty,
    pull_requests: orNull(z.array(pullRequestData)),
  }),
})

type Payload = z.infer<typeof payloadData>
type PullRequestData = z.infer<typeof pullRequestData>
type Repository = z.infer<typeof repository>

/**
 * Never throws.
 * @param given by the runner: GITHUB_EVENT_NAME, the parsed file at GITHUB_EVENT_PATH, and GITHUB_SHA
 */
export function eventOf(given: {
  readonly eventName: string
  readonly payload: unknown
  readonly sha: string | null
}): JobEvent {
  const { eventName, payload, sha } = given
  const read = Object.hasOwn(events, eventName) ? events[eventName] : undefined
  // Nothing of a nightly's payload is needed.
  const problem = payload === null && eventName !== 'schedule' ? UNREAD : null
  const known = payloadData.parse(payload)
  const mainBranch = known.repository?.default_branch ?? null
  const found = { ...UNKNOWN, sha, ...read?.(known, sha), mainBranch }
  return { ...found, problem: problem ?? found.problem }
}

const UNREAD =
  'The event of this job is not known: the file of GITHUB_EVENT_PATH cannot be read, or is not JSON. In a container, mount its folder.'

const NAMELESS =
  'The event of this job is not known: its payload does not name the pull request. Name it with the input "pull-request".'

const UNKNOWN: JobEvent = {
  pullRequest: null,
  head: null,
  origin: 'unknown',
  commit: null,
  sha: null,
  merge: null,
  ref: null,
  time: null,
  defaultBranch: null,
  mainBranch: null,
  secretsWithheld: false,
  group: null,
  about: 'change',
  problem: null,
}

const expression = (value: string) => `\${{ ${value} }}`

type ReadEvent = (payload: Payload, sha: string | null) => Partial<JobEvent>

const ofPullRequest: ReadEvent = ({ pull_request, sender }, sha) => {
  const pullRequest = toPullRequest(pull_request)
  // As GitHub does: a person who pushes to Dependabot's branch gets secrets.
  const byDependabot = (sender.login ?? pull_request.user.login) === 'dependabot[bot]'
  return {
    pullRequest,
    problem: pullRequest === null ? NAMELESS : null,
    origin: pullRequest?.fromFork === false ? 'own' : 'fork',
    commit: pull_request.head.sha,
    sha: null,
    merge: sha,
    ref: expression('github.event.pull_request.head.sha'),
    secretsWithheld: byDependabot || pullRequest?.fromFork === true,
  }
}

const ofPush: ReadEvent = ({ ref, repository }) => ({
  origin: 'own',
  defaultBranch: defaultBranchAt(ref, repository),
  time: epochOf(repository?.pushed_at ?? null),
})

const ofDeployment: ReadEvent = ({ deployment }, sha) => ({
  head: deployment.sha === null ? null : { sha: deployment.sha, ref: deployment.ref },
  origin: 'deployment',
  about: 'deployment',
  commit: deployment.sha ?? sha,
  ref: expression('github.event.deployment.sha'),
  time: epochOf(deployment.created_at),
})

const events: Readonly<Record<string, ReadEvent>> = {
  pull_request: ofPullRequest,
  pull_request_review: ofPullRequest,
  pull_request_review_comment: ofPullRequest,
  // Runs on the default branch, with secrets.
  pull_request_target: (payload, sha) => ({
    ...ofPullRequest(payload, sha),
    merge: null,
    secretsWithheld: false,
  }),
  issue_comment({ issue }) {
    if (issue.pull_request === null) return { sha: null }
    const ref = `refs/pull/${expression('github.event.issue.number')}/head`
    return { pullRequest: toPullRequest(issue), origin: 'pull-request', sha: null, ref }
  },
  merge_group: ({ merge_group: { head_ref, head_sha, base_sha } }, sha) => ({
    pullRequest: fromQueue(head_ref, head_sha),
    origin: 'own',
    commit: head_sha ?? sha,
    ref: expression('github.event.merge_group.head_sha'),
    group: { base: base_sha },
    about: 'merge-group',
  }),
  push: ofPush,
  // Like a push, only people who may write start these.
  release: ofPush,
  create: ofPush,
  schedule: ({ repository }) => ({
    origin: 'own',
    defaultBranch: repository?.default_branch ?? UNNAMED_BRANCH,
  }),
  repository_dispatch: ({ repository }) => ({ defaultBranch: repository?.default_branch ?? UNNAMED_BRANCH }),
  workflow_dispatch: ({ ref, repository }) => ({
    head: branchOf(repository, /^refs\/heads\/(.+)/.exec(ref ?? '')?.[1] ?? null),
    origin: 'own',
    defaultBranch: defaultBranchAt(ref, repository),
  }),
  deployment: ofDeployment,
  deployment_status: ofDeployment,
  workflow_run({ workflow_run: run, repository }) {
    const { event, head_branch, head_repository, head_sha } = run
    const deployed = head_sha === null ? null : { sha: head_sha, ref: head_branch }
    const isDeployment = event === 'deployment' || event === 'deployment_status'
    const isFork = isElsewhere(head_repository, repository) !== false
    const ownOrUnknown = OF_HEAD_REPOSITORY.test(event ?? '') ? 'own' : 'unknown'
    // The branch of another event may have the name of a queue's.
    const queued = event === 'merge_group' ? fromQueue(head_branch, head_sha) : null
    return {
      pullRequest: toPullRequest(ownPullRequest(run.pull_requests, repository)) ?? queued,
      // Its repository is this one, whatever repository the deployed branch is of.
      head: isDeployment ? deployed : branchOf(head_repository, head_branch),
      origin: isFork ? 'fork' : ownOrUnknown,
      commit: head_sha,
      about: queued === null ? 'change' : 'merge-group',
      sha: null,
      ref: expression('github.event.workflow_run.head_sha'),
      // The time of the run that started this one: a re-run of it has the same.
      time: epochOf(run.created_at),
    }
  },
}

/** These events always run on it, also where their payload does not name it. */
const UNNAMED_BRANCH = 'the default branch'

function defaultBranchAt(ref: string | null, repository: Repository): string | null {
  const branch = repository?.default_branch ?? null
  return branch !== null && ref === `refs/heads/${branch}` ? branch : null
}

/** Only for these events is the head repository of a run that of the change. */
const OF_HEAD_REPOSITORY =
  /^(?:pull_request(?:_target|_review|_review_comment)?|push|create|release|schedule|workflow_dispatch|merge_group)$/

/** @param isNamed whether the workflow names a pull request, which does not make a fork's event another's */
export function changeOrigin({ origin }: JobEvent, isNamed: boolean): ChangeOrigin {
  return isNamed && origin !== 'fork' ? 'pull-request' : origin
}

/** @param pullRequest of the event, or the one that the workflow names */
export function testedCommit({ commit, sha }: JobEvent, pullRequest: PullRequest | null): string | null {
  return commit ?? pullRequest?.headSha ?? sha
}

function toPullRequest(data: PullRequestData | undefined): PullRequest | null {
  return data === undefined || data.number === null ? null : readPullRequest(data.number, data)
}

/** A pull request by its number alone, or by what the REST API has of it. */
export function readPullRequest(number: number, data: unknown = {}): PullRequest {
  const { head, base, created_at } = pullRequestData.parse(data)
  return {
    number,
    headSha: head.sha,
    fromFork: isElsewhere(head.repo, base.repo),
    createdAt: epochOf(created_at),
    baseRef: base.ref,
    head: branchOf(head.repo, head.ref),
  }
}

/**
 * The only one into this repository: the list also has those into others from the same branch, and none from forks. Which of
 * several counts depends on when they were opened, which the list does not say.
 */
function ownPullRequest(
  pullRequests: readonly PullRequestData[] | null,
  repository: Repository,
): PullRequestData | undefined {
  const id = repository?.id ?? null
  const intoThis = (pullRequests ?? []).filter(({ base }) => id !== null && base.repo?.id === id)
  return intoThis.length === 1 ? intoThis[0] : undefined
}

/** A merge queue names its branch `gh-readonly-queue/<base>/pr-<number>-<sha>`; a group of several has the last one's. */
function fromQueue(branch: string | null, sha: string | null): PullRequest | null {
  const number = /(?:^|\/)gh-readonly-queue\/.*\/pr-(\d+)-[0-9a-f]+$/.exec(branch ?? '')?.[1]
  return toPullRequest(pullRequestData.parse({ number: Number(number), head: { sha } }))
}

function branchOf(repository: Repository, branch: string | null): HeadBranch | null {
  const { id = null, owner } = repository ?? {}
  return !owner?.login || id === null || branch === null
    ? null
    : { owner: owner.login, repositoryId: id, branch }
}

/** By the repositories' ids: a repository that is itself a fork can have pull requests of its own. Null if it is not known. */
function isElsewhere(head: Repository, base: Repository): boolean | null {
  // The fork was deleted.
  if (head === null) return true
  const known = (['id', 'full_name'] as const)
    .map((key) => [base?.[key] ?? null, head?.[key] ?? null])
    .filter((pair) => !pair.includes(null))
  return known.length === 0 ? null : known.some(([ours, theirs]) => ours !== theirs)
}

/** A number is one of seconds. */
function epochOf(time: number | string | null): number | null {
  return typeof time === 'string' ? Date.parse(time) : time && time * 1_000
}
