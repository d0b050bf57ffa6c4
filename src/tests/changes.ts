// Which tests of files are the pull request's own, by the files that it changes and what these were at its base.
import { posix } from 'node:path'
import { formOf } from './content.ts'
import { type AgentTests, type FileTest, testsIn } from './files.ts'
import type { TestDefinition } from './schema.ts'

/** A file that a pull request changes, by its paths in the repository: null where there is none. */
export interface FileChange {
  readonly now: string | null
  readonly before: string | null
}

/** With its text at the base: null if there was none, undefined if it was not read. */
export interface FileBefore extends FileChange {
  readonly text: string | null | undefined
}

/** All paths by which a file of the workspace can be changed: its own, and behind links. */
export type PathsOf = (file: string) => readonly string[]

/** Whether a change is one of tests, or may say what they were. */
export function concernsTests(
  agents: readonly AgentTests[],
  pathsOf: PathsOf,
): (file: FileChange) => boolean {
  const paths = filesOf(agents).flatMap(pathsOf)
  const prefixes = [...new Set(paths.flatMap(foldersOf))]
  const mayBeMatched = (path: string) =>
    agents.some((agent) => prefixes.some((prefix) => isMatched(agent, prefix + path)))
  return ({ now, before }) =>
    now === null
      ? before !== null && mayBeMatched(before)
      : paths.some((path) => prefixOf(path, now) !== null)
}

/** A test is the pull request's own if no changed file that its agent's patterns match had it at the base. */
export function ownChanges(
  agent: AgentTests,
  base: readonly FileBefore[],
  pathsOf: PathsOf,
): (test: FileTest) => 'added' | 'edited' | null {
  const changes = new Map(filesOf([agent]).map((file) => [file, changeOf(pathsOf(file), base)]))
  const known = new Map<string, ReturnType<typeof testsBefore>>()
  return ({ test, file }) => {
    const change = changes.get(file) ?? null
    if (change === null) return null
    const { prefix, text } = change
    const { forms, names } = known.get(prefix) ?? testsBefore(agent, base, prefix)
    known.set(prefix, { forms, names })
    if (forms.has(definitionKey(test))) return null
    return names.has(test.name) || text === undefined ? 'edited' : 'added'
  }
}

export function filesOf(agents: readonly AgentTests[]): string[] {
  return [...new Set(agents.flatMap(({ tests }) => tests.map(({ file }) => file)))]
}

/** What the agent's files were, as far as they have changed. A test of any other file is new to the agent. */
function testsBefore(agent: AgentTests, base: readonly FileBefore[], prefix: string) {
  const tests = base.flatMap(({ before, text }) =>
    before !== null && text != null && isMatched(agent, prefix + before) ? testsIn(text) : [],
  )
  return {
    forms: new Set(tests.map(({ test }) => definitionKey(test))),
    names: new Set(tests.map(({ test }) => test.name)),
  }
}

/** The change that names most of a path. `prefix`: where the repository is in the workspace. */
function changeOf(paths: readonly string[], base: readonly FileBefore[]) {
  const found = base.flatMap(({ now, text }) =>
    paths.flatMap((path) => {
      const prefix = now === null ? null : prefixOf(path, now)
      return prefix === null ? [] : { prefix, text }
    }),
  )
  return found.sort((a, b) => a.prefix.length - b.prefix.length)[0] ?? null
}

/**
 * Where the repository is in the workspace, if this is a path in it: it may be checked out into a folder. What is changed may be a
 * link or a submodule on the way to a file.
 */
function prefixOf(path: string, ofRepository: string): string | null {
  const at = `/${path}/`.indexOf(`/${ofRepository}/`)
  return at === -1 ? null : path.slice(0, at)
}

/** Each ends in a slash, but for the workspace itself. */
function foldersOf(path: string): string[] {
  const parts = path.split('/')
  return parts.map((_, i) =>
    parts
      .slice(0, i)
      .map((part) => `${part}/`)
      .join(''),
  )
}

function isMatched({ patterns }: Pick<AgentTests, 'patterns'>, path: string): boolean {
  return patterns.some((each) => {
    const pattern = posix.normalize(each.replaceAll('\\', '/'))
    return pattern === path || posix.matchesGlob(path, pattern)
  })
}

/** The same text for the same name and content. */
function definitionKey(test: TestDefinition): string {
  return `${JSON.stringify(test.name)} ${formOf(test)}`
}
