// What is wrong with a pattern that matches no file, what to write instead, and what is found nearby.
import { existsSync, realpathSync, statSync } from 'node:fs'
import { isAbsolute, join, posix, relative } from 'node:path'
import { quoted, visible } from '../inputs/values.ts'
import type { Terms } from '../inputs/workspace.ts'
import { filesBelow, filesMatching, type Pattern, preparedPattern } from './patterns.ts'

interface Mistake {
  readonly message: string
  /** Patterns that are right. */
  readonly instead: readonly string[]
}

const FILES_SHOWN = 3
/** A file of tests is seldom deeper. */
const FOLDERS_NEAR = 4
const COMMENT = 'A # begins no comment here.'
/** Outside braces. */
const SEPARATOR = /,(?![^{]*\})/

/** @returns the sentences, and the lines to write in place of it, if they are known */
export function unmatchedPattern(
  { text: pattern, root }: Pattern,
  workspace: string,
  { folder, hasCheckout }: Terms,
): Mistake {
  const start = `${quoted(pattern)} matches no file.`
  const mistake = mistakeIn(pattern, workspace, folder)
  const instead = mistake?.instead.map((each) => preparedPattern(each)) ?? []
  const meant = [...new Set(instead.flatMap((each) => filesMatching(each, workspace)))]
  const files = meant.length > 0 ? meant : filesNear(root, workspace)
  const more = files.length > FILES_SHOWN ? ` and ${files.length - FILES_SHOWN} more` : ''
  const found = `${meant.length > 0 ? 'That finds' : 'Nearby:'} ${files.slice(0, FILES_SHOWN).map(visible).join(', ')}${more}.`
  const nothing = hasCheckout
    ? missingFiles(workspace)
    : `There are no such files in ${folder}, to which patterns are relative.`
  const expected = `Expected a pattern such as agent-tests/*.yml, relative to ${folder}.`
  const words = mistake?.message ?? (files.length > 0 ? expected : nothing)
  return {
    message: [start, words, ...(files.length > 0 ? [found] : [])].join(' '),
    instead: mistake?.instead ?? [],
  }
}

/** Why a job finds no files: perhaps nobody has checked them out. */
function missingFiles(workspace: string): string {
  return existsSync(join(workspace, '.git'))
    ? 'The repository has no such files. If a change removes the last one, remove the pattern, too.'
    : 'The workspace has no such files. Check out the repository first (actions/checkout); patterns are relative to the workspace.'
}

/** By its looks, in the order in which they are taken away; what the parentheses match is right, unless a function says what is. */
const mistakes: readonly (readonly [RegExp, string, ((pattern: string) => readonly string[])?])[] = [
  [/^#/, `${COMMENT} Remove this line.`],
  [/^!/, 'A pattern with ! excludes nothing. Write patterns that match only the files that count.'],
  [/^-\s+(.*)$/, 'The dash is part of the pattern here. Write one pattern per line, without "- ".'],
  [/^(.*?)\s+#/, `${COMMENT} Remove what follows.`],
  [/^\[(.*)\]$/, 'Brackets are part of the pattern here. Write one pattern per line, without [ ].'],
  [
    SEPARATOR,
    'A comma does not separate patterns. Write one pattern per line.',
    (pattern) => pattern.split(SEPARATOR).flatMap((each) => each.trim() || []),
  ],
  [/^["'`“„‘«](.*)["'`”“’»]$/, 'The quotes are part of the pattern here. Write it without quotes.'],
  [
    /^(?:file:(?:\/\/)?|@)(.+)$/,
    'What stands before the path is part of the pattern here. Write the path alone.',
  ],
  [
    /\([^)]*\|/,
    'Parentheses are part of a name. For one of several, write {a,b}.',
    (pattern) => [
      pattern.replace(/[@!?*+]?\(([^)]*)\)/g, (_, some: string) => `{${some.replaceAll('|', ',')}}`),
    ],
  ],
]

function mistakeIn(pattern: string, workspace: string, folder: string): Mistake | null {
  const has = (each: string) => filesMatching(preparedPattern(each), workspace).length > 0
  const path = pattern.replaceAll('\\', '/')
  const literal = path.replace(/[[\]{},]/g, '?')
  if (isFolder(join(workspace, path))) {
    const all = [path, literal].flatMap((each) =>
      ['**/*.yml', '**/*.yaml'].map((end) => posix.join(each, end)),
    )
    const instead = all.find(has) ?? posix.join(path, '**/*.yml')
    return { message: `It is a folder. Write ${visible(instead)}.`, instead: [instead] }
  }
  for (const [looks, message, rewritten] of mistakes) {
    const found = looks.exec(pattern)
    if (found === null) continue
    const rest = (rewritten?.(pattern) ?? found.slice(1)).filter((each) => each !== pattern)
    const instead = rest.flatMap((each) => mistakeIn(each, workspace, folder)?.instead ?? [each])
    return { message, instead }
  }
  if (isAbsolute(path) || /^[a-z]:\//i.test(path)) {
    const inside = [workspace, realpathSync.native(workspace)]
      .map((root) => relative(root, path).replaceAll('\\', '/'))
      .filter((each) => !each.startsWith('../') && !isAbsolute(each))
    const message = `It is an absolute path. Write it relative to ${folder}.`
    return { message, instead: [...inside, ...[path.slice(1)].filter(has)].slice(0, 1) }
  }
  const pieces = pattern.split(/[;\s]+/)
  if (pieces.length > 1 && pieces.every(has))
    return { message: 'Spaces and ; do not separate patterns. Write one pattern per line.', instead: pieces }
  if (has(literal))
    return { message: '[ ] and { } are special. For those of a name, write ?.', instead: [literal] }
  return null
}

const isFolder = (path: string) => existsSync(path) && statSync(path).isDirectory()

/** Files in the nearest folder that exists on the way to what a pattern may match. */
function filesNear(root: string, workspace: string): readonly string[] {
  const parts = root.split('/')
  const folders = parts.map((_, i) => parts.slice(0, parts.length - i).join('/'))
  const near = folders.find((folder) => isFolder(join(workspace, folder)))
  if (root.startsWith('..') || isAbsolute(root)) return []
  const yaml = filesBelow(near ?? '.', workspace, FOLDERS_NEAR).filter((file) => /\.ya?ml$/.test(file))
  return yaml.filter((file) => !/(^|\/)(node_modules\/|\.)/.test(file)).sort()
}
