// A fake of what the action needs of GitHub's API, on loopback, for the demo and the tests.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { createGit } from './git.ts'
import {
  answerGitHub,
  createCommentStore,
  createIssueStore,
  type GitHubAnswer,
  type GitHubRequest,
} from './github-routes.ts'

export type { GitHubRequest, StoredComment } from './github-routes.ts'

/** The only valid one, sent as `token …` or `bearer …`. */
const TOKEN = 'ghs_fake'

export interface GitHubOptions {
  /** Login of the token's owner as in REST. Default: `github-actions[bot]`. */
  readonly viewer?: string
  /** `/api/v3` for GitHub Enterprise Server; GraphQL is then at `/api/graphql`. */
  readonly basePath?: string
  readonly faults?: readonly FaultRule[]
}

/** A fault of one request, which has no effect: the response has this `status`, or none comes. */
export interface GitHubFault {
  readonly status?: number
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: unknown
  readonly connection?: 'hang'
}

/** Called before each request. May also change the comments, like a concurrent job. */
export type FaultRule = (request: GitHubRequest) => GitHubFault | undefined | Promise<GitHubFault | undefined>

/** A request with its response status, null if none came. */
export interface GitHubJournalEntry extends GitHubRequest {
  readonly status: number | null
}

export type GitHub = Awaited<ReturnType<typeof startGitHub>>

/** Serves the issue comments of all repositories on 127.0.0.1, by issue number alone. */
export async function startGitHub(options: GitHubOptions = {}) {
  const { viewer = 'github-actions[bot]', basePath = '' } = options
  const graphqlPath = basePath.endsWith('/api/v3')
    ? basePath.replace(/v3$/, 'graphql')
    : `${basePath}/graphql`
  const comments = createCommentStore()
  const issues = createIssueStore()
  const pullRequests = new Map<number, object>()
  const commitDates = new Map<number, readonly string[]>()
  const workflowRun: { firstAttemptAt: string | null } = { firstAttemptAt: null }
  const branches = new Map<string, string>()
  const git = createGit(branches)
  const journal: GitHubJournalEntry[] = []
  const faults = [...(options.faults ?? [])]

  const { origin, close } = await serve(async (incoming, response) => {
    const request = await readRequest(incoming, { basePath, graphqlPath })
    const fault = await firstFault(faults, request)
    const answer = answerWith(fault, () =>
      answerGitHub(request, {
        ...{ comments, issues, pullRequests, commitDates, branches, git, viewer, apiUrl },
        ...workflowRun,
      }),
    )
    journal.push({ ...request, status: fault?.connection ? null : answer.status })
    if (fault?.connection !== 'hang') sendAnswer(response, answer)
  })
  const apiUrl = `${origin}${basePath}`

  return {
    /** For GITHUB_API_URL. */
    url: apiUrl,
    graphqlUrl: `${origin}${graphqlPath}`,
    token: TOKEN,
    /** In the order of the responses. */
    journal,
    /** The first rule that returns a fault wins. Mutable. */
    faults,
    /** By number, in the shape of the REST API; comments need none. Mutable. */
    pullRequests,
    /** When the commits of each were written, oldest first. Mutable. */
    commitDates,
    /** Mutable. */
    workflowRun,
    /** The commits of their heads, by name. Mutable. */
    branches,
    /** Adds commits. */
    git,
    comments: comments.on,
    /** Mutable. */
    issues,
    seed: comments.add,
    close,
  }
}

/** Serves on 127.0.0.1. `close` resets open connections. */
export async function serve(respond: (request: IncomingMessage, response: ServerResponse) => Promise<void>) {
  const server = createServer((request, response) => {
    // The client disconnected, or a rule threw: close the connection.
    respond(request, response).catch((error: Error) => response.destroy(error))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no TCP port was opened')
  const close = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve())
      server.closeAllConnections()
    })
  return { port: address.port, origin: `http://127.0.0.1:${address.port}`, close }
}

async function firstFault(
  rules: readonly FaultRule[],
  request: GitHubRequest,
): Promise<GitHubFault | undefined> {
  for (const rule of rules) {
    const fault = await rule(request)
    if (fault !== undefined) return fault
  }
  return undefined
}

function answerWith(fault: GitHubFault | undefined, perform: () => GitHubAnswer): GitHubAnswer {
  if (fault === undefined) return perform()
  const { status = 500, headers = {}, body } = fault
  return { status, headers, body }
}

/** The paths of the API. */
interface GitHubSite {
  readonly basePath: string
  readonly graphqlPath: string
}

async function readRequest(incoming: IncomingMessage, site: GitHubSite): Promise<GitHubRequest> {
  const url = new URL(incoming.url ?? '/', 'http://github')
  return {
    method: incoming.method ?? 'GET',
    path: apiPath(url.pathname, site),
    query: Object.fromEntries(url.searchParams),
    authorization: judge(incoming.headers.authorization),
    body: parsed(await text(incoming)),
  }
}

function sendAnswer(response: ServerResponse, { status, headers, body }: GitHubAnswer): void {
  const sent = body === undefined ? '' : typeof body === 'string' ? body : JSON.stringify(body)
  const type = typeof body === 'string' ? 'text/html; charset=utf-8' : 'application/json; charset=utf-8'
  response.writeHead(status, { ...(sent === '' ? {} : { 'content-type': type }), ...headers })
  response.end(sent)
}

/** The path as on github.com. A path outside the base path matches no route. */
function apiPath(path: string, { basePath, graphqlPath }: GitHubSite): string {
  if (path === graphqlPath) return '/graphql'
  return path.startsWith(`${basePath}/`) ? path.slice(basePath.length) : `outside:${path}`
}

function judge(header: string | undefined): GitHubRequest['authorization'] {
  if (header === undefined) return 'missing'
  return header.replace(/^(token|bearer) /i, '') === TOKEN ? 'right' : 'wrong'
}

function parsed(body: string): unknown {
  try {
    return JSON.parse(body)
  } catch {
    return undefined
  }
}
