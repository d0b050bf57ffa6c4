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

/** @param isNamed whether a name before it says that it is a secret */
function isSecret(word: string, isNamed: boolean): boolean {
  return word.length >= MIN_WORD && (isNamed || word.length >= MIN_BARE || /[\d=+/_.]/.test(word))
}

/** The secrets in headers, which may be stored as an object, a list or a text, and have objects, lists and texts as values. */
export function headerSecrets(headers: unknown): string[] {
  // Without recursion, because values may be nested more deeply than calls.
  const values = [{ value: Array.isArray(headers) ? headers.map(asField) : headers, isNamed: false }]
  for (const { value, isNamed } of values)
    for (const [name, inner] of typeof value === 'object' && value !== null ? fieldsOf(value) : [])
      if (!PUBLIC_HEADER.test(name)) values.push({ value: inner, isNamed: isNamed || isSecretName(name) })
  return values.flatMap(({ value, isNamed }) =>
    Object(value) === value ? [] : inText(String(value), isNamed),
  )
}

/** A header as a list of its name and its value. */
function asField(header: unknown): unknown {
  const [name, value, ...more]: unknown[] = Array.isArray(header) ? header : []
  return typeof name === 'string' && more.length === 0 ? { [name]: value } : header
}

/** The fields of an object, or of a list by its numbers; an object that is a header has one, with the header's name. */
function fieldsOf(value: object): [name: string, value: unknown][] {
  const fields = new Map<string, unknown>(Object.entries(value))
  const label = ['name', 'key', 'header']
    .map((each) => fields.get(each))
    .find((each) => typeof each === 'string')
  return label !== undefined && fields.has('value') ? [[label, fields.get('value')]] : [...fields]
}

/** A word or a text in quotes, and the name before it: as in `token="x"`, `id:x`, `a=1&token=x` and JSON. */
const WORD =
  /(?:["']?([\w.-]{1,60})["']?\s{0,20}[=:](?!=)\s{0,20})?(?:"([^"]*)"|'([^']*)'|([^\s;,&"'{}[\]]+))/g

/** Each line, if it looks like a secret, and each word of it. A name counts to the end of its line. */
function inText(text: string, isNamed: boolean): string[] {
  return text.split('\n').flatMap((line) => {
    const [, header = '', value = line] = /^([\w-]{1,60}):\s+(.+)$/.exec(line.trim()) ?? []
    if (PUBLIC_HEADER.test(header)) return []
    let isOfSecret = isNamed || isSecretName(header)
    const whole = isSecret(value.trim(), isOfSecret) ? [value.trim()] : []
    const words = [...value.matchAll(WORD)].map(([, name = '', ...values]) => {
      return { name, word: values.find((each) => each !== undefined) ?? '' }
    })
    const isBasic = /\bbasic\b/i.test(value)
    const found = words.flatMap(({ name, word }, at) => {
      if (PUBLIC_HEADER.test(name)) return []
      isOfSecret ||= isSecretName(name)
      // The first of several words is a scheme.
      const isScheme = at === 0 && name === '' && words.length > 1
      const parts = word.split(/[\s;,&=:]+/).filter((part) => !isSecretName(part))
      const secrets = [word, ...parts].filter((each) => isSecret(each, isOfSecret && !isScheme))
      return isBasic ? [...secrets, ...parts.flatMap(credentialsIn)] : secrets
    })
    return [...whole, ...found]
  })
}

/** User and password; none of a text that has no colon. */
function credentialsIn(base64: string): string[] {
  try {
    const bytes = Uint8Array.from(atob(base64), (sign) => sign.charCodeAt(0))
    const text = new TextDecoder().decode(bytes)
    const [user = '', ...password] = text.split(':')
    if (password.length === 0) return []
    const named = [text, password.join(':')].filter((each) => isSecret(each, true))
    return isSecret(user, false) ? [user, ...named] : named
  } catch {
    return []
  }
}
