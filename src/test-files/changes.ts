// What a change does to the tests of files: two sets of them, at its base and in the workspace.
import { formOf } from './definition.ts'
import { type AgentTests, testsIn } from './files.ts'
import type { TestDefinition } from './schema.ts'

/** A test of one of the two sets. `file`: its path in the repository. */
export interface SetTest {
  readonly test: TestDefinition
  readonly file: string
  readonly line: number
}

/** What became of a test between two sets. */
type SetChange =
  | { readonly what: 'added'; readonly before: null; readonly now: SetTest }
  | { readonly what: 'edited' | 'renamed'; readonly before: SetTest; readonly now: SetTest }
  | { readonly what: 'removed'; readonly before: SetTest; readonly now: null }

/** `commit`: at which the test has its place, for a removed one the base. */
export type PlacedChange = SetChange & { readonly commit: string }

/** What a change does to the files of a repository in the workspace. */
export interface RepositoryChanges {
  /** In the workspace: empty, or it ends in a slash. */
  readonly folder: string
  readonly base: string
  readonly commit: string
  /** The files that the two commits do not have in the same form, by their paths in the repository, with their texts at the base. */
  readonly touched: readonly { readonly path: string; readonly before: string | null }[]
  /** Those in use that the tested commit has as the workspace has them. */
  readonly committed: ReadonlySet<string>
}

/** In the order of `now`, then what was removed. */
export function changesBetween(before: readonly SetTest[], now: readonly SetTest[]): SetChange[] {
  const known = new Set(before.map(({ test }) => keyOf(test)))
  const older = Map.groupBy(before, ({ test }) => test.name)
  const newer = Map.groupBy(now, ({ test }) => test.name)
  const gone = before.filter(({ test }) => !newer.has(test.name))
  const goneByForm = Map.groupBy(gone, ({ test }) => formOf(test))
  const changes = [...newer.values()].flatMap((same): Own[] => {
    const own = same.find(({ test }) => !known.has(keyOf(test)))
    if (own === undefined) return []
    const [edited] = older.get(own.test.name) ?? []
    if (edited !== undefined) return [{ what: 'edited', before: edited, now: own }]
    const [earlier] = goneByForm.get(formOf(own.test)) ?? []
    if (earlier !== undefined) return [{ what: 'renamed', before: earlier, now: own }]
    return [{ what: 'added', before: null, now: own }]
  })
  const renamed = new Set(
    changes.flatMap(({ what, now: own }) => (what === 'renamed' ? formOf(own.test) : [])),
  )
  const removed = [...Map.groupBy(gone, ({ test }) => test.name).values()].flatMap((same): SetChange[] => {
    const [first] = same
    const isRenamed = same.some(({ test }) => renamed.has(formOf(test)))
    return first === undefined || isRenamed ? [] : [{ what: 'removed', before: first, now: null }]
  })
  return [...changes, ...removed]
}

type Own = Exclude<SetChange, { what: 'removed' }>

/**
 * By the tests of all files that the agent's patterns match. A file that is not touched has the same ones in both sets; one that is not
 * committed either was made by the job, and is nobody's change.
 */
export function changesOf(agent: AgentTests, repositories: readonly RepositoryChanges[]): PlacedChange[] {
  return repositories.flatMap(({ folder, base, commit, touched, committed }) => {
    const matching = touched.filter(({ path }) =>
      agent.patterns.some(({ matches }) => matches(folder + path)),
    )
    const paths = new Set(matching.map(({ path }) => path))
    const inUse = agent.tests.filter(({ path, file }) => path === folder + file)
    const same = inUse.filter(({ file }) => !paths.has(file) && committed.has(file))
    const before = matching.flatMap(({ path, before: text }) =>
      testsIn(text ?? '').map((each): SetTest => ({ ...each, file: path })),
    )
    const now = inUse.filter(({ file }) => paths.has(file))
    return changesBetween([...same, ...before], [...same, ...now]).map((each) => ({
      ...each,
      commit: each.now === null ? base : commit,
    }))
  })
}

/** The same text for the same name and content. */
export function keyOf(test: TestDefinition): string {
  return `${JSON.stringify(test.name)} ${formOf(test)}`
}
