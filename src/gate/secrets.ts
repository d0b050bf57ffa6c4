// What looks like a secret by its name, and in the headers that are sent to agents.
import { isMapping } from '../inputs/names.ts'

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

/** The secrets in headers by their names. If they have another form, each word may be one. */
export function headerSecrets(headers: unknown): string[] {
  const named = isMapping(headers) ? Object.entries(headers) : [['', headers] as const]
  return named.flatMap(([name, value]) => {
    if (PUBLIC_HEADER.test(name)) return []
    const isText = typeof value === 'string'
    return inText(isText ? value : (JSON.stringify(value) ?? ''), !isText || isSecretName(name))
  })
}

/** A word or a text in quotes, and the name before it: as in `token="x"`, `id:x`, `a=1&token=x` and JSON. */
const WORD =
  /(?:["']?([\w.-]{1,60})["']?\s{0,20}[=:](?!=)\s{0,20})?(?:"([^"]*)"|'([^']*)'|([^\s;,&"'{}[\]]+))/g

/** The text, if it looks like a secret, and each word of it. A name counts to its end. */
function inText(text: string, isNamed: boolean): string[] {
  const words = [...text.matchAll(WORD)].map(([, name = '', ...values]) => {
    return { name, word: values.find((each) => each !== undefined) ?? '' }
  })
  const isBasic = /\bbasic\b/i.test(text)
  let isOfSecret = isNamed
  const found = words.flatMap(({ name, word }, at) => {
    isOfSecret ||= isSecretName(name)
    // The first of several words is a scheme.
    const isScheme = at === 0 && name === '' && words.length > 1
    const parts = [word, ...word.split(/[\s;,&=:]+/)].filter((part) => !isSecretName(part))
    const secrets = parts.filter((each) => isSecret(each, isOfSecret && !isScheme))
    return isBasic ? [...secrets, ...parts.flatMap(credentialsIn)] : secrets
  })
  return isSecret(text.trim(), isNamed) ? [text.trim(), ...found] : found
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
