// Identifiers and timestamps in the services' formats, and chance that is the same in every run.
import { createHash } from 'node:crypto'

/** A UUID of 36 characters, the same for the same seed on every machine. */
export function stableUuid(seed: string): string {
  const hex = createHash('sha256').update(seed).digest('hex')
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `4${hex.slice(13, 16)}`,
    `8${hex.slice(17, 20)}`,
    hex.slice(20, 32),
  ].join('-')
}

/** Milliseconds since 1970 as `2026-11-20 22:42:02`: UTC, without a zone. */
export function timestamp(ms: number): string {
  return new Date(ms).toISOString().slice(0, 19).replace('T', ' ')
}

/** Milliseconds since 1970 as `2026-11-20T22:42:02Z`. */
export const isoTimestamp = (ms: number) => `${new Date(ms).toISOString().slice(0, 19)}Z`

/** Milliseconds since 1970 and a number of microseconds below 1,000 as `2026-11-23T08:22:19.327366+00:00`. */
export function preciseTimestamp(ms: number, microseconds: number): string {
  return `${new Date(ms).toISOString().slice(0, -1)}${String(microseconds).padStart(3, '0')}+00:00`
}

/** A number from 0 to below 1 from a text (FNV-1a, then mixed so that similar texts differ). */
export function chance(text: string): number {
  let hash = 0x811c9dc5
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193)
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
  return ((hash ^ (hash >>> 16)) >>> 0) / 2 ** 32
}
