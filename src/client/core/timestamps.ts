// The services' timestamps: fractional unix seconds of the voice-form service, UTC texts without a zone of the other.

/**
 * The voice-form service's timestamp (`created_at`, `updated_at`) as a Date.
 * @param seconds unix seconds with a fraction, rounded to milliseconds
 * @returns null if there is no time
 */
export function fromUnixSeconds(seconds: number): Date
export function fromUnixSeconds(seconds: number | null | undefined): Date | null
export function fromUnixSeconds(seconds: number | null | undefined): Date | null {
  return typeof seconds === 'number' ? new Date(Math.round(seconds * 1000)) : null
}

/**
 * A Date as the voice-form service's timestamp, for `since` and `until`.
 * @returns unix seconds with a fraction of whole milliseconds
 */
export function toUnixSeconds(date: Date): number {
  return date.getTime() / 1000
}

/**
 * The evaluation service's timestamp as a Date. It is UTC but mostly has no time zone (`2026-11-20 22:42:02`), so
 * `new Date` would read it as local time.
 * @param text ISO 8601 with a space or a `T`, with or without seconds, a fraction and a zone
 * @returns null if it is not a timestamp
 */
export function fromServiceTime(text: string | null | undefined): Date | null {
  const pattern = /^(\d{4}-\d\d-\d\d)[ T](\d\d:\d\d)(:\d\d)?(\.\d+)?(?:Z|([+-]\d\d)(?::?(\d\d))?)?$/i
  const parts = pattern.exec(text?.trim() ?? '')
  if (parts === null) return null
  const [, day, time, seconds = ':00', fraction = '', hours = '+00', minutes = '00'] = parts
  const date = new Date(`${day}T${time}${seconds}${fraction.slice(0, 4)}${hours}:${minutes}`)
  return Number.isNaN(date.getTime()) ? null : date
}
