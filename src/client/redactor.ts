// Removes secrets from what comes back, however a server or an agent wrote them.

export type Redact = (text: string) => string

const MIN_SECRET_LENGTH = 8

/**
 * Returns a function that replaces every secret in a text by `***`, in upper or lower case, whichever of its characters
 * are escaped for JSON, a URL or HTML, also twice.
 *
 * Secrets of fewer than 8 characters are ignored: replacing them would garble unrelated text.
 */
export function createRedactor(secrets: Iterable<string>): Redact {
  const forms = [...secrets]
    .filter((secret) => secret.length >= MIN_SECRET_LENGTH)
    // Of two with the same beginning, the longer one.
    .sort((one, other) => other.length - one.length)
    .map((secret) => Array.from(secret, anyForm).join(''))
  if (forms.length === 0) return (text) => text
  const pattern = new RegExp(forms.join('|'), 'gi')
  return (text) => text.replace(pattern, '***')
}

const NAMED: Readonly<Record<string, string>> = { '&': 'amp', '<': 'lt', '>': 'gt', '"': 'quot', "'": 'apos' }

/** Repetitions have a limit, or a long text of backslashes would take for ever. */
function anyForm(sign: string): string {
  const code = sign.codePointAt(0) ?? 0
  const units = sign.split('').map((unit) => hexOf(unit.charCodeAt(0)).padStart(4, '0'))
  const literal = units.map((unit) => `\\u${unit}`).join('')
  const escaped = units.map((unit) => `\\\\{1,8}u${unit}`).join('')
  const encoded = encodeURIComponent(sign.toWellFormed())
  const percent = encoded.startsWith('%') ? encoded : `%${hexOf(code)}`
  // The literal form is the last, because a percent sign or an ampersand also begins another one.
  return `(?:${[
    percent.replaceAll('%', '%(?:25){0,4}'),
    `&(?:amp;){0,4}(?:#0{0,6}${code}|#x0{0,6}${hexOf(code)}|${NAMED[sign] ?? '#'});`,
    escaped,
    /[a-z0-9]/i.test(sign) ? literal : `\\\\{0,8}${literal}`,
  ].join('|')})`
}

function hexOf(code: number): string {
  return code.toString(16)
}

/** Redacts every text in a parsed JSON value and every name of a field, in place. */
export function redactJson(value: unknown, redact: Redact): unknown {
  const root = { value }
  const objects: object[] = [root]
  for (let object = objects.pop(); object !== undefined; object = objects.pop())
    for (const [name, inner] of Object.entries(object)) {
      if (typeof inner === 'object' && inner !== null) objects.push(inner)
      const redacted: unknown = typeof inner === 'string' ? redact(inner) : inner
      const shown = Array.isArray(object) ? name : redact(name)
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
