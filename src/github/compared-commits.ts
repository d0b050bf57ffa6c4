// Which commits are compared: the tested one, and the one that it was built on.
import { createHash } from 'node:crypto'
import * as z from 'zod/mini'
import type { GitHubApi, Route } from './api.ts'
import { type GitObjects, NotKnown } from './changed-trees.ts'
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
): Promise<{ readonly base: string; readonly commit: string /** Of the commit. */; readonly tree: string }> {
  const { commit, tree, parents } = await readTestedCommit(job, checkedOut, github, log)
  const { event, owner, repo } = job
  if (event.group?.base) return { base: event.group.base, commit, tree }
  if (pullRequest === null) throw new NotKnown('The event does not name the base of the merge group.')
  const read = () => github.get(PULL_REQUEST, { owner, repo, pull_number: pullRequest.number })
  const headSha = pullRequest.headSha ?? (await read()).head.sha
  const other = parents.find((sha) => sha !== headSha)
  // GitHub's merge of the pull request into its base.
  if (parents.length === 2 && parents.includes(headSha) && other !== undefined)
    return { base: other, commit, tree }
  const baseRef = pullRequest.baseRef ?? (await read()).base.ref
  if (baseRef === undefined) throw new NotKnown('GitHub does not say which branch the change is for.')
  const compare = (ref: string) =>
    github.get(COMPARISON, { owner, repo, basehead: `${ref}...${commit}`, per_page: 1 })
  const { merge_base_commit } = await compare(baseRef).catch(async (error) => {
    // In a job that is run again, the event names the branch of then, which may be merged and gone.
    const present = responseStatusOf(error) === 404 ? (await read()).base.ref : undefined
    if (present === undefined || present === baseRef) throw error
    return compare(present)
  })
  return { base: merge_base_commit.sha, commit, tree }
}

async function readTestedCommit(
  { event: { inWorkspace }, owner, repo }: Job,
  checkedOut: string | null,
  github: GitHubApi,
  log: (line: string) => void,
) {
  const read = async (commit: string | null) => {
    if (commit === null) return null
    try {
      const route = checked(GIT_COMMIT, ({ sha }) => sha === commit)
      const { parents, tree } = await github.get(route, { owner, repo, commit_sha: commit })
      return { commit, tree: tree.sha, parents: parents.map((parent) => parent.sha) }
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

/** The objects of the job's repository. @param base a commit, which alone may have no files */
export function gitObjects(
  { owner, repo }: Pick<Job, 'owner' | 'repo'>,
  base: string,
  github: GitHubApi,
): GitObjects {
  return {
    async tree(sha) {
      // Git has no empty folders, and the tree of a commit has another hash.
      const route = checked(GIT_TREE, ({ sha: of, tree }) => sha === base || (of === sha && tree.length > 0))
      const { tree, truncated } = await github.get(route, { owner, repo, tree_sha: sha })
      if (truncated) return null
      return tree.map(({ path: name, type, mode, sha: of, size = 0 }) => {
        return { kind: mode === '120000' ? 'link' : KINDS[type], name, sha: of, size }
      })
    },
    async blob(sha) {
      const route = checked(GIT_BLOB, ({ content }) => hashOf(Buffer.from(content, 'base64'), sha) === sha)
      const { content } = await github.get(route, { owner, repo, file_sha: sha })
      return Buffer.from(content, 'base64')
    },
  }
}

/** An answer about something else is unreadable. */
function checked<T>({ path, schema }: Route<T>, isAsked: (answer: T) => boolean): Route<T> {
  return { path, schema: schema.check(z.refine(isAsked, { error: 'expected what was asked for' })) }
}

/** As Git makes it of a file; a repository with longer hashes uses SHA-256. */
function hashOf(content: Buffer, like: string): string {
  const hash = createHash(like.length === 64 ? 'sha256' : 'sha1')
  return hash.update(`blob ${content.length}\0`).update(content).digest('hex')
}

const KINDS = { blob: 'file', tree: 'folder', commit: 'submodule' } as const
