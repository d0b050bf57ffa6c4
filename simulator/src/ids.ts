// Identifiers and timestamps in the services' formats.
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
