// Every error that a call of the client can end with. No message, property or cause contains the key.
import { type Issue, RequestError, type RequestLine, type Traits } from './request-error.ts'
import type { HttpError, ValidationError } from './response-errors.ts'

export { type Issue, RequestError, type RequestLine } from './request-error.ts'
export { HttpError, ResponseError, type ResponseInfo, ValidationError } from './response-errors.ts'

/**
 * No complete response: the host name did not resolve, the connection was refused or broke, the certificate was
 * rejected. `cause` is what `fetch` threw.
 *
 * What to do: check `baseUrl`, the proxy and the certificate authorities (`NODE_EXTRA_CA_CERTS`); after a write, read
 * `maybeReceived` before sending it again.
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

/**
 * No complete response in time (`timeoutMs`, `attemptTimeoutMs`), or `waitForRun` ended before the run did. The service
 * may still be working on it.
 *
 * What to do: allow more time; after a write, read `maybeReceived` before sending it again.
 */
export class TimeoutError extends RequestError {
  readonly kind = 'timeout'
  override readonly name = 'TimeoutError'

  /**
   * @internal
   * @param timing `maybeReceived` is false if the call never got a slot
   */
  constructor(request: RequestLine, timing: { timeoutMs: number; maybeReceived: boolean; what?: string }) {
    const {
      timeoutMs,
      maybeReceived,
      what = `no response within ${Math.round(timeoutMs / 100) / 10} s`,
    } = timing
    super(request, what, { transient: true, maybeReceived })
  }
}

/**
 * A 2xx response that is not what the interface promises: not JSON (`transient`: often a page of a proxy), JSON of
 * another shape, too large, or a list whose pages do not add up.
 *
 * What to do: check that `baseUrl` is the address of the service and not of its web application; otherwise the service
 * has changed in what `issues` name. A write was carried out all the same.
 */
export class ContractError extends RequestError {
  readonly kind = 'contract'
  override readonly name = 'ContractError'
  /** What is missing or wrong, and where in the response; empty if it is not JSON. */
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
 * Your signal ended the call; `cause` is the signal's reason.
 *
 * What to do: nothing; after a write, `maybeReceived` says whether the service may have acted on it.
 */
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

/** Tells the errors above from any other thrown value. */
export function isClientError(error: unknown): error is ClientError {
  return error instanceof RequestError
}
