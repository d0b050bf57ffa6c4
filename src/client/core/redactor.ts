// Removes secrets from what comes back, however a server or an agent wrote them.

export type Redact = (text: string) => string

/** Colours, links and cursor moves. */
export const terminalSequence =
  /\u001B(?:\[[0-?]*[ -/]*[@-~]|\][^\u0007\u001B]*(?:\u0007|\u001B\\)|[ -/]+[0-~]|[0-Z\\^-~])/g

const MIN_LENGTH = 8
/** Services cut long texts. So much of the beginning of a secret is one, too. */
const MIN_BEGINNING = 20

/**
 * Returns a function that replaces every secret in a text by `***`, in upper or lower case, whichever of its characters
 * are escaped for JSON, a URL or HTML, also twice; and the beginning of one that was cut after 20 characters or more.
 * Invisible characters and colours between its characters count for nothing, because reports leave them out. A text with a
 * secret is returned unescaped; any other stays as it is.
 *
 * Secrets of fewer than 8 characters are ignored: replacing them would garble unrelated text.
 */
export function createRedactor(given: Iterable<string>): Redact {
  const secrets = Array.from(given, (secret) => lowerCase(unescaped(secret))).filter(
    ({ length }) => length >= MIN_LENGTH,
  )
  if (secrets.length === 0) return (text) => text
  const beginnings = new RegExp(
    secrets.map((secret) => literally(secret.slice(0, MIN_BEGINNING))).join('|'),
    'g',
  )
  return (text) => {
    const shown = unescaped(text)
    const searched = lowerCase(shown)
    const pieces: string[] = []
    let copied = 0
    beginnings.lastIndex = 0
    for (let found = beginnings.exec(searched); found !== null; found = beginnings.exec(searched)) {
      const { index } = found
      pieces.push(shown.slice(copied, index), '***')
      copied = index + Math.max(...secrets.map((secret) => commonLength(secret, searched, index)))
      beginnings.lastIndex = copied
    }
    return pieces.length === 0 ? text : pieces.join('') + shown.slice(copied)
  }
}

const literally = (text: string) => text.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&')

/** How much of a secret is in a text, from `start` on; 0 if that is not enough to be one. */
function commonLength(secret: string, text: string, start: number): number {
  let length = 0
  while (length < secret.length && secret.charCodeAt(length) === text.charCodeAt(start + length)) length += 1
  return length === secret.length || length >= MIN_BEGINNING ? length : 0
}

/** What no reader sees, and backslashes, because JSON puts any number of them before a character. */
const unseen =
  /(?:(?![\t-\r\u0085])[\\\p{Cc}\p{Default_Ignorable_Code_Point}\p{Noncharacter_Code_Point}\uFFF9-\uFFFB])+/gu
/** With the escapes of its own sign: `%2541`, `&amp;#65;`. */
const ofUrl =
  /%(?:25)*(?:[0-7][\da-f]|(?:[cd][\da-f]|(?:e[\da-f]|f[\da-f]%(?:25)*[89ab][\da-f])%(?:25)*[89ab][\da-f])%(?:25)*[89ab][\da-f])/gi
const ofJson = /(?<!\\)\\+(?:u005c\\*)*u([\da-f]{4})/gi
const ofHtml = /&(?:amp;)*(?:#0*(\d{1,7})|#x0*([\da-f]{1,6})|(amp|lt|gt|quot|apos));/gi
const NAMED: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }
/** One kind of escape may be within another, and that within a third. */
const MAX_DEPTH = 3

/** Without what is unseen and the escapes of JSON, URLs and HTML. */
function unescaped(given: string): string {
  const text = given.toWellFormed().replace(terminalSequence, '')
  if (!/[%&]/.test(text) && text.search(unseen) < 0) return text
  return Array.from({ length: MAX_DEPTH }).reduce<string>(unescapedOnce, text)
}

function unescapedOnce(text: string): string {
  return text
    .replace(ofUrl, decodedBytes)
    .replace(ofHtml, decodedEntity)
    .replace(ofJson, (_, code) => String.fromCharCode(Number.parseInt(code, 16)))
    .replace(unseen, '')
}

function decodedBytes(escapes: string): string {
  try {
    return decodeURIComponent(escapes.replace(/%(?:25)+(?=[\da-f]{2})/gi, '%'))
  } catch {
    return escapes
  }
}

function decodedEntity(entity: string, decimal?: string, hex?: string, name = ''): string {
  const code = decimal === undefined ? Number.parseInt(hex ?? '', 16) : Number(decimal)
  if (Number.isNaN(code)) return NAMED[name.toLowerCase()] ?? entity
  return code <= 0x10ffff ? String.fromCodePoint(code) : entity
}

/** The lower case keeps its length: only this letter has a form in lower case that is longer. */
function lowerCase(text: string): string {
  return text.replaceAll('İ', 'i').toLowerCase()
}

/**
 * Redacts every text in a parsed JSON value, in place.
 * @param redactName of the names of fields: nothing but the key may change what a field is called
 */
export function redactJson(value: unknown, redact: Redact, redactName: Redact): unknown {
  const root = { value }
  const objects: object[] = [root]
  for (let object = objects.pop(); object !== undefined; object = objects.pop())
    for (const [name, inner] of Object.entries(object)) {
      if (typeof inner === 'object' && inner !== null) objects.push(inner)
      const redacted: unknown = typeof inner === 'string' ? redact(inner) : inner
      const shown = Array.isArray(object) ? name : redactName(name)
      if (shown !== name) Reflect.deleteProperty(object, name)
      if (shown !== name || redacted !== inner)
        Reflect.defineProperty(object, shown, {
          value: redacted,
          writable: true,
          enumerable: true,
          configurable: true,
        })
    }
  return root.value
}
