// Limits the requests in flight, first come first served. The limit can adapt to how quickly the service answers.
import { isClientError, type RequestLine } from './errors.ts'

export interface Slot {
  /** Sends a request in the slot, and adapts the limit to its latency. */
  observe<T>(line: RequestLine, send: () => Promise<T>): Promise<T>
  release(): void
}

/**
 * @param max Maximum number of requests in flight; Infinity for no limit.
 * @param now in milliseconds; null keeps the limit at `max`
 */
export function createLimiter(max: number, now: (() => number) | null) {
  const waiting: ((slot: Slot) => void)[] = []
  let running = 0
  let state: AdaptiveLimit = { limit: now === null ? max : 1, goodLeft: 1, base: new Map(), loweredAt: 0 }

  function startWaiting(): void {
    // Once a raise is earned, one request more is sent. Its latency decides whether the limit rises.
    while (running < state.limit + (state.goodLeft === 0 && state.limit < max ? 1 : 0)) {
      const start = waiting.shift()
      if (start === undefined) return
      running += 1
      if (running > state.limit) state = { ...state, goodLeft: GOOD_AFTER_TRYING }
      start(slotOf(running))
    }
  }

  function slotOf(inFlight: number): Slot {
    return {
      async observe(line, send) {
        if (now === null) return send()
        const request = { kind: laneOf(line), inFlight, sentAt: now() }
        try {
          const value = await send()
          state = adaptLimit(state, { ...request, endedAt: now(), overloaded: false }, max)
          return value
        } catch (error) {
          if (isOverload(error))
            state = adaptLimit(state, { ...request, endedAt: now(), overloaded: true }, max)
          throw error
        }
      },
      release() {
        running -= 1
        startWaiting()
      },
    }
  }

  return {
    /** Resolves once a slot is free; to null if `stop` aborts first. */
    acquire: (stop: AbortSignal) =>
      new Promise<Slot | null>((resolve) => {
        if (stop.aborted) return resolve(null)
        const start = (slot: Slot) => {
          stop.removeEventListener('abort', leave)
          resolve(slot)
        }
        const leave = () => {
          waiting.splice(waiting.indexOf(start), 1)
          resolve(null)
        }
        waiting.push(start)
        stop.addEventListener('abort', leave, { once: true })
        startWaiting()
      }),
  }
}

export interface AdaptiveLimit {
  /** Requests that may be in flight now, from 1. */
  readonly limit: number
  /** Good latencies at the full limit until one request more is tried. */
  readonly goodLeft: number
  /** Latency of an unloaded service, per kind of request. */
  readonly base: ReadonlyMap<string, BaseLatency>
  /** When it was last lowered, in milliseconds. Requests that were sent before do not change it again. */
  readonly loweredAt: number
}

/** The latency of requests without company: the load that we cause does not count as the service's latency. */
interface BaseLatency {
  /** The moving average, in milliseconds. */
  readonly ms: number
  /** The moving average of the deviation from it, in milliseconds. */
  readonly deviationMs: number
}

export interface LatencySample {
  /** Requests of one kind are expected to take equally long. */
  readonly kind: string
  /** When the request was sent, and when the whole response had arrived or the request had failed, in milliseconds. */
  readonly sentAt: number
  readonly endedAt: number
  /** The request failed because the service has too much to do. */
  readonly overloaded: boolean
  /** Requests in flight right after it was sent, itself included. */
  readonly inFlight: number
}

/** Below this a difference is noise: a limit that halves for 4 ms instead of 2 helps nobody. */
const MIN_SAMPLE_MS = 20

/** A service that works on one request at a time gets two for a few percent of the time only. */
const GOOD_AFTER_TRYING = 32

/**
 * The limit after one more response. A latency of at most 1.5 times the base (or as far from it as usual) is good, one of at
 * least twice the base is slow. Within the limit, a slow one lowers it by one, once per round trip. Good ones at the full
 * limit earn a raise: one request more is sent, and if its latency is good as well, the limit rises by one.
 */
export function adaptLimit(
  state: AdaptiveLimit,
  { kind, sentAt, endedAt, overloaded, inFlight }: LatencySample,
  max: number,
): AdaptiveLimit {
  const { limit, goodLeft } = state
  const isCurrent = sentAt >= state.loweredAt
  const lowered = { limit: Math.max(1, limit - 1), goodLeft: limit > 1 ? 1 : goodLeft, loweredAt: endedAt }
  if (overloaded) return isCurrent ? { ...state, ...lowered } : state
  const sampleMs = Math.max(MIN_SAMPLE_MS, endedAt - sentAt)
  const known = state.base.get(kind)
  const base = baseAfter(known, sampleMs, inFlight === 1)
  if (base === undefined) return state
  const next = { ...state, base: new Map(state.base).set(kind, base) }
  if (known === undefined || !isCurrent) return next
  const usualMs = base.ms + 3 * base.deviationMs
  if (sampleMs >= Math.max(2 * base.ms, usualMs) && inFlight <= limit) return { ...next, ...lowered }
  if (sampleMs > Math.max(1.5 * base.ms, usualMs)) return next
  if (inFlight > limit) return { ...next, limit: Math.min(max, limit + 1), goodLeft: 0 }
  return inFlight < limit ? next : { ...next, goodLeft: Math.max(0, goodLeft - 1) }
}

function baseAfter(known: BaseLatency | undefined, sampleMs: number, isAlone: boolean) {
  const first = { ms: sampleMs, deviationMs: sampleMs / 8 }
  if (known === undefined) return isAlone ? first : undefined
  const { ms, deviationMs } = known
  const errorMs = sampleMs - ms
  // Much faster than ever: what was measured before was the load of others.
  if (errorMs < -4 * deviationMs) return first
  if (!isAlone) return known
  return { ms: ms + errorMs / 8, deviationMs: deviationMs + (Math.abs(errorMs) - deviationMs) / 8 }
}

function isOverload(error: unknown): boolean {
  if (!isClientError(error)) return false
  return error.kind === 'timeout' || (error.kind === 'http' && (error.status === 429 || error.status === 503))
}

/** Without IDs, and of the query with switches alone. */
function laneOf({ method, url }: RequestLine): string {
  const { pathname, searchParams } = new URL(url)
  const route = pathname.replace(/[^/]*\d[^/]*/g, '*')
  const switches = [...searchParams].filter(([, value]) => value === 'true').map(([name]) => name)
  return `${method} ${route} ${switches}`
}
