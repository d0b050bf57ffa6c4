// Whose each value of `override` is, and what the base of the change has in its place. A value is the change's only if the tested commit
// has the bytes that are sent to the service.
import type { OverriddenKey, Override } from '../inputs/override.ts'
import { MAX_FILE_BYTES, textIn } from '../inputs/workspace.ts'
import type { OverriddenKey as PublishedKey } from '../schema.ts'
import { type AskedChange, baseOf, bytesOf, type Checkouts, type WrongCheckout } from './checkouts.ts'
import { isLinked, type Place, placeOf } from './files.ts'
import { blobHash, entryAt, hasBytes, NotKnown, reasonOf } from './git.ts'
import type { CopyBase, PlannedCopy } from './plan.ts'

interface AskedValues extends AskedChange {
  readonly checkouts: Checkouts
}

type Origin = Pick<PublishedKey, 'origin' | 'of'>

interface ValueFile extends Place, Origin {
  readonly file: string
  /** Why GitHub did not say whose it is, as sentences; else null. */
  readonly problem: string | null
}

/** Never rejects. @param hasOtherSide whether failing tests run without the change, too */
export async function testedValues(
  override: readonly Override[],
  hasOtherSide: boolean,
  asked: AskedValues,
): Promise<readonly PlannedCopy[] | WrongCheckout> {
  const names = [...new Set(override.flatMap((each) => each.files))]
  const read = await Promise.all(names.map((file) => valueFile(file, asked)))
  for (const each of read) if ('wrong' in each) return each
  const files = new Map(read.flatMap((each) => ('wrong' in each ? [] : [[each.file, each] as const])))
  const ofInput = inlineOrigin(asked)
  const isChange = asked.pullRequest !== null || asked.job.event.group !== null
  return Promise.all(
    override.map(async ({ files: _, keys: given, ...each }) => {
      const originOf = (source: string | null) => (source === null ? ofInput : (files.get(source) ?? UNKNOWN))
      const tested = { ...each, keys: given.map((key) => withOrigin(key, originOf)) }
      const ofFiles = given.flatMap(({ key, sources: [source] }) => {
        const file = source == null ? undefined : files.get(source)
        return file !== undefined && patchOf[key] ? [{ key, file }] : []
      })
      return hasOtherSide && isChange && ofFiles.length > 0 ? withBase(tested, ofFiles, asked) : tested
    }),
  )
}

/** A value that is made of several is no more the change's than any of them. */
function withOrigin(
  { key, file, sources }: OverriddenKey,
  originOf: (source: string | null) => Origin,
): PlannedCopy['keys'][number] {
  const all = sources.map((source) => {
    const { origin, of } = originOf(source)
    return { source, origin, of }
  })
  const [first = { source: null, ...UNKNOWN }] = all
  const { source, ...origin } = all.find((each) => each.origin !== 'change') ?? first
  // What is in another repository is named as the input names it.
  return { key, file: origin.origin === 'repository' ? source : file, ...origin }
}

const by = (origin: Origin['origin']): Origin => ({ origin, of: null })
const UNKNOWN = by('unknown')

/** By its bytes: a step may have written them, and the folder may be another checkout. */
async function valueFile(file: string, asked: AskedValues): Promise<ValueFile | WrongCheckout> {
  const place = placeOf(file, asked.job.workspace)
  const checkout = asked.checkouts.get(place.folder)
  let problem = checkout?.state === 'unknown' && !checkout.isHidden ? checkout.reason : null
  const origin = await originOfFile(place, asked).catch((error: unknown) => {
    problem = reasonOf(error)
    return UNKNOWN
  })
  // No commit has the file, such as one with secrets that a step wrote: the change may have made the link.
  const isNobodys = origin.origin === 'step' || (origin.origin === 'unknown' && asked.pullRequest !== null)
  if (!isNobodys || !isLinked(file, asked.job.workspace)) return { file, ...place, ...origin, problem }
  const unread = checkout?.state === 'unknown' ? checkout.reason : problem
  const why = unread === null ? NOT_COMMITTED : `${NOT_KNOWN} ${unread}`
  return { wrong: `${file} is a link to ${place.path}, ${why}` }
}

const NOT_KNOWN = 'and it is not known whether the tested commit has that.'

const NOT_COMMITTED =
  'which the tested commit does not have with these bytes. Name a file that the repository has.'

async function originOfFile(place: Place, { job, checkouts, repository }: AskedValues): Promise<Origin> {
  const checkout = checkouts.get(place.folder)
  if (checkout?.state === 'other') return { origin: 'repository', of: checkout.repository }
  if (checkout?.state !== 'known') return UNKNOWN
  const entry = await entryAt(place.path, checkout.sha, repository)
  if (entry?.kind === 'submodule') return by('repository')
  if (!(await hasBytes(entry, bytesOf(place, job), repository))) return by('step')
  return { origin: checkout.isOfChange ? 'change' : 'commit', of: checkout.named }
}

/** What the input itself says may be made by an expression, so that it is the workflow's, and never the change's. */
function inlineOrigin({ job: { event, sha, workflowSha }, checkouts }: AskedValues): Origin {
  const tested = [...checkouts.values()].flatMap((each) => (each.state === 'known' ? each.sha : []))
  // A workflow of another branch is neither the change's nor the default branch's.
  const branch = event.defaultBranch === null ? event.sha : null
  const own = [event.commit, event.merge, branch, ...tested]
  const workflow = workflowSha ?? sha
  return by(own.some((each) => each !== null && each === workflow) ? 'workflow' : 'default-branch')
}

/** The keys of agents that the service itself runs: behind an address is what somebody deployed, whatever the files say. */
const patchOf: Readonly<Record<string, (text: string) => CopyBase['patch']>> = {
  system_prompt: (text) => ({ system_prompt: text }),
  'llm.model': (text) => ({ llm: { model: text } }),
}

/** Never rejects. @param files those of its keys that may have another value at the base */
async function withBase(
  override: PlannedCopy,
  files: readonly { readonly key: string; readonly file: ValueFile }[],
  asked: AskedValues,
): Promise<PlannedCopy> {
  const branch = asked.pullRequest?.baseRef ?? null
  const none = { branch, patch: {}, isNewest: false, problem: null }
  try {
    const read = files.map(async ({ key, file }) => [key, await valueAtBase(file, asked)] as const)
    const found = new Map(await Promise.all(read))
    const patches = [...found].map(([key, base]) => base && patchOf[key]?.(base.text))
    const keys = override.keys.map((each) =>
      found.get(each.key)?.isUnchanged ? { ...each, origin: 'base' as const, of: branch } : each,
    )
    const isNewest = [...found.values()].every((base) => base?.isNewest === true)
    return { ...override, keys, base: { ...none, patch: Object.assign({}, ...patches), isNewest } }
  } catch (error) {
    return { ...override, base: { ...none, problem: reasonOf(error) } }
  }
}

/**
 * Null unless it is surely the same file there: what a step wrote, a link leads to, or another workflow names may be any that the base has.
 * @throws {NotKnown} and what the requests throw
 */
async function valueAtBase({ file, origin, problem, ...place }: ValueFile, asked: AskedValues) {
  const { job, pullRequest, checkouts, repository } = asked
  if (problem !== null) throw new NotKnown(problem)
  const checkout = checkouts.get(place.folder)
  if (origin !== 'change' || checkout?.state !== 'known' || isLinked(file, job.workspace)) return null
  const base = await baseOf(checkout.sha, asked)
  const at = (path: string, commit: string) => entryAt(path, commit, repository)
  const [before, now] = await Promise.all([at('.github', base), at('.github', checkout.sha)])
  if (before?.sha !== now?.sha && inlineOrigin(asked).origin === 'workflow') return null
  const entry = await at(place.path, base)
  if (entry?.kind !== 'file' || entry.size > MAX_FILE_BYTES) return null
  const bytes = bytesOf(place, job)
  const isSame = blobHash(bytes) === entry.sha
  const [own, text] = [textIn(bytes), textIn(isSame ? bytes : await repository.blob(entry.sha))]
  if (!('value' in text) || !('value' in own)) return null
  // GitHub made its merge with the newest commit of then.
  const { mainBranch, merge } = job.event
  const isOfMain = pullRequest?.baseRef === (mainBranch ?? pullRequest?.baseRef)
  const isMerge = checkout.sha === merge && checkout.sha !== checkout.named
  const isNewest = isOfMain && isMerge && job.runAttempt === 1
  return { text: text.value, isUnchanged: text.value.trimEnd() === own.value.trimEnd(), isNewest }
}
