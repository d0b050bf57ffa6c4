// Sends a service's requests: authentication, concurrency, timeouts and safe retries on top of the transport.
import { type Clock, systemClock, withDeadline } from './clock.ts'
import { AbortedError, type ClientError, isClientError, TimeoutError } from './errors.ts'
import { createLimiter } from './limiter.ts'
import {
  type CallOptions,
  type ClientOptions,
  checkedCall,
  checkedClient,
  headersOf,
  type KeyHeader,
} from './options.ts'
import type { Received } from './response.ts'
import { createRateLimitPause, isUnresolved, mayRetry, retryDelayMs } from './retry.ts'
import { createTransport, type ServiceRequest, type Transport } from './transport.ts'

/** The promise of a response's data; `withResponse()` gives status and headers as well. */
export interface ResponsePromise<T> extends Promise<T> {
  withResponse(): Promise<Received<T>>
}

export interface Requester {
  send<T>(request: ServiceRequest<T>, options?: CallOptions): ResponsePromise<T>
  /** The method and URL that errors show for a request. */
  lineOf: Transport['lineOf']
  readonly callHook: HookCaller
  readonly clock: Clock
  readonly random: () => number
}

/** Calls a function of the calling program, whose errors end nothing: a launch whose response is lost costs money. */
type HookCaller = <T>(hook: ((value: T) => unknown) | undefined, value: T) => void

/** If the service asks for a longer wait, the call fails at once and the error holds `retryAfterMs`. */
const MAX_RETRY_DELAY_MS = 300_000
const BACKOFF = { firstMs: 1000, capMs: 60_000 }
/** So many pages within so long, before any answer of the service. */
const MAX_FIRST_PAGES = 3
const FIRST_PAGES_MS = 30_000

export function createRequester(options: ClientOptions, keyHeader: KeyHeader | null): Requester {
  const client = checkedClient(options, keyHeader)
  const { clock = systemClock, random = Math.random } = options
  const now = () => clock.now()
  const transport = createTransport({
    baseUrl: client.baseUrl,
    // Read at each call, so that a program may replace the global one after creating the client.
    fetch: options.fetch ?? ((...request) => fetch(...request)),
    isCustomFetch: options.fetch !== undefined,
    secrets: options.secrets ?? new Set(),
    clock,
  })
  const attempt = createAttempt(client, keyHeader, transport, clock)
  const callHook = createHookCaller(options.onHookError)
  const isWebsite = createWebsiteDetector(now)

  async function call<T>(request: ServiceRequest<T>, callOptions: CallOptions): Promise<Received<T>> {
    const { timeoutMs, unresolvedMs, maxRetries, onAttempt, ...limits } = checkedCall(client, callOptions)
    const unresolvedEnd = now() + unresolvedMs
    const policy = request.retry ?? (request.method === 'GET' ? 'read' : 'write')
    const line = transport.lineOf(request)
    const end = request.end ?? now() + timeoutMs
    for (let nth = 1; ; nth += 1) {
      const startedAt = now()
      let status: number | null = null
      const report = (error: ClientError | null, retryInMs: number | null) =>
        callHook(onAttempt, { ...line, attempt: nth, status, error, ms: now() - startedAt, retryInMs })
      const onStatus = (received: number) => {
        status = received
      }
      try {
        const once = policy !== 'read'
        const received = await attempt(request, { ...limits, end, timeoutMs, once, onStatus })
        isWebsite(null)
        report(null, null)
        return received
      } catch (error) {
        if (!isClientError(error)) throw error
        const delayMs = retryDelayMs(nth, BACKOFF, error.retryAfterMs, random())
        const last = isUnresolved(error) ? Math.min(end, unresolvedEnd) : end
        const inTime = delayMs <= MAX_RETRY_DELAY_MS && now() + delayMs < last
        const retry = !isWebsite(error) && nth <= maxRetries && mayRetry(policy, error) && inTime
        report(error, retry ? delayMs : null)
        if (!retry) throw error
        await clock.sleep(delayMs, limits.signal)
        // The service has not acted on a request that may be retried, so nothing was received.
        if (limits.signal?.aborted) throw new AbortedError(line, false, limits.signal.reason)
      }
    }
  }

  return {
    callHook,
    clock,
    random,
    lineOf: transport.lineOf,
    send: (request, callOptions = {}) => responsePromise(call(request, callOptions)),
  }
}

/**
 * An address that gives pages before any answer of the service is a website's, or there is a proxy. Later, pages pass.
 * @returns a function that is told how each attempt ended
 */
function createWebsiteDetector(now: () => number): (error: ClientError | null) => boolean {
  let hasAnswered = false
  const pages: number[] = []
  return (error) => {
    const body = error !== null && 'body' in error ? error.body : null
    if (error === null || (typeof body === 'object' && body !== null)) hasAnswered = true
    if (hasAnswered || error === null || !('isPage' in error) || !error.isPage) return false
    pages.push(now())
    return now() - (pages.at(-MAX_FIRST_PAGES) ?? Number.NEGATIVE_INFINITY) <= FIRST_PAGES_MS
  }
}

interface AttemptOptions
  extends Omit<ReturnType<typeof checkedCall>, 'maxRetries' | 'onAttempt' | 'unresolvedMs'> {
  /** End of the whole call, on the clock. */
  readonly end: number
  readonly once: boolean
  readonly onStatus: (status: number) => void
}

/** A function that makes one attempt, from waiting for a slot to the response. */
function createAttempt(
  { concurrency, adaptiveConcurrency }: ReturnType<typeof checkedClient>,
  keyHeader: KeyHeader | null,
  transport: Transport,
  clock: Clock,
) {
  const now = () => clock.now()
  const limiter = createLimiter(concurrency, adaptiveConcurrency === true ? now : null)
  const pause = createRateLimitPause(clock)

  return async <T>(request: ServiceRequest<T>, options: AttemptOptions): Promise<Received<T>> => {
    const { end, timeoutMs, attemptTimeoutMs, headers: given, ...how } = options
    const { signal } = how
    const line = transport.lineOf(request)
    const late = () => new TimeoutError(line, { timeoutMs, maybeReceived: false })
    const slot = await withDeadline(clock, { ms: end - now(), signal }, (stop) => limiter.acquire(stop))
    if (slot === null) throw signal?.aborted ? new AbortedError(line, false, signal.reason) : late()
    try {
      await pause.wait(end, signal)
      const { headers, key } = await headersOf(given, keyHeader, request)
      const leftMs = end - now()
      if (leftMs <= 0) throw late()
      const allowedMs = leftMs < attemptTimeoutMs ? timeoutMs : attemptTimeoutMs
      const sending = { ...how, headers, key, allowedMs, timeoutMs: Math.min(attemptTimeoutMs, leftMs) }
      return await slot.observe(line, () => transport.send(request, sending))
    } catch (error) {
      pause.observe(error)
      throw error
    } finally {
      slot.release()
    }
  }
}

function createHookCaller(onHookError: ClientOptions['onHookError']): HookCaller {
  let warned = false
  const warn = (error: unknown) => {
    if (!warned) console.warn('agent-tests: a hook failed:', error)
    warned = true
  }
  return (hook, value) => {
    // An async function, so that one handler gets what the hook throws and what its promise rejects with.
    const called = (async () => hook?.(value))()
    called.catch(onHookError ?? warn).catch(warn)
  }
}

function responsePromise<T>(received: Promise<Received<T>>): ResponsePromise<T> {
  const data = received.then((each) => each.data)
  return Object.assign(data, {
    withResponse() {
      // The caller now handles the rejection of this promise instead.
      data.catch(() => undefined)
      return received
    },
  })
}
