// Parses the runner's two syntaxes of workflow commands, in the same steps as the runner.

export interface Command {
  /** Lower case. */
  readonly name: string
  readonly properties: Readonly<Record<string, string>>
  readonly data: string
}

const MODERN = '::'
const LEGACY = '##['

/** The command in a line, if its name is in `known` (lower case); null if the line is text. */
export function parseCommand(line: string, known: ReadonlySet<string>): Command | null {
  return parseModern(line, known) ?? parseLegacy(line, known)
}

/** `::name key=value,key=value::data`, after leading white space only. */
function parseModern(line: string, known: ReadonlySet<string>): Command | null {
  const text = line.replace(/^[\s\u0085]+/, '')
  if (!text.startsWith(MODERN)) return null
  const end = text.indexOf(MODERN, MODERN.length)
  if (end < 0) return null
  const data = text.slice(end + MODERN.length)
  return build(text.slice(MODERN.length, end), data, known, {
    separator: ',',
    property: PROPERTY,
    data: DATA,
  })
}

/** `##[name key=value;key=value]data`, anywhere in a line. */
function parseLegacy(line: string, known: ReadonlySet<string>): Command | null {
  const start = line.indexOf(LEGACY)
  const end = start < 0 ? -1 : line.indexOf(']', start)
  if (end < 0) return null
  const data = line.slice(end + 1)
  return build(line.slice(start + LEGACY.length, end), data, known, {
    separator: ';',
    property: ANY,
    data: ANY,
  })
}

interface Decoding {
  readonly separator: string
  readonly property: Escapes
  readonly data: Escapes
}

type Escapes = readonly (readonly [code: string, character: string])[]

const DATA: Escapes = [
  ['%0D', '\r'],
  ['%0A', '\n'],
  ['%25', '%'],
]
const PROPERTY: Escapes = [['%3A', ':'], ['%2C', ','], ...DATA]
const ANY: Escapes = [['%3B', ';'], ['%5D', ']'], ...DATA]

function build(head: string, data: string, known: ReadonlySet<string>, decoding: Decoding): Command | null {
  const [name = '', ...rest] = head.split(' ')
  if (!known.has(name.toLowerCase())) return null
  const pairs = rest.join(' ').trim().split(decoding.separator)
  const properties = pairs.flatMap((pair) => {
    const at = pair.indexOf('=')
    if (at < 1 || at === pair.length - 1) return []
    return [[pair.slice(0, at), decode(pair.slice(at + 1), decoding.property)]]
  })
  return {
    name: name.toLowerCase(),
    properties: Object.fromEntries(properties),
    data: decode(data, decoding.data),
  }
}

function decode(text: string, escapes: Escapes): string {
  return escapes.reduce((decoded, [code, character]) => decoded.replaceAll(code, character), text)
}
