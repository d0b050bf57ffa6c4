// Whose each value of `override` is: the change's only if the tested commit has the bytes that are sent to the service.

import type { PullRequest } from '../github/event.ts'
import type { OverriddenKey, Override } from '../inputs/override.ts'
import type { OverriddenKey as PublishedKey } from '../schema.ts'
import { bytesIn, type Checkouts, type WorkspaceJob, type WrongCheckout } from './checkouts.ts'
import { linksTo, pathInRepository, repositoryOf } from './files.ts'
import type { GitHubRepository } from './git.ts'
import { entryAt, hasFile } from './trees.ts'

export type Origin = Pick<PublishedKey, 'origin' | 'of'>
type KeyWithOrigin = Omit<PublishedKey, 'differs'>

/** With whose each value is. */
export interface OverrideWithOrigins extends Omit<Override, 'keys' | 'files'> {
  readonly keys: readonly KeyWithOrigin[]
}

export interface ValuesJob {
  readonly job: WorkspaceJob
  readonly pullRequest: PullRequest | null
  readonly checkouts: Checkouts
  readonly repository: GitHubRepository
}

/** Never rejects. */
export async function withOrigins(
  override: readonly Override[],
  asked: ValuesJob,
): Promise<readonly OverrideWithOrigins[] | WrongCheckout> {
  const files = [...new Set(override.flatMap((each) => each.files))]
  const read = await Promise.all(files.map(async (file) => [file, await originOf(file, asked)] as const))
  for (const [, found] of read) if ('wrong' in found) return found
  const origins = new Map(read.flatMap(([file, found]) => ('wrong' in found ? [] : [[file, found] as const])))
  const ofInput = inlineOrigin(asked)
  return override.map(({ files: _, keys, ...each }) => ({
    ...each,
    keys: keys.map((key) =>
      withOrigin(key, (source) => (source === null ? ofInput : (origins.get(source) ?? UNKNOWN))),
    ),
  }))
}

/** A value that is made of several is no more the change's than any of them. */
function withOrigin(
  { key, file, sources }: OverriddenKey,
  originOfSource: (source: string | null) => Origin,
): KeyWithOrigin {
  const all = sources.map((source) => ({ source, ...originOfSource(source) }))
  const [first = { source: null, ...UNKNOWN }] = all
  const { source, ...origin } = all.find((each) => each.origin !== 'change') ?? first
  // What is in another repository is named as the input names it.
  return { key, file: origin.origin === 'repository' ? source : file, ...origin }
}

const by = (origin: Origin['origin']): Origin => ({ origin, of: null })
const UNKNOWN = by('unknown')

/** By its bytes: a step may have written them, and the folder may be another checkout. */
async function originOf(file: string, asked: ValuesJob): Promise<Origin | WrongCheckout> {
  const found = await originInCheckout(file, asked).catch(() => UNKNOWN)
  const link = await secretLink(file, found, asked).catch(() => null)
  if (link === null) return found
  const target = pathInRepository(file, asked.job.workspace)
  return {
    wrong: `${link} is a link to ${target}, which the tested commit does not have with these bytes. Name a file that the repository has.`,
  }
}

async function originInCheckout(file: string, { job, checkouts, repository }: ValuesJob): Promise<Origin> {
  const folder = repositoryOf(file, job.workspace)
  const checkout = checkouts.get(folder)
  if (checkout?.state === 'other') return { origin: 'repository', of: checkout.repository }
  if (checkout?.state !== 'known') return UNKNOWN
  const commit = await repository.commit(checkout.sha)
  if (commit === null) return UNKNOWN
  const path = pathInRepository(file, job.workspace)
  const entry = await entryAt(path, commit.tree, repository.files)
  if (entry?.kind === 'submodule') return by('repository')
  const isCommitted = await hasFile(path, bytesIn(folder, job)(path), commit.tree, repository.files)
  return isCommitted ? { origin: checkout.isOfChange ? 'change' : 'commit', of: checkout.named } : by('step')
}

/** A link of the commit that leads to a file that no commit has, such as one with secrets that a step wrote; null if there is none. */
async function secretLink(
  file: string,
  { origin }: Origin,
  { job, pullRequest, checkouts, repository }: ValuesJob,
): Promise<string | null> {
  const links = linksTo(file, job.workspace)
  if (origin === 'unknown' && pullRequest !== null) return links[0]?.path ?? null
  for (const { folder, path } of origin === 'step' ? links : []) {
    const checkout = checkouts.get(folder)
    const commit = checkout?.state === 'known' ? await repository.commit(checkout.sha) : null
    const entry = commit && (await entryAt(path, commit.tree, repository.files))
    if (entry?.kind === 'link') return path
  }
  return null
}

/** What the input itself says may be made by an expression, so that it is the workflow's, and never the change's. */
export function inlineOrigin({ job, checkouts }: ValuesJob): Origin {
  const { event, sha, workflowSha } = job
  const tested = [...checkouts.values()].flatMap((each) => (each.state === 'known' ? each.sha : []))
  // A workflow of another branch is neither the change's nor the default branch's.
  const branch = event.defaultBranch === null ? event.sha : null
  const own = [event.commit, event.merge, branch, ...tested]
  return by(
    own.some((each) => each !== null && each === (workflowSha ?? sha)) ? 'workflow' : 'default-branch',
  )
}
