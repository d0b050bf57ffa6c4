// The one place that makes requests to GitHub's API: Octokit, with validated responses, time limits and retries.
import type { getOctokit } from '@actions/github'
import { type Clock, withDeadline } from '../client/core/clock.ts'
import { parserOf, type Schema, strictList } from '../client/core/schema.ts'
import { errorOf, GitHubError, LATER, unreadable } from './github-error.ts'

type Octokit = ReturnType<typeof getOctokit>

/** Where GitHub's API is, and how to call it. */
export interface GitHubAccess {
  readonly token: string
  /** GITHUB_API_URL. */
  readonly apiUrl: string
  readonly fetch: typeof globalThis.fetch
  readonly clock: Clock
}

interface Limits {
  /** Ends every request and every wait between requests. */
  readonly signal: AbortSignal
  /** For all requests together, from the first one on. */
  readonly totalMs: number
}

/** What GitHub's description says of one address. */
export interface Route<T> {
  /** Such as `/repos/{owner}/{repo}/pulls`. */
  readonly path: string
  /** The form of the response; for a list, of each entry. */
  readonly schema: Schema<T>
}

/** By the names in the path. All others become the query of a GET, or the body. */
type Parameters = Readonly<Record<string, string | number>>

/** For a request with its whole response. */
const ATTEMPT_MS = 10_000
/** A POST has one: it may have been performed although its response was lost. */
const ATTEMPTS = 2
const RETRY_DELAY_MS = 1_000
/** GitHub allows 2,500 comments. */
const MAX_LIST_PAGES = 30
const ITEMS_PER_PAGE = 100

/**
 * Requests that share a time limit. Token and texts are sent to the host of `apiUrl` only. A request is repeated once after a
 * 5xx, a lost connection or an unreadable response, and whenever GitHub refuses it for a time that the limit allows.
 * All methods throw a {@link GitHubError}.
 */
export class GitHubApi {
  readonly #access: GitHubAccess
  readonly #limits: Limits
  #octokit: Octokit | null = null
  /** On the clock. */
  #end: number | null = null

  constructor(access: GitHubAccess, limits: Limits) {
    this.#access = access
    this.#limits = limits
  }

  get isCancelled(): boolean {
    return this.#limits.signal.aborted
  }

  async get<T>(route: Route<T>, parameters: Parameters): Promise<T> {
    return (await this.#read(route, parameters)).value
  }

  /** The entries of the first page. */
  async firstPage<T>({ path, schema }: Route<T>, parameters: Parameters): Promise<T[]> {
    return this.get({ path, schema: strictList(schema) }, { ...parameters, per_page: ITEMS_PER_PAGE })
  }

  /** All entries, page by page. */
  async list<T>({ path, schema }: Route<T>, parameters: Parameters): Promise<T[]> {
    const all: T[] = []
    const route = { path, schema: strictList(schema) }
    for (let page = 1; page <= MAX_LIST_PAGES; page += 1) {
      const { value, hasNext } = await this.#read(route, { ...parameters, per_page: ITEMS_PER_PAGE, page })
      all.push(...value)
      // A full page may have another one although a proxy dropped the header that says so.
      if (!hasNext && value.length < ITEMS_PER_PAGE) return all
    }
    throw unreadable(whatOf('GET', path, parameters), `more than ${MAX_LIST_PAGES} pages`)
  }

  query<T>(query: string, schema: Schema<T>): Promise<T> {
    const what = 'POST /graphql'
    return this.#repeat(what, ATTEMPTS, async (octokit, request) =>
      validated(what, await octokit.graphql<unknown>(query, { request }), schema),
    )
  }

  /** Any response with 2xx says that it was performed. @returns the response, whatever it is */
  write(method: 'POST' | 'PATCH', path: string, parameters: Parameters): Promise<unknown> {
    const attempts = method === 'POST' ? 1 : ATTEMPTS
    return this.#repeat(whatOf(method, path, parameters), attempts, async (octokit, request) => {
      const { data } = await octokit.request(`${method} ${path}`, { ...parameters, request })
      return data
    })
  }

  #read<T>({ path, schema }: Route<T>, parameters: Parameters) {
    const what = whatOf('GET', path, parameters)
    return this.#repeat(what, ATTEMPTS, async (octokit, request) => {
      const { data, headers } = await octokit.request(`GET ${path}`, { ...parameters, request })
      return { value: validated(what, data, schema), hasNext: /rel="next"/.test(headers.link ?? '') }
    })
  }

  async #repeat<T>(
    what: string,
    attempts: number,
    send: (octokit: Octokit, request: { readonly signal: AbortSignal }) => Promise<T>,
  ): Promise<T> {
    const { clock, token } = this.#access
    for (let failed = 0; ; ) {
      try {
        return await this.#attempt(send)
      } catch (thrown) {
        const error = errorOf(thrown, { what, token, now: clock.now() })
        const { isTransient, refusedMs } = error.details
        if (isTransient) failed += 1
        const waitMs = refusedMs ?? (isTransient && failed < attempts ? RETRY_DELAY_MS : null)
        if (waitMs === null || waitMs >= this.#leftMs()) throw error
        await clock.sleep(waitMs, this.#limits.signal)
      }
    }
  }

  async #attempt<T>(
    send: (octokit: Octokit, request: { readonly signal: AbortSignal }) => Promise<T>,
  ): Promise<T> {
    const { signal } = this.#limits
    // Outside of the time limit, which is for GitHub: on a slow machine it takes seconds to load.
    this.#octokit ??= await createOctokit(this.#access)
    const octokit = this.#octokit
    const ms = Math.min(ATTEMPT_MS, this.#leftMs())
    return withDeadline(this.#access.clock, { ms, signal }, async (stop) => {
      try {
        if (!signal.aborted && ms > 0) return await send(octokit, { signal: stop })
      } catch (error) {
        if (!stop.aborted) throw error
      }
      if (signal.aborted) throw new GitHubError('the job was cancelled first', {})
      throw new GitHubError('GitHub did not respond in time', { isTransient: true, remedy: LATER })
    })
  }

  #leftMs(): number {
    const now = this.#access.clock.now()
    this.#end ??= now + this.#limits.totalMs
    return this.#end - now
  }
}

async function createOctokit({ token, apiUrl, fetch }: GitHubAccess): Promise<Octokit> {
  if (!/^[\x21-\x7e]+$/.test(token))
    throw new GitHubError('the github-token is empty or contains whitespace or non-ASCII characters', {})
  const { getOctokit } = await import('@actions/github')
  return getOctokit(token, {
    baseUrl: apiUrl,
    userAgent: 'agent-tests',
    request: { fetch: followingMoves(fetch, apiUrl) },
  })
}

const MAX_MOVES = 5

/** A renamed or moved repository answers with its new address, which GitHub asks clients to follow. Another host gets no token. */
function followingMoves(fetch: GitHubAccess['fetch'], apiUrl: string): GitHubAccess['fetch'] {
  const { origin } = new URL(apiUrl)
  return async (url, init) => {
    let address = String(url)
    for (let moves = 0; ; moves += 1) {
      const response = await fetch(address, { ...init, redirect: 'manual' })
      const location =
        response.status >= 300 && response.status < 400 ? response.headers.get('location') : null
      if (location === null) return response
      await response.body?.cancel()
      const moved = new URL(location, address)
      if (moved.origin !== origin || moves === MAX_MOVES)
        throw new GitHubError(`GitHub redirects to ${moved.origin}, which gets no token`, {
          status: response.status,
        })
      address = moved.href
    }
  }
}

function whatOf(method: string, path: string, parameters: Parameters): string {
  return `${method} ${path.replace(/\{(\w+)\}/g, (_, name) => String(parameters[name]))}`
}

function validated<T>(what: string, data: unknown, schema: Schema<T>): T {
  const parsed = parserOf(schema)(data)
  if (parsed.ok) return parsed.value
  const [issue] = parsed.issues
  throw unreadable(what, issue === undefined ? null : `${issue.path || 'the response'}: ${issue.message}`)
}
