// Which commit a repository of the workspace has, and whether the job may call it the pull request's: on many events, actions/checkout
// gives the default branch unless the workflow says otherwise.
import type { PullRequest } from './event.ts'
import { explainReadError } from './github-error.ts'
import type { Job } from './pull-request.ts'
import type { GitCommit, GitHubRepository } from './repository.ts'
import type { PullRequestAnswer } from './routes.ts'

export interface Checkout {
  /**
   * `known`: the workspace has this commit. `assumed`: nothing in it says which one it has, so its files have to prove that it is this one.
   * `unknown`: it has another one, which GitHub does not know or did not tell, and for which this one stands.
   */
  readonly state: 'known' | 'assumed' | 'unknown'
  /** Null if neither the workspace nor the event says one. */
  readonly sha: string | null
  /** The commit that people know: of GitHub's merge, the one that was merged. */
  readonly named: string | null
  readonly isOfPullRequest: boolean
  /** That it is another commit than the event's, or that GitHub did not say what it is: sentences. */
  readonly warning: string | null
}

/** A job on another commit than that of its pull request. */
export interface WrongCheckout {
  /** What is wrong, and what to do, as sentences. */
  readonly wrong: string
}

export type CheckoutJob = Pick<Job, 'event'> & {
  /** GITHUB_SHA. */
  readonly sha: string | null
}

/**
 * Asks GitHub only where the workspace has another commit than the event names, and what GitHub's own merge has. Never rejects.
 * @param checkedOut the commit in the workspace, null if its files do not say it
 * @param isOfOther whether its files say that it is of another repository
 */
export async function checkoutOf(
  job: CheckoutJob,
  pullRequest: PullRequest | null,
  checkedOut: string | null,
  isOfOther: () => boolean,
  repository: GitHubRepository,
): Promise<Checkout | WrongCheckout> {
  const { event } = job
  const isOfEvent =
    event.pullRequest === null || event.group !== null || event.pullRequest.number === pullRequest?.number
  const ofEvent = isOfEvent ? event.commit : null
  const head = ofEvent ?? pullRequest?.headSha ?? event.sha
  const merge = isOfEvent ? event.merge : null
  const isNamed = isOfEvent && event.pullRequest !== null
  const isOfPullRequest = pullRequest !== null && (isNamed || head === pullRequest.headSha)
  const found = { state: 'known', named: head, isOfPullRequest, warning: null } as const
  if (checkedOut === null) return { ...found, state: 'assumed', sha: merge ?? head }
  if (checkedOut === head) return { ...found, sha: head }
  if (checkedOut === merge) return { ...found, sha: merge, ...(await mergedIn(merge, head, repository)) }
  const unknown = { ...found, state: 'unknown', sha: merge ?? head, isOfPullRequest: false } as const
  if (pullRequest === null || isOfOther()) return unknown
  try {
    const commit = await repository.commit(checkedOut)
    if (commit === null) return unknown
    const expected = { job, pullRequest, head, namesHead: ofEvent !== null }
    const other = await otherCommit(commit, expected, repository)
    return 'wrong' in other ? other : { ...found, sha: checkedOut, ...other }
  } catch (error) {
    return { ...unknown, warning: explainReadError(error, 'The commit in the workspace', 'contents') }
  }
}

/** What GitHub merged: it may not have merged the head yet when the job started. */
async function mergedIn(
  merge: string,
  head: string | null,
  repository: GitHubRepository,
): Promise<Partial<Checkout>> {
  // Without an answer, GITHUB_SHA alone says that it is a merge of the pull request.
  const parents = (await repository.commit(merge).catch(() => null))?.parents ?? []
  const [, merged] = parents
  if (merged === undefined || head === null || parents.includes(head)) return {}
  const warning = `GitHub had not merged ${short(head)} yet when this job started: ${short(merged)} is tested, which it had merged before.`
  return { named: merged, warning }
}

interface Expected {
  readonly job: CheckoutJob
  readonly pullRequest: PullRequest
  readonly head: string | null
  /** Whether that is the event's. */
  readonly namesHead: boolean
}

/** Whether a commit that is neither the expected one nor GitHub's merge of it is of the pull request. @throws what the requests throw */
async function otherCommit(
  { sha, parents }: GitCommit,
  { job, pullRequest: { number }, head, namesHead }: Expected,
  repository: GitHubRepository,
): Promise<Partial<Checkout> | WrongCheckout> {
  const { event } = job
  const candidates = [sha, ...parents]
  if (head !== null && candidates.includes(head)) return {}
  const newest = await repository.pullRequest(number)
  if (candidates.includes(newest.head.sha)) return pushedMeanwhile(newest.head.sha, head)
  // On these events, GITHUB_SHA is the default branch, which a pull request into another branch may contain.
  const isDefaultBranch = event.head === null && sha === job.sha
  if (!namesHead && !isDefaultBranch && (await isCommitOf(newest, sha, repository)))
    return pushedMeanwhile(sha, newest.head.sha)
  const isNumbered = event.pullRequest?.number === number
  const expected =
    namesHead && !isNumbered
      ? `the commit of this event (${short(head)})`
      : `pull request #${number} (${short(head ?? newest.head.sha)})`
  const ref = (namesHead || isNumbered ? event.ref : null) ?? `refs/pull/${number}/head`
  return { wrong: `The workspace has ${short(sha)}, not ${expected}. Check out \`ref: ${ref}\`.` }
}

/** Somebody may have pushed while the job waited. */
function pushedMeanwhile(tested: string, expected: string | null): Partial<Checkout> {
  const warning = `${short(tested)} of this pull request is tested, which the workspace has, and not ${short(expected)}.`
  return { named: tested, isOfPullRequest: true, warning }
}

/** Whether the pull request adds a commit to its base. @throws what the requests throw */
async function isCommitOf(
  { head, base }: PullRequestAnswer,
  commit: string,
  repository: GitHubRepository,
): Promise<boolean> {
  const contains = async (branch: string) => (await repository.mergeBase(branch, commit)) === commit
  return base.ref !== undefined && (await contains(head.sha)) && !(await contains(base.ref))
}

function short(sha: string | null): string {
  return sha?.slice(0, 7) ?? 'the commit of the event'
}
