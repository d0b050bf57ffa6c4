// The pull request of a job: of its event, else the one that the workflow names or whose branch it tests.
import type { GitHubApi } from './api.ts'
import {
  type JobEvent,
  type PullRequest,
  type PullRequestHead,
  readPullRequest,
  testedCommit,
} from './event.ts'
import { explainReadError } from './github-error.ts'
import {
  BRANCHES_WHERE_HEAD,
  COMMITS,
  PULL_REQUEST,
  PULL_REQUESTS,
  PULL_REQUESTS_OF_COMMIT,
  type PullRequestAnswer,
  WORKFLOW_RUN,
} from './routes.ts'

/** What is known of the job. */
export interface Job {
  readonly event: JobEvent
  readonly owner: string
  readonly repo: string
}

export interface Wanted {
  /** The number in the input `pull-request`. */
  readonly named: number | null
  /** Whether the job compares with the run history, of which runs since then may hold the change. */
  readonly needsTime: boolean
  /** Whether the job depends on whether the pull request is of a fork. */
  readonly needsFork: boolean
  /** Whether it is of use without these: the job comments, or has files of tests. */
  readonly isLookedUp: boolean
}

export interface FoundPullRequest {
  readonly pullRequest: PullRequest | null
  /** Why the event or GitHub's answer is missing, as sentences; null unless it was needed in vain. */
  readonly problem: string | null
}

/** Asks GitHub only for what the event lacks. Never rejects. */
export async function jobsPullRequest(
  job: Job,
  { named, needsTime, needsFork, isLookedUp }: Wanted,
  github: GitHubApi,
): Promise<FoundPullRequest> {
  const { event, owner, repo } = job
  const ofEvent = event.pullRequest
  const number = named ?? ofEvent?.number ?? null
  const isKnown = number !== null && number === ofEvent?.number
  const hasNeeded =
    (!needsTime || (ofEvent?.createdAt != null && ofEvent.head !== null)) &&
    (!needsFork || ofEvent?.fromFork != null)
  if (isKnown && hasNeeded) return { pullRequest: ofEvent, problem: null }
  const head = number === null && (needsTime || isLookedUp) ? event.head : null
  if (number === null && head === null) return { pullRequest: null, problem: event.problem }
  try {
    const pullRequest =
      head === null
        ? pullRequestOfAnswer(await github.get(PULL_REQUEST, { owner, repo, pull_number: number ?? 0 }))
        : await findOpen(github, owner, repo, head)
    const isOfRepository = pullRequest === null || pullRequest.fromFork === false
    if (isOfRepository || head === null || 'branch' in head) return { pullRequest, problem: null }
    // Anyone can push the commit of a branch without a pull request to that of a fork.
    const { isFromBranch, problem } = await isDeployedFromBranch(job, github)
    if (problem === null || github.isCancelled)
      return { pullRequest: isFromBranch ? null : pullRequest, problem: null }
    return { pullRequest: null, problem: `The pull request of this event is not known: ${problem}` }
  } catch (error) {
    const pullRequest = isKnown ? ofEvent : number === null ? null : readPullRequest(number)
    // The gate says that the job was cancelled.
    if (github.isCancelled) return { pullRequest, problem: null }
    const what = number === null ? 'The pull request of this event' : `Pull request #${number}`
    const isNamed = named !== null
    return { pullRequest, problem: explainReadError(error, what, 'pull-requests', { isNamed }) }
  }
}

/** The last one is certain; the others are known to GitHub alone, or by the word of the first commit's author. */
interface Beginnings {
  /** In milliseconds since 1970; the last may be infinite. Null if they are not known. */
  readonly times: readonly number[] | null
  /** Why an answer of GitHub's is missing; null unless it was asked in vain. */
  readonly problem: string | null
}

/**
 * When the job's change may have begun: with the first commit of its pull request, when that was opened, when it was pushed; for a job that is
 * run again, with its first attempt. Never rejects.
 * @param now milliseconds since 1970
 */
export async function beginningsOf(
  job: Job & { readonly runId: number; readonly runAttempt: number },
  pullRequest: PullRequest | null,
  github: GitHubApi,
  now: number,
): Promise<Beginnings> {
  const { event, owner, repo, runId, runAttempt } = job
  const { createdAt, problem } =
    pullRequest === null
      ? { createdAt: event.time ?? Number.POSITIVE_INFINITY, problem: null }
      : await earliestCreation(job, pullRequest, github, now)
  if (createdAt === null) return { times: null, problem }
  try {
    if (pullRequest !== null)
      return { times: [...(await firstCommit(job, pullRequest.number, github)), createdAt], problem }
    const commit = testedCommit(event, null)
    if (event.time !== null && event.defaultBranch !== null && commit !== null) {
      const asked = { owner, repo, commit_sha: commit }
      const merged = await github.get(PULL_REQUESTS_OF_COMMIT, asked)
      const [first] = merged.filter(({ merged_at }) => merged_at)
      if (first === undefined) return { times: [createdAt], problem }
      const authored = await firstCommit(job, first.number, github)
      return { times: [...authored, Date.parse(first.created_at), createdAt], problem }
    }
    if (event.time !== null || runAttempt === 1) return { times: [createdAt], problem }
    const { created_at } = await github.get(WORKFLOW_RUN, { owner, repo, run_id: runId })
    return { times: [Date.parse(created_at), createdAt], problem }
  } catch (error) {
    const permission = pullRequest === null && event.time === null ? 'actions' : 'pull-requests'
    return { times: [createdAt], problem: explainReadError(error, 'When the change began', permission) }
  }
}

async function firstCommit({ owner, repo }: Pick<Job, 'owner' | 'repo'>, number: number, github: GitHubApi) {
  const [first] = await github.get(COMMITS, { owner, repo, pull_number: number, per_page: 1 })
  return first === undefined ? [] : [Date.parse(first.commit.author.date)]
}

const CLOSED_SINCE_MS = 30 * 24 * 60 * 60 * 1_000

/**
 * When the first pull request of the same branch was created: its failing runs tested the same change, even if it was closed
 * meanwhile. Those that were merged, or closed more than 30 days ago, do not count. Never rejects.
 * @returns also why GitHub's answer is missing; null unless it was asked in vain
 */
export async function earliestCreation(
  { owner, repo }: Pick<Job, 'owner' | 'repo'>,
  { head, createdAt }: Pick<PullRequest, 'head' | 'createdAt'>,
  github: GitHubApi,
  now: number,
): Promise<{ readonly createdAt: number | null; readonly problem: string | null }> {
  if (head === null || createdAt === null) return { createdAt, problem: null }
  try {
    const newestFirst = { state: 'all', sort: 'updated', direction: 'desc' }
    const asked = { owner, repo, head: `${head.owner}:${head.branch}`, ...newestFirst }
    const listed = await github.firstPage(PULL_REQUESTS, asked)
    const isOfChange = ({ merged_at, closed_at }: PullRequestAnswer) =>
      !merged_at && (!closed_at || Date.parse(closed_at) >= now - CLOSED_SINCE_MS)
    const found = listed.filter((each) => hasHead(each, head) && isOfChange(each))
    const times = found.map(({ created_at }) => Date.parse(created_at))
    return { createdAt: Math.min(createdAt, ...times), problem: null }
  } catch (error) {
    if (github.isCancelled) return { createdAt: null, problem: null }
    const what = 'The earlier pull requests of this branch'
    return { createdAt: null, problem: explainReadError(error, what, 'pull-requests') }
  }
}

/**
 * Whether a branch of the job's repository has the deployed commit as its head, so that people with write access pushed it.
 * Never rejects.
 * @returns also why GitHub's answer is missing, to be continued; null unless it was asked in vain
 */
export async function isDeployedFromBranch(
  { event: { head }, owner, repo }: Job,
  github: GitHubApi,
): Promise<{ readonly isFromBranch: boolean; readonly problem: string | null }> {
  if (head === null || !('sha' in head)) return { isFromBranch: false, problem: null }
  try {
    const branches = await branchesAt(head.sha, { owner, repo }, github)
    return { isFromBranch: branches.length > 0, problem: null }
  } catch (error) {
    const what = 'the branches of the deployed commit'
    return { isFromBranch: false, problem: explainReadError(error, what, 'contents') }
  }
}

/** The branches whose newest commit it is. @throws what the request throws */
export async function branchesAt(
  sha: string,
  { owner, repo }: Pick<Job, 'owner' | 'repo'>,
  github: GitHubApi,
) {
  const branches = await github.get(BRANCHES_WHERE_HEAD, { owner, repo, commit_sha: sha })
  return branches.filter(({ commit }) => commit.sha === sha).map(({ name }) => name)
}

/**
 * Anyone can push a public commit to a pull request of a fork, so those of this repository's branches come first. Of several,
 * the one whose branch was deployed is returned, else the newest, with the time of the earliest: a later one would put the
 * change into its own baseline. `/commits/{sha}/pulls` has none of forks, so for a commit all open ones are listed.
 */
async function findOpen(
  github: GitHubApi,
  owner: string,
  repo: string,
  head: PullRequestHead,
): Promise<PullRequest | null> {
  const ofBranch = 'branch' in head ? { head: `${head.owner}:${head.branch}` } : {}
  const listed = await github.list(PULL_REQUESTS, { owner, repo, state: 'open', ...ofBranch })
  const found = listed.filter((each) => hasHead(each, head)).map(pullRequestOfAnswer)
  const own = found.filter(({ fromFork }) => fromFork === false)
  const newestFirst = (own.length > 0 ? own : found).toSorted((a, b) => b.number - a.number)
  const deployed = newestFirst.find((each) => 'ref' in head && each.head?.branch === head.ref)
  const chosen = deployed ?? newestFirst[0]
  if (chosen === undefined) return null
  return { ...chosen, createdAt: Math.min(...newestFirst.map(({ createdAt }) => createdAt)) }
}

function pullRequestOfAnswer(data: PullRequestAnswer): PullRequest & { readonly createdAt: number } {
  return { ...readPullRequest(data.number, data), createdAt: Date.parse(data.created_at) }
}

function hasHead({ head: { sha, ref, repo } }: PullRequestAnswer, head: PullRequestHead): boolean {
  return 'sha' in head ? sha === head.sha : repo?.id === head.repositoryId && ref === head.branch
}
