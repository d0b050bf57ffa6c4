// Files of the workspace as text, for `override` and `tests`. What a checkout may leave in place of a text is refused.
import { isUtf8 } from 'node:buffer'
import { readFileSync, realpathSync, statSync } from 'node:fs'
import { isAbsolute, relative, resolve } from 'node:path'

/** The error continues the name of the file, and says what to do. */
type TextOrError =
  | { readonly value: string }
  | { readonly error: string /** Nothing of that name can be read as a file. */; readonly isMissing?: true }

/** A text file of the workspace. */
export type ReadFile = (path: string) => TextOrError

/** What errors name by other words on a command line. */
export interface Terms {
  readonly input: (name: string) => string
  /** Where relative paths begin. */
  readonly folder: string
  /** Whether files may be missing because a job has not checked them out. */
  readonly hasCheckout: boolean
}

export const termsOfJobs: Terms = {
  input: (name) => `"${name}"`,
  folder: 'the workspace',
  hasCheckout: true,
}

export const MAX_FILE_BYTES = 1024 * 1024
/** Git LFS writes no longer one. */
const MAX_POINTER = 1024

/** Links may not lead out of the workspace or to a token that a checkout stored, since pull requests contain links. */
export function workspaceReader(workspace: string, { folder, hasCheckout } = termsOfJobs): ReadFile {
  return (path) => {
    try {
      // As the system spells names, of which some have several on Windows and macOS.
      const root = realpathSync.native(workspace)
      const file = realpathSync.native(resolve(root, path))
      const inside = relative(root, file)
      if (isAbsolute(inside) || /^\.\.([\\/]|$)/.test(inside))
        return { error: 'is outside of the workspace. Name a file in it.' }
      if (/(^|[\\/])\.git([\\/]|$)/i.test(inside))
        return {
          error: 'is under .git, where a checkout may have stored its token. Name another file.',
        }
      return readText(file)
    } catch {
      const orFirst = hasCheckout ? ', or check out the repository first (actions/checkout)' : ''
      const error = `cannot be read. Correct the path, which is relative to ${folder}${orFirst}.`
      return { error, isMissing: true }
    }
  }
}

/**
 * The text of a file or a pipe. Of a file that is too large, nothing is read.
 * @throws if it cannot be read
 */
export function readText(path: string): TextOrError {
  const stats = statSync(path)
  if (stats.isDirectory()) return { error: 'is a folder. Name a file.', isMissing: true }
  return stats.size > MAX_FILE_BYTES ? TOO_LARGE : textIn(readFileSync(path))
}

const TOO_LARGE = { error: 'is larger than 1 MiB. Shorten or split it.' }

/** The same of what a file has elsewhere, such as at the base of a change. */
export function textIn(data: Uint8Array): TextOrError {
  if (data.length > MAX_FILE_BYTES) return TOO_LARGE
  if (data.includes(0))
    return {
      error: 'contains NUL characters, as files in UTF-16 and encrypted files do. Save it as UTF-8 text.',
    }
  if (!isUtf8(data)) return { error: 'is not UTF-8 text. Save it as UTF-8.' }
  // Checkouts convert line ends, and editors add a byte order mark: the same file is the same text everywhere.
  const value = new TextDecoder().decode(data).replace(/\r\n?/g, '\n')
  if (value.length <= MAX_POINTER && /^oid sha256:\S+$/m.test(value))
    return {
      error:
        'is a Git LFS pointer, not the text itself. Set `lfs: true` for actions/checkout; elsewhere, run `git lfs pull`.',
    }
  if (hasConflict(value)) return { error: CONFLICT }
  return value.trim() === '' ? { error: 'is empty. Write its text, or remove it.' } : { value }
}

export const CONFLICT =
  'has the conflict markers of a merge (<<<<<<<, =======, >>>>>>>). Resolve the conflict, and remove them. Indent those of an example.'

/** Whether a conflict of a merge begins in a text. */
export function hasConflict(text: string): boolean {
  const lines = text.split('\n')
  const start = lines.findIndex((line) => /^<{7}(?: |$)/.test(line))
  const middle = lines.findIndex((line, at) => at > start && /^={7}(?: |$)/.test(line))
  return start >= 0 && middle >= 0 && lines.slice(middle).some((line) => /^>{7}(?: |$)/.test(line))
}
