// The input `tests`: the files that its patterns match, by repositories, and what they say.

import { placeOf } from '../change/files.ts'
import { type Changes, planOf, type TestsPlan } from '../change/plan.ts'
import type { InputIssue } from '../schema.ts'
import { testIssue } from './errors.ts'
import { readTests, testFiles } from './files.ts'
import { canMatchIn, type Pattern } from './patterns.ts'

/** A repository in the workspace that has files of tests, and where the patterns can match in it. */
export interface TestRepository {
  /** In the workspace: empty, or it ends in a slash. */
  readonly folder: string
  /** The folder or file outside of which they cannot; empty for none. */
  readonly root: string
  readonly canMatchIn: (folder: string) => boolean
  readonly matches: (file: string) => boolean
  /** The files in use, by their paths in it. */
  readonly files: readonly string[]
}

export type TestsInput =
  | { readonly ok: false; readonly errors: readonly InputIssue[] }
  | {
      readonly ok: true
      /** Paths, relative to the workspace. */
      readonly files: readonly string[]
      /** What the patterns match in the repository in a folder of the workspace. */
      readonly repositoryIn: ((folder: string) => TestRepository) | null
      readonly planWith: (changes: Changes) => TestsPlan | null
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
    return { ok: false, errors: read.errors.map(testIssue) }
  }
  const files = [...new Set(read.agents.flatMap(({ tests }) => tests.map(({ path }) => path)))]
  const byFolder = Map.groupBy(files, (file) => placeOf(file, workspace).folder)
  const patterns = read.agents.flatMap((each) => each.patterns)
  return {
    ok: true,
    files,
    repositoryIn: (folder) => ({
      folder,
      root: commonRoot(patterns, folder),
      files: (byFolder.get(folder) ?? []).map((file) => file.slice(folder.length)),
      canMatchIn: (path) => patterns.some((pattern) => canMatchIn(pattern, folder + path)),
      matches: (path) => patterns.some(({ matches }) => matches(folder + path)),
    }),
    planWith: (changes) => planOf(read, changes),
  }
}

function commonRoot(patterns: readonly Pattern[], folder: string): string {
  const inFolder = patterns.filter((each) => folder === '' || canMatchIn(each, folder.slice(0, -1)))
  const [first = [], ...others] = inFolder.map(({ root }) => root.split('/').filter((part) => part !== '.'))
  const length = first.findIndex((part, i) => others.some((other) => other[i] !== part))
  const common = (length === -1 ? first : first.slice(0, length)).join('/')
  return common.startsWith(folder) ? common.slice(folder.length) : ''
}
