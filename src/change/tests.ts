// The job's change, as GitHub knows it: since when it is tested, and what it does to files of tests, by two commits for each
// repository in the workspace.
import { explainReadError } from '../github/github-error.ts'
import type { FoundPullRequest } from '../github/pull-request.ts'
import { visible } from '../inputs/values.ts'
import type { TestRepository, TestsInput } from '../test-files/input.ts'
import { baseOf } from './base.ts'
import { bytesIn, type Checkout, type Checkouts, type WorkspaceJob } from './checkouts.ts'
import type { GitHubRepository } from './git.ts'
import type { Changes, RepositoryChanges } from './plan.ts'
import {
  committedFiles,
  type Entries,
  entriesBelow,
  entryAt,
  entryOf,
  NotKnown,
  touchedFiles,
} from './trees.ts'

type FilesOfTests = Pick<Extract<TestsInput, { ok: true }>, 'repositories'>

/** `missing`: the files that the change adds or edits and the workspace lacks, as they would be named there. */
export type FoundChanges = Changes & { readonly missing: readonly string[] }

/** Never rejects. @param found what is known of the job's pull request */
export async function readChanges(
  { repositories }: FilesOfTests,
  found: FoundPullRequest,
  job: WorkspaceJob,
  checkouts: Checkouts,
  repository: GitHubRepository,
): Promise<FoundChanges> {
  const isGroup = job.event.group !== null
  const commits = new Map(
    [...checkouts].flatMap(([folder, each]) => (each.state === 'known' ? [[folder, each.sha]] : [])),
  )
  const none = { reason: null, isHidden: false, repositories: [], commits, missing: [] }
  if (repositories.length === 0) return { ...none, known: 'yes' }
  if (!isGroup && found.problem !== null) return { ...none, known: 'unknown', reason: found.problem }
  if (!isGroup && found.pullRequest === null) return { ...none, known: 'no-pull-request' }
  const read = async (tests: TestRepository) => {
    try {
      const checkout = checkouts.get(tests.folder)
      // No pull request of this repository changes what is in another one.
      if (checkout === undefined || checkout.state === 'other') return []
      if (checkout.state === 'unknown') return checkout
      return await changesIn(tests, { found, job, checkout, repository })
    } catch (error) {
      if (error instanceof NotKnown) return { reason: visible(error.message), isHidden: true }
      return { reason: explainReadError(error, 'Its commits', 'contents'), isHidden: false }
    }
  }
  const all = (await Promise.all(repositories.map(read))).flat()
  const unread = all.flatMap((each) => ('reason' in each ? each : []))
  const known = all.flatMap((each) => ('reason' in each ? [] : each))
  return {
    ...none,
    known: unread.length === 0 ? 'yes' : 'unknown',
    reason: unread[0]?.reason ?? null,
    isHidden: unread.some((each) => each.isHidden),
    repositories: known,
    missing: known.flatMap(({ missing }) => missing),
  }
}

/** @throws {NotKnown} and what the requests throw */
async function changesIn(
  { folder, files, root, ...reach }: TestRepository,
  {
    found,
    job,
    checkout,
    repository,
  }: {
    readonly found: FoundPullRequest
    readonly job: WorkspaceJob
    readonly checkout: Extract<Checkout, { state: 'known' }>
    readonly repository: GitHubRepository
  },
): Promise<RepositoryChanges & Pick<FoundChanges, 'missing'>> {
  const commitOf = async (sha: string) => {
    const commit = await repository.commit(sha)
    if (commit === null) throw new NotKnown(`GitHub does not know ${sha.slice(0, 7)}.`)
    return commit
  }
  const commit = await commitOf(checkout.sha)
  const base = await baseOf(commit, job.event, found.pullRequest, repository)
  const { files: objects } = repository
  const outermost = (tree: string) => ({ kind: 'folder', name: '', sha: tree, size: 0 }) as const
  const tops = [
    root === '' ? commitOf(base).then(({ tree }) => outermost(tree)) : entryOf(root, base, objects),
    root === '' ? outermost(commit.tree) : entryAt(root, commit.tree, objects),
  ]
  const sides = tops.map(async (top) => entriesBelow(root, await top, objects))
  const [before = NONE, now = NONE] = await Promise.all(sides)
  const touched = await touchedFiles(before, now, reach, objects)
  const committed = await committedFiles(files, bytesIn(folder, job), { base: before, now }, objects)
  const present = new Set(files)
  const missing = touched.filter(({ path, isThere }) => isThere && !present.has(path))
  return {
    folder,
    base,
    commit: commit.sha,
    touched,
    committed,
    missing: missing.map(({ path }) => folder + path),
  }
}

const NONE: Entries = new Map()
