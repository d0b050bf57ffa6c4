// The checkout of a file in the workspace: its folder, its commit and its repository. No program is started for it.
import { existsSync, lstatSync, readFileSync, realpathSync, statSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'

/** A file of a checkout in the workspace. */
export interface Place {
  /** The folder of the checkout, relative to the workspace: empty, or it ends in a slash. */
  readonly folder: string
  /** In it, as GitHub shows it. */
  readonly path: string
}

/**
 * Where a file is, or where a link leads: in the innermost folder on the way to it that is a checkout, without one in the workspace. A
 * submodule, which has a file `.git`, is of the checkout that it is in.
 */
export function placeOf(file: string, workspace: string): Place {
  const named = resolve(workspace, file)
  const real = existsSync(named) ? realpathSync.native : resolve
  const path = relative(real(workspace), real(named)).replaceAll('\\', '/')
  const parts = path.split('/').slice(0, -1)
  const folders = parts.map((_, i) => `${parts.slice(0, i + 1).join('/')}/`)
  const isCheckout = (folder: string) =>
    statSync(join(workspace, folder, '.git'), { throwIfNoEntry: false })?.isDirectory() === true
  const folder = folders.findLast(isCheckout) ?? ''
  return { folder, path: path.slice(folder.length) }
}

/** Whether a link is on the way to a file. */
export function isLinked(file: string, workspace: string): boolean {
  const parts = relative(workspace, resolve(workspace, file)).split(/[\\/]/)
  return parts.some((_, i) => lstatSync(join(workspace, ...parts.slice(0, i + 1))).isSymbolicLink())
}

/** Null if `.git/HEAD` does not say it, or the file of the ref that it names: then refs are packed, or of another format. */
export function checkedOutCommit(repository: string): string | null {
  const read = (path: string) => readFileSync(join(repository, '.git', path), 'utf8').trim()
  try {
    const head = read('HEAD')
    const [, ref] = /^ref: (refs\/\S+)$/.exec(head) ?? []
    const commit = ref === undefined ? head : ref.includes('..') ? '' : read(ref)
    return /^[0-9a-f]{40}$/.test(commit) ? commit : null
  } catch {
    return null
  }
}

/** The repository that `.git/config` names; null if that is `owner/repo`, or nothing says. GitHub knows the commits of a fork in `owner/repo`, too. */
export function otherRepository(repository: string, name: string): string | null {
  try {
    const config = readFileSync(join(repository, '.git/config'), 'utf8')
    const [, found] = /^\s*url = .*?([^/:\s]+\/[^/\s]+?)(?:\.git)?\/?$/m.exec(config) ?? []
    return found !== undefined && found.toLowerCase() !== name.toLowerCase() ? found : null
  } catch {
    return null
  }
}
