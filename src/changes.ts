// The job's change, as GitHub knows it: since when it is tested, and what it does to files of tests, by two commits for each
// repository in the workspace.
import { join } from 'node:path'
import * as core from '@actions/core'
import type { GitHubApi } from './github/api.ts'
import { changedTrees, NotKnown } from './github/changed-trees.ts'
import { comparedCommits, gitObjects } from './github/compared-commits.ts'
import { explainReadError } from './github/github-error.ts'
import { earliestCreation, type FoundPullRequest, type Job } from './github/pull-request.ts'
import type { Inputs } from './inputs/inputs.ts'
import { checkedOutCommit } from './inputs/repository.ts'
import { visible } from './inputs/values.ts'
import type { RepositoryChanges } from './test-files/changes.ts'
import type { Changes, TestRepository, TestsInput } from './test-files/input.ts'

type FilesOfTests = Pick<Extract<TestsInput, { ok: true }>, 'repositories'>
type ChangedJob = Job & { readonly workspace: string }

/** Clocks differ, and the service's times have no more than seconds. */
const CLOCK_MARGIN_MS = 60_000

/**
 * When earlier runs may begin to be of this change, which therefore are no baseline: when the pull request was opened, else when
 * the change was pushed or deployed.
 * @returns milliseconds since 1970, infinite if the event has no time of its own; null if it is not known
 */
export async function cutOffOf(
  { pullRequest, problem }: FoundPullRequest,
  decides: boolean,
  job: Job,
  github: GitHubApi,
): Promise<number | null> {
  if (problem !== null) return null
  if (pullRequest === null) return (job.event.time ?? Number.POSITIVE_INFINITY) - CLOCK_MARGIN_MS
  const earliest = await earliestCreation(job, pullRequest, github, Date.now())
  warnOf(earliest.problem, decides)
  return earliest.createdAt && earliest.createdAt - CLOCK_MARGIN_MS
}

/** A lookup that nobody asked for, and that decides nothing, is not worth an annotation. */
export function warnOf(problem: string | null, isWarning: boolean): void {
  if (problem !== null) (isWarning ? core.warning : core.info)(problem)
}

/** What the change does to files of tests; what is not known of it is a warning. */
export async function fileChanges(
  tests: FilesOfTests,
  found: FoundPullRequest,
  mode: Inputs['mode'],
  job: ChangedJob,
  github: GitHubApi,
): Promise<Changes> {
  const changes = await readChanges(tests, found, job, github, core.info)
  const { reason } = changes
  if (reason === null || reason === 'no-pull-request' || github.isCancelled) return changes
  const effect =
    mode === 'gate-if-worse' ? ', and a failing one that would not block leaves the job inconclusive' : ''
  const whose = changes.isGroup ? 'this merge group' : 'this pull request'
  core.warning(
    `It is not known what ${whose} changes. ${reason} Until then, tests that the change adds or edits are not known as such${effect}.`,
  )
  return changes
}

/** Never rejects. @param found what is known of the job's pull request */
export async function readChanges(
  { repositories }: FilesOfTests,
  found: FoundPullRequest,
  job: ChangedJob,
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
      return { reason: explainReadError(error, 'Its commits', 'contents'), isHidden: false }
    }
  }
  const all = await Promise.all(repositories.map(read))
  const unread = all.flatMap((each) => ('reason' in each ? each : []))
  const known = all.flatMap((each) => ('reason' in each ? [] : each))
  const isHidden = unread.some((each) => each.isHidden)
  return { reason: unread[0]?.reason ?? null, isGroup, isHidden, repositories: known }
}
