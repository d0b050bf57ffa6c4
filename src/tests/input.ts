// The input `tests` as the gate runs it: what the files say, once the evaluators are known, and what the pull request changes in
// them.
import { canonicalForm, contentOf, type TestsPlan } from './content.ts'
import { errorText } from './errors.ts'
import { onService } from './evaluators.ts'
import { type FileTest, type ReadTests, readTests, testFiles, testsIn } from './files.ts'
import { differs, type ShownTest } from './rows.ts'
import type { TestDefinition } from './schema.ts'

/** Files that a pull request changes, with their texts at its base: null if there was none, undefined if it was not read. */
export type BaseTexts = ReadonlyMap<string, string | null | undefined>

export type TestsInput =
  | { readonly ok: false; readonly messages: readonly string[] }
  | {
      readonly ok: true
      /** Paths, relative to the workspace. */
      readonly files: readonly string[]
      /** @param base null if there is no pull request, `unread` if nobody knows what it changes */
      readonly planWith: (base: BaseTexts | 'unread' | null) => TestsPlan | null
    }

/** @param agents names, as in the input `agents` */
export function readTestsInput(text: string, agents: readonly string[], workspace: string): TestsInput {
  const read = readTests(text, agents, testFiles(workspace))
  if (!read.ok)
    return { ok: false, messages: read.errors.map((error) => `Input "tests": ${errorText(error)}`) }
  const files = [...new Set(read.agents.flatMap(({ tests }) => tests.map(({ file }) => file)))]
  return { ok: true, files, planWith: (base) => planOf(read, base) }
}

function planOf(read: Extract<ReadTests, { ok: true }>, base: BaseTexts | 'unread' | null): TestsPlan | null {
  const changeOf = typeof base === 'string' || base === null ? () => null : changesSince(base)
  return {
    agentNames: read.agents.map(({ agent }) => agent),
    changes: base === null ? 'no-pull-request' : base === 'unread' ? 'unread' : 'known',
    wantedTests(evaluators) {
      const found = onService(read, evaluators)
      if (!found.ok) {
        const issues = found.errors.map(({ file, line, message }) => ({ file, line, message }))
        return { kind: 'wrong-tests', issues }
      }
      const wanted = found.agents.map(({ agent, tests }) => {
        const all = tests.map((each) => {
          const { test, file, line, content, serviceName } = each
          const source = { file, line, change: changeOf(each) }
          const isOther = (shown: ShownTest) => differs(content, shown)
          return { name: test.name, content, serviceName, differs: isOther, source }
        })
        return [agent, all] as const
      })
      return new Map(wanted)
    },
  }
}

/** A test is the pull request's own if no changed file had it at the base, wherever it stands now. */
function changesSince(base: BaseTexts): (test: FileTest) => 'added' | 'edited' | null {
  const before = [...base.values()].flatMap((text) => (text == null ? [] : testsIn(text)))
  const known = new Set(before.map(({ test }) => formOf(test)))
  const names = new Set(before.map(({ test }) => test.name))
  return ({ test, file }) => {
    // The repository may be checked out into a folder of the workspace.
    const changed = [...base.keys()].find((path) => path === file || file.endsWith(`/${path}`))
    if (changed === undefined || known.has(formOf(test))) return null
    return names.has(test.name) || base.get(changed) === undefined ? 'edited' : 'added'
  }
}

/** The same text for the same name and content. */
function formOf(test: TestDefinition): string {
  const evaluators = test.type === 'tool_call' ? [] : test.evaluators
  const named = evaluators.map(({ name, ...each }) => ({ ...each, evaluator_uuid: name }))
  return `${JSON.stringify(test.name)} ${canonicalForm(contentOf({ ...test, evaluators: named }))}`
}
