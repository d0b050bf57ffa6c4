// The options of clients and calls: their types, defaults and checks.
import type { Clock } from './clock.ts'
import type { ClientError } from './errors.ts'
import { VERSION } from './version.ts'

/** An API key, or a function that returns the current one; it is called before every attempt. */
export type ApiKey = string | (() => string | Promise<string>)

/** `fetch`, or a function that does what the client needs of it. */
export type Fetch = (url: string, init: RequestInit) => Promise<FetchResponse>

/** The part of a `Response` that the client reads. */
export interface FetchResponse {
  readonly status: number
  readonly headers: { forEach(use: (value: string, name: string) => void): void }
  readonly body: {
    getReader(): {
      read(): Promise<{ readonly done: false; readonly value: Uint8Array } | { readonly done: true }>
      cancel(): Promise<void>
    }
  } | null
  /** The type of a redirect that a browser hides: `opaqueredirect`. */
  readonly type?: string
}

/** What `new Headers` takes, or an object in which values may be missing. */
export type HeaderValues =
  | Headers
  | Iterable<readonly [name: string, value: string]>
  | Readonly<Record<string, string | null | undefined>>

export interface CallOptions {
  /** Ends the call with an `AbortedError`. */
  readonly signal?: AbortSignal | undefined
  /** Timeout of the whole call in milliseconds: all attempts and pages, and the wait for a slot. Default: none. */
  readonly timeoutMs?: number | undefined
  /** Timeout of a single attempt, in milliseconds. Default: the client's, or 30,000. */
  readonly attemptTimeoutMs?: number | undefined
  /** Retries after the first attempt. Default: the client's, or 5. */
  readonly maxRetries?: number | undefined
  /** How long a host name that cannot be resolved is tried, in milliseconds. Default: as other errors. */
  readonly unresolvedMs?: number | undefined
  /** Extra headers; those of a call are added to the client's. `undefined` is left out, `null` removes a default. */
  readonly headers?: HeaderValues | undefined
  /** Called after every attempt, for logs and metrics; that of a call replaces the client's. */
  readonly onAttempt?: ((attempt: Attempt) => void) | undefined
}

export interface ClientOptions extends Omit<CallOptions, 'signal' | 'timeoutMs' | 'unresolvedMs'> {
  /** Scheme, host and any path of the service. */
  readonly baseUrl: string
  /** Replaces the global `fetch`, for example to use a proxy. */
  readonly fetch?: Fetch | undefined
  /**
   * Removed, like the key, from errors, in any encoding; of 8 characters or more. Read at each error, so that you may add
   * to the set.
   */
  readonly secrets?: ReadonlySet<string> | undefined
  /** Called with what a hook (`onAttempt`, `onPoll`) throws, which ends no call. Default: one warning in the console. */
  readonly onHookError?: ((error: unknown) => void) | undefined
  /** Source of all waits and timeouts. Default: the system clock. */
  readonly clock?: Clock | undefined
  /** Maximum number of requests in flight; further calls wait for a slot. Default: unlimited. */
  readonly concurrency?: number | undefined
  /**
   * Starts with one request in flight and moves the limit between 1 and `concurrency`: up while the service answers
   * quickly, down when responses slow down or fail. Default: false.
   */
  readonly adaptiveConcurrency?: boolean | undefined
  /** Returns a number in [0, 1) for the jitter of retry delays. Default: `Math.random`. */
  readonly random?: (() => number) | undefined
}

export interface Attempt {
  readonly method: string
  readonly url: string
  /** From 1. */
  readonly attempt: number
  /** Null if no response began. */
  readonly status: number | null
  /** Null if the attempt succeeded. */
  readonly error: ClientError | null
  /** Duration in milliseconds, including the wait for a slot. */
  readonly ms: number
  /** Milliseconds until the next attempt; null if there is none. */
  readonly retryInMs: number | null
}

export interface KeyHeader {
  readonly name: string
  readonly key: ApiKey
  readonly scheme?: string
}

/** @throws {TypeError} naming the option that cannot be used */
export function checkedClient(options: ClientOptions, keyHeader: KeyHeader | null) {
  if (keyHeader !== null && typeof keyHeader.key !== 'function') checkedKey(keyHeader.key)
  const { concurrency = Number.POSITIVE_INFINITY } = options
  requireInteger('concurrency', concurrency, 1)
  checkedCall(options, {})
  return { ...options, baseUrl: checkedBaseUrl(options.baseUrl), concurrency }
}

/**
 * The options of a call, with those of its client for what it leaves out. It may run out of time before it starts, so its
 * timeout may be 0 or less.
 */
export function checkedCall(client: Omit<ClientOptions, 'baseUrl'>, options: CallOptions) {
  const { signal, headers, timeoutMs = Number.POSITIVE_INFINITY, unresolvedMs = timeoutMs } = options
  const { attemptTimeoutMs = client.attemptTimeoutMs ?? 30_000 } = options
  const { maxRetries = client.maxRetries ?? 5, onAttempt = client.onAttempt } = options
  if (Number.isNaN(timeoutMs)) throw new TypeError('timeoutMs must be a number')
  if (!(attemptTimeoutMs > 0)) throw new TypeError('attemptTimeoutMs must be a number above 0')
  requireInteger('maxRetries', maxRetries, 0)
  const allHeaders = [client.headers, headers]
  return { signal, timeoutMs, unresolvedMs, attemptTimeoutMs, maxRetries, onAttempt, headers: allHeaders }
}

/** When a call of several requests ends, on the clock. */
export function endOf(clock: Clock, { timeoutMs = Number.POSITIVE_INFINITY }: CallOptions): number {
  return clock.now() + timeoutMs
}

function requireInteger(name: string, value: number, min: number): void {
  if (!(Number.isInteger(value) || value === Number.POSITIVE_INFINITY) || value < min)
    throw new TypeError(`${name} must be an integer of at least ${min}`)
}

function checkedBaseUrl(baseUrl: string): string {
  const url = URL.canParse(baseUrl) ? new URL(baseUrl) : null
  if (url === null || !/^https?:$/.test(url.protocol)) throw new TypeError('baseUrl is not an http(s) URL')
  // The URL parser drops an empty query or fragment.
  if (url.username !== '' || url.password !== '' || /[?#]/.test(baseUrl))
    throw new TypeError('baseUrl must not contain credentials, a query or a fragment')
  return url.href
}

/** fetch would quote a key with other characters in its own error. */
function checkedKey(key: string): string {
  if (!key) throw new TypeError('apiKey is empty')
  if (/[^\x21-\x7e]/.test(key))
    throw new TypeError('apiKey must not contain whitespace or non-ASCII characters')
  if (key.length < 8 || key.length > 1024)
    throw new TypeError(`apiKey must have 8 to 1,024 characters, not ${key.length}`)
  return key
}

/** All headers of a request, and the key among them. */
export async function headersOf(
  given: readonly (HeaderValues | undefined)[],
  keyHeader: KeyHeader | null,
  { open, body }: { readonly open?: boolean | undefined; readonly body?: unknown },
): Promise<{ readonly headers: Headers; readonly key: string | null }> {
  const headers = new Headers({ accept: 'application/json' })
  if (body !== undefined) headers.set('content-type', 'application/json')
  if (!isBrowser()) {
    headers.set('user-agent', `agent-tests/${VERSION}`)
    // An old copy of a list of agents would hide a new one.
    headers.set('cache-control', 'no-cache')
  }
  for (const values of given) addHeaders(headers, values)
  if (keyHeader === null || open) return { headers, key: null }
  const { name, scheme } = keyHeader
  const key = checkedKey(typeof keyHeader.key === 'function' ? await keyHeader.key() : keyHeader.key)
  headers.set(name, scheme === undefined ? key : `${scheme} ${key}`)
  return { headers, key }
}

function addHeaders(headers: Headers, values: HeaderValues = {}): void {
  const entries =
    Symbol.iterator in values
      ? new Headers(Array.from(values, ([name, value]): [string, string] => [name, value]))
      : Object.entries(values)
  for (const [name, value] of entries)
    if (value === null) headers.delete(name)
    else if (value !== undefined) headers.set(name, value)
}

/** In a browser, headers of our own would need the service's permission (CORS). */
export function isBrowser(): boolean {
  return 'document' in globalThis || 'importScripts' in globalThis
}
