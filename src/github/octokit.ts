// The one place that makes the client for GitHub's API: bounded in time, patient with its passing faults.
import type { getOctokit } from '@actions/github'
import type { retry } from '@octokit/plugin-retry'
import { boundedFetch, untilAborted } from './bounded-fetch.ts'

export type Octokit = ReturnType<typeof getOctokit>

export interface OctokitOptions {
  readonly token: string
  /** Ends every call and every wait between calls. */
  readonly signal?: AbortSignal
  /** For one request, in milliseconds. */
  readonly timeoutMs?: number
  /** For everything done with this client from now on, repetitions and waits included, in milliseconds. */
  readonly budgetMs?: number
  /** The unit of the waits between repetitions: 1 and 4 of them, in milliseconds. */
  readonly retryBaseMs?: number
}

type Plugin = NonNullable<Parameters<typeof getOctokit>[2]>

const REPETITIONS = 2
/** 403 and 429 among them: where they mean a rate limit, only GitHub knows when to come back. */
const NOT_REPEATED_BLINDLY = [400, 401, 403, 404, 410, 413, 422, 429, 451]

/**
 * Makes a client that repeats a request up to twice after a 5xx or a broken connection, and once after a rate
 * limit, if GitHub says when to come back and that lies within the budget. Hosts (GITHUB_API_URL) and proxies
 * are those that the environment names when the first client is made.
 * @throws where the token is empty or could not stand in a header
 */
export async function createOctokit(options: OctokitOptions): Promise<Octokit> {
  const { token, timeoutMs = 15_000, budgetMs = 45_000, retryBaseMs = 1_000 } = options
  // An invalid header would be quoted, token and all, in the error that it causes.
  if (!/^[\x21-\x7e]+$/.test(token))
    throw new Error('the github-token is empty or holds characters that no token has')
  const budget = AbortSignal.timeout(budgetMs)
  const signal = options.signal === undefined ? budget : AbortSignal.any([options.signal, budget])
  const deadline = performance.now() + budgetMs

  // Loaded here, so that a run without a pull request does not pay for them.
  const [{ getOctokit }, { defaults }, { retry }] = await Promise.all([
    import('@actions/github'),
    import('@actions/github/lib/utils'),
    import('@octokit/plugin-retry'),
  ])
  const proxied: typeof globalThis.fetch = defaults.request?.fetch
  const octokit = getOctokit(
    token,
    {
      // Replaces the default `request` as a whole, and with it the fetch that knows the proxies.
      request: { fetch: boundedFetch(proxied, { timeoutMs, signal }) },
      retry: { doNotRetry: NOT_REPEATED_BLINDLY, retries: REPETITIONS, retryAfterBaseValue: retryBaseMs },
    },
    patientRetry(retry, (seconds) => performance.now() + seconds * retryBaseMs < deadline),
  )
  // The last hook lies around all others, so that it ends the waits between repetitions too.
  octokit.hook.wrap('request', (request, endpoint) => untilAborted(() => request(endpoint), signal))
  return octokit
}

/** The retry plugin, which by itself knows nothing of `Retry-After`, heeding it where `fits` says there is time. */
function patientRetry(plugin: typeof retry, fits: (seconds: number) => boolean): Plugin {
  return (octokit, options) => {
    // Before the plugin's own hooks, so that it lies inside of them and they see what it marks.
    octokit.hook.error('request', (error) => {
      const seconds = 'status' in error ? Number(error.response?.headers['retry-after']) : Number.NaN
      const limited = 'status' in error && (error.status === 403 || error.status === 429)
      throw limited && fits(seconds) ? patient.retry.retryRequest(error, 1, seconds) : error
    })
    const patient = plugin(octokit, options)
    return patient
  }
}
