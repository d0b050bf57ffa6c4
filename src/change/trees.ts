// What two commits have below the folder in which patterns can match: which files differ, and which of the workspace are as the commit has
// them.
import { createHash } from 'node:crypto'
import { MAX_FILE_BYTES, textIn } from '../inputs/workspace.ts'
import { blobHash, type GitHubRepository, NotKnown, type TreeEntry } from './git.ts'

/** What patterns can match, by paths of the repository. */
interface Reach {
  readonly canMatchIn: (folder: string) => boolean
  readonly matches: (file: string) => boolean
}

/** What a commit has, without folders, by paths of the repository. */
export type Entries = ReadonlyMap<string, TreeEntry>

const MAX_FILES = 100

/** A file that two commits do not have in the same form. */
export interface TouchedFile {
  readonly path: string
  /** Its text at the earlier one, null without a file. */
  readonly before: string | null
  /** Whether the later one has it. */
  readonly isThere: boolean
}

/** What a commit has at a path: the submodule or the link itself, if the path is behind one. @throws what the reads throw */
export async function entryAt(
  path: string,
  commit: string,
  repository: GitHubRepository,
): Promise<TreeEntry | undefined> {
  const names = path.split('/')
  const last = names.length - 1
  let folder = commit
  for (const [depth, name] of names.entries()) {
    const entry = (await repository.folder(folder)).find((each) => each.name === name)
    if (depth === last) return entry
    if (entry?.kind !== 'folder') return entry?.kind === 'file' ? undefined : entry
    folder = entry.sha
  }
  return undefined
}

/** What it has below a folder, in one request more. @throws what the reads throw */
export async function entriesBelow(
  root: string,
  commit: string,
  repository: GitHubRepository,
): Promise<Entries> {
  const top = root === '' ? null : await entryAt(root, commit, repository)
  if (top === undefined) return new Map()
  if (top !== null && top.kind !== 'folder') return new Map([[root, top]])
  const start = root === '' ? '' : `${root}/`
  const entries = await repository.below(top?.sha ?? commit)
  return new Map(entries.flatMap((each) => (each.kind === 'folder' ? [] : [[`${start}${each.name}`, each]])))
}

/** @throws {NotKnown} and what the reads throw */
export async function touchedFiles(
  before: Entries,
  now: Entries,
  { canMatchIn, matches }: Reach,
  repository: GitHubRepository,
): Promise<TouchedFile[]> {
  const paths = [...new Set([...before.keys(), ...now.keys()])].sort()
  const differing = paths.filter((path) => {
    const [older, newer] = [before.get(path), now.get(path)]
    return older?.sha !== newer?.sha || older?.kind !== newer?.kind
  })
  // What is behind a link or in a submodule stands in no tree of this repository.
  for (const path of differing.filter((each) => canMatchIn(each) || matches(each)))
    for (const kind of [before.get(path)?.kind, now.get(path)?.kind])
      if (kind === 'link' || kind === 'submodule')
        throw new NotKnown(
          `The ${kind} ${path} differs, and a pattern can match behind it. Name files that are in the repository itself.`,
        )
  const files = differing.filter(matches)
  if (files.length > MAX_FILES)
    throw new NotKnown(`More than ${MAX_FILES} files of tests differ. Split the change.`)
  const touched: TouchedFile[] = []
  for (const path of files) {
    const older = before.get(path)
    const text = older === undefined ? null : await textOf(path, older, repository)
    touched.push({ path, before: text, isThere: now.has(path) })
  }
  return touched
}

async function textOf(path: string, { sha, size }: TreeEntry, repository: GitHubRepository): Promise<string> {
  // No job runs tests of a larger file.
  if (size > MAX_FILE_BYTES) return ''
  const text = textIn(await repository.blob(sha))
  if ('value' in text) return text.value
  throw new NotKnown(
    `The commit before has no plain text in ${path}. Keep files of tests in Git itself, as UTF-8.`,
  )
}

/** Whether a file has these bytes: a checkout may convert line ends, and have the file of a pointer of Git LFS. @throws what the reads throw */
export async function hasBytes(
  entry: TreeEntry | undefined,
  bytes: Buffer,
  repository: GitHubRepository,
): Promise<boolean> {
  if (entry?.kind !== 'file') return false
  const { sha, size } = entry
  const withoutReturns = Buffer.from(bytes.toString('latin1').replaceAll('\r\n', '\n'), 'latin1')
  if ([bytes, withoutReturns].some((each) => blobHash(each, sha) === sha)) return true
  if (size > MAX_POINTER_BYTES) return false
  const [, oid] =
    /^version https?:\/\/\S+\n(?:ext-.*\n)*oid sha256:(\w+)$/m.exec(String(await repository.blob(sha))) ?? []
  return oid === createHash('sha256').update(bytes).digest('hex')
}

/** As Git LFS limits them. */
const MAX_POINTER_BYTES = 1024
