// The repository of a file in the workspace: its folder, the file's path in it, and the commit that is checked out there. No program
// is started for it.
import { existsSync, readFileSync, realpathSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'

/** Relative to the workspace: `agent-tests/a.yml` for `./agent-tests//a.yml`, and where a link leads. */
function pathInWorkspace(file: string, workspace: string): string {
  const path = resolve(workspace, file)
  const real = existsSync(path) ? realpathSync.native : resolve
  return relative(real(workspace), real(path)).replaceAll('\\', '/')
}

/** The outermost folder on the way to a file that has `.git`, without one the workspace. Ends in a slash, but for the workspace. */
export function repositoryOf(file: string, workspace: string): string {
  const parts = pathInWorkspace(file, workspace).split('/').slice(0, -1)
  const folders = parts.map((_, i) => `${parts.slice(0, i + 1).join('/')}/`)
  return ['', ...folders].find((folder) => existsSync(join(workspace, folder, '.git'))) ?? ''
}

/** As GitHub shows it. */
export function pathInRepository(file: string, workspace: string): string {
  return pathInWorkspace(file, workspace).slice(repositoryOf(file, workspace).length)
}

/** Null if `.git/HEAD` does not say it, or the file of the ref that it names: then refs are packed, or of another format. */
export function checkedOutCommit(repository: string): string | null {
  const read = (path: string) => readFileSync(join(repository, '.git', path), 'utf8').trim()
  try {
    const head = read('HEAD')
    const [, ref] = /^ref: (refs\/\S+)$/.exec(head) ?? []
    const commit = ref === undefined ? head : ref.includes('..') ? '' : read(ref)
    return /^[0-9a-f]{40}(?:[0-9a-f]{24})?$/.test(commit) ? commit : null
  } catch {
    return null
  }
}

/** Whether `.git/config` names another repository than `owner/repo`, such as a fork, whose commits GitHub knows in this one, too. */
export function isOfOtherRepository(repository: string, name: string): boolean {
  try {
    const config = readFileSync(join(repository, '.git/config'), 'utf8')
    const [, found] = /^\s*url = .*?([^/:\s]+\/[^/\s]+?)(?:\.git)?\/?$/m.exec(config) ?? []
    return found !== undefined && found.toLowerCase() !== name.toLowerCase()
  } catch {
    return false
  }
}
