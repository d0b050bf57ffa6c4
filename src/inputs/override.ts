// The input `override`: YAML and files of the workspace → what to change in copies of agents. No message quotes a value.
import { isUtf8 } from 'node:buffer'
import { readFileSync, realpathSync, statSync } from 'node:fs'
import { isAbsolute, relative, resolve } from 'node:path'
import { type Document, isCollection, isMap, isPair, isScalar, LineCounter, parseDocument, visit } from 'yaml'
import { type Checked, quoted } from './values.ts'

export interface Override {
  /** A copy of the agent `original`, whose configuration is replaced before each run. */
  readonly copy: string
  readonly original: string
  /** To be merged into the configuration of `original` (RFC 7396). */
  readonly patch: Patch
  /** As `llm.model`, with the (first) file that its value was read from. */
  readonly keys: readonly { readonly key: string; readonly file: string | null }[]
  /** All files that values were read from, as they are named. */
  readonly files: readonly string[]
}

type Patch = Readonly<Record<string, unknown>>

/** A text file of the workspace; the error continues its path. */
export type ReadFile = (path: string) => Checked<string>

const MAX_FILE_BYTES = 1024 * 1024
const copyName = /^(.*\S)\s*\([^()]*[^()\s][^()]*\)$/s

const isText = (value: unknown) => typeof value === 'string'
const isMapping = (value: unknown): value is Patch =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const hasTexts = (value: unknown) =>
  isMapping(value) && Object.values(value).every((each) => each === null || isText(each))

/** What can be overridden, because a run reads it and nothing else: whether a value has its form, and that form. */
const forms: Readonly<Record<string, readonly [isValid: (value: unknown) => boolean, form: string]>> = {
  system_prompt: [(value) => value === null || isText(value), 'a text'],
  llm: [
    (value) => hasTexts(value) && Object.keys(Object(value)).join() === 'model',
    'a mapping with nothing but "model", a text',
  ],
  agent_url: [isText, 'a text'],
  agent_headers: [(value) => value === null || hasTexts(value), 'a mapping of texts (put numbers in quotes)'],
  default_inputs: [(value) => value === null || isMapping(value), 'a mapping'],
}

export function overrides(readFile: ReadFile): (text: string) => Checked<readonly Override[]> {
  return (text) => {
    if (text === '') return { value: [] }
    const lines = new LineCounter()
    const document = parseDocument(text, {
      intAsBigInt: true,
      prettyErrors: false,
      lineCounter: lines,
      // It compares each key with every other one, which takes half a minute for 1 MiB.
      uniqueKeys: false,
    })
    const lineAt = (offset = 0) => `line ${lines.linePos(offset).line}`
    // The parser's own words quote the text.
    const errors = document.errors.map(({ code, pos }) => `${lineAt(pos[0])}: not valid YAML (${code}).`)
    if (errors.length === 0) errors.push(...issuesIn(document, lineAt))
    if (errors.length > 0) return { error: withExample(errors) }
    const value = Object.entries(document.toJS()).map(([name, patch]) =>
      overrideOf(name, patch, readFile, (error) => errors.push(`${quoted(name)}: ${error}`)),
    )
    return errors.length > 0 ? { error: withExample(errors) } : { value }
  }
}

/** With the two lines that most people want. */
function withExample(errors: readonly string[]): string {
  return `${errors.join(' ')} Write it like this:\nSupport bot (preview):\n  system_prompt: { file: prompts/support-bot.md }`
}

/** What YAML allows and a configuration does not. Makes numbers of the integers. */
function issuesIn({ contents }: Document.Parsed, lineAt: (offset?: number) => string): string[] {
  if (!isCollection(contents) || !isMapping(contents.toJSON()))
    return ['expected a mapping of copies of agents, each with what to override.']
  const issues: string[] = []
  const add = (node: { readonly range?: readonly number[] | null }, text: string) =>
    issues.push(`${lineAt(node.range?.[0])}: ${text}`)
  visit(contents, (where, node) => {
    if (isPair(node)) {
      // `{ a }` has no value at all.
      if (isScalar(node.key) && node.value === null) add(node.key, EMPTY)
      if (!isScalar(node.key) || !isText(node.key.value)) add(contents, 'a key is not a text.')
    } else if (!isCollection(node) && !isScalar(node)) add(Object(node), NOT_PLAIN)
    else if (node.anchor || node.tag) add(node, NOT_PLAIN)
    else if (isCollection(node)) {
      if (node.items.length === 0) add(node, EMPTY)
      const keys = new Set<unknown>()
      for (const { key } of isMap(node) ? node.items : []) {
        const name = isScalar(key) ? key.value : key
        if (keys.has(name)) add(Object(key), 'this key is there twice.')
        keys.add(name)
      }
    } else {
      const { value, source } = node
      if (typeof value === 'bigint') node.value = Number(value)
      const isExact = typeof node.value !== 'number' || Math.abs(node.value) <= Number.MAX_SAFE_INTEGER
      if (!isExact) add(node, 'this number cannot be written exactly. Put it in quotes.')
      const isEmpty = value === null ? source !== 'null' : typeof value === 'string' && value.trim() === ''
      if (isEmpty && where !== 'key') add(node, EMPTY)
      if (typeof value === 'string' && !value.isWellFormed()) add(node, HALF_PAIR)
    }
  })
  return issues
}

const NOT_PLAIN = 'anchors, aliases and tags are not supported. Write the value itself.'
const EMPTY = 'this value is empty. If it is an expression, it gave nothing; to remove a key, write null.'
const HALF_PAIR = 'this text has half of a surrogate pair, which the service cannot read again.'

function overrideOf(
  copy: string,
  given: unknown,
  readFile: ReadFile,
  addError: (text: string) => void,
): Override {
  const original = copyName.exec(copy)?.[1] ?? ''
  if (original === '')
    addError(
      'expected the name of a copy, which is that of its original with something in parentheses behind it, such as "Support bot (preview)".',
    )
  if (!isMapping(given)) addError('expected a mapping of what to override.')
  const files: string[] = []
  const read = Object.entries(isMapping(given) ? given : {}).map(([key, value]) => {
    let file: string | null = null
    const patch = withFiles(value, (path) => {
      file ??= path
      files.push(path)
      const text = readFile(path)
      if ('value' in text) return text.value
      addError(`file ${quoted(path)} ${text.error}`)
      return ''
    })
    const path = pathIn(value, readFile)
    if (path !== null && (key === 'system_prompt' || isMapping(value)))
      addError(`${key} is the text ${quoted(path)}, which names a file. Write { file: ${path} }.`)
    const [isValid, form] = Object.hasOwn(forms, key) ? (forms[key] ?? []) : []
    if (isValid === undefined)
      addError(`${quoted(key)} cannot be overridden. Expected ${Object.keys(forms).join(', ')}.`)
    else if (!isValid(patch)) addError(`expected ${form} for ${key}.`)
    return { key, file, patch }
  })
  return {
    copy,
    original,
    patch: Object.fromEntries(read.map(({ key, patch }) => [key, patch])),
    keys: read.map(({ key, file }) => ({ key: key === 'llm' ? 'llm.model' : key, file })),
    files,
  }
}

/** A path that somebody gave in place of its file: as the text itself, or under another key. */
function pathIn(value: unknown, readFile: ReadFile): string | null {
  const [[key, given] = []] = isMapping(value) ? Object.entries(value) : [['path', value]]
  if (key !== 'path' || typeof given !== 'string' || /\s/.test(given)) return null
  return /\.(?:md|txt|ya?ml|prompt)$/i.test(given) || 'value' in readFile(given) ? given : null
}

/** With the text of a file for each mapping whose only key is `file`. */
function withFiles(value: unknown, read: (path: string) => string): unknown {
  if (Array.isArray(value)) return value.map((each) => withFiles(each, read))
  if (!isMapping(value)) return value
  const entries = Object.entries(value)
  const [[key, path] = []] = entries
  if (entries.length === 1 && key === 'file' && typeof path === 'string') return read(path)
  return Object.fromEntries(entries.map(([name, each]) => [name, withFiles(each, read)]))
}

/** Links may not lead out of the workspace or to a token that a checkout stored, since pull requests contain links. */
export function workspaceReader(workspace: string): ReadFile {
  return (path) => {
    try {
      // As the system spells names, of which some have several on Windows and macOS.
      const root = realpathSync.native(workspace)
      const file = realpathSync.native(resolve(root, path))
      const inside = relative(root, file)
      if (isAbsolute(inside) || /^\.\.([\\/]|$)/.test(inside))
        return { error: 'is outside of the workspace.' }
      if (/(^|[\\/])\.git([\\/]|$)/i.test(inside))
        return { error: 'is under .git, where a checkout may have stored its token.' }
      return readText(file)
    } catch {
      return {
        error:
          'cannot be read. Correct the path, which is relative to the workspace, or check out the repository first (actions/checkout).',
      }
    }
  }
}

/**
 * The text of a file or a pipe. Of a file that is too large, nothing is read.
 * @throws if it cannot be read
 */
export function readText(path: string): Checked<string> {
  const stats = statSync(path)
  if (stats.isDirectory()) return { error: 'is not a file.' }
  const data = stats.size > MAX_FILE_BYTES ? null : readFileSync(path)
  if (data === null || data.length > MAX_FILE_BYTES) return { error: 'is larger than 1 MiB.' }
  if (!isUtf8(data)) return { error: 'is not UTF-8 text.' }
  const value = new TextDecoder().decode(data)
  return value.trim() === '' ? { error: 'is empty.' } : { value }
}
