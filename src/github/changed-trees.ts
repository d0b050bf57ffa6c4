// Which files differ between two commits: their trees, folder by folder, where patterns can match. A folder with the same hash is done.
import { isUtf8 } from 'node:buffer'
import { posix } from 'node:path'

export interface TreeEntry {
  readonly kind: 'file' | 'folder' | 'link' | 'submodule'
  readonly name: string
  readonly sha: string
  /** In bytes, of a file. */
  readonly size: number
}

/** What is read of a repository. */
export interface GitObjects {
  /** The entries of one folder; null if GitHub cuts them. @param sha of a tree or a commit */
  readonly tree: (sha: string) => Promise<readonly TreeEntry[] | null>
  readonly blob: (sha: string) => Promise<Uint8Array>
}

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

/**
 * @returns the files that match, and whether the later commit is known not to have one: folders that are the same in both are
 * not opened
 * @throws {NotKnown} and what the reads throw
 */
export async function changedTrees(before: string, now: string, reach: Reach, objects: GitObjects) {
  const opened = new Map<string, readonly TreeEntry[]>()
  const files: Pair[] = []
  let folders: readonly Pair<Pick<TreeEntry, 'sha'>>[] = [
    { path: '', before: { sha: before }, now: { sha: now } },
  ]
  let count = 0
  while (folders.length > 0) {
    count += folders.flatMap((each) => [each.before ?? [], each.now ?? []].flat()).length
    if (count > MAX_FOLDERS)
      throw new NotKnown(`More than ${MAX_FOLDERS} folders differ. Narrow the patterns of the input "tests".`)
    const read = await inTurn(folders, async ({ path, before: was, now: is }) => {
      const [older, newer] = await Promise.all([was, is].map((each) => treeEntries(path, each?.sha, objects)))
      opened.set(path, newer ?? [])
      return differing(path, older ?? [], newer ?? [])
    })
    const entries = read.flat()
    for (const each of entries) refuseDetours(each, reach)
    await refuseEncodings(entries, objects)
    files.push(...ofKind('file', entries).filter(({ path }) => reach.matches(path)))
    folders = ofKind('folder', entries).filter(({ path }) => reach.canMatchIn(path))
  }
  return { files: await withTexts(files, objects), lacks: (path: string) => isLacking(path, opened) }
}

async function treeEntries(path: string, sha: string | undefined, { tree }: GitObjects) {
  const entries = sha === undefined ? [] : await tree(sha)
  if (entries === null)
    throw new NotKnown(
      `GitHub gives only a part of the folder ${path || 'of the repository'}. Put files of tests into smaller folders.`,
    )
  return entries
}

function differing(folder: string, older: readonly TreeEntry[], newer: readonly TreeEntry[]): Pair[] {
  const [before, now] = [older, newer].map((entries) => new Map(entries.map((each) => [each.name, each])))
  const names = new Set([...older, ...newer].map(({ name }) => name))
  return [...names].flatMap((name) => {
    const [was, is] = [before?.get(name), now?.get(name)]
    const isSame = was !== undefined && was.sha === is?.sha && was.kind === is.kind
    return isSame ? [] : { path: folder === '' ? name : `${folder}/${name}`, before: was, now: is }
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

/** A checkout writes files in the encodings that these name, so that their texts stand in no commit. */
async function refuseEncodings(entries: readonly Pair[], objects: GitObjects): Promise<void> {
  const attributes = ofKind('file', entries).filter(({ path }) => posix.basename(path) === '.gitattributes')
  // The text of a file that is too large is empty.
  for (const { path, before, now } of await withTexts(attributes, objects))
    if ([before, now].some((text) => text === '' || text?.includes('working-tree-encoding')))
      throw new NotKnown(
        `${path} differs, and may have files checked out in another encoding. Store files of tests in UTF-8.`,
      )
}

/** With their texts: null where there is none. */
async function withTexts(files: readonly Pair[], { blob }: GitObjects) {
  const wanted = new Map(
    files.flatMap(({ path, before, now }) =>
      [before, now].flatMap((entry) =>
        entry === undefined ? [] : [[entry.sha, { ...entry, path }] as const],
      ),
    ),
  )
  if (wanted.size > MAX_FILES)
    throw new NotKnown(`More than ${MAX_FILES} files of tests differ. Split the change.`)
  const texts = await inTurn([...wanted.values()], async ({ sha, path, size }) => {
    return [sha, size > MAX_BYTES ? '' : blobText(await blob(sha), path)] as const
  })
  const textAt = new Map(texts)
  return files.map(({ path, before, now }) => ({
    path,
    before: before === undefined ? null : (textAt.get(before.sha) ?? null),
    now: now === undefined ? null : (textAt.get(now.sha) ?? null),
  }))
}

/** As in a workspace, whose checkout may convert line ends. */
function blobText(bytes: Uint8Array, path: string): string {
  if (!isUtf8(bytes) || bytes.includes(0))
    throw new NotKnown(`${path} is not UTF-8 text in one of the commits. Save it as UTF-8.`)
  const text = new TextDecoder().decode(bytes).replace(/\r\n?/g, '\n')
  if (text.startsWith('version https://git-lfs.github.com/spec/'))
    throw new NotKnown(
      `${path} is in Git LFS, of which GitHub gives only the pointer. Take files of tests out of LFS.`,
    )
  return text
}

function isLacking(path: string, opened: ReadonlyMap<string, readonly TreeEntry[]>): boolean {
  const parts = path.split('/')
  return parts.some((name, i) => {
    const entry = opened.get(parts.slice(0, i).join('/'))
    const kind = i === parts.length - 1 ? 'file' : 'folder'
    return entry !== undefined && !entry.some((each) => each.name === name && each.kind === kind)
  })
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
