// What two commits have below the folder in which patterns can match: which files differ, and which of the workspace are as the commit has
// them.
import { isUtf8 } from 'node:buffer'
import { createHash } from 'node:crypto'
import { blobHash, type GitFiles, type TreeEntry } from './git.ts'

/** What patterns can match, by paths of the repository. */
interface Reach {
  readonly canMatchIn: (folder: string) => boolean
  readonly matches: (file: string) => boolean
}

/** What a commit has, without folders, by paths of the repository. */
export type Entries = ReadonlyMap<string, TreeEntry>

/** What cannot be known although GitHub answered, and what to do, as sentences. */
export class NotKnown extends Error {}

const MAX_FILES = 100
const AT_ONCE = 10
/** No job runs tests of a larger file. */
const MAX_BYTES = 1024 * 1024

/** A file that two commits do not have in the same form. */
export interface TouchedFile {
  readonly path: string
  /** Its text at the earlier one, null without a file. */
  readonly before: string | null
  /** Whether the later one has it. */
  readonly isThere: boolean
}

/** In one request. @param top what the commit has at the root: the link or the submodule that it is behind counts as it @throws {NotKnown} and what the reads throw */
export async function entriesBelow(
  root: string,
  top: TreeEntry | undefined,
  objects: GitFiles,
): Promise<Entries> {
  if (top?.kind !== 'folder') return new Map(top === undefined ? [] : [[root, top]])
  const entries = whole(root, await objects.below(top.sha))
  const start = root === '' ? '' : `${root}/`
  return new Map(entries.flatMap((each) => (each.kind === 'folder' ? [] : [[`${start}${each.name}`, each]])))
}

/** @throws {NotKnown} and what the reads throw */
export async function touchedFiles(
  before: Entries,
  now: Entries,
  { canMatchIn, matches }: Reach,
  { blob }: GitFiles,
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
  return inTurn(files, async (path) => {
    const [older, isThere] = [before.get(path), now.has(path)]
    if (older === undefined) return { path, before: null, isThere }
    const text = older.size > MAX_BYTES ? '' : blobText(await blob(older.sha), path)
    return { path, before: text, isThere }
  })
}

/**
 * Those files of the workspace that a commit has as they are there.
 * @param bytesOf what a file has in the workspace
 * @param base where a submodule is the same, its files are the commit's
 * @throws {NotKnown} and what the reads throw
 */
export async function committedFiles(
  paths: readonly string[],
  bytesOf: (path: string) => Buffer,
  { base, now }: { readonly base: Entries; readonly now: Entries },
  objects: GitFiles,
): Promise<ReadonlySet<string>> {
  const submodules = [...now].filter(
    ([path, { kind, sha }]) => kind === 'submodule' && base.get(path)?.sha === sha,
  )
  const committed = await inTurn(paths, async (path) => {
    if (submodules.some(([folder]) => path.startsWith(`${folder}/`) || path === folder)) return path
    const entry = now.get(path)
    return entry?.kind === 'file' && (await isSame(bytesOf(path), entry, objects)) ? path : []
  })
  return new Set(committed.flat())
}

/** Whether a tree has a file of these bytes. @throws {NotKnown} and what the reads throw */
export async function hasFile(
  path: string,
  bytes: Buffer,
  tree: string,
  objects: GitFiles,
): Promise<boolean> {
  const entry = await entryAt(path, tree, objects)
  return entry?.kind === 'file' && isSame(bytes, entry, objects)
}

/** What a tree has at a path: the submodule or the link itself, if the path is behind one. @throws {NotKnown} and what the reads throw */
export async function entryAt(path: string, tree: string, objects: GitFiles): Promise<TreeEntry | undefined> {
  return entryIn(path, whole('', await objects.folder(tree)), objects)
}

/** The same of a commit. */
export async function entryOf(
  path: string,
  commit: string,
  objects: GitFiles,
): Promise<TreeEntry | undefined> {
  return entryIn(path, whole('', await objects.root(commit)), objects)
}

async function entryIn(
  path: string,
  root: readonly TreeEntry[],
  objects: GitFiles,
): Promise<TreeEntry | undefined> {
  let entries = root
  const names = path.split('/')
  for (const [depth, name] of names.entries()) {
    const entry = entries.find((each) => each.name === name)
    const isLast = depth === names.length - 1
    if (entry?.kind !== 'folder' || isLast) return isLast || entry?.kind !== 'file' ? entry : undefined
    entries = whole(names.slice(0, depth + 1).join('/'), await objects.folder(entry.sha))
  }
  return undefined
}

/** A checkout may convert line ends, and have the file of a pointer of Git LFS. */
async function isSame(bytes: Buffer, { sha, size }: TreeEntry, objects: GitFiles): Promise<boolean> {
  const withoutReturns = Buffer.from(bytes.toString('latin1').replaceAll('\r\n', '\n'), 'latin1')
  if ([bytes, withoutReturns].some((each) => blobHash(each, sha) === sha)) return true
  if (size > MAX_POINTER_BYTES) return false
  const [, oid] =
    /^version https?:\/\/\S+\n(?:ext-.*\n)*oid sha256:(\w+)$/m.exec(String(await objects.blob(sha))) ?? []
  return oid === createHash('sha256').update(bytes).digest('hex')
}

/** As Git LFS limits them. */
const MAX_POINTER_BYTES = 1024

function whole(path: string, entries: readonly TreeEntry[] | null): readonly TreeEntry[] {
  if (entries !== null) return entries
  throw new NotKnown(
    `GitHub gives only a part of the folder ${path || 'of the repository'}. Put files of tests into smaller folders.`,
  )
}

/** As in a workspace, whose checkout may convert line ends. */
function blobText(bytes: Uint8Array, path: string): string {
  if (!isUtf8(bytes) || bytes.includes(0))
    throw new NotKnown(`${path} is not UTF-8 text in the commit before. Save it as UTF-8.`)
  const text = new TextDecoder().decode(bytes).replace(/\r\n?/g, '\n')
  if (text.startsWith('version https://git-lfs.github.com/spec/'))
    throw new NotKnown(
      `${path} is in Git LFS, of which GitHub gives only the pointer. Take files of tests out of LFS.`,
    )
  return text
}

/** A few at once. */
async function inTurn<Item, Result>(
  items: readonly Item[],
  get: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = []
  for (let start = 0; start < items.length; start += AT_ONCE)
    results.push(...(await Promise.all(items.slice(start, start + AT_ONCE).map(get))))
  return results
}
