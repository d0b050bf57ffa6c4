// The patterns of the input `tests`: which files of the workspace they match, and which of any commit, by the same matcher.
import { type Dirent, existsSync, lstatSync, readdirSync, realpathSync, statSync } from 'node:fs'
import { isAbsolute, join, posix, relative } from 'node:path'
import picomatch from 'picomatch'
import { quoted, visible } from '../inputs/values.ts'
import type { Terms } from '../inputs/workspace.ts'
import { examples } from './errors.ts'

/** A pattern as both sides of a comparison read it; all paths are relative to the workspace. */
export interface Pattern {
  /** As it is written. */
  readonly text: string
  /** Normalized. */
  readonly path: string
  /** The same for the matcher. */
  readonly glob: string
  /** The folder in which it can match; of a pattern that is the path of a file, that path. */
  readonly root: string
  readonly matches: (path: string) => boolean
}

const depthOf = (path: string) => (path === '.' ? 0 : path.split('/').length)

const OPTIONS = { posix: true, nonegate: true } as const
const SPECIAL = /[*?[{]/

export function preparedPattern(text: string): Pattern {
  const path = posix.normalize(text.replaceAll('\\', '/')).replace(/(?<=.)\/$/, '')
  // Copies of agents have parentheses in their names, so these are no syntax.
  const glob = path.replace(/[()|]/g, '\\$&')
  const isMatch = picomatch(glob, OPTIONS)
  const start = path.search(SPECIAL)
  return {
    text,
    path,
    glob,
    root: start === -1 ? path : posix.dirname(`${path.slice(0, start)}x`),
    // A file may have the characters of a pattern in its name.
    matches: (file) => file === path || isMatch(file),
  }
}

/** Whether a pattern can match files in a folder, or in one of its folders. */
export function canMatchIn({ glob, root }: Pick<Pattern, 'glob' | 'root'>, folder: string): boolean {
  const isWithin = (inner: string, outer: string) =>
    outer === '.' || inner === outer || inner.startsWith(`${outer}/`)
  if (isWithin(root, folder)) return true
  if (!isWithin(folder, root)) return false
  const parts = folder.split('/')
  const ofPattern = glob.split('/')
  const deep = ofPattern.findIndex((part) => /\*\*|[{[]/.test(part))
  // Each part of a path has to match its part of the pattern, up to the first one that can stand for several.
  const fixed = ofPattern.slice(0, deep === -1 ? ofPattern.length - 1 : deep)
  if (deep === -1 && parts.length > fixed.length) return false
  return fixed.slice(0, parts.length).every((part, i) => picomatch.isMatch(parts[i] ?? '', part, OPTIONS))
}

/** The files of the workspace that a pattern matches, those behind links included. */
export function filesMatching({ path, root, matches }: Pattern, workspace: string): string[] {
  if (isAbsolute(path)) return []
  const isAnyDepth = /\*\*|\{/.test(path)
  const levels = isAnyDepth ? Number.POSITIVE_INFINITY : depthOf(path) - depthOf(root)
  // A file may have the characters of a pattern in its name.
  const whole = typeAt(join(workspace, path)) === 'file' ? [path] : []
  const below = filesBelow(root, workspace, levels).filter(matches)
  return [...new Set([...whole, ...below])].sort()
}

/**
 * @param levels how many folders deep it looks; 1: in this folder alone
 * @param way the folders above, without links: a link may lead to one of these
 */
export function filesBelow(
  folder: string,
  workspace: string,
  levels: number,
  way: readonly string[] = [],
): string[] {
  const entries = entriesOf(join(workspace, folder))
  if (entries.length === 0) return []
  const real = realpathSync.native(join(workspace, folder))
  if (way.includes(real)) return []
  return entries.flatMap((entry) => {
    const inner = posix.join(folder, entry.name)
    const type = entry.isSymbolicLink() ? typeAt(join(workspace, inner)) : typeOf(entry)
    if (type === 'file') return [inner]
    // What git keeps there is no file of the repository.
    if (type !== 'folder' || levels <= 1 || entry.name === '.git') return []
    return filesBelow(inner, workspace, levels - 1, [...way, real])
  })
}

/** Empty for what is no folder, or cannot be read. */
function entriesOf(path: string): Dirent[] {
  try {
    return readdirSync(path, { withFileTypes: true })
  } catch {
    return []
  }
}

/** What a link leads to; null if that is nothing, or the link itself. */
function typeAt(path: string) {
  try {
    return typeOf(statSync(path))
  } catch {
    return null
  }
}

function typeOf(entry: Pick<Dirent, 'isFile' | 'isDirectory'>): 'file' | 'folder' | null {
  if (entry.isFile()) return 'file'
  return entry.isDirectory() ? 'folder' : null
}

/**
 * What is wrong with a file that commits know by another path: a link is on the way to it, or it is spelled otherwise. Null if
 * nothing is.
 */
export function detourTo(file: string, { path: pattern }: Pattern, workspace: string): string | null {
  if (!existsSync(join(workspace, file))) return `${visible(file)} has a name that is not UTF-8. Rename it.`
  const root = realpathSync.native(workspace)
  const real = relative(root, realpathSync.native(join(workspace, file))).replaceAll('\\', '/')
  if (real === file || file.startsWith('../')) return null
  const parts = file.split('/')
  const link = parts
    .map((_, i) => parts.slice(0, i + 1).join('/'))
    .find((each) => lstatSync(join(workspace, each)).isSymbolicLink())
  if (link === undefined) return `${visible(file)} is spelled ${visible(real)} in the workspace. Write it so.`
  const start = `${visible(file)} is behind the link ${visible(link)}`
  if (isAbsolute(real) || real.startsWith('../'))
    return `${start}, which leads out of the workspace. Name files that are in it.`
  const named = link === file ? real : posix.join(posix.dirname(real), posix.basename(pattern))
  return `${start}. Name ${visible(named)}.`
}

const FILES_SHOWN = 3
/** How many folders deep files nearby are searched: files of tests are seldom deeper. */
const FOLDERS_NEAR = 4

/** Lists, comments, quotes, negations and addresses, which patterns are not. */
const NOT_A_PATTERN = /^(?:[-#![/@"'`“„‘«]|[a-z]+:)|[,;]|\s#|["'`”“’»]$|\(.*\|/i

/** What is wrong with a pattern that matches no file, and what is found nearby. */
export function unmatchedPattern(
  { text, path, root }: Pattern,
  workspace: string,
  { folder, hasCheckout }: Terms,
): { readonly message: string; readonly example: readonly string[] } {
  const start = `${quoted(text)} matches no file.`
  if (isFolder(join(workspace, path)))
    return { message: `${start} For all in this folder, write ${visible(path)}/**/*.yml.`, example: [] }
  if (NOT_A_PATTERN.test(text))
    return {
      message: `${start} Write one pattern per line, relative to ${folder}, without quotes, brackets, commas, dashes, "!" and comments.`,
      example: examples.patterns,
    }
  const near = filesNear(root, workspace)
  const shown = near.slice(0, FILES_SHOWN).map(visible).join(', ')
  const more = near.length > FILES_SHOWN ? ` and ${near.length - FILES_SHOWN} more` : ''
  if (near.length > 0) return { message: `${start} Nearby in ${folder}: ${shown}${more}.`, example: [] }
  const nothing = hasCheckout
    ? missingFiles(workspace)
    : `There are no such files in ${folder}, to which patterns are relative.`
  return { message: `${start} ${nothing}`, example: [] }
}

/** Why a job finds no files: perhaps nobody has checked them out. */
function missingFiles(workspace: string): string {
  return existsSync(join(workspace, '.git'))
    ? 'The repository has no such files. If a change removes the last one, remove the pattern, too.'
    : 'The workspace has no such files. Check out the repository first (actions/checkout); patterns are relative to the workspace.'
}

const isFolder = (path: string) => typeAt(path) === 'folder'

/** Files in the nearest folder that exists on the way to what a pattern may match. */
function filesNear(root: string, workspace: string): readonly string[] {
  const parts = root.split('/')
  const folders = parts.map((_, i) => parts.slice(0, parts.length - i).join('/'))
  const near = folders.find((folder) => isFolder(join(workspace, folder)))
  if (root.startsWith('..') || isAbsolute(root)) return []
  const yaml = filesBelow(near ?? '.', workspace, FOLDERS_NEAR).filter((file) => /\.ya?ml$/.test(file))
  return yaml.filter((file) => !/(^|\/)(node_modules\/|\.)/.test(file)).sort()
}
