// The one place that makes the client for GitHub's API, with timeouts, retries and rate limits.
import { getOctokit } from '@actions/github'
import { retry } from '@octokit/plugin-retry'
import { throttling } from '@octokit/plugin-throttling'
import type Bottleneck from 'bottleneck'

export type Octokit = ReturnType<typeof getOctokit>

export interface OctokitOptions {
  readonly token: string
  /** GITHUB_API_URL. */
  readonly apiUrl: string
  readonly fetch: typeof globalThis.fetch
  /** Ends every request and every wait between requests. */
  readonly signal?: AbortSignal
  /** For everything done with this client, retries and waits included, in milliseconds. */
  readonly budgetMs?: number
  /** Length of a second in the waits before retries, in milliseconds; tests shorten it. */
  readonly secondMs?: number
  /** Replaces the plugin's intervals between requests that write: 1 s, and 3 s between new comments. */
  readonly writeLimits?: { readonly write: Bottleneck.Group; readonly notifications: Bottleneck.Group }
  readonly clock?: Clock
}

export interface Clock {
  /** Monotonic time in milliseconds. */
  now(): number
  /** Aborted with a `TimeoutError` after that many milliseconds. */
  timeout(ms: number): AbortSignal
}

/** For one request with its whole response. */
const TIMEOUT_MS = 15_000
const RETRIES = 2
/** 403 and 429 are retried as rate limits, once GitHub says when to come back. */
const NOT_RETRIED = [400, 401, 403, 404, 410, 413, 422, 429, 451]
const MAX_REDIRECTS = 5
const systemClock: Clock = { now: () => performance.now(), timeout: AbortSignal.timeout }
const ignore = (): void => undefined
/** By default Octokit prints what GitHub's headers say, and the runner would execute workflow commands in it. */
const log = { debug: ignore, info: ignore, warn: ignore, error: ignore }

/**
 * Makes a client that retries a request up to twice after a 5xx or a lost connection, and once after a rate
 * limit, if the wait that GitHub asks for ends within the budget.
 * @throws if the token is empty or cannot be sent in a header
 */
export function createOctokit(options: OctokitOptions): Octokit {
  const { token, apiUrl, budgetMs = 45_000, secondMs = 1_000, clock = systemClock } = options
  // fetch would quote an invalid header in its error, and with it the token.
  if (!/^[\x21-\x7e]+$/.test(token))
    throw new Error('the github-token is empty or contains whitespace or non-ASCII characters')
  const budget = clock.timeout(budgetMs)
  const signal = options.signal === undefined ? budget : AbortSignal.any([options.signal, budget])
  const deadline = clock.now() + budgetMs
  const fits = (seconds: number, _request: object, _octokit: unknown, retries: number) =>
    retries === 0 && clock.now() + seconds * secondMs < deadline

  const settings = {
    baseUrl: apiUrl,
    userAgent: 'agent-tests',
    request: { fetch: wholeResponses(options.fetch, signal, () => clock.timeout(TIMEOUT_MS)), log },
    retry: { doNotRetry: NOT_RETRIED, retries: RETRIES, retryAfterBaseValue: secondMs },
    throttle: {
      onRateLimit: fits,
      onSecondaryRateLimit: fits,
      retryAfterBaseValue: secondMs,
      ...options.writeLimits,
    },
    log,
  }
  const octokit = getOctokit(token, settings, retry, throttling)
  octokit.hook.after('request', ({ status, data }) => {
    if (status >= 300) throw elsewhere()
    // The page of a proxy: the plugin for pagination would stumble over it, or take it for an empty list.
    if (status !== 204 && (typeof data !== 'object' || data === null))
      throw new Error("GitHub's response is not JSON; check whether a proxy responds instead of GitHub")
  })
  const { origin } = new URL(apiUrl)
  // The last hook is the outermost: it ends the waits of the plugins too.
  octokit.hook.wrap('request', (request, endpoint) => {
    // The address of a further page is read from a response.
    if (new URL(octokit.request.endpoint.parse(endpoint).url).origin !== origin) throw elsewhere()
    return untilAborted(() => request(endpoint), signal)
  })
  return octokit
}

/** The token and the texts are for one host only. */
function elsewhere(): Error {
  return new Error(
    "GitHub's response leads to another address, which is not followed; check GITHUB_API_URL, and whether a proxy responds instead of GitHub",
  )
}

/**
 * A fetch that follows redirects to the same origin only, and whose responses have arrived in full: Octokit takes a body
 * that breaks off for an empty response, which would look like an empty list of comments. It rejects with an `AbortError` once `signal` is aborted, which
 * Octokit does not retry, and with a `TimeoutError` if `limit` is aborted first.
 */
function wholeResponses(
  fetch: typeof globalThis.fetch,
  signal: AbortSignal,
  limit: () => AbortSignal,
): typeof globalThis.fetch {
  return async (url, init) => {
    if (signal.aborted) throw abortError(signal)
    try {
      const options = { ...init, redirect: 'manual', signal: AbortSignal.any([signal, limit()]) } as const
      let address = String(url)
      for (let redirects = 0; ; redirects += 1) {
        const response = await fetch(address, options)
        const next = redirects < MAX_REDIRECTS ? redirectTo(response, address) : null
        // Statuses such as 204 allow no body, not even an empty one.
        if (next === null) return new Response((await response.text()) || null, response)
        await response.body?.cancel()
        address = next
      }
    } catch (error) {
      throw signal.aborted ? abortError(signal) : error
    }
  }
}

/** Where to repeat the request, as for a repository with a new name; null if not, or not at the same origin. */
function redirectTo({ status, headers }: Response, from: string): string | null {
  const location = [301, 302, 307, 308].includes(status) ? headers.get('location') : null
  const next = location === null ? null : URL.parse(location, from)
  return next?.origin === new URL(from).origin ? next.href : null
}

/** Does the work, but rejects as soon as `signal` is aborted: for waits that cannot be aborted themselves. */
function untilAborted<T>(work: () => T | Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const onAbort = (): void => reject(abortError(signal))
    if (signal.aborted) return onAbort()
    signal.addEventListener('abort', onAbort, { once: true })
    Promise.resolve(work())
      .finally(() => signal.removeEventListener('abort', onAbort))
      .then(resolve, reject)
  })
}

function abortError(signal: AbortSignal): Error {
  const error = new Error('the request was aborted', { cause: signal.reason })
  error.name = 'AbortError'
  return error
}
