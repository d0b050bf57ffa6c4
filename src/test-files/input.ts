// The input `tests` as the gate runs it: what the files say, once the evaluators are known, and what a change does to them.
import type { EvaluatorListEntry } from '../client/index.ts'
import type { InputError } from '../inputs/inputs.ts'
import { repositoryOf } from '../inputs/repository.ts'
import type { Problem, TestChanges, TestSource } from '../schema.ts'
import { changesOf, type PlacedChange, type RepositoryChanges } from './changes.ts'
import type { TestContent } from './definition.ts'
import { testErrorText } from './errors.ts'
import { onService } from './evaluators.ts'
import { type FileTest, readTests, type TestsOrErrors, testFiles } from './files.ts'
import { canMatchIn } from './patterns.ts'

/** What is known of a change. `known`: for all repositories. */
export interface Changes extends Pick<TestChanges, 'known' | 'reason'> {
  /** Whether the change itself keeps it from being known, as by a link or Git LFS. */
  readonly isHidden: boolean
  /** Those for which it is known. */
  readonly repositories: readonly RepositoryChanges[]
  /** The commits that repositories in the workspace have, by their folders, as far as they are known. */
  readonly commits: ReadonlyMap<string, string>
}

/** A repository in the workspace that has files of tests, and where the patterns can match in it. */
export interface TestRepository {
  /** In the workspace: empty, or it ends in a slash. */
  readonly folder: string
  readonly canMatchIn: (folder: string) => boolean
  readonly matches: (file: string) => boolean
  /** The files in use, by their paths in it. */
  readonly files: readonly string[]
}

export type TestsInput =
  | { readonly ok: false; readonly errors: readonly InputError[] }
  | {
      readonly ok: true
      /** Paths, relative to the workspace. */
      readonly files: readonly string[]
      readonly repositories: readonly TestRepository[]
      readonly planWith: (changes: Changes) => TestsPlan | null
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
  ) => ReadonlyMap<string, readonly WantedTest[]> | Extract<Problem, { kind: 'wrong-tests' }>
  /** What the pull request does to them. */
  readonly changes: Pick<Changes, 'known' | 'reason' | 'isHidden'> & {
    /** The agents with a test of a file that the tested commit does not have so, so that nobody knows whether it is as before. */
    readonly withMadeTests: readonly string[]
    readonly tests: readonly (PlacedChange & { readonly agent: string })[]
  }
}

/** @param agents names, as in the input `agents` */
export function readTestsInput(
  text: string,
  agents: readonly string[],
  workspace: string,
  words?: Parameters<typeof testFiles>[1],
): TestsInput {
  const read = readTests(text, agents, testFiles(workspace, words))
  if (!read.ok) {
    const errors = read.errors.map((error) => {
      const { file, line } = error
      return { input: 'tests', message: testErrorText(error), file, line }
    })
    return { ok: false, errors }
  }
  const files = [...new Set(read.agents.flatMap(({ tests }) => tests.map(({ path }) => path)))]
  const byFolder = Map.groupBy(files, (file) => repositoryOf(file, workspace))
  const patterns = read.agents.flatMap((each) => each.patterns)
  return {
    ok: true,
    files,
    repositories: [...byFolder].map(([folder, inUse]) => ({
      folder,
      files: inUse.map((file) => file.slice(folder.length)),
      canMatchIn: (path) => patterns.some((pattern) => canMatchIn(pattern, folder + path)),
      matches: (path) => patterns.some(({ matches }) => matches(folder + path)),
    })),
    planWith: (changes) => planOf(read, changes),
  }
}

function planOf(
  read: Extract<TestsOrErrors, { ok: true }>,
  { known, reason, isHidden, repositories, commits }: Changes,
): TestsPlan {
  const changes = read.agents.map((agent) => changesOf(agent, repositories))
  const own = changes.map(
    (of) => new Map(of.flatMap(({ what, now }) => (now === null ? [] : [[now.test.name, what] as const]))),
  )
  const folderOf = ({ path, file }: FileTest) => path.slice(0, path.length - file.length)
  const isMade = (test: FileTest) =>
    repositories.some(({ folder, committed }) => folderOf(test) === folder && !committed.has(test.file))
  return {
    agentNames: read.agents.map(({ agent }) => agent),
    changes: {
      known,
      reason,
      isHidden,
      withMadeTests: read.agents.filter(({ tests }) => tests.some(isMade)).map(({ agent }) => agent),
      tests: read.agents.flatMap(({ agent }, i) => (changes[i] ?? []).map((each) => ({ ...each, agent }))),
    },
    wantedTests(evaluators) {
      const found = onService(read, evaluators)
      if (!found.ok) {
        const issues = found.errors.map(({ file, line, message }) => ({ file, line, message }))
        return { kind: 'wrong-tests', issues }
      }
      const wanted = found.agents.map(({ agent, tests }, i) => {
        const all = tests.map((each) => {
          const { test, file, line, content, serviceName } = each
          const what = own[i]?.get(test.name) ?? null
          const committed = !isMade(each)
          const commit = committed ? (commits.get(folderOf(each)) ?? null) : null
          const source = { file, line, change: what, committed, commit }
          return { name: test.name, content, serviceName, source }
        })
        return [agent, all] as const
      })
      return new Map(wanted)
    },
  }
}
