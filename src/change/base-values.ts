// What the base of the change has in place of the values that the change gives to copies of agents in files.
import { explainReadError } from '../github/github-error.ts'
import type { Override } from '../inputs/override.ts'
import { MAX_FILE_BYTES, textIn } from '../inputs/workspace.ts'
import { baseOf } from './base.ts'
import { bytesIn } from './checkouts.ts'
import { linksTo, pathInRepository, repositoryOf } from './files.ts'
import { blobHash } from './git.ts'
import { inlineOrigin, type OverrideWithOrigins, type ValuesJob } from './origins.ts'
import type { CopyBase } from './plan.ts'
import { entryAt, entryOf, NotKnown } from './trees.ts'

export interface OverrideWithBase extends OverrideWithOrigins {
  /** Absent where the original has all values without the change. */
  readonly base?: CopyBase
}

/** The keys of agents that the service itself runs: behind an address is what somebody deployed, whatever the files say. */
const patchOf: Readonly<Record<string, (text: string) => CopyBase['patch']>> = {
  system_prompt: (text) => ({ system_prompt: text }),
  'llm.model': (text) => ({ llm: { model: text } }),
}

/** With the base, if there is a pull request or merge group, and a file that may have one. Never rejects. */
export async function withBase(
  override: OverrideWithOrigins,
  given: Override['keys'],
  asked: ValuesJob,
): Promise<OverrideWithBase> {
  const { job, pullRequest, repository } = asked
  const files = given.flatMap(({ key, sources: [file] }) =>
    file != null && patchOf[key] ? [{ key, file }] : [],
  )
  if (files.length === 0 || (pullRequest === null && job.event.group === null)) return override
  const branch = pullRequest?.baseRef ?? null
  try {
    const read = files.map(
      async ({ key, file }) => [key, await fileAtBase(key, file, override, asked)] as const,
    )
    const found = new Map(await Promise.all(read))
    const patches = [...found].map(([key, base]) => base && patchOf[key]?.(base.text))
    const keys = override.keys.map((each) =>
      found.get(each.key)?.isUnchanged ? { ...each, origin: 'base' as const, of: branch } : each,
    )
    const isNewest = async (key: string) => {
      const base = found.get(key)
      if (base == null) return false
      const newest = entryOf(base.path, 'HEAD', repository.files)
      // GitHub made its merge with the newest commit of then.
      return newest.then(
        (now) => now?.sha === base.sha,
        () => base.isOfMerge,
      )
    }
    const patch = Object.assign({}, ...patches)
    return { ...override, keys, base: { branch, patch, isNewest, problem: null } }
  } catch (error) {
    const problem =
      error instanceof NotKnown ? error.message : explainReadError(error, 'Its commits', 'contents')
    return { ...override, base: { branch, patch: {}, isNewest: async () => false, problem } }
  }
}

/**
 * Null unless it is surely the same file there: what a step wrote, a link leads to, or another workflow names may be any that the base has.
 * @throws {NotKnown} and what the requests throw
 */
async function fileAtBase(key: string, file: string, { keys }: OverrideWithOrigins, asked: ValuesJob) {
  const { job, pullRequest, checkouts, repository } = asked
  const { files } = repository
  const folder = repositoryOf(file, job.workspace)
  const path = pathInRepository(file, job.workspace)
  const checkout = checkouts.get(folder)
  if (checkout?.state === 'unknown' && !checkout.isHidden) throw new NotKnown(checkout.reason)
  const commit = checkout?.state === 'known' ? await repository.commit(checkout.sha) : null
  if (commit === null || linksTo(file, job.workspace).length > 0) return null
  // Says why, if GitHub did not say whose it is.
  await entryAt(path, commit.tree, files)
  if (keys.find((each) => each.key === key)?.origin !== 'change') return null
  const base = await baseOf(commit, job.event, pullRequest, repository)
  const [before, now] = await Promise.all([files.root(base), files.folder(commit.tree)])
  const [workflows, others] = [before, now].map((all) => all?.find(({ name }) => name === '.github')?.sha)
  const isSameWorkflow = before !== null && now !== null && workflows === others
  if (!isSameWorkflow && inlineOrigin(asked).origin === 'workflow') return null
  const entry = await entryOf(path, base, files)
  if (entry?.kind !== 'file' || entry.size > MAX_FILE_BYTES) return null
  const bytes = bytesIn(folder, job)(path)
  const isSame = blobHash(bytes, entry.sha) === entry.sha
  const [own, text] = [textIn(bytes), textIn(isSame ? bytes : await files.blob(entry.sha))]
  if (!('value' in text) || !('value' in own)) return null
  const isUnchanged = text.value.trimEnd() === own.value.trimEnd()
  return { path, sha: entry.sha, text: text.value, isUnchanged, isOfMerge: commit.sha === job.event.merge }
}
