// Sends a service's requests: authentication, concurrency, timeouts and safe retries on top of the transport.
import { type Clock, systemClock, withDeadline } from './clock.ts'
import { AbortedError, isClientError, type ResponseInfo, TimeoutError } from './errors.ts'
import { createLimiter } from './limiter.ts'
import {
  type Attempt,
  type CallOptions,
  type CheckedClient,
  type ClientOptions,
  checkedCall,
  checkedClient,
  headersOf,
  type KeyHeader,
} from './options.ts'
import { createRateLimitPause } from './rate-limit-pause.ts'
import { mayRetry, type RetryPolicy, retryDelayMs } from './retry.ts'
import { createTransport, type Received, type ServiceRequest, type Transport } from './transport.ts'

/** The promise of a response's data; `withResponse()` gives status and headers as well. */
export interface ResponsePromise<T> extends Promise<T> {
  withResponse(): Promise<{ readonly data: T; readonly response: ResponseInfo }>
}

export interface Requester {
  /**
   * @param request `retry`: `read` for GET and `write` for every other method by default
   * @throws {@link ClientError}
   */
  send<T>(request: RetryableRequest<T>, options?: CallOptions): ResponsePromise<T>
  /** The method and URL that errors show for a request. */
  lineOf: Transport['lineOf']
  readonly clock: Clock
  readonly random: () => number
}

export type RetryableRequest<T> = ServiceRequest<T> & { readonly retry?: RetryPolicy | undefined }

/** If the service asks for a longer wait, the call fails at once and the error holds `retryAfterMs`. */
const MAX_RETRY_DELAY_MS = 300_000
const BACKOFF = { firstMs: 1000, capMs: 60_000 }

export function createRequester(options: ClientOptions, keyHeader: KeyHeader | null): Requester {
  const client = checkedClient(options, keyHeader)
  const { clock = systemClock, random = Math.random } = options
  const now = () => clock.now()
  const transport = createTransport({
    baseUrl: client.baseUrl,
    // Read at each call, so that a program may replace the global one after creating the client.
    fetch: options.fetch ?? ((...request) => fetch(...request)),
    clock,
  })
  const attempt = createAttempt({ client, keyHeader, transport, clock })

  async function call<T>(request: RetryableRequest<T>, callOptions: CallOptions): Promise<Received<T>> {
    const { timeoutMs, maxRetries, onAttempt, ...limits } = checkedCall(client, callOptions)
    const policy = request.retry ?? (request.method === 'GET' ? 'read' : 'write')
    const end = now() + timeoutMs
    for (let nth = 1; ; nth += 1) {
      const startedAt = now()
      const report = (outcome: Pick<Attempt, 'status' | 'error' | 'retryInMs'>) =>
        onAttempt?.({ ...transport.lineOf(request), attempt: nth, ms: now() - startedAt, ...outcome })
      try {
        const received = await attempt(request, { ...limits, end, timeoutMs, once: policy === 'write' })
        report({ status: received.response.status, error: null, retryInMs: null })
        return received
      } catch (error) {
        if (!isClientError(error)) throw error
        const delayMs = retryDelayMs(nth, BACKOFF, error.retryAfterMs, random())
        const inTime = delayMs <= MAX_RETRY_DELAY_MS && now() + delayMs < end
        const retry = nth <= maxRetries && mayRetry(policy, error) && inTime
        report({ status: 'status' in error ? error.status : null, error, retryInMs: retry ? delayMs : null })
        if (!retry) throw error
        await clock.sleep(delayMs, limits.signal)
        // The service has not acted on a request that may be retried, so nothing was received.
        if (limits.signal?.aborted)
          throw new AbortedError(transport.lineOf(request), false, limits.signal.reason)
      }
    }
  }

  return {
    clock,
    random,
    lineOf: transport.lineOf,
    send: (request, callOptions = {}) => responsePromise(call(request, callOptions)),
  }
}

interface Limits {
  readonly signal: AbortSignal | undefined
  /** End of the whole call, on the clock. */
  readonly end: number
  readonly timeoutMs: number
  readonly attemptTimeoutMs: number
  readonly headers: CallOptions['headers']
  readonly once: boolean
}

interface AttemptEffects {
  readonly client: CheckedClient
  readonly keyHeader: KeyHeader | null
  readonly transport: Transport
  readonly clock: Clock
}

/** A function that makes one attempt, from waiting for a slot to the response. */
function createAttempt({ client, keyHeader, transport, clock }: AttemptEffects) {
  const now = () => clock.now()
  const limiter = createLimiter({ max: client.concurrency, adaptive: client.adaptiveConcurrency, now })
  const pause = createRateLimitPause(clock)

  return async <T>(request: RetryableRequest<T>, limits: Limits): Promise<Received<T>> => {
    const { signal, end, timeoutMs, headers: extra, once } = limits
    const line = transport.lineOf(request)
    const late = () => new TimeoutError(line, { timeoutMs, maybeReceived: false })
    await withDeadline(clock, { ms: end - now(), signal }, async (stop) => {
      if (await limiter.acquire(stop)) return
      throw signal?.aborted ? new AbortedError(line, false, signal.reason) : late()
    })
    try {
      await pause.wait(end, signal)
      const { headers, key } = await headersOf(client, extra, request.open ? null : keyHeader)
      const leftMs = end - now()
      if (leftMs <= 0) throw late()
      const how = { signal, headers, key, once, timeoutMs: Math.min(limits.attemptTimeoutMs, leftMs) }
      return await limiter.observe(line, () => transport.send(request, how))
    } catch (error) {
      pause.observe(error)
      throw error
    } finally {
      limiter.release()
    }
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
