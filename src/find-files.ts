// Paths and globs → files, on every platform and every Node that the command line supports.
import { existsSync, readdirSync, statSync } from 'node:fs'
import { join, parse, sep } from 'node:path'

/**
 * The files that a path or glob stands for, sorted; empty if there are none. `*` and `?` match within a name, `**`
 * matches folders of any depth; a folder stands for the JSON files in it. An existing path is never read
 * as a glob.
 */
export function findFiles(pattern: string): readonly string[] {
  const { root } = parse(pattern)
  const parts = pattern.slice(root.length).split(sep === '\\' ? /[\\/]+/ : /\/+/)
  const found = existsSync(pattern) ? [pattern] : expand(root, parts)
  const files = found.flatMap((path) => (isFile(path) ? [path] : expand(path, ['**', '*.json'])))
  return [...new Set(files)].filter(isFile).sort()
}

function expand(folder: string, [part, ...rest]: readonly string[]): readonly string[] {
  if (part === undefined) return [folder]
  if (part === '**') return [folder, ...foldersBelow(folder)].flatMap((each) => expand(each, rest))
  if (!/[*?]/.test(part)) return expand(join(folder, part), rest)
  const name = nameMatcher(part)
  return entries(folder)
    .filter((entry) => name.test(entry.name))
    .flatMap((entry) => expand(join(folder, entry.name), rest))
}

function foldersBelow(folder: string): readonly string[] {
  // A linked folder could lead back here.
  return entries(folder)
    .filter((entry) => entry.isDirectory())
    .flatMap(({ name }) => [join(folder, name), ...foldersBelow(join(folder, name))])
}

function nameMatcher(part: string): RegExp {
  const literal = part.replace(/[\\^$.+()[\]{}|]/g, '\\$&')
  return new RegExp(`^${literal.replace(/\*+/g, '.*').replace(/\?/g, '.')}$`, 'su')
}

function entries(folder: string) {
  try {
    return readdirSync(folder === '' ? '.' : folder, { withFileTypes: true })
  } catch {
    return []
  }
}

/** True also for unreadable entries such as a loop of links, so that reading them reports the error. */
function isFile(path: string): boolean {
  try {
    return statSync(path).isFile()
  } catch (error) {
    return !['ENOENT', 'ENOTDIR'].includes(Reflect.get(Object(error), 'code'))
  }
}
