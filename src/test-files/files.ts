// The input `tests`: patterns and files of the workspace → tests of agents. All errors are found at once, before any request.
import {
  isAlias,
  isCollection,
  isMap,
  isNode,
  isPair,
  isScalar,
  isSeq,
  type Node,
  parseDocument,
  type YAMLMap,
} from 'yaml'
import * as z from 'zod/mini'
import { placeOf } from '../change/files.ts'
import { suggestion } from '../inputs/names.ts'
import { linesOf, quoted } from '../inputs/values.ts'
import { type ReadFile, type Terms, termsOfJobs, workspaceReader } from '../inputs/workspace.ts'
import {
  keyName,
  lookalikeSpace,
  otherValueMessage,
  otherValues,
  problemsIn,
  readYaml,
} from '../inputs/yaml.ts'
import { examples, schemaErrors, type TestFileError } from './errors.ts'
import { detourTo, filesMatching, type Pattern, preparedPattern, unmatchedPattern } from './patterns.ts'
import { fileTestSchema, type TestDefinition } from './schema.ts'

/** A test, and where it is written: the paths of its file in the workspace and in its repository. */
export interface FileTest {
  readonly test: TestDefinition
  readonly path: string
  readonly file: string
  readonly line: number
}

export interface AgentTests {
  readonly agent: string
  readonly patterns: readonly Pattern[]
  readonly tests: readonly FileTest[]
}

export type TestsOrErrors =
  | {
      readonly ok: true
      readonly agents: readonly AgentTests[]
      /** An error in a test. */
      readonly errorAt: (test: FileTest, ...error: ErrorInTest) => TestFileError
    }
  | { readonly ok: false; readonly errors: readonly TestFileError[] }

export type ErrorInTest = readonly [path: readonly PropertyKey[], message: string, example: readonly string[]]

/** What is read of the workspace. */
interface TestFiles {
  readonly readFile: ReadFile
  /** The files of a pattern, or what is wrong, with right ones if its form is. */
  readonly find: (
    pattern: Pattern,
  ) => readonly Pick<FileTest, 'path' | 'file'>[] | Pick<TestFileError, 'message' | 'example'>
  readonly terms?: Terms
  /** Errors then have no texts of the files, and no numbers, which may be those of a telephone. */
  readonly hidesTexts?: boolean
}

const MAX_TESTS = 5000
/** So many errors of a file are told: often, the others are the same mistake. */
const MAX_ERRORS = 50
/** A job summary of more than 1 MiB is not shown. */
const MAX_ERRORS_IN_ALL = 500

export function testFiles(workspace: string, words: Pick<TestFiles, 'terms' | 'hidesTexts'> = {}): TestFiles {
  const { terms = termsOfJobs } = words
  return {
    ...words,
    readFile: workspaceReader(workspace, terms),
    find(pattern) {
      const paths = filesMatching(pattern, workspace)
      if (paths.length === 0) return unmatchedPattern(pattern, workspace, terms)
      const [detour] = paths.flatMap((path) => detourTo(path, pattern, workspace) ?? [])
      if (detour !== undefined) return { message: detour, example: [] }
      return paths.map((path) => ({ path, file: placeOf(path, workspace).path }))
    },
  }
}

/** @param agents names, as in the input `agents`; none if all agents are tested */
export function readTests(text: string, agents: readonly string[], workspace: TestFiles): TestsOrErrors {
  const errors: TestFileError[] = []
  const addError = (message: string, example: readonly string[] = examples.agents) =>
    errors.push({ file: null, line: null, message, lines: [], example })
  const files = new Map<string, TestFile>()
  const read = ({ path, file }: Pick<FileTest, 'path' | 'file'>) => {
    const known = files.get(path)
    if (known !== undefined) return known
    const found = readTestFile({ path, file }, workspace)
    files.set(path, found)
    errors.push(...found.errors.toSorted((a, b) => (a.line ?? 0) - (b.line ?? 0)))
    return found
  }
  const found = patternsOf(text, agents, addError, workspace.terms ?? termsOfJobs).map(
    ({ agent, patterns: texts }) => {
      const patterns = texts.map(preparedPattern)
      const all = patterns.flatMap((pattern) => {
        const matching = workspace.find(pattern)
        if (!('message' in matching)) return matching
        if (pattern.text.includes(': ')) addError(`${quoted(pattern.text)} matches no file. ${IN_QUOTES}`)
        else addError(matching.message, matching.example)
        return []
      })
      return { agent, patterns, files: [...new Set(all.map(read))] }
    },
  )
  for (const each of found) {
    const { length } = each.files.flatMap(({ tests }) => tests)
    if (length > MAX_TESTS)
      addError(`${quoted(each.agent)} has ${length} tests. An agent can have ${MAX_TESTS} at most.`, [])
    errors.push(...repeatedNames(each.agent, each.files).slice(0, MAX_ERRORS))
  }
  if (errors.length > 0) return { ok: false, errors: errors.slice(0, MAX_ERRORS_IN_ALL) }
  return {
    ok: true,
    agents: found.map(({ files: of, ...agent }) => ({ ...agent, tests: of.flatMap(({ tests }) => tests) })),
    errorAt(test, path, message, example) {
      const { errorAt, lineOf } = read(test)
      return errorAt(lineOf(test, path), message, example)
    },
  }
}

const IN_QUOTES = 'In a mapping, a pattern that begins with * or { needs quotes.'

function repeatedNames(agent: string, files: readonly TestFile[]): TestFileError[] {
  const first = new Map<string, NamedAt>()
  return files.flatMap(({ names, errorAt }) =>
    names.flatMap((each): TestFileError[] => {
      const { name } = each
      const other = first.get(name)
      if (other === undefined) first.set(name, each)
      if (other === undefined) return []
      const message = `${quoted(name)} is the name of another test of ${quoted(agent)}, too: ${other.file}:${other.line}. Rename one of them.`
      return [errorAt(each.line, message, [])]
    }),
  )
}

interface AgentPatterns {
  readonly agent: string
  readonly patterns: readonly string[]
}

/** A mapping of names to patterns if the input reads as one, else one pattern per line. */
function patternsOf(
  text: string,
  agents: readonly string[],
  addError: (message: string, example?: readonly string[]) => void,
  { input }: Terms,
): AgentPatterns[] {
  const mapping = mappingIn(text)
  if (mapping === null) {
    const [agent, ...others] = agents
    if (agent !== undefined && others.length === 0) return [{ agent, patterns: linesOf(text) }]
    addError('with more than one agent, it has to name them. Expected a mapping of names to patterns.')
    return []
  }
  // As it is written: a name may be a number, too.
  const names = mapping.items.map(({ key }) => String(isScalar(key) ? (key.source ?? key.value) : key))
  return mapping.items.flatMap(({ value }, i): AgentPatterns[] => {
    const agent = names[i] ?? ''
    if (names.indexOf(agent) < i)
      addError(`${quoted(agent)} is there twice. Write its patterns in one place.`, [])
    if (agents.length > 0 && !agents.includes(agent))
      addError(
        `${quoted(agent)} is none of the tested agents. ${suggestion(agent, agents, `Expected one of them, such as ${quoted(agents[0] ?? '')}, or add it to ${input('agents')}.`)}`,
        [],
      )
    const given: unknown = isCollection(value) || isScalar(value) ? value.toJSON() : value
    const listed: unknown[] = Array.isArray(given) ? given : [given]
    const patterns = listed.flatMap((each) => (typeof each === 'string' ? linesOf(each) : []))
    if (patterns.length === 0 || listed.some((each) => typeof each !== 'string'))
      addError(`${quoted(agent)} has no pattern. Expected one, or a list of them. ${IN_QUOTES}`)
    return [{ agent, patterns }]
  })
}

/** Whether an input `tests` reads as a mapping. */
export const namesAgents = (text: string) => mappingIn(text) !== null

/** Most patterns are no valid YAML (`*.yml`), or a text. */
function mappingIn(text: string): YAMLMap | null {
  const { errors, contents } = parseDocument(text, { prettyErrors: false, uniqueKeys: false })
  return errors.length === 0 && isMap(contents) ? contents : null
}

type NamedAt = Pick<FileTest, 'file' | 'line'> & { readonly name: string }

/** A file, and what is wrong with it. */
interface TestFile {
  readonly tests: readonly FileTest[]
  /** The names of tests with errors, too, so that all errors are found at once. */
  readonly names: readonly NamedAt[]
  readonly errors: readonly TestFileError[]
  readonly errorAt: (line: number | null, message: string, example: readonly string[]) => TestFileError
  readonly lineOf: (test: FileTest, path: readonly PropertyKey[]) => number
}

/** A file while it is read. */
interface ListSource {
  readonly text: string
  readonly addError: (message: string, node: Node, example?: readonly string[]) => void
  readonly lineOf: (node: Node) => number
}

function readTestFile(
  { path, file }: Pick<FileTest, 'path' | 'file'>,
  { readFile, hidesTexts = false }: Pick<TestFiles, 'readFile' | 'hidesTexts'>,
): TestFile {
  const read = readFile(path)
  const text = 'value' in read ? read.value : ''
  const split = lazy(() => text.split('\n'))
  // Read again where it is needed: the nodes of all files would take a lot of memory.
  const parsedAgain = lazy(() => readYaml(text))
  const of: Pick<TestFile, 'errorAt' | 'lineOf'> = {
    errorAt(line, message, example) {
      const lines = line === null || hidesTexts ? [] : split().slice(Math.max(0, line - 2), line)
      // A space that YAML does not read as one is the cause of all else that is wrong in its line.
      const found = lookalikeSpace(line === null ? '' : (split()[line - 1] ?? '')) ?? message
      return { file, line, message: found, lines, example }
    },
    lineOf({ line }, path) {
      const { contents, lineOf } = parsedAgain()
      const item = isSeq(contents) && contents.items.find((each) => isMap(each) && lineOf(each) === line)
      return isMap(item) ? lineOf(nodeAt(item, path)) : line
    },
  }
  if ('error' in read)
    return {
      ...of,
      tests: [],
      names: [],
      errors: [of.errorAt(null, `the file ${read.error}`, [])],
    }
  const errors: TestFileError[] = []
  const add = (line: number, message: string, example: readonly string[] = examples.yaml) => {
    if (errors.length < MAX_ERRORS) errors.push(of.errorAt(line, message, example))
  }
  const { contents, syntaxError, lineOf } = readYaml(text)
  const items = isSeq(contents) ? contents.items : []
  if (syntaxError !== null) add(syntaxError.line, syntaxError.message)
  else if (items.length === 0)
    add(lineOf(contents), 'expected a list of tests, each with "- " before its first line.')
  const source: ListSource = {
    text,
    lineOf,
    addError: (message, node, example) => add(lineOf(node), message, example),
  }
  const tests: FileTest[] = []
  const names: NamedAt[] = []
  for (const item of errors.length > 0 ? [] : items) {
    const test = errors.length < MAX_ERRORS ? testOf(item, source) : null
    if (test !== null) tests.push({ ...test, path, file })
    const name = isMap(item) ? item.get('name') : null
    if (isMap(item) && typeof name === 'string') names.push({ name, file, line: lineOf(item) })
  }
  return { ...of, tests, names, errors }
}

/** The tests of a text that are right. */
export function testsIn(text: string): readonly FileTest[] {
  return readTestFile({ path: '', file: '' }, { readFile: () => ({ value: text }) }).tests
}

function lazy<Value>(make: () => Value): () => Value {
  let made: { readonly value: Value } | undefined
  return () => {
    made ??= { value: make() }
    return made.value
  }
}

function testOf(item: unknown, source: ListSource): Omit<FileTest, 'path' | 'file'> | null {
  if (!isNode(item)) return null
  const problems = problemsIn(item)
  for (const { node, message } of problems) source.addError(message, node, [])
  if (problems.length > 0 || isAlias(item)) return null
  const value: unknown = item.toJSON()
  const result = z.safeParse(fileTestSchema, value)
  const errors = result.success ? [] : schemaErrors(result.error.issues, value)
  for (const { message, path, example } of errors) source.addError(message, nodeAt(item, path), example)
  const values = otherValues(item, source.text).filter(({ path }) => isFreeForm(path))
  for (const { node, path } of values)
    source.addError(otherValueMessage(keyName(path.filter(isPair).at(-1))), node, examples.number)
  if (!result.success || values.length > 0) return null
  return { test: result.data, line: source.lineOf(item) }
}

/** Whether the nodes lead to a value that need not be a text; all others are refused by the schema. */
function isFreeForm(path: readonly unknown[]): boolean {
  const [field, ...others] = path.filter(isPair).map(keyName)
  return field === 'inputs' || (field !== 'history' && others.some((key) => FREE.has(key)))
}

const FREE: ReadonlySet<unknown> = new Set(['arguments', 'variable_values'])

/** The key or the element at a path, or the last one on the way to it that there is. */
function nodeAt(node: Node, path: readonly PropertyKey[]): Node {
  const [part, ...rest] = path
  if (isSeq(node) && typeof part === 'number') {
    const item = node.items[part]
    return isCollection(item) || isScalar(item) ? nodeAt(item, rest) : node
  }
  const pair = isMap(node) ? node.items.find(({ key }) => isScalar(key) && key.value === part) : undefined
  if (pair === undefined) return node
  const key = isScalar(pair.key) ? pair.key : node
  return rest.length > 0 && isCollection(pair.value) ? nodeAt(pair.value, rest) : key
}
