// The base of all errors of the clients.

/** A request as errors name it: method and URL. */
export interface RequestLine {
  readonly method: string
  readonly url: string
}

/** One thing that is wrong with a request or a response. */
export interface Issue {
  /** Where it is, as a dotted path: `body.names[0]`; empty for the whole. */
  readonly path: string
  readonly message: string
  /** The service's name for the kind of issue, such as `string_type`; null if it gave none. */
  readonly type: string | null
  /** The path in segments, as the service sent it. */
  readonly loc: readonly (string | number)[]
}

/** @internal */
export interface Traits {
  readonly transient: boolean
  readonly maybeReceived: boolean
  readonly retryAfterMs?: number | null
  readonly cause?: unknown
}

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

  /** For logs: name, message and all properties except stack and cause. */
  toJSON(): Record<string, unknown> {
    const { cause: _, ...properties } = this
    return { ...properties, message: this.message }
  }
}
