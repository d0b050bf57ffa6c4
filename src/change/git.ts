// What is read of the job's repository: commits, folders, files and pull requests, each once. An answer about something else is unreadable.
import { createHash } from 'node:crypto'
import * as z from 'zod/mini'
import type { GitHubApi, Route } from '../github/api.ts'
import { responseStatusOf } from '../github/github-error.ts'
import type { Job } from '../github/pull-request.ts'
import {
  COMPARISON,
  GIT_BLOB,
  GIT_COMMIT,
  GIT_TREE,
  PULL_REQUEST,
  type PullRequestAnswer,
} from '../github/routes.ts'

/** All throw what the requests throw. */
export interface GitHubRepository {
  /** Null if GitHub does not know it in this repository. */
  readonly commit: (sha: string) => Promise<GitCommit | null>
  /** The newest commit of which both are made. @param base a commit or a branch */
  readonly mergeBase: (base: string, sha: string) => Promise<string>
  readonly pullRequest: (number: number) => Promise<PullRequestAnswer>
  readonly files: GitFiles
}

export interface GitCommit {
  readonly sha: string
  readonly tree: string
  readonly parents: readonly string[]
}

export interface GitFiles {
  /** The entries of one folder; null if GitHub cuts them. */
  readonly folder: (tree: string) => Promise<readonly TreeEntry[] | null>
  /** The same of the outermost folder of a commit, which may have no files. */
  readonly root: (commit: string) => Promise<readonly TreeEntry[] | null>
  /** Those of a folder with all that is below; names are paths. */
  readonly below: (tree: string) => Promise<readonly TreeEntry[] | null>
  readonly blob: (sha: string) => Promise<Uint8Array>
}

export interface TreeEntry {
  readonly kind: 'file' | 'folder' | 'link' | 'submodule'
  readonly name: string
  readonly sha: string
  /** In bytes, of a file. */
  readonly size: number
}

export function gitHubRepository(
  { owner, repo }: Pick<Job, 'owner' | 'repo'>,
  github: GitHubApi,
): GitHubRepository {
  const entries = async (tree_sha: string, isTree = true, more: { readonly recursive?: 1 } = {}) => {
    // The tree of a commit has another hash.
    const route = checked(GIT_TREE, ({ sha }) => !isTree || sha === tree_sha)
    const { tree, truncated } = await github.get(route, { owner, repo, tree_sha, ...more })
    if (truncated) return null
    return tree.map(({ path: name, type, mode, sha, size = 0 }) => {
      return { kind: mode === '120000' ? 'link' : KINDS[type], name, sha, size } as const
    })
  }
  const compare = once((basehead: string) => github.get(COMPARISON, { owner, repo, basehead, per_page: 1 }))
  return {
    commit: once(async (sha) => {
      try {
        const route = checked(GIT_COMMIT, (answer) => answer.sha === sha)
        const { parents, tree } = await github.get(route, { owner, repo, commit_sha: sha })
        return { sha, tree: tree.sha, parents: parents.map((parent) => parent.sha) }
      } catch (error) {
        if ([404, 409, 422].includes(responseStatusOf(error) ?? 0)) return null
        throw error
      }
    }),
    async mergeBase(base, sha) {
      return (await compare(`${base}...${sha}`)).merge_base_commit.sha
    },
    pullRequest: once((number) => github.get(PULL_REQUEST, { owner, repo, pull_number: number })),
    files: {
      folder: once((tree) => entries(tree)),
      root: once((commit) => entries(commit, false)),
      below: once((tree) => entries(tree, true, { recursive: 1 })),
      blob: once(async (sha) => {
        const isAsked = ({ content }: { content: string }) => blobHash(fromBase64(content), sha) === sha
        const { content } = await github.get(checked(GIT_BLOB, isAsked), { owner, repo, file_sha: sha })
        return fromBase64(content)
      }),
    },
  }
}

const KINDS = { blob: 'file', tree: 'folder', commit: 'submodule' } as const

const fromBase64 = (base64: string) => Buffer.from(base64, 'base64')

/** As Git makes it of a file. @param like another hash of the repository: a long one is of SHA-256 */
export function blobHash(content: Uint8Array, like: string): string {
  const hash = createHash(like.length === 64 ? 'sha256' : 'sha1')
  return hash.update(`blob ${content.length}\0`).update(content).digest('hex')
}

function once<Key, Value>(read: (key: Key) => Promise<Value>): (key: Key) => Promise<Value> {
  const known = new Map<Key, Promise<Value>>()
  return (key) => {
    const value = known.get(key) ?? read(key)
    known.set(key, value)
    return value
  }
}

function checked<T>({ path, schema }: Route<T>, isAsked: (answer: T) => boolean): Route<T> {
  return { path, schema: schema.check(z.refine(isAsked, { error: 'expected what was asked for' })) }
}
