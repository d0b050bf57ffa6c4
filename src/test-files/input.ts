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

/** What is known of a change. */
export interface Changes {
  /** Null if it is known for all repositories; else why not: a sentence, or that the job has no pull request. */
  readonly reason: string | null
  /** Whether it is that of a merge queue's group. */
  readonly isGroup: boolean
  /** Whether the change itself keeps it from being known, as by a link or Git LFS. */
  readonly isHidden: boolean
  /** Those for which it is known. */
  readonly repositories: readonly RepositoryChanges[]
}

/** A repository in the workspace that has files of tests, and where the patterns can match in it. */
export interface TestRepository {
  /** In the workspace: empty, or it ends in a slash. */
  readonly folder: string
  readonly canMatchIn: (folder: string) => boolean
  readonly matches: (file: string) => boolean
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
  readonly source: Pick<TestSource, 'file' | 'line' | 'change' | 'committed'>
}

/** The input `tests`. */
export interface TestsPlan {
  /** The agents that run tests of files, and nothing else. */
  readonly agentNames: readonly string[]
  /** What the tests are, once the evaluators are known; or what is wrong with them. */
  readonly wantedTests: (
    evaluators: readonly EvaluatorListEntry[],
  ) => ReadonlyMap<string, readonly WantedTest[]> | Extract<Problem, { kind: 'wrong-tests' }>
  /** What the pull request does to them. `reason`: why that is not known. */
  readonly changes: Pick<TestChanges, 'reason' | 'isGroup'> & {
    readonly isHidden: boolean
    /** The agents with a test that the tested commit lacks, so that nobody knows whether it is as before. */
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
  const patterns = read.agents.flatMap((each) => each.patterns)
  const folders = [...new Set(files.map((file) => repositoryOf(file, workspace)))]
  return {
    ok: true,
    files,
    repositories: folders.map((folder) => ({
      folder,
      canMatchIn: (path) => patterns.some((pattern) => canMatchIn(pattern, folder + path)),
      matches: (path) => patterns.some(({ matches }) => matches(folder + path)),
    })),
    planWith: (changes) => planOf(read, changes),
  }
}

function planOf(
  read: Extract<TestsOrErrors, { ok: true }>,
  { reason, isGroup, isHidden, repositories }: Changes,
): TestsPlan {
  const changes = read.agents.map((agent) => changesOf(agent, repositories))
  // By name: a checkout or a step of the job may write another text than the commit has.
  const own = changes.map(
    (of) => new Map(of.flatMap(({ what, now }) => (now === null ? [] : [[now.test.name, what] as const]))),
  )
  const lacks = ({ path, file }: FileTest) =>
    repositories.some(({ folder, lacks: isLacking }) => path === folder + file && isLacking(file))
  return {
    agentNames: read.agents.map(({ agent }) => agent),
    changes: {
      reason,
      isGroup,
      isHidden,
      withMadeTests: read.agents.filter(({ tests }) => tests.some(lacks)).map(({ agent }) => agent),
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
          const source = { file, line, change: what, committed: !lacks(each) }
          return { name: test.name, content, serviceName, source }
        })
        return [agent, all] as const
      })
      return new Map(wanted)
    },
  }
}
