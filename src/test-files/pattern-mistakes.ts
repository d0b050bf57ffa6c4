// What is wrong with a pattern that matches no file, and what is found nearby.
import { existsSync, statSync } from 'node:fs'
import { isAbsolute, join } from 'node:path'
import { quoted, visible } from '../inputs/values.ts'
import type { Terms } from '../inputs/workspace.ts'
import { examples } from './errors.ts'
import { filesBelow, type Pattern } from './patterns.ts'

const FILES_SHOWN = 3
/** A file of tests is seldom deeper. */
const FOLDERS_NEAR = 4

/** Lists, comments, quotes, negations and addresses, which patterns are not. */
const OTHER_FORM = /^(?:[-#![/@"'`“„‘«]|[a-z]+:)|[,;]|\s#|["'`”“’»]$|\(.*\|/i

export function unmatchedPattern(
  { text, path, root }: Pattern,
  workspace: string,
  { folder, hasCheckout }: Terms,
): { readonly message: string; readonly example: readonly string[] } {
  const start = `${quoted(text)} matches no file.`
  if (isFolder(join(workspace, path)))
    return { message: `${start} For all in this folder, write ${visible(path)}/**/*.yml.`, example: [] }
  if (OTHER_FORM.test(text))
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
