// The tests of files as the gate runs them, and what a change does to them: two sets, at its base and in the workspace.
import type { EvaluatorListEntry } from '../client/index.ts'
import type { OverriddenKey, Problem, TestChanges, TestSource } from '../schema.ts'
import {
  contentOfFile,
  definitionOf,
  editsBetween,
  formOf,
  serviceName,
  shownOf,
  type TestContent,
} from '../test-files/definition.ts'
import { testIssue } from '../test-files/errors.ts'
import { onService } from '../test-files/evaluators.ts'
import { type AgentTests, type FileTest, type TestsOrErrors, testsIn } from '../test-files/files.ts'
import type { TestDefinition } from '../test-files/schema.ts'

/** A copy of an agent, as the input `override` changes it. */
export interface PlannedCopy {
  readonly copy: string
  readonly original: string
  /** To be merged into the configuration of the original (RFC 7396). */
  readonly patch: Readonly<Record<string, unknown>>
  readonly keys: readonly Omit<OverriddenKey, 'differs'>[]
  /** Absent where the original has all values without the change. */
  readonly base?: CopyBase
}

/** What the base of a pull request or merge group has in place of the values of a copy. */
export interface CopyBase {
  /** Which the change is for; null if it is not known. */
  readonly branch: string | null
  /** A key that is missing has the value of the original. */
  readonly patch: Readonly<Record<string, unknown>>
  /** Whether the default branch surely has the same values. */
  readonly isNewest: boolean
  /** Why GitHub did not say what the base has, as sentences; else null. */
  readonly problem: string | null
}

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

type PublishedChange = TestChanges['tests'][number]

/** What a change does to the files of a repository in the workspace. */
export interface RepositoryChanges {
  /** In the workspace: empty, or it ends in a slash. */
  readonly folder: string
  readonly base: string
  readonly commit: string
  /** The head of the pull request, if that is its merge, with the texts of the files that both change. */
  readonly head: string
  readonly atHead: ReadonlyMap<string, string>
  /** The files that the two commits do not have in the same form, by their paths in the repository, with their texts at the base. */
  readonly touched: readonly { readonly path: string; readonly before: string | null }[]
  /** Those in use that the tested commit has as the workspace has them. */
  readonly committed: ReadonlySet<string>
}

/** In the order of `now`, then what was removed. */
export function changesBetween(before: readonly SetTest[], now: readonly SetTest[]): SetChange[] {
  const known = new Set(before.map(({ test }) => nameAndForm(test)))
  const older = Map.groupBy(before, ({ test }) => test.name)
  const newer = Map.groupBy(now, ({ test }) => test.name)
  const gone = before.filter(({ test }) => !newer.has(test.name))
  const goneByForm = Map.groupBy(gone, ({ test }) => formOf(test))
  const changes = [...newer.values()].flatMap((same): Own[] => {
    const own = same.find(({ test }) => !known.has(nameAndForm(test)))
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
function changesOf(
  { agent, patterns, tests }: AgentTests,
  repositories: readonly RepositoryChanges[],
): (PublishedChange & Pick<SetChange, 'what'>)[] {
  return repositories.flatMap(({ folder, base, commit, touched, committed }) => {
    const matching = touched.filter(({ path }) => patterns.some(({ matches }) => matches(folder + path)))
    const paths = new Set(matching.map(({ path }) => path))
    const inUse = tests.filter(({ path, file }) => path === folder + file)
    const same = inUse.filter(({ file }) => !paths.has(file) && committed.has(file))
    const before = matching.flatMap(({ path, before: text }) =>
      testsIn(text ?? '').map((each): SetTest => ({ ...each, file: path })),
    )
    const now = inUse.filter(({ file }) => paths.has(file))
    const changes = changesBetween([...same, ...before], [...same, ...now])
    return changes.map((each) => publishedChange(each, agent, each.now === null ? base : commit))
  })
}

/** @param commit at which the test has its place */
export function publishedChange({ what, before, now }: SetChange, agent: string, commit: string) {
  const { test, file, line } = now ?? before
  return {
    agent,
    name: test.name,
    serviceName: serviceName(test),
    what,
    before: what === 'renamed' ? before.test.name : null,
    file,
    line,
    commit,
    edits: what === 'edited' ? publishedEdits(before.test, now.test) : [],
  } satisfies PublishedChange
}

/** What one agent loses and another one gets was not removed. It is new to the agent that gets it, and has to pass there. */
export function withMoves(changes: readonly PublishedChange[]): PublishedChange[] {
  const byTest = Map.groupBy(changes, (change) => change.serviceName)
  return changes.flatMap((change) => {
    const same = byTest.get(change.serviceName) ?? []
    const from = same.find(({ what }) => what === 'removed')
    const isMoved = from !== undefined && same.some(({ what }) => what === 'added')
    if (isMoved && change.what === 'removed') return []
    return isMoved && change.what === 'added' ? { ...change, what: 'moved', before: from.agent } : change
  })
}

/** In the form of edits against earlier runs. */
function publishedEdits(before: TestDefinition, now: TestDefinition): PublishedChange['edits'] {
  const asked = (test: TestDefinition) => definitionOf(shownOf(contentOfFile(test)))
  const edits = editsBetween(asked(before), asked(now), { absent: 'empty', evaluators: 'by ID' }) ?? []
  return edits.filter((edit) => edit.before !== edit.now)
}

/** The same text for the same name and content. */
function nameAndForm(test: TestDefinition): string {
  return `${JSON.stringify(test.name)} ${formOf(test)}`
}

/** What is known of a change. `known`: for all repositories. */
export interface Changes extends Pick<TestChanges, 'known' | 'reason'> {
  /** Whether the change itself keeps it from being known, as by a link or Git LFS. */
  readonly isHidden: boolean
  /** Those for which it is known. */
  readonly repositories: readonly RepositoryChanges[]
  /** The commits that repositories in the workspace have, by their folders, as far as they are known. */
  readonly commits: ReadonlyMap<string, string>
}

/** A test as its file has it. */
export interface WantedTest {
  readonly name: string
  /** Its name on the service. */
  readonly serviceName: string
  readonly content: TestContent
  readonly source: Pick<TestSource, 'file' | 'line' | 'change' | 'committed' | 'commit'>
}

/** The input `tests`. */
export interface TestsPlan {
  /** The agents that run tests of files, and nothing else. */
  readonly agentNames: readonly string[]
  /** What the tests are, once the evaluators are known; or what is wrong with them. */
  readonly wantedTests: (
    evaluators: readonly EvaluatorListEntry[],
  ) => ReadonlyMap<string, readonly WantedTest[]> | Extract<Problem, { kind: 'wrong-inputs' }>
  /** What the pull request does to them. */
  readonly changes: TestChanges
  /** Whether the change itself keeps that from being known. */
  readonly isHidden: boolean
  /** The agents with a test of a file that the tested commit does not have so, so that nobody knows whether it is as before. */
  readonly withMadeTests: readonly string[]
}

/** @param changes of those repositories for which they are known */
export function planOf(
  read: Extract<TestsOrErrors, { ok: true }>,
  { known, reason, isHidden, repositories, commits }: Changes,
): TestsPlan {
  const changes = read.agents.map((agent) => changesOf(agent, repositories))
  const own = changes.map(
    (of) => new Map(of.flatMap(({ what, name }) => (what === 'removed' ? [] : [[name, what] as const]))),
  )
  const folderOf = ({ path, file }: FileTest) => path.slice(0, path.length - file.length)
  const isMade = (test: FileTest) =>
    repositories.some(({ folder, committed }) => folderOf(test) === folder && !committed.has(test.file))
  /** The place of the test in the head, where GitHub shows annotations. */
  const placeAtHead = (each: FileTest) => {
    const repository = repositories.find(({ folder }) => folder === folderOf(each))
    const inHead = testsIn(repository?.atHead.get(each.file) ?? '')
    const same = inHead.find(({ test }) => nameAndForm(test) === nameAndForm(each.test))
    return same && repository ? { line: same.line, commit: repository.head } : null
  }
  return {
    agentNames: read.agents.map(({ agent }) => agent),
    changes: { known, reason, tests: withMoves(changes.flat()) },
    isHidden,
    withMadeTests: read.agents.filter(({ tests }) => tests.some(isMade)).map(({ agent }) => agent),
    wantedTests(evaluators) {
      const found = onService(read, evaluators)
      if (!found.ok) {
        return { kind: 'wrong-inputs', issues: found.errors.map(testIssue) }
      }
      const wanted = found.agents.map(({ agent, tests }, i) => {
        const all = tests.map((each) => {
          const { test, file, line, content, serviceName } = each
          const what = own[i]?.get(test.name) ?? null
          const committed = !isMade(each)
          const commit = committed ? (commits.get(folderOf(each)) ?? null) : null
          const source = {
            file,
            ...((committed && placeAtHead(each)) || { line, commit }),
            change: what,
            committed,
          }
          return { name: test.name, content, serviceName, source }
        })
        return [agent, all] as const
      })
      return new Map(wanted)
    },
  }
}
