// What a pull request changes in some files of the workspace: their texts at its base.

import type { GitHubApi } from './api.ts'
import type { PullRequest } from './event.ts'
import { explainReadError, responseStatusOf } from './github-error.ts'
import { CHANGED_FILES, CONTENT, PULL_REQUEST } from './routes.ts'

export interface BaseFiles {
  readonly files: readonly BaseFile[]
  /** Why they are not known, as sentences; null if they are. */
  readonly problem: string | null
}

/** By its paths in the repository: null where there is none. */
interface ChangedFile {
  readonly now: string | null
  readonly before: string | null
}

interface BaseFile extends ChangedFile {
  /** At the base: null if there was none, undefined if it was not read. */
  readonly text: string | null | undefined
}

/** GitHub allows some thousand requests an hour. */
const MAX_READ = 50
const MAX_LISTED = 3_000

/** Never rejects. @param tests the files in question, relative to the workspace, and which changes concern them */
export async function baseFiles(
  { owner, repo }: { readonly owner: string; readonly repo: string },
  { number, baseSha }: Pick<PullRequest, 'number' | 'baseSha'>,
  tests: {
    readonly files: readonly string[]
    readonly concernsTests: (file: ChangedFile) => boolean
  },
  github: GitHubApi,
): Promise<BaseFiles> {
  try {
    const asked = { owner, repo, pull_number: number }
    const ref = baseSha ?? (await github.get(PULL_REQUEST, asked)).base.sha
    const listed = await github.list(CHANGED_FILES, asked)
    // GitHub lists no more, so that any file may be among them.
    if (listed.length >= MAX_LISTED) {
      const unread = tests.files.map((path) => ({ now: path, before: path, text: undefined }))
      return { files: unread, problem: null }
    }
    const changed = listed.map(changedFile).filter(tests.concernsTests)
    let left = MAX_READ
    const files = changed.map(async (file): Promise<BaseFile> => {
      const { before: path } = file
      if (path === null) return { ...file, text: null }
      left -= 1
      return { ...file, text: left < 0 ? undefined : await textAt(github, { owner, repo, path, ref }) }
    })
    return { files: await Promise.all(files), problem: null }
  } catch (error) {
    const what = `What pull request #${number} changes in the files of the input "tests"`
    const context = { what, isNamed: false, permission: 'contents' } as const
    return { files: [], problem: explainReadError(error, context) }
  }
}

function changedFile({
  filename,
  status,
  previous_filename: previous = filename,
}: {
  readonly filename: string
  readonly status: string
  readonly previous_filename?: string | undefined
}): ChangedFile {
  return { now: status === 'removed' ? null : filename, before: status === 'added' ? null : previous }
}

async function textAt(
  github: GitHubApi,
  asked: { owner: string; repo: string; path: string; ref: string },
): Promise<string | null | undefined> {
  try {
    const { content, encoding } = await github.get(CONTENT, asked)
    // GitHub gives no text of a large file.
    if (content === undefined || encoding !== 'base64') return undefined
    return Buffer.from(content, 'base64').toString('utf8')
  } catch (error) {
    if (responseStatusOf(error) === 404) return null
    throw error
  }
}
