// A service's calls over the transport: the key, the timeout of each request, and the repeats that are harmless.
import { type Clock, systemClock } from './clock.ts'
import { AbortedError, isClientError, TimeoutError } from './errors.ts'
import { createLimiter } from './limiter.ts'
import { createPause } from './pause.ts'
import { mayRepeat, type RepeatPolicy, repeatDelayMs } from './retry.ts'
import { createTransport, type ServiceRequest, type Transport } from './transport.ts'

export interface ClientOptions {
  /** Scheme, host and any path of the service. */
  readonly baseUrl: string
  /** Replaces the global `fetch`, for example to go through a proxy. */
  readonly fetch?: typeof fetch
  /** What all waits and timeouts run on; the system's where it is not set. */
  readonly clock?: Clock
  /** For each request, in milliseconds; 30,000 where it is not set. */
  readonly timeoutMs?: number
  /** Requests in flight at the most, the rest wait their turn; no bound where it is not set. */
  readonly concurrency?: number
  /** A number in [0, 1), for the jitter of waits. */
  readonly random?: () => number
}

export interface CallOptions {
  readonly signal?: AbortSignal | undefined
  /** Milliseconds for the whole call with its repeats; no repeat is begun that could not end within it. */
  readonly withinMs?: number | undefined
  /** False for exactly one request, whatever it answers. */
  readonly repeat?: boolean | undefined
}

export interface KeyHeader {
  readonly name: string
  readonly key: string
  readonly scheme?: string
}

export interface Caller {
  /** @throws {@link ClientError} */
  call<T>(policy: RepeatPolicy, request: ServiceRequest<T>, options?: CallOptions): Promise<T>
  /** How a request reads in errors. */
  lineOf: Transport['lineOf']
  readonly clock: Clock
  readonly random: () => number
}

const DEFAULT_TIMEOUT_MS = 30_000
const MAX_TRIES = 6
/** A service that asks for more is not waited for: the error says how long it asked. */
const LONGEST_WAIT_MS = 300_000
const BACKOFF = { firstMs: 1000, capMs: 60_000 }

export function createCaller(options: ClientOptions, header: KeyHeader | null): Caller {
  const clock = options.clock ?? systemClock
  const random = options.random ?? Math.random
  const timeoutMs = options.timeoutMs ?? DEFAULT_TIMEOUT_MS
  const inTurn = createLimiter(options.concurrency ?? Number.POSITIVE_INFINITY)
  const pause = createPause(clock)
  const transport = createTransport({
    baseUrl: checkedBaseUrl(options.baseUrl),
    keyHeader: header === null ? null : keyHeaderOf(header),
    // Looked up at each call, so that a program may replace the global one after the client was made.
    fetch: options.fetch ?? ((...request) => fetch(...request)),
    clock,
  })

  return {
    clock,
    random,
    lineOf: transport.lineOf,
    async call(policy, request, { signal, withinMs = Number.POSITIVE_INFINITY, repeat = true } = {}) {
      const end = clock.now() + withinMs
      for (let tries = 1; ; tries += 1) {
        try {
          return await inTurn(async () => {
            await pause.over(end, signal)
            const leftMs = end - clock.now()
            if (leftMs <= 0)
              throw new TimeoutError(transport.lineOf(request), { withinMs, maybeReceived: false })
            return pause.heed(transport.send(request, { signal, timeoutMs: Math.min(timeoutMs, leftMs) }))
          }, signal)
        } catch (error) {
          if (!repeat || tries === MAX_TRIES || !isClientError(error) || !mayRepeat(policy, error))
            throw error
          const waitMs = repeatDelayMs(tries, BACKOFF, error.retryAfterMs, random())
          if (waitMs > LONGEST_WAIT_MS || clock.now() + waitMs >= end) throw error
          await clock.sleep(waitMs, signal)
          // What may be repeated has done nothing yet, whether it was received or not.
          if (signal?.aborted) throw new AbortedError(transport.lineOf(request), false, signal.reason)
        }
      }
    },
  }
}

function checkedBaseUrl(baseUrl: string): string {
  const url = URL.canParse(baseUrl) ? new URL(baseUrl) : null
  if (url === null || !/^https?:$/.test(url.protocol)) throw new TypeError('baseUrl is not an http(s) URL')
  if (url.username !== '' || url.password !== '' || url.search !== '' || url.hash !== '')
    throw new TypeError('baseUrl must hold neither credentials nor a query nor a fragment')
  return url.href
}

function keyHeaderOf({ name, key, scheme }: KeyHeader): { name: string; value: string; key: string } {
  // fetch would quote such a key in its own error.
  if (!/^[\x21-\x7e]+$/.test(key))
    throw new TypeError('apiKey must be visible ASCII characters without spaces')
  return { name, value: scheme === undefined ? key : `${scheme} ${key}`, key }
}
