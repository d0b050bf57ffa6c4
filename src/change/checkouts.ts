// Which commit each checkout of the workspace has, and which one it is compared with. In a job of a pull request, every commit but its own
// is refused: on many events, actions/checkout gives the default branch unless the workflow says otherwise.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { PullRequest } from '../github/event.ts'
import { responseStatusOf } from '../github/github-error.ts'
import type { Job } from '../github/pull-request.ts'
import { checkedOutCommit, otherRepository, type Place, placeOf } from './files.ts'
import { entryAt, type GitCommit, type GitHubRepository, hasBytes, NotKnown, reasonOf } from './git.ts'

export interface WorkspaceJob extends Job {
  /** GITHUB_SHA. */
  readonly sha: string | null
  /** GITHUB_WORKFLOW_SHA, which older servers do not set. */
  readonly workflowSha: string | null
  readonly runAttempt: number
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

export interface AskedChange {
  readonly job: WorkspaceJob
  readonly pullRequest: PullRequest | null
  readonly repository: GitHubRepository
}

/** Never rejects. @param files those in use, relative to the workspace */
export async function readCheckouts(
  files: readonly string[],
  asked: AskedChange,
): Promise<Checkouts | WrongCheckout> {
  const places = files.map((file) => placeOf(file, asked.job.workspace))
  const read = [...Map.groupBy(places, ({ folder }) => folder)].map(async ([folder, inUse]) => {
    return [folder, await checkoutIn(folder, inUse, asked).catch(unreadable)] as const
  })
  const all = await Promise.all(read)
  const [refused] = all.flatMap(([, found]) => ('wrong' in found ? found : []))
  const checkouts = new Map(all.flatMap(([folder, found]) => ('wrong' in found ? [] : [[folder, found]])))
  if (refused === undefined) return checkouts
  const [own] = [...checkouts].find(([, each]) => each.state === 'known' && each.isOfChange) ?? []
  const where = own === '' ? 'the workspace itself' : own?.slice(0, -1)
  return where === undefined
    ? refused
    : { wrong: `${refused.wrong} It is in ${where}, too: name all files of "override" and "tests" there.` }
}

/** What a file has in the workspace. */
export function bytesOf({ folder, path }: Place, { workspace }: Pick<WorkspaceJob, 'workspace'>): Buffer {
  return readFileSync(join(workspace, folder, path))
}

function unreadable(error: unknown): Checkout {
  const reason = reasonOf(error, 'The commit in the workspace')
  return { state: 'unknown', reason, isHidden: error instanceof NotKnown }
}

/** Asks GitHub only where the workspace has another commit than the expected one. @throws what the requests throw */
async function checkoutIn(
  folder: string,
  inUse: readonly Place[],
  asked: AskedChange,
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
  for (const sha of [expected.merge, head]) {
    const standIn = sha === null ? null : await repository.commit(sha)
    if (standIn === null || !(sha === head || isMergeOf(standIn, expected))) continue
    const has = inUse.map(async (place) => {
      return hasBytes(await entryAt(place.path, standIn.sha, repository), bytesOf(place, job), repository)
    })
    if ((await Promise.all(has)).every(Boolean)) return known(standIn.sha)
  }
  const found =
    checkedOut === null
      ? 'The workspace does not say which commit it has'
      : `GitHub does not know ${short(checkedOut)}, which the workspace has`
  const reason = `${found}, and its files are not known to be those of ${short(head)}. ${CHECK_OUT}`
  return { state: 'unknown', reason, isHidden: true }
}

const CHECK_OUT =
  'Check out a commit of this repository with actions/checkout, and give the job `permissions: contents: read`.'

interface Expected {
  /** The commit to be tested, of a pull request its head; null if nothing says it. */
  readonly head: string | null
  /** GITHUB_SHA, if GitHub should have merged the head there. */
  readonly merge: string | null
  /** What actions/checkout needs as `ref`. */
  readonly ref: string
  /** Whether the head is known to be that of the pull request or merge group. */
  readonly isOfChange: boolean
}

const NOT_NAMED = { commit: null, merge: null, ref: null }

/** The head that the event names; else the present one of the pull request. @throws what the requests throw */
async function expectedIn({ job: { event }, pullRequest, repository }: AskedChange): Promise<Expected> {
  const number = pullRequest?.number ?? 0
  // The workflow can name another pull request than the event.
  const isAbout =
    event.pullRequest === null || event.group !== null || event.pullRequest.number === pullRequest?.number
  const { commit, merge, ref } = isAbout ? event : NOT_NAMED
  const of = { merge, ref: ref ?? `refs/pull/${number}/head` }
  if (pullRequest === null) return { ...of, head: commit ?? event.sha, isOfChange: event.group !== null }
  const head = commit ?? pullRequest.headSha ?? (await repository.pullRequest(number)).head.sha
  const isNamed = commit === null || event.pullRequest !== null
  return { ...of, head, isOfChange: isNamed || head === pullRequest.headSha }
}

/** As GitHub merges: the base first. A newer commit of the pull request has the head as its first parent. */
function isMergeOf({ parents }: GitCommit, { head }: Expected): boolean {
  return parents.length === 2 && parents[1] === head
}

function wrongCommit(
  { sha, parents: [, merged] }: GitCommit,
  folder: string,
  { head, merge, ref }: Expected,
  { job: { event, sha: ofJob }, pullRequest }: AskedChange,
): string {
  const place = folder === '' ? 'The workspace' : `The checkout in ${folder.slice(0, -1)}`
  if (sha === merge && merged !== undefined)
    return `${place} has ${short(sha)}, in which GitHub merged ${short(merged)} before it saw ${short(head)}. A re-run would have the same commit: push again, or check out \`ref: ${ref}\`.`
  const isOfEvent = event.commit !== null && event.pullRequest === null
  const ofEvent = event.group === null ? 'the commit of this event' : 'this merge group'
  const expected = isOfEvent || event.group !== null ? ofEvent : `pull request #${pullRequest?.number}`
  const isLater = sha === ofJob || event.group !== null ? '' : ' If it was pushed later, its own job decides.'
  return `${place} has ${short(sha)}, not ${expected} (${short(head)}). Check out \`ref: ${ref}\`.${isLater}`
}

function short(sha: string | null): string {
  return sha?.slice(0, 7) ?? 'the head'
}

/** The commit that a tested one is compared with: what the change was built on. @throws {NotKnown} and what the requests throw */
export async function baseOf(
  sha: string,
  { job: { event }, pullRequest, repository }: AskedChange,
): Promise<string> {
  const { group, commit, merge } = event
  if (group?.base) return group.base
  if (pullRequest === null) throw new NotKnown('The event does not name the base of the merge group.')
  // GitHub chose the other parent of its own merge; the author chose those of all others.
  const { parents = [] } = (sha === merge && (await repository.commit(sha))) || {}
  const other = parents.find((parent) => parent !== commit)
  if (parents.length === 2 && parents.includes(commit ?? '') && other !== undefined) return other
  const read = () => repository.pullRequest(pullRequest.number)
  const baseRef = pullRequest.baseRef ?? (await read()).base.ref
  if (baseRef === undefined) throw new NotKnown('GitHub does not say which branch the change is for.')
  return repository.mergeBase(baseRef, sha).catch(async (error) => {
    // In a job that is run again, the event names the branch of then, which may be merged and gone.
    const present = responseStatusOf(error) === 404 ? (await read()).base.ref : undefined
    if (present === undefined || present === baseRef) throw error
    return repository.mergeBase(present, sha)
  })
}
