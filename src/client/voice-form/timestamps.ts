// The voice-form service's timestamps: unix seconds with a fraction.

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
