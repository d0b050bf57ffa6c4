// What may be repeated, and after how long: decisions only, the waiting is done elsewhere.
import type { ClientError } from './errors.ts'

/**
 * `read`: asking twice is harmless. `write`: repeated only where the service cannot have acted on the first one,
 * since a second launch costs real money.
 */
export type RepeatPolicy = 'read' | 'write'

/** Whether a call that ended in `error` may be made once more. */
export function mayRepeat(policy: RepeatPolicy, error: ClientError): boolean {
  if (!error.transient) return false
  if (policy === 'read' || !error.maybeReceived) return true
  if (error.kind !== 'http') return false
  return error.status === 429 || (error.status === 503 && error.retryAfterMs !== null)
}

export interface Backoff {
  /** The wait before the first repeat, in milliseconds; it doubles from there. */
  readonly firstMs: number
  readonly capMs: number
}

/**
 * Milliseconds to wait before repeat number `repeat` (from 1). Jitter takes off up to a quarter, so that many callers
 * do not come back together; what the service asked for is a lower bound, and jitter is added to it instead.
 * @param random a number in [0, 1)
 */
export function repeatDelayMs(
  repeat: number,
  backoff: Backoff,
  retryAfterMs: number | null,
  random: number,
): number {
  const doubled = Math.min(backoff.capMs, backoff.firstMs * 2 ** (repeat - 1))
  const jittered = doubled * (1 - random / 4)
  return retryAfterMs === null ? jittered : Math.max(jittered, retryAfterMs * (1 + random / 10))
}

/**
 * Reads a `Retry-After` header, whole seconds or an HTTP date, as milliseconds from now; null where it is neither.
 * @param serverNow the answer's own `Date` header: measured against it, a server whose clock is off does no harm
 * @param nowMs used where that header is missing, in milliseconds since the Unix epoch
 */
export function parseRetryAfter(
  value: string | null,
  serverNow: string | null,
  nowMs: number,
): number | null {
  if (value === null) return null
  const text = value.trim()
  if (/^\d+$/.test(text)) return Number(text) * 1000
  if (!/[a-z]/i.test(text)) return null
  const at = Date.parse(text)
  if (Number.isNaN(at)) return null
  const from = serverNow === null ? Number.NaN : Date.parse(serverNow)
  return Math.max(0, at - (Number.isNaN(from) ? nowMs : from))
}
