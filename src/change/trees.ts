// Which files differ between two commits, and which of the workspace are as a commit has them: trees, folder by folder, where patterns
// can match. A folder with the same hash is done.
import { isUtf8 } from 'node:buffer'
import { createHash } from 'node:crypto'
import { blobHash, type GitFiles, type TreeEntry } from './git.ts'

/** What patterns can match, by paths of the repository. */
interface Reach {
  readonly canMatchIn: (folder: string) => boolean
  readonly matches: (file: string) => boolean
}

/** What cannot be known although GitHub answered, and what to do, as sentences. */
export class NotKnown extends Error {}

const MAX_FOLDERS = 100
const MAX_FILES = 100
const AT_ONCE = 10
/** No job runs tests of a larger file. */
const MAX_BYTES = 1024 * 1024

/** At both commits; undefined where there is nothing. */
interface Pair<Entry = TreeEntry> {
  readonly path: string
  readonly before: Entry | undefined
  readonly now: Entry | undefined
}

/** A file that two commits do not have in the same form. */
export interface TouchedFile {
  readonly path: string
  /** Its text at the earlier one, null without a file. */
  readonly before: string | null
  /** Whether the later one has it. */
  readonly isThere: boolean
}

/**
 * @param before a commit, @param now a tree
 * @throws {NotKnown} and what the reads throw
 */
export async function changedTrees(
  before: string,
  now: string,
  reach: Reach,
  objects: GitFiles,
): Promise<TouchedFile[]> {
  const files: Pair[] = []
  let folders = differing('', await rootEntries(before, objects), await entriesIn('', now, objects))
  // Both outermost ones.
  let count = 2
  for (let entries = folders; ; entries = folders) {
    for (const each of entries) refuseDetours(each, reach)
    files.push(...ofKind('file', entries).filter(({ path }) => reach.matches(path)))
    const inside = ofKind('folder', entries).filter(({ path }) => reach.canMatchIn(path))
    if (inside.length === 0) return withTexts(files, objects)
    count += inside.flatMap((each) => [each.before ?? [], each.now ?? []].flat()).length
    if (count > MAX_FOLDERS)
      throw new NotKnown(`More than ${MAX_FOLDERS} folders differ. Narrow the patterns of the input "tests".`)
    const read = await inTurn(inside, async ({ path, before: was, now: is }) => {
      const [older, newer] = await Promise.all([was, is].map((each) => entriesIn(path, each?.sha, objects)))
      return differing(path, older ?? [], newer ?? [])
    })
    folders = read.flat()
  }
}

/**
 * Those files of the workspace that a commit has as they are there.
 * @param bytesOf what a file has in the workspace
 * @param base a commit that may have the same submodules, whose files are then those of the commit; null if there is none
 * @throws {NotKnown} and what the reads throw
 */
export async function committedFiles(
  paths: readonly string[],
  bytesOf: (path: string) => Buffer,
  { tree, base }: { readonly tree: string; readonly base: string | null },
  objects: GitFiles,
): Promise<ReadonlySet<string>> {
  const committed = await inTurn(paths, async (path) => {
    const entry = await entryAt(path, tree, objects)
    if (entry?.kind === 'submodule' && base !== null)
      return (await entryOf(path, base, objects))?.sha === entry.sha ? path : []
    if (entry?.kind !== 'file') return []
    return (await isSame(bytesOf(path), entry, objects)) ? path : []
  })
  return new Set(committed.flat())
}

/** What a tree has at a path: the submodule or the link itself, if the path is behind one. @throws {NotKnown} and what the reads throw */
export async function entryAt(path: string, tree: string, objects: GitFiles): Promise<TreeEntry | undefined> {
  return entryIn(path, await entriesIn('', tree, objects), objects)
}

/** The same of a commit. */
export async function entryOf(
  path: string,
  commit: string,
  objects: GitFiles,
): Promise<TreeEntry | undefined> {
  return entryIn(path, await rootEntries(commit, objects), objects)
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
    if (entry?.kind !== 'folder')
      return depth === names.length - 1 || entry?.kind !== 'file' ? entry : undefined
    entries = await entriesIn(names.slice(0, depth + 1).join('/'), entry.sha, objects)
  }
  return undefined
}

/** A checkout may convert line ends, and have the file of a pointer of Git LFS. */
export async function isSame(bytes: Buffer, { sha, size }: TreeEntry, objects: GitFiles): Promise<boolean> {
  const withoutReturns = Buffer.from(bytes.toString('latin1').replaceAll('\r\n', '\n'), 'latin1')
  if ([bytes, withoutReturns].some((each) => blobHash(each, sha) === sha)) return true
  if (size > MAX_POINTER_BYTES) return false
  const [, oid] =
    /^version https?:\/\/\S+\n(?:ext-.*\n)*oid sha256:(\w+)$/m.exec(String(await objects.blob(sha))) ?? []
  return oid === createHash('sha256').update(bytes).digest('hex')
}

/** As Git LFS limits them. */
const MAX_POINTER_BYTES = 1024

const rootEntries = async (commit: string, { root }: GitFiles) => whole('', await root(commit))

async function entriesIn(path: string, tree: string | undefined, { folder }: GitFiles) {
  return tree === undefined ? [] : whole(path, await folder(tree))
}

function whole(path: string, entries: readonly TreeEntry[] | null): readonly TreeEntry[] {
  if (entries !== null) return entries
  throw new NotKnown(
    `GitHub gives only a part of the folder ${path || 'of the repository'}. Put files of tests into smaller folders.`,
  )
}

function differing(folder: string, older: readonly TreeEntry[], newer: readonly TreeEntry[]): Pair[] {
  const [before, now] = [older, newer].map((entries) => new Map(entries.map((each) => [each.name, each])))
  const names = new Set([...older, ...newer].map(({ name }) => name))
  return [...names].flatMap((name) => {
    const [entryBefore, entryNow] = [before?.get(name), now?.get(name)]
    const isSameSha = entryBefore !== undefined && entryBefore.sha === entryNow?.sha
    if (isSameSha && entryBefore.kind === entryNow.kind) return []
    return { path: folder === '' ? name : `${folder}/${name}`, before: entryBefore, now: entryNow }
  })
}

/** A file that becomes a folder is one of each, which has nothing at the other commit. */
function ofKind(kind: TreeEntry['kind'], entries: readonly Pair[]): Pair[] {
  const only = (entry: TreeEntry | undefined) => (entry?.kind === kind ? entry : undefined)
  return entries
    .map(({ path, before, now }) => ({ path, before: only(before), now: only(now) }))
    .filter(({ before, now }) => before !== undefined || now !== undefined)
}

/** What is behind a link or in a submodule stands in no tree of this repository. */
function refuseDetours({ path, before, now }: Pair, { canMatchIn, matches }: Reach): void {
  const kind = [before?.kind, now?.kind].find((each) => each === 'link' || each === 'submodule')
  if (kind === undefined || !(canMatchIn(path) || matches(path))) return
  throw new NotKnown(
    `The ${kind} ${path} differs, and a pattern can match behind it. Name files that are in the repository itself.`,
  )
}

/** With their texts at the earlier commit. */
async function withTexts(files: readonly Pair[], { blob }: GitFiles): Promise<TouchedFile[]> {
  if (files.length > MAX_FILES)
    throw new NotKnown(`More than ${MAX_FILES} files of tests differ. Split the change.`)
  return inTurn(files, async ({ path, before, now }) => {
    const isThere = now !== undefined
    if (before === undefined) return { path, before: null, isThere }
    const text = before.size > MAX_BYTES ? '' : blobText(await blob(before.sha), path)
    return { path, before: text, isThere }
  })
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
