// The input `override`: YAML and files of the workspace → what to change in copies of agents. No message quotes a value.
import { isUtf8 } from 'node:buffer'
import { readFileSync, realpathSync, statSync } from 'node:fs'
import { isAbsolute, relative, resolve } from 'node:path'
import { closestMatch } from 'leven'
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

export const MAX_FILE_BYTES = 1024 * 1024
const copyName = /^(.*\S)\s*\([^()]*[^()\s][^()]*\)$/s

const isString = (value: unknown): value is string => typeof value === 'string'
const isMapping = (value: unknown): value is Patch =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const hasTexts = (value: unknown) =>
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
    isValid: (value) => hasTexts(value) && Object.keys(Object(value)).join() === 'model',
    form: 'a mapping with nothing but "model", a text',
    example: '{ model: openai/gpt-4.1 }',
  },
  agent_url: { isValid: isString, form: 'a text', example: 'https://preview.acme.test/chat' },
  agent_headers: {
    isValid: (value) => value === null || hasTexts(value),
    form: 'a mapping of texts (put numbers in quotes)',
    example: '{ X-Version: "2" }',
  },
  default_inputs: {
    isValid: (value) => value === null || isMapping(value),
    form: 'a mapping',
    example: '{ plan: premium }',
  },
}
const formOf = (key: unknown) => (isString(key) && Object.hasOwn(forms, key) ? (forms[key] ?? null) : null)

/** An error, and the key whose value it is about, if there is one. */
interface YamlIssue {
  readonly text: string
  readonly key: unknown
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
    const issues: YamlIssue[] = document.errors.map(({ code, pos }) => ({
      text: `${lineAt(pos[0])}: not valid YAML (${code}).`,
      key: null,
    }))
    if (issues.length === 0) issues.push(...issuesIn(document, lineAt))
    if (issues.length > 0) return { error: withExample(issues) }
    const value = Object.entries(document.toJS()).map(([name, patch]) =>
      overrideOf(name, patch, readFile, (text, key = null) =>
        issues.push({ text: `${quoted(name)}: ${text}`, key }),
      ),
    )
    return issues.length > 0 ? { error: withExample(issues) } : { value }
  }
}

/** With a line for each key that has an error; else with the one that most people want. */
function withExample(issues: readonly YamlIssue[]): string {
  const wrong = new Set(issues.map(({ key }) => (formOf(key) === null ? 'system_prompt' : key)))
  const lines = Object.entries(forms).filter(([key]) => wrong.has(key))
  const example = lines.map(([key, form]) => `\n  ${key}: ${form.example}`).join('')
  const texts = issues.map(({ text }) => text).join('\n')
  return `${texts} Write it like this:\nSupport bot (preview):${example}`
}

/** What YAML allows and a configuration does not. Makes numbers of the integers. */
function issuesIn({ contents }: Document.Parsed, lineAt: (offset?: number) => string): YamlIssue[] {
  if (!isCollection(contents) || !isMapping(contents.toJSON()))
    return [{ text: 'expected a mapping of copies of agents, each with what to override.', key: null }]
  const issues: YamlIssue[] = []
  visit(contents, (where, node, path) => {
    const [, overridden] = [...path, node].filter(isPair)
    const key = isScalar(overridden?.key) ? overridden.key.value : null
    const add = (at: { readonly range?: readonly number[] | null }, text: string) =>
      issues.push({ text: `${lineAt(at.range?.[0])}: ${text}`, key })
    if (isPair(node)) {
      // `{ a }` has no value at all.
      if (isScalar(node.key) && node.value === null) add(node.key, EMPTY)
      if (!isScalar(node.key) || !isString(node.key.value)) add(contents, 'a key is not a text.')
    } else if (node === null) return
    else if (!isCollection(node) && !isScalar(node)) add(Object(node), NOT_PLAIN)
    else if (node.anchor || node.tag) add(node, NOT_PLAIN)
    else if (isCollection(node)) {
      if (node.items.length === 0) add(node, EMPTY)
      const keys = new Set<unknown>()
      for (const { key: each } of isMap(node) ? node.items : []) {
        const name = isScalar(each) ? each.value : each
        if (keys.has(name)) add(Object(each), 'this key is there twice.')
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
  addError: (text: string, key?: string | null) => void,
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
    const patch = withFileTexts(value, (path) => {
      file ??= path
      files.push(path)
      const text = readFile(path)
      if ('value' in text) return text.value
      addError(`file ${quoted(path)} ${text.error}`, key)
      return ''
    })
    const path = pathIn(value, readFile)
    if (path !== null && (key === 'system_prompt' || isMapping(value)))
      addError(`${key} is the text ${quoted(path)}, which names a file. Write { file: ${path} }.`, key)
    const form = formOf(key)
    if (form === null) addError(`${quoted(key)} cannot be overridden. ${meantInstead(key)}`)
    else if (!form.isValid(patch)) addError(`expected ${form.form} for ${key}.`, key)
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

function meantInstead(key: string): string {
  const known = Object.keys(forms)
  const maxDistance = Math.max(1, Math.floor(key.length / 3))
  const close = closestMatch(key.toLowerCase(), known, { maxDistance })
  return close === undefined ? `Expected ${known.join(', ')}.` : `Did you mean ${quoted(close)}?`
}

/** A path that somebody gave in place of its file: as the text itself, or under another key. */
function pathIn(value: unknown, readFile: ReadFile): string | null {
  const [[key, given] = []] = isMapping(value) ? Object.entries(value) : [['path', value]]
  if (key !== 'path' || typeof given !== 'string' || /\s/.test(given)) return null
  return /\.(?:md|txt|ya?ml|prompt)$/i.test(given) || 'value' in readFile(given) ? given : null
}

/** With the text of a file for each mapping whose only key is `file`. */
function withFileTexts(value: unknown, read: (path: string) => string): unknown {
  if (Array.isArray(value)) return value.map((each) => withFileTexts(each, read))
  if (!isMapping(value)) return value
  const entries = Object.entries(value)
  const [[key, path] = []] = entries
  if (entries.length === 1 && key === 'file' && typeof path === 'string') return read(path)
  return Object.fromEntries(entries.map(([name, each]) => [name, withFileTexts(each, read)]))
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
