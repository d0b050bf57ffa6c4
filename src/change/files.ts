// The checkout of a file in the workspace: its folder, its commit and its repository. No program is started for it.
import { existsSync, lstatSync, readFileSync, readlinkSync, realpathSync, statSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'

/** A file of a checkout in the workspace. */
export interface Place {
  /** Of the checkout, relative to the workspace: empty, or it ends in a slash. */
  readonly folder: string
  /** In it, as GitHub shows it. */
  readonly path: string
}

/** Where a file is, or where a link leads: `./agent-tests//a.yml` is `agent-tests/a.yml`. */
export function placeOf(file: string, workspace: string): Place {
  const path = resolve(workspace, file)
  const real = existsSync(path) ? realpathSync.native : resolve
  return inCheckout(relative(real(workspace), real(path)).replaceAll('\\', '/'), workspace)
}

/**
 * The innermost folder on the way to a file that is a checkout, without one the workspace. A submodule, which has a file `.git`, is of the
 * checkout that it is in.
 */
function inCheckout(path: string, workspace: string): Place {
  const parts = path.split('/').slice(0, -1)
  const folders = parts.map((_, i) => `${parts.slice(0, i + 1).join('/')}/`)
  const isCheckout = (folder: string) =>
    statSync(join(workspace, folder, '.git'), { throwIfNoEntry: false })?.isDirectory() === true
  const folder = folders.findLast(isCheckout) ?? ''
  return { folder, path: path.slice(folder.length) }
}

/** Links are followed one by one, as the system does, which ends at 40. */
const MAX_LINKS = 40

/** The links that lead from a name to its file. */
export function linksTo(file: string, workspace: string): readonly Place[] {
  const root = realpathSync.native(workspace)
  const links: string[] = []
  let folder = root
  let rest = relative(workspace, resolve(workspace, file)).split(/[\\/]/)
  while (rest.length > 0 && links.length < MAX_LINKS) {
    const [name = '', ...others] = rest
    const path = join(folder, name)
    if (lstatSync(path).isSymbolicLink()) {
      links.push(relative(root, path).replaceAll('\\', '/'))
      rest = [...relative(root, resolve(folder, readlinkSync(path))).split(/[\\/]/), ...others]
      folder = root
    } else {
      folder = path
      rest = others
    }
  }
  return links.map((path) => inCheckout(path, root))
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
