// The input `tests` as the gate runs it: what the files say, once the evaluators are known, and what the pull request changes in
// them.
import { realpathSync } from 'node:fs'
import { join, relative } from 'node:path'
import {
  concernsTests,
  type FileBefore,
  type FileChange,
  filesOf,
  ownChanges,
  type PathsOf,
} from './changes.ts'
import type { TestsPlan, WantedTest } from './content.ts'
import { testErrorText } from './errors.ts'
import { onService } from './evaluators.ts'
import { type ReadTests, readTests, testFiles } from './files.ts'
import { differs } from './rows.ts'

/** What a pull request changes of the files, `unread` if nobody knows, null if there is none. */
export type Changes = readonly FileBefore[] | 'unread' | null

export type TestsInput =
  | { readonly ok: false; readonly messages: readonly string[] }
  | {
      readonly ok: true
      /** Paths, relative to the workspace. */
      readonly files: readonly string[]
      /** Which changes {@link planWith} has to know. */
      readonly concernsTests: (file: FileChange) => boolean
      readonly planWith: (changes: Changes) => TestsPlan | null
    }

/** @param agents names, as in the input `agents` */
export function readTestsInput(text: string, agents: readonly string[], workspace: string): TestsInput {
  const read = readTests(text, agents, testFiles(workspace))
  if (!read.ok)
    return { ok: false, messages: read.errors.map((error) => `Input "tests": ${testErrorText(error)}`) }
  const { agents: all } = read
  const pathsOf: PathsOf = (file) => [file, realPath(file, workspace)]
  return {
    ok: true,
    files: filesOf(all),
    concernsTests: concernsTests(all, pathsOf),
    planWith(changes) {
      const isKnown = changes !== null && changes !== 'unread'
      const own = all.map((each) => (isKnown ? ownChanges(each, changes, pathsOf) : () => null))
      return planOf(read, own, isKnown ? 'known' : (changes ?? 'no-pull-request'))
    },
  }
}

/** Relative to the workspace. */
function realPath(file: string, workspace: string): string {
  const [root, path] = [realpathSync.native(workspace), realpathSync.native(join(workspace, file))]
  return relative(root, path).replaceAll('\\', '/')
}

/** @param own for each agent, which of its tests are the pull request's own */
function planOf(
  read: Extract<ReadTests, { ok: true }>,
  own: readonly ReturnType<typeof ownChanges>[],
  changes: TestsPlan['changes'],
): TestsPlan {
  return {
    agentNames: read.agents.map(({ agent }) => agent),
    changes,
    wantedTests(evaluators) {
      const found = onService(read, evaluators)
      if (!found.ok) {
        const issues = found.errors.map(({ file, line, message }) => ({ file, line, message }))
        return { kind: 'wrong-tests', issues }
      }
      const wanted = found.agents.map(({ agent, tests }, i) => {
        const all = tests.map((each) => {
          const { test, file, line, content, serviceName } = each
          const source = { file, line, change: own[i]?.(each) ?? null }
          const isOther: WantedTest['differs'] = (...row) => differs(content, ...row)
          return { name: test.name, content, serviceName, differs: isOther, source }
        })
        return [agent, all] as const
      })
      return new Map(wanted)
    },
  }
}
