// The evaluation service's timestamps: UTC texts without a zone.

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
