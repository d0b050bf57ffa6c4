// Keeps the key out of everything that leaves the transport: answers, errors, causes.

/** A service may echo the key in its answers, escaped as JSON or a URL may be; nothing that leaves the transport holds it. */
export function redactor(key: string | undefined): (text: string) => string {
  // Blanking a very short key would tear unrelated text apart.
  if (key === undefined || key.length < 8) return (text) => text
  const anyForm = new RegExp(Array.from(key, anyFormOf).join(''), 'gi')
  return (text) => text.replace(anyForm, '***')
}

/** One visible ASCII character as it is, or as `\/`, `\u002f` or `%2f`. */
function anyFormOf(character: string): string {
  const hex = character.charCodeAt(0).toString(16)
  const backslash = /["/\\]/.test(character) ? '\\\\?' : ''
  return `(?:${backslash}\\x${hex}|\\\\u00${hex}|%${hex})`
}
