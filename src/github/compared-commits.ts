// Which commits are compared: the tested one, and the one that it was built on.
import type { GitHubApi } from './api.ts'
import { type GitObjects, NotKnown, type TreeEntry } from './changed-trees.ts'
import type { PullRequest } from './event.ts'
import { responseStatusOf } from './github-error.ts'
import type { Job } from './pull-request.ts'
import { COMPARISON, GIT_BLOB, GIT_COMMIT, GIT_TREE, PULL_REQUEST } from './routes.ts'

/**
 * @param checkedOut the commit in the workspace, null if its files do not say it
 * @param log is told if another commit stands for it
 * @throws {NotKnown} and what the requests throw
 */
export async function comparedCommits(
  job: Job,
  pullRequest: PullRequest | null,
  checkedOut: string | null,
  github: GitHubApi,
  log: (line: string) => void,
): Promise<{ readonly base: string; readonly commit: string }> {
  const { commit, parents } = await testedCommit(job, checkedOut, github, log)
  const { event, owner, repo } = job
  if (event.group?.base) return { base: event.group.base, commit }
  if (pullRequest === null) throw new NotKnown('The event does not name the base of the merge group.')
  const read = () => github.get(PULL_REQUEST, { owner, repo, pull_number: pullRequest.number })
  const headSha = pullRequest.headSha ?? (await read()).head.sha
  const other = parents.find((sha) => sha !== headSha)
  // GitHub's merge of the pull request into its base.
  if (parents.length === 2 && parents.includes(headSha) && other !== undefined) return { base: other, commit }
  const baseRef = pullRequest.baseRef ?? (await read()).base.ref
  if (baseRef === undefined) throw new NotKnown('GitHub does not say which branch the change is for.')
  const basehead = `${baseRef}...${commit}`
  const { merge_base_commit } = await github.get(COMPARISON, { owner, repo, basehead, per_page: 1 })
  return { base: merge_base_commit.sha, commit }
}

async function testedCommit(
  { event: { inWorkspace }, owner, repo }: Job,
  checkedOut: string | null,
  github: GitHubApi,
  log: (line: string) => void,
) {
  const read = async (commit: string | null) => {
    if (commit === null) return null
    try {
      const { parents } = await github.get(GIT_COMMIT, { owner, repo, commit_sha: commit })
      return { commit, parents: parents.map((parent) => parent.sha) }
    } catch (error) {
      if ([404, 409, 422].includes(responseStatusOf(error) ?? 0)) return null
      throw error
    }
  }
  const found = await read(checkedOut)
  if (found !== null) return found
  const stands = inWorkspace === checkedOut ? null : await read(inWorkspace)
  const why =
    checkedOut === null
      ? 'The workspace does not say which commit it has'
      : `GitHub does not know the commit in the workspace (${checkedOut.slice(0, 7)})`
  if (stands === null)
    throw new NotKnown(
      `${why}. Check out a commit of this repository with actions/checkout, and give the job \`permissions: contents: read\`.`,
    )
  log(`${why}: that of the event (${stands.commit.slice(0, 7)}) stands for it.`)
  return stands
}

/** The objects of the job's repository. */
export function gitObjects({ owner, repo }: Pick<Job, 'owner' | 'repo'>, github: GitHubApi): GitObjects {
  return {
    async tree(sha) {
      const { tree, truncated } = await github.get(GIT_TREE, { owner, repo, tree_sha: sha })
      const entries = tree.map(({ path: name, sha: of, size = 0, ...each }) => {
        return { kind: kindOf(each), name, sha: of, size }
      })
      return truncated ? null : entries
    },
    async blob(sha) {
      const { content } = await github.get(GIT_BLOB, { owner, repo, file_sha: sha })
      return Buffer.from(content, 'base64')
    },
  }
}

function kindOf({
  type,
  mode,
}: {
  readonly type: 'blob' | 'tree' | 'commit'
  readonly mode: string
}): TreeEntry['kind'] {
  switch (type) {
    case 'tree':
      return 'folder'
    case 'commit':
      return 'submodule'
    case 'blob':
      return mode === '120000' ? 'link' : 'file'
    default:
      return type satisfies never
  }
}
