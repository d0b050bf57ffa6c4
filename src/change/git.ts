// What is read of the job's repository: commits, folders, files and pull requests, each once; and what commits have at a path.
import { createHash } from 'node:crypto'
import * as z from 'zod/mini'
import type { GitHubApi } from '../github/api.ts'
import { explainReadError, responseStatusOf } from '../github/github-error.ts'
import type { Job } from '../github/pull-request.ts'
import {
  COMPARISON,
  GIT_BLOB,
  GIT_COMMIT,
  GIT_TREE,
  PULL_REQUEST,
  type PullRequestAnswer,
} from '../github/routes.ts'
import { visible } from '../inputs/values.ts'

/** What cannot be known although GitHub answered, and what to do, as sentences. */
export class NotKnown extends Error {}

/** Why what was read is not known, as sentences. */
export function reasonOf(error: unknown, what = 'Its commits'): string {
  return error instanceof NotKnown ? visible(error.message) : explainReadError(error, what, 'contents')
}

/** All throw what the requests throw, and `folder` and `below` a {@link NotKnown}. */
export interface GitHubRepository {
  /** Null if GitHub does not know it in this repository. */
  readonly commit: (sha: string) => Promise<GitCommit | null>
  /** The newest commit of which both are made. @param base a commit or a branch */
  readonly mergeBase: (base: string, sha: string) => Promise<string>
  readonly pullRequest: (number: number) => Promise<PullRequestAnswer>
  /** The entries of a folder, or of the outermost one of a commit. */
  readonly folder: (sha: string) => Promise<readonly TreeEntry[]>
  /** The same with all that is below; names are paths. */
  readonly below: (sha: string) => Promise<readonly TreeEntry[]>
  readonly blob: (sha: string) => Promise<Uint8Array>
}

export interface GitCommit {
  readonly sha: string
  readonly parents: readonly string[]
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
  const entries = async (tree_sha: string, more: { readonly recursive?: 1 } = {}) => {
    const { tree, truncated } = await github.get(GIT_TREE, { owner, repo, tree_sha, ...more })
    if (truncated) throw new NotKnown(CUT)
    return tree.map(({ path: name, type, mode, sha, size = 0 }) => {
      return { kind: mode === '120000' ? 'link' : KINDS[type], name, sha, size } as const
    })
  }
  const compare = once((basehead: string) => github.get(COMPARISON, { owner, repo, basehead, per_page: 1 }))
  return {
    commit: once(async (sha) => {
      try {
        const { parents } = await github.get(GIT_COMMIT, { owner, repo, commit_sha: sha })
        return { sha, parents: parents.map((parent) => parent.sha) }
      } catch (error) {
        if ([404, 409, 422].includes(responseStatusOf(error) ?? 0)) return null
        throw error
      }
    }),
    mergeBase: async (base, sha) => (await compare(`${base}...${sha}`)).merge_base_commit.sha,
    pullRequest: once((number) => github.get(PULL_REQUEST, { owner, repo, pull_number: number })),
    folder: once((sha) => entries(sha)),
    below: once((sha) => entries(sha, { recursive: 1 })),
    blob: once(async (sha) => {
      const isWhole = ({ content }: { content: string }) => blobHash(fromBase64(content)) === sha
      const schema = GIT_BLOB.schema.check(z.refine(isWhole, { error: 'expected what was asked for' }))
      const { content } = await github.get({ ...GIT_BLOB, schema }, { owner, repo, file_sha: sha })
      return fromBase64(content)
    }),
  }
}

const CUT =
  'GitHub gives only a part of a folder, since it has too many files. Put files of tests into smaller folders.'

const KINDS = { blob: 'file', tree: 'folder', commit: 'submodule' } as const

const fromBase64 = (base64: string) => Buffer.from(base64, 'base64')

/** As Git makes it of a file. */
export function blobHash(content: Uint8Array): string {
  return createHash('sha1').update(`blob ${content.length}\0`).update(content).digest('hex')
}

function once<Key, Value>(read: (key: Key) => Promise<Value>): (key: Key) => Promise<Value> {
  const known = new Map<Key, Promise<Value>>()
  return (key) => {
    const value = known.get(key) ?? read(key)
    known.set(key, value)
    return value
  }
}

/** What a commit has at a path: the submodule or the link itself, if the path is behind one. @throws what the reads throw */
export async function entryAt(
  path: string,
  commit: string,
  repository: GitHubRepository,
): Promise<TreeEntry | undefined> {
  const names = path.split('/')
  const last = names.length - 1
  let folder = commit
  for (const [depth, name] of names.entries()) {
    const entry = (await repository.folder(folder)).find((each) => each.name === name)
    if (depth === last) return entry
    if (entry?.kind !== 'folder') return entry?.kind === 'file' ? undefined : entry
    folder = entry.sha
  }
  return undefined
}

/** What it has below a folder, in one request more. @throws what the reads throw */
export async function entriesBelow(
  root: string,
  commit: string,
  repository: GitHubRepository,
): Promise<Entries> {
  const top = root === '' ? null : await entryAt(root, commit, repository)
  if (top === undefined) return new Map()
  if (top !== null && top.kind !== 'folder') return new Map([[root, top]])
  const start = root === '' ? '' : `${root}/`
  const entries = await repository.below(top?.sha ?? commit)
  return new Map(entries.flatMap((each) => (each.kind === 'folder' ? [] : [[`${start}${each.name}`, each]])))
}

/** What a commit has, without folders, by paths of the repository. */
export type Entries = ReadonlyMap<string, TreeEntry>

/** Whether a file has these bytes: a checkout may convert line ends, and have the file of a pointer of Git LFS. @throws what the reads throw */
export async function hasBytes(
  entry: TreeEntry | undefined,
  bytes: Buffer,
  repository: GitHubRepository,
): Promise<boolean> {
  if (entry?.kind !== 'file') return false
  const { sha, size } = entry
  const withoutReturns = Buffer.from(bytes.toString('latin1').replaceAll('\r\n', '\n'), 'latin1')
  if ([bytes, withoutReturns].some((each) => blobHash(each) === sha)) return true
  if (size > MAX_POINTER_BYTES) return false
  const [, oid] =
    /^version https?:\/\/\S+\n(?:ext-.*\n)*oid sha256:(\w+)$/m.exec(String(await repository.blob(sha))) ?? []
  return oid === createHash('sha256').update(bytes).digest('hex')
}

/** As Git LFS limits them. */
const MAX_POINTER_BYTES = 1024
