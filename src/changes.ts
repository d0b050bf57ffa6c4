// What the job's change does to its files of tests, by two commits on GitHub, for each repository in the workspace.
import { join } from 'node:path'
import type { GitHubApi } from './github/api.ts'
import { changedTrees, NotKnown } from './github/changed-trees.ts'
import { comparedCommits, gitObjects } from './github/compared-commits.ts'
import { explainReadError } from './github/github-error.ts'
import type { FoundPullRequest, Job } from './github/pull-request.ts'
import { checkedOutCommit } from './inputs/repository.ts'
import { visible } from './inputs/values.ts'
import type { RepositoryChanges } from './test-files/changes.ts'
import type { Changes, TestRepository, TestsInput } from './test-files/input.ts'

/** Never rejects. @param found what is known of the job's pull request */
export async function readChanges(
  { repositories }: Pick<Extract<TestsInput, { ok: true }>, 'repositories'>,
  found: FoundPullRequest,
  job: Job & { readonly workspace: string },
  github: GitHubApi,
  log: (line: string) => void,
): Promise<Changes> {
  const isGroup = job.event.group !== null
  const unknown = (reason: string | null) => ({ reason, isGroup, isHidden: false, repositories: [] })
  if (repositories.length === 0) return unknown(null)
  if (!isGroup && found.problem !== null) return unknown(found.problem)
  if (!isGroup && found.pullRequest === null) return unknown('no-pull-request')
  const read = async (
    repository: TestRepository,
  ): Promise<RepositoryChanges | { readonly reason: string; readonly isHidden: boolean }> => {
    const { folder } = repository
    try {
      const checkedOut = checkedOutCommit(join(job.workspace, folder))
      const { base, commit, tree } = await comparedCommits(job, found.pullRequest, checkedOut, github, log)
      const objects = gitObjects(job, base, github)
      return { folder, base, commit, ...(await changedTrees(base, tree, repository, objects)) }
    } catch (error) {
      if (error instanceof NotKnown) return { reason: visible(error.message), isHidden: true }
      const context = { what: 'Its commits', isNamed: false, permission: 'contents' } as const
      return { reason: explainReadError(error, context), isHidden: false }
    }
  }
  const all = await Promise.all(repositories.map(read))
  const unread = all.flatMap((each) => ('reason' in each ? each : []))
  const known = all.flatMap((each) => ('reason' in each ? [] : each))
  const isHidden = unread.some((each) => each.isHidden)
  return { reason: unread[0]?.reason ?? null, isGroup, isHidden, repositories: known }
}
