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
  readonly body: { getReader(): BodyReader } | null
  /** Of a redirect that a browser hides: `opaqueredirect`. */
  readonly type?: string
}

interface BodyReader {
  read(): Promise<{ readonly done: false; readonly value: Uint8Array } | { readonly done: true }>
  cancel(): Promise<void>
}

export interface ClientOptions {
  /** Scheme, host and any path of the service. */
  readonly baseUrl: string
  /** Replaces the global `fetch`, for example to use a proxy. */
  readonly fetch?: Fetch | undefined
  /** Source of all waits and timeouts. Default: the system clock. */
  readonly clock?: Clock | undefined
  /** Timeout of a single attempt, in milliseconds. Default: 30,000. */
  readonly attemptTimeoutMs?: number | undefined
  /** Retries after the first attempt. Default: 5. */
  readonly maxRetries?: number | undefined
  /** Maximum number of requests in flight; further calls wait for a slot. Default: unlimited. */
  readonly concurrency?: number | undefined
  /**
   * Starts with one request in flight and moves the limit between 1 and `concurrency`: up while the service answers
   * quickly, down when responses slow down or fail. Default: false.
   */
  readonly adaptiveConcurrency?: boolean | undefined
  /** Extra headers of every request. */
  readonly headers?: Readonly<Record<string, string>> | undefined
  /** Called after every attempt, for logs and metrics. */
  readonly onAttempt?: ((attempt: Attempt) => void) | undefined
  /** Returns a number in [0, 1) for the jitter of retry delays. Default: `Math.random`. */
  readonly random?: (() => number) | undefined
}

export interface CallOptions {
  /** Ends the call with an `AbortedError`. */
  readonly signal?: AbortSignal | undefined
  /** Timeout of the whole call in milliseconds: all attempts, and the wait for a slot. Default: none. */
  readonly timeoutMs?: number | undefined
  /** Timeout of a single attempt, in milliseconds. Default: the client's. */
  readonly attemptTimeoutMs?: number | undefined
  /** Retries after the first attempt. Default: the client's. */
  readonly maxRetries?: number | undefined
  /** Extra headers, in addition to the client's. */
  readonly headers?: Readonly<Record<string, string>> | undefined
  /** Called after every attempt of this call, instead of the client's. */
  readonly onAttempt?: ((attempt: Attempt) => void) | undefined
}

/** One attempt of a call that has ended. */
export interface Attempt {
  readonly method: string
  readonly url: string
  /** From 1. */
  readonly attempt: number
  /** Null if there was no response. */
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

const DEFAULT_ATTEMPT_TIMEOUT_MS = 30_000
const DEFAULT_MAX_RETRIES = 5

/** @throws {TypeError} naming the option that cannot be used */
export function checkedClient(options: ClientOptions, keyHeader: KeyHeader | null) {
  if (typeof keyHeader?.key === 'string') checkedKey(keyHeader.key)
  else if (keyHeader !== null && typeof keyHeader.key !== 'function')
    throw new TypeError('apiKey must be a string or a function')
  const { concurrency = Number.POSITIVE_INFINITY, adaptiveConcurrency = false } = options
  if (concurrency !== Number.POSITIVE_INFINITY) requireInteger('concurrency', concurrency, 1)
  return {
    baseUrl: checkedBaseUrl(options.baseUrl),
    concurrency,
    adaptiveConcurrency,
    headers: options.headers,
    onAttempt: options.onAttempt,
    ...attemptOptions(options, {
      attemptTimeoutMs: DEFAULT_ATTEMPT_TIMEOUT_MS,
      maxRetries: DEFAULT_MAX_RETRIES,
    }),
  }
}

export type CheckedClient = ReturnType<typeof checkedClient>

/** A call may run out of time before it starts, so its timeout may be 0 or less. */
export function checkedCall(client: CheckedClient, options: CallOptions) {
  const { signal, timeoutMs = Number.POSITIVE_INFINITY, headers, onAttempt = client.onAttempt } = options
  if (typeof timeoutMs !== 'number' || Number.isNaN(timeoutMs))
    throw new TypeError('timeoutMs must be a number')
  return { signal, timeoutMs, headers, onAttempt, ...attemptOptions(options, client) }
}

function attemptOptions(
  { attemptTimeoutMs, maxRetries }: Pick<CallOptions, 'attemptTimeoutMs' | 'maxRetries'>,
  defaults: { readonly attemptTimeoutMs: number; readonly maxRetries: number },
) {
  const timeout = attemptTimeoutMs ?? defaults.attemptTimeoutMs
  if (!(timeout > 0)) throw new TypeError('attemptTimeoutMs must be a number above 0')
  const retries = maxRetries ?? defaults.maxRetries
  if (retries !== Number.POSITIVE_INFINITY) requireInteger('maxRetries', retries, 0)
  return { attemptTimeoutMs: timeout, maxRetries: retries }
}

export function requireInteger(name: string, value: number, min: number): void {
  if (!Number.isInteger(value) || value < min)
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
  if (typeof key !== 'string') throw new TypeError('apiKey must be a string')
  if (/[^\x21-\x7e]/.test(key))
    throw new TypeError('apiKey must not contain whitespace or non-ASCII characters')
  if (key.length < 8 || key.length > 1024)
    throw new TypeError(`apiKey must have 8 to 1,024 characters, not ${key.length}`)
  return key
}

/** All headers of a request but those of its body, and the key among them. */
export async function headersOf(
  client: CheckedClient,
  extra: CallOptions['headers'],
  keyHeader: KeyHeader | null,
): Promise<{ readonly headers: Headers; readonly key: string | null }> {
  const headers = new Headers(isBrowser() ? {} : { 'user-agent': `agent-tests/${VERSION}` })
  for (const [name, value] of Object.entries({ ...client.headers, ...extra })) headers.set(name, value)
  if (keyHeader === null) return { headers, key: null }
  const { name, scheme } = keyHeader
  const key = checkedKey(typeof keyHeader.key === 'function' ? await keyHeader.key() : keyHeader.key)
  headers.set(name, scheme === undefined ? key : `${scheme} ${key}`)
  return { headers, key }
}

/** A browser has a user agent of its own; another one would need the service's permission (CORS). */
function isBrowser(): boolean {
  return 'document' in globalThis || 'importScripts' in globalThis
}
