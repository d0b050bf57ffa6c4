// Scratch git repositories: a working copy and its bare origin for the release tests, and a copy of this one.
import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestContext } from 'vitest'
import { root } from '../client/installed-package.ts'
import { createFolder, writeFiles } from '../support/folders.ts'

/** Runs git in a folder. @returns its trimmed output */
export const gitIn =
  (cwd: string) =>
  (...args: readonly string[]) =>
    execFileSync('git', args, { cwd, encoding: 'utf8', stdio: 'pipe' }).trim()

export type Repository = ReturnType<typeof createRepository>

/** On branch `main`, with these files committed and pushed. Removed at the end of the test. */
export function createRepository(
  test: Pick<TestContext, 'onTestFinished'>,
  files: Readonly<Record<string, string>>,
) {
  const folder = createFolder({}, test)
  const work = join(folder, 'work')
  const bare = join(folder, 'origin.git')
  for (const path of [work, bare]) mkdirSync(path)
  const git = gitIn(work)
  const origin = gitIn(bare)
  origin('init', '--bare', '--initial-branch=main')
  git('init', '--initial-branch=main')
  git('remote', 'add', 'origin', bare)
  git('config', 'user.name', 'Dana')
  git('config', 'user.email', 'dana@acme.test')

  const repository = {
    folder: work,
    /** In the working copy. */
    git,
    /** In the bare repository. */
    origin,
    write: (files: Readonly<Record<string, string>>) => writeFiles(work, files),
    /** Commits all changes. @returns the commit's id */
    commit(message: string) {
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

/**
 * A repository with the files of this one. Its `npm test` does nothing, as it would run this file, and its build neither, as
 * `npm test` compares the bundles with a new one. There is something to release, whatever was released last.
 */
export function publishThisRepository(): string {
  const folder = mkdtempSync(join(tmpdir(), 'agent-tests-origin-'))
  const git = gitIn(folder)
  const listed = gitIn(root)('ls-files', '-co', '--exclude-standard', '--deduplicate')
  for (const path of listed.split('\n')) cpSync(join(root, path), join(folder, path))
  const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const scripts = { ...manifest.scripts, test: 'node --version' }
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify({ ...manifest, scripts }, null, 2)}\n`)
  writeFileSync(join(folder, 'scripts/build.ts'), '')
  writeFileSync(join(folder, 'CHANGELOG.md'), '# Changelog\n\n## Unreleased\n\n- Faster.\n')
  git('init', '--initial-branch=main')
  git('add', '--all')
  git('-c', 'user.name=Dana', '-c', 'user.email=dana@acme.test', 'commit', '--message', 'Begin')
  return folder
}
