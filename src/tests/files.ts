// The input `tests`: patterns and files of the workspace → tests of agents. All errors are found at once, before any request.
import { existsSync, statSync } from 'node:fs'
import { join, posix } from 'node:path'
import { globSync } from 'tinyglobby'
import {
  isAlias,
  isCollection,
  isMap,
  isPair,
  isScalar,
  isSeq,
  LineCounter,
  type Node,
  type Pair,
  parseDocument,
  type YAMLMap,
  type YAMLParseError,
} from 'yaml'
import * as z from 'zod/mini'
import { type ReadFile, workspaceReader } from '../inputs/override.ts'
import { quoted, quotedWhole } from '../inputs/values.ts'
import { closestName, examples, schemaErrors, type TestFileError } from './errors.ts'
import { fileTestSchema, type TestDefinition } from './schema.ts'

/** A test, and where it is written. */
export interface FileTest {
  readonly test: TestDefinition
  readonly file: string
  readonly line: number
}

export interface AgentTests {
  readonly agent: string
  readonly patterns: readonly string[]
  readonly tests: readonly FileTest[]
}

/** An error at a place in a test, as the path to it. */
export type TestErrorAt = (
  test: FileTest,
  path: readonly PropertyKey[],
  message: string,
  example: readonly string[],
) => TestFileError

export type ReadTests =
  | { readonly ok: true; readonly agents: readonly AgentTests[]; readonly errorAt: TestErrorAt }
  | { readonly ok: false; readonly errors: readonly TestFileError[] }

/** What is read of the workspace. */
export interface TestFiles {
  readonly readFile: ReadFile
  /** The files of a pattern, relative to the workspace. */
  readonly find: (pattern: string) => readonly string[]
}

const MAX_TESTS = 5000
/** So many errors of a file are told: often, the others are the same mistake. */
const MAX_ERRORS = 50

/** A link that a glob follows may not lead out of the workspace, like any other path. */
export function testFiles(workspace: string): TestFiles {
  return {
    readFile: workspaceReader(workspace),
    find(pattern) {
      const path = pattern.replaceAll('\\', '/')
      // A file may have the characters of a pattern in its name.
      const whole = join(workspace, path)
      if (existsSync(whole) && statSync(whole).isFile()) return [posix.normalize(path)]
      return globSync([path], { cwd: workspace, expandDirectories: false })
        .map((file) => posix.normalize(file))
        .sort()
    },
  }
}

/** @param agents names, as in the input `agents`; none if all agents are tested */
export function readTests(text: string, agents: readonly string[], { readFile, find }: TestFiles): ReadTests {
  const errors: TestFileError[] = []
  const addError = (message: string, example: readonly string[] = examples.input) =>
    errors.push({ file: null, line: null, message, lines: [], example })
  const files = new Map<string, TestFile>()
  const fileAt = (path: string) => {
    const known = files.get(path)
    if (known !== undefined) return known
    const file = readTestFile(path, readFile)
    files.set(path, file)
    errors.push(...file.errors.toSorted((a, b) => (a.line ?? 0) - (b.line ?? 0)))
    return file
  }
  const found = patternsOf(text, agents, addError).map(({ agent, patterns }) => {
    const paths = patterns.flatMap((pattern) => {
      const matching = find(pattern)
      if (matching.length === 0) addError(...unmatched(pattern))
      return matching
    })
    return { agent, patterns, files: [...new Set(paths)].map(fileAt) }
  })
  for (const each of found) {
    const { length } = each.files.flatMap(({ tests }) => tests)
    if (length > MAX_TESTS)
      addError(`${quoted(each.agent)} has ${length} tests. An agent can have ${MAX_TESTS} at most.`)
    errors.push(...repeatedNames(each.agent, each.files).slice(0, MAX_ERRORS))
  }
  if (errors.length > 0) return { ok: false, errors }
  return {
    ok: true,
    agents: found.map(({ files: of, ...agent }) => ({ ...agent, tests: of.flatMap(({ tests }) => tests) })),
    errorAt(test, path, message, example) {
      const { errorAt, lineOf } = fileAt(test.file)
      return errorAt(lineOf(test, path), message, example)
    },
  }
}

const IN_QUOTES = 'In a mapping, a pattern that begins with * or { needs quotes.'

function unmatched(pattern: string): [message: string, example: readonly string[]] {
  const message = `${quoted(pattern)} matches no file.`
  return pattern.includes(': ')
    ? [`${message} ${IN_QUOTES}`, examples.input]
    : [
        `${message} Expected a pattern such as agent-tests/*.yml, relative to the workspace. Check out the repository first (actions/checkout).`,
        examples.patterns,
      ]
}

function repeatedNames(agent: string, files: readonly TestFile[]): TestFileError[] {
  const first = new Map<string, FileTest>()
  return files.flatMap(({ tests, errorAt }) =>
    tests.flatMap((each): TestFileError[] => {
      const { name } = each.test
      const other = first.get(name)
      if (other === undefined) first.set(name, each)
      if (other === undefined) return []
      const message = `${quoted(name)} is the name of another test of ${quoted(agent)}, too: ${other.file}:${other.line}. Rename one of them.`
      return [errorAt(each.line, message, examples.name)]
    }),
  )
}

type AgentPatterns = Pick<AgentTests, 'agent' | 'patterns'>

/** A mapping of names to patterns if the input reads as one, else one pattern per line. */
function patternsOf(
  text: string,
  agents: readonly string[],
  addError: (message: string) => void,
): AgentPatterns[] {
  const mapping = mappingIn(text)
  if (mapping === null) {
    const [agent, ...others] = agents
    if (agent !== undefined && others.length === 0) return [{ agent, patterns: linesOf(text) }]
    addError('with more than one agent, it has to name them. Expected a mapping of names to patterns.')
    return []
  }
  const names = mapping.items.map(({ key }) => String(isScalar(key) ? key.value : key))
  return mapping.items.flatMap(({ value }, i): AgentPatterns[] => {
    const agent = names[i] ?? ''
    if (names.indexOf(agent) < i)
      addError(`${quoted(agent)} is there twice. Write its patterns in one place.`)
    if (agents.length > 0 && !agents.includes(agent)) {
      const close = closestName(agent, agents)
      addError(
        `${quoted(agent)} is not in "agents". ${close ? `Did you mean ${quoted(close)}?` : 'Add it there.'}`,
      )
    }
    const given: unknown = isCollection(value) || isScalar(value) ? value.toJSON() : value
    const listed: unknown[] = Array.isArray(given) ? given : [given]
    const patterns = listed.flatMap((each) => (typeof each === 'string' ? linesOf(each) : []))
    if (patterns.length === 0 || listed.some((each) => typeof each !== 'string'))
      addError(`${quoted(agent)} has no pattern. Expected one, or a list of them. ${IN_QUOTES}`)
    return [{ agent, patterns }]
  })
}

const linesOf = (text: string) =>
  text
    .split(/[\r\n]+/)
    .map((line) => line.trim())
    .filter((line) => line !== '')

/** Whether an input `tests` reads as a mapping. */
export const namesAgents = (text: string) => mappingIn(text) !== null

/** Most patterns are no valid YAML (`*.yml`), or a text. */
function mappingIn(text: string): YAMLMap | null {
  const { errors, contents } = parseDocument(text, { prettyErrors: false, uniqueKeys: false })
  return errors.length === 0 && isMap(contents) ? contents : null
}

/** A file, and what is wrong with it. */
interface TestFile {
  readonly tests: readonly FileTest[]
  readonly errors: readonly TestFileError[]
  readonly errorAt: (line: number | null, message: string, example: readonly string[]) => TestFileError
  readonly lineOf: (test: FileTest, path: readonly PropertyKey[]) => number
}

/** A file while it is read. */
interface ListSource {
  readonly addError: (message: string, node: Node | null | undefined, example?: readonly string[]) => void
  readonly lineOf: (node: Node | null | undefined) => number
}

function readTestFile(file: string, readFile: ReadFile): TestFile {
  const read = readFile(file)
  const text = 'value' in read ? read.value : ''
  const split = lazy(() => text.split(/\r?\n/))
  // Read again where it is needed: the nodes of all files would take a lot of memory.
  const parsedAgain = lazy(() => parsedYaml(text))
  const of: Pick<TestFile, 'errorAt' | 'lineOf'> = {
    errorAt(line, message, example) {
      const lines = line === null ? [] : split().slice(Math.max(0, line - 2), line)
      return { file, line, message, lines, example }
    },
    lineOf({ line }, path) {
      const { items, lineOf } = parsedAgain()
      const item = items?.find((each) => isMap(each) && lineOf(each) === line)
      return isMap(item) ? lineOf(nodeAt(item, path)) : line
    },
  }
  if ('error' in read) return { ...of, tests: [], errors: [of.errorAt(null, ...yamlError(read.error))] }
  const errors: TestFileError[] = []
  const add = (line: number, message: string, example: readonly string[] = examples.yaml) =>
    errors.push(of.errorAt(line, message, example))
  const { items, syntaxError, start, lineOf } = parsedYaml(text)
  if (syntaxError !== null) add(syntaxError.line, syntaxError.message)
  if (items === null && errors.length === 0)
    add(start, 'expected a list of tests, each with "- " before its first line.')
  const source: ListSource = {
    lineOf,
    addError: (message, node, example) => add(lineOf(node), message, example),
  }
  const tests: FileTest[] = []
  for (const item of errors.length > 0 ? [] : (items ?? [])) {
    const test = errors.length < MAX_ERRORS ? testOf(item, source) : null
    if (test !== null) tests.push({ ...test, file })
  }
  return { ...of, tests, errors: errors.slice(0, MAX_ERRORS) }
}

function yamlError(error: string): [message: string, example: readonly string[]] {
  const [, remedy] = REMEDIES.find(([pattern]) => pattern.test(error)) ?? ['', ' Name other files.']
  return [`the file ${error}${remedy}`, error === 'is empty.' ? examples.yaml : examples.patterns]
}

const REMEDIES = [
  [/empty/, ' Write a test, or delete it.'],
  [/MiB/, ' Split it.'],
  [/UTF-8/, ' Save it as UTF-8.'],
  [/Correct the path/, ''],
] as const

/** The tests of a text that are right. */
export function testsIn(text: string): readonly FileTest[] {
  return readTestFile('', () => ({ value: text })).tests
}

function lazy<Value>(make: () => Value): () => Value {
  let made: { readonly value: Value } | undefined
  return () => {
    made ??= { value: make() }
    return made.value
  }
}

/** `items` is null if it is not a list, or an empty one. */
function parsedYaml(text: string) {
  const lineCounter = new LineCounter()
  const { contents, errors } = parseDocument(text, {
    lineCounter,
    prettyErrors: false,
    // Whatever version of YAML the file names: without dates.
    schema: 'core',
    // The parser compares each key with every other one, which takes half a minute for 1 MiB.
    uniqueKeys: false,
  })
  const lineAt = (offset: number) => lineCounter.linePos(offset).line
  const [first] = errors
  return {
    items: isSeq(contents) && contents.items.length > 0 ? contents.items : null,
    // What is wrong behind the first error follows from it.
    syntaxError: first === undefined ? null : { line: lineAt(first.pos[0]), message: wordsOf(first, text) },
    start: lineAt(contents?.range?.[0] ?? 0),
    lineOf: (node: Node | null | undefined) => lineAt(node?.range?.[0] ?? 0),
  }
}

function wordsOf({ message, code, pos }: YAMLParseError, text: string): string {
  if (/call stack/.test(message)) return 'it is nested too deeply.'
  const [, quote] = /^Missing closing (.)quote/.exec(message) ?? []
  if (quote !== undefined)
    return `not valid YAML: a text that begins with ${quote}, here or above, does not end with ${quote}.`
  const [indent = ''] = /^\s*/.exec(text.slice(text.lastIndexOf('\n', pos[0] - 1) + 1)) ?? []
  const hint = indent.includes('\t')
    ? ' Indent with spaces, not with tabs.'
    : code === 'BLOCK_AS_IMPLICIT_KEY'
      ? ' Put texts with ": " in quotes, and begin all keys of a test in the same column.'
      : ''
  return `not valid YAML: ${message}.${hint}`
}

function testOf(item: unknown, source: ListSource): Omit<FileTest, 'file'> | null {
  if (!isCollection(item) && !isScalar(item)) {
    source.addError(NOT_PLAIN, isAlias(item) ? item : null)
    return null
  }
  if (!isPlain(item, source)) return null
  const value: unknown = item.toJSON()
  const result = z.safeParse(fileTestSchema, value)
  if (!result.success) {
    for (const { message, path, example } of schemaErrors(result.error.issues, value).slice(0, MAX_ERRORS))
      source.addError(message, nodeAt(item, path), example)
    return null
  }
  return hasEvaluatorTwice(result.data, item, source)
    ? null
    : { test: result.data, line: source.lineOf(item) }
}

function hasEvaluatorTwice(test: TestDefinition, item: Node, source: ListSource): boolean {
  const names = test.type === 'tool_call' ? [] : test.evaluators.map(({ name }) => name)
  const last = new Map(names.map((name, i) => [name, i]))
  const first = names.findIndex((name, i) => last.get(name) !== i)
  if (first === -1) return false
  const name = names[first] ?? ''
  const line = source.lineOf(nodeAt(item, ['evaluators', first]))
  source.addError(
    `the evaluator ${quoted(name)} is there twice, first on line ${line}. The service would keep the last one. Remove one.`,
    nodeAt(item, ['evaluators', last.get(name) ?? first]),
    examples.evaluators,
  )
  return true
}

const NOT_PLAIN = 'anchors, aliases and tags are not supported. Write the value itself.'

/** Whether it is what JSON can have, and what the service can store. Reports what is not. */
function isPlain(node: unknown, source: ListSource): boolean {
  if (isPair(node)) return isPlainPair(node, source)
  if (node === null) return true
  if (!isCollection(node) && !isScalar(node)) {
    source.addError(NOT_PLAIN, Object(node))
    return false
  }
  const problem = isScalar(node) ? scalarProblem(node.value) : null
  const message = node.anchor || node.tag ? NOT_PLAIN : problem
  if (message !== null) source.addError(message, node)
  if (message !== null || isScalar(node)) return message === null
  const arePlain = node.items.map((each) => isPlain(each, source)).every(Boolean)
  return arePlain && !hasKeyTwice(node.items, source)
}

function isPlainPair({ key, value }: Pair, source: ListSource): boolean {
  const name = isScalar(key) ? key.value : null
  if (typeof name === 'string' && name !== '__proto__')
    return [isPlain(key, source), isPlain(value, source)].every(Boolean)
  source.addError(
    'a key has to be a text, and cannot be __proto__. Put numbers in quotes.',
    isScalar(key) || isCollection(key) ? key : null,
  )
  return false
}

function hasKeyTwice(items: readonly unknown[], source: ListSource): boolean {
  const keys = new Set<unknown>()
  const twice = items.flatMap((each) => {
    const key = isPair(each) && isScalar(each.key) ? each.key : null
    const isKnown = key !== null && keys.has(key.value)
    if (key !== null) keys.add(key.value)
    return isKnown ? key : []
  })
  for (const key of twice)
    source.addError(`${quotedWhole(String(key.value))} is there twice. Remove one.`, key)
  return twice.length > 0
}

function scalarProblem(value: unknown): string | null {
  if (typeof value === 'string')
    return value.isWellFormed()
      ? null
      : 'this text has half of a surrogate pair, which the service cannot read again.'
  const isExact = typeof value !== 'number' || Math.abs(value) <= Number.MAX_SAFE_INTEGER
  return isExact ? null : 'this number cannot be written exactly. Put it in quotes.'
}

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
