// Wraps a fetch so that every answer of GitHub comes whole and in time, or fails in a way that Octokit understands.

export interface FetchBounds {
  /** For one request with its whole answer, in milliseconds. */
  readonly timeoutMs: number
  /** Ends everything. */
  readonly signal: AbortSignal
}

/**
 * A fetch that rejects with a `TimeoutError` when one request takes too long, and with an `AbortError` once
 * `signal` is aborted. The body is read here: Octokit takes one that breaks off for an empty answer, and so
 * would see an empty list of comments.
 */
export function boundedFetch(fetch: typeof globalThis.fetch, bounds: FetchBounds): typeof globalThis.fetch {
  const { timeoutMs, signal } = bounds
  return async (url, init) => {
    try {
      const limit = AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)])
      const response = await fetch(url, { ...init, signal: limit })
      const body = await response.text()
      return new Response(body === '' ? null : body, {
        status: response.status,
        statusText: response.statusText,
        headers: Object.fromEntries(response.headers),
      })
    } catch (error) {
      throw signal.aborted ? abortError(signal) : error
    }
  }
}

/** Does the work, but rejects as soon as `signal` is aborted: for waits that cannot be aborted themselves. */
export function untilAborted<T>(work: () => T | Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const onAbort = (): void => reject(abortError(signal))
    if (signal.aborted) {
      onAbort()
    } else {
      signal.addEventListener('abort', onAbort, { once: true })
      Promise.resolve(work())
        .finally(() => signal.removeEventListener('abort', onAbort))
        .then(resolve, reject)
    }
  })
}

/** Always of this name, whatever the signal's reason: Octokit repeats a request that failed by any other. */
function abortError(signal: AbortSignal): Error {
  const error = new Error('the request was aborted', { cause: signal.reason })
  error.name = 'AbortError'
  return error
}
