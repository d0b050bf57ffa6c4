// The one place that makes the client for GitHub's API, with timeouts and retries.
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

export interface OctokitLimits {
  /** Ends every request and every wait between requests. */
  readonly signal: AbortSignal
  /** For everything done with this client, retries and waits included, in milliseconds. */
  readonly budgetMs?: number
}

/** For one request with its whole response. */
const TIMEOUT_MS = 15_000
const RETRIES = 2
const BUDGET_MS = 45_000
const ignore = (): void => undefined
/** By default Octokit prints what GitHub's headers say, and the runner would execute workflow commands in it. */
const log = { debug: ignore, info: ignore, warn: ignore, error: ignore }

/**
 * Makes a client that retries a request twice after a 5xx or a lost connection, but never a POST: the first one may have
 * been performed although its response was lost. It sends the token and texts to the host of `apiUrl` only.
 * @throws if the token is empty or cannot be sent in a header
 */
export function createOctokit(
  { token, apiUrl, fetch }: GitHubAccess,
  { signal, budgetMs = BUDGET_MS }: OctokitLimits,
): Octokit {
  // fetch would quote an invalid header in its error, and with it the token.
  if (!/^[\x21-\x7e]+$/.test(token))
    throw new Error('the github-token is empty or contains whitespace or non-ASCII characters')
  const end = AbortSignal.any([signal, AbortSignal.timeout(budgetMs)])
  const octokit = getOctokit(token, {
    baseUrl: apiUrl,
    userAgent: 'agent-tests',
    request: { fetch: wholeResponses(fetch, end), log },
  })
  const { origin } = new URL(apiUrl)
  octokit.hook.wrap('request', async (request, options) => {
    // The address of a further page is read from a response.
    if (new URL(octokit.request.endpoint.parse(options).url).origin !== origin) throw elsewhere()
    const send = async () => request(options)
    try {
      const response = await (options.method === 'POST' ? send() : withRetries(send, end))
      if (response.status >= 300) throw elsewhere()
      // The page of a proxy: it could be taken for an empty list.
      if (response.status !== 204 && (typeof response.data !== 'object' || response.data === null))
        throw new Error("GitHub's response is not JSON; check whether a proxy responds instead of GitHub")
      return response
    } catch (error) {
      throw end.aborted ? endError(end) : error
    }
  })
  return octokit
}

/** The status of GitHub's response, 500 if there was none; null for an error before or after the request. */
export function statusOf(error: unknown): number | null {
  return error instanceof Error && 'status' in error && typeof error.status === 'number' ? error.status : null
}

async function withRetries<T>(send: () => Promise<T>, signal: AbortSignal): Promise<T> {
  for (let retry = 1; retry <= RETRIES; retry += 1) {
    try {
      return await send()
    } catch (error) {
      if ((statusOf(error) ?? 0) < 500) throw error
    }
    await wait(retry ** 2 * 1_000, undefined, { signal })
  }
  return send()
}

/**
 * A fetch that follows one redirect to the same origin, as for a repository with a new name, and whose responses have
 * arrived in full: Octokit takes a body that breaks off for an empty one. Its errors are sentences for the log.
 */
function wholeResponses(fetch: typeof globalThis.fetch, end: AbortSignal): typeof globalThis.fetch {
  return async (url, init) => {
    const timeout = AbortSignal.timeout(TIMEOUT_MS)
    const options = { ...init, redirect: 'manual', signal: AbortSignal.any([end, timeout]) } as const
    try {
      let response = await fetch(url, options)
      const next = redirectTo(response, String(url))
      if (next !== null) {
        await response.body?.cancel()
        response = await fetch(next, options)
      }
      // Statuses such as 204 allow no body, not even an empty one.
      return new Response((await response.text()) || null, response)
    } catch (error) {
      if (timeout.aborted) throw new Error(`GitHub did not respond within ${TIMEOUT_MS / 1_000} seconds`)
      throw new Error(
        `GitHub could not be reached (${causeOf(error)}); check the runner's network, HTTPS_PROXY and NO_PROXY, and NODE_EXTRA_CA_CERTS for a private certificate authority`,
      )
    }
  }
}

function redirectTo({ status, headers }: Response, from: string): string | null {
  const location = [301, 302, 307, 308].includes(status) ? headers.get('location') : null
  const next = location === null ? null : URL.parse(location, from)
  return next?.origin === new URL(from).origin ? next.href : null
}

/** The innermost one: fetch itself says "fetch failed", and Node nothing but a code if a host has several addresses. */
function causeOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  if (error.cause instanceof Error) return causeOf(error.cause)
  return error.message || ('code' in error ? String(error.code) : error.name)
}

function elsewhere(): Error {
  return new Error(
    "GitHub's response leads to another address, which is not followed; check GITHUB_API_URL, and whether a proxy responds instead of GitHub",
  )
}

function endError({ reason }: AbortSignal): Error {
  const isTimeout = reason instanceof Error && reason.name === 'TimeoutError'
  return new Error(isTimeout ? 'GitHub did not respond in time' : 'the job was cancelled first')
}
