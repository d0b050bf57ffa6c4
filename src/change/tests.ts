// What the change does to files of tests, as GitHub knows it: by two commits for each repository in the workspace.
import type { FoundPullRequest } from '../github/pull-request.ts'
import { MAX_FILE_BYTES, textIn } from '../inputs/workspace.ts'
import type { TestRepository, TestsInput } from '../test-files/input.ts'
import { type AskedChange, baseOf, bytesOf, type Checkout, type Checkouts } from './checkouts.ts'
import {
  type Entries,
  entriesBelow,
  type GitHubRepository,
  hasBytes,
  NotKnown,
  reasonOf,
  type TreeEntry,
} from './git.ts'
import type { Changes, RepositoryChanges } from './plan.ts'

/** `missing`: the files that the change adds or edits and the workspace lacks, as they would be named there. */
export type FoundChanges = Changes & { readonly missing: readonly string[] }

/** Never rejects. @param problem why the job's pull request is not known */
export async function readChanges(
  { repositoryIn }: Pick<Extract<TestsInput, { ok: true }>, 'repositoryIn'>,
  problem: FoundPullRequest['problem'],
  checkouts: Checkouts,
  asked: AskedChange,
): Promise<FoundChanges> {
  const isGroup = asked.job.event.group !== null
  const commits = new Map(
    [...checkouts].flatMap(([folder, each]) => (each.state === 'known' ? [[folder, each.sha]] : [])),
  )
  const none = { reason: null, isHidden: false, repositories: [], commits, missing: [] }
  if (repositoryIn === null) return { ...none, known: 'yes' }
  if (!isGroup && problem !== null) return { ...none, known: 'unknown', reason: problem }
  if (!isGroup && asked.pullRequest === null) return { ...none, known: 'no-pull-request' }
  // One in which the pull request removes all tests has none in use.
  const read = async ([folder, checkout]: readonly [string, Checkout]) => {
    // No pull request of this repository changes what is in another one.
    if (checkout.state === 'other') return []
    if (checkout.state === 'unknown') return checkout
    return changesIn(repositoryIn(folder), checkout, asked).catch((error: unknown) => {
      return { reason: reasonOf(error), isHidden: error instanceof NotKnown }
    })
  }
  const all = (await Promise.all([...checkouts].map(read))).flat()
  const unread = all.flatMap((each) => ('reason' in each ? each : []))
  const known = all.flatMap((each) => ('reason' in each ? [] : each))
  return {
    ...none,
    known: unread.length === 0 ? 'yes' : 'unknown',
    reason: unread[0]?.reason ?? null,
    isHidden: unread.some((each) => each.isHidden),
    repositories: known,
    missing: known.flatMap(({ missing }) => missing),
  }
}

/** @throws {NotKnown} and what the requests throw */
async function changesIn(
  { folder, files, root, ...reach }: TestRepository,
  { sha: commit, named }: Extract<Checkout, { state: 'known' }>,
  asked: AskedChange,
): Promise<RepositoryChanges & Pick<FoundChanges, 'missing'>> {
  const { job, repository } = asked
  const base = await baseOf(commit, asked)
  const [before, now] = await Promise.all([
    entriesBelow(root, base, repository),
    entriesBelow(root, commit, repository),
  ])
  const touched = await touchedFiles(before, now, reach, repository)
  const isMerge = named !== commit && touched.length > 0
  // It moves annotations, and nothing else.
  const head = isMerge ? await entriesBelow(root, named, repository).catch(() => now) : now
  const atHead = new Map<string, string>()
  for (const { path } of touched) {
    const entry = head.get(path)
    if (entry?.kind === 'file' && entry.sha !== now.get(path)?.sha)
      atHead.set(path, await textOf(path, entry, repository).catch(() => ''))
  }
  // Where a submodule is the same, its files are the commit's.
  const submodules = [...now].flatMap(([path, { kind, sha }]) =>
    kind === 'submodule' && before.get(path)?.sha === sha ? path : [],
  )
  const isInSubmodule = (path: string) =>
    submodules.some((each) => path === each || path.startsWith(`${each}/`))
  const committed = new Set<string>()
  for (const path of files)
    if (isInSubmodule(path) || (await hasBytes(now.get(path), bytesOf({ folder, path }, job), repository)))
      committed.add(path)
  const missing = touched.filter(({ path, isThere }) => isThere && !files.includes(path))
  return {
    folder,
    base,
    commit,
    head: named,
    atHead,
    touched,
    committed,
    missing: missing.map(({ path }) => folder + path),
  }
}

/** A file that two commits do not have in the same form. */
interface TouchedFile {
  readonly path: string
  /** Its text at the earlier one, null without a file. */
  readonly before: string | null
  /** Whether the later one has it. */
  readonly isThere: boolean
}

const MAX_FILES = 100

/** @throws {NotKnown} and what the reads throw */
export async function touchedFiles(
  before: Entries,
  now: Entries,
  { canMatchIn, matches }: Pick<TestRepository, 'canMatchIn' | 'matches'>,
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
