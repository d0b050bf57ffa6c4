// Limits the requests in flight, first come first served. The limit can adapt to how quickly the service answers.
import { isClientError, type RequestLine } from './errors.ts'

export interface LimiterOptions {
  /** Maximum number of requests in flight; Infinity for no limit. */
  readonly max: number
  /** False keeps the limit at `max`. */
  readonly adaptive: boolean
  /** In milliseconds. */
  readonly now: () => number
}

export interface Limiter {
  /** Resolves to true once a slot is free, which has to be released; to false, without a slot, if `stop` aborts first. */
  acquire(stop: AbortSignal): Promise<boolean>
  release(): void
  /** Sends a request in a slot, and adapts the limit to its latency. */
  observe<T>(line: RequestLine, send: () => Promise<T>): Promise<T>
}

export function createLimiter({ max, adaptive, now }: LimiterOptions): Limiter {
  const waiting: (() => void)[] = []
  /** Slots taken; some of their requests may still wait for a rate limit to pass. */
  let running = 0
  let sent = 0
  let state: AdaptiveLimit = { limit: adaptive ? 1 : max, baseMs: new Map(), loweredAt: 0 }

  function startWaiting(): void {
    while (running < state.limit) {
      const start = waiting.shift()
      if (start === undefined) return
      running += 1
      start()
    }
  }

  return {
    acquire(stop) {
      return new Promise((resolve) => {
        if (stop.aborted) return resolve(false)
        const start = () => {
          stop.removeEventListener('abort', leave)
          resolve(true)
        }
        const leave = () => {
          waiting.splice(waiting.indexOf(start), 1)
          resolve(false)
        }
        waiting.push(start)
        stop.addEventListener('abort', leave, { once: true })
        startWaiting()
      })
    },
    release() {
      running -= 1
      startWaiting()
    },
    async observe(line, send) {
      if (!adaptive) return send()
      sent += 1
      const request = { kind: kindOf(line), inFlight: sent, sentAt: now() }
      try {
        const value = await send()
        state = adaptLimit(state, { ...request, endedAt: now(), overloaded: false }, max)
        return value
      } catch (error) {
        if (isOverload(error))
          state = adaptLimit(state, { ...request, endedAt: now(), overloaded: true }, max)
        throw error
      } finally {
        sent -= 1
      }
    },
  }
}

export interface AdaptiveLimit {
  /** Requests that may be in flight now, from 1. */
  readonly limit: number
  /** Latency of an unloaded service, per kind of request. */
  readonly baseMs: ReadonlyMap<string, number>
  /** When it was last lowered, in milliseconds. Requests that were sent before do not lower it again. */
  readonly loweredAt: number
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
const MIN_BASE_MS = 20

/**
 * The limit after one more response. At least twice the base latency lowers it by one, once per round trip; at most 1.5
 * times raises it by one, if all slots were in use. So a service that works on one request at a time gets one or two.
 */
export function adaptLimit(
  state: AdaptiveLimit,
  { kind, sentAt, endedAt, overloaded, inFlight }: LatencySample,
  max: number,
): AdaptiveLimit {
  const { limit, baseMs, loweredAt } = state
  const lowered = sentAt < loweredAt ? {} : { limit: Math.max(1, limit - 1), loweredAt: endedAt }
  if (overloaded) return { ...state, ...lowered }
  const sampleMs = Math.max(MIN_BASE_MS, endedAt - sentAt)
  const knownMs = baseMs.get(kind) ?? sampleMs
  // Only a request without company may raise the base: the load that we cause does not count as the service's latency.
  const driftMs = inFlight === 1 ? (sampleMs - knownMs) / 100 : 0
  const newMs = Math.min(sampleMs, knownMs + driftMs)
  const next = { ...state, baseMs: new Map(baseMs).set(kind, newMs) }
  if (sampleMs >= 2 * newMs) return { ...next, ...lowered }
  const raise = sampleMs <= 1.5 * newMs && inFlight >= limit
  return raise ? { ...next, limit: Math.min(max, limit + 1) } : next
}

function isOverload(error: unknown): boolean {
  if (!isClientError(error)) return false
  return error.kind === 'timeout' || (error.kind === 'http' && (error.status === 429 || error.status === 503))
}

/** Method and route: IDs, and all but switches of the query, are left out. */
function kindOf({ method, url }: RequestLine): string {
  const { pathname, searchParams } = new URL(url)
  const route = pathname.replace(/[^/]*\d[^/]*/g, '*')
  const switches = [...searchParams].filter(([, value]) => value === 'true').map(([name]) => name)
  return `${method} ${route} ${switches}`
}
