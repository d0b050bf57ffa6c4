// The Git objects of the fake GitHub: commits of files, with the hashes of blobs as Git has them, and the routes that read them.
import { createHash } from 'node:crypto'
import type { GitHubAnswer } from './github-routes.ts'

/** By path: the text of a file, its bytes, or what is no file. */
export type GitFiles = Readonly<
  Record<string, string | Uint8Array | { readonly link: string } | { readonly submodule: string }>
>

interface Entry {
  readonly path: string
  readonly mode: string
  readonly type: 'blob' | 'tree' | 'commit'
  readonly sha: string
  readonly size?: number
}

interface Commit {
  readonly tree: string
  readonly parents: readonly string[]
}

const ROUTE =
  /^\/repos\/[^/]+\/[^/]+\/(?:git\/(commits|trees|blobs)\/([0-9a-f]+|HEAD)|compare\/(.+)\.\.\.(.+))$/

/** @param branches the commits of their heads, by name */
export function createGit(branches: ReadonlyMap<string, string>) {
  const commits = new Map<string, Commit>()
  const trees = new Map<string, readonly Entry[]>()
  const blobs = new Map<string, Buffer>()

  function store(content: Buffer): string {
    const sha = hash(`blob ${content.length}\0`, content)
    blobs.set(sha, content)
    return sha
  }

  function entryOf(path: string, file: GitFiles[string]): Entry {
    if (typeof file === 'object' && 'submodule' in file)
      return { path, mode: '160000', type: 'commit', sha: file.submodule }
    const isLink = typeof file === 'object' && 'link' in file
    const content = Buffer.from(isLink ? file.link : file)
    return {
      path,
      mode: isLink ? '120000' : '100644',
      type: 'blob',
      sha: store(content),
      size: content.length,
    }
  }

  function treeOf(files: GitFiles): string {
    const byName = Map.groupBy(Object.entries(files), ([path]) => path.split('/', 1)[0] ?? '')
    const entries = [...byName].map(([name, inside]): Entry => {
      const [[path = '', file] = []] = inside
      if (path === name && file !== undefined) return entryOf(name, file)
      const rest = Object.fromEntries(inside.map(([each, of]) => [each.slice(name.length + 1), of]))
      return { path: name, mode: '040000', type: 'tree', sha: treeOf(rest) }
    })
    // As Git sorts them: a folder as if its name ended in a slash.
    const keyOf = ({ path, type }: Entry) => Buffer.from(type === 'tree' ? `${path}/` : path)
    const sorted = entries.sort((a, b) => Buffer.compare(keyOf(a), keyOf(b)))
    const bytes = Buffer.concat(
      sorted.flatMap(({ mode, path, sha }) => [
        Buffer.from(`${mode.replace(/^0/, '')} ${path}\0`),
        Buffer.from(sha, 'hex'),
      ]),
    )
    const sha = hash(`tree ${bytes.length}\0`, bytes)
    trees.set(sha, sorted)
    return sha
  }

  function ancestors(sha: string): string[] {
    return [sha, ...(commits.get(sha)?.parents ?? []).flatMap(ancestors)]
  }

  /** What is below a folder, by paths. */
  function below(tree: string): Entry[] {
    return (trees.get(tree) ?? []).flatMap((entry) => [
      entry,
      ...(entry.type === 'tree' ? below(entry.sha) : []).map((each) => ({
        ...each,
        path: `${entry.path}/${each.path}`,
      })),
    ])
  }

  function answer(path: string, isRecursive = false): GitHubAnswer | null {
    const [, kind, sha = '', base = '', head = ''] = ROUTE.exec(path) ?? []
    const commit = commits.get(sha)
    const entries = trees.get(commit?.tree ?? sha)
    const blob = blobs.get(sha)
    if (kind === 'commits' && commit !== undefined)
      return ok({ sha, tree: { sha: commit.tree }, parents: commit.parents.map((each) => ({ sha: each })) })
    if (kind === 'trees' && entries !== undefined)
      return ok({
        ...{ sha: commit?.tree ?? sha, truncated: false },
        tree: isRecursive ? below(commit?.tree ?? sha) : entries,
      })
    if (kind === 'blobs' && blob !== undefined)
      return ok({ sha, size: blob.length, encoding: 'base64', content: blob.toString('base64') })
    const theirs = new Set(ancestors(branches.get(decodeURIComponent(base)) ?? base))
    const common = ancestors(head).find((each) => theirs.has(each) && commits.has(each))
    return common === undefined ? null : ok({ merge_base_commit: { sha: common }, files: [] })
  }

  return {
    answer,
    /** @param sha by default made of the rest */
    commit(files: GitFiles, parents: readonly string[] = [], sha?: string): string {
      const tree = treeOf(files)
      const name = sha ?? hash('commit ', JSON.stringify([tree, parents]))
      commits.set(name, { tree, parents })
      return name
    },
  }
}

const ok = (body: object): GitHubAnswer => ({ status: 200, body })

function hash(...parts: readonly (string | Buffer)[]): string {
  const all = createHash('sha1')
  for (const part of parts) all.update(part)
  return all.digest('hex')
}
