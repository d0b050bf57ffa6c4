// What looks like a secret by its name, and in the headers that are sent to agents.

const ALWAYS =
  /(?:password|passwd|secret|authorization|[_.-]key|[_.-]token|(?:api|access|auth|secret|private)(?:key|token))$/i
/** As in `accessToken`, but not in `monkey`. */
const JOINED = /[a-z\d](?:Key|Token)$/
/** A word without a name is no secret if it is shorter. */
export const MIN_BARE = 16

export function isSecretName(name: string): boolean {
  return ALWAYS.test(name) || JOINED.test(name)
}

/** Nothing shorter is redacted. */
const MIN_WORD = 8
/** Their values say nothing of who sends them. */
const PUBLIC_HEADER = /^(?:accept|content-type|user-agent)$/i
/** Lines, words, names with values, and quotes may stand in each other. */
const MAX_DEPTH = 8

/** The secrets in headers, which may be stored as an object, a list or a text, and have objects, lists and texts as values. */
export function headerSecrets(headers: unknown): string[] {
  if (!Array.isArray(headers)) return inValue(headers)
  return headers.flatMap((each: unknown) => {
    const [name, value, ...more]: unknown[] = Array.isArray(each) ? each : []
    return inValue(typeof name === 'string' && more.length === 0 ? { [name]: value } : each)
  })
}

/** @param isNamed whether a name above says that it is a secret */
function inValue(given: unknown, isNamed = false): string[] {
  // Without recursion, because values may be nested more deeply than calls.
  const values = [{ value: given, isNamed }]
  const texts: typeof values = []
  for (const each of values) {
    if (typeof each.value !== 'object' || each.value === null) texts.push(each)
    else
      for (const [name, value] of fieldsOf(each.value))
        if (!PUBLIC_HEADER.test(name)) values.push({ value, isNamed: each.isNamed || isSecretName(name) })
  }
  return texts.flatMap((text) => inText(String(text.value), text.isNamed))
}

/** The fields of an object, or of a list by its numbers; an object that is a header has one, with the header's name. */
function fieldsOf(value: object): [name: string, value: unknown][] {
  const fields = new Map<string, unknown>(Object.entries(value))
  const label = ['name', 'key', 'header']
    .map((each) => fields.get(each))
    .find((each) => typeof each === 'string')
  return label !== undefined && fields.has('value') ? [[label, fields.get('value')]] : [...fields]
}

/** A text, if it looks like a secret, and what is in it: `Token token="x"`, `id:x`, `a=1&token=x`, JSON, `Basic <base64>`. */
function inText(given: string, isNamed: boolean, depth = 0): string[] {
  const text = given.trim()
  if (text.length < MIN_WORD || depth > MAX_DEPTH) return []
  const parts = (texts: readonly string[], areNamed = isNamed) =>
    texts.flatMap((part) => inText(part, areNamed, depth + 1))
  const whole = isNamed || text.length >= MIN_BARE || /[\d=+/_.]/.test(text) ? [text] : []
  const json = jsonIn(text)
  if (json !== null) return [...whole, ...inValue(json, isNamed)]
  if (text.includes('\n')) return [...whole, ...parts(text.split('\n'))]
  const [, , quoted = ''] = /^(["'])((?:(?!\1).)*)\1$/.exec(text) ?? []
  if (quoted !== '') return [...whole, ...parts([quoted])]
  const [, name = '', value = ''] = /^["']?([\w.-]{1,60})["']?\s*[=:]\s*(.+)$/.exec(text) ?? []
  if (PUBLIC_HEADER.test(name)) return []
  if (value !== '') return [...whole, ...parts([value], isNamed || isSecretName(name))]
  // The first of several words is a scheme.
  const [first = '', ...words] = text.split(/[\s;,&]+/)
  if (words.length === 0) return whole
  const [user = '', password = ''] = first.toLowerCase() === 'basic' ? credentialsIn(words[0] ?? '') : []
  const inQuotes = text.match(/"[^"]*"/g) ?? []
  return [
    ...whole,
    ...parts([first, user], false),
    ...parts([...words, ...inQuotes]),
    ...[`${user}:${password}`, password].filter(({ length }) => length >= MIN_WORD),
  ]
}

function jsonIn(text: string): object | null {
  try {
    return /^[[{]/.test(text) ? JSON.parse(text) : null
  } catch {
    return null
  }
}

/** User and password; empty texts if the text is something else. */
function credentialsIn(base64: string): [user: string, password: string] {
  try {
    const bytes = Uint8Array.from(atob(base64), (sign) => sign.charCodeAt(0))
    const text = new TextDecoder().decode(bytes)
    const colon = text.indexOf(':')
    return colon < 0 ? ['', ''] : [text.slice(0, colon), text.slice(colon + 1)]
  } catch {
    return ['', '']
  }
}
