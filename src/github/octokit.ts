// The one place that makes the client for GitHub's API: Octokit, with timeouts and retries.
import { setTimeout as wait } from 'node:timers/promises'
import { getOctokit } from '@actions/github'

export type Octokit = ReturnType<typeof getOctokit>

/** Where GitHub's API is, and how to call it. */
export interface GitHubAccess {
  readonly token: string
  /** GITHUB_API_URL. */
  readonly apiUrl: string
  readonly fetch: typeof globalThis.fetch
}

/** For one request with its whole response. */
const REQUEST_TIMEOUT_MS = 15_000
const RETRY_DELAYS_MS = [1_000, 4_000]

/**
 * Makes a client that sends token and texts to the host of `apiUrl` only. It retries a request twice after a 5xx, a lost
 * connection or a response that is not JSON, but never a POST: the first one may have been performed although its response
 * was lost.
 * @param signal ends every request and every wait between requests
 * @throws if the token is empty or cannot be sent in a header
 */
export function createOctokit(
  { token, apiUrl, fetch }: GitHubAccess,
  { signal }: { readonly signal: AbortSignal },
): Octokit {
  if (!/^[\x21-\x7e]+$/.test(token))
    throw new Error('the github-token is empty or contains whitespace or non-ASCII characters')
  const boundedFetch: typeof fetch = (url, init) => {
    const ends = AbortSignal.any([signal, AbortSignal.timeout(REQUEST_TIMEOUT_MS)])
    return fetch(url, { ...init, redirect: 'error', signal: ends })
  }
  const octokit = getOctokit(token, {
    baseUrl: apiUrl,
    userAgent: 'agent-tests',
    request: { fetch: boundedFetch },
  })
  octokit.hook.wrap('request', async (request, options) => {
    // The address of a further page is read from a response, and Octokit would send the token to it.
    if (new URL(options.url, apiUrl).origin !== new URL(apiUrl).origin)
      throw new Error(
        "GitHub's response leads to another address, which is not followed; check GITHUB_API_URL, and whether a proxy responds instead of GitHub",
      )
    const send = async () => {
      const response = await request(options)
      // Octokit leaves a proxy's page, and JSON that breaks off, as they are: they could be taken for an empty list.
      const { data } = response
      if (typeof data !== 'object' || data === null || data instanceof ArrayBuffer)
        throw new Error("GitHub's response is not JSON; check whether a proxy responds instead of GitHub")
      return response
    }
    try {
      return await (options.method === 'POST' ? send() : withRetries(send, signal))
    } catch (error) {
      throw signal.aborted ? new Error('the job was cancelled first') : error
    }
  })
  return octokit
}

/** The status of GitHub's response, 500 if there was none; null for an error before or after the request. */
export function responseStatusOf(error: unknown): number | null {
  return error instanceof Error && 'status' in error && typeof error.status === 'number' ? error.status : null
}

/** Octokit's own plugin for it waits on after a cancellation. */
async function withRetries<T>(send: () => Promise<T>, signal: AbortSignal): Promise<T> {
  for (const delay of RETRY_DELAYS_MS) {
    try {
      return await send()
    } catch (error) {
      if ((responseStatusOf(error) ?? 500) < 500) throw error
    }
    await wait(delay, undefined, { signal })
  }
  return send()
}
