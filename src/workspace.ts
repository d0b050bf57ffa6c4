// What the workspace has of the change that the job tests: the commit of each repository with a file in use.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { committedFiles } from './github/changed-trees.ts'
import { type Checkout, type CheckoutJob, checkoutOf, type WrongCheckout } from './github/checkout.ts'
import type { FoundPullRequest, Job } from './github/pull-request.ts'
import type { GitHubRepository } from './github/repository.ts'
import { checkedOutCommit, isOfOtherRepository, pathInRepository, repositoryOf } from './inputs/repository.ts'

export type WorkspaceJob = CheckoutJob & Pick<Job, 'owner' | 'repo'> & { readonly workspace: string }

/** By the folders of the repositories: empty, or they end in a slash. */
export type Checkouts = ReadonlyMap<string, Checkout>

/** Never rejects. @param files those in use, relative to the workspace */
export async function readCheckouts(
  files: readonly string[],
  { pullRequest }: Pick<FoundPullRequest, 'pullRequest'>,
  job: WorkspaceJob,
  repository: GitHubRepository,
): Promise<Checkouts | WrongCheckout> {
  const byFolder = Map.groupBy(files, (file) => repositoryOf(file, job.workspace))
  const read = [...byFolder].map(async ([folder, inUse]) => {
    const path = join(job.workspace, folder)
    const isOfOther = () => isOfOtherRepository(path, `${job.owner}/${job.repo}`)
    const found = await checkoutOf(job, pullRequest, checkedOutCommit(path), isOfOther, repository)
    if ('wrong' in found || found.state !== 'assumed' || pullRequest === null) return [folder, found] as const
    const paths = inUse.map((file) => pathInRepository(file, job.workspace))
    const isProven = await hasFilesOf(found.sha, paths, bytesIn(folder, job), repository)
    const state = isProven ? 'known' : 'assumed'
    return [folder, { ...found, state, isOfPullRequest: isProven && found.isOfPullRequest }] as const
  })
  const checkouts = new Map<string, Checkout>()
  for (const [folder, found] of await Promise.all(read)) {
    if ('wrong' in found) return found
    checkouts.set(folder, found)
  }
  return checkouts
}

/** What a file of a repository has in the workspace. */
export function bytesIn(folder: string, { workspace }: Pick<WorkspaceJob, 'workspace'>) {
  return (path: string) => readFileSync(join(workspace, folder, path))
}

async function hasFilesOf(
  sha: string | null,
  paths: readonly string[],
  bytesOf: (path: string) => Buffer,
  repository: GitHubRepository,
): Promise<boolean> {
  try {
    const commit = sha === null ? null : await repository.commit(sha)
    if (commit === null) return false
    const { tree } = commit
    return (
      (await committedFiles(paths, bytesOf, { tree, base: null }, repository.files)).size ===
      new Set(paths).size
    )
  } catch {
    return false
  }
}
