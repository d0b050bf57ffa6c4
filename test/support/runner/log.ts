// Reads a step's output as the runner does: runs workflow commands in both of their syntaxes, masks secrets, collects annotations.

interface Command {
  /** Lower case. */
  readonly name: string
  readonly properties: Readonly<Record<string, string>>
  readonly data: string
}

export interface Annotation {
  readonly level: 'error' | 'warning' | 'notice'
  readonly title: string
  readonly message: string
}

/** Those of the runner that print nothing, and those that it refuses. */
const SILENT = [
  ...['add-matcher', 'add-path', 'debug', 'echo', 'endgroup', 'remove-matcher'],
  ...['save-state', 'set-env', 'set-output', 'stop-commands'],
]
const KNOWN = new Set([...SILENT, 'add-mask', 'error', 'group', 'notice', 'warning'])

/** @param secrets that are known before the step starts */
export function createLog(secrets: readonly string[] = []) {
  const lines: string[] = []
  const commands: Command[] = []
  const annotations: Annotation[] = []
  const masks: string[] = []

  /** Each line of a secret is one, too. */
  function mask(secret: string): void {
    for (const value of [secret, ...secret.split(/[\r\n]+/).map((line) => line.trim())])
      if (value.trim() !== '' && !masks.includes(value)) masks.push(value)
  }

  function hide(text: string): string {
    return masks
      .flatMap((value) => [value, encodeURIComponent(value), JSON.stringify(value).slice(1, -1)])
      .sort((one, other) => other.length - one.length)
      .reduce((hidden, value) => hidden.replaceAll(value, '***'), text)
  }

  /** What is shown of it. */
  function run(command: Command): string | null {
    const { name, data, properties } = command
    commands.push(command)
    if (name === 'add-mask') mask(data)
    if (name === 'group') return `▸ ${data}`
    if (name !== 'error' && name !== 'warning' && name !== 'notice') return null
    annotations.push({ level: name, title: properties['title'] ?? '', message: hide(data) })
    return `${name.charAt(0).toUpperCase()}${name.slice(1)}: ${data}`
  }

  for (const secret of secrets) mask(secret)
  return {
    /** The displayed lines, masked. */
    lines,
    /** The commands that the runner ran, in order. */
    commands,
    annotations,
    masks,
    hide,
    /** @param line without its line end */
    read(line: string): void {
      const command = modernCommand(line) ?? legacyCommand(line)
      const shown = command === null ? line : run(command)
      if (shown !== null) lines.push(hide(shown))
    },
  }
}

/** `::name key=value,key=value::data`, after leading white space only. */
function modernCommand(line: string): Command | null {
  const [, head, data] = /^[\s\u0085]*::(.*?)::(.*)$/s.exec(line) ?? []
  if (head === undefined || data === undefined) return null
  return commandOf(head, data, ',', { '%3A': ':', '%2C': ',', ...DATA }, DATA)
}

/** `##[name key=value;key=value]data`, anywhere in a line. */
function legacyCommand(line: string): Command | null {
  const [, head, data] = /##\[(.*?)\](.*)$/s.exec(line) ?? []
  if (head === undefined || data === undefined) return null
  const escapes = { '%3B': ';', '%5D': ']', ...DATA }
  return commandOf(head, data, ';', escapes, escapes)
}

type Escapes = Readonly<Record<string, string>>

const DATA: Escapes = { '%0D': '\r', '%0A': '\n', '%25': '%' }

function commandOf(
  head: string,
  data: string,
  separator: string,
  ofProperties: Escapes,
  ofData: Escapes,
): Command | null {
  const [name = '', ...rest] = head.split(' ')
  if (!KNOWN.has(name.toLowerCase())) return null
  const pairs = rest.join(' ').trim().split(separator)
  const properties = pairs.flatMap((pair) => {
    const [, key, value] = /^([^=]+)=(.+)$/s.exec(pair) ?? []
    return key === undefined || value === undefined ? [] : [[key, decode(value, ofProperties)]]
  })
  return {
    name: name.toLowerCase(),
    properties: Object.fromEntries(properties),
    data: decode(data, ofData),
  }
}

function decode(text: string, escapes: Escapes): string {
  return Object.entries(escapes).reduce((decoded, [code, sign]) => decoded.replaceAll(code, sign), text)
}
