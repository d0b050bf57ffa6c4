// What the job's change does to its files of tests, by two commits on GitHub, for each repository in the workspace.
import { join } from 'node:path'
import type { GitHubApi } from './github/api.ts'
import { changedTrees, NotKnown } from './github/changed-trees.ts'
import { comparedCommits, gitObjects } from './github/compared-commits.ts'
import { explainReadError } from './github/github-error.ts'
import type { FoundPullRequest, Job } from './github/pull-request.ts'
import { checkedOutCommit } from './inputs/repository.ts'
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
  const unknown = (reason: string | null) => ({ reason, isGroup, repositories: [] })
  if (repositories.length === 0) return unknown(null)
  if (!isGroup && found.problem !== null) return unknown(found.problem)
  if (!isGroup && found.pullRequest === null) return unknown('no-pull-request')
  const objects = gitObjects(job, github)
  const read = async (repository: TestRepository): Promise<RepositoryChanges | string> => {
    const { folder } = repository
    try {
      const checkedOut = checkedOutCommit(join(job.workspace, folder))
      const { base, commit } = await comparedCommits(job, found.pullRequest, checkedOut, github, log)
      return { folder, base, commit, ...(await changedTrees(base, commit, repository, objects)) }
    } catch (error) {
      if (error instanceof NotKnown) return error.message
      return explainReadError(error, { what: 'Its commits', isNamed: false, permission: 'contents' })
    }
  }
  const all = await Promise.all(repositories.map(read))
  const reasons = all.flatMap((each) => (typeof each === 'string' ? each : []))
  const known = all.flatMap((each) => (typeof each === 'string' ? [] : each))
  return { reason: reasons[0] ?? null, isGroup, repositories: known }
}
