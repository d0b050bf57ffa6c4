// Sends a service's requests: authentication, concurrency, timeouts and safe retries on top of the transport.
import { type Clock, systemClock, withDeadline } from './clock.ts'
import { AbortedError, isClientError, type RequestLine, TimeoutError } from './errors.ts'
import { createLimiter } from './limiter.ts'
import { createRateLimitPause } from './rate-limit-pause.ts'
import { mayRetry, type RetryPolicy, retryDelayMs } from './retry.ts'
import { createTransport, type ServiceRequest, type Transport } from './transport.ts'

export interface ClientOptions {
  /** Scheme, host and any path of the service. */
  readonly baseUrl: string
  /** Replaces the global `fetch`, for example to use a proxy. */
  readonly fetch?: typeof fetch
  /** Source of all waits and timeouts. Default: the system clock. */
  readonly clock?: Clock
  /** Timeout of a single attempt, in milliseconds. Default: 30,000. */
  readonly attemptTimeoutMs?: number
  /** Retries after the first attempt. Default: 5. */
  readonly maxRetries?: number
  /** Maximum number of requests in flight; further calls wait for a slot. Default: unlimited. */
  readonly concurrency?: number
  /**
   * Starts with one request in flight and moves the limit between 1 and `concurrency`: up while the service answers
   * quickly, down when responses slow down or fail. Default: false.
   */
  readonly adaptiveConcurrency?: boolean
  /** Returns a number in [0, 1) for the jitter of retry delays. */
  readonly random?: () => number
}

export interface CallOptions {
  readonly signal?: AbortSignal | undefined
  /** Timeout of the whole call in milliseconds: all attempts, and the wait for a slot. Default: none. */
  readonly timeoutMs?: number | undefined
  /** Timeout of a single attempt, in milliseconds. Default: the client's. */
  readonly attemptTimeoutMs?: number | undefined
  /** Retries after the first attempt. Default: the client's. */
  readonly maxRetries?: number | undefined
}

export interface KeyHeader {
  readonly name: string
  readonly key: string
  readonly scheme?: string
}

export interface Requester {
  /** @throws {@link ClientError} */
  send<T>(policy: RetryPolicy, request: ServiceRequest<T>, options?: CallOptions): Promise<T>
  /** The method and URL that errors show for a request. */
  lineOf: Transport['lineOf']
  readonly clock: Clock
  readonly random: () => number
}

const DEFAULT_ATTEMPT_TIMEOUT_MS = 30_000
const DEFAULT_MAX_RETRIES = 5
/** If the service asks for a longer wait, the call fails at once and the error holds `retryAfterMs`. */
const MAX_RETRY_DELAY_MS = 300_000
const BACKOFF = { firstMs: 1000, capMs: 60_000 }

export function createRequester(options: ClientOptions, header: KeyHeader | null): Requester {
  const clock = options.clock ?? systemClock
  const random = options.random ?? Math.random
  const limiter = createLimiter({
    max: options.concurrency ?? Number.POSITIVE_INFINITY,
    adaptive: options.adaptiveConcurrency ?? false,
    now: () => clock.now(),
  })
  const pause = createRateLimitPause(clock)
  const transport = createTransport({
    baseUrl: checkedBaseUrl(options.baseUrl),
    keyHeader: header === null ? null : keyHeaderOf(header),
    // Read at each call, so that a program may replace the global one after creating the client.
    fetch: options.fetch ?? ((...request) => fetch(...request)),
    clock,
  })

  async function attempt<T>(request: ServiceRequest<T>, limits: Limits): Promise<T> {
    const { signal, end, timeoutMs } = limits
    const line = transport.lineOf(request)
    await withDeadline(clock, { ms: end - clock.now(), signal }, async (stop) => {
      if (!(await limiter.acquire(stop))) throw waitError(line, limits)
    })
    try {
      await pause.wait(end, signal)
      const leftMs = end - clock.now()
      if (leftMs <= 0) throw new TimeoutError(line, { timeoutMs, maybeReceived: false })
      const attemptTimeoutMs = Math.min(limits.attemptTimeoutMs, leftMs)
      return await limiter.observe(line, () =>
        transport.send(request, { signal, timeoutMs: attemptTimeoutMs }),
      )
    } catch (error) {
      pause.observe(error)
      throw error
    } finally {
      limiter.release()
    }
  }

  return {
    clock,
    random,
    lineOf: transport.lineOf,
    async send(policy, request, { signal, timeoutMs = Number.POSITIVE_INFINITY, ...callOptions } = {}) {
      const maxRetries = callOptions.maxRetries ?? options.maxRetries ?? DEFAULT_MAX_RETRIES
      const attemptTimeoutMs =
        callOptions.attemptTimeoutMs ?? options.attemptTimeoutMs ?? DEFAULT_ATTEMPT_TIMEOUT_MS
      const end = clock.now() + timeoutMs
      for (let retry = 1; ; retry += 1) {
        try {
          return await attempt(request, { signal, end, timeoutMs, attemptTimeoutMs })
        } catch (error) {
          if (retry > maxRetries || !isClientError(error) || !mayRetry(policy, error)) throw error
          const delayMs = retryDelayMs(retry, BACKOFF, error.retryAfterMs, random())
          if (delayMs > MAX_RETRY_DELAY_MS || clock.now() + delayMs >= end) throw error
          await clock.sleep(delayMs, signal)
          // The service has not acted on a request that may be retried, so nothing was received.
          if (signal?.aborted) throw new AbortedError(transport.lineOf(request), false, signal.reason)
        }
      }
    },
  }
}

interface Limits {
  readonly signal: AbortSignal | undefined
  /** End of the whole call, on the clock. */
  readonly end: number
  readonly timeoutMs: number
  readonly attemptTimeoutMs: number
}

/** Why a call never got a slot. */
function waitError(line: RequestLine, { signal, timeoutMs }: Limits): AbortedError | TimeoutError {
  return signal?.aborted
    ? new AbortedError(line, false, signal.reason)
    : new TimeoutError(line, { timeoutMs, maybeReceived: false })
}

function checkedBaseUrl(baseUrl: string): string {
  const url = URL.canParse(baseUrl) ? new URL(baseUrl) : null
  if (url === null || !/^https?:$/.test(url.protocol)) throw new TypeError('baseUrl is not an http(s) URL')
  if (url.username !== '' || url.password !== '' || url.search !== '' || url.hash !== '')
    throw new TypeError('baseUrl must not contain credentials, a query or a fragment')
  return url.href
}

function keyHeaderOf({ name, key, scheme }: KeyHeader): { name: string; value: string; key: string } {
  // fetch would quote such a key in its own error.
  if (!/^[\x21-\x7e]+$/.test(key))
    throw new TypeError('apiKey must not contain whitespace or non-ASCII characters')
  return { name, value: scheme === undefined ? key : `${scheme} ${key}`, key }
}
