// A fake of GitHub's comment API on loopback, for the demo and the tests.
import { createServer } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { createCommentStore, type StoredComment } from './github-comments.ts'
import { answerGitHub, type GitHubAnswer, type GitHubRequest } from './github-routes.ts'
import { type BrokenConnection, readRequest, sendAnswer } from './github-wire.ts'

export type { StoredComment } from './github-comments.ts'
export type { GitHubRequest } from './github-routes.ts'

export interface GitHubOptions {
  /** The only valid token, sent as `token …` or `bearer …`. */
  readonly token?: string
  /** Login of the token's owner as in REST. Default: `github-actions[bot]`. */
  readonly viewer?: string
  /** `/api/v3` for GitHub Enterprise Server; GraphQL is then at `/api/graphql`. */
  readonly basePath?: string
  /** Default: an ephemeral port. */
  readonly port?: number
  readonly faults?: readonly FaultRule[]
}

/**
 * A fault of one request: the response has this `status`, or the connection breaks. The request has no effect unless
 * `performed` is set. `delayMs` alone only delays the response.
 */
export interface GitHubFault {
  readonly delayMs?: number
  readonly performed?: boolean
  readonly status?: number
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: unknown
  readonly connection?: BrokenConnection
}

/** Called before each request. May also change the comments, like a concurrent job. */
export type FaultRule = (request: GitHubRequest) => GitHubFault | undefined | Promise<GitHubFault | undefined>

/** A request with its response status (null if the connection broke) and its time in ms since the start. */
export interface GitHubJournalEntry extends GitHubRequest {
  readonly status: number | null
  readonly atMs: number
}

export interface GitHub {
  /** For GITHUB_API_URL. */
  readonly url: string
  readonly graphqlUrl: string
  readonly token: string
  /** In the order of the responses. */
  readonly journal: readonly GitHubJournalEntry[]
  /** The first rule that returns a fault wins. Mutable. */
  readonly faults: FaultRule[]
  comments(issue: number): readonly StoredComment[]
  seed(issue: number, comment: { readonly user: string; readonly body: string }): StoredComment
  /** Resets open connections. */
  close(): Promise<void>
}

/** Serves the issue comments of all repositories on 127.0.0.1, by issue number alone. */
export async function startGitHub(options: GitHubOptions = {}): Promise<GitHub> {
  const { token = 'ghs_fake', viewer = 'github-actions[bot]', basePath = '', port = 0 } = options
  const graphqlPath = basePath.endsWith('/api/v3')
    ? basePath.replace(/v3$/, 'graphql')
    : `${basePath}/graphql`
  const started = performance.now()
  const comments = createCommentStore()
  const journal: GitHubJournalEntry[] = []
  const faults = [...(options.faults ?? [])]

  const server = createServer((incoming, response) => {
    const atMs = Math.round(performance.now() - started)
    readRequest(incoming, { basePath, graphqlPath, token })
      .then(async (request) => {
        const fault = await firstFault(faults, request)
        const answer = answerWith(fault, () => answerGitHub(request, { comments, viewer, apiUrl }))
        journal.push({ ...request, status: fault?.connection ? null : answer.status, atMs })
        if (fault?.delayMs !== undefined) await wait(fault.delayMs)
        sendAnswer(response, answer, fault?.connection)
      })
      // The client disconnected, or a rule threw: close the connection.
      .catch((error: Error) => response.destroy(error))
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, '127.0.0.1', resolve)
  })
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no TCP port was opened')
  const origin = `http://127.0.0.1:${address.port}`
  const apiUrl = `${origin}${basePath}`

  return {
    url: apiUrl,
    graphqlUrl: `${origin}${graphqlPath}`,
    token,
    journal,
    faults,
    comments: comments.on,
    seed: comments.add,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
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
  const { status, headers = {}, body, connection, performed = false } = fault ?? {}
  const broken = status !== undefined || connection !== undefined
  const answer = broken && !performed ? { status: 500, body: { message: 'not performed' } } : perform()
  return status === undefined ? answer : { status, headers, body }
}
