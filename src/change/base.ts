// Which commit the tested one is compared with: the one that the pull request was built on.
import { responseStatusOf } from '../github/github-error.ts'
import type { AskedChange } from './checkouts.ts'
import { NotKnown } from './git.ts'

/** @throws {NotKnown} and what the requests throw */
export async function baseOf(
  sha: string,
  { job: { event }, pullRequest, repository }: AskedChange,
): Promise<string> {
  const { group, commit, merge } = event
  if (group?.base) return group.base
  if (pullRequest === null) throw new NotKnown('The event does not name the base of the merge group.')
  // GitHub chose the other parent of its own merge; the author chose those of all others.
  const { parents = [] } = (sha === merge && (await repository.commit(sha))) || {}
  const other = parents.find((parent) => parent !== commit)
  if (parents.length === 2 && parents.includes(commit ?? '') && other !== undefined) return other
  const mergeBase = async (base: string) => (await repository.compare(base, sha)).merge_base_commit.sha
  const read = () => repository.pullRequest(pullRequest.number)
  const baseRef = pullRequest.baseRef ?? (await read()).base.ref
  if (baseRef === undefined) throw new NotKnown('GitHub does not say which branch the change is for.')
  return mergeBase(baseRef).catch(async (error) => {
    // In a job that is run again, the event names the branch of then, which may be merged and gone.
    const present = responseStatusOf(error) === 404 ? (await read()).base.ref : undefined
    if (present === undefined || present === baseRef) throw error
    return mergeBase(present)
  })
}
