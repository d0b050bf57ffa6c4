// Everything that a call of the client can end with besides an answer. No message ever holds a key or a header.

/** A request as errors name it: method and URL. */
export interface RequestLine {
  readonly method: string
  readonly url: string
}

/** One complaint about a request or an answer: where (a dotted path, `body.names[0]`) and what. */
export interface Issue {
  readonly path: string
  readonly message: string
}

interface Traits {
  readonly transient: boolean
  readonly maybeReceived: boolean
  readonly retryAfterMs?: number | null
  readonly cause?: unknown
}

/** What all errors of the clients have in common. */
export abstract class RequestError extends Error {
  readonly method: string
  readonly url: string
  /** Whether the same read may well succeed a little later. */
  readonly transient: boolean
  /** False only where the service cannot have seen the request, so that repeating even a launch is harmless. */
  readonly maybeReceived: boolean
  /** How long the service asked to wait, in milliseconds; null where it did not. */
  readonly retryAfterMs: number | null

  /** @internal */
  constructor(request: RequestLine, what: string, traits: Traits) {
    super(
      `${request.method} ${request.url}: ${what}`,
      traits.cause === undefined ? undefined : { cause: traits.cause },
    )
    this.method = request.method
    this.url = request.url
    this.transient = traits.transient
    this.maybeReceived = traits.maybeReceived
    this.retryAfterMs = traits.retryAfterMs ?? null
  }
}

/** The request timed out, was early, was one too many, or met a fault of the server or of a proxy before it. */
function isTransientStatus(status: number): boolean {
  return status === 408 || status === 425 || status === 429 || status >= 500
}

/**
 * The service answered with a status other than 2xx. A redirect is one too: the key goes to the configured address and
 * nowhere else.
 *
 * What to do: on 401 renew the key (of either service; on resolve and list of the evaluation service a 403 means it
 * too); on 3xx, correct `baseUrl`; on 400, 404 and 409, read `reason`; where `transient` is true, come back later.
 */
export class HttpError extends RequestError {
  readonly kind: 'http' | 'validation' = 'http'
  override readonly name: string = 'HttpError'
  readonly status: number
  /** The service's own explanation in words; null where it gave none. */
  readonly reason: string | null

  /** @internal */
  constructor(request: RequestLine, status: number, reason: string | null, retryAfterMs: number | null) {
    super(request, `HTTP ${status}${reason === null ? '' : `: ${reason}`}`, {
      transient: isTransientStatus(status),
      maybeReceived: true,
      retryAfterMs,
    })
    this.status = status
    this.reason = reason
  }
}

/**
 * The service refused the request's content: 422, or the voice-form service's refused save or change of form data
 * (400). Nothing was saved.
 *
 * What to do: mend what `issues` name; the same request will be refused again.
 */
export class ValidationError extends HttpError {
  override readonly kind = 'validation'
  override readonly name = 'ValidationError'
  /** Every complaint of the service, not only the first. */
  readonly issues: readonly Issue[]

  /** @internal */
  constructor(request: RequestLine, status: number, issues: readonly Issue[]) {
    const words = issues
      .map(({ path, message }) => (path === '' ? message : `${path}: ${message}`))
      .join('; ')
    super(request, status, words, null)
    this.issues = issues
  }
}

/**
 * No whole answer came: the name did not resolve, nobody listened, the certificate was refused, the connection broke.
 * `cause` keeps what `fetch` threw.
 *
 * What to do: check `baseUrl`, the proxy, the certificate authorities (`NODE_EXTRA_CA_CERTS`); after a write, look at
 * `maybeReceived` before making another.
 */
export class NetworkError extends RequestError {
  readonly kind = 'network'
  override readonly name = 'NetworkError'
  /** The system's or TLS's error code: `ECONNREFUSED`, `ENOTFOUND`, …; null where there was none. */
  readonly code: string | null

  /** @internal */
  constructor(request: RequestLine, details: { what: string; code: string | null } & Traits) {
    super(request, details.what, details)
    this.code = details.code
  }
}

/**
 * No whole answer within the time it was given (`timeoutMs`, `withinMs`), or a run that was waited for had not ended
 * by then. The service may still be working.
 *
 * What to do: give more time; after a write, look at `maybeReceived` before making another.
 */
export class TimeoutError extends RequestError {
  readonly kind = 'timeout'
  override readonly name = 'TimeoutError'

  /**
   * @internal
   * @param timing `withinMs` in milliseconds; `maybeReceived` false where its turn never came
   */
  constructor(request: RequestLine, timing: { timeoutMs: number; maybeReceived: boolean; what?: string }) {
    const { timeoutMs, maybeReceived, what = `no response within ${Math.round(timeoutMs) / 1000} s` } = timing
    super(request, what, { transient: true, maybeReceived })
  }
}

/**
 * The service answered 2xx, but not what its interface promises: not JSON (transient: often a proxy's page), or JSON
 * of another shape.
 *
 * What to do: check that `baseUrl` is the service's address and not its web application's; where it is, the service
 * has changed in what `issues` name. A write was carried out all the same.
 */
export class ContractError extends RequestError {
  readonly kind = 'contract'
  override readonly name = 'ContractError'
  /** What was missing or wrong, and where in the answer; empty where the answer is not JSON. */
  readonly issues: readonly Issue[]

  /** @internal */
  constructor(
    request: RequestLine,
    what: string,
    details: { transient: boolean; issues: readonly Issue[]; cause?: unknown },
  ) {
    super(request, what, { ...details, maybeReceived: true })
    this.issues = details.issues
  }
}

/**
 * The caller's signal ended the call; `cause` is the signal's reason.
 *
 * What to do: nothing; after a write, `maybeReceived` tells whether the service may have acted on it.
 */
export class AbortedError extends RequestError {
  readonly kind = 'aborted'
  override readonly name = 'AbortedError'

  /** @internal */
  constructor(request: RequestLine, maybeReceived: boolean, cause: unknown) {
    super(request, 'aborted before a response arrived', { transient: false, maybeReceived, cause })
  }
}

/** Every error that a method of the clients rejects with, apart from faults of the calling program. */
export type ClientError =
  | HttpError
  | ValidationError
  | NetworkError
  | TimeoutError
  | ContractError
  | AbortedError

/** Tells the errors above from any other thrown value. */
export function isClientError(error: unknown): error is ClientError {
  return error instanceof RequestError
}
