// Every error that a call of the client can end with. No message, property or cause contains the key.

export interface RequestLine {
  readonly method: string
  readonly url: string
}

export interface Issue {
  /** Where it is, as a dotted path: `body.names[0]`; empty for the whole. */
  readonly path: string
  readonly message: string
  /** The service's name for the kind of issue, such as `string_type`; null if it gave none. */
  readonly type: string | null
}

interface Traits {
  readonly transient: boolean
  readonly maybeReceived: boolean
  readonly retryAfterMs?: number | null
  readonly cause?: unknown
}

/** On the errors of every copy of this package: a program can have two, of different versions, too. */
const BRAND = Symbol.for('agent-tests-client: error')

/** What all errors of the clients have in common. `switch (error.kind)` narrows to the class. */
export abstract class RequestError extends Error {
  abstract readonly kind: string
  readonly method: string
  readonly url: string
  /** Whether the same read may succeed a little later. */
  readonly transient: boolean
  /** False only if the service cannot have seen the request, so that even a launch may be sent again. */
  readonly maybeReceived: boolean
  /** How long the service asked to wait, in milliseconds; null if it did not. */
  readonly retryAfterMs: number | null

  /** @internal */
  constructor(
    { method, url }: RequestLine,
    what: string,
    { cause, transient, maybeReceived, retryAfterMs = null }: Traits,
  ) {
    super(`${method} ${url}: ${what}`, cause === undefined ? undefined : { cause })
    this.method = method
    this.url = url
    this.transient = transient
    this.maybeReceived = maybeReceived
    this.retryAfterMs = retryAfterMs
  }

  /** @internal */
  get [BRAND](): true {
    return true
  }

  /** For logs: name, message and all properties except stack and cause. */
  toJSON(): Record<string, unknown> {
    const { cause: _, ...properties } = this
    return { ...properties, message: this.message }
  }
}

export interface ResponseInfo {
  readonly status: number
  /** Without the key, if the service echoes it. `date` is the service's own time. */
  readonly headers: Headers
  /** The response's `X-Request-Id`, for the operators of the service; null if it has none. */
  readonly requestId: string | null
}

interface ResponseDetails extends Partial<Omit<ResponseInfo, 'status'>> {
  readonly body?: unknown
  /** What the body is, if somebody else than the service wrote it. */
  readonly page?: string | null
}

/** A response other than 2xx: what {@link HttpError} and {@link ValidationError} have in common. */
export abstract class ResponseError extends RequestError implements ResponseInfo {
  /** 0 for a redirect whose target the browser hides. */
  readonly status: number
  /** The service's own explanation; null if it gave none. */
  readonly reason: string | null
  /** The parsed body, its text if it is not JSON, null if it is empty or could not be read. Without the key. */
  readonly body: unknown
  readonly headers: Headers
  readonly requestId: string | null
  /**
   * Whether it is a 4xx without an object or a list of JSON: a firewall, a proxy or a login answered, so that it says nothing of the
   * key or of what was asked for, and is `transient`.
   */
  readonly isPage: boolean

  /** @internal */
  constructor(
    request: RequestLine,
    status: number,
    reason: string | null,
    retryAfterMs: number | null,
    { body = null, headers = new Headers(), requestId = null, page = null }: ResponseDetails = {},
  ) {
    const prefix = status === 0 ? 'HTTP redirect' : `HTTP ${status}`
    const instead = page && `${prefix} with ${page}: a firewall, a proxy or a login answered, not the service`
    const what = instead ?? (reason === null ? prefix : `${prefix}: ${reason}`)
    super(request, what, { transient: page !== null || isPassing(status), maybeReceived: true, retryAfterMs })
    this.status = status
    this.reason = reason
    this.isPage = page !== null
    this.body = body
    this.headers = headers
    this.requestId = requestId
  }

  override toJSON(): Record<string, unknown> {
    return { ...super.toJSON(), headers: Object.fromEntries(this.headers) }
  }
}

/** Request timeout, too early, too many requests, or an error of the server or of a proxy in front of it. */
export function isPassing(status: number): boolean {
  return status === 408 || status === 425 || status === 429 || status >= 500
}

/**
 * The service answered with a status other than 2xx. Redirects are errors as well: the key is sent to the configured
 * address only.
 */
export class HttpError extends ResponseError {
  readonly kind = 'http'
  override readonly name = 'HttpError'
}

/**
 * The service rejected the content of the request: 422, or a rejected save or change of form data (400) of the
 * voice-form service. Nothing was saved.
 */
export class ValidationError extends ResponseError {
  readonly kind = 'validation'
  override readonly name = 'ValidationError'
  /** Everything that the service named, not only the first issue. */
  readonly issues: readonly Issue[]

  /** @internal */
  constructor(request: RequestLine, status: number, issues: readonly Issue[], details?: ResponseDetails) {
    super(request, status, issuesText(issues), null, details)
    this.issues = issues
  }
}

export function issuesText(issues: readonly Issue[]): string {
  return issues.map(({ path, message }) => (path === '' ? message : `${path}: ${message}`)).join('; ')
}

/**
 * No complete response: the host name did not resolve, the connection was refused or broke, the certificate was
 * rejected. `cause` is what `fetch` threw, unless it may hold the key, as an error of your own `fetch` may.
 */
export class NetworkError extends RequestError {
  readonly kind = 'network'
  override readonly name = 'NetworkError'
  /** The system's or TLS's error code, such as `ECONNREFUSED`; null if there is none. */
  readonly code: string | null

  /** @internal */
  constructor(request: RequestLine, details: { what: string; code: string | null } & Traits) {
    super(request, details.what, details)
    this.code = details.code
  }
}

/** `0.8 s`, and `30 ms` of what would be 0 s. */
export function timeText(ms: number): string {
  return ms >= 100 ? `${Math.round(ms / 100) / 10} s` : `${Math.max(0, Math.ceil(ms))} ms`
}

/**
 * No complete response in time (`timeoutMs`, `attemptTimeoutMs`), or `runs.wait` ended before the run did. The service
 * may still be working on it.
 */
export class TimeoutError extends RequestError {
  readonly kind = 'timeout'
  override readonly name = 'TimeoutError'

  /** @internal */
  constructor(request: RequestLine, timing: { timeoutMs: number; maybeReceived: boolean; what?: string }) {
    const { timeoutMs, maybeReceived } = timing
    const unanswered =
      timeoutMs > 0 ? `no response within ${timeText(timeoutMs)}` : 'no time was left to send it'
    const what = timing.what ?? unanswered
    super(request, what, { transient: true, maybeReceived })
  }
}

/**
 * A 2xx response that is not what the interface promises: not JSON (`transient`: often a page of a proxy), about
 * something else than was asked for (`transient`, too), of another shape, too large, or a list whose pages do not add up.
 * A write was carried out all the same.
 */
export class ContractError extends RequestError {
  readonly kind = 'contract'
  override readonly name = 'ContractError'
  /** What is missing or wrong, and where in the response; empty if it is not JSON. */
  readonly issues: readonly Issue[]
  /** Whether it is an HTML page: of a website, a login or a proxy. */
  readonly isPage: boolean

  /** @internal */
  constructor(
    request: RequestLine,
    what: string,
    details: { transient: boolean; issues: readonly Issue[]; isPage?: boolean },
  ) {
    super(request, what, { ...details, maybeReceived: true })
    this.issues = details.issues
    this.isPage = details.isPage ?? false
  }
}

/** Your signal ended the call; `cause` is the signal's reason, and `maybeReceived` says whether it was sent. */
export class AbortedError extends RequestError {
  readonly kind = 'aborted'
  override readonly name = 'AbortedError'

  /** @internal */
  constructor(request: RequestLine, maybeReceived: boolean, cause: unknown) {
    super(request, 'aborted before a response arrived', { transient: false, maybeReceived, cause })
  }
}

/** Every error that a method of the clients rejects with, apart from mistakes of the calling program. */
export type ClientError =
  | HttpError
  | ValidationError
  | NetworkError
  | TimeoutError
  | ContractError
  | AbortedError

/** Tells the errors above from any other thrown value, also if another copy of this package made them. */
export function isClientError(error: unknown): error is ClientError {
  return typeof error === 'object' && error !== null && BRAND in error
}
