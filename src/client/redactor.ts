// Removes secrets from texts that a service may have put them into.

const MIN_SECRET_LENGTH = 8
/** The pattern is built from this many characters, however long the secret is. */
const PATTERN_LENGTH = 4

/**
 * Returns a function that replaces every secret in a text by `***`: as it is, in another case, escaped for JSON or a
 * URL, and with characters in between that cleaning or displaying the text drops (soft hyphens, zero-width and control
 * characters, ANSI escape sequences). Apply it after any cleaning of the text as well.
 *
 * Secrets of fewer than 8 characters are ignored: replacing them would garble unrelated text.
 */
export function createRedactor(secrets: readonly string[]): (text: string) => string {
  const redactors = secrets.filter((secret) => secret.length >= MIN_SECRET_LENGTH).map(redactorOf)
  return (text) => redactors.reduce((redacted, redact) => redact(redacted), text)
}

function redactorOf(secret: string): (text: string) => string {
  const characters = secret.split('')
  const start = new RegExp(characters.slice(0, PATTERN_LENGTH).map(formsOf).join(`${INVISIBLE}*`), 'gi')
  const rest = characters.slice(PATTERN_LENGTH).map((character) => new RegExp(formsOf(character), 'iy'))

  return (given) => {
    // As it is first: a secret may contain what looks like an escaped form of its own characters.
    const text = given.replaceAll(secret, '***')
    let redacted = ''
    let kept = 0
    for (let match = start.exec(text); match !== null; match = start.exec(text)) {
      const end = endOf(text, match.index + match[0].length, rest)
      if (end === null) {
        start.lastIndex = match.index + 1
        continue
      }
      redacted += `${text.slice(kept, match.index)}***`
      kept = end
      start.lastIndex = end
    }
    return kept === 0 ? text : redacted + text.slice(kept)
  }
}

/** Where the rest of a secret that continues at `position` ends; null if it does not continue. */
function endOf(text: string, position: number, rest: readonly RegExp[]): number | null {
  let at = position
  for (const forms of rest) {
    // Before the secret's own characters: a backslash may be one of them, or the start of an escaped invisible one.
    for (let skipped = endOfMatch(invisible, text, at); skipped !== null; ) {
      at = skipped
      skipped = endOfMatch(invisible, text, at)
    }
    const next = endOfMatch(forms, text, at)
    if (next === null) return null
    at = next
  }
  return at
}

/** Where a match at `position` ends; null if there is none. */
function endOfMatch(sticky: RegExp, text: string, position: number): number | null {
  sticky.lastIndex = position
  return sticky.test(text) ? sticky.lastIndex : null
}

/** A character that does not show, or an ANSI escape sequence; as it is, or escaped for JSON. */
const INVISIBLE = [
  String.raw`(?:(?:\x1b|\\u001b)\[[0-?]{0,32}[ -/]{0,8}[@-~]`,
  String.raw`[\x00-\x1f\x7f-\x9f\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f]`,
  String.raw`[\u202a-\u202e\u2060-\u206f\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufffb]|\udb40[\udc00-\udfff]`,
  String.raw`\\u(?:00[01][0-9a-f]|007f|00[89][0-9a-f]|00ad|034f|061c|115f|1160|17b[45]|180[b-f]|200[b-f])`,
  String.raw`\\u(?:202[a-e]|206[0-9a-f]|3164|fe0[0-9a-f]|feff|ffa0|fff[0-9ab])|\\udb40\\ud[c-f][0-9a-f]{2})`,
].join('|')
const invisible = new RegExp(INVISIBLE, 'iy')

/** A character as it is, or as `\/`, `\u002f` or `%2f`. */
function formsOf(character: string): string {
  const code = character.charCodeAt(0).toString(16).padStart(4, '0')
  const backslash = /["/\\]/.test(character) ? '\\\\?' : ''
  return `(?:\\\\u${code}|%${code.slice(2)}|${backslash}\\u${code})`
}
