// `node scripts/release.ts 1.2.3` makes the release commit and its tag locally, and prints the command that publishes them.
import { execFileSync, spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { released } from './changelog.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const changelog = new URL('../CHANGELOG.md', import.meta.url)

try {
  release(process.argv[2] ?? '')
} catch (error) {
  console.error(reasonOf(error))
  process.exitCode = 1
}

function release(version: string): void {
  const notes = checkedChangelog(version)
  const before = git('rev-parse', 'HEAD')
  // Ctrl+C ends the tests, then this script undoes its changes.
  process.on('SIGINT', () => {})
  try {
    commitAndTag(version, notes)
  } catch (error) {
    git('reset', '--quiet', '--hard', before)
    git('clean', '--quiet', '--force', '-d', 'dist')
    throw new Error(`Nothing was released, and all changes are undone. ${reasonOf(error)}`)
  }
  if (!releasesAreImmutable())
    console.log(
      '\nNot confirmed: that releases are immutable. Enable it under Settings → General → Releases before you push. ' +
        '(GitHub tells administrators only, by the program gh.)',
    )
  console.log(
    `\nCommitted and tagged, nothing pushed. To publish:\n\n  git push --atomic origin main v${version}`,
  )
}

/** False also where nobody can say: without the program gh, or for somebody who is no administrator. */
function releasesAreImmutable(): boolean {
  const { homepage } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'))
  const repository = new URL(homepage).pathname.slice(1)
  const { stdout } = spawnSync('gh', ['api', `repos/${repository}/immutable-releases`, '--jq', '.enabled'], {
    encoding: 'utf8',
  })
  return stdout?.trim() === 'true'
}

/** CHANGELOG.md with the new version. @throws Error if a later step would fail, before anything is changed */
function checkedChangelog(version: string): string {
  if (!/^\d+\.\d+\.\d+$/.test(version)) throw new Error(`Expected a version such as 1.2.3, not "${version}".`)
  if (git('status', '--porcelain') !== '')
    throw new Error('There are uncommitted changes. Commit or stash them.')
  if (git('branch', '--show-current') !== 'main')
    throw new Error('Releases are made from main: git switch main.')
  if (git('tag', '--list', `v${version}`) !== '') throw new Error(`The tag v${version} already exists.`)
  for (const identity of ['GIT_AUTHOR_IDENT', 'GIT_COMMITTER_IDENT']) git('var', identity)
  const today = new Date().toISOString().slice(0, 10)
  return released(version, today, readFileSync(changelog, 'utf8'))
}

function commitAndTag(version: string, notes: string): void {
  writeFileSync(changelog, notes)
  npm('version', version, '--no-git-tag-version', '--allow-same-version')
  npm('test')
  git('add', 'CHANGELOG.md', 'package.json', 'package-lock.json')
  git('commit', '--message', `Release ${version}`)
  git('tag', '--annotate', `v${version}`, '--message', `v${version}`)
}

function git(...args: readonly string[]): string {
  return execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: 'pipe' }).trim()
}

/** On Windows npm is a script, which needs a shell. */
function npm(...args: readonly string[]): void {
  execFileSync('npm', args, { cwd: root, stdio: 'inherit', shell: process.platform === 'win32' })
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
