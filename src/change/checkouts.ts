// Which commit each checkout of the workspace has. In a job of a pull request, every other commit than that one is refused: on many
// events, actions/checkout gives the default branch unless the workflow says otherwise.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { JobEvent, PullRequest } from '../github/event.ts'
import { explainReadError } from '../github/github-error.ts'
import type { FoundPullRequest, Job } from '../github/pull-request.ts'
import { visible } from '../inputs/values.ts'
import { checkedOutCommit, otherRepository, pathInRepository, repositoryOf } from './files.ts'
import type { GitCommit, GitHubRepository } from './git.ts'
import { hasFile, NotKnown } from './trees.ts'

export type WorkspaceJob = Job & {
  /** GITHUB_SHA. */
  readonly sha: string | null
  /** GITHUB_WORKFLOW_SHA, which older servers do not set. */
  readonly workflowSha: string | null
  readonly workspace: string
}

export type Checkout =
  /** `named`: the commit that people know, of GitHub's merge the one that was merged. `isOfChange`: it is that of the pull request or merge group. */
  | { readonly state: 'known'; readonly sha: string; readonly named: string; readonly isOfChange: boolean }
  /** The checkout is of another repository than the job's. */
  | { readonly state: 'other'; readonly repository: string }
  /** `reason`: sentences. `isHidden`: what is there keeps it from being known, and not an error of GitHub. */
  | { readonly state: 'unknown'; readonly reason: string; readonly isHidden: boolean }

/** By the folders of the repositories: empty, or they end in a slash. */
export type Checkouts = ReadonlyMap<string, Checkout>

/** What is wrong with a checkout, and what to do, as sentences. */
export interface WrongCheckout {
  readonly wrong: string
}

/** Never rejects. @param files those in use, relative to the workspace */
export async function readCheckouts(
  files: readonly string[],
  { pullRequest }: Pick<FoundPullRequest, 'pullRequest'>,
  job: WorkspaceJob,
  repository: GitHubRepository,
): Promise<Checkouts | WrongCheckout> {
  const byFolder = Map.groupBy(files, (file) => repositoryOf(file, job.workspace))
  const read = [...byFolder].map(async ([folder, inUse]) => {
    const paths = inUse.map((file) => pathInRepository(file, job.workspace))
    const found = checkoutIn(folder, paths, { job, pullRequest, repository })
    return [folder, await found.catch(unreadable)] as const
  })
  const checkouts = new Map<string, Checkout>()
  let refused: WrongCheckout | null = null
  for (const [folder, found] of await Promise.all(read))
    if ('wrong' in found) refused ??= found
    else checkouts.set(folder, found)
  if (refused === null) return checkouts
  const [own] = [...checkouts].find(([, each]) => each.state === 'known' && each.isOfChange) ?? []
  const where = own === '' ? 'the workspace itself' : own?.slice(0, -1)
  return where === undefined
    ? refused
    : { wrong: `${refused.wrong} It is in ${where}, too: name all files of "override" and "tests" there.` }
}

/** What a file of a repository has in the workspace. */
export function bytesIn(folder: string, { workspace }: Pick<WorkspaceJob, 'workspace'>) {
  return (path: string) => readFileSync(join(workspace, folder, path))
}

interface Asked {
  readonly job: WorkspaceJob
  readonly pullRequest: PullRequest | null
  readonly repository: GitHubRepository
}

function unreadable(error: unknown): Checkout {
  if (error instanceof NotKnown) return { state: 'unknown', reason: visible(error.message), isHidden: true }
  const reason = explainReadError(error, 'The commit in the workspace', 'contents')
  return { state: 'unknown', reason, isHidden: false }
}

/** Asks GitHub only where the workspace has another commit than the expected one. @throws what the requests throw */
async function checkoutIn(
  folder: string,
  paths: readonly string[],
  asked: Asked,
): Promise<Checkout | WrongCheckout> {
  const { job, pullRequest, repository } = asked
  const path = join(job.workspace, folder)
  const checkedOut = checkedOutCommit(path)
  const expected = await expectedIn(asked)
  const { head, isOfChange } = expected
  const known = (sha: string) => ({ state: 'known', sha, named: head ?? sha, isOfChange }) as const
  if (checkedOut !== null && checkedOut === head) return known(checkedOut)
  const other = otherRepository(path, `${job.owner}/${job.repo}`)
  if (other !== null) return { state: 'other', repository: other }
  const hasChange = pullRequest !== null || job.event.group !== null
  // What is checked out is tested, and named.
  if (checkedOut !== null && !hasChange) return { ...known(checkedOut), named: checkedOut }
  const commit = checkedOut === null ? null : await repository.commit(checkedOut)
  if (commit !== null)
    return isMergeOf(commit, expected)
      ? known(commit.sha)
      : { wrong: wrongCommit(commit, folder, expected, asked) }
  let reason =
    checkedOut === null
      ? UNREADABLE_HEAD
      : `GitHub does not know ${short(checkedOut)}, which the workspace has`
  for (const sha of [expected.merge, head]) {
    const standIn = sha === null ? null : await repository.commit(sha)
    if (standIn === null || !(sha === head || isMergeOf(standIn, expected))) continue
    const has = paths.map((each) => hasFile(each, bytesIn(folder, job)(each), standIn.tree, repository.files))
    const differing = paths[(await Promise.all(has)).indexOf(false)]
    if (differing === undefined) return known(standIn.sha)
    reason = `${reason.replace(/, and .*/s, '')}, and ${differing} is not that of ${short(standIn.sha)}`
  }
  return { state: 'unknown', reason: `${visible(reason)}. ${CHECK_OUT}`, isHidden: true }
}

const UNREADABLE_HEAD = 'The workspace does not say which commit it has'
const CHECK_OUT =
  'Check out a commit of this repository with actions/checkout, and give the job `permissions: contents: read`.'

interface Expected {
  /** The commit to be tested, of a pull request its head; null if nothing says it. */
  readonly head: string | null
  /** GITHUB_SHA, if GitHub should have merged the head there. */
  readonly merge: string | null
  /** Whether the head is known to be that of the pull request or merge group. */
  readonly isOfChange: boolean
}

/** The head that the event names; else the present one of the pull request. @throws what the requests throw */
async function expectedIn({ job: { event }, pullRequest, repository }: Asked): Promise<Expected> {
  const isOfEvent = isAbout(event, pullRequest)
  const ofEvent = isOfEvent ? event.commit : null
  const merge = isOfEvent ? event.merge : null
  if (pullRequest === null) return { head: ofEvent ?? event.sha, merge, isOfChange: event.group !== null }
  const present = async () =>
    pullRequest.headSha ?? (await repository.pullRequest(pullRequest.number)).head.sha
  const head = ofEvent ?? (await present())
  const isNamed = isOfEvent && event.pullRequest !== null
  return { head, merge, isOfChange: isNamed || head === pullRequest.headSha || ofEvent === null }
}

/** Whether the event may be about this pull request: the workflow can name another one. */
function isAbout(event: JobEvent, pullRequest: PullRequest | null): boolean {
  return (
    event.pullRequest === null || event.group !== null || event.pullRequest.number === pullRequest?.number
  )
}

/** As GitHub merges: the base first. A newer commit of the pull request has the head as its first parent. */
function isMergeOf({ parents }: GitCommit, { head }: Expected): boolean {
  return parents.length === 2 && parents[1] === head
}

function wrongCommit(
  { sha, parents: [, merged] }: GitCommit,
  folder: string,
  { head, merge }: Expected,
  { job, pullRequest }: Asked,
): string {
  const { event } = job
  const isNumbered = event.pullRequest !== null && event.pullRequest.number === pullRequest?.number
  const isOfEvent = isNumbered || (event.commit !== null && isAbout(event, pullRequest))
  const number = pullRequest?.number ?? 0
  const ref = (isOfEvent ? event.ref : null) ?? `refs/pull/${number}/head`
  const place = folder === '' ? 'The workspace' : `The checkout in ${folder.slice(0, -1)}`
  if (sha === merge && merged !== undefined)
    return `${place} has ${short(sha)}, in which GitHub merged ${short(merged)} before it saw ${short(head)}. A re-run would have the same commit: push again, or check out \`ref: ${ref}\`.`
  if (event.group !== null)
    return `${place} has ${short(sha)}, not this merge group (${short(head)}). Check out \`ref: ${ref}\`.`
  const expected = isOfEvent && !isNumbered ? 'the commit of this event' : `pull request #${number}`
  const isLater = sha === job.sha ? '' : ' If it was pushed later, its own job decides.'
  return `${place} has ${short(sha)}, not ${expected} (${short(head)}). Check out \`ref: ${ref}\`.${isLater}`
}

function short(sha: string | null): string {
  return sha?.slice(0, 7) ?? 'the head'
}
