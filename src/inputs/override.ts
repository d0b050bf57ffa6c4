// The input `override`: YAML and files of the workspace → what to change in copies of agents. No message quotes a value.
import { posix } from 'node:path'
import { isCollection, isMap, isPair, isScalar, isSeq, type Node, stringify, visit, type YAMLMap } from 'yaml'
import { isMapping, originalName, suggestion } from './names.ts'
import { type Checked, quoted } from './values.ts'
import { CONFLICT, hasConflict, type ReadFile } from './workspace.ts'
import { hiddenValueMessage, keyName, lookalikeSpace, otherValues, problemsIn, readYaml } from './yaml.ts'

/** What is asked for, before any file is read. */
export interface GivenOverride {
  /** A copy of the agent `original`, whose configuration is replaced before each run. */
  readonly copy: string
  readonly original: string
  readonly given: unknown
}

export interface Override extends Omit<GivenOverride, 'given'> {
  /** To be merged into the configuration of `original` (RFC 7396). */
  readonly patch: Patch
  readonly keys: readonly OverriddenKey[]
  /** All files that values were read from, as they are named. */
  readonly files: readonly string[]
}

export interface OverriddenKey {
  /** As `llm.model`. */
  readonly key: string
  /** The (first) file that its value was read from, as its repository has it. */
  readonly file: string | null
  /** What its value was made of: files as they are named, and null for what the input itself says. */
  readonly sources: readonly (string | null)[]
}

type Patch = Readonly<Record<string, unknown>>

const isString = (value: unknown): value is string => typeof value === 'string'
const isOfTexts = (value: unknown) =>
  isMapping(value) && Object.values(value).every((each) => each === null || isString(each))

interface Form {
  readonly isValid: (value: unknown) => boolean
  /** In words. */
  readonly form: string
  readonly example: string
}

/** What can be overridden, because a run reads it and nothing else. */
const forms: Readonly<Record<string, Form>> = {
  system_prompt: {
    isValid: (value) => value === null || isString(value),
    form: 'a text',
    example: '{ file: prompts/support-bot.md }',
  },
  llm: {
    isValid: (value) => isOfTexts(value) && Object.keys(Object(value)).join() === 'model',
    form: 'a mapping with nothing but "model", a text',
    example: '{ model: openai/gpt-4.1 }',
  },
  agent_url: { isValid: isString, form: 'a text', example: 'https://preview.acme.test/chat' },
  agent_headers: {
    isValid: (value) => value === null || isOfTexts(value),
    form: 'a mapping of texts (put numbers in quotes)',
    example: '{ X-Version: "2" }',
  },
  default_inputs: {
    isValid: (value) => value === null || isMapping(value),
    form: 'a mapping',
    example: '{ plan: premium }',
  },
}
const formOfKey = (key: unknown) => (isString(key) && Object.hasOwn(forms, key) ? (forms[key] ?? null) : null)

/** `file`: the file that is wrong, as its repository has it. */
interface YamlIssue {
  readonly text: string
  /** The key of the override whose value has a wrong form; null if another form is wrong, undefined if none is. */
  readonly key?: unknown
  readonly file?: string | null
}

export function overrides(text: string): Checked<readonly GivenOverride[]> {
  if (text === '') return { value: [] }
  const { contents, syntaxError, lineOf } = readYaml(text)
  if (syntaxError !== null)
    return { error: withExample([{ text: `line ${syntaxError.line}: ${syntaxError.message}`, key: null }]) }
  if (!isMap(contents)) return { error: withExample([{ text: NO_MAPPING, key: null }]) }
  const [outdented] = contents.items.filter((pair) => formOfKey(keyName(pair)) !== null)
  if (isScalar(outdented?.key)) {
    const key = String(outdented.key.value)
    return { error: withExample([{ text: `line ${lineOf(outdented.key)}: ${notIndented(key)}`, key }]) }
  }
  const issues = issuesIn(contents, text, lineOf)
  if (issues.length > 0) return { error: withExample(issues) }
  const value = Object.entries(contents.toJSON()).map(([copy, given]) => {
    const original = originalName(copy)
    if (original === '') issues.push({ text: `${quoted(copy)}: ${NO_COPY}`, key: null })
    return { copy, original, given }
  })
  return issues.length > 0 ? { error: withExample(issues) } : { value }
}

interface Files {
  readonly readFile: ReadFile
  /** How reports name a file. */
  readonly inRepository: (file: string) => string
}

/** With the texts of their files. */
export function readOverrides(given: readonly GivenOverride[], files: Files): Checked<readonly Override[]> {
  const issues: YamlIssue[] = []
  const value = given.map((each) => {
    const addError: AddError = (text, key, file = null) =>
      issues.push({ text: `${quoted(each.copy)}: ${text}`, key, file })
    return overrideOf(each, files, addError)
  })
  const file = issues.find((issue) => issue.file)?.file ?? null
  return issues.length > 0 ? { error: withExample(issues), file } : { value }
}

const NO_MAPPING = 'expected a mapping of copies of agents, each with what to override.'

const NO_COPY =
  'expected the name of a copy, which is that of its original with something in parentheses behind it, such as "Support bot (preview)".'

const notIndented = (key: string) =>
  `${quoted(key)} stands where the name of a copy is expected. Below the name of the copy, indent its keys.`

/** With a line for each key whose value has a wrong form; where another form is wrong, with the one that most people want. */
function withExample(issues: readonly YamlIssue[]): string {
  const ofForm = issues.filter(({ key }) => key !== undefined)
  const wrong = new Set(ofForm.map(({ key }) => (formOfKey(key) === null ? 'system_prompt' : key)))
  const lines = Object.entries(forms).filter(([key]) => wrong.has(key))
  const example = lines.map(([key, form]) => `\n  ${key}: ${form.example}`).join('')
  const texts = issues.map(({ text }) => text).join('\n')
  if (ofForm.length === 0) return texts
  return `${texts} Write it like this:\nSupport bot (preview):${example}`
}

/** What YAML allows and a configuration does not. */
function issuesIn(contents: YAMLMap, text: string, lineOf: (node: Node) => number): YamlIssue[] {
  const lines = text.split('\n')
  // A misread space makes other errors, too.
  const spaces = new Map<number, YamlIssue>()
  const issues: YamlIssue[] = []
  const add = (node: Node, path: readonly unknown[], message: string) => {
    const key = keyName([...path, node].filter(isPair)[1])
    const line = lineOf(node)
    const space = lookalikeSpace(lines[line - 1] ?? '')
    if (space === null) issues.push({ text: `line ${line}: ${message}`, key })
    else spaces.set(line, { text: `line ${line}: ${space}`, key })
  }
  for (const { node, path, message } of problemsIn(contents, text)) add(node, path, message)
  for (const { value } of contents.items)
    if (isSeq(value) || (isScalar(value) && value.value !== null))
      add(value, [contents], 'expected a mapping of what to override.')
  visit(contents, (where, node, path) => {
    // `{ a }` has no value at all.
    if (isPair(node) && node.value === null && isScalar(node.key)) add(node.key, [...path, node], EMPTY)
    if (isCollection(node) && node.items.length === 0) add(node, path, EMPTY)
    if (!isScalar(node) || where === 'key') return
    const { value, source } = node
    const isEmpty = value === null ? source !== 'null' : typeof value === 'string' && value.trim() === ''
    if (isEmpty) add(node, path, EMPTY)
  })
  for (const { node, path } of otherValues(contents, text)) {
    const pairs = path.filter(isPair)
    // All other keys are texts.
    if (keyName(pairs[1]) === 'default_inputs') add(node, path, hiddenValueMessage(keyName(pairs.at(-1))))
  }
  return spaces.size > 0 ? [...spaces.values()] : issues
}

const EMPTY =
  'this value is empty. If it is an expression, it gave nothing; if its keys follow, indent them; to remove a key, write null.'

type AddError = (text: string, key?: string | null, file?: string | null) => void

function overrideOf(
  { copy, original, given }: GivenOverride,
  { readFile, inRepository }: Files,
  addError: AddError,
): Override {
  const read = Object.entries(isMapping(given) ? given : {}).map(([key, value]) => {
    const sources = sourcesOf(value)
    const patch = withFileTexts(value, (path) => {
      const text = fileText(path, readFile)
      if ('value' in text) return text.value
      addError(`file ${quoted(path)} ${text.error}`, undefined, text.file && inRepository(text.file))
      return ''
    })
    const pathOrText = isMapping(value) ? value['path'] : value
    const path = key === 'system_prompt' ? pathOrText : null
    const named = isString(path) ? inPlaceOf(path, '', readFile) : null
    if (isString(path) && named !== null)
      addError(`${key} is the path ${quoted(path.trim())}, not a text. ${named}`)
    const unevaluated = unevaluatedIn(key, patch, readFile)
    if (unevaluated !== null) addError(unevaluated)
    if (isString(patch) && hasConflict(patch)) addError(`${key} ${CONFLICT}`)
    const form = formOfKey(key)
    const known = Object.keys(forms)
    if (form === null)
      addError(
        `${quoted(key)} cannot be overridden. ${suggestion(key, known, `Expected ${known.join(', ')}.`)}`,
        null,
      )
    else if (!form.isValid(patch)) addError(`expected ${form.form} for ${key}.`, key)
    return { key, sources, patch }
  })
  return {
    copy,
    original,
    patch: Object.fromEntries(read.map(({ key, patch }) => [key, patch])),
    keys: read.map(({ key, sources }) => {
      const file = sources.find((source) => source !== null) ?? null
      return { key: reportedKey(key), file: file && inRepository(file), sources }
    }),
    files: read.flatMap(({ sources }) => sources.flatMap((source) => source ?? [])),
  }
}

/** The only key of `llm` that can be overridden stands for it. */
const reportedKey = (key: string) => (key === 'llm' ? 'llm.model' : key)

function fileText(path: string, readFile: ReadFile): Checked<string> {
  const text = readFile(path)
  if ('value' in text) {
    if (isExpression(text.value))
      return { error: `contains nothing but ${asFound(text.value, readFile)}`, file: path }
    const link = inPlaceOf(text.value, posix.dirname(path), readFile)
    return link === null ? text : { error: `contains nothing but a path. ${LINK} ${link}`, file: path }
  }
  if (!text.isMissing) return { error: text.error, file: path }
  const advice = adviceFor(path, '', readFile)
  return { error: advice === null ? text.error : `is no path. ${advice}` }
}

const LINK = 'Checkouts with core.symlinks=false leave that of a link.'

/** What to write for a text that is the path of a file; null if it is none. */
function inPlaceOf(text: string, folder: string, readFile: ReadFile): string | null {
  const looksLikePath = /^(?:@|file:)?\s*\S+\.(?:md|txt|ya?ml|prompt)$/i.test(text.trim())
  return adviceFor(text, folder, readFile) ?? (looksLikePath ? NO_FILE : null)
}

const NO_FILE = 'There is no such file in the workspace. Correct the path, and write it as { file: … }.'

/** @param folder where a file of that path may be, too, relative to the workspace */
function adviceFor(text: string, folder: string, readFile: ReadFile): string | null {
  const path = text
    .trim()
    .replace(/^(?:@|file:(?:\/\/)?)\s*/i, '')
    .replaceAll('\\', '/')
  if (path.length > 1000 || /^$|\n/.test(path)) return null
  for (const each of [posix.join(folder, path), path, path.replace(/^\/+/, '')].map(posix.normalize)) {
    const read = readFile(each)
    if ('error' in read && read.isMissing) continue
    const advice = `Write ${stringify({ file: each }, { collectionStyle: 'flow', lineWidth: 0 }).trim()}.`
    return 'value' in read ? advice : `${advice} That file ${read.error}`
  }
  return null
}

/** What is wrong with the value of a key; null if nothing in it is an expression. Headers are not shown. */
function unevaluatedIn(key: string, patch: unknown, readFile: ReadFile): string | null {
  // Agents get these as they are, so that a `$` may be meant.
  if (key === 'default_inputs') return null
  const texts = isMapping(patch) ? Object.values(patch) : [patch]
  const found = texts.filter(isString).find(isExpression)
  if (found === undefined) return null
  if (key === 'agent_headers') return `${key} has a value that is ${UNEVALUATED}. Write the value itself.`
  return `${reportedKey(key)} is nothing but ${asFound(found, readFile)}`
}

/**
 * Whether a text is nothing but an expression of GitHub, of another CI system or of a shell, as a job gets it if nobody evaluated it.
 * `{{ name }}` is none, since agents fill it in.
 */
function isExpression(text: string): boolean {
  return /^["']?\$(?:[({[]+[^)}\]]+[)}\]\s'"]+|[a-z_][\w:]*["']?)$/i.test(text.trim())
}

const UNEVALUATED = 'an expression that nobody evaluated'

/** Names an expression, and says what to write instead. */
function asFound(text: string, readFile: ReadFile): string {
  const [file = ''] = /[\w./-]+\.\w+/.exec(text) ?? []
  const advice =
    adviceFor(file, '', readFile) ?? 'Write the text itself, or { file: … } with a file that has it.'
  return `${quoted(text.trim())}, ${UNEVALUATED}. ${advice}`
}

/** With the text of a file for each mapping whose only key is `file`. */
function withFileTexts(value: unknown, read: (path: string) => string): unknown {
  const file = fileIn(value)
  if (file !== null) return read(file)
  if (Array.isArray(value)) return value.map((each) => withFileTexts(each, read))
  if (!isMapping(value)) return value
  const entries = Object.entries(value)
  return Object.fromEntries(entries.map(([name, each]) => [name, withFileTexts(each, read)]))
}

function fileIn(value: unknown): string | null {
  const [[key, path] = [], ...others] = isMapping(value) ? Object.entries(value) : []
  return key === 'file' && isString(path) && others.length === 0 ? path : null
}

function sourcesOf(value: unknown): readonly (string | null)[] {
  const file = fileIn(value)
  if (file !== null || !(Array.isArray(value) || isMapping(value))) return [file]
  return Object.values(value).flatMap(sourcesOf)
}
