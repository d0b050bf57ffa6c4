// Responses other than 2xx, as errors.
import { type Issue, RequestError, type RequestLine } from './request-error.ts'

/** What a response says besides its body. */
export interface ResponseInfo {
  readonly status: number
  /** Without the key, if the service echoes it. */
  readonly headers: Headers
  /** The response's `X-Request-Id`, for the operators of the service; null if it has none. */
  readonly requestId: string | null
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

  /** @internal */
  constructor(
    request: RequestLine,
    status: number,
    reason: string | null,
    { retryAfterMs = null, body = null, headers = new Headers(), requestId = null }: ResponseDetails,
  ) {
    const prefix = status === 0 ? 'HTTP redirect' : `HTTP ${status}`
    super(request, reason === null ? prefix : `${prefix}: ${reason}`, {
      transient: isTransientStatus(status),
      maybeReceived: true,
      retryAfterMs,
    })
    this.status = status
    this.reason = reason
    this.body = body
    this.headers = headers
    this.requestId = requestId
  }

  override toJSON(): Record<string, unknown> {
    return { ...super.toJSON(), headers: Object.fromEntries(this.headers) }
  }
}

/** @internal */
export interface ResponseDetails {
  readonly retryAfterMs?: number | null
  readonly body?: unknown
  readonly headers?: Headers
  readonly requestId?: string | null
}

/** Request timeout, too early, too many requests, or an error of the server or of a proxy in front of it. */
function isTransientStatus(status: number): boolean {
  return status === 408 || status === 425 || status === 429 || status >= 500
}

/**
 * The service answered with a status other than 2xx. Redirects are errors as well: the key is sent to the configured
 * address only.
 *
 * What to do: 401: replace the key (403 means the key as well on resolve and list of the evaluation service); 3xx:
 * correct `baseUrl`; 400, 404 and 409: read `reason`; if `transient` is true, try again later.
 */
export class HttpError extends ResponseError {
  readonly kind = 'http'
  override readonly name = 'HttpError'

  /** @internal */
  constructor(
    request: RequestLine,
    status: number,
    reason: string | null,
    retryAfterMs: number | null,
    details: ResponseDetails = {},
  ) {
    super(request, status, reason, { ...details, retryAfterMs })
  }
}

/**
 * The service rejected the content of the request: 422, or a rejected save or change of form data (400) of the
 * voice-form service. Nothing was saved.
 *
 * What to do: fix what `issues` name; the same request will be rejected again.
 */
export class ValidationError extends ResponseError {
  readonly kind = 'validation'
  override readonly name = 'ValidationError'
  /** Everything that the service named, not only the first issue. */
  readonly issues: readonly Issue[]

  /** @internal */
  constructor(request: RequestLine, status: number, issues: readonly Issue[], details: ResponseDetails = {}) {
    const reason = issues
      .map(({ path, message }) => (path === '' ? message : `${path}: ${message}`))
      .join('; ')
    super(request, status, reason, details)
    this.issues = issues
  }
}
