// A job's change as the action asks for it: a pull request of a repository on the fake GitHub, and a workspace with checkouts.
import { symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { changeOf } from '../../src/change/change.ts'
import { systemClock } from '../../src/client/core/clock.ts'
import { GitHubApi } from '../../src/github/api.ts'
import { eventOf, type PullRequest, readPullRequest } from '../../src/github/event.ts'
import { readFiles } from '../../src/run.ts'
import { inputsOf } from '../inputs/parsed-inputs.ts'
import { createFolder, writeFiles } from '../support/folders.ts'
import type { GitFiles } from '../support/github/git.ts'
import { startGitHub } from '../support/github/github.ts'

export const HEAD = 'a'.repeat(40)
export const PROMPT = 'prompts/bot.md'
export const TESTS = 'agent-tests/a.yml'
export const asks = (name: string) =>
  `- { name: ${name}, history: [{ role: user, content: Hi }], evaluators: [{ name: Tone }] }\n`
export const OF_MAIN = { [PROMPT]: 'main\n', [TESTS]: asks('Old') }
export const OF_CHANGE = { [PROMPT]: 'changed\n', [TESTS]: asks('Old') }

export const COMMITS = ['main', 'earlier', 'head', 'merge', 'newer', 'mergeOfEarlier'] as const
/** `made`: by a step, which GitHub does not know. Null for a workspace without a readable HEAD. */
export type CheckedOut = (typeof COMMITS)[number] | 'made' | null

/** The pull request has `earlier`, `head` and, pushed while the job waits, `newer`. */
export async function startRepository(change: GitFiles = OF_CHANGE) {
  const github = await startGitHub()
  const { git } = github
  const root = git.commit({ 'old.txt': '' })
  const main = git.commit(OF_MAIN, [root])
  const earlier = git.commit({ ...OF_MAIN, 'a.txt': '' }, [main])
  const head = git.commit(change, [earlier], HEAD)
  // As "Update branch" makes it.
  const newer = git.commit({ ...change, 'b.txt': '' }, [head, main])
  const commits: Readonly<Record<(typeof COMMITS)[number], string>> = {
    ...{ main, earlier, head, newer },
    merge: git.commit({ ...change, 'old.txt': '' }, [main, head]),
    mergeOfEarlier: git.commit({ ...OF_MAIN, 'old.txt': '' }, [main, earlier]),
  }
  github.branches.set('main', main)
  const shop = { id: 1 }
  github.pullRequests.set(7, {
    ...{ number: 7, created_at: '2026-11-19T08:00:00Z', user: null },
    ...{ head: { sha: newer, ref: 'pr', repo: shop }, base: { ref: 'main', repo: shop } },
  })
  return { github, commits }
}

export interface ChangeJob {
  readonly eventName: string
  readonly payload?: object
  readonly sha?: CheckedOut
  readonly workflowSha?: CheckedOut
  /** By default that of the event, else the present one. */
  readonly pullRequest?: PullRequest | null
  readonly problem?: string
  /** By folder, which is empty or ends in a slash: the commit and the files. */
  readonly checkouts?: Readonly<Record<string, readonly [CheckedOut, Readonly<Record<string, string>>]>>
  readonly files?: Readonly<Record<string, string>>
  readonly links?: Readonly<Record<string, string>>
  readonly inputs?: Readonly<Record<string, string>>
}

/** @returns also what it warned of, and whether the files were read */
export async function askFor(
  { github, commits }: Awaited<ReturnType<typeof startRepository>>,
  { eventName, payload = {}, sha = 'main', workflowSha = null, inputs: given, ...job }: ChangeJob,
) {
  const shaOf = (commit: CheckedOut) =>
    commit === null ? null : commit === 'made' ? 'f'.repeat(40) : commits[commit]
  const workspace = createFolder(job.files ?? {})
  for (const [folder, [commit, files]] of Object.entries(job.checkouts ?? {})) {
    writeFiles(join(workspace, folder), files)
    if (commit !== null) writeFiles(join(workspace, folder), { '.git/HEAD': `${shaOf(commit)}\n` })
  }
  for (const [path, target] of Object.entries(job.links ?? {})) symlinkSync(target, join(workspace, path))
  const event = eventOf({ eventName, payload, sha: shaOf(sha) })
  const ofNumber = readPullRequest(7, {
    head: { sha: commits.newer, ref: 'pr', repo: { id: 1 } },
    base: { ref: 'main', repo: { id: 1 } },
  })
  const pullRequest =
    job.pullRequest === undefined
      ? event.pullRequest?.headSha
        ? event.pullRequest
        : ofNumber
      : job.pullRequest
  const access = { token: github.token, apiUrl: github.url, fetch, clock: systemClock }
  const inputs = inputsOf({ mode: 'gate-if-worse', ...given })
  const said: string[] = []
  let hasRead = false
  const change = await changeOf({
    inputs,
    found: { pullRequest, problem: job.problem ?? null },
    job: {
      ...{ event, owner: 'acme', repo: 'shop', workspace, documentsUrl: null, runId: 1, runAttempt: 1 },
      ...{ sha: shaOf(sha), workflowSha: shaOf(workflowSha) },
    },
    github: new GitHubApi(access, { signal: new AbortController().signal, totalMs: 60_000 }),
    readFiles: () => {
      hasRead = true
      return readFiles(inputs, workspace)
    },
    say: (text, isWarning) => said.push(`${isWarning ? 'warning' : 'info'}: ${text}`),
  })
  return { change, said, hasRead, shaOf }
}

export const inFile = (file: string) => `Bot (preview): { system_prompt: { file: ${file} } }`
