// The input `override`: YAML and files of the workspace → what to change in copies of agents. No message quotes a value.
import { isCollection, isMap, isPair, isScalar, isSeq, type Node, visit, type YAMLMap } from 'yaml'
import { isMapping, originalName, suggestion } from './names.ts'
import { type Checked, formLines, quoted } from './values.ts'
import { CONFLICT, hasConflict, type ReadFile } from './workspace.ts'
import { keyName, otherValueMessage, otherValues, problemsIn, readYaml } from './yaml.ts'

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
  /** In words, with an example. */
  readonly form: string
}

/** What can be overridden, because a run reads it and nothing else. */
const forms: Readonly<Record<string, Form>> = {
  system_prompt: {
    isValid: (value) => value === null || isString(value),
    form: 'a text, such as { file: prompts/support-bot.md }',
  },
  llm: {
    isValid: (value) => isOfTexts(value) && Object.keys(Object(value)).join() === 'model',
    form: 'a mapping with nothing but "model", such as { model: openai/gpt-4.1 }',
  },
  agent_url: { isValid: isString, form: 'a text, such as https://preview.acme.test/chat' },
  agent_headers: {
    isValid: (value) => value === null || isOfTexts(value),
    form: 'a mapping of texts, with numbers in quotes, such as { X-Version: "2" }',
  },
  default_inputs: {
    isValid: (value) => value === null || isMapping(value),
    form: 'a mapping, such as { plan: premium }',
  },
}
const formOfKey = (key: unknown) => (isString(key) && Object.hasOwn(forms, key) ? (forms[key] ?? null) : null)

const lines = formLines(['Support bot (preview):', '  system_prompt: { file: prompts/support-bot.md }'])

export function overrides(text: string): Checked<readonly GivenOverride[]> {
  if (text === '') return { value: [] }
  const { contents, syntaxError, lineOf } = readYaml(text)
  if (syntaxError !== null) return { error: `line ${syntaxError.line}: ${syntaxError.message}`, lines }
  if (!isMap(contents)) return { error: NO_MAPPING, lines }
  const issues = issuesIn(contents, text, lineOf)
  if (issues.length > 0) return { error: issues.join('\n') }
  const value = Object.entries(contents.toJSON()).map(([copy, given]) => {
    return { copy, original: originalName(copy), given }
  })
  const unpaired = value.filter(({ original }) => original === '')
  if (unpaired.length === 0) return { value }
  return { error: unpaired.map(({ copy }) => `${quoted(copy)}: ${NO_COPY}`).join('\n'), lines }
}

const NO_MAPPING = 'expected a mapping of copies of agents, each with what to override.'
const NO_COPY =
  'expected the name of a copy, which is that of its original with something in parentheses behind it, such as "Support bot (preview)".'

interface Files {
  readonly readFile: ReadFile
  /** How reports name a file. */
  readonly inRepository: (file: string) => string
}

/** With the texts of their files. */
export function readOverrides(given: readonly GivenOverride[], files: Files): Checked<readonly Override[]> {
  const issues: { readonly text: string; readonly file: string | null }[] = []
  const value = given.map((each) =>
    overrideOf(each, files, (text, file = null) =>
      issues.push({ text: `${quoted(each.copy)}: ${text}`, file }),
    ),
  )
  const file = issues.find((issue) => issue.file)?.file ?? null
  return issues.length > 0 ? { error: issues.map(({ text }) => text).join('\n'), file } : { value }
}

/** What YAML allows and a configuration does not. */
function issuesIn(contents: YAMLMap, text: string, lineOf: (node: Node) => number): string[] {
  const issues: string[] = []
  const add = (node: Node, message: string) => issues.push(`line ${lineOf(node)}: ${message}`)
  for (const { node, message } of problemsIn(contents)) add(node, message)
  for (const { value } of contents.items)
    if (isSeq(value) || (isScalar(value) && value.value !== null))
      add(value, 'expected a mapping of what to override. Below the name of the copy, indent its keys.')
  visit(contents, (where, node) => {
    // `{ a }` has no value at all.
    if (isPair(node) && node.value === null && isScalar(node.key)) add(node.key, EMPTY)
    if (isCollection(node) && node.items.length === 0) add(node, EMPTY)
    if (!isScalar(node) || where === 'key') return
    const { value, source } = node
    if (value === null ? source !== 'null' : typeof value === 'string' && value.trim() === '')
      add(node, EMPTY)
  })
  for (const { node, path } of otherValues(contents, text)) {
    const pairs = path.filter(isPair)
    // All other keys are texts.
    if (keyName(pairs[1]) === 'default_inputs') add(node, otherValueMessage(keyName(pairs.at(-1))))
  }
  return issues
}

const EMPTY =
  'this value is empty. If it is an expression, it gave nothing; if its keys follow, indent them; to remove a key, write null.'

function overrideOf(
  { copy, original, given }: GivenOverride,
  { readFile, inRepository }: Files,
  addError: (text: string, file?: string | null) => void,
): Override {
  const readText = (path: string) => {
    const text = readFile(path)
    const wrong = 'error' in text ? text.error : inPlaceOfText(text.value, true, readFile)
    const isMissing = 'error' in text && text.isMissing === true
    if (wrong !== null) addError(`file ${quoted(path)} ${wrong}`, isMissing ? null : inRepository(path))
    return 'value' in text ? text.value : ''
  }
  const read = Object.entries(isMapping(given) ? given : {}).map(([key, value]) => {
    const patch = withFileTexts(value, readText)
    const form = formOfKey(key)
    const known = Object.keys(forms)
    if (form === null)
      addError(
        `${quoted(key)} cannot be overridden. ${suggestion(key, known, `Expected ${known.join(', ')}.`)}`,
      )
    else if (!form.isValid(patch)) addError(`expected ${form.form} for ${key}.`)
    for (const text of textsOf(key, value)) {
      const wrong = inPlaceOfText(text, key === 'system_prompt', readFile)
      const what = key === 'agent_headers' ? 'a value of agent_headers' : reportedKey(key)
      if (wrong !== null) addError(`${what} ${wrong}`)
    }
    return { key, sources: sourcesOf(value), patch }
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

/** The texts that the input itself has. Agents get `default_inputs` as they are, so that a `$` may be meant. */
function textsOf(key: string, value: unknown): readonly string[] {
  if (key === 'default_inputs' || fileIn(value) !== null) return []
  return (isMapping(value) ? Object.values(value) : [value]).filter(isString)
}

/**
 * What a text is that is none, and what to write; null for any other. A path is one by its ending, or if there is such a file:
 * checkouts with core.symlinks=false leave that of a link.
 */
function inPlaceOfText(text: string, isPrompt: boolean, readFile: ReadFile): string | null {
  if (isExpression(text)) return `is nothing but an expression that nobody evaluated. ${WRITE_TEXT}`
  if (hasConflict(text)) return CONFLICT
  const path = text.trim()
  if (!isPrompt || path.length > 1000 || /^$|\n/.test(path)) return null
  const found = readFile(path)
  const isThere = 'value' in found || found.isMissing !== true
  const isPath = isThere || /^(?:(?:@|file:).*|\S+)\.(?:md|txt|ya?ml|prompt)$/i.test(path)
  return isPath ? `is nothing but the path of a file. ${WRITE_TEXT}` : null
}

const WRITE_TEXT = 'Write the text itself, or { file: … } with a file that has it.'

/**
 * Whether a text is nothing but an expression of GitHub, of another CI system or of a shell, as a job gets it if nobody evaluated it.
 * `{{ name }}` is none, since agents fill it in.
 */
function isExpression(text: string): boolean {
  return /^["']?\$(?:[({[]+[^)}\]]+[)}\]\s'"]+|[a-z_][\w:]*["']?)$/i.test(text.trim())
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
