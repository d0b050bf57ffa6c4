// Secrets that the runner replaces by `***`.

export interface Masks {
  readonly values: readonly string[]
  /** Adds a secret, and each of its lines. */
  add(secret: string): void
  hide(text: string): string
}

export function createMasks(secrets: readonly string[] = []): Masks {
  const values: string[] = []
  const masks: Masks = {
    values,
    add(secret) {
      for (const value of [secret, ...secret.split(/[\r\n]+/).map((line) => line.trim())]) {
        if (value.trim() !== '' && !values.includes(value)) values.push(value)
      }
    },
    hide: (text) =>
      values
        .flatMap((value) => [value, encodeURIComponent(value), JSON.stringify(value).slice(1, -1)])
        .sort((one, other) => other.length - one.length)
        .reduce((hidden, value) => hidden.replaceAll(value, '***'), text),
  }
  for (const secret of secrets) masks.add(secret)
  return masks
}
