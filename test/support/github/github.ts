// A stand-in for GitHub's comment API on loopback, so that the demo and the tests see real comments written over real HTTP.
import { createServer } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { createCommentStore, type StoredComment } from './github-comments.ts'
import { answerGitHub, type GitHubAnswer, type GitHubRequest } from './github-routes.ts'
import { type BrokenConnection, readRequest, sendAnswer } from './github-wire.ts'

export type { StoredComment } from './github-comments.ts'
export type { GitHubRequest } from './github-routes.ts'

export interface GitHubOptions {
  /** The only token taken, as `token …` or `bearer …`. */
  readonly token?: string
  /** Whose token it is, in REST's spelling; `github-actions[bot]` unless told. */
  readonly viewer?: string
  /** `/api/v3` makes it look like GitHub Enterprise Server; GraphQL is then at `/api/graphql`. */
  readonly basePath?: string
  /** Ephemeral unless told. */
  readonly port?: number
  readonly faults?: readonly FaultRule[]
}

/**
 * What goes wrong with one request: it is answered with `status`, or its connection is broken. Either way it
 * has no effect unless it was `performed` first. `delayMs` alone only makes the answer late.
 */
export interface GitHubFault {
  readonly delayMs?: number
  readonly performed?: boolean
  readonly status?: number
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: unknown
  readonly connection?: BrokenConnection
}

/** Asked before each request; may also change the comments, as another job would that comes in between. */
export type FaultRule = (request: GitHubRequest) => GitHubFault | undefined | Promise<GitHubFault | undefined>

/** A request, the status answered (null where the connection was broken) and when it came, in ms since the start. */
export interface GitHubJournalEntry extends GitHubRequest {
  readonly status: number | null
  readonly atMs: number
}

export interface GitHub {
  /** To be used as GITHUB_API_URL. */
  readonly url: string
  readonly graphqlUrl: string
  readonly token: string
  /** In the order in which they were answered. */
  readonly journal: readonly GitHubJournalEntry[]
  /** The rules in force, of which the first that names a fault decides; add to them and empty them at will. */
  readonly faults: FaultRule[]
  comments(issue: number): readonly StoredComment[]
  seed(issue: number, comment: { readonly user: string; readonly body: string }): StoredComment
  /** Breaks off the connections that are still open. */
  close(): Promise<void>
}

/** Serves the comments of any repository's issues on 127.0.0.1; issues are told apart by number alone. */
export async function startGitHub(options: GitHubOptions = {}): Promise<GitHub> {
  const { token = 'ghs_stand_in', viewer = 'github-actions[bot]', basePath = '', port = 0 } = options
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
      // The caller left in the middle of its request, or a rule of a test failed: both end the connection.
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
  const answer = broken && !performed ? { status: 500, body: { message: 'broken off' } } : perform()
  return status === undefined ? answer : { status, headers, body }
}
