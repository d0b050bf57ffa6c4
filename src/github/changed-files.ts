// What a pull request changes in some files of the workspace: their texts at its base.
import { posix } from 'node:path'
import type { PullRequest } from './event.ts'
import { explainReadError } from './github-error.ts'
import { createOctokit, type GitHubAccess, type Octokit, responseStatusOf } from './octokit.ts'

export interface BaseFiles {
  /** By their paths now: the text at the base, null if there was none, undefined if it was not read. */
  readonly texts: ReadonlyMap<string, string | null | undefined>
  /** Why they are not known, as sentences; null if they are. */
  readonly problem: string | null
}

/** GitHub allows some thousand requests an hour. */
const MAX_READ = 50
const MAX_LISTED = 3_000

/** Never rejects. @param paths relative to the workspace */
export async function baseFiles(
  { owner, repo }: { readonly owner: string; readonly repo: string },
  { number, baseSha }: Pick<PullRequest, 'number' | 'baseSha'>,
  paths: readonly string[],
  access: GitHubAccess,
  signal: AbortSignal,
): Promise<BaseFiles> {
  try {
    const octokit = createOctokit(access, { signal })
    const { pulls } = octokit.rest
    const asked = { owner, repo, pull_number: number }
    const ref = baseSha ?? (await pulls.get(asked)).data.base.sha
    const changed = await octokit.paginate(pulls.listFiles, { ...asked, per_page: 100 })
    // GitHub lists no more, so that any file may be among them.
    if (changed.length >= MAX_LISTED)
      return { texts: new Map(paths.map((path) => [path, undefined])), problem: null }
    const folders = new Set(paths.map((path) => posix.dirname(path)))
    const wanted = changed.filter(({ filename, status }) =>
      // Its tests may stand elsewhere now. The repository may be checked out into a folder of the workspace.
      status === 'removed'
        ? [...folders].some((folder) => isSame(folder, posix.dirname(filename)))
        : paths.some((path) => isSame(path, filename)),
    )
    let left = MAX_READ
    const texts = wanted.map(async ({ filename, status, previous_filename: before }) => {
      if (status === 'added') return [filename, null] as const
      left -= 1
      const text =
        left < 0 ? undefined : await textAt(octokit, { owner, repo, path: before ?? filename, ref })
      return [filename, text] as const
    })
    return { texts: new Map(await Promise.all(texts)), problem: null }
  } catch (error) {
    const what = `What pull request #${number} changes in the files of the input "tests"`
    const context = { what, isNamed: false, permission: 'contents', ...access } as const
    return { texts: new Map(), problem: explainReadError(error, context) }
  }
}

function isSame(path: string, ofRepository: string): boolean {
  return path === ofRepository || path.endsWith(`/${ofRepository}`)
}

async function textAt(
  { rest }: Octokit,
  asked: { readonly owner: string; readonly repo: string; readonly path: string; readonly ref: string },
): Promise<string | null | undefined> {
  try {
    const { data } = await rest.repos.getContent(asked)
    // GitHub gives no text of a large file.
    if (!('content' in data) || data.encoding !== 'base64') return undefined
    return Buffer.from(data.content, 'base64').toString('utf8')
  } catch (error) {
    if (responseStatusOf(error) === 404) return null
    throw error
  }
}
