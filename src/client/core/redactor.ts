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
 * Invisible characters and colours between its characters count for nothing, because reports leave them out.
 *
 * Secrets of fewer than 8 characters are ignored: replacing them would garble unrelated text.
 */
export function createRedactor(secrets: Iterable<string>): Redact {
  const samples = new Uint8Array(0x40000)
  const byBeginning = new Map<string, string[]>()
  for (const { text: secret } of Array.from(secrets, decoded).filter(
    ({ text }) => text.length >= MIN_LENGTH,
  )) {
    const beginning = secret.slice(0, MIN_LENGTH)
    byBeginning.set(beginning, [...(byBeginning.get(beginning) ?? []), secret])
    for (let at = 0; at < STEP; at += 1) samples[sampleAt(secret, at)] = 1
  }
  if (byBeginning.size === 0) return (text) => text

  return (text) => {
    const redacted = withoutSecrets(text)
    const plain = redacted.replace(terminalSequence, '')
    if (plain === redacted) return redacted
    const shown = withoutSecrets(plain)
    return shown === plain ? redacted : shown
  }

  function withoutSecrets(text: string): string {
    const { text: searched, starts } = decoded(text)
    const pieces: string[] = []
    let [copied, end] = [0, 0]
    for (let sample = 0; sample + SAMPLE <= searched.length; sample += STEP) {
      if (samples[sampleAt(searched, sample)] === 0) continue
      for (let start = Math.max(end, sample - STEP + 1); start <= sample; start = Math.max(end, start + 1)) {
        const candidates = byBeginning.get(searched.slice(start, start + MIN_LENGTH)) ?? []
        const length = Math.max(0, ...candidates.map((secret) => commonLength(secret, searched, start)))
        if (length === 0) continue
        end = start + length
        pieces.push(text.slice(copied, starts?.[start] ?? start), '***')
        copied = starts?.[end] ?? end
      }
    }
    return pieces.length === 0 ? text : pieces.join('') + text.slice(copied)
  }
}

/** Four characters of every fifth on are looked up: where a secret is, they are among its first eight. */
const SAMPLE = 4
const STEP = MIN_LENGTH - SAMPLE + 1

function sampleAt(text: string, at: number): number {
  let hash = 0
  for (let next = at; next < at + SAMPLE; next += 1) hash = (hash << 5) ^ text.charCodeAt(next)
  return hash & 0x3ffff
}

/** How much of a secret is in a text, from `start` on; 0 if that is not enough to be one. */
function commonLength(secret: string, text: string, start: number): number {
  let length = 0
  while (length < secret.length && secret.charCodeAt(length) === text.charCodeAt(start + length)) length += 1
  return length === secret.length || length >= MIN_BEGINNING ? length : 0
}

interface Decoded {
  readonly text: string
  /** Where each of its characters begins in the given text, and where the last one ends; null if at the same places. */
  readonly starts: Uint32Array | null
}

const [PERCENT, SEMICOLON, BACKSLASH, U] = [0x25, 0x3b, 0x5c, 0x75]
/** Stands before a byte from 0x80 on until all bytes of its character are known. In well-formed text, no such character is alone. */
const BYTE = 0xdc00
const utf8 = new TextDecoder('utf-8', { ignoreBOM: true })
const utf16 = new TextDecoder('utf-16le', { ignoreBOM: true })

/** What no reader sees, and backslashes, because JSON puts any number of them before a character. */
const unseen =
  /(?:(?![\t-\r\u0085])[\\\p{Cc}\p{Default_Ignorable_Code_Point}\p{Noncharacter_Code_Point}\uFFF9-\uFFFB])+/gu

/** A text in lower case, without what is unseen and the escapes of JSON, URLs and HTML, however deep they are nested. */
function decoded(given: string): Decoded {
  const text = lowerCase(given.toWellFormed())
  if (!/[%&]/.test(text) && text.search(unseen) < 0) return { text, starts: null }
  const codes = new Uint16Array(text.length)
  const starts = new Uint32Array(text.length + 1)
  let size = 0
  for (let at = 0; at < text.length; at += 1) {
    codes[size] = text.charCodeAt(at)
    starts[size] = at
    size += 1
    // What an escape stands for can be the end of another one.
    for (let found = escapeBefore(codes, size); found !== null; found = escapeBefore(codes, size)) {
      const first = size - found.length
      for (size = first; size < first + found.text.length; size += 1) {
        codes[size] = found.text.charCodeAt(size - first)
        starts[size] = starts[first] ?? 0
      }
    }
  }
  starts[size] = text.length

  const pieces: string[] = []
  const unescaped = utf16.decode(codes.subarray(0, size))
  let [kept, from] = [0, 0]
  for (const { 0: run, index } of unescaped.matchAll(unseen)) {
    pieces.push(unescaped.slice(from, index))
    starts.copyWithin(kept, from, index)
    kept += index - from
    from = index + run.length
    // What follows begins with the run before it.
    starts[from] = starts[index] ?? 0
  }
  starts.copyWithin(kept, from, size + 1)
  return { text: pieces.join('') + unescaped.slice(from), starts }
}

/** The lower case keeps its length: only this letter has a form in lower case that is longer. */
function lowerCase(text: string): string {
  return text.replaceAll('İ', 'i').toLowerCase()
}

interface Escape {
  readonly length: number
  /** What it stands for, in lower case. */
  readonly text: string
}

/** With zeros in front of a number in HTML. */
const MAX_ENTITY_LENGTH = 16
const NAMED: Readonly<Record<string, number>> = { amp: 0x26, lt: 0x3c, gt: 0x3e, quot: 0x22, apos: 0x27 }

/** The escape that the characters before `end` are, if they are one. */
function escapeBefore(codes: Uint16Array, end: number): Escape | null {
  const last = codes[end - 1] ?? 0
  if (last === SEMICOLON) return entityBefore(codes, end)
  if (last >= BYTE + 0x80 && last < BYTE + 0xc0) return utf8Before(codes, end)
  if (end >= 3 && codes[end - 3] === PERCENT) {
    const code = hexBefore(codes, end, 2)
    if (code < 0) return null
    return { length: 3, text: characterOf(code < 0x80 ? code : BYTE + code) }
  }
  if (end < 6 || codes[end - 5] !== U || codes[end - 6] !== BACKSLASH) return null
  const code = hexBefore(codes, end, 4)
  return code < 0 ? null : { length: 6, text: characterOf(code) }
}

/** The number that so many characters before `end` are in base 16; negative if they are none. */
function hexBefore(codes: Uint16Array, end: number, digits: number): number {
  let value = 0
  for (let at = end - digits; at < end; at += 1) {
    const code = codes[at] ?? 0
    const digit = code < 0x3a ? code - 0x30 : code - 0x57
    const isDigit = digit >= 0 && digit < 16 && (code < 0x3a || digit > 9)
    value = isDigit ? value * 16 + digit : Number.NEGATIVE_INFINITY
  }
  return value
}

function entityBefore(codes: Uint16Array, end: number): Escape | null {
  const text = String.fromCharCode(...codes.subarray(Math.max(0, end - MAX_ENTITY_LENGTH), end))
  const [entity = '', decimal, hex, name = ''] = /&(?:#(\d+)|#x([\da-f]+)|([a-z]+));$/.exec(text) ?? []
  const code = Number(decimal ?? (hex === undefined ? NAMED[name] : `0x${hex}`))
  return code <= 0x10ffff ? { length: entity.length, text: characterOf(code) } : null
}

/** A character beyond ASCII, by the last of its bytes. */
function utf8Before(codes: Uint16Array, end: number): Escape | null {
  for (let length = 2; length <= 4; length += 1) {
    const first = (codes[end - length] ?? 0) - BYTE
    if (first < 0xc0 || first > 0xff) continue
    const text = utf8.decode(Uint8Array.from(codes.subarray(end - length, end), (code) => code - BYTE))
    return text.includes('\ufffd') ? null : { length, text: lowerCase(text) }
  }
  return null
}

function characterOf(code: number): string {
  return lowerCase(String.fromCodePoint(code))
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
