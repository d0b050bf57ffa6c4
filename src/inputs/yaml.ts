// The YAML of `override` and of files of tests: what JSON can say, each key once, and each value as it is written.
import {
  isAlias,
  isCollection,
  isMap,
  isPair,
  isScalar,
  LineCounter,
  type Node,
  type Pair,
  parseDocument,
  type Scalar,
  visit,
  type YAMLParseError,
} from 'yaml'
import { quoted, quotedWhole } from './values.ts'

export function readYaml(text: string) {
  const lineCounter = new LineCounter()
  const { contents, errors } = parseDocument(text, {
    lineCounter,
    prettyErrors: false,
    // Whatever version of YAML it names: without dates, and without numbers in base 8 and 60.
    schema: 'core',
    // The parser compares each key with every other one, which takes half a minute for 1 MiB.
    uniqueKeys: false,
  })
  const lineAt = (offset: number) => lineCounter.linePos(offset).line
  // What is wrong behind the first error follows from it.
  const [first] = errors
  const syntaxError =
    first === undefined ? null : { line: lineAt(first.pos[0]), message: syntaxMessage(first, text) }
  return {
    contents,
    syntaxError,
    lineOf: (node: Node | null | undefined) => lineAt(node?.range?.[0] ?? 0),
  }
}

const OTHER_FORM =
  'not valid YAML: this line, or what is above it, has another form. Indent with spaces, and begin all keys of a mapping, and all "- " of a list, in the same column. Close each quote and bracket. Put a text with ": ", " #", quotes, brackets or a backslash in single quotes. Write one document, without --- and ... between its parts.'

/** Without the parser's words, which may quote the text. */
function syntaxMessage({ pos }: YAMLParseError, text: string): string {
  const from = text.lastIndexOf('\n', pos[0] - 1) + 1
  const lines = text.slice(text.lastIndexOf('\n', from - 2) + 1).split('\n', 2)
  const [space] = lines.flatMap((line) => lookalikeSpace(line) ?? [])
  return space === undefined ? OTHER_FORM : `not valid YAML: ${space}`
}

/** Characters that look like a space and are none for YAML; in a line with an error, also those that nobody sees. */
const SPACE = '[\\u00a0\\u1680\\u2000-\\u200a\\u202f\\u205f\\u3000]'
const whereSpaceIsNeeded = new RegExp(`^(?:[ \\t-]*|[^:]*:[ \\t]*)(${SPACE}|[\\u200b\\u2060\\ufeff])`)
const startsWithSpace = new RegExp(`^(${SPACE})`)

/** The message about a line in which a character looks like a space and is none, where YAML needs one. */
export function lookalikeSpace(line: string): string | null {
  const [, character] = whereSpaceIsNeeded.exec(line) ?? []
  return character === undefined ? null : spaceMessage(character)
}

const spaceMessage = (character: string) =>
  `there is the invisible character U+${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}, which YAML does not read as a space. Replace it by a space.`

interface YamlProblem {
  readonly node: Node
  /** The nodes above it. */
  readonly path: readonly unknown[]
  readonly message: string
}

/** What YAML allows and JSON or the service does not. */
export function problemsIn(root: Node): YamlProblem[] {
  const problems: YamlProblem[] = []
  visit(root, (_, node, path) => {
    const add = (message: string, at: unknown = node) => {
      const marked = isScalar(at) || isCollection(at) || isAlias(at) ? at : root
      problems.push({ node: marked, path, message })
    }
    if (isPair(node)) {
      const name = isScalar(node.key) ? node.key.value : null
      if (typeof name !== 'string' || name === '__proto__') add(NOT_A_KEY, node.key)
    } else if (isAlias(node)) add(NOT_PLAIN)
    else if (isCollection(node)) {
      if (node.anchor || node.tag) add(NOT_PLAIN)
      for (const key of repeatedKeys(isMap(node) ? node.items.map((each) => each.key) : []))
        add(`${quotedWhole(String(key.value))} is there twice. Remove one.`, key)
    } else if (isScalar(node)) {
      const [, space] = (node.type === 'PLAIN' && startsWithSpace.exec(node.source ?? '')) || []
      if (space !== undefined) add(spaceMessage(space))
      else if (node.anchor || node.tag) add(NOT_PLAIN)
      else if (typeof node.value === 'string' && !node.value.isWellFormed()) add(HALF_PAIR)
    }
  })
  return problems
}

const NOT_PLAIN =
  'anchors, aliases and tags are not supported. Write the value itself; a text that begins with &, * or ! needs quotes.'
const NOT_A_KEY = 'a key has to be a text, and cannot be __proto__. Put numbers in quotes.'
const HALF_PAIR = 'this text has half of a surrogate pair, which the service cannot read again.'

function repeatedKeys(keys: readonly unknown[]): Scalar[] {
  const known = new Set<unknown>()
  return keys.filter(isScalar).filter(({ value }) => known.size === known.add(value).size)
}

/** Whether it is a text that is misread without quotes, which the library does not write. */
export function needsQuotes(value: unknown): boolean {
  return typeof value === 'string' && startsWithSpace.test(value)
}

/** No text, and JSON writes it in another way: it may be meant as one, as a phone number, a version or the name `Null`. */
interface OtherValue {
  readonly node: Scalar
  readonly path: readonly unknown[]
}

/** @param text of which `root` is a part: in JSON, numbers are numbers, unless they are too large */
export function otherValues(root: Node, text: string): OtherValue[] {
  const values: OtherValue[] = []
  visit(root, {
    Scalar(_, node, path) {
      const { value, source: written = '' } = node
      const isMissing = value === null && written === ''
      if (typeof value !== 'string' && !isMissing && JSON.stringify(value) !== written)
        values.push({ node, path })
    },
  })
  if (values.length === 0 || !isJson(text)) return values
  return values.filter(({ node }) => Math.abs(Number(node.value)) > Number.MAX_SAFE_INTEGER)
}

/** Shows nothing of the value of a key. */
export function otherValueMessage(key: unknown): string {
  return `the value of ${quoted(String(key))} is not read as it is written. For the text, put it in quotes; otherwise, write it as JSON does, such as 12.5 for 12.50.`
}

/** The key that a value belongs to, by the nodes above it; null if it has none. */
export const keyName = (pair: Pair | undefined) => (isScalar(pair?.key) ? pair.key.value : null)

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}
