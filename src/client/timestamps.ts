// The services' timestamps to and from Date: fractional unix seconds of the one, zoneless UTC texts of the other.

/**
 * The voice-form service's timestamp (`created_at`, `updated_at`) as a Date.
 * @param seconds unix seconds with their fraction; what is finer than a millisecond is rounded
 */
export function fromUnixSeconds(seconds: number): Date {
  return new Date(Math.round(seconds * 1000))
}

/**
 * A Date as the voice-form service's timestamp, for `since` and `until`.
 * @returns unix seconds with a fraction of whole milliseconds
 */
export function toUnixSeconds(date: Date): number {
  return date.getTime() / 1000
}

/**
 * The evaluation service's timestamp as a Date. It is UTC, though it mostly says so nowhere (`2026-11-20 22:42:02`),
 * and `new Date` would take it for local time.
 * @param text ISO 8601 with a space or a `T`, with or without a fraction and a zone
 * @returns null where it is none
 */
export function fromServiceTime(text: string): Date | null {
  const parts = /^(\d{4}-\d\d-\d\d)[ T](\d\d:\d\d:\d\d)(\.\d+)?(Z|[+-]\d\d:\d\d)?$/i.exec(text.trim())
  if (parts === null) return null
  const [, day, time, fraction = '', zone = 'Z'] = parts
  const date = new Date(`${day}T${time}${fraction.slice(0, 4)}${zone}`)
  return Number.isNaN(date.getTime()) ? null : date
}
