// Scratch git repositories for the release tests: a working copy and its bare origin.
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { TestContext } from 'vitest'

export interface Repository {
  readonly folder: string
  /** Runs git in the working copy. @returns its trimmed output */
  git(...args: readonly string[]): string
  /** Runs git in the bare repository. */
  origin(...args: readonly string[]): string
  write(files: Readonly<Record<string, string>>): void
  /** Commits all changes. @returns the commit's id */
  commit(message: string): string
}

/** On branch `main`, with these files committed and pushed. Removed at the end of the test. */
export function createRepository(
  { onTestFinished }: Pick<TestContext, 'onTestFinished'>,
  files: Readonly<Record<string, string>>,
): Repository {
  const folder = mkdtempSync(join(tmpdir(), 'agent-tests-repository-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const run =
    (cwd: string) =>
    (...args: readonly string[]) =>
      execFileSync('git', args, { cwd, encoding: 'utf8', stdio: 'pipe' }).trim()
  const work = join(folder, 'work')
  const bare = join(folder, 'origin.git')
  for (const path of [work, bare]) mkdirSync(path)
  const git = run(work)
  const origin = run(bare)
  origin('init', '--bare', '--initial-branch=main')
  git('init', '--initial-branch=main')
  git('remote', 'add', 'origin', bare)
  git('config', 'user.name', 'Dana')
  git('config', 'user.email', 'dana@acme.test')

  const repository: Repository = {
    folder: work,
    git,
    origin,
    write(files) {
      for (const [path, text] of Object.entries(files)) {
        mkdirSync(dirname(join(work, path)), { recursive: true })
        writeFileSync(join(work, path), text)
      }
    },
    commit(message) {
      git('add', '--all')
      git('commit', '--message', message)
      return git('rev-parse', 'HEAD')
    },
  }
  repository.write(files)
  repository.commit('Begin')
  git('push', '--set-upstream', 'origin', 'main')
  return repository
}
