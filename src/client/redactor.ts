// Removes secrets from texts that a service may have put them into.

const MIN_SECRET_LENGTH = 8

/**
 * Returns a function that replaces every secret in a text by `***`: as it is, escaped for JSON, and encoded for a URL.
 *
 * Secrets of fewer than 8 characters are ignored: replacing them would garble unrelated text.
 */
export function createRedactor(secrets: readonly string[]): (text: string) => string {
  const forms = secrets
    .filter((secret) => secret.length >= MIN_SECRET_LENGTH)
    .flatMap((secret) => {
      const json = JSON.stringify(secret).slice(1, -1)
      // Some servers escape slashes in JSON as well, and some everything but letters and digits.
      const escaped = secret.replace(/[^a-z0-9]/gi, (sign) => `\\u${hexOf(sign)}`)
      const url = encodeURIComponent(secret.toWellFormed())
      return [secret, json, json.replaceAll('/', '\\/'), escaped, url]
    })
  return (text) => forms.reduce((redacted, form) => redacted.replaceAll(form, '***'), text)
}

function hexOf(unit: string): string {
  return unit.charCodeAt(0).toString(16).padStart(4, '0')
}
